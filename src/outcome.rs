//! How a game ended.

/// The result of a game, in terms that hold for every variant.
///
/// The written tokens are the variant's ([`crate::Profile::results`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The first player won.
    FirstWins,
    /// The second player won.
    SecondWins,
    /// Neither won.
    Draw,
    /// The first player stalemated the second, where that is a narrow win (C'escacs: `2-1`).
    FirstStalemates,
    /// The second player stalemated the first (C'escacs: `1-2`).
    SecondStalemates,
    /// Unknown, unfinished or unrecorded: `*`.
    Unknown,
}
