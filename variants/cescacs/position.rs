//! The board between two moves.

mod pdtl;
mod pieces;
mod rights;
mod special;

pub use pieces::Pieces;
pub use rights::Rights;
pub use special::{Special, crossed};

use super::geometry::{hex, mirror};
use super::info::{KING, PAWN, ROOK};
use super::movegen;
use super::rules::attacks::is_attacked;
use super::rules::castling::CASTLINGS;
use super::rules::ruleset::Ruleset;
use crate::core::board::{Piece, Side, Square};
use crate::core::moves::{Move, MoveKind};
use crate::variant::Position;
use std::num::NonZeroU32;

/// A position of C'escacs.
#[derive(Clone, PartialEq, Eq)]
pub struct CescacsPosition {
    pieces: Pieces,
    turn: Side,
    rights: Rights,
    special: Special,
    clock: u16,
    number: Option<NonZeroU32>,
    ruleset: Ruleset,
    /// Whether the ruleset and the pieces are those of the standard game; derived from them.
    standard: bool,
}

impl CescacsPosition {
    /// The start position.
    pub const START: CescacsPosition = start(Ruleset::Standard);

    /// The start position of Grand C'escacs.
    pub const GRAND_START: CescacsPosition = start(Ruleset::Grand);

    /// A position from its parts.
    pub(super) fn new(
        ruleset: Ruleset,
        pieces: Pieces,
        turn: Side,
        rights: Rights,
        special: Special,
        clock: u16,
        number: Option<NonZeroU32>,
    ) -> CescacsPosition {
        CescacsPosition {
            standard: ruleset == Ruleset::Standard && pieces.are_standard(),
            pieces,
            turn,
            rights,
            special,
            clock,
            number,
            ruleset,
        }
    }

    /// The ruleset of the position.
    #[inline]
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// The pieces.
    #[inline]
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Which kings and rooks have not moved.
    #[inline]
    pub fn rights(&self) -> Rights {
        self.rights
    }

    /// The special capture that the last move allows.
    #[inline]
    pub fn special(&self) -> Special {
        self.special
    }

    /// Half-moves since the last capture or pawn move (CE-178).
    #[inline]
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the next move, or `None` if it is unknown.
    #[inline]
    pub fn number(&self) -> Option<NonZeroU32> {
        self.number
    }

    /// Whether the rules of the standard game apply to the position: each side has one king, and no more pieces
    /// of a kind than at the start.
    ///
    /// Others can only be set up: without a king, or of Grand C'escacs.
    #[inline]
    pub fn is_standard(&self) -> bool {
        self.standard
    }
}

/// The start position of a ruleset.
const fn start(ruleset: Ruleset) -> CescacsPosition {
    let array = ruleset.array();
    let mut pieces = Pieces::EMPTY;
    let mut index = 0;
    while index < array.len() {
        let (hexes, role) = array[index];
        let mut next = 0;
        while next < hexes.len() {
            let home = hex(hexes[next]);
            pieces.put(home, role, Side::First);
            pieces.put(mirror(home), role, Side::Second);
            next += 1;
        }
        index += 1;
    }
    CescacsPosition {
        pieces,
        turn: Side::First,
        rights: Rights::ALL,
        special: Special::None,
        clock: 0,
        number: NonZeroU32::new(1),
        ruleset,
        standard: matches!(ruleset, Ruleset::Standard),
    }
}

impl Position for CescacsPosition {
    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.pieces.get(square)
    }

    fn play(&mut self, mv: &Move) {
        let side = self.turn;
        let special = self.special_after(mv);
        match mv.kind {
            MoveKind::Null => {}
            MoveKind::Castling(index) => {
                if let Some(castling) = CASTLINGS.get(usize::from(index)) {
                    let king = castling.king(side);
                    self.pieces.clear(king.from);
                    for rook in castling.rooks(side) {
                        self.pieces.clear(rook.from);
                        self.pieces.put(rook.to, ROOK, side);
                    }
                    self.pieces.put(king.to, KING, side);
                }
            }
            MoveKind::Normal
            | MoveKind::Scornful
            | MoveKind::Await
            | MoveKind::InPlace
            | MoveKind::EnPassant { .. } => {
                if let MoveKind::EnPassant { victim } = mv.kind {
                    self.pieces.clear(victim);
                }
                self.pieces.clear(mv.from);
                self.pieces
                    .put(mv.to, mv.promotion.unwrap_or(mv.piece), side);
            }
        }
        if mv.kind != MoveKind::Null {
            self.rights.touch(mv.from, self.ruleset);
            self.rights.touch(mv.to, self.ruleset);
        }
        // Captures remove pieces and promotions exchange them, and nothing else can make a position standard;
        // only the capture of a king, which no rule allows, makes it non-standard.
        if self.ruleset == Ruleset::Standard && (!self.standard || mv.captured == Some(KING)) {
            self.standard = self.pieces.are_standard();
        }
        self.special = special;
        let resets = mv.captured.is_some() || (mv.piece == PAWN && mv.kind != MoveKind::Null);
        self.clock = if resets {
            0
        } else {
            self.clock.saturating_add(1)
        };
        if side == Side::Second {
            self.number = self.number.map(|number| number.saturating_add(1));
        }
        self.turn = side.other();
    }

    fn is_check(&self) -> bool {
        self.pieces
            .find(KING, self.turn)
            .any(|king| is_attacked(&self.pieces, king, self.turn.other()))
    }

    /// In a position without exactly one king to move, everything that the pieces could do; in Grand C'escacs
    /// the moves by the known rules.
    fn moves(&self, out: &mut Vec<Move>) {
        movegen::legal_moves(self, out);
    }

    /// Pieces, side to move, rights, and a special capture if a pawn could make it; not the counters.
    fn key(&self) -> u64 {
        let state = u64::from(self.rights.0) << 1 | self.turn.index() as u64;
        let key = self.pieces.key ^ mix((self.ruleset as u64) << 7 | state);
        let special = match self.usable_special() {
            Special::None => return key,
            Special::Double(pawn) => 0x2_0000 | u64::from(pawn.0),
            Special::Triple(pawn) => 0x3_0000 | u64::from(pawn.0),
            Special::Scornful { pawn, faced } => {
                0x4_0000 | u64::from(pawn.0) << 8 | faced.map_or(0xFF, |hex| u64::from(hex.0))
            }
            Special::Crossing { piece, line } => {
                0x5_0000 | u64::from(piece.0) << 8 | u64::from(line.unsigned_abs())
            }
        };
        key ^ mix(special)
    }

    fn describe(&self) -> String {
        self.to_string()
    }
}

/// Spreads a number over 64 bits (the finaliser of SplitMix64).
const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
