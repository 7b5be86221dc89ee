//! The board as bitboards, and playing resolved moves.
//!
//! The pieces of both sides are in three planes: the binary digits of their role's index. Moving a piece takes
//! the same few operations for every piece and capture, without a branch that depends on the game.

use super::info::{INFO, KING, PAWN, ROOK};
use super::movegen;
use super::rules;
use crate::core::board::{Piece, Role, Side, Square};
use crate::core::moves::{Move, MoveKind};
use crate::core::text::push_number;
use crate::variant::Position;

/// No square: no en passant, no king.
pub(super) const NONE: u8 = 64;

/// A chess position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chessboard {
    /// The pieces of each side.
    pub(super) sides: [u64; 2],
    /// The pieces by the digits of [`Role::get`], the lowest first.
    planes: [u64; 3],
    /// The rooks that may castle.
    pub(super) castling: u64,
    /// Half-moves since the start of the game: even if White is to move.
    plies: u32,
    /// The value of `plies` after the last capture or pawn move; before the start if a FEN says so.
    irreversible: u32,
    /// The square behind a pawn that has just advanced two steps, or [`NONE`].
    pub(super) en_passant: u8,
}

impl Chessboard {
    /// The orthodox start position.
    pub const START: Chessboard = {
        let mut board = Chessboard::EMPTY;
        let mut file = 0;
        while file < 8 {
            let role = Role::new([4, 2, 3, 5, 6, 3, 2, 4][file as usize]);
            board.put(file, role, Side::First);
            board.put(8 + file, PAWN, Side::First);
            board.put(48 + file, PAWN, Side::Second);
            board.put(56 + file, role, Side::Second);
            file += 1;
        }
        board.castling = 0x8100_0000_0000_0081;
        board
    };

    /// A board without pieces.
    pub(super) const EMPTY: Chessboard = Chessboard {
        sides: [0; 2],
        planes: [0; 3],
        castling: 0,
        plies: 0,
        irreversible: 0,
        en_passant: NONE,
    };

    /// Sets the side to move and the counters of a FEN.
    pub(super) fn set_clock(&mut self, turn: Side, halfmoves: u16, fullmoves: u16) {
        let moves = u32::from(fullmoves).saturating_sub(1);
        self.plies = 2 * moves + turn.index() as u32;
        self.irreversible = self.plies.wrapping_sub(halfmoves.into());
    }

    /// The same board with the other side to move.
    pub(super) fn waiting(&self) -> Chessboard {
        Chessboard {
            plies: self.plies ^ 1,
            ..*self
        }
    }

