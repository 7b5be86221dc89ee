//! Whether a coherent move is legal.
//!
//! No list of moves is generated: the relation of the two hexes shows whether the piece moves like this, then
//! its path must be free and its king safe.

use super::attacks::Attackers;
use super::castling::{CASTLINGS, Castling};
use super::reach::{
    ORTHOGONALS, PROMOTION, Relation, WAYS, ahead, between_along, capturing, diagonal,
    is_triple_hex, relation,
};
use super::{a, regainable, role_name};
use crate::core::board::{Side, Square};
use crate::core::moves::{Move, MoveError, MoveErrorKind, MoveKind};
use crate::variant::Position;
use crate::variants::cescacs::geometry::hexes::HexSet;
use crate::variants::cescacs::geometry::{at, column, is_promotion_hex, line, name};
use crate::variants::cescacs::info::{
    BISHOP, ELEPHANT, INFO, KING, KNIGHT, PAWN, PEGASUS, QUEEN, ROOK, WYVERN,
};
use crate::variants::cescacs::position::{CescacsPosition, Special, crossed};
use crate::variants::cescacs::rules::ruleset::Ruleset;

/// Whether a coherent move is legal.
///
/// # Errors
///
/// The first rule that the move breaks: a promotion that is due, the piece's way of moving, the king's safety.
#[inline]
pub fn judge(mv: &Move, position: &CescacsPosition) -> Result<(), MoveError> {
    if !waiting(position).is_empty() {
        promotion_due(mv, position)?;
    }
    match mv.kind {
        MoveKind::Castling(index) => return castling(index, position),
        // No piece leaves its hex, so no king is uncovered.
        MoveKind::Null if position.is_check() => {
            return Err(refuse("a null move is not possible in check"));
        }
        MoveKind::InPlace | MoveKind::Null => return Ok(()),
        MoveKind::Normal | MoveKind::Await => reaches(mv, position)?,
        MoveKind::EnPassant { victim } => en_passant(mv, victim, position)?,
        MoveKind::Scornful => scornful(mv, position)?,
    }
    if mv.piece == PAWN && mv.promotion.is_none() && is_promotion_hex(mv.to, position.turn()) {
        nothing_to_regain(mv.to, position)?;
    }
    if is_safe(mv, position) {
        Ok(())
    } else {
        Err(leaves_check(mv, position))
    }
}

/// Whether the mover's king is not attacked after the move, which may be any move except castling.
#[inline]
pub fn is_safe(mv: &Move, position: &CescacsPosition) -> bool {
    let side = position.turn();
    let king = if mv.piece == KING {
        Some(mv.to)
    } else {
        position.pieces().king(side)
    };
    let mut left = HexSet::of(mv.from);
    if let MoveKind::EnPassant { victim } = mv.kind {
        left = left.with(victim);
    }
    let enemies = Attackers::of(position.pieces(), side.other()).after(left, HexSet::of(mv.to));
    king.is_none_or(|king| !enemies.attack(king))
}

/// The waiting pawns of the side to move.
#[inline]
pub fn waiting(position: &CescacsPosition) -> HexSet {
    let side = position.turn();
    position.pieces().find(PAWN, side) & PROMOTION[side.index()]
}

/// The waiting pawns that must be promoted now: when not in check, those with an available piece.
pub fn due(position: &CescacsPosition) -> HexSet {
    let side = position.turn();
    let mut pawns = HexSet::EMPTY;
    for pawn in waiting(position) {
        if regainable(position, side, pawn).next().is_some() {
            pawns.insert(pawn);
        }
    }
    if pawns.is_empty() || position.is_check() {
        return HexSet::EMPTY;
    }
    pawns
}

/// A promotion that is due is the only legal move, and is legal only when it is due.
#[cold]
fn promotion_due(mv: &Move, position: &CescacsPosition) -> Result<(), MoveError> {
    match (due(position).first(), mv.kind) {
        (None, MoveKind::InPlace) => Err(refuse(
            "the check must be answered before a pawn is promoted in place",
        )),
        (Some(pawn), kind) if kind != MoveKind::InPlace => Err(refuse(format!(
            "the pawn on {} must be promoted first",
            name(pawn)
        ))),
        _ => Ok(()),
    }
}

