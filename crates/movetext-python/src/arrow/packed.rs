//! A main line in few bytes, for readers of tables who play the moves themselves.

use movetext::{Move, MoveKind, Role};

/// Appends a move: two bytes for an ordinary one, the squares that it goes from and to; five for any other, 255, its
/// kind and the piece that a pawn becomes (0 if none), then the squares. Captures and the piece that moves follow from
/// the position, so they are not there.
pub fn push(mv: &Move, out: &mut Vec<u8>) {
    if mv.kind != MoveKind::Normal || mv.promotion.is_some() {
        let kind = match mv.kind {
            MoveKind::Normal => 0,
            MoveKind::EnPassant { .. } => 1,
            MoveKind::Scornful => 2,
            MoveKind::Await => 3,
            MoveKind::InPlace => 4,
            MoveKind::Null => 5,
            MoveKind::Castling(index) => 16 + index,
        };
        out.extend([0xFF, kind, mv.promotion.map_or(0, Role::get)]);
    }
    out.extend([mv.from.0, mv.to.0]);
}
