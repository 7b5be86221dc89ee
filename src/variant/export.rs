//! Writing games: options, what was changed, and why a game was not written.

use super::loss::{ConvertError, Lost};
use crate::core::board::Side;
use crate::io::Unencodable;
use encoding_rs::{Encoding, UTF_8};
use std::borrow::Cow;
use std::fmt;
use std::io;

/// How much of a game is written, and how strictly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The bytes of the source, in its encoding.
    Lossless,
    /// The export format.
    #[default]
    Export,
    /// The export format without comments, NAGs, variations and additional tags.
    Reduced,
}

/// How games are written. [`Form::Lossless`] ignores all other options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The form.
    pub form: Form,
    /// The maximum number of characters on a line of movetext; 0 sets no limit. The specification says 80
    /// (CH-147); its own samples are filled to 78 (CH-I01).
    pub columns: usize,
    /// Writes `1. e4` where the variant's form is `1.e4` (CH-I03).
    pub space_after_number: bool,
    /// How moves are written: the name of a notation, with settings if any
    /// ([`Variant::notation`](crate::Variant::notation)), e.g. `lan` or `wxf,scheme=axf`. Empty: the variant's
    /// standard notation.
    pub notation: Cow<'static, str>,
    /// The encoding of the output. No byte order mark is written, since one belongs at the beginning of a file
    /// only.
    pub encoding: &'static Encoding,
    /// Writes only a part of each game. Not all variants have records of parts.
    pub part: Option<Selection>,
}

/// A part of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    /// One variation as a line without others: each move on the path that has variations takes the next number,
    /// 0 to stay, n to enter the n-th variation. Missing numbers at the end are 0 (CE-247, CE-I29).
    Variation(Vec<u32>),
    /// A range of moves of the main line, both ends included; without an end, from its first or up to its last
    /// move (CE-254 to CE-261).
    Moves {
        /// The first.
        from: Option<(u32, Side)>,
        /// The last.
        to: Option<(u32, Side)>,
    },
}

impl Default for Options {
    fn default() -> Options {
        Options {
            form: Form::Export,
            columns: 80,
            space_after_number: false,
            notation: Cow::Borrowed(""),
            encoding: UTF_8,
            part: None,
        }
    }
}

/// What was written differently from the canonical form of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Written {
    /// Moves that could not be played: they are written as they were read.
    pub unresolved: u64,
    /// Pieces of unrecognized text, and misplaced termination markers: they became comments.
    pub noted: u64,
    /// Characters that are not allowed in a comment or a tag value and were replaced.
    pub replaced: u64,
    /// Moves omitted from the first unplayable one on, where the format has no place for them.
    pub dropped: u64,
    /// What was omitted because the format has no place for it.
    pub lost: Lost,
}

impl std::ops::AddAssign for Written {
    fn add_assign(&mut self, other: Written) {
        self.unresolved += other.unresolved;
        self.noted += other.noted;
        self.replaced += other.replaced;
        self.dropped += other.dropped;
        self.lost += other.lost;
    }
}

/// Why a game was not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The output failed.
    Io(io::Error),
    /// Games of this variant have no export format.
    Variant(&'static str),
    /// Games of this variant do not have this notation, or not with these settings.
    Notation(&'static str, String),
    /// The encoding lacks a character of the game.
    Encoding(Unencodable),
    /// The game cannot be represented in Portable Chess Notation.
    Pcn(ConvertError),
    /// The moves of the game were not played, and the form needs that.
    NotPlayed,
    /// Positions of this variant do not have this form, FEN or another.
    Positions(&'static str, &'static str),
    /// Without its additional tags the game would be a different one: they set up a position, or name a variant
    /// that is not replayed (CH-I09).
    Reduced,
    /// There is no such part of the game, or its moves could not be played; with the reason.
    Part(&'static str),
    /// Unplayable text would be read back as something else.
    Unfaithful,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Io(error) => error.fmt(f),
            WriteError::Variant("") => f.write_str("the variant of the game is unknown"),
            WriteError::Variant(name) => {
                write!(f, "there is no export format for games of {name}")
            }
            WriteError::Notation(name, notation) => {
                write!(f, "{name} has no notation `{notation}`")
            }
            WriteError::Encoding(error) => error.fmt(f),
            WriteError::Pcn(error) => error.fmt(f),
            WriteError::NotPlayed => f.write_str("the moves of the game were not played"),
            WriteError::Positions(name, form) => write!(f, "positions of {name} have no {form}"),
            WriteError::Reduced => f.write_str(
                "the game cannot be reduced: without its additional tags it would be a different game",
            ),
            WriteError::Part(why) => f.write_str(why),
            WriteError::Unfaithful => f.write_str(
                "the game holds words that would be read as something else in another layout",
            ),
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            WriteError::Io(error) => Some(error),
            WriteError::Encoding(error) => Some(error),
            WriteError::Pcn(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Io(error)
    }
}
