//! Pieces on squares, and whose turn it is: all that a line needs to know.

use super::Special;
use movetext::{Piece, Position, Role, Side, Square};

/// Pieces on squares, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The squares of each side's pieces, a bit each. They stand first: most boards differ in them.
    sets: [[u64; 4]; 2],
    turn: Side,
    pieces: [u8; 256],
}

impl Board {
    /// An empty board.
    pub fn empty(turn: Side) -> Board {
        Board {
            pieces: [0; 256],
            sets: [[0; 4]; 2],
            turn,
        }
    }

    /// The board of a position.
    pub fn of<P: Position>(position: &P, squares: u8) -> Board {
        let mut board = Board::empty(position.turn());
        for square in (0..squares).map(Square) {
            board.put(square, position.piece_on(square).map_or(0, Board::piece));
        }
        board
    }

    /// A piece as a number: twice the index of its [role](Role::get), and one more if it is the second side's.
    /// No piece is 0.
    pub fn piece(piece: Piece) -> u8 {
        piece.role.get() << 1 | piece.side.index() as u8
    }

    /// What stands on a square: see [`piece`](Board::piece).
    #[inline]
    pub fn on(&self, square: Square) -> u8 {
        self.pieces[square.index()]
    }

    /// The role of what stands on a square.
    #[inline]
    pub fn role(&self, square: Square) -> Option<Role> {
        Role::from_index(self.on(square) >> 1)
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The squares of a side's pieces, a bit each.
    #[inline]
    pub fn set(&self, side: Side) -> &[u64; 4] {
        &self.sets[side.index()]
    }

    /// Puts a piece, or nothing, on a square.
    pub(crate) fn put(&mut self, square: Square, piece: u8) {
        let (word, bit) = (square.index() >> 6, 1u64 << (square.0 & 63));
        for set in &mut self.sets {
            set[word] &= !bit;
        }
        if piece != 0 {
            self.sets[usize::from(piece & 1)][word] |= bit;
        }
        self.pieces[square.index()] = piece;
    }

    /// Moves a piece of the side to move; the turn passes.
    #[inline]
    pub(crate) fn go(&mut self, from: Square, to: Square) {
        let us = self.turn.index();
        let (word, bit) = (from.index() >> 6, 1u64 << (from.0 & 63));
        let (target, mark) = (to.index() >> 6, 1u64 << (to.0 & 63));
        let [first, second] = &mut self.sets;
        let (own, other) = if us == 0 {
            (first, second)
        } else {
            (second, first)
        };
        own[word & 3] &= !bit;
        own[target & 3] |= mark;
        other[target & 3] &= !mark;
        self.pieces[to.index()] = std::mem::take(&mut self.pieces[from.index()]);
        self.turn = self.turn.other();
    }

    /// Plays a special move.
    pub(crate) fn change(&mut self, special: &Special) {
        self.change_seen(special, &mut |_, _, _| {});
    }

    /// Plays a special move, and says of each square what stood there and what stands there afterwards.
    pub(crate) fn change_seen(&mut self, special: &Special, see: &mut impl FnMut(Square, u8, u8)) {
        for (square, piece) in &special.changes {
            see(*square, self.on(*square), *piece);
            self.put(*square, *piece);
        }
        self.turn = special.turn;
    }

    /// What a position has that this board has not.
    pub(crate) fn changes<P: Position>(&self, after: &P, squares: u8) -> Vec<(Square, u8)> {
        (0..squares)
            .map(Square)
            .filter_map(|square| {
                let piece = after.piece_on(square).map_or(0, Board::piece);
                (piece != self.on(square)).then_some((square, piece))
            })
            .collect()
    }

    /// How many pieces there are.
    pub fn count(&self) -> u32 {
        self.sets
            .iter()
            .flatten()
            .map(|word| word.count_ones())
            .sum()
    }

    /// The squares that are not empty, with what stands there.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, u8)> + '_ {
        (0..=u8::MAX)
            .map(Square)
            .map(|square| (square, self.on(square)))
            .filter(|(_, piece)| *piece != 0)
    }
}
