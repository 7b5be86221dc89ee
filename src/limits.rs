//! Bounds on what one source may cost.

/// Bounds that keep memory and time in hand on hostile input.
///
/// Passing one is never a crash: the rest of the game is kept as text and a diagnostic of its own
/// says so (`depth-limit`, `game-limit`).
///
/// ```
/// let limits = movetext::Limits { depth: 32, ..Default::default() };
/// assert_eq!(limits.game, 8 << 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The deepest nesting of variations. Default: 256.
    pub depth: usize,
    /// The bytes of one game, after decoding to UTF-8 where that is needed. Default: 8 MiB.
    pub game: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: 256,
            game: 8 << 20,
        }
    }
}
