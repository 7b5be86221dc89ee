//! Limits on what one source may cost.

/// Limits that keep memory and time bounded on hostile input.
///
/// Exceeding one is never a crash: the rest of the game is kept as text, or its diagnostics are counted but not
/// reported one by one, and a separate diagnostic says so (`depth-limit`, `game-limit`, `findings-limit`).
///
/// With the defaults, reading, checking and writing on one thread take at most 64 MiB for any source, not
/// counting the decompressor's own memory. A tree of moves takes up to forty times the bytes that it was read
/// from, so the largest game matters most.
///
/// ```
/// let limits = movetext::Limits { depth: 32, ..Default::default() };
/// assert_eq!(limits.game, 1280 << 10);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum nesting depth of variations. Default: 256.
    pub depth: usize,
    /// The maximum size of one game in bytes, after decoding to UTF-8 where that is needed. Default: 1.25 MiB.
    pub game: usize,
    /// The maximum number of diagnostics of one game that are reported individually, for each severity. Further
    /// ones are counted. Default: 4096.
    pub findings: usize,
    /// The window that a Zstandard source may request, in bytes: the decompressor keeps that much of the text
    /// in memory. Default: 8 MiB, which the format recommends every decoder to support; sources made with `zstd
    /// --long` or `--ultra` may need more.
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
