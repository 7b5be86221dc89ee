//! Games as PGN, in the forms that the specification knows.
//!
//! - [`Form::Lossless`]: the game as it stands in its source, byte for byte.
//! - [`Form::Export`]: the export format (CH-004, CH-005), which each variant lays out in its own way
//!   ([`Layout`]). The same game gives the same bytes, whoever wrote it and however it was laid out;
//!   what is written is read back as the same game and written alike again.
//! - [`Form::Reduced`]: the export format with the seven roster tags and the main line alone
//!   (CH-008).
//!
//! ```
//! use movetext::pgn::{Options, Writer};
//! use movetext::{Game, Reader};
//!
//! let pgn = "[White \"Reti\"] 1 Nf3! d5 2 c4 (2 d4 ; calm\n) 2... d4 1/2-1/2";
//! let mut reader = Reader::builder().from_reader(pgn.as_bytes())?;
//! let (mut game, mut out) = (Game::new(), Vec::new());
//! let mut writer = <Writer>::new(Options::default());
//! while reader.read_game(&mut game, &mut ())? {
//!     writer.write(&game, &mut out).expect("memory takes it all");
//! }
//! assert!(out.ends_with(b"\n1.Nf3 $1 d5 2.c4 (2.d4 {calm}) 2...d4 1/2-1/2\n\n"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # What the export format cannot hold
//!
//! Nothing is dropped for that, and nothing is made up; [`Written`] counts it.
//!
//! - A move that could not be played stands where it stood, as it was read, and so do the moves
//!   after it. Such a text does not conform (CH-143), but it says what its source says. Move numbers
//!   go on, a move for each word; where nobody can tell whose move it is, since the start position
//!   could not be read, there are none.
//! - Text that was not understood, and a marker inside a variation, become comments. So does a
//!   marker that contradicts the Result tag, whose value is then the result; and a Result that is
//!   none, if there is a marker.
//! - Brackets without a move in them (CH-202) are left out; comments in them belong to the move
//!   that they stand after.
//! - A closing brace inside a comment becomes `)`, since comments have no escape (CH-I04); control
//!   characters become U+FFFD.
//! - A tag that stands twice stays twice.

mod layout;
mod lines;
mod movetext;
mod reread;
pub(crate) mod result;
mod tags;

pub use layout::{Announcement, Comments, Fill, Layout, Need, Order, Slot};
pub(crate) use reread::{only_game, reread};

use crate::board::Side;
use crate::game::Game;
use crate::io::{Unencodable, encode};
use crate::pcn::{ConvertError, Lost};
use crate::registry::{Task, VariantSet};
use crate::variant::Variant;
use crate::variants::Standard;
use crate::writing::WriteGame;
use encoding_rs::{Encoding, UTF_8};
use movetext::Movetext;
use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::marker::PhantomData;
use tags::TagSection;

/// How much of a game is written, and how strictly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// The bytes of the source, in its encoding.
    Lossless,
    /// The export format.
    #[default]
    Export,
    /// The export format without comments, glyphs, variations and further tags.
    Reduced,
}

/// How games are written. All but the form is of no account for [`Form::Lossless`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The form.
    pub form: Form,
    /// So many characters at most stand on a line of movetext; 0 sets no limit. The specification
    /// says 80 (CH-147); its own samples are filled to 78 (CH-I01).
    pub columns: usize,
    /// Writes `1. e4` where the variant's form is `1.e4` (CH-I03).
    pub space_after_number: bool,
    /// How moves are written: a name, and settings of it if there are any, that the variant knows
    /// ([`Variant::notation`]), e.g. `lan` or `wxf,scheme=axf`. Empty: the variant's standard
    /// notation.
    pub notation: Cow<'static, str>,
    /// The encoding of what is written. There is no byte order mark, which would be for the
    /// beginning of a file alone.
    pub encoding: &'static Encoding,
    /// Writes a part of each game alone. Not all variants have records of parts.
    pub part: Option<Selection>,
}

