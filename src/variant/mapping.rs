//! How the games of a variant are represented in documents.

use crate::core::board::{Piece, Side, Square};

/// How the board and pieces of a variant are represented in documents ([`Variant::PCN`](crate::Variant::PCN)).
#[derive(Clone, Copy, Debug)]
pub struct Mapping {
    /// The style of its pieces, in lower case.
    pub style: &'static str,
    /// The abbreviations of its pieces, in lower case, in the order of [`Role`](crate::Role)'s index.
    pub pieces: &'static [&'static str],
    /// The lengths of the rows, from the top of the board as the first player sees it.
    pub rows: &'static [u8],
    /// The row of a square and its place in the row, both from 0.
    pub place: fn(Square) -> (u8, u8),
    /// The value of the variant's first setup tag for a board of which only the pieces and the side to move are
    /// known. All rights that the pieces allow are assumed; the variant's own reading of the value may remove
    /// some.
    pub setup: fn(PieceAt<'_>, Side) -> String,
    /// The tag for the game of the variant's family that has these pieces, if it is not the usual one.
    pub family: Option<fn(PieceAt<'_>) -> Option<Family>>,
}

/// The piece on each square.
pub type PieceAt<'a> = &'a dyn Fn(Square) -> Option<Piece>;

/// The name and the value of a tag that selects a game of a family.
pub type Family = (&'static str, &'static str);
