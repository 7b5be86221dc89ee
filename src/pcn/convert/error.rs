//! Why a game is not converted.

use super::Lost;
use std::fmt;

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
