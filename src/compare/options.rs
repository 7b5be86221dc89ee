//! What is compared, and what a format can hold.

use crate::detect::Format;
use std::fmt;
use std::str::FromStr;

/// A part of what games say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// The moves of the main line.
    Moves,
    /// The variant and the start position.
    Setup,
    /// All tags but the result.
    Tags,
    /// The tags of this name.
    Tag(String),
    /// Comments, and text that was not understood.
    Comments,
    /// Glyphs and offers of a draw.
    Nags,
    /// Variations.
    Variations,
    /// The result.
    Result,
    /// The order of what stands behind a move, and of the games.
    Order,
    /// Upper and lower case in tags and comments. What is ignored is the difference between the two.
    Case,
    /// How games are written: notation, encoding, layout, the order of tags.
    Spelling,
}

/// The names of aspects on a command line.
const NAMES: [(&str, Aspect); 10] = [
    ("moves", Aspect::Moves),
    ("setup", Aspect::Setup),
    ("tags", Aspect::Tags),
    ("comments", Aspect::Comments),
    ("nags", Aspect::Nags),
    ("variations", Aspect::Variations),
    ("result", Aspect::Result),
    ("order", Aspect::Order),
    ("case", Aspect::Case),
    ("spelling", Aspect::Spelling),
];

/// A word that names no aspect, and is no name of a tag either: those begin with a capital letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAspect(pub String);

impl fmt::Display for UnknownAspect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = NAMES.iter().map(|(name, _)| *name).collect();
        write!(
            f,
            "expected {} or the name of a tag, which begins with a capital letter, found {:?}",
            names.join(", "),
            self.0
        )
    }
}

impl std::error::Error for UnknownAspect {}

/// `comments`, `nags`, ..., or the name of a tag.
impl FromStr for Aspect {
    type Err = UnknownAspect;

    fn from_str(text: &str) -> Result<Aspect, UnknownAspect> {
        if let Some((_, aspect)) = NAMES.iter().find(|(name, _)| *name == text) {
            return Ok(aspect.clone());
        }
        if text.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase()) {
            Ok(Aspect::Tag(text.to_owned()))
        } else {
            Err(UnknownAspect(text.to_owned()))
        }
    }
}

/// How games are paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum By {
    /// By the strongest evidence there is: moves, a shared beginning, late positions, headings.
    #[default]
    Evidence,
    /// By the start and the moves of the main line alone.
    Moves,
    /// By players, date, round and event alone.
    Tags,
    /// The first game with the first one, the second with the second.
    Order,
    /// By the tag `Id` or `GameId`, or what else names a record in its variant.
    Id,
}

/// What is compared, and how games are paired.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// What is passed over.
    pub ignore: Vec<Aspect>,
    /// Nothing but this is compared, if there is anything.
    pub only: Vec<Aspect>,
    /// No tags but these are compared, if there are any.
    pub tags: Vec<String>,
    /// How games are paired.
    pub by: By,
}

impl Options {
    /// Whether an aspect is compared.
    pub(super) fn wants(&self, aspect: &Aspect) -> bool {
        (self.only.is_empty() || self.only.contains(aspect)) && !self.ignore.contains(aspect)
    }

    /// Whether everything counts that stands among the moves.
    pub(super) fn is_plain(&self) -> bool {
        let among = [
            Aspect::Moves,
            Aspect::Comments,
            Aspect::Nags,
            Aspect::Variations,
        ];
        self.case() && among.iter().all(|aspect| self.wants(aspect))
    }

    /// Whether the case of letters counts.
    pub(super) fn case(&self) -> bool {
        !self.ignore.contains(&Aspect::Case)
    }

    /// Whether it counts how games are written.
    pub(super) fn spelling(&self) -> bool {
        self.wants(&Aspect::Spelling)
    }

    /// Whether tags of this name are compared.
    pub(super) fn wants_tag(&self, name: &str) -> bool {
        let is =
            |aspect: &Aspect| matches!(aspect, Aspect::Tag(tag) if tag.eq_ignore_ascii_case(name));
        let listed =
            self.tags.is_empty() || self.tags.iter().any(|tag| tag.eq_ignore_ascii_case(name));
        let only =
            self.only.is_empty() || self.only.contains(&Aspect::Tags) || self.only.iter().any(is);
        listed && only && !self.ignore.contains(&Aspect::Tags) && !self.ignore.iter().any(is)
    }
}

/// What a format can hold of a game. What one game lacks because its format has no place for it is no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Holds {
    /// Moves.
    pub moves: bool,
    /// All tags.
    pub tags: bool,
    /// The players and the date, where not all tags.
    pub players: bool,
    /// Comments, glyphs and variations.
    pub annotations: bool,
    /// A result.
    pub result: bool,
    /// Whether a win by stalemate is distinguished from other wins.
    pub narrow: bool,
}

impl Holds {
    /// Everything.
    pub const ALL: Holds = Holds {
        moves: true,
        tags: true,
        players: true,
        annotations: true,
        result: true,
        narrow: true,
    };

    /// What sources of this format can hold. A document of Portable Chess Notation holds everything where
    /// a record is kept in it, which a [`Digest`](super::Digest) sees in the game.
    pub fn of(format: Format) -> Holds {
        let little = Holds {
            tags: false,
            players: false,
            annotations: false,
            result: false,
            narrow: false,
            moves: true,
        };
        match format {
            Format::Pcn => Holds {
                players: true,
                result: true,
                ..little
            },
            Format::Moves => little,
            Format::Positions => Holds {
                moves: false,
                ..little
            },
            _ => Holds::ALL,
        }
    }
}