#[inline]
fn reaches(mv: &Move, position: &CescacsPosition) -> Result<(), MoveError> {
    let side = position.turn();
    let relation = relation(mv.from, mv.to);
    let goes = match (mv.piece, relation) {
        (PAWN, Relation::Line { way, distance }) => {
            pawn_goes(mv, side, way, distance, mv.captured.is_some())
        }
        (ELEPHANT, Relation::Line { way, distance }) => {
            if usize::from(way) < ORTHOGONALS {
                way == ahead(side) && distance <= 2
            } else {
                distance == 1 && WAYS[usize::from(way)].1 != 0
            }
        }
        (KING, Relation::Line { distance, .. }) => distance == 1,
        (KING, Relation::Jump) => return leap(position),
        (QUEEN, Relation::Line { .. }) => true,
        (ROOK | WYVERN, Relation::Line { way, .. }) => usize::from(way) < ORTHOGONALS,
        (BISHOP | PEGASUS, Relation::Line { way, .. }) => usize::from(way) >= ORTHOGONALS,
        (KNIGHT | WYVERN | PEGASUS, Relation::Jump) => true,
        (KNIGHT, Relation::Ride) => return ride(mv, position),
        _ => false,
    };
    if !goes {
        return Err(does_not_go(mv, position));
    }
    match relation {
        Relation::Line { way, distance } if distance > 1 => {
            let blockers = between_along(way, mv.from, mv.to) & position.pieces().occupied();
            if blockers.is_empty() {
                Ok(())
            } else {
                Err(blocked(mv, blockers, position))
            }
        }
        _ => Ok(()),
    }
}

/// Whether a pawn moves so many steps in that direction.
#[inline]
fn pawn_goes(mv: &Move, side: Side, way: u8, distance: u8, captures: bool) -> bool {
    if captures {
        return distance == 1 && capturing(side).contains(&way);
    }
    if way == ahead(side) {
        return distance <= 2 || distance == 3 && is_triple_hex(mv.from, side, Ruleset::Standard);
    }
    distance == 1 && diagonal(side).contains(&way)
}

/// The leap of an unmoved king that is not in check.
fn leap(position: &CescacsPosition) -> Result<(), MoveError> {
    if !position.rights().king(position.turn()) {
        return Err(refuse("a king that has moved does not leap"));
    }
    if position.is_check() {
        return Err(refuse("a king in check does not leap"));
    }
    Ok(())
}

/// The hex where a riding knight touches down.
#[inline]
fn halfway(from: Square, to: Square) -> Option<Square> {
    at((column(from) + column(to)) / 2, (line(from) + line(to)) / 2)
}

#[inline]
fn ride(mv: &Move, position: &CescacsPosition) -> Result<(), MoveError> {
    if mv.captured.is_some() {
        return Err(refuse("a knight does not capture with its second jump"));
    }
    match halfway(mv.from, mv.to) {
        Some(hex) if !position.pieces().is_empty(hex) => {
            Err(blocked(mv, HexSet::of(hex), position))
        }
        _ => Ok(()),
    }
}

fn en_passant(mv: &Move, victim: Square, position: &CescacsPosition) -> Result<(), MoveError> {
    let side = position.turn();
    let special = position.special();
    let advanced = match special {
        Special::Double(pawn) | Special::Triple(pawn) => pawn == victim,
        Special::None | Special::Scornful { .. } | Special::Crossing { .. } => false,
    };
    if !advanced {
        return Err(refuse(format!(
            "{} was not reached by a pawn's double or triple step just now",
            name(victim)
        )));
    }
    if !crossed(special, side.other()).any(|hex| hex == mv.to) {
        return Err(refuse(format!(
            "the pawn on {} did not cross {}",
            name(victim),
            name(mv.to)
        )));
    }
    match relation(mv.from, mv.to) {
        Relation::Line { way, distance: 1 } if capturing(side).contains(&way) => Ok(()),
        _ => Err(does_not_go(mv, position)),
    }
}

fn scornful(mv: &Move, position: &CescacsPosition) -> Result<(), MoveError> {
    let side = position.turn();
    match position.special() {
        Special::Scornful { pawn, faced } if pawn == mv.to => {
            if let Some(faced) = faced
                && faced != mv.from
            {
                return Err(refuse(format!(
                    "only the pawn on {} may capture the scornful pawn on {}",
                    name(faced),
                    name(pawn)
                )));
            }
        }
        _ => {
            return Err(refuse(format!(
                "no scornful pawn has just moved to {}",
                name(mv.to)
            )));
        }
    }
    match relation(mv.from, mv.to) {
        Relation::Line { way, distance: 1 } if diagonal(side).contains(&way) => Ok(()),
        _ => Err(does_not_go(mv, position)),
    }
}

/// A pawn waits only if no piece is available for its promotion.
#[cold]
fn nothing_to_regain(hex: Square, position: &CescacsPosition) -> Result<(), MoveError> {
    let side = position.turn();
    match regainable(position, side, hex).next() {
        None => Ok(()),
        Some(role) => Err(refuse(format!(
            "the pawn must be promoted on {}, where {} has {} to regain",
            name(hex),
            INFO.sides[side.index()],
            a(role)
        ))),
    }
}

