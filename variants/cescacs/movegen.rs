//! All legal moves of a position.

use super::geometry::hexes::HexSet;
use super::geometry::{is_promotion_hex, step};
use super::info::{ALMOGAVAR, BISHOP, ELEPHANT, KING, KNIGHT, PAWN, PEGASUS, QUEEN, ROOK, WYVERN};
use super::position::{CescacsPosition, Special};
use super::rules::castling::CASTLINGS;
use super::rules::legality::{castles_safely, due, has_right, is_safe};
use super::rules::reach::{
    ELEPHANT_DIAGONALS, JUMP_TARGETS, ORTHOGONALS, WAYS, ahead, capturing, diagonal, is_triple_hex,
};
use super::rules::regainable;
use super::rules::ruleset::Ruleset;
use crate::core::board::{Role, Side, Square};
use crate::core::moves::{Move, MoveKind};
use crate::variant::Position;
use std::ops::ControlFlow;

/// Appends all legal moves: by the hexes of the pieces, castling last.
pub fn legal_moves(position: &CescacsPosition, out: &mut Vec<Move>) {
    let _ = each(position, |mv| {
        out.push(mv);
        ControlFlow::Continue(())
    });
}

/// Whether there is a legal move.
pub fn has_legal_moves(position: &CescacsPosition) -> bool {
    each(position, |_| ControlFlow::Break(())).is_break()
}

type Flow = ControlFlow<()>;

/// Passes every legal move to `visit`, until it stops.
fn each(position: &CescacsPosition, visit: impl FnMut(Move) -> Flow) -> Flow {
    let side = position.turn();
    let mut generator = Generator {
        position,
        side,
        checked: position.is_check(),
        visit,
    };
    let due = due(position);
    if !due.is_empty() {
        return generator.promotions_in_place(due);
    }
    for from in position.pieces().side(side) {
        generator.piece(from)?;
    }
    generator.castlings()
}

struct Generator<'a, F> {
    position: &'a CescacsPosition,
    side: Side,
    checked: bool,
    visit: F,
}

