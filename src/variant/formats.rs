//! Formats of other programs as data: how to know them, and what they hold.

use crate::variant::{Sighting, Signature};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

/// What a source holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Game records.
    Games,
    /// Positions.
    Positions,
    /// Moves with nothing around them.
    Moves,
    /// Something else.
    Other,
    /// Not decidable.
    Unknown,
}

impl Kind {
    /// The name in data.
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Games => "games",
            Kind::Positions => "positions",
            Kind::Moves => "moves",
            Kind::Other => "other",
            Kind::Unknown => "unknown",
        }
    }
}

/// A format that is recognized by name.
///
/// Third-party formats are added with [`Detector::format`](crate::detect::Detector::format).
#[derive(Clone, Copy)]
pub struct Known {
    /// The name in data: lower case, no blanks.
    pub id: &'static str,
    /// A short description.
    pub name: &'static str,
    /// What it contains.
    pub kind: Kind,
    /// The game, if the format has only one.
    pub variant: Option<&'static str>,
    /// The notation of its moves, if it has only one.
    pub notation: Option<&'static str>,
    /// Whether it is not text.
    pub binary: bool,
    /// Magic bytes at an offset; any of them is sufficient.
    pub magic: &'static [(usize, &'static [u8])],
    /// What its text begins with, ignoring blanks.
    pub starts: &'static [&'static [u8]],
    /// Strings that occur in its text, with their weights in decibans.
    pub marks: &'static [(&'static [u8], i16)],
    /// What its moves look like, if they have a form of their own.
    pub signature: Option<&'static Signature>,
    /// The extensions of its file names, without the dot.
    pub extensions: &'static [&'static str],
}

impl Known {
    /// Nothing of a format: what an entry does not say.
    pub const NONE: Known = Known {
        id: "",
        name: "",
        kind: Kind::Other,
        variant: None,
        notation: None,
        binary: false,
        magic: &[],
        starts: &[],
        marks: &[],
        signature: None,
        extensions: &[],
    };

    pub(crate) const fn binary(
        id: &'static str,
        name: &'static str,
        magic: &'static [(usize, &'static [u8])],
        extensions: &'static [&'static str],
    ) -> Known {
        Known {
            id,
            name,
            binary: true,
            magic,
            extensions,
            ..Known::NONE
        }
    }

    pub(crate) const fn games(self, variant: &'static str) -> Known {
        Known {
            kind: Kind::Games,
            variant: Some(variant),
            ..self
        }
    }

    pub(crate) const fn text(
        id: &'static str,
        name: &'static str,
        starts: &'static [&'static [u8]],
        marks: &'static [(&'static [u8], i16)],
        extensions: &'static [&'static str],
    ) -> Known {
        Known {
            id,
            name,
            starts,
            marks,
            extensions,
            ..Known::NONE
        }
    }
}

impl PartialEq for Known {
    fn eq(&self, other: &Known) -> bool {
        self.id == other.id
    }
}

impl Eq for Known {}

impl Hash for Known {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// The signature of moves in a single notation.
pub(crate) const fn signature(
    name: &'static [&'static str],
    begins: &'static [RangeInclusive<u8>],
    sight: fn(&[u8]) -> Option<Sighting>,
) -> Signature {
    Signature {
        notations: name,
        begins,
        sight,
        tags: &[],
    }
}

/// A move in that notation.
pub(crate) fn seen(len: usize, weight: i16) -> Option<Sighting> {
    Some(Sighting {
        len,
        notations: 1,
        weight,
    })
}

/// How many digits a text begins with, up to four.
pub(crate) fn digits(text: &[u8]) -> usize {
    text.iter()
        .take(4)
        .take_while(|byte| byte.is_ascii_digit())
        .count()
}
