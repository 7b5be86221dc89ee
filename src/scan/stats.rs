//! Reading statistics.

use crate::event::GameSummary;
use std::ops::AddAssign;

/// Games, moves and diagnostics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games.
    pub games: u64,
    /// Moves played in main lines.
    pub plies: u64,
    /// Moves played in variations.
    pub variation_plies: u64,
    /// Written moves that could not be played.
    pub unresolved: u64,
    /// Diagnostics of severity error.
    pub errors: u64,
    /// Diagnostics of severity warning.
    pub warnings: u64,
}

impl From<&GameSummary> for Counts {
    fn from(game: &GameSummary) -> Counts {
        Counts {
            games: 1,
            plies: u64::from(game.plies),
            variation_plies: u64::from(game.variation_plies),
            unresolved: u64::from(game.unresolved),
            errors: u64::from(game.errors),
            warnings: u64::from(game.warnings),
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.games += other.games;
        self.plies += other.plies;
        self.variation_plies += other.variation_plies;
        self.unresolved += other.unresolved;
        self.errors += other.errors;
        self.warnings += other.warnings;
    }
}

/// The statistics of a chunk or a whole source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadStats {
    /// Games, moves and diagnostics.
    pub counts: Counts,
    /// Bytes of the source that were covered by events, trivia and diagnostics.
    pub accounted: u64,
    /// Games of each variant, by its index in the set.
    pub variants: Vec<u64>,
}

impl ReadStats {
    /// Adds the statistics of another stretch.
    pub fn add(&mut self, other: &ReadStats) {
        self.counts += other.counts;
        self.accounted += other.accounted;
        if self.variants.len() < other.variants.len() {
            self.variants.resize(other.variants.len(), 0);
        }
        for (sum, games) in self.variants.iter_mut().zip(&other.variants) {
            *sum += games;
        }
    }

    pub(super) fn add_game(&mut self, game: &GameSummary, variants: usize) {
        self.counts += Counts::from(game);
        self.variants.resize(variants, 0);
        self.variants[game.variant] += 1;
    }
}
