//! The squares that a piece attacks.
//!
//! Nothing here is larger than the processor's first-level cache: tables of all blockers on a line would be
//! accessed in different places with every move, and would stall.

use super::super::info::{BISHOP, KING, KNIGHT, QUEEN, ROOK};
use super::super::notation::Way;
use crate::core::board::{Role, Side};

/// One step in each direction: files, ranks. Each line is one direction and its opposite; the first
/// of the two leads to higher squares.
const DIRECTIONS: [[(i8, i8); 2]; 4] = [
    [(0, 1), (0, -1)],
    [(1, 0), (-1, 0)],
    [(1, 1), (-1, -1)],
    [(-1, 1), (1, -1)],
];

const KNIGHT_STEPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// The square some steps away, as a bit; 0 outside the board.
const fn bit(square: usize, (file, rank): (i8, i8), steps: i8) -> u64 {
    let file = (square % 8) as i8 + file * steps;
    let rank = (square / 8) as i8 + rank * steps;
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        1 << (rank * 8 + file)
    } else {
        0
    }
}

/// All squares in a direction.
const fn ray(square: usize, direction: (i8, i8)) -> u64 {
    let mut ray = 0;
    let mut steps = 1;
    while steps < 8 {
        ray |= bit(square, direction, steps);
        steps += 1;
    }
    ray
}

/// The squares of a line on both sides of a square.
#[derive(Clone, Copy)]
struct Line {
    lower: u64,
    upper: u64,
}

/// The lines through each square: file, rank, and the two diagonals.
static LINES: [[Line; 4]; 64] = {
    let mut lines = [[Line { lower: 0, upper: 0 }; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let [up, down] = DIRECTIONS[line];
            lines[square][line] = Line {
                lower: ray(square, down),
                upper: ray(square, up),
            };
            line += 1;
        }
        square += 1;
    }
    lines
};

impl Line {
    /// The squares up to the next pieces on both sides, including those.
    #[inline(always)]
    fn attacks(self, occupied: u64) -> u64 {
        let lower = self.lower & occupied;
        let upper = self.upper & occupied;
        // Subtracting the next piece below borrows from the next one above.
        let next = 1 << (63 - (lower | 1).leading_zeros());
        (upper ^ upper.wrapping_sub(next)) & (self.lower | self.upper)
    }
}

/// The squares that a piece other than a pawn attacks.
pub(in super::super) fn attacks(role: Role, square: u8, occupied: u64) -> u64 {
    match role {
        KNIGHT => knight_attacks(square),
        BISHOP => bishop_attacks(square, occupied),
        ROOK => rook_attacks(square, occupied),
        QUEEN => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        _ => king_attacks(square),
    }
}

#[inline(always)]
pub(super) fn rook_attacks(square: u8, occupied: u64) -> u64 {
    let [file, rank, _, _] = &LINES[usize::from(square & 63)];
    file.attacks(occupied) | rank.attacks(occupied)
}

#[inline(always)]
pub(super) fn bishop_attacks(square: u8, occupied: u64) -> u64 {
    let [_, _, diagonal, other] = &LINES[usize::from(square & 63)];
    diagonal.attacks(occupied) | other.attacks(occupied)
}

#[inline(always)]
pub(super) fn knight_attacks(square: u8) -> u64 {
    reach(Side::First, Way(KNIGHT.get()), square)
}

#[inline(always)]
pub(super) fn king_attacks(square: u8) -> u64 {
    reach(Side::First, Way(KING.get()), square)
}

/// The squares from which a pawn of this side attacks `square`.
#[inline(always)]
pub(in super::super) fn pawn_attackers(side: Side, square: u8) -> u64 {
    reach(side, Way::TAKE, square)
}

/// The squares from which a piece that moves in a [`Way`] reaches a square on an empty board.
#[inline(always)]
pub(in super::super) fn reach(side: Side, way: Way, square: u8) -> u64 {
    REACH[side.index() << 3 | usize::from(way.0 & 7)][usize::from(square & 63)]
}

/// [`reach`] by [`Way`]; the second side's eight entries follow the first's.
static REACH: [[u64; 64]; 16] = {
    let mut reach = [[0; 64]; 16];
    let mut square = 0;
    while square < 64 {
        let mut rays = [0; 2];
        let mut king = 0;
        let mut line = 0;
        while line < 4 {
            let [up, down] = DIRECTIONS[line];
            rays[line / 2] |= ray(square, up) | ray(square, down);
            king |= bit(square, up, 1) | bit(square, down, 1);
            line += 1;
        }
        let [orthogonal, diagonal] = rays;
        let mut knight = 0;
        let mut step = 0;
        while step < 8 {
            knight |= bit(square, KNIGHT_STEPS[step], 1);
            step += 1;
        }
        let target = 1u64 << square;
        let mut side = 0;
        while side < 2 {
            let ways = 8 * side;
            reach[ways + KNIGHT.get() as usize][square] = knight;
            reach[ways + BISHOP.get() as usize][square] = diagonal;
            reach[ways + ROOK.get() as usize][square] = orthogonal;
            reach[ways + QUEEN.get() as usize][square] = diagonal | orthogonal;
            reach[ways + KING.get() as usize][square] = king;
            let (pushes, back) = match side {
                0 => (target >> 8 | target >> 16 & 0xFF << 8, -1),
                _ => (target << 8 | target << 16 & 0xFF << 48, 1),
            };
            reach[ways + Way::PUSH.0 as usize][square] = pushes;
            reach[ways + Way::TAKE.0 as usize][square] =
                bit(square, (-1, back), 1) | bit(square, (1, back), 1);
            side += 1;
        }
        square += 1;
    }
    reach
};

/// The squares between two squares on a line; empty if they are not on a line.
pub(super) static BETWEEN: [[u64; 64]; 64] = {
    let mut between = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut direction = 0;
        while direction < 8 {
            let step = DIRECTIONS[direction / 2][direction % 2];
            let mut passed = 0;
            let mut steps = 1;
            while steps < 8 {
                let to = bit(from, step, steps);
                if to != 0 {
                    between[from][to.trailing_zeros() as usize] = passed;
                }
                passed |= to;
                steps += 1;
            }
            direction += 1;
        }
        from += 1;
    }
    between
};