impl<F: FnMut(Move) -> Flow> Generator<'_, F> {
    fn piece(&mut self, from: Square) -> Flow {
        let Some(piece) = self.position.pieces().get(from) else {
            return Flow::Continue(());
        };
        match piece.role {
            PAWN => return self.pawn(from),
            ALMOGAVAR => return self.almogavar(from),
            ELEPHANT => {
                self.slide(ELEPHANT, from, &[ahead(self.side)], 2)?;
                self.slide(ELEPHANT, from, &ELEPHANT_DIAGONALS, 1)?;
                return self.in_passing(ELEPHANT, from, &ELEPHANT_DIAGONALS);
            }
            KING => {
                self.slide(KING, from, &ALL, 1)?;
                if self.position.rights().king(self.side) && !self.checked {
                    self.jump(KING, from)?;
                }
                return Flow::Continue(());
            }
            _ => {}
        }
        let ways = match piece.role {
            QUEEN => &ALL[..],
            ROOK | WYVERN => &ALL[..ORTHOGONALS],
            BISHOP | PEGASUS => &ALL[ORTHOGONALS..],
            _ => &[],
        };
        self.slide(piece.role, from, ways, u8::MAX)?;
        if matches!(piece.role, KNIGHT | WYVERN | PEGASUS) {
            self.jump(piece.role, from)?;
        }
        if piece.role == KNIGHT {
            self.ride(from)?;
        }
        Flow::Continue(())
    }

    /// Moves of up to `most` steps in each of the directions.
    fn slide(&mut self, role: Role, from: Square, ways: &[u8], most: u8) -> Flow {
        for &way in ways {
            let mut at = from;
            for _ in 0..most {
                match step(at, WAYS[usize::from(way)]) {
                    Some(next) => at = next,
                    None => break,
                }
                self.go(role, from, at)?;
                if !self.is_empty(at) {
                    break;
                }
            }
        }
        Flow::Continue(())
    }

    fn jump(&mut self, role: Role, from: Square) -> Flow {
        for to in JUMP_TARGETS[from.index()] {
            self.go(role, from, to)?;
        }
        Flow::Continue(())
    }

    /// A knight's second jump, which does not capture.
    fn ride(&mut self, from: Square) -> Flow {
        for first in JUMP_TARGETS[from.index()] {
            let way = super::geometry::difference(from, first);
            if let Some(to) = step(first, way)
                && self.is_empty(first)
                && self.is_empty(to)
            {
                self.offer(Move::quiet(KNIGHT, from, to))?;
            }
        }
        Flow::Continue(())
    }

    fn pawn(&mut self, from: Square) -> Flow {
        let steps = if is_triple_hex(from, self.side, self.position.ruleset()) {
            3
        } else {
            2
        };
        let mut at = from;
        for _ in 0..steps {
            match step(at, WAYS[usize::from(ahead(self.side))]) {
                Some(next) if self.is_empty(next) => at = next,
                _ => break,
            }
            self.pawn_to(Move::quiet(PAWN, from, at))?;
        }
        for way in diagonal(self.side) {
            let Some(to) = step(from, WAYS[usize::from(way)]) else {
                continue;
            };
            if self.is_empty(to) {
                self.pawn_to(Move::quiet(PAWN, from, to))?;
            } else if self.may_take_scornful(from, to) {
                self.pawn_to(Move {
                    captured: self.enemy(to),
                    kind: MoveKind::Scornful,
                    ..Move::quiet(PAWN, from, to)
                })?;
            }
        }
        for way in capturing(self.side) {
            let Some(to) = step(from, WAYS[usize::from(way)]) else {
                continue;
            };
            if let Some(captured) = self.enemy(to) {
                self.pawn_to(Move {
                    captured: Some(captured),
                    ..Move::quiet(PAWN, from, to)
                })?;
            } else if let Some(victim) = self.position.crosser(to) {
                self.pawn_to(Move {
                    captured: self.enemy(victim),
                    kind: MoveKind::EnPassant { victim },
                    ..Move::quiet(PAWN, from, to)
                })?;
            }
        }
        self.backwards(from)
    }

    /// In Grand C'escacs a scornful pawn may have moved past the pawn that it faced.
    fn backwards(&mut self, from: Square) -> Flow {
        if self.position.ruleset() == Ruleset::Standard {
            return Flow::Continue(());
        }
        for way in diagonal(self.side.other()) {
            let to = step(from, WAYS[usize::from(way)]);
            if let Some(to) = to.filter(|&to| self.may_take_scornful(from, to)) {
                self.pawn_to(Move {
                    captured: self.enemy(to),
                    kind: MoveKind::Scornful,
                    ..Move::quiet(PAWN, from, to)
                })?;
            }
        }
        Flow::Continue(())
    }

    /// Two hexes along an orthogonal without capture, or a diagonal step to capture.
    fn almogavar(&mut self, from: Square) -> Flow {
        let (orthogonal, diagonal) = ALL.split_at(ORTHOGONALS);
        for &way in orthogonal {
            let way = WAYS[usize::from(way)];
            if let Some(over) = step(from, way)
                && let Some(to) = step(over, way)
                && self.is_empty(over)
                && self.is_empty(to)
            {
                self.offer(Move::quiet(ALMOGAVAR, from, to))?;
            }
        }
        for &way in diagonal {
            let to = step(from, WAYS[usize::from(way)]);
            if let Some(to) = to.filter(|&to| self.enemy(to).is_some()) {
                self.go(ALMOGAVAR, from, to)?;
            }
        }
        self.in_passing(ALMOGAVAR, from, diagonal)
    }

    /// Captures en passant by other pieces than pawns, in Grand C'escacs.
    fn in_passing(&mut self, role: Role, from: Square, ways: &[u8]) -> Flow {
        if !self.position.ruleset().passes(role) {
            return Flow::Continue(());
        }
        for &way in ways {
            let to = step(from, WAYS[usize::from(way)]);
            if let Some(to) = to
                && let Some(victim) = self.position.crosser(to)
            {
                self.offer(Move {
                    captured: self.enemy(victim),
                    kind: MoveKind::EnPassant { victim },
                    ..Move::quiet(role, from, to)
                })?;
            }
        }
        Flow::Continue(())
    }

    /// A pawn's move, with each possible promotion on its last hex.
    fn pawn_to(&mut self, mv: Move) -> Flow {
        if !is_promotion_hex(mv.to, self.side) {
            return self.offer(mv);
        }
        let mut waits = true;
        for role in regainable(self.position, self.side, mv.to) {
            waits = false;
            self.offer(Move {
                promotion: Some(role),
                ..mv
            })?;
        }
        match (waits, mv.kind) {
            (false, _) => Flow::Continue(()),
            (true, MoveKind::Normal) => self.offer(Move {
                kind: MoveKind::Await,
                ..mv
            }),
            (true, _) => self.offer(mv),
        }
    }

    fn promotions_in_place(&mut self, pawns: HexSet) -> Flow {
        for hex in pawns {
            for role in regainable(self.position, self.side, hex) {
                (self.visit)(Move {
                    promotion: Some(role),
                    kind: MoveKind::InPlace,
                    ..Move::quiet(PAWN, hex, hex)
                })?;
            }
        }
        Flow::Continue(())
    }

    fn castlings(&mut self) -> Flow {
        if self.checked || !self.position.rights().king(self.side) {
            return Flow::Continue(());
        }
        let occupied = self.position.pieces().occupied();
        for (index, castling) in CASTLINGS.iter().enumerate() {
            if castling.ruleset == self.position.ruleset()
                && has_right(castling, self.position)
                && !castling.path(self.side).meets(occupied)
                && castles_safely(castling, self.position)
            {
                let king = castling.king(self.side);
                (self.visit)(Move {
                    kind: MoveKind::Castling(index as u8),
                    ..Move::quiet(KING, king.from, king.to)
                })?;
            }
        }
        Flow::Continue(())
    }

    /// An officer's move to a hex that is empty or has an enemy piece.
    fn go(&mut self, role: Role, from: Square, to: Square) -> Flow {
        let captured = self.enemy(to);
        if captured.is_none() && !self.is_empty(to) {
            return Flow::Continue(());
        }
        self.offer(Move {
            captured,
            ..Move::quiet(role, from, to)
        })
    }

    /// Passes the move on if the king of the side to move is safe after it.
    fn offer(&mut self, mv: Move) -> Flow {
        if mv.captured != Some(KING) && is_safe(&mv, self.position) {
            (self.visit)(mv)
        } else {
            Flow::Continue(())
        }
    }

    fn is_empty(&self, hex: Square) -> bool {
        self.position.pieces().is_empty(hex)
    }

    fn enemy(&self, hex: Square) -> Option<Role> {
        let piece = self.position.pieces().get(hex)?;
        (piece.side != self.side).then_some(piece.role)
    }

    fn may_take_scornful(&self, from: Square, to: Square) -> bool {
        match self.position.special() {
            Special::Scornful { pawn, faced } => {
                pawn == to && faced.is_none_or(|faced| faced == from)
            }
            _ => false,
        }
    }
}

/// The indices of the [`WAYS`], the orthogonal ones first.
const ALL: [u8; WAYS.len()] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
