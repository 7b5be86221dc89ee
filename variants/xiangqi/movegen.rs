//! All legal moves of a position, by origin and then by target.

use super::geometry::{POINTS, Set, file, one, points, rank};
use super::position::Board;
use super::rules::{is_safe, made, step};
use crate::core::board::{Piece, Square};
use crate::core::moves::Move;
use crate::variant::Position;

/// Appends all legal moves.
pub(super) fn legal_moves(board: &Board, out: &mut Vec<Move>) {
    for from in points(board.side(board.turn())) {
        let Some(role) = board.own(from) else {
            continue;
        };
        for to in points(REACH[from.index()]) {
            if step(board, role, from, to).is_ok() && is_safe(board, from, to) {
                out.push(made(board, role, from, to));
            }
        }
    }
}

/// Whether there is any legal move.
pub(super) fn has_legal_moves(board: &Board) -> bool {
    points(board.side(board.turn())).any(|from| {
        board.own(from).is_some_and(|role| {
            points(REACH[from.index()])
                .any(|to| step(board, role, from, to).is_ok() && is_safe(board, from, to))
        })
    })
}

/// Where a piece could go if it were alone on the board.
pub(super) fn reach(piece: Piece, from: Square) -> Vec<Square> {
    let mut board = Board::empty(piece.side);
    board.put(from, piece);
    points(REACH[from.index()])
        .filter(|&to| step(&board, piece.role, from, to).is_ok())
        .collect()
}

/// Where a piece of any kind could move from each point: along the lines, or up to two points away.
static REACH: [Set; POINTS] = {
    let mut sets = [0; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut to = 0;
        while to < POINTS {
            let (a, b) = (Square(from as u8), Square(to as u8));
            let across = file(a).abs_diff(file(b));
            let along = rank(a).abs_diff(rank(b));
            if from != to && (across == 0 || along == 0 || (across <= 2 && along <= 2)) {
                sets[from] |= one(b);
            }
            to += 1;
        }
        from += 1;
    }
    sets
};
