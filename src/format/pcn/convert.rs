//! Converts games of the variants to documents, and back.
//!
//! # What a document keeps of a game
//!
//! The start, the moves of the main line, the two players, the result; and the moment of the beginning, if the
//! tags UTCDate and UTCTime give it. A capture is a `remove`, since captured pieces go to no hand. En passant
//! is two actions: the victim's square is taken, then the pawn steps on. Castling is a `shift` for each piece,
//! the king's first; if one is in the other's way, the king is in the air meanwhile. A piece that is promoted
//! on its own square, and a side that passes, `jump` and `land` on that square.
//!
//! # What it does not keep
//!
//! Comments, NAGs, variations, all other tags, moves that could not be played. [`OnLoss`] decides what happens
//! to them. If they are kept, they are in a separate member, `...movetext`, an object:
//!
//! - `variant`: the id of the variant.
//! - `setup`: the start position in the variant's own notation, if it is not the usual one. Always present,
//!   since there is no other place for rights and counters.
//! - `tags`: all tag pairs, as arrays of name and value, in order.
//! - `text`: the whole record, if it has more than tags and moves.
//!
//! If the document was changed since, it takes precedence: what is kept there is then left out and reported.
//!
//! # What a record does not keep of a document
//!
//! The cache, which follows from the rest, and the ways in which squares are named. Unknown members, an offered
//! draw, and a moment that the tags cannot express are kept as JSON in a separate tag, `PCN`, or lost; a record
//! with that tag restores them.

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

/// The tag for what a record cannot keep of a document.
const TAG: &str = "PCN";
