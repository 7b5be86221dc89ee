//! The board: nine files by ten ranks of points. A point's index is `rank * 9 + file`, both from 0 at Red's
//! left, so `a0` is 0 and `i9` is 89.

use crate::core::board::{Side, Square, SquareName};

pub const FILES: u8 = 9;
pub const RANKS: u8 = 10;
pub const POINTS: usize = 90;

/// A set of points: bit `n` is the point of index `n`.
pub type Set = u128;

/// The file of a point, from 0.
#[inline]
pub const fn file(square: Square) -> u8 {
    square.0 % FILES
}

/// The rank of a point, from 0.
#[inline]
pub const fn rank(square: Square) -> u8 {
    square.0 / FILES
}

/// The point on a file and a rank.
#[inline]
pub const fn at(file: u8, rank: u8) -> Square {
    Square(rank * FILES + file)
}

/// The point on a file and a rank, if it is on the board.
#[inline]
pub const fn checked(file: i8, rank: i8) -> Option<Square> {
    if file >= 0 && file < FILES as i8 && rank >= 0 && rank < RANKS as i8 {
        Some(at(file as u8, rank as u8))
    } else {
        None
    }
}

/// The set of one point.
#[inline]
pub const fn one(square: Square) -> Set {
    1 << square.0
}

/// The points of a rank.
#[inline]
pub const fn on_rank(rank: u8) -> Set {
    ((1 << FILES) - 1) << (FILES * rank)
}

/// The points of a set, from the lowest index.
#[inline]
pub fn points(mut set: Set) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = lowest(set)?;
        set &= set - 1;
        Some(square)
    })
}

/// The point of a set with the lowest index.
#[inline]
pub const fn lowest(set: Set) -> Option<Square> {
    if set == 0 {
        None
    } else {
        Some(Square(set.trailing_zeros() as u8))
    }
}

/// All points of a file.
#[inline]
pub const fn on_file(file: u8) -> Set {
    const FIRST: Set = {
        let mut set = 0;
        let mut rank = 0;
        while rank < RANKS {
            set |= one(at(0, rank));
            rank += 1;
        }
        set
    };
    FIRST << file
}

/// The file with this number for a player, counted from 1 at the player's own right.
#[inline]
pub const fn numbered_file(side: Side, number: u8) -> u8 {
    match side {
        Side::First => FILES - number,
        Side::Second => number - 1,
    }
}

/// The rank as the player counts it, from 0 at home.
#[inline]
pub const fn own_rank(side: Side, rank: u8) -> u8 {
    match side {
        Side::First => rank,
        Side::Second => RANKS - 1 - rank,
    }
}

/// Whether a point is in the player's palace.
#[inline]
pub const fn in_palace(side: Side, square: Square) -> bool {
    matches!(file(square), 3..=5) && own_rank(side, rank(square)) <= 2
}

/// Whether a point is on the far side of the river from the player.
#[inline]
pub const fn beyond_river(side: Side, square: Square) -> bool {
    own_rank(side, rank(square)) >= 5
}

pub fn name(square: Square) -> SquareName {
    SquareName::new(&[b'a' + file(square), b'0' + rank(square)])
}

pub fn square(name: &str) -> Option<Square> {
    match *name.as_bytes() {
        [file @ b'a'..=b'i', rank @ b'0'..=b'9'] => Some(at(file - b'a', rank - b'0')),
        _ => None,
    }
}

pub fn centre(square: Square) -> (f32, f32) {
    (f32::from(file(square)), f32::from(rank(square)))
}
