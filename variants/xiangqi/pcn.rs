//! Games of Xiangqi in Portable Chess Notation: style `x`, Red at the bottom.

use super::geometry::{FILES, POINTS, RANKS, file, rank};
use super::position::Board;
use crate::core::board::{Piece, Side, Square};
use crate::format::pcn::Mapping;
use crate::variant::Position;

pub(super) const MAPPING: Mapping = Mapping {
    style: "x",
    pieces: &["g", "a", "e", "h", "r", "c", "s"],
    rows: &[FILES; RANKS as usize],
    place: |point| (RANKS - 1 - rank(point), file(point)),
    setup,
    family: None,
};

fn setup(pieces: &dyn Fn(Square) -> Option<Piece>, turn: Side) -> String {
    let mut board = Board::empty(turn);
    for point in (0..POINTS as u8).map(Square) {
        if let Some(piece) = pieces(point) {
            board.put(point, piece);
        }
    }
    board.describe()
}