    /// Half-moves since the last capture or pawn move.
    pub(super) fn halfmoves(&self) -> u32 {
        self.plies.wrapping_sub(self.irreversible)
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    /// The pieces of the side to move, and those of the other side.
    #[inline(always)]
    pub(super) fn own_and_enemies(&self) -> (u64, u64) {
        match self.turn() {
            Side::First => (self.sides[0], self.sides[1]),
            Side::Second => (self.sides[1], self.sides[0]),
        }
    }

    #[inline(always)]
    pub(super) fn own(&self) -> u64 {
        self.own_and_enemies().0
    }

    /// The pieces of a role.
    #[inline(always)]
    pub(super) fn of(&self, role: Role) -> u64 {
        let digits = &DIGITS[usize::from(role.get() & 7)];
        let [a, b, c] = self.planes;
        !((a ^ digits[0]) | (b ^ digits[1]) | (c ^ digits[2]))
    }

    #[inline(always)]
    pub(super) fn pawns(&self) -> u64 {
        self.planes[0] & !(self.planes[1] | self.planes[2])
    }

    #[inline(always)]
    pub(super) fn knights(&self) -> u64 {
        self.planes[1] & !(self.planes[0] | self.planes[2])
    }

    #[inline(always)]
    pub(super) fn kings(&self) -> u64 {
        self.planes[1] & self.planes[2]
    }

    /// Bishops and queens.
    #[inline(always)]
    pub(super) fn diagonal(&self) -> u64 {
        self.planes[0] & (self.planes[1] | self.planes[2])
    }

    /// Rooks and queens.
    #[inline(always)]
    pub(super) fn orthogonal(&self) -> u64 {
        self.planes[2] & !self.planes[1]
    }

    /// The king of a side; [`NONE`] if it is missing.
    #[inline(always)]
    pub(super) fn king(&self, side: Side) -> u8 {
        (self.kings() & self.sides[side.index()]).trailing_zeros() as u8
    }

    #[inline(always)]
    pub(super) fn role_on(&self, square: u8) -> Option<Role> {
        let digit = |plane: usize| (self.planes[plane] >> (square & 63)) as u8 & 1;
        Role::from_index(digit(0) | digit(1) << 1 | digit(2) << 2)
    }

    /// The first field of a FEN.
    fn ranks(&self) -> Ranks {
        let mut ranks = Ranks::default();
        let occupied = self.sides[0] | self.sides[1];
        for rank in (0..8).rev() {
            let first = rank * 8;
            let mut taken = (occupied >> first) as u8;
            let mut next = 0;
            while taken != 0 {
                let file = taken.trailing_zeros() as u8;
                ranks.gap(file - next);
                let square = first + file;
                let digit = |plane: usize| (self.planes[plane] >> square) as usize & 1;
                let role = digit(0) | digit(1) << 1 | digit(2) << 2;
                let side = (!self.sides[0] >> square) as usize & 1;
                ranks.push(LETTERS[side][role]);
                next = file + 1;
                taken &= taken - 1;
            }
            ranks.gap(8 - next);
            if rank > 0 {
                ranks.push(b'/');
            }
        }
        ranks
    }

    /// The rook that a side may castle with, king's side (0) or queen's side (1).
    pub(super) fn castling_rook(&self, side: Side, index: usize) -> Option<u8> {
        let king = self.king(side);
        let rooks = self.castling & self.sides[side.index()];
        if king >= NONE || rooks == 0 {
            return None;
        }
        let beyond = match index {
            0 => rooks & (u64::MAX << king),
            _ => rooks & !(u64::MAX << king),
        };
        (beyond != 0).then_some(beyond.trailing_zeros() as u8)
    }

    /// Puts a piece on an empty square.
    pub(super) const fn put(&mut self, square: u8, role: Role, side: Side) {
        let bit = 1 << square;
        self.sides[side.index()] |= bit;
        let mut plane = 0;
        while plane < 3 {
            if role.get() >> plane & 1 == 1 {
                self.planes[plane] |= bit;
            }
            plane += 1;
        }
    }

    /// Removes a piece from its square.
    fn lift(&mut self, square: u8, side: Side) {
        let keep = !(1 << square);
        self.sides[side.index()] &= keep;
        self.planes = self.planes.map(|plane| plane & keep);
    }

    /// The position after a piece moved to a square, with or without promotion.
    ///
    /// It is built from values rather than changed in place: reading fields together that were just written
    /// separately would stall.
    #[inline(always)]
    pub(super) fn after(&self, piece: Role, from: u8, to: u8, becomes: Role) -> Chessboard {
        let (from, to) = (from & 63, to & 63);
        let (origin, target) = (1u64 << from, 1u64 << to);
        let lifted = !(origin | target);
        let (own, enemies) = self.own_and_enemies();
        let takes = usize::from((enemies >> to) as u8 & 1);
        let (own, enemies) = (own & lifted | target, enemies & !target);
        // The second side's pieces come second.
        let exchange = (own ^ enemies) & 0u64.wrapping_sub(u64::from(self.plies & 1));
        let sides = [own ^ exchange, enemies ^ exchange];
        let [a, b, c] = self.planes;
        let digits = &DIGITS[usize::from(becomes.get() & 7)];
        // Masks instead of conditions, because the moving and the captured piece are unpredictable. They are
        // looked up, since the compiler turns values known to be all ones or zeros into branches again.
        let pawn = piece == PAWN;
        let double = u8::from(from ^ to == 16) & u8::from(pawn);
        let quiet = REVERSIBLE[usize::from(piece.get() & 7)] & NOT_TAKEN[takes];
        let plies = self.plies.wrapping_add(1);
        Chessboard {
            sides,
            planes: [
                a & lifted | target & digits[0],
                b & lifted | target & digits[1],
                c & lifted | target & digits[2],
            ],
            // A rook that leaves its square, or is captured on it, can no longer castle.
            castling: self.castling & lifted & if piece == KING { enemies } else { !0 },
            plies,
            irreversible: plies ^ (plies ^ self.irreversible) & quiet,
            en_passant: NONE ^ (NONE ^ ((from + to) / 2)) & 0u8.wrapping_sub(double),
        }
    }

    /// Plays moves that are more than a piece moving to a square.
    #[cold]
    fn play_special(&mut self, mv: &Move) {
        let side = self.turn();
        self.plies = self.plies.wrapping_add(1);
        self.en_passant = NONE;
        match mv.kind {
            MoveKind::Castling(index) => {
                let rook = self.castling_rook(side, usize::from(index & 1));
                self.lift(mv.from.0, side);
                if let Some(rook) = rook {
                    self.lift(rook, side);
                    self.put(rules::castling_rook_target(mv.to.0, index), ROOK, side);
                }
                self.put(mv.to.0, KING, side);
                self.castling &= self.sides[side.other().index()];
            }
            MoveKind::EnPassant { victim } => {
                self.lift(victim.0, side.other());
                self.lift(mv.from.0, side);
                self.put(mv.to.0, PAWN, side);
                self.irreversible = self.plies;
            }
            _ => {}
        }
    }
}

impl Position for Chessboard {
    #[inline(always)]
    fn turn(&self) -> Side {
        match self.plies & 1 {
            0 => Side::First,
            _ => Side::Second,
        }
    }