/// The castling moves: rights, free paths, and a king that is safe before and after.
fn castling(index: u8, position: &CescacsPosition) -> Result<(), MoveError> {
    let side = position.turn();
    let Some(castling) = CASTLINGS.get(usize::from(index)) else {
        return Err(refuse("there is no such castling"));
    };
    if let Some(why) = right_lost(castling, position) {
        return Err(refuse(why));
    }
    let blockers = castling.path(side) & position.pieces().occupied();
    if let Some(hex) = blockers.first() {
        return Err(refuse(format!("{} is in the way", holds(hex, position))));
    }
    if position.is_check() {
        return Err(MoveError::new(
            MoveErrorKind::LeavesCheck,
            "a king in check does not castle",
        ));
    }
    if !castles_safely(castling, position) {
        return Err(MoveError::new(
            MoveErrorKind::LeavesCheck,
            format!("{} is attacked", name(castling.king(side).to)),
        ));
    }
    Ok(())
}

/// Whether the king's target is not attacked, neither before castling nor after it: the rooks may open lines,
/// but may block them only when castling is complete.
pub fn castles_safely(castling: &Castling, position: &CescacsPosition) -> bool {
    let side = position.turn();
    let king = castling.king(side);
    let mut left = HexSet::of(king.from);
    let mut entered = HexSet::of(king.to);
    for rook in castling.rooks(side) {
        left.insert(rook.from);
        entered.insert(rook.to);
    }
    let enemies = Attackers::of(position.pieces(), side.other());
    !enemies.attack(king.to) && !enemies.after(left, entered).attack(king.to)
}

/// Whether the king and the rooks that take part have not moved.
pub fn has_right(castling: &Castling, position: &CescacsPosition) -> bool {
    right_lost(castling, position).is_none()
}

fn right_lost(castling: &Castling, position: &CescacsPosition) -> Option<&'static str> {
    let (side, rights) = (position.turn(), position.rights());
    let (kings_rook, queens_rook) = castling.uses();
    if !rights.king(side) {
        Some("the king has moved")
    } else if kings_rook && !rights.kings_rook(side) {
        Some("the king's rook has moved")
    } else if queens_rook && !rights.queens_rook(side) {
        Some("the queen's rook has moved")
    } else {
        None
    }
}

#[cold]
fn does_not_go(mv: &Move, position: &CescacsPosition) -> MoveError {
    let piece = a(mv.piece);
    let (from, to) = (name(mv.from), name(mv.to));
    let side = position.turn();
    let captures = mv.captured.is_some();
    let other_way = matches!(
        (mv.piece, relation(mv.from, mv.to)),
        (PAWN, Relation::Line { way, distance }) if pawn_goes(mv, side, way, distance, !captures)
    );
    refuse(match (other_way, captures) {
        (true, true) => format!("a pawn does not capture from {from} to {to}"),
        (true, false) => format!("a pawn moves from {from} to {to} only to capture"),
        (false, _) => format!("{piece} does not move from {from} to {to}"),
    })
}

#[cold]
fn blocked(mv: &Move, blockers: HexSet, position: &CescacsPosition) -> MoveError {
    // The first one in the piece's path.
    let nearest = blockers.min_by_key(|&hex| {
        (line(hex) - line(mv.from)).abs() + (column(hex) - column(mv.from)).abs()
    });
    let what = nearest.map_or_else(String::new, |hex| holds(hex, position));
    refuse(format!(
        "{what} is in the way of the {} to {}",
        role_name(mv.piece),
        name(mv.to)
    ))
}

#[cold]
fn leaves_check(mv: &Move, position: &CescacsPosition) -> MoveError {
    MoveError::new(
        MoveErrorKind::LeavesCheck,
        match (mv.piece, mv.kind, position.is_check()) {
            (KING, ..) => "the king would be in check there".to_owned(),
            (_, _, true) => "the king would still be in check".to_owned(),
            (_, MoveKind::EnPassant { .. }, _) => "the capture would uncover the king".to_owned(),
            (role, ..) => format!("the {} is pinned to its king", role_name(role)),
        },
    )
}

/// "Black's pawn on F20".
fn holds(hex: Square, position: &CescacsPosition) -> String {
    match position.pieces().get(hex) {
        None => name(hex).to_string(),
        Some(piece) => format!(
            "{}'s {} on {}",
            INFO.sides[piece.side.index()],
            role_name(piece.role),
            name(hex)
        ),
    }
}

#[cold]
fn refuse(why: impl Into<std::borrow::Cow<'static, str>>) -> MoveError {
    MoveError::new(MoveErrorKind::NoSuchMove, why)
}
