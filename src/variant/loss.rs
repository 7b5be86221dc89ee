//! What becomes of what another format cannot hold, and why a game is not converted.

use std::fmt;
use std::ops::AddAssign;

/// What becomes of what the other format cannot hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnLoss {
    /// It is kept, where the other format has a place for things that it does not know.
    #[default]
    Keep,
    /// It is left out and counted.
    Report,
    /// The game is not converted.
    Refuse,
}

/// What is not there any more, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Lost {
    /// Tag pairs, or members of a document.
    pub tags: u64,
    /// Comments and other texts.
    pub comments: u64,
    /// Annotation glyphs and offers of a draw.
    pub glyphs: u64,
    /// Variations.
    pub variations: u64,
    /// Moves that could not be played, and those after them.
    pub moves: u64,
    /// Results of which a part is lost.
    pub results: u64,
}

impl Lost {
    /// Whether nothing is lost.
    pub fn is_nothing(&self) -> bool {
        *self == Lost::default()
    }

    /// Whether there is more to a record than tags and moves.
    pub(crate) fn needs_text(&self) -> bool {
        self.comments + self.glyphs + self.variations + self.moves > 0
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.tags, "tag pair", "tag pairs"),
            (self.comments, "comment", "comments"),
            (self.glyphs, "glyph", "glyphs"),
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
        self.glyphs += other.glyphs;
        self.variations += other.variations;
        self.moves += other.moves;
        self.results += other.results;
    }
}

/// Why a game has no form in the other format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConvertError {
    /// Games of this variant have no form in documents; empty if the variant is not known.
    Variant(&'static str),
    /// The game's moves were not played: its start position cannot be read, or its variant is only
    /// known by name.
    NotPlayed,
    /// The board and its pieces are those of no variant that is known.
    NoVariant,
    /// So much would be lost, and that is not wanted.
    Lossy(Lost),
    /// The main line has more moves than a document is made of.
    TooLong(usize),
    /// The document is not whole: there is no board, or not all moves can be played.
    NotWhole,
    /// This move, counted from 0, is none by the rules of the variant of this name.
    NotByRules(usize, &'static str),
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvertError::Variant("") => {
                f.write_str("it is not known which variant the game is of")
            }
            ConvertError::Variant(name) => {
                write!(f, "games of {name} have no form in this format")
            }
            ConvertError::NotPlayed => f.write_str("the moves of the game were not played"),
            ConvertError::NoVariant => {
                f.write_str("board and pieces are those of no variant that is known here")
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
                    "move {} of the document is no legal move of {name}",
                    index + 1
                )
            }
        }
    }
}

impl std::error::Error for ConvertError {}
