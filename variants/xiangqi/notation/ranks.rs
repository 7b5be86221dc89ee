//! Coordinates: ranks are counted from 0, as on the Internet Chinese Chess Server, or from 1, as in some
//! engines. A move that is playable in only one of the two ways decides it.

use super::super::geometry::{at, file, rank};
use super::super::notation::Token;
use super::super::position::Board;
use super::super::rules;
use crate::core::moves::{Move, MoveError, MoveErrorKind};

/// How the ranks of coordinates are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranks {
    /// From 0 to 9: `H2-E2` (XQ-035).
    #[default]
    FromZero,
    /// From 1 to 10: `h3e3`.
    FromOne,
    /// In one of the two ways: moves by coordinates are ambiguous.
    Unknown,
}

/// Finds the move that coordinates stand for.
#[cold]
pub(in super::super) fn resolve(
    token: Token,
    ranks: Ranks,
    board: &Board,
) -> Result<Move, MoveError> {
    let tens = token.has_tens();
    let by_zero = || {
        if tens {
            Err(none("ranks are counted from 0, so there is no rank 10"))
        } else {
            rules::resolve(token, board, None)
        }
    };
    let by_one = || match lowered(token) {
        _ if tens => rules::resolve(token, board, None),
        Some(token) => rules::resolve(token, board, None),
        None => Err(none("ranks are counted from 1, so there is no rank 0")),
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

/// A move with ranks counted from 1, converted to ranks from 0.
fn lowered(token: Token) -> Option<Token> {
    let lower = |square| Some(at(file(square), rank(square).checked_sub(1)?));
    Some(match token {
        Token::Points {
            from,
            to,
            canonical,
        } => Token::Points {
            from: lower(from)?,
            to: lower(to)?,
            canonical,
        },
        Token::Short {
            role,
            file,
            rank,
            to,
            tens,
        } => Token::Short {
            role,
            file,
            rank: match rank {
                Some(rank) => Some(rank.checked_sub(1)?),
                None => None,
            },
            to: lower(to)?,
            tens,
        },
        token => token,
    })
}
