//! The rules for moves and positions.
//!
//! A written move is first checked against the board ([`coherence`]), then for its legality: the piece's way of
//! moving and the safety of the king ([`legality`]). [`attacks`] has the pieces that attack a hex, [`reach`]
//! where pieces could move on an empty board, [`ending`] how games end.

pub(super) mod attacks;
pub(super) mod castling;
pub(super) mod check;
mod coherence;
pub(super) mod ending;
pub(super) mod legality;
pub(super) mod reach;
pub(super) mod ruleset;

use super::geometry::colour;
use super::info::{BISHOP, KING, KNIGHT, PEGASUS, QUEEN, ROLES, ROOK, WYVERN};
use super::notation::Token;
use super::position::CescacsPosition;
use crate::core::board::{Role, Side, Square};
use crate::core::moves::{Move, MoveError, MoveErrorKind};
use crate::variant::Strictness;

/// Finds the move that is written, with the dialect's strictness.
///
/// In positions to which the rules of the standard game do not apply, only coherence is checked; see
/// [`CescacsPosition::is_standard`].
#[inline]
pub fn resolve(
    token: Token,
    position: &CescacsPosition,
    strictness: Strictness,
) -> Result<Move, MoveError> {
    let mv = coherence::coherent(token, position)?;
    if mv.captured == Some(KING) {
        let kind = MoveErrorKind::NoSuchMove;
        return Err(MoveError::new(kind, "a king is never captured"));
    }
    if strictness == Strictness::Legal && position.is_standard() {
        legality::judge(&mv, position)?;
    }
    Ok(mv)
}

/// The pieces that a pawn can be promoted to.
pub const REGAINABLE: [Role; 6] = [QUEEN, WYVERN, ROOK, PEGASUS, KNIGHT, BISHOP];

/// Whether a pawn of this side may be promoted to such a piece on `hex`: one of the side's own that is no
/// longer on the board, a bishop only on a hex of its colour.
pub fn is_regainable(position: &CescacsPosition, role: Role, side: Side, hex: Square) -> bool {
    if !REGAINABLE.contains(&role) {
        return false;
    }
    let mut present = position.pieces().find(role, side);
    if role == BISHOP {
        return present.all(|other| colour(other) != colour(hex));
    }
    present.len() < usize::from(position.ruleset().army()[role.index()])
}

/// The pieces that a pawn of this side may be promoted to on `hex`.
pub fn regainable(
    position: &CescacsPosition,
    side: Side,
    hex: Square,
) -> impl Iterator<Item = Role> {
    REGAINABLE
        .into_iter()
        .filter(move |&role| is_regainable(position, role, side, hex))
}

fn role_name(role: Role) -> &'static str {
    ROLES[role.index()].name
}

/// The piece with its article.
fn a(role: Role) -> String {
    let name = role_name(role);
    let article = if name.starts_with('e') { "an" } else { "a" };
    format!("{article} {name}")
}
