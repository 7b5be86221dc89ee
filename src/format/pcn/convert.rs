//! Games of the variants as documents, and back.
//!
//! # What a document holds of a game
//!
//! The start, the moves of the main line, the two players, the result; and the moment of the beginning,
//! if the tags UTCDate and UTCTime tell it. A capture is a `remove`, since what is taken goes to no
//! hand. En passant is two actions: the victim's square is taken, then the pawn steps on. A castling
//! is a `shift` for each piece, the king's first; where one stands in the other's way, the king is in
//! the air meanwhile. A piece that is promoted where it stands, and a side that passes, `jump` and
//! `land` on their own square.
//!
//! # What it does not hold
//!
//! Comments, NAGs, variations, all other tags, moves that could not be played. [`OnLoss`] says what
//! becomes of them. What is kept stands in a member of its own, `...movetext`,
//! an object:
//!
//! - `variant`: the id of the variant.
//! - `setup`: the start position in the variant's own notation, if it is not the usual one. Rights
//!   and counters have no place elsewhere, so this is there in any case.
//! - `tags`: all tag pairs, as arrays of name and value, in their order.
//! - `text`: the whole record, if there is more to it than tags and moves.
//!
//! A document that was changed since counts for more than what is kept there: that is then left out
//! and reported.
//!
//! # What a record does not hold of a document
//!
//! The cache, which follows from the rest, and the ways in which squares are named. The members that are
//! not known, an offered draw, and a moment that the tags cannot tell are kept as JSON in a tag of
//! their own, `PCN`, or lost; a record with that tag gives them back.

mod actions;
mod from_game;
mod heading;
mod kept;
mod line;
mod moment;
mod pairs;
mod restore;
mod to_record;

pub(super) use crate::variant::loss::{ConvertError, Lost, OnLoss};
pub use from_game::from_game;
pub use to_record::{Record, to_record};

/// The tag that keeps what a record cannot hold of a document.
const TAG: &str = "PCN";
