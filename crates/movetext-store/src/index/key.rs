//! A number for the pieces on a board: the same for the same pieces on the same squares, with the same side to move.

use crate::line::{Board, Line, LineError, Reaches};
use movetext::{Move, Side, Square};

/// Postings have so many of the highest bits of a key.
pub(crate) const BITS: u32 = 40;

/// The bits of a key that postings have.
#[inline]
pub(crate) fn short(key: u64) -> u64 {
    key >> (64 - BITS)
}

/// The mixing step of SplitMix64.
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// FNV-1a of the id of a variant.
fn seed(id: &str) -> u64 {
    id.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

/// What a piece on a square adds to the key; piece 0 on square 0: that it is the second side's turn.
fn term(seed: u64, piece: u8, square: u8) -> u64 {
    mix(seed ^ (u64::from(piece) << 8 | u64::from(square)))
}

/// The key of a board of the variant with this id.
pub(crate) fn key(id: &str, board: &Board) -> u64 {
    let seed = seed(id);
    let turn = match board.turn() {
        Side::First => 0,
        Side::Second => term(seed, 0, 0),
    };
    let pieces = board.pieces();
    pieces.fold(turn, |key, (square, piece)| {
        key ^ term(seed, piece, square.0)
    })
}

/// What is needed to follow the keys along lines of a variant.
pub(crate) struct Keys {
    id: &'static str,
    /// By piece and square.
    terms: Vec<[u64; 256]>,
    turn: u64,
    /// The pieces of the usual start.
    start: u64,
}

impl Keys {
    /// Those of all variants that have tables.
    pub(crate) fn all(reaches: &Reaches) -> Vec<Keys> {
        let of = |reach: &crate::line::Reach| Keys::new(reach.info().id, reach.start());
        reaches.iter().map(of).collect()
    }

    fn new(id: &'static str, start: &Board) -> Keys {
        let seed = seed(id);
        let mut terms = vec![[0; 256]];
        for piece in 1..=u8::MAX {
            let mut row = [0; 256];
            for (square, value) in (0..=u8::MAX).zip(&mut row) {
                *value = term(seed, piece, square);
            }
            terms.push(row);
        }
        let mut keys = Keys {
            id,
            terms,
            turn: term(seed, 0, 0),
            start: 0,
        };
        keys.start = keys.pieces(start);
        keys
    }

    /// Those of the variant of a line; none if it is not known.
    pub(crate) fn of_line<'k>(all: &'k [Keys], line: &Line<'_>) -> Option<&'k Keys> {
        let id = line.reach()?.info().id;
        all.iter().find(|keys| keys.id == id)
    }

    #[inline]
    fn term(&self, piece: u8, square: Square) -> u64 {
        self.terms[usize::from(piece)][square.index()]
    }

    fn pieces(&self, board: &Board) -> u64 {
        let pieces = board.pieces();
        pieces.fold(0, |key, (square, piece)| key ^ self.term(piece, square))
    }

    /// Goes along a line from its start: gives the key of each position, its board, and the move that led there; as
    /// long as more is wanted.
    ///
    /// # Errors
    ///
    /// If the line is damaged.
    #[inline]
    pub(crate) fn walk(
        &self,
        mut line: Line<'_>,
        board: &mut Board,
        mut see: impl FnMut(u64, &Board, Option<Move>) -> bool,
    ) -> Result<(), LineError> {
        board.clone_from(&line.start());
        let mut pieces = if line.is_custom() {
            self.pieces(board)
        } else {
            self.start
        };
        let mut mv = None;
        loop {
            let turn = match board.turn() {
                Side::First => 0,
                Side::Second => self.turn,
            };
            if !see(pieces ^ turn, board, mv) {
                return Ok(());
            }
            let step = line.step_seen(board, |square, before, after| {
                pieces ^= self.term(before, square) ^ self.term(after, square);
            });
            match step {
                None => return Ok(()),
                Some(step) => mv = Some(step?.0),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What docs/DATABASE.md gives.
    #[test]
    fn the_key_of_the_start_is_as_documented() {
        let keys: Vec<String> = Reaches::standard()
            .iter()
            .map(|reach| {
                format!(
                    "{} {:016x}",
                    reach.info().id,
                    key(reach.info().id, reach.start())
                )
            })
            .collect();
        let page = include_str!("../../../../docs/DATABASE.md");
        for key in keys {
            let (id, key) = key.split_once(' ').expect("two words");
            assert!(page.contains(&format!("`{key}` ({id})")), "{id}: {key}");
        }
    }
}
