//! Random numbers that are the same everywhere.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A stream of random numbers.
pub(crate) struct Dice(ChaCha8Rng);

impl Dice {
    /// The stream of this number among those of a seed.
    pub fn new(seed: u64, stream: u64) -> Dice {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(stream);
        Dice(rng)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0.random_range(0..bound)
    }

    /// A number from `low` to `high`, both included.
    pub fn within(&mut self, low: u32, high: u32) -> u32 {
        self.0.random_range(low..=high)
    }

    /// True so many times in a thousand.
    pub fn permille(&mut self, times: u32) -> bool {
        self.below(1000) < times
    }

    /// 0 in half of all cases, 1 in a quarter, and so on.
    pub fn halving(&mut self) -> usize {
        self.0.next_u32().trailing_zeros() as usize
    }

    /// One of several.
    pub fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len() as u32) as usize]
    }

    /// An index, each as often as its weight says; the last one if all weights are 0.
    pub fn weighted(&mut self, weights: &[u32]) -> usize {
        let sum: u32 = weights.iter().sum();
        let mut rest = self.below(sum.max(1));
        for (index, &weight) in weights.iter().enumerate() {
            match rest.checked_sub(weight) {
                None => return index,
                Some(less) => rest = less,
            }
        }
        weights.len() - 1
    }
}

/// Mixes two numbers into one that looks random (as in SplitMix64).
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let mut z = a
        .rotate_left(23)
        .wrapping_add(b)
        .wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