    fn piece_on(&self, square: Square) -> Option<Piece> {
        let role = self.role_on(square.0)?;
        let side = match self.sides[0] & 1 << square.0 {
            0 => Side::Second,
            _ => Side::First,
        };
        Some(Piece { role, side })
    }

    fn play(&mut self, mv: &Move) {
        let becomes = mv.promotion.unwrap_or(mv.piece);
        match mv.kind {
            MoveKind::Normal => {
                *self = self.after(mv.piece, mv.from.0, mv.to.0, becomes);
            }
            _ => self.play_special(mv),
        }
    }

    fn is_check(&self) -> bool {
        let king = self.king(self.turn());
        let (own, enemies) = self.own_and_enemies();
        king < NONE && rules::attacked(self, king, own | enemies, enemies)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        movegen::legal_moves(self, out);
    }

    /// Computed on demand: updating it with every move would slow down everyone who does not need it.
    #[inline]
    fn key(&self) -> u64 {
        // The en passant right counts only if a pawn could use it.
        let en_passant = match self.en_passant {
            NONE => 0,
            _ if !rules::can_take_en_passant(self) => 0,
            square => 8 | u64::from(square & 7),
        };
        let rest = en_passant << 1 | self.turn().index() as u64;
        let [a, b, c] = self.planes;
        let key = mix(self.sides[0] ^ random(0), a ^ random(1));
        let key = mix(b ^ random(2), c ^ key);
        let key = mix(self.castling ^ random(3), rest ^ key);
        mix(key ^ random(4), random(5))
    }

    fn describe(&self) -> String {
        let mut fen = String::with_capacity(88);
        fen.push_str(self.ranks().as_str());
        fen.push_str(match self.turn() {
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
                fen.push(' ');
                fen.push_str(INFO.square_name(Square(square)).as_str());
            }
        }
        fen.push(' ');
        push_number(&mut fen, self.halfmoves().into());
        fen.push(' ');
        push_number(&mut fen, (self.plies / 2 + 1).into());
        fen
    }
}

/// The ranks of a FEN: at most a letter for each square, and slashes.
struct Ranks {
    bytes: [u8; 72],
    len: usize,
}

impl Default for Ranks {
    fn default() -> Ranks {
        Ranks {
            bytes: [0; 72],
            len: 0,
        }
    }
}

impl Ranks {
    #[inline]
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.len) {
            *place = byte;
            self.len += 1;
        }
    }

    /// So many empty squares in a row.
    #[inline]
    fn gap(&mut self, squares: u8) {
        if squares > 0 {
            self.push(b'0' + squares);
        }
    }

    /// All bytes are ASCII.
    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }
}

/// The letters of a FEN by side and the role's index.
static LETTERS: [[u8; 8]; 2] = {
    let mut letters = [[b'?'; 8]; 2];
    let mut role = 0;
    while role < INFO.roles.len() {
        let letter = INFO.roles[role].letter as u8;
        letters[0][role + 1] = letter;
        letters[1][role + 1] = letter.to_ascii_lowercase();
        role += 1;
    }
    letters
};

/// The digits of each role's index, each on all squares.
static DIGITS: [[u64; 3]; 8] = {
    let mut digits = [[0; 3]; 8];
    let mut role = 0;
    while role < 8 {
        let mut plane = 0;
        while plane < 3 {
            digits[role][plane] = if role >> plane & 1 == 1 { !0 } else { 0 };
            plane += 1;
        }
        role += 1;
    }
    digits
};

/// All ones for the pieces whose moves are reversible, by the role's index: zero for pawns.
static REVERSIBLE: [u32; 8] = {
    let mut masks = [!0; 8];
    masks[PAWN.get() as usize] = 0;
    masks
};

/// All ones if no piece is captured.
static NOT_TAKEN: [u32; 2] = [!0, 0];

/// Combines two numbers so that each bit of the result depends on all of theirs.
const fn mix(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// A fixed sequence of random numbers (splitmix64).
const fn random(index: u64) -> u64 {
    let z = (index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
