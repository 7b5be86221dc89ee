//! Coordinates: ranks are counted from 0, as the Internet Chinese Chess Server does, or from 1, as some engines
//! do. Which it is shows where a move can be played by one of the two only.

use super::geometry::{at, file, rank};
use super::notation::Token;
use super::position::Board;
use super::rules;
use crate::board::Square;
use crate::moves::{Move, MoveError, MoveErrorKind};

/// How the ranks of coordinates are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranks {
    /// From 0 to 9: `H2-E2` (XQ-035).
    #[default]
    FromZero,
    /// From 1 to 10: `h3e3`.
    FromOne,
    /// In one of the two ways: a move by coordinates is ambiguous.
    Unknown,
}

/// Finds the move that coordinates mean: both points of the token, and whether it has a rank 10.
#[cold]
pub(super) fn resolve(
    [from, to]: [Square; 2],
    tens: bool,
    ranks: Ranks,
    board: &Board,
) -> Result<Move, MoveError> {
    let points = |from, to| rules::resolve(Token::Points { from, to }, board, None);
    let by_zero = || match tens {
        true => Err(none("ranks are counted from 0, so there is no rank 10")),
        false => points(from, to),
    };
    let by_one = || match (tens, lowered(from), lowered(to)) {
        (true, _, _) => points(from, to),
        (false, Some(from), Some(to)) => points(from, to),
        (false, _, _) => Err(none("ranks are counted from 1, so there is no rank 0")),
    };
    match ranks {
        Ranks::FromZero => by_zero(),
        Ranks::FromOne => by_one(),
        Ranks::Unknown => match (by_zero(), by_one()) {
            (Err(_), Err(error)) if tens => Err(error),
            (Err(error), Err(_)) => Err(error),
            _ => Err(MoveError::new(
                MoveErrorKind::Ambiguous,
                "ranks may be counted from 0 or from 1",
            )),
        },
    }
}

fn none(detail: &'static str) -> MoveError {
    MoveError::new(MoveErrorKind::NoSuchMove, detail)
}

/// A point as it is called where ranks are counted from 0, called so where they are counted from 1.
fn lowered(square: Square) -> Option<Square> {
    Some(at(file(square), rank(square).checked_sub(1)?))
}
