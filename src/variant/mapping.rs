//! How the games of a variant stand in documents.

use crate::core::board::{Piece, Side, Square};

/// How the board and the men of a variant stand in documents ([`Variant::PCN`](crate::Variant::PCN)).
#[derive(Clone, Copy, Debug)]
pub struct Mapping {
    /// The style of its men, in lower case.
    pub style: &'static str,
    /// The abbreviations of its men, in lower case, in the order of [`Role`](crate::Role)'s index.
    pub men: &'static [&'static str],
    /// The lengths of the rows, from the top of the board as the first player sees it.
    pub rows: &'static [u8],
    /// The row and the place in it where a square stands, both from 0.
    pub place: fn(Square) -> (u8, u8),
    /// The value of the variant's first setup tag for a board of which nothing is known but the men
    /// and whose turn it is. All rights that the men allow are taken to be there; the variant's own
    /// reading of the value may take some away.
    pub setup: fn(Men<'_>, Side) -> String,
    /// The tag that says which game of the variant's family has these men, if it is not the usual one.
    pub family: Option<fn(Men<'_>) -> Option<Family>>,
}

/// The man on each square.
pub type Men<'a> = &'a dyn Fn(Square) -> Option<Piece>;

/// The name and the value of a tag that says which game of a family is meant.
pub type Family = (&'static str, &'static str);
