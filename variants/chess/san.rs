//! Standard algebraic notation in the form of export, built in a register: no move has more than seven characters.

use super::info::{INFO, KING, PAWN, QUEEN};
use super::movegen::{has_legal_moves, squares};
use super::notation::Way;
use super::position::{Chessboard, NONE};
use super::rules;
use crate::core::moves::{Move, MoveKind};
use crate::variant::Position;

/// A move in standard algebraic notation, as export writes it (CH-166 to CH-197).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct San {
    /// The characters, the first in the lowest byte.
    bytes: u64,
    len: u32,
}

impl San {
    /// The move without its check mark.
    #[inline]
    pub(super) fn body(mv: &Move, before: &Chessboard) -> San {
        let mut san = San { bytes: 0, len: 0 };
        match mv.kind {
            MoveKind::Castling(index) => {
                san.push_all(INFO.castlings[usize::from(index & 1)]);
                return san;
            }
            // No piece moves.
            MoveKind::Null => {
                san.push_all("--");
                return san;
            }
            _ => {}
        }
        let (file, rank) = (b'a' + (mv.from.0 & 7), b'1' + (mv.from.0 >> 3 & 7));
        if mv.piece == PAWN {
            san.push_if(mv.captured.is_some(), file);
        } else {
            san.push(LETTERS[mv.piece.index() & 7]);
            let (needs_file, needs_rank) = disambiguation(mv, before);
            san.push_if(needs_file, file);
            san.push_if(needs_rank, rank);
        }
        san.push_if(mv.captured.is_some(), b'x');
        san.push(b'a' + (mv.to.0 & 7));
        san.push(b'1' + (mv.to.0 >> 3 & 7));
        if let Some(role) = mv.promotion {
            san.push(b'=');
            san.push(LETTERS[role.index() & 7]);
        }
        san
    }

    /// The whole move, with its check mark.
    #[inline]
    pub(super) fn of(mv: &Move, before: &Chessboard, after: &Chessboard) -> San {
        let mut san = San::body(mv, before);
        if gives_check(mv, after) {
            let mark = if has_legal_moves(after) { b'+' } else { b'#' };
            san.push(mark);
        }
        san
    }

    /// Whether a text is this move.
    #[inline]
    pub(super) fn is(self, text: &[u8]) -> bool {
        text.len() == self.len as usize && word(text) == self.bytes
    }

    /// Appends the move to a text.
    #[inline]
    pub(super) fn push_to(self, out: &mut String) {
        // All characters are ASCII.
        let bytes = self.bytes.to_le_bytes();
        out.extend(
            bytes[..self.len as usize]
                .iter()
                .map(|byte| char::from(*byte)),
        );
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.bytes |= u64::from(byte) << (8 * self.len);
        self.len += 1;
    }

    #[inline(always)]
    fn push_if(&mut self, condition: bool, byte: u8) {
        self.bytes |= (u64::from(byte) * u64::from(condition)) << (8 * self.len);
        self.len += u32::from(condition);
    }

    fn push_all(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.push(byte));
    }
}

/// Up to eight bytes, the first in the lowest. Two loads, which may overlap, are one branch instead of a loop.
#[inline]
fn word(text: &[u8]) -> u64 {
    let len = text.len();
    if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        let [first, last] = [first, last].map(|four| u64::from(u32::from_le_bytes(*four)));
        return first | last << (8 * (len - 4) % 64);
    }
    if let (Some(first), Some(last)) = (text.first_chunk::<2>(), text.last_chunk::<2>()) {
        let [first, last] = [first, last].map(|two| u64::from(u16::from_le_bytes(*two)));
        return first | last << (8 * (len - 2) % 64);
    }
    text.first().map_or(0, |byte| u64::from(*byte))
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

/// Whether file and rank of the origin square are needed. Only pieces that may legally move to the same square
/// count, so a pinned one does not.
#[inline]
fn disambiguation(mv: &Move, board: &Chessboard) -> (bool, bool) {
    let others = board.of(mv.piece) & board.own() & !(1 << mv.from.0);
    let others = others & rules::reach(board.turn(), Way(mv.piece.get()), mv.to.0);
    if others == 0 || mv.piece == KING {
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

/// Whether a move that led to a position gives check.
///
/// A piece can give check where it stands, or by leaving the line between a piece behind it and the king.
#[inline]
fn gives_check(mv: &Move, after: &Chessboard) -> bool {
    let king = after.king(after.turn());
    if king >= NONE {
        return false;
    }
    match mv.kind {
        MoveKind::Normal => {
            let role = mv.promotion.unwrap_or(mv.piece);
            let way = if role == PAWN {
                Way::TAKE
            } else {
                Way(role.get())
            };
            // Of the side that moved.
            let side = after.turn().other();
            let (from, to) = (mv.from.0 & 63, mv.to.0 & 63);
            let direct = rules::reach(side, way, king) >> to & 1 == 1
                && rules::is_open(king, to, after.occupied());
            let lines = rules::reach(side, Way(QUEEN.get()), king);
            let left = lines >> from & 1 == 1 && rules::is_open(king, from, after.occupied());
            direct || left && after.is_check()
        }
        MoveKind::Null => false,
        _ => after.is_check(),
    }
}
