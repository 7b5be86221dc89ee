//! Which hexes the men attack.

use super::reach::{
    DIAGONAL_RAYS, DIAGONAL_STEPS, ELEPHANTS, JUMP_TARGETS, NEIGHBOURS, ORTHOGONAL_RAYS, PAWNS,
    between,
};
use crate::core::board::{Side, Square};
use crate::variants::cescacs::hexes::HexSet;
use crate::variants::cescacs::info::{
    ALMOGAVAR, BISHOP, ELEPHANT, KING, KNIGHT, PAWN, PEGASUS, QUEEN, ROOK, WYVERN,
};
use crate::variants::cescacs::position::Men;

/// One side's men, and what stands in their way, perhaps otherwise than on the board: after a move.
#[derive(Clone, Copy)]
pub struct Attackers<'a> {
    men: &'a Men,
    by: Side,
    /// The hexes of the attacking men.
    own: HexSet,
    /// The hexes of all men.
    occupied: HexSet,
}

impl<'a> Attackers<'a> {
    /// The men of a side as they stand.
    #[inline]
    pub fn of(men: &'a Men, by: Side) -> Attackers<'a> {
        Attackers {
            men,
            by,
            own: men.side(by),
            occupied: men.occupied(),
        }
    }

    /// The same after other men left some hexes and came to others, where they may have captured.
    #[inline]
    #[must_use]
    pub fn after(self, left: HexSet, entered: HexSet) -> Attackers<'a> {
        Attackers {
            own: self.own.without(left.union(entered)),
            occupied: self.occupied.without(left) | entered,
            ..self
        }
    }

    /// Whether one of the men attacks the hex.
    ///
    /// Pinned men attack too; the leap of a king that has not moved does not.
    #[inline]
    pub fn attack(self, hex: Square) -> bool {
        self.near(hex).meets(self.own)
            || self
                .aligned(hex)
                .any(|from| !between(hex, from).meets(self.occupied))
    }

    /// The men that attack the hex.
    pub fn on(self, hex: Square) -> HexSet {
        self.aligned(hex)
            .filter(|&from| !between(hex, from).meets(self.occupied))
            .fold(self.near(hex) & self.own, HexSet::with)
    }

    /// Where a jump or a single step of these men attacks the hex from, whosever they are.
    #[inline]
    fn near(self, hex: Square) -> HexSet {
        let of = |role| self.men.of(role);
        let jumpers = of(KNIGHT) | of(PEGASUS) | of(WYVERN);
        JUMP_TARGETS[hex.index()] & jumpers
            | PAWNS[self.by.index()][hex.index()] & of(PAWN)
            | NEIGHBOURS[hex.index()] & of(KING)
            | DIAGONAL_STEPS[hex.index()] & of(ALMOGAVAR)
    }

    /// The men that attack the hex if nothing stands between.
    #[inline]
    fn aligned(self, hex: Square) -> HexSet {
        let of = |role| self.men.of(role);
        let orthogonal = of(ROOK) | of(WYVERN) | of(QUEEN);
        let slanting = of(BISHOP) | of(PEGASUS) | of(QUEEN);
        let lines = ORTHOGONAL_RAYS[hex.index()] & orthogonal
            | DIAGONAL_RAYS[hex.index()] & slanting
            | ELEPHANTS[self.by.index()][hex.index()] & of(ELEPHANT);
        lines & self.own
    }
}

/// Whether a man of side `by` attacks the hex.
#[inline]
pub fn is_attacked(men: &Men, hex: Square, by: Side) -> bool {
    Attackers::of(men, by).attack(hex)
}
