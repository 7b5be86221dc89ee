//! Which squares are attacked from where.

use crate::board::Side;
use cozy_chess as tables;

/// The squares from which a man reaches a square of an empty board: by the index of its role, and
/// for pawns by [`pushes`] and [`takes`].
pub(super) static REACH: [[u64; 64]; 12] = {
    let mut reach = [[0; 64]; 12];
    let mut square = 0;
    while square < 64 {
        let here = tables::Square::index_const(square);
        let oblique = tables::get_bishop_rays(here).0;
        let straight = tables::get_rook_rays(here).0;
        reach[2][square] = tables::get_knight_moves(here).0;
        reach[3][square] = oblique;
        reach[4][square] = straight;
        reach[5][square] = oblique | straight;
        reach[6][square] = tables::get_king_moves(here).0;
        let target = 1u64 << square;
        reach[pushes(Side::First)][square] = target >> 8 | target >> 16 & 0xFF << 8;
        reach[pushes(Side::Second)][square] = target << 8 | target << 16 & 0xFF << 48;
        reach[takes(Side::First)][square] = tables::get_pawn_attacks(here, tables::Color::Black).0;
        reach[takes(Side::Second)][square] = tables::get_pawn_attacks(here, tables::Color::White).0;
        square += 1;
    }
    reach
};

/// The place in [`REACH`] of a side's pawns going straight.
#[inline(always)]
pub(super) const fn pushes(side: Side) -> usize {
    8 + side as usize
}

/// The place in [`REACH`] of a side's pawns that take.
#[inline(always)]
pub(super) const fn takes(side: Side) -> usize {
    10 + side as usize
}

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
    REACH[2][usize::from(square & 63)]
}

#[inline(always)]
pub(super) fn king_attacks(square: u8) -> u64 {
    REACH[6][usize::from(square & 63)]
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
    REACH[takes(side)][usize::from(square & 63)]
}
