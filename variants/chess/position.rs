//! The board as bitboards, and playing a resolved move on it.

use super::moves;
use super::profile::{BISHOP, KING, KNIGHT, PAWN, PROFILE, QUEEN, ROOK};
use super::rules;
use crate::board::{Piece, Role, Side, Square};
use crate::moves::{Move, MoveKind};
use crate::variant::Position;
use std::fmt::Write;

/// No square: no en passant, no castling right.
pub(super) const NONE: u8 = 64;

/// A chess position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chessboard {
    /// The men of each side.
    pub(super) sides: [u64; 2],
    /// The men of each role, by [`Role::index`].
    pub(super) roles: [u64; 6],
    pub(super) turn: Side,
    /// The rooks that may castle, by side, the king's first; [`NONE`] where the right is gone.
    pub(super) rooks: [[u8; 2]; 2],
    /// The square behind a pawn that has just gone two steps, or [`NONE`].
    pub(super) en_passant: u8,
    pub(super) halfmoves: u16,
    pub(super) fullmoves: u16,
}

impl Chessboard {
    /// The orthodox start position.
    pub const START: Chessboard = Chessboard {
        sides: [0xFFFF, 0xFFFF << 48],
        roles: [
            0x00FF_0000_0000_FF00,
            0x4200_0000_0000_0042,
            0x2400_0000_0000_0024,
            0x8100_0000_0000_0081,
            0x0800_0000_0000_0008,
            0x1000_0000_0000_0010,
        ],
        turn: Side::First,
        rooks: [[7, 0], [63, 56]],
        en_passant: NONE,
        halfmoves: 0,
        fullmoves: 1,
    };

    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    #[inline]
    pub(super) fn own(&self) -> u64 {
        self.sides[self.turn.index()]
    }

    #[inline]
    pub(super) fn of(&self, role: Role) -> u64 {
        self.roles[role.index()]
    }

    /// The king of a side; [`NONE`] if it is missing.
    #[inline]
    pub(super) fn king(&self, side: Side) -> u8 {
        (self.of(KING) & self.sides[side.index()]).trailing_zeros() as u8
    }

    #[inline]
    pub(super) fn role_on(&self, square: u8) -> Option<Role> {
        let bit = 1 << square;
        if self.occupied() & bit == 0 {
            return None;
        }
        [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING]
            .into_iter()
            .find(|role| self.of(*role) & bit != 0)
    }

    #[inline]
    fn lift(&mut self, square: u8, role: Role, side: Side) {
        self.sides[side.index()] &= !(1 << square);
        self.roles[role.index()] &= !(1 << square);
    }

    #[inline]
    pub(super) fn put(&mut self, square: u8, role: Role, side: Side) {
        self.sides[side.index()] |= 1 << square;
        self.roles[role.index()] |= 1 << square;
    }

    /// A rook that leaves its square, or is taken on it, can no longer castle.
    #[inline]
    fn forfeit(&mut self, square: u8, side: Side) {
        for rook in &mut self.rooks[side.index()] {
            if *rook == square {
                *rook = NONE;
            }
        }
    }
}

impl Position for Chessboard {
    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    fn piece_on(&self, square: Square) -> Option<Piece> {
        let role = self.role_on(square.0)?;
        let side = match self.sides[0] & 1 << square.0 {
            0 => Side::Second,
            _ => Side::First,
        };
        Some(Piece { role, side })
    }

    #[inline]
    fn play(&mut self, mv: &Move) {
        let side = self.turn;
        let (from, to) = (mv.from.0, mv.to.0);
        self.en_passant = NONE;
        self.halfmoves = self.halfmoves.saturating_add(1);
        match mv.kind {
            MoveKind::Castling(index) => {
                let rook = self.rooks[side.index()][usize::from(index) & 1];
                let rook_to = rules::castling_rook_target(to, index);
                self.lift(from, KING, side);
                if rook != NONE {
                    self.lift(rook, ROOK, side);
                    self.put(rook_to, ROOK, side);
                }
                self.put(to, KING, side);
                self.rooks[side.index()] = [NONE; 2];
            }
            MoveKind::Null => {}
            _ => {
                if let Some(captured) = mv.captured {
                    let at = match mv.kind {
                        MoveKind::EnPassant { victim } => victim.0,
                        _ => to,
                    };
                    self.lift(at, captured, side.other());
                    self.halfmoves = 0;
                    if captured == ROOK {
                        self.forfeit(at, side.other());
                    }
                }
                self.lift(from, mv.piece, side);
                self.put(to, mv.promotion.unwrap_or(mv.piece), side);
                match mv.piece {
                    PAWN => {
                        self.halfmoves = 0;
                        if from.abs_diff(to) == 16 {
                            self.en_passant = (from + to) / 2;
                        }
                    }
                    KING => self.rooks[side.index()] = [NONE; 2],
                    ROOK => self.forfeit(from, side),
                    _ => {}
                }
            }
        }
        if side == Side::Second {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = side.other();
    }

    fn is_check(&self) -> bool {
        let king = self.king(self.turn);
        king < NONE
            && rules::attacked(
                self,
                king,
                self.occupied(),
                self.sides[self.turn.other().index()],
            )
    }

    fn moves(&self, out: &mut Vec<Move>) {
        moves::all(self, out);
    }

    fn key(&self) -> u64 {
        let mut key = 0;
        for (role, men) in self.roles.iter().enumerate() {
            for (side, own) in self.sides.iter().enumerate() {
                let mut rest = men & own;
                while rest != 0 {
                    let square = rest.trailing_zeros() as u64;
                    key ^= random((role as u64 * 2 + side as u64) * 64 + square);
                    rest &= rest - 1;
                }
            }
        }
        for rook in self.rooks.iter().flatten().filter(|rook| **rook != NONE) {
            key ^= random(768 + u64::from(*rook));
        }
        // The right counts only where a pawn could use it.
        if self.en_passant != NONE && rules::can_take_en_passant(self) {
            key ^= random(832 + u64::from(self.en_passant & 7));
        }
        if self.turn == Side::Second {
            key ^= random(840);
        }
        key
    }

    fn describe(&self) -> String {
        let mut fen = String::with_capacity(72);
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                match self.piece_on(Square(rank * 8 + file)) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            let _ = write!(fen, "{empty}");
                            empty = 0;
                        }
                        let letter = PROFILE.roles[piece.role.index()].letter;
                        fen.push(match piece.side {
                            Side::First => letter,
                            Side::Second => letter.to_ascii_lowercase(),
                        });
                    }
                }
            }
            if empty > 0 {
                let _ = write!(fen, "{empty}");
            }
            if rank > 0 {
                fen.push('/');
            }
        }
        fen.push_str(match self.turn {
            Side::First => " w ",
            Side::Second => " b ",
        });
        let before = fen.len();
        for side in [Side::First, Side::Second] {
            for index in 0..2 {
                if let Some(letter) = rules::castling_letter(self, side, index) {
                    fen.push(letter);
                }
            }
        }
        if fen.len() == before {
            fen.push('-');
        }
        match self.en_passant {
            NONE => fen.push_str(" -"),
            square => {
                let _ = write!(fen, " {}", PROFILE.square_name(Square(square)));
            }
        }
        let _ = write!(fen, " {} {}", self.halfmoves, self.fullmoves);
        fen
    }
}

/// A fixed sequence of random numbers (splitmix64).
const fn random(index: u64) -> u64 {
    let z = (index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
