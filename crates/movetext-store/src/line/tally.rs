//! The reaches of the pieces on a board, kept so that they need not be added up for every move.

use super::{Board, Reach, Special};
use movetext::{Side, Square};

/// For each side and square, how many squares the piece there could reach on an empty board: a byte each.
#[derive(Clone, Debug)]
pub(crate) struct Tally([[u64; 32]; 2]);

/// Every second byte.
const EVEN: u64 = 0x00FF_00FF_00FF_00FF;

impl Tally {
    /// The tally of an empty board.
    pub(crate) fn empty() -> Tally {
        Tally([[0; 32]; 2])
    }

    /// The tally of a board.
    pub(crate) fn of(reach: &Reach, board: &Board) -> Tally {
        let mut tally = Tally::empty();
        for (square, piece) in board.pieces() {
            tally.put(reach, square, piece);
        }
        tally
    }

    /// The sum over the pieces of a side on squares below this one.
    #[inline]
    pub(crate) fn below(&self, side: Side, square: Square) -> u32 {
        let words = &self.0[side.index()];
        let (word, shift) = (square.index() >> 3, (square.0 & 7) * 8);
        // Four sums of 16 bits each: 32 words of two bytes each cannot overflow them.
        let cut = words[word] & ((1u64 << shift) - 1);
        let mut sums = (cut & EVEN) + (cut >> 8 & EVEN);
        for bytes in &words[..word] {
            sums += (bytes & EVEN) + (bytes >> 8 & EVEN);
        }
        let sums = (sums & 0x0000_FFFF_0000_FFFF) + (sums >> 16 & 0x0000_FFFF_0000_FFFF);
        sums as u32 + (sums >> 32) as u32
    }

    /// A piece of a side goes from one square to another, where it reaches so many.
    #[inline]
    pub(crate) fn go(&mut self, side: Side, from: Square, to: Square, count: u8) {
        let [first, second] = &mut self.0;
        let (own, other) = if side == Side::First {
            (first, second)
        } else {
            (second, first)
        };
        set(own, from, 0);
        set(own, to, count);
        set(other, to, 0);
    }

    /// A special move is played.
    pub(crate) fn change(&mut self, reach: &Reach, special: &Special) {
        for (square, piece) in &special.changes {
            self.put(reach, *square, *piece);
        }
    }

    fn put(&mut self, reach: &Reach, square: Square, piece: u8) {
        let count = reach.count(piece, square);
        let side = usize::from(piece & 1);
        set(&mut self.0[side], square, count);
        set(&mut self.0[1 - side], square, 0);
    }
}

#[inline]
fn set(words: &mut [u64; 32], square: Square, count: u8) {
    let shift = (square.0 & 7) * 8;
    let word = &mut words[square.index() >> 3];
    *word = *word & !(0xFF << shift) | u64::from(count) << shift;
}
