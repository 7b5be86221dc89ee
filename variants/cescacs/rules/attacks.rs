//! The hexes that pieces attack.

use super::reach::{
    DIAGONAL_RAYS, DIAGONAL_STEPS, ELEPHANTS, JUMP_TARGETS, NEIGHBOURS, ORTHOGONAL_RAYS, PAWNS,
    between,
};
use crate::core::board::{Side, Square};
use crate::variants::cescacs::geometry::hexes::HexSet;
use crate::variants::cescacs::info::{
    ALMOGAVAR, BISHOP, ELEPHANT, KING, KNIGHT, PAWN, PEGASUS, QUEEN, ROOK, WYVERN,
};
use crate::variants::cescacs::position::Pieces;

/// One side's pieces and their blockers, on the board or after a move.
#[derive(Clone, Copy)]
pub struct Attackers<'a> {
    pieces: &'a Pieces,
    by: Side,
    /// The hexes of the attacking pieces.
    own: HexSet,
    /// The hexes of all pieces.
    occupied: HexSet,
}

impl<'a> Attackers<'a> {
    /// The pieces of a side as they are.
    #[inline]
    pub fn of(pieces: &'a Pieces, by: Side) -> Attackers<'a> {
        Attackers {
            pieces,
            by,
            own: pieces.side(by),
            occupied: pieces.occupied(),
        }
    }

    /// The pieces after others left some hexes and entered others, possibly capturing there.
    #[inline]
    #[must_use]
    pub fn after(self, left: HexSet, entered: HexSet) -> Attackers<'a> {
        Attackers {
            own: self.own.without(left.union(entered)),
            occupied: self.occupied.without(left) | entered,
            ..self
        }
    }

    /// Whether one of the pieces attacks the hex.
    ///
    /// Pinned pieces attack too; the leap of an unmoved king is no attack.
    #[inline]
    pub fn attack(self, hex: Square) -> bool {
        self.near(hex).meets(self.own)
            || self
                .aligned(hex)
                .any(|from| !between(hex, from).meets(self.occupied))
    }

    /// The pieces that attack the hex.
    pub fn on(self, hex: Square) -> HexSet {
        self.aligned(hex)
            .filter(|&from| !between(hex, from).meets(self.occupied))
            .fold(self.near(hex) & self.own, HexSet::with)
    }

    /// The hexes from which these pieces could attack the hex by a jump or a single step, for either side.
    #[inline]
    fn near(self, hex: Square) -> HexSet {
        let of = |role| self.pieces.of(role);
        let jumpers = of(KNIGHT) | of(PEGASUS) | of(WYVERN);
        JUMP_TARGETS[hex.index()] & jumpers
            | PAWNS[self.by.index()][hex.index()] & of(PAWN)
            | NEIGHBOURS[hex.index()] & of(KING)
            | DIAGONAL_STEPS[hex.index()] & of(ALMOGAVAR)
    }

    /// The pieces that attack the hex if nothing is between.
    #[inline]
    fn aligned(self, hex: Square) -> HexSet {
        let of = |role| self.pieces.of(role);
        let orthogonal = of(ROOK) | of(WYVERN) | of(QUEEN);
        let slanting = of(BISHOP) | of(PEGASUS) | of(QUEEN);
        let lines = ORTHOGONAL_RAYS[hex.index()] & orthogonal
            | DIAGONAL_RAYS[hex.index()] & slanting
            | ELEPHANTS[self.by.index()][hex.index()] & of(ELEPHANT);
        lines & self.own
    }
}

/// Whether a piece of side `by` attacks the hex.
#[inline]
pub fn is_attacked(pieces: &Pieces, hex: Square, by: Side) -> bool {
    Attackers::of(pieces, by).attack(hex)
}
