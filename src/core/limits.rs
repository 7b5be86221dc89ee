//! Bounds on what one source may cost.

/// Bounds that keep memory and time in hand on hostile input.
///
/// Passing one is never a crash: the rest of the game is kept as text, or what was found in it is
/// counted but not reported one by one, and a diagnostic of its own says so (`depth-limit`,
/// `game-limit`, `findings-limit`).
///
/// Within the defaults, reading, checking and writing on one thread take at most 64 MiB, whatever the
/// source holds, beside what the decompressor keeps for itself. A tree of moves takes up to forty times the bytes that
/// it was read from, so the largest game weighs most.
///
/// ```
/// let limits = movetext::Limits { depth: 32, ..Default::default() };
/// assert_eq!(limits.game, 1280 << 10);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The deepest nesting of variations. Default: 256.
    pub depth: usize,
    /// The bytes of one game, after decoding to UTF-8 where that is needed. Default: 1.25 MiB.
    pub game: usize,
    /// The findings of one game that are reported one by one: so many errors, so many warnings and so
    /// many of less weight. Further ones are counted. Default: 4096.
    pub findings: usize,
    /// The window that a Zstandard source may ask for, in bytes: the decompressor keeps so much of the
    /// text in memory. Default: 8 MiB, which the format recommends every decoder to grant; sources
    /// made with `zstd --long` or `--ultra` may ask for more.
    pub window: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: 256,
            game: 1280 << 10,
            findings: 4096,
            window: 8 << 20,
        }
    }
}
