//! What to do with content that another format cannot hold, and why a game is not converted.

use std::fmt;
use std::ops::AddAssign;

/// What to do with content that the other format cannot hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnLoss {
    /// Keep it, where the other format allows unknown content.
    #[default]
    Keep,
    /// Leave it out and count it.
    Report,
    /// Do not convert the game.
    Refuse,
}

/// What was left out, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Lost {
    /// Tag pairs, or members of a document.
    pub tags: u64,
    /// Comments and other texts.
    pub comments: u64,
    /// NAGs and draw offers.
    pub nags: u64,
    /// Variations.
    pub variations: u64,
    /// Moves that could not be played, and those after them.
    pub moves: u64,
    /// Results that were not kept in full.
    pub results: u64,
}

impl Lost {
    /// Whether nothing was lost.
    pub fn is_nothing(&self) -> bool {
        *self == Lost::default()
    }

    /// Whether there is more to a record than tags and moves.
    pub(crate) fn needs_text(&self) -> bool {
        self.comments + self.nags + self.variations + self.moves > 0
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.tags, "tag pair", "tag pairs"),
            (self.comments, "comment", "comments"),
            (self.nags, "NAG", "NAGs"),
            (self.variations, "variation", "variations"),
            (
                self.moves,
                "move that could not be played",
                "moves that could not be played",
            ),
            (self.results, "result in part", "results in part"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(count, _, _)| *count > 0)
            .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
            .collect();
        if parts.is_empty() {
            f.write_str("nothing")
        } else {
            f.write_str(&parts.join(", "))
        }
    }
}

impl AddAssign for Lost {
    fn add_assign(&mut self, other: Lost) {
        self.tags += other.tags;
        self.comments += other.comments;
        self.nags += other.nags;
        self.variations += other.variations;
        self.moves += other.moves;
        self.results += other.results;
    }
}

/// Why a game cannot be converted to the other format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConvertError {
    /// Games of this variant cannot be represented in documents; empty if the variant is unknown.
    Variant(&'static str),
    /// The game's moves were not played: its start position is unreadable, or its variant is only known by
    /// name.
    NotPlayed,
    /// The board and pieces are not those of any known variant.
    NoVariant,
    /// This would be lost, which was not allowed.
    Lossy(Lost),
    /// The main line has more moves than a document may have.
    TooLong(usize),
    /// The document is incomplete: there is no board, or not all moves can be played.
    NotWhole,
    /// This move, counted from 0, is illegal in the variant with this name.
    NotByRules(usize, &'static str),
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvertError::Variant("") => f.write_str("the variant of the game is unknown"),
            ConvertError::Variant(name) => {
                write!(f, "games of {name} cannot be represented in this format")
            }
            ConvertError::NotPlayed => f.write_str("the moves of the game were not played"),
            ConvertError::NoVariant => {
                f.write_str("the board and pieces are not those of any known variant")
            }
            ConvertError::Lossy(lost) => write!(f, "{lost} would be lost"),
            ConvertError::TooLong(most) => write!(
                f,
                "the game has more than {most} moves, too many for a document"
            ),
            ConvertError::NotWhole => {
                f.write_str("there is no board, or some moves cannot be played on it")
            }
            ConvertError::NotByRules(index, name) => {
                write!(
                    f,
                    "move {} of the document is not legal in {name}",
                    index + 1
                )
            }
        }
    }
}

impl std::error::Error for ConvertError {}
