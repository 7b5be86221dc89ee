//! The special captures that the last move allows.

use super::CescacsPosition;
use crate::core::board::{Side, Square};
use crate::core::moves::Move;
use crate::variants::cescacs::geometry::{difference, forward, line, step};
use crate::variants::cescacs::info::{ALMOGAVAR, ELEPHANT, PAWN};
use crate::variants::cescacs::rules::reach::{ORTHOGONALS, Relation, relation};
use crate::variants::cescacs::rules::ruleset::Ruleset;

/// The special capture that the last move allows.
///
/// The pawn may have been promoted by that very move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// None.
    None,
    /// The pawn on this hex advanced two hexes and can be captured on the one between.
    Double(Square),
    /// The pawn on this hex advanced three hexes and can be captured on the two between.
    Triple(Square),
    /// A pawn sidestepped the enemy pawn that it faced.
    Scornful {
        /// Its hex.
        pawn: Square,
        /// The pawn that it faced, the only one that may capture it; `None` if a written position does not say.
        faced: Option<Square>,
    },
    /// In Grand C'escacs an almogavar moved two hexes and can be captured on the one between.
    Crossing {
        /// Its hex.
        piece: Square,
        /// The line of the hex between.
        line: i8,
    },
}

/// The hexes that the pawn on `pawn` crossed in a double or triple step, in order.
pub fn crossed(special: Special, mover: Side) -> impl Iterator<Item = Square> {
    let (pawn, steps) = match special {
        Special::Double(pawn) => (pawn, 1),
        Special::Triple(pawn) => (pawn, 2),
        Special::None | Special::Scornful { .. } | Special::Crossing { .. } => (Square(0), 0),
    };
    (1..=steps)
        .rev()
        .filter_map(move |back: i8| step(pawn, (0, -2 * back * forward(mover))))
}

impl CescacsPosition {
    /// What a move will allow the opponent to capture, called before the move.
    pub(super) fn special_after(&self, mv: &Move) -> Special {
        if self.ruleset == Ruleset::Grand {
            return self.special_after_grand(mv);
        }
        if mv.piece != PAWN || mv.captured.is_some() {
            return Special::None;
        }
        let (columns, lines) = self.difference(mv);
        match (columns, lines) {
            (0, 4) => Special::Double(mv.to),
            (0, 6) => Special::Triple(mv.to),
            (-1 | 1, 1) => self.scornful_after(mv),
            _ => Special::None,
        }
    }

    /// Elephants and almogavars that move two hexes can be captured en passant too, and a pawn that captures
    /// instead of facing another is scornful.
    fn special_after_grand(&self, mv: &Move) -> Special {
        let (columns, lines) = self.difference(mv);
        match (mv.piece, mv.captured, columns, lines) {
            (PAWN | ELEPHANT, None, 0, 4) => Special::Double(mv.to),
            (PAWN, None, 0, 6) => Special::Triple(mv.to),
            (PAWN, None, -1 | 1, 1) | (PAWN, Some(_), -1 | 1, 3) => self.scornful_after(mv),
            (ALMOGAVAR, None, 0, -4 | 4) | (ALMOGAVAR, None, -2 | 2, -2 | 2) => {
                let (columns, lines) = difference(mv.from, mv.to);
                match step(mv.from, (columns / 2, lines / 2)) {
                    Some(over) if self.pieces.is_empty(over) => Special::Crossing {
                        piece: mv.to,
                        line: line(over),
                    },
                    _ => Special::None,
                }
            }
            _ => Special::None,
        }
    }

    /// The difference in columns and in lines, forwards from the mover's point of view.
    fn difference(&self, mv: &Move) -> (i8, i8) {
        let (columns, lines) = difference(mv.from, mv.to);
        (columns, lines * forward(self.turn))
    }

    fn scornful_after(&self, mv: &Move) -> Special {
        let faced = step(mv.from, (0, 2 * forward(self.turn)))
            .filter(|&hex| self.pieces.is(hex, PAWN, self.turn.other()));
        match faced {
            Some(_) => Special::Scornful { pawn: mv.to, faced },
            None => Special::None,
        }
    }

    /// The capture that the last move allows, if there is a pawn to make it.
    pub(super) fn usable_special(&self) -> Special {
        let ahead = forward(self.turn);
        let usable = match self.special {
            Special::None => false,
            Special::Scornful { .. } | Special::Crossing { .. } => true,
            Special::Double(_) | Special::Triple(_) => crossed(self.special, self.turn.other())
                .flat_map(|hex| [(-1, -3 * ahead), (1, -3 * ahead)].map(|way| step(hex, way)))
                .flatten()
                .any(|hex| self.pieces.is(hex, PAWN, self.turn)),
        };
        if usable { self.special } else { Special::None }
    }

    /// The piece that crossed an empty hex in the last move and can be captured there.
    pub fn crosser(&self, hex: Square) -> Option<Square> {
        let piece = match self.special {
            Special::Double(pawn) | Special::Triple(pawn) => {
                let mut hexes = crossed(self.special, self.turn.other());
                hexes.any(|crossed| crossed == hex).then_some(pawn)
            }
            Special::Crossing {
                piece,
                line: crossed,
            } => {
                let beside = matches!(
                    relation(hex, piece),
                    Relation::Line { way, distance: 1 } if usize::from(way) < ORTHOGONALS
                );
                (beside && line(hex) == crossed).then_some(piece)
            }
            Special::None | Special::Scornful { .. } => None,
        };
        piece.filter(|_| self.pieces.is_empty(hex))
    }
}
