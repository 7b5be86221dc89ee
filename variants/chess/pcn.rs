//! Games of chess in Portable Chess Notation: style `w`, White at the bottom.

use super::info::{KING, ROOK};
use super::position::Chessboard;
use crate::core::board::{Piece, Side, Square};
use crate::format::pcn::Mapping;
use crate::variant::Position;

pub(super) const MAPPING: Mapping = Mapping {
    style: "w",
    pieces: &["p", "n", "b", "r", "q", "k"],
    rows: &[8; 8],
    place: |square| (7 - (square.0 >> 3), square.0 & 7),
    setup,
    family: None,
};

/// A FEN with the castling rights for which king and rook are on their original squares.
fn setup(pieces: &dyn Fn(Square) -> Option<Piece>, turn: Side) -> String {
    let mut board = Chessboard::EMPTY;
    for square in 0..64 {
        if let Some(Piece { role, side }) = pieces(Square(square)) {
            board.put(square, role, side);
        }
    }
    board.set_clock(turn, 0, 1);
    for (side, home) in [(Side::First, 0), (Side::Second, 56)] {
        let stands = |square: u8, role| {
            pieces(Square(home + square))
                .is_some_and(|piece| piece.role == role && piece.side == side)
        };
        for rook in [0, 7] {
            if stands(4, KING) && stands(rook, ROOK) {
                board.castling |= 1 << (home + rook);
            }
        }
    }
    board.describe()
}
