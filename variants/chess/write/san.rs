//! Standard algebraic notation in the form of export, built in a register: no move has more than seven characters.

use super::super::Chess;
use super::super::info::{INFO, KING, PAWN, QUEEN};
use super::super::movegen::{has_legal_moves, squares};
use super::super::notation::Way;
use super::super::position::{Chessboard, NONE};
use super::super::rules;
use crate::core::moves::{Move, MoveKind};
use crate::variant::{Ply, Position};

/// A move in standard algebraic notation, as export writes it (CH-166 to CH-197).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct San {
    /// The characters, the first in the lowest byte.
    bytes: u64,
    len: u32,
}

impl San {
    /// The move without its check mark.
    #[inline]
    pub(in super::super) fn body(mv: &Move, before: &Chessboard) -> San {
        match mv.kind {
            MoveKind::Castling(index) => San::text(INFO.castlings[usize::from(index & 1)]),
            // No piece moves.
            MoveKind::Null => San::text("--"),
            _ => San::with(mv, disambiguation(mv, before)),
        }
    }

    /// The whole move, with its check mark.
    #[inline]
    pub(in super::super) fn of(mv: &Move, before: &Chessboard, after: &Chessboard) -> San {
        San::body(mv, before).marked(mv, after)
    }

    /// Whether a move is written like this, faster than [`of`](San::of) says it.
    ///
    /// Nearly all moves have a short form: a piece or a pawn, a capture, the target. A move that was understood by
    /// it needs no more, so that other pieces are not looked for. As in reading, there are few branches.
    #[inline(always)]
    pub(in super::super) fn is_written(ply: &Ply<'_, Chess>) -> bool {
        let (mv, written) = (&ply.mv, ply.text.word());
        let usual = mv.kind == MoveKind::Normal && mv.promotion.is_none();
        let short = San::short(mv);
        if !usual || written & short.mask() != short.bytes {
            return San::is_written_in_full(ply);
        }
        // No move contains a zero byte.
        let mark = written ^ short.bytes;
        let king = ply.after.king(ply.after.turn());
        let is = if king < NONE && sees(mv, ply.after, king) {
            mark == u64::from(check_mark(ply.after)) << (8 * short.len)
        } else {
            mark == 0
        };
        debug_assert_eq!(is, San::is_written_in_full(ply));
        is
    }

    #[inline(never)]
    fn is_written_in_full(ply: &Ply<'_, Chess>) -> bool {
        let null = ply.mv.kind == MoveKind::Null;
        !null && San::of(&ply.mv, ply.before, ply.after).bytes == ply.text.word()
    }

    /// The form of a move that is no promotion or castling, without its origin and its check mark.
    #[inline(always)]
    fn short(mv: &Move) -> San {
        let takes = mv.captured.is_some();
        let (file, rank) = (u64::from(mv.to.0 & 7), u64::from(mv.to.0 >> 3 & 7));
        let start = SHORT[mv.piece.index() & 7][usize::from(takes)];
        // A pawn that captures begins with its file.
        let pawn = mv.piece == PAWN && takes;
        let first = u64::from(mv.from.0 & 7) * u64::from(pawn);
        let target = u64::from(u16::from_le_bytes(*b"a1")) + file + (rank << 8);
        San {
            bytes: (start.bytes + first) | (target << (8 * start.len)),
            len: start.len + 2,
        }
    }

    /// Appends the move to a text.
    #[inline]
    pub(in super::super) fn push_to(self, out: &mut String) {
        // All characters are ASCII.
        let bytes = self.bytes.to_le_bytes();
        out.extend(
            bytes[..self.len as usize]
                .iter()
                .map(|byte| char::from(*byte)),
        );
    }

    fn text(text: &str) -> San {
        let mut san = San { bytes: 0, len: 0 };
        text.bytes().for_each(|byte| san.push(byte));
        san
    }

    /// The move of a piece, with the file and the rank of its origin or without.
    #[inline]
    fn with(mv: &Move, (file, rank): (bool, bool)) -> San {
        let mut san = San::short(mv);
        if rank {
            san.insert(b'1' + (mv.from.0 >> 3 & 7));
        }
        if file {
            san.insert(b'a' + (mv.from.0 & 7));
        }
        if let Some(role) = mv.promotion {
            san.push(b'=');
            san.push(LETTERS[role.index() & 7]);
        }
        san
    }

