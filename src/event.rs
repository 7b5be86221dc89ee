//! Visitors: what a reader reports.

mod builder;
mod record;
mod tee;

pub use crate::game::{CommentForm, GameSummary};
pub use crate::variant::Ply;
pub use record::{Event, Recorder};
pub use tee::Tee;

use crate::core::board::Side;
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::core::text::Text;
use crate::diagnostic::{Beyond, Finding};
use crate::variant::{InitialState, Variant, VariantInfo};
use encoding_rs::Encoding;

/// Whether to skip what comes next.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skip(pub bool);

/// How far the movetext of a game is to be read.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Skipped.
    Skip,
    /// Moves are lexed but not played, so it is not checked whether they are legal.
    Tokens,
    /// Moves are played by the rules of the game.
    Play,
}

/// What the text of a game was in its source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Provenance {
    /// The text itself, as a record: in a source of records, or kept as a whole in a document.
    #[default]
    Native,
    /// The source has the tag values, the moves and the comments as they are, but not their arrangement: games
    /// as XML.
    Xml,
    /// The source has the moves and the result, but expressed differently: Portable Chess Notation.
    Pcn,
    /// The source has the moves or the position, and nothing else: lists.
    List,
}

/// Receives the events of one game after another, in the order of the source.
///
/// ```text
/// game      = provenance? begin_game comment* tags (begin_movetext line end_movetext? | begin_unresolved line)? source end_game
/// line      = (ply | token | unresolved | number | nag | prefix_nag | draw_offer | comment | variation | outcome | trivia)*
/// variation = begin_variation label? line end_variation
/// ```
///
/// All methods do nothing by default. Spans are byte offsets into the chunk that holds the game;
/// [`end_game`](Visitor::end_game) has the position of the game in the source.
pub trait Visitor {
    /// The next game is made from a document; says what its text was there. Not called for a source of records,
    /// whose texts are their own.
    fn provenance(&mut self, provenance: Provenance) {
        let _ = provenance;
    }

    /// Whether violating a requirement of a specification is an error, in documents of other formats too.
    fn demands_conformance(&self) -> bool {
        false
    }

    /// Whether the text before, between and after games must be as export format has it, too (CH-150).
    fn demands_export(&self) -> bool {
        false
    }

    /// A game begins.
    fn begin_game(&mut self) {}

    /// The tag section is complete, and the variant is chosen. Returns how much of the movetext to read.
    fn tags(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) -> Level {
        let (_, _) = (tags, info);
        Level::Play
    }

    /// The variant is known, and the position set up.
    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        let _ = start;
    }

    /// The main line ends, in this position: that after the last move that could be played. Only called where
    /// moves are played.
    fn end_movetext<V: Variant>(&mut self, last: &V::Position) {
        let _ = last;
    }

    /// The movetext belongs to a game that is not replayed, or that starts from an unreadable position: all its
    /// moves are reported as [`unresolved`](Visitor::unresolved).
    fn begin_unresolved(&mut self, info: &'static VariantInfo) {
        let _ = info;
    }

    /// A move number, with its dots.
    fn number(&mut self, number: u32, text: Text<'_>) {
        let (_, _) = (number, text);
    }

    /// The number reported last is wrong at its position.
    fn wrong_number(&mut self, wrong: &WrongNumber, text: Text<'_>) {
        let (_, _) = (wrong, text);
    }

    /// A move was resolved and played.
    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        let _ = ply;
    }

    /// A lexed move, where moves are not to be played ([`Level::Tokens`]).
    fn token<V: Variant>(&mut self, token: &V::Token, text: Text<'_>) {
        let (_, _) = (token, text);
    }

    /// A move, or a word in place of one, that could not be played.
    fn unresolved(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// A NAG for the last move, written as `$n`, as `!?` or as another symbol.
    fn nag(&mut self, nag: u8, text: Text<'_>) {
        let (_, _) = (nag, text);
    }

    /// A NAG that precedes its move: it belongs to the next move of the line, with nothing but a number between
    /// them. Only reported for variants whose [`ByteClasses`](crate::core::byte_class::ByteClasses) allow it.
    fn prefix_nag(&mut self, nag: u8, text: Text<'_>) {
        let (_, _) = (nag, text);
    }

    /// The player who moved offers a draw.
    fn draw_offer(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// A comment: its text without braces or semicolon.
    fn comment(&mut self, text: Text<'_>, form: CommentForm) {
        let (_, _) = (text, form);
    }

    /// A variation begins; it replaces the last move of the enclosing line, or the one before it if `back` is
    /// 2. Return `Skip(true)` to skip it.
    fn begin_variation(&mut self, back: u8) -> Skip {
        let _ = back;
        Skip(false)
    }

    /// The label of the variation that has just begun: `$[1]`.
    fn label(&mut self, number: u32, text: Text<'_>) {
        let (_, _) = (number, text);
    }

    /// The variation ends.
    fn end_variation(&mut self) {}

    /// A termination marker.
    fn outcome(&mut self, outcome: Outcome, text: Text<'_>) {
        let (_, _) = (outcome, text);
    }

    /// White space, dots, separators, escaped lines: text without a meaning of its own.
    fn trivia(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// Text that is neither trivia nor recognized; a diagnostic reports it.
    fn unrecognized(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// The whole game as it is in the source; called before its end.
    fn source(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// The bytes of the game as they are in the source, and the encoding of the source; called before the
    /// game's end. They differ from [`source`](Visitor::source) where the encoding is not a superset of ASCII.
    fn original(&mut self, bytes: &[u8], encoding: &'static Encoding) {
        let (_, _) = (bytes, encoding);
    }

    /// Bytes of the source before, between and after games, unchanged and in pieces: together with
    /// [`original`](Visitor::original) every byte of the source in order, unless it is read on several threads.
    fn inter_game(&mut self, bytes: &[u8]) {
        let _ = bytes;
    }

    /// The diagnostics of the visitor itself, requested at the end of a game if the sink receives any: they are
    /// reported together with the reader's own, in the order of the text.
    fn findings(&mut self, report: &mut dyn FnMut(Finding)) {
        let _ = report;
    }

    /// How many more it found, requested after [`findings`](Visitor::findings): they are counted, and one
    /// diagnostic reports their number.
    fn further_findings(&mut self) -> Beyond {
        Beyond::default()
    }

    /// The game ends.
    fn end_game(&mut self, summary: &GameSummary) {
        let _ = summary;
    }
}

/// Ignores everything.
impl Visitor for () {}

/// A move number that is wrong at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongNumber {
    /// The number as written.
    pub number: u32,
    /// The correct number of the move that follows.
    pub expected: i64,
    /// The side to move on the board.
    pub turn: Side,
    /// Whether it is a slip: the following numbers agree with the board. Otherwise they agree with this one.
    pub slip: bool,
}
