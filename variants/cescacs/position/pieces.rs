//! The pieces on the board.

use super::mix;
use crate::core::board::{Piece, Role, Side, Square};
use crate::variants::cescacs::geometry::HEXES;
use crate::variants::cescacs::geometry::hexes::HexSet;
use crate::variants::cescacs::info::{KING, ROLES};
use crate::variants::cescacs::rules::ruleset::Ruleset;

/// The pieces on the hexes: one byte per hex, and the same as sets.
#[derive(Clone, PartialEq, Eq)]
pub struct Pieces {
    hexes: [u8; HEXES],
    sides: [HexSet; 2],
    roles: [HexSet; ROLES.len()],
    /// The pieces' part of the position key.
    pub(super) key: u64,
}

impl Pieces {
    /// No pieces.
    pub const EMPTY: Pieces = Pieces {
        hexes: [0; HEXES],
        sides: [HexSet::EMPTY; 2],
        roles: [HexSet::EMPTY; ROLES.len()],
        key: 0,
    };

    /// The piece on a hex.
    #[inline]
    pub const fn get(&self, hex: Square) -> Option<Piece> {
        decode(self.hexes[hex.index()])
    }

    /// Whether this piece is on the hex.
    #[inline]
    pub const fn is(&self, hex: Square, role: Role, side: Side) -> bool {
        self.hexes[hex.index()] == encode(role, side)
    }

    /// Whether the hex is empty.
    #[inline]
    pub const fn is_empty(&self, hex: Square) -> bool {
        self.hexes[hex.index()] == 0
    }

    /// Puts a piece on a hex, replacing any other.
    #[inline]
    pub const fn put(&mut self, hex: Square, role: Role, side: Side) {
        self.clear(hex);
        let piece = encode(role, side);
        self.hexes[hex.index()] = piece;
        self.sides[side.index()].insert(hex);
        self.roles[role.index()].insert(hex);
        self.key ^= KEYS[piece as usize][hex.index()];
    }

    /// Empties a hex.
    #[inline]
    pub const fn clear(&mut self, hex: Square) {
        let piece = self.hexes[hex.index()];
        if let Some(Piece { role, side }) = decode(piece) {
            self.hexes[hex.index()] = 0;
            self.sides[side.index()].remove(hex);
            self.roles[role.index()].remove(hex);
            self.key ^= KEYS[piece as usize][hex.index()];
        }
    }

    /// The hexes of a side's pieces of this role.
    #[inline]
    pub fn find(&self, role: Role, side: Side) -> HexSet {
        self.of(role) & self.side(side)
    }

    /// The hexes of the pieces of this role, of either side.
    #[inline]
    pub const fn of(&self, role: Role) -> HexSet {
        self.roles[role.index()]
    }

    /// The hexes of a side's pieces.
    #[inline]
    pub const fn side(&self, side: Side) -> HexSet {
        self.sides[side.index()]
    }

    /// The hexes of all pieces.
    #[inline]
    pub const fn occupied(&self) -> HexSet {
        self.sides[0].union(self.sides[1])
    }

    /// The king of a side, if it has exactly one.
    #[inline]
    pub fn king(&self, side: Side) -> Option<Square> {
        self.find(KING, side).single()
    }

    /// Whether each side has one king, and no more pieces of a kind than at the start of the standard game.
    pub(super) fn are_standard(&self) -> bool {
        [Side::First, Side::Second].into_iter().all(|side| {
            self.king(side).is_some()
                && Ruleset::Standard
                    .army()
                    .iter()
                    .enumerate()
                    .all(|(index, &most)| {
                        (self.roles[index] & self.side(side)).len() <= usize::from(most)
                    })
        })
    }
}

/// The contribution of each piece, as encoded, on each hex to the key.
static KEYS: [[u64; HEXES]; (SECOND as usize) + ROLES.len() + 1] = {
    let mut keys = [[0; HEXES]; (SECOND as usize) + ROLES.len() + 1];
    let mut piece = 0;
    while piece < keys.len() {
        let mut index = 0;
        while index < HEXES {
            keys[piece][index] = mix(0x1_0000 | (index as u64) << 8 | piece as u64);
            index += 1;
        }
        piece += 1;
    }
    keys
};

const SECOND: u8 = 0x10;

#[inline]
const fn encode(role: Role, side: Side) -> u8 {
    match side {
        Side::First => role.get(),
        Side::Second => role.get() | SECOND,
    }
}

#[inline]
const fn decode(piece: u8) -> Option<Piece> {
    if piece == 0 {
        return None;
    }
    let side = if piece & SECOND == 0 {
        Side::First
    } else {
        Side::Second
    };
    let role = Role::new(piece & !SECOND);
    Some(Piece { role, side })
}