    /// With the check mark that the position after it asks for.
    #[inline]
    fn marked(mut self, mv: &Move, after: &Chessboard) -> San {
        if gives_check(mv, after) {
            self.push(check_mark(after));
        }
        self
    }

    /// The bits of its characters.
    #[inline(always)]
    fn mask(self) -> u64 {
        (1 << ((8 * self.len) & 63)) - 1
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.bytes |= u64::from(byte) << (8 * self.len);
        self.len += 1;
    }

    /// Inserts a character after the first.
    #[inline]
    fn insert(&mut self, byte: u8) {
        let (first, rest) = (self.bytes & 0xFF, self.bytes & !0xFF);
        self.bytes = first | u64::from(byte) << 8 | rest << 8;
        self.len += 1;
    }
}

/// The letters of the pieces, by the index of their role.
static LETTERS: [u8; 8] = {
    let mut letters = [b'?'; 8];
    let mut role = 0;
    while role < INFO.roles.len() {
        letters[role] = INFO.roles[role].letter as u8;
        role += 1;
    }
    letters
};

/// How a move in [short form](San::short) begins, by the index of the role: quiet moves and captures.
static SHORT: [[San; 2]; 8] = {
    let mut short = [[San { bytes: 0, len: 1 }, San { bytes: 0, len: 2 }]; 8];
    let mut role = 0;
    while role < 8 {
        let letter = if role == PAWN.index() {
            b'a'
        } else {
            LETTERS[role]
        };
        short[role][0].bytes = letter as u64;
        short[role][1].bytes = letter as u64 | (b'x' as u64) << 8;
        role += 1;
    }
    // A pawn's quiet move is its target.
    short[PAWN.index()][0] = San { bytes: 0, len: 0 };
    short
};

/// Whether file and rank of the origin square are needed. Only pieces that may legally move to the same square
/// count, so a pinned one does not.
#[inline]
fn disambiguation(mv: &Move, board: &Chessboard) -> (bool, bool) {
    let others = board.of(mv.piece) & board.own() & !(1 << mv.from.0);
    let others = others & rules::reach(board.turn(), Way(mv.piece.get()), mv.to.0);
    if others == 0 || mv.piece == KING || mv.piece == PAWN {
        return (false, false);
    }
    among(others, mv, board)
}

#[inline(never)]
fn among(others: u64, mv: &Move, board: &Chessboard) -> (bool, bool) {
    let (from, to) = (mv.from.0 & 63, mv.to.0 & 63);
    let (mut any, mut file, mut rank) = (false, false, false);
    for other in squares(others) {
        if rules::is_open(other, to, board.occupied()) && rules::is_safe(board, other, to, to) {
            any = true;
            file |= other & 7 == from & 7;
            rank |= other >> 3 == from >> 3;
        }
    }
    // The file distinguishes best, then the rank; both only if neither alone does.
    (any && (!file || rank), any && file)
}

/// The mark of a position in check.
#[inline]
fn check_mark(board: &Chessboard) -> u8 {
    if has_legal_moves(board) { b'+' } else { b'#' }
}

/// Whether a move that led to a position gives check.
#[inline]
fn gives_check(mv: &Move, after: &Chessboard) -> bool {
    let king = after.king(after.turn());
    match mv.kind {
        _ if king >= NONE => false,
        MoveKind::Null => false,
        MoveKind::Normal => sees(mv, after, king),
        _ => after.is_check(),
    }
}

/// Whether a usual move gives check to a king: where the piece stands, or by leaving the line between the king and a
/// piece behind it.
#[inline(always)]
fn sees(mv: &Move, after: &Chessboard, king: u8) -> bool {
    let role = mv.promotion.unwrap_or(mv.piece).get();
    let way = if role == PAWN.get() {
        Way::TAKE.0
    } else {
        role
    };
    // Of the side that moved.
    let side = after.turn().other();
    let (from, to) = (mv.from.0 & 63, mv.to.0 & 63);
    let reaches = |way, square: u8| rules::reach(side, Way(way), king) >> square & 1 == 1;
    let is_open = |square| rules::is_open(king, square, after.occupied());
    reaches(way, to) & is_open(to) || reaches(QUEEN.get(), from) & is_open(from) && after.is_check()
}
