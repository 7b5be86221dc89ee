//! Which squares are attacked from where.

use super::super::notation::Way;
use super::super::profile::{BISHOP, KING, KNIGHT, QUEEN, ROOK};
use crate::board::Side;
use cozy_chess as tables;

/// The squares from which a man that goes a way reaches a square of an empty board.
#[inline(always)]
pub(super) fn reach(side: Side, way: Way, square: u8) -> u64 {
    REACH[side.index() << 3 | usize::from(way.0 & 7)][usize::from(square & 63)]
}

/// [`reach`] by [`Way`], the second side's eight places behind the first's.
static REACH: [[u64; 64]; 16] = {
    let mut reach = [[0; 64]; 16];
    let mut square = 0;
    while square < 64 {
        let here = tables::Square::index_const(square);
        let target = 1u64 << square;
        let mut side = 0;
        while side < 2 {
            let ways = 8 * side;
            let oblique = tables::get_bishop_rays(here).0;
            let straight = tables::get_rook_rays(here).0;
            reach[ways + KNIGHT.get() as usize][square] = tables::get_knight_moves(here).0;
            reach[ways + BISHOP.get() as usize][square] = oblique;
            reach[ways + ROOK.get() as usize][square] = straight;
            reach[ways + QUEEN.get() as usize][square] = oblique | straight;
            reach[ways + KING.get() as usize][square] = tables::get_king_moves(here).0;
            let (pushes, color) = match side {
                0 => (target >> 8 | target >> 16 & 0xFF << 8, tables::Color::Black),
                _ => (
                    target << 8 | target << 16 & 0xFF << 48,
                    tables::Color::White,
                ),
            };
            reach[ways + Way::PUSH.0 as usize][square] = pushes;
            reach[ways + Way::TAKE.0 as usize][square] = tables::get_pawn_attacks(here, color).0;
            side += 1;
        }
        square += 1;
    }
    reach
};

/// The squares between two on a line; none if they are on no line.
pub(super) static BETWEEN: [[u64; 64]; 64] = {
    let mut between = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let (a, b) = (
                tables::Square::index_const(from),
                tables::Square::index_const(to),
            );
            between[from][to] = tables::get_between_rays(a, b).0;
            to += 1;
        }
        from += 1;
    }
    between
};

#[inline(always)]
fn at(square: u8) -> tables::Square {
    tables::Square::index(usize::from(square & 63))
}

#[inline(always)]
pub(super) fn knight_attacks(square: u8) -> u64 {
    reach(Side::First, Way(KNIGHT.get()), square)
}

#[inline(always)]
pub(super) fn king_attacks(square: u8) -> u64 {
    reach(Side::First, Way(KING.get()), square)
}

#[inline(always)]
pub(super) fn bishop_attacks(square: u8, occupied: u64) -> u64 {
    tables::get_bishop_moves(at(square), tables::BitBoard(occupied)).0
}

#[inline(always)]
pub(super) fn rook_attacks(square: u8, occupied: u64) -> u64 {
    tables::get_rook_moves(at(square), tables::BitBoard(occupied)).0
}

/// The squares from which a pawn of this side attacks `square`.
#[inline(always)]
pub(super) fn pawn_attackers(side: Side, square: u8) -> u64 {
    reach(side, Way::TAKE, square)
}
