//! What was read of a game, in numbers.

use std::ops::Range;

/// What was read of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameSummary {
    /// The number of the game in the source, from 1.
    pub ordinal: u64,
    /// The bytes of the game in the (decompressed) source.
    pub span: Range<u64>,
    /// The index of its variant in the set.
    pub variant: usize,
    /// Moves played (at [`Level::Tokens`](crate::Level::Tokens): lexed) in the main line.
    pub plies: u32,
    /// Moves played or lexed in variations.
    pub variation_plies: u32,
    /// Written moves that could not be played.
    pub unresolved: u32,
    /// Diagnostics of severity error.
    pub errors: u32,
    /// Diagnostics of severity warning.
    pub warnings: u32,
}

impl GameSummary {
    /// Counts a move.
    #[inline]
    pub(crate) fn count(&mut self, main: bool) {
        if main {
            self.plies += 1
        } else {
            self.variation_plies += 1
        }
    }
}
