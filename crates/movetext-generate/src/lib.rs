//! Makes up databases of games of any size.
//!
//! The games are legal, and chosen to look like real ones to a program that reads them: as long, with
//! the pieces moving and capturing as often, with first moves that many games share, and with the tags,
//! numbers, comments and line ends of the collections that are found in the world. They are no good
//! chess. The same seed gives the same bytes everywhere; game *n* does not depend on the others.
//!
//! ```
//! use movetext_generate::{Composer, Options, Style};
//! use movetext::variants::Chess;
//!
//! let mut composer = Composer::<Chess>::new(Options::new(Style::Otb, 1));
//! let first = composer.game(0).clone();
//! assert!(first.text.starts_with("[Event \""));
//! assert_eq!(first.text, composer.game(0).text);
//! assert_ne!(first.text, composer.game(1).text);
//! ```

mod compose;
mod dice;
mod encode;
mod habits;
mod heading;
mod layout;
mod play;
pub mod suite;
mod words;

pub use compose::{Composer, Game};
pub use habits::{Habits, Rounds};
pub use heading::Heading;

use encoding_rs::{Encoding, UTF_8};
use movetext::Variant;
use movetext::variants::{Cescacs, Chess, Xiangqi};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file or folder of the collection of real files, which stands beside the project or where the
/// environment variable `MOVETEXT_CORPORA` says.
///
/// The collection is no part of the project: a test that looks for it is skipped where it is
/// missing, and this says so on standard error.
pub fn real_files(path: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora");
    let root = std::env::var_os("MOVETEXT_CORPORA").map_or(beside, PathBuf::from);
    let path = root.join(path);
    if path.exists() {
        return Some(path);
    }
    eprintln!("skipped: {} is not there", path.display());
    None
}

/// Lists the variants that games can be made up of.
macro_rules! variants {
    ($($name:ident),+) => {
        /// The ids of the variants that games can be made up of.
        pub const VARIANTS: &[&str] = &[$($name::INFO.id),+];

        impl Database {
            fn dispatch(
                &self,
                out: &mut impl Write,
                told: impl FnMut(&Game),
            ) -> io::Result<Written> {
                match &*self.variant {
                    $(id if id == $name::INFO.id => self.write_as::<$name>(out, told),)+
                    id => Err(invalid(format!("no games of {id:?} can be made up"))),
                }
            }
        }
    };
}

variants!(Chess, Xiangqi, Cescacs);

/// What sort of collection the games look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Master games over the board: bare moves in lines of 80 columns.
    Otb,
    /// Games of a server: one line of movetext, clocks and evaluations after every move.
    Online,
    /// Annotated games: comments, glyphs, and variations within variations.
    Annotated,
}

/// What the games are like.
#[derive(Clone, Copy, Debug)]
pub struct Options<V: Habits> {
    /// What sort of collection they look like.
    pub style: Style,
    /// How the moves are written.
    pub notation: V::Notation,
    /// Which games: any number gives others.
    pub seed: u64,
    /// Whether some names have letters beside ASCII.
    pub accents: bool,
}

impl<V: Habits> Options<V> {
    /// Games in the variant's standard notation.
    pub fn new(style: Style, seed: u64) -> Options<V> {
        Options {
            style,
            notation: V::Notation::default(),
            seed,
            accents: true,
        }
    }
}

/// A database to make up: what, in which encoding, and how much.
#[derive(Clone, Debug)]
pub struct Database {
    /// The variant's id.
    pub variant: String,
    /// The name of the notation; none: the standard one.
    pub notation: Option<String>,
    /// What sort of collection it looks like.
    pub style: Style,
    /// Which games: any number gives others.
    pub seed: u64,
    /// The encoding of the file.
    pub encoding: &'static Encoding,
    /// So many games at most.
    pub games: Option<u64>,
    /// No further game once there are so many bytes.
    pub bytes: Option<u64>,
}

/// How much was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Games.
    pub games: u64,
    /// Moves of main lines.
    pub plies: u64,
    /// All moves, those of variations included.
    pub moves: u64,
    /// Bytes.
    pub bytes: u64,
}

impl Database {
    /// A thousand games of a variant, over the board, in UTF-8.
    pub fn new(variant: &str) -> Database {
        Database {
            variant: variant.to_owned(),
            notation: None,
            style: Style::Otb,
            seed: 1,
            encoding: UTF_8,
            games: Some(1000),
            bytes: None,
        }
    }

    /// Writes the database.
    ///
    /// # Errors
    ///
    /// If it cannot be written, if variant or notation are not known, or if the encoding does not
    /// have all characters of the games.
    pub fn write(&self, out: &mut impl Write) -> io::Result<Written> {
        self.write_with(out, |_| {})
    }

    /// The same, and tells of every game that was written.
    ///
    /// # Errors
    ///
    /// As [`write`](Database::write).
    pub fn write_with(&self, out: &mut impl Write, told: impl FnMut(&Game)) -> io::Result<Written> {
        self.dispatch(out, told)
    }

    fn write_as<V: Habits>(
        &self,
        out: &mut impl Write,
        mut told: impl FnMut(&Game),
    ) -> io::Result<Written> {
        let mut options = Options::<V>::new(self.style, self.seed);
        if let Some(name) = &self.notation {
            let known = V::NOTATIONS.iter().find(|(known, _)| known == name);
            let names = V::NOTATIONS.iter().map(|(name, _)| *name);
            let names: Vec<_> = names.collect();
            options.notation = known
                .ok_or_else(|| {
                    invalid(format!(
                        "the notation {name:?} is none of {}",
                        names.join(", ")
                    ))
                })?
                .1;
        }
        let mut composer = Composer::new(options);
        let mut written = Written::default();
        let mut bytes = encode::mark(self.encoding).to_vec();
        while self.games.is_none_or(|games| written.games < games)
            && self.bytes.is_none_or(|bytes| written.bytes < bytes)
        {
            let game = composer.game(written.games);
            encode::encode(&game.text, self.encoding, &mut bytes)?;
            out.write_all(&bytes)?;
            written.games += 1;
            written.plies += u64::from(game.plies);
            written.moves += game.moves.len() as u64;
            written.bytes += bytes.len() as u64;
            bytes.clear();
            told(game);
        }
        out.flush()?;
        Ok(written)
    }
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}
