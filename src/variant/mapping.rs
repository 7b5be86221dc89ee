//! How the games of a variant stand in documents.

use crate::core::board::{Piece, Side, Square};

/// How the board and the pieces of a variant stand in documents ([`Variant::PCN`](crate::Variant::PCN)).
#[derive(Clone, Copy, Debug)]
pub struct Mapping {
    /// The style of its pieces, in lower case.
    pub style: &'static str,
    /// The abbreviations of its pieces, in lower case, in the order of [`Role`](crate::Role)'s index.
    pub pieces: &'static [&'static str],
    /// The lengths of the rows, from the top of the board as the first player sees it.
    pub rows: &'static [u8],
    /// The row and the place in it where a square stands, both from 0.
    pub place: fn(Square) -> (u8, u8),
    /// The value of the variant's first setup tag for a board of which nothing is known but the pieces
    /// and whose turn it is. All rights that the pieces allow are taken to be there; the variant's own
    /// reading of the value may take some away.
    pub setup: fn(PieceAt<'_>, Side) -> String,
    /// The tag that says which game of the variant's family has these pieces, if it is not the usual one.
    pub family: Option<fn(PieceAt<'_>) -> Option<Family>>,
}

/// The piece on each square.
pub type PieceAt<'a> = &'a dyn Fn(Square) -> Option<Piece>;

/// The name and the value of a tag that says which game of a family is meant.
pub type Family = (&'static str, &'static str);
