//! Sets of hexes.

use super::super::geometry::HEXES;
use crate::core::board::Square;
use std::ops::{BitAnd, BitOr};

/// A set of hexes, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HexSet([u64; 3]);

impl HexSet {
    /// No hex.
    pub const EMPTY: HexSet = HexSet([0; 3]);

    /// The set of one hex. Built without storing single words, because a load of the whole set would stall on
    /// them.
    #[inline]
    pub const fn of(hex: Square) -> HexSet {
        let bit = 1 << (hex.0 & 63);
        let word = hex.0 >> 6;
        HexSet([
            if word == 0 { bit } else { 0 },
            if word == 1 { bit } else { 0 },
            if word == 2 { bit } else { 0 },
        ])
    }

    /// The set with another hex.
    #[inline]
    #[must_use]
    pub const fn with(self, hex: Square) -> HexSet {
        self.union(HexSet::of(hex))
    }

    /// Adds a hex.
    #[inline]
    pub const fn insert(&mut self, hex: Square) {
        self.0[hex.index() >> 6] |= 1 << (hex.0 & 63);
    }

    /// Removes a hex.
    #[inline]
    pub const fn remove(&mut self, hex: Square) {
        self.0[hex.index() >> 6] &= !(1 << (hex.0 & 63));
    }

    /// The hexes of either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: HexSet) -> HexSet {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        HexSet([a | d, b | e, c | f])
    }

    /// The hexes that are not in the other set.
    #[inline]
    #[must_use]
    pub const fn without(self, other: HexSet) -> HexSet {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        HexSet([a & !d, b & !e, c & !f])
    }

    /// Whether a hex is in the set.
    #[inline]
    pub const fn contains(self, hex: Square) -> bool {
        self.0[hex.index() >> 6] >> (hex.0 & 63) & 1 != 0
    }

    /// Whether no hex is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Whether the two sets share a hex.
    #[inline]
    pub fn meets(self, other: HexSet) -> bool {
        !(self & other).is_empty()
    }

    /// The first hex.
    #[inline]
    pub fn first(self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros() as usize;
        Some(Square((word * 64 + bit) as u8))
    }

    /// The hex, if there is exactly one.
    #[inline]
    pub fn single(self) -> Option<Square> {
        let first = self.first()?;
        self.without(HexSet::of(first)).is_empty().then_some(first)
    }

    /// The number of hexes.
    #[inline]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

impl BitAnd for HexSet {
    type Output = HexSet;

    #[inline]
    fn bitand(self, other: HexSet) -> HexSet {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        HexSet([a & d, b & e, c & f])
    }
}

impl BitOr for HexSet {
    type Output = HexSet;

    #[inline]
    fn bitor(self, other: HexSet) -> HexSet {
        self.union(other)
    }
}

/// The hexes in the order of their indices.
impl Iterator for HexSet {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        for (index, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Square((index * 64 + bit) as u8));
            }
        }
        None
    }
}

const _: () = assert!(HEXES <= 3 * 64);
