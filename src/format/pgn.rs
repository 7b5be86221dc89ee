//! Games as PGN, in the forms that the specification defines.
//!
//! - [`Form::Lossless`]: the game as it is in its source, byte for byte.
//! - [`Form::Export`]: the export format (CH-004, CH-005), which each variant lays out in its own way
//!   ([`ExportStyle`]). The same game gives the same bytes, whoever wrote it and however it was laid out; the
//!   output is read back as the same game, and written identically again.
//! - [`Form::Reduced`]: the export format with only the seven roster tags and the main line (CH-008).
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
//! Nothing is dropped because of that, and nothing is invented; [`Written`] counts it.
//!
//! - A move that could not be played is written where it was, as it was read and with its own number, and so
//!   are the moves after it, since it is not known whose moves they are. Such a text does not conform (CH-143),
//!   but it says what its source says.
//! - Unrecognized text, and a termination marker inside a variation, become comments. So does a marker that
//!   contradicts the Result tag, whose value is then the result; and an invalid Result tag, if there is a
//!   marker.
//! - Brackets without a move inside (CH-202) are left out; comments in them belong to the move that precedes
//!   them.
//! - A closing brace inside a comment becomes `)`, since comments have no escape (CH-I04); control characters
//!   become U+FFFD.
//! - A duplicate tag stays duplicate.

mod lines;
mod movetext;
mod reread;
pub(crate) mod result;
mod tags;

pub use crate::variant::export::{Form, Options, Selection, WriteError, Written};
pub use crate::variant::export_style::{
    Comments, ExportStyle, Fill, Need, NotationTag, Order, TagRule,
};
pub use crate::variant::notation;
pub(crate) use reread::{only_game, reread};

use crate::format::writing::WriteGame;
use crate::game::Game;
use crate::io::encode;
use crate::variant::Variant;
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variants::Standard;
use encoding_rs::UTF_8;
use movetext::{Movetext, as_read};
use std::io::{self, Write};
use std::marker::PhantomData;
use tags::TagSection;

/// Writes games one after another. The set of variants is that of the reader the games come from.
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
    /// If the form cannot represent the game, or the output fails. In the first case nothing of the game is
    /// written.
    pub fn write(&mut self, game: &Game, out: &mut impl Write) -> Result<Written, WriteError> {
        if self.options.form == Form::Lossless {
            lossless(game, out)?;
            return Ok(Written::default());
        }
        let (written, _) = self.compose(game)?;
        if self.options.encoding == UTF_8 {
            out.write_all(self.text.as_bytes())?;
        } else {
            let mut bytes = Vec::with_capacity(self.text.len());
            encode(&self.text, self.options.encoding, &mut bytes).map_err(WriteError::Encoding)?;
            out.write_all(&bytes)?;
        }
        Ok(written)
    }

    /// A game in export or reduced export format, and the empty line after it.
    ///
    /// # Errors
    ///
    /// If the form cannot represent the game.
    pub(crate) fn compose(&mut self, game: &Game) -> Result<(Written, &str), WriteError> {
        let index = game.info.and_then(|info| S::find(info.id));
        let index = index.ok_or(WriteError::Variant(""))?;
        self.text.clear();
        let written = self.export(game, index)?;
        let in_doubt = written.unresolved > 0 || may_begin_a_game(&self.text);
        if in_doubt && !self.reads_back(game, index) {
            return Err(WriteError::Unfaithful);
        }
        Ok((written, &self.text))
    }

    /// The tag section of a game in export format, and the empty line after it; for variants that write games in their
    /// own way, all of the game.
    ///
    /// # Errors
    ///
    /// If the form cannot represent the game.
    pub(crate) fn compose_tags(&mut self, game: &Game) -> Result<&str, WriteError> {
        let index = game.info.and_then(|info| S::find(info.id));
        let index = index.ok_or(WriteError::Variant(""))?;
        self.text.clear();
        let _ = S::run(index, self.task(game, false))?;
        Ok(&self.text)
    }

    /// Adds a game in export format to the text.
    fn export(&mut self, game: &Game, index: usize) -> Result<Written, WriteError> {
        S::run(index, self.task(game, true))
    }

    fn task<'a>(&'a mut self, game: &'a Game, moves: bool) -> Export<'a> {
        Export {
            game,
            options: &self.options,
            moves,
            out: &mut self.text,
        }
    }

    /// Whether the text is read as the game that it was made from, and would be written identically.
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

    fn new_game(&self) -> Game {
        match self.options.form {
            Form::Export | Form::Reduced if self.options.notation.is_empty() => Game::judging(),
            _ => Game::new(),
        }
    }
}

/// Whether a line of a written game begins with a bracket after an empty line, which happens only in comments:
/// with other line ends and other braces, it may be a tag pair now.
fn may_begin_a_game(text: &str) -> bool {
    memchr::memchr_iter(b'[', text.as_bytes()).any(|at| {
        let Some(before) = text[..at].strip_suffix('\n') else {
            return false;
        };
        // Nearly always a tag pair, after another one.
        let line = memchr::memrchr(b'\n', before.as_bytes()).map_or(0, |end| end + 1);
        before[line..].trim_start().is_empty()
    })
}

/// The bytes of the game, followed by an empty line with the game's own line ends.
fn lossless(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let original = game.original();
    out.write_all(original.as_bytes())?;
    let source = game.source();
    let text = source.as_bytes();
    let crlf = memchr::memchr(b'\n', text).is_some_and(|at| text[..at].ends_with(b"\r"));
    let ends = if crlf { "\r\n\r\n" } else { "\n\n" };
    let mut bytes = Vec::with_capacity(8);
    // Every encoding has line ends.
    let _ = encode(ends, original.encoding(), &mut bytes);
    out.write_all(&bytes)
}

/// Writing a game in export format, as a task for its variant.
struct Export<'a> {
    game: &'a Game,
    options: &'a Options,
    /// Whether to write the movetext, too.
    moves: bool,
    out: &'a mut String,
}

impl WithVariant for Export<'_> {
    type Output = Result<Written, WriteError>;

    fn run<V: Variant>(self) -> Result<Written, WriteError> {
        let info = const { &V::INFO };
        let Export {
            game,
            options,
            moves,
            out,
        } = self;
        if let Some(result) = V::export(game, options, out) {
            return result;
        }
        if options.part.is_some() {
            return Err(WriteError::Part(
                "the variant has no records of parts of games",
            ));
        }
        let Some(style) = &V::EXPORT_STYLE else {
            return Err(WriteError::Variant(info.name));
        };
        let notation = notation::<V>(&options.notation)
            .ok_or_else(|| WriteError::Notation(info.name, options.notation.to_string()))?;
        let reduced = options.form == Form::Reduced;
        if reduced && (game.setup.is_some() || !game.replayed) {
            return Err(WriteError::Reduced);
        }
        let start = if game.replayed && as_read(game, options).is_none() {
            V::initial_state(&game.tags(), &mut Vec::new()).ok()
        } else {
            None
        };
        let mut written = Written::default();
        let result = result::agree(game, info);
        let tags = TagSection {
            game,
            info,
            style,
            result: result.token,
            // Moves that are not played keep their notation.
            announced: V::notation_tag(notation).filter(|_| game.replayed),
            reduced,
        };
        tags.write(out, &mut written);
        if !moves {
            return Ok(written);
        }
        let movetext = Movetext::<V>::new(game, options, style, notation, &mut *out, &mut written);
        movetext.write(start.map(|start| start.position), &result);
        // CH-150: an empty line follows, even after the last game.
        out.push('\n');
        Ok(written)
    }
}
