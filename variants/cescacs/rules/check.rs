//! The check that a move gives.

use super::attacks::Attackers;
use super::reach::{JUMP_TARGETS, NEIGHBOURS};
use crate::core::moves::Move;
use crate::variant::Position;
use crate::variants::cescacs::movegen;
use crate::variants::cescacs::notation::Check;
use crate::variants::cescacs::position::CescacsPosition;
use crate::variants::cescacs::rules::ruleset::Ruleset;

/// The check that a legal move gives. In Grand C'escacs it is not known whether it is mate, so none is
/// reported.
pub fn after(mv: &Move, position: &CescacsPosition) -> Check {
    if position.ruleset() == Ruleset::Grand {
        return Check::None;
    }
    let mut next = position.clone();
    next.play(mv);
    given(&next)
}

/// The check that the side to move is in: mate, else double, else close or distant according to the hex of the
/// checking piece.
fn given(position: &CescacsPosition) -> Check {
    let (pieces, side) = (position.pieces(), position.turn());
    let Some(king) = pieces.king(side) else {
        // Without exactly one king, the rules say no more.
        return if position.is_check() {
            Check::Plain
        } else {
            Check::None
        };
    };
    let checkers = Attackers::of(pieces, side.other()).on(king);
    let Some(checker) = checkers.first() else {
        return Check::None;
    };
    if !movegen::has_legal_moves(position) {
        Check::Mate
    } else if checkers.single().is_none() {
        Check::Double
    } else if (NEIGHBOURS[king.index()] | JUMP_TARGETS[king.index()]).contains(checker) {
        Check::Close
    } else {
        Check::Distant
    }
}
