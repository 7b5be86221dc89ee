//! How a game ended.

/// The result of a game, in terms that apply to every variant.
///
/// The written tokens are the variant's ([`crate::VariantInfo::results`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The first player won.
    FirstWins,
    /// The second player won.
    SecondWins,
    /// Neither player won.
    Draw,
    /// The first player stalemated the second, where that is a narrow win (C'escacs: `2-1`).
    FirstStalemates,
    /// The second player stalemated the first (C'escacs: `1-2`).
    SecondStalemates,
    /// Unknown, unfinished or unrecorded: `*`.
    Unknown,
}

impl Outcome {
    /// The name in data: lower case, no blanks.
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::FirstWins => "first_wins",
            Outcome::SecondWins => "second_wins",
            Outcome::Draw => "draw",
            Outcome::FirstStalemates => "first_stalemates",
            Outcome::SecondStalemates => "second_stalemates",
            Outcome::Unknown => "unknown",
        }
    }
}
