//! Which pieces have not moved.

use crate::core::board::{Side, Square};
use crate::variants::cescacs::geometry::{HEXES, mirror};
use crate::variants::cescacs::rules::castling::KING as KING_HOME;
use crate::variants::cescacs::rules::ruleset::Ruleset;

/// Which kings and rooks have not moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rights(pub(super) u8);

impl Rights {
    /// Nothing has moved.
    pub const ALL: Rights = Rights(0b111_111);
    /// Both kings have moved.
    pub const NONE: Rights = Rights(0);

    /// The bits of one side: queen's rook, king, king's rook. Without the king there is no right.
    const QUEENS_ROOK: u8 = 0b100;
    const KING: u8 = 0b010;
    const KINGS_ROOK: u8 = 0b001;

    /// The rights lost when a piece leaves or enters a hex, by ruleset.
    const ENDED: [[u8; HEXES]; 2] = [
        Rights::ended(Ruleset::Standard),
        Rights::ended(Ruleset::Grand),
    ];

    const fn ended(ruleset: Ruleset) -> [u8; HEXES] {
        let mut ended = [0; HEXES];
        let homes = ruleset.rooks();
        ended[homes.queens.index()] = Rights::QUEENS_ROOK;
        ended[KING_HOME.index()] = 0b111;
        ended[homes.kings.index()] = Rights::KINGS_ROOK;
        ended[mirror(homes.queens).index()] = Rights::QUEENS_ROOK << 3;
        ended[mirror(KING_HOME).index()] = 0b111 << 3;
        ended[mirror(homes.kings).index()] = Rights::KINGS_ROOK << 3;
        ended
    }

    /// Adds that this side's king and these of its rooks have not moved.
    #[must_use]
    pub const fn with(self, side: Side, queens_rook: bool, kings_rook: bool) -> Rights {
        let mut bits = Rights::KING;
        if queens_rook {
            bits |= Rights::QUEENS_ROOK;
        }
        if kings_rook {
            bits |= Rights::KINGS_ROOK;
        }
        Rights(self.0 | bits << (3 * side.index()))
    }

    /// Whether the king of this side has not moved.
    pub const fn king(self, side: Side) -> bool {
        self.of(side) & Rights::KING != 0
    }

    /// Whether neither the king nor the queen's rook of this side has moved.
    pub const fn queens_rook(self, side: Side) -> bool {
        self.of(side) & Rights::QUEENS_ROOK != 0
    }

    /// Whether neither the king nor the king's rook of this side has moved.
    pub const fn kings_rook(self, side: Side) -> bool {
        self.of(side) & Rights::KINGS_ROOK != 0
    }

    const fn of(self, side: Side) -> u8 {
        self.0 >> (3 * side.index()) & 0b111
    }

    #[inline]
    pub(super) fn touch(&mut self, hex: Square, ruleset: Ruleset) {
        self.0 &= !Rights::ENDED[ruleset as usize][hex.index()];
    }
}