/// A part of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selection {
    /// One variation as a line without others: of the moves on the way that have variations, each
    /// takes the next number, 0 to stay, n to enter the n-th variation. What is missing at the end is
    /// 0 (CE-247, CE-I29).
    Variation(Vec<u32>),
    /// The moves from one to another, both included, of the main line; from its first or up to its
    /// last where none is given (CE-254 to CE-261).
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

/// What of a game does not have its proper form in what was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Written {
    /// Moves that could not be played: they are written as they were read.
    pub unplayed: u64,
    /// Pieces of text that were not understood, and markers that are in the wrong: they became
    /// comments.
    pub noted: u64,
    /// Characters that cannot stand in a comment or a tag value: others stand in their place.
    pub replaced: u64,
    /// Moves from the first that could not be played on, where the format has no place for them.
    pub left: u64,
    /// What is not there, since the format has no place for it.
    pub lost: Lost,
}

impl std::ops::AddAssign for Written {
    fn add_assign(&mut self, other: Written) {
        self.unplayed += other.unplayed;
        self.noted += other.noted;
        self.replaced += other.replaced;
        self.left += other.left;
        self.lost += other.lost;
    }
}

/// Why a game was not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// The output takes no more.
    Io(io::Error),
    /// Games of this variant have no export format.
    Variant(&'static str),
    /// Games of this variant have no such notation, or not these settings of it.
    Notation(&'static str, String),
    /// The encoding does not have all characters of the game.
    Encoding(Unencodable),
    /// The game has no form in Portable Chess Notation.
    Pcn(ConvertError),
    /// The moves of the game were not played, and the form needs that.
    NotPlayed,
    /// Positions of this variant have no such form, FEN or another.
    Positions(&'static str, &'static str),
    /// Without its further tags the game would be another one: they set up a position, or name a
    /// variant that is not replayed (CH-I09).
    Reduced,
    /// There is no such part of the game, or its moves could not be played: why.
    Part(&'static str),
    /// What could not be played would be read back as something else.
    Unfaithful,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Io(error) => error.fmt(f),
            WriteError::Variant("") => f.write_str("it is not known which variant the game is of"),
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
                "the game cannot be reduced: without its further tags it would be another game",
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

/// Writes games one after another. The set is that of the reader the games come from.
#[derive(Debug)]
pub struct Writer<S = Standard> {
    options: Options,
    text: String,
    set: PhantomData<S>,
}

impl<S: VariantSet> Writer<S> {
    /// A writer with these options.
    pub fn new(options: Options) -> Writer<S> {
        Writer {
            options,
            text: String::new(),
            set: PhantomData,
        }
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Writes a game and the empty line after it.
    ///
    /// # Errors
    ///
    /// If the form cannot hold the game, or the output fails. Nothing is written of a game that the
    /// form cannot hold.
    pub fn write(&mut self, game: &Game, out: &mut impl Write) -> Result<Written, WriteError> {
        if self.options.form == Form::Lossless {
            lossless(game, out)?;
            return Ok(Written::default());
        }
        let index = game.profile.and_then(|profile| S::find(profile.id));
        let index = index.ok_or(WriteError::Variant(""))?;
        self.text.clear();
        let written = self.export(game, index)?;
        let in_doubt = written.unplayed > 0 || may_begin_a_game(&self.text);
        if in_doubt && !self.reads_back(game, index) {
            return Err(WriteError::Unfaithful);
        }
        if self.options.encoding == UTF_8 {
            out.write_all(self.text.as_bytes())?;
        } else {
            let mut bytes = Vec::with_capacity(self.text.len());
            encode(&self.text, self.options.encoding, &mut bytes).map_err(WriteError::Encoding)?;
            out.write_all(&bytes)?;
        }
        Ok(written)
    }

    /// Adds a game in export format to the text.
    fn export(&mut self, game: &Game, index: usize) -> Result<Written, WriteError> {
        let export = Export {
            game,
            options: &self.options,
            out: &mut self.text,
        };
        S::run(index, export)
    }

    /// Whether the text is read as the game that it was made from, and would be written alike.
    fn reads_back(&mut self, game: &Game, index: usize) -> bool {
        let end = self.text.len();
        let again = reread::<S>(&self.text, index);
        let same = again.is_some_and(|again| {
            let moves = match self.options.form {
                Form::Reduced => again.same_line(game),
                _ => again.same_moves(game),
            };
            moves
                && self
                    .export(&again, index)
                    .is_ok_and(|twice| twice.noted == 0)
        });
        let (text, twice) = self.text.split_at(end);
        let same = same && text == twice;
        self.text.truncate(end);
        same
    }
}

impl<S: VariantSet> WriteGame for Writer<S> {
    fn write_game(&mut self, game: &Game, mut out: &mut dyn Write) -> Result<Written, WriteError> {
        self.write(game, &mut out)
    }
}

/// Whether a line of a written game begins with a bracket after an empty one, which only one in a comment
/// does: with other ends of lines and other braces in it, it may be a tag pair now.
fn may_begin_a_game(text: &str) -> bool {
    let mut after_empty = false;
    text.lines().any(|line| {
        let begins = after_empty && line.starts_with('[');
        after_empty = line.trim().is_empty();
        begins
    })
}

/// The bytes of the game, with an empty line after them in the game's own way of ending lines.
fn lossless(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let original = game.original();
    out.write_all(original.as_bytes())?;
    let source = game.source();
    let text = source.as_bytes();
    let crlf = memchr::memchr(b'\n', text).is_some_and(|at| text[..at].ends_with(b"\r"));
    let ends = if crlf { "\r\n\r\n" } else { "\n\n" };
    let mut bytes = Vec::with_capacity(8);
    // Line ends are in every encoding.
    let _ = encode(ends, original.encoding(), &mut bytes);
    out.write_all(&bytes)
}

/// Writing a game in export format, as work for its variant.
struct Export<'a> {
    game: &'a Game,
    options: &'a Options,
    out: &'a mut String,
}

impl Task for Export<'_> {
    type Output = Result<Written, WriteError>;

    fn run<V: Variant>(self) -> Result<Written, WriteError> {
        let facts = const { &V::PROFILE };
        let Export { game, options, out } = self;
        if let Some(result) = V::export(game, options, out) {
            return result;
        }
        if options.part.is_some() {
            return Err(WriteError::Part(
                "parts of games have no record of their own here",
            ));
        }
        let Some(layout) = &V::LAYOUT else {
            return Err(WriteError::Variant(facts.name));
        };
        let notation = notation::<V>(&options.notation)
            .ok_or_else(|| WriteError::Notation(facts.name, options.notation.to_string()))?;
        let reduced = options.form == Form::Reduced;
        if reduced && (game.setup.is_some() || !game.replayed) {
            return Err(WriteError::Reduced);
        }
        let start = match game.replayed {
            true => V::start(&game.tags(), &mut Vec::new()).ok(),
            false => None,
        };
        let mut written = Written::default();
        let result = result::agree(game, facts);
        let tags = TagSection {
            game,
            facts,
            layout,
            result: result.token,
            // Moves that are not played stay in the notation that they are in.
            announced: V::announce(notation).filter(|_| game.replayed),
            reduced,
        };
        tags.write(out, &mut written);
        let movetext = Movetext::<V>::new(game, options, layout, notation, &mut *out, &mut written);
        movetext.write(start.map(|start| start.position), &result);
        // CH-150: an empty line follows, the last game too.
        out.push('\n');
        Ok(written)
    }
}

/// The notation of a variant that is meant: `name`, or `name,setting=value,...`, or settings alone;
/// none if the variant does not have it.
///
/// ```
/// use movetext::pgn::notation;
/// use movetext::variants::{Chess, Xiangqi};
///
/// assert!(notation::<Chess>("lan").is_some());
/// assert!(notation::<Xiangqi>("lan").is_none());
/// ```
pub fn notation<V: Variant>(text: &str) -> Option<V::Notation> {
    let mut name = "";
    let mut settings = Vec::new();
    for word in text
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
    {
        match word.split_once('=') {
            Some(setting) => settings.push(setting),
            None if name.is_empty() => name = word,
            None => return None,
        }
    }
    V::notation(name, &settings)
}
