//! What a reader tells its visitor.

mod builder;
mod pair;
mod record;

pub use crate::game::{CommentForm, GameSummary};
pub use pair::Pair;
pub use record::{Event, Recorder};

use crate::core::board::Side;
use crate::core::moves::Move;
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::core::text::Text;
use crate::diagnostic::{Beyond, Finding};
use crate::variant::{InitialState, Variant, VariantInfo};
use encoding_rs::Encoding;

/// Whether to pass over what comes next.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skip(pub bool);

/// How far the movetext of a game is to be read.
#[must_use]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Passed over.
    Skip,
    /// Moves are taken apart but not played: nothing is said of whether the board allows them.
    Tokens,
    /// Moves are played by the rules of the game.
    Play,
}

/// What the text of a game is to those who wrote it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Provenance {
    /// Their own, as a record: in a source of records, or kept whole in a document.
    #[default]
    Own,
    /// The values of tags, the moves and the comments are theirs; how these stand beside one another is
    /// not: games as XML.
    Words,
    /// Moves and result are theirs, but said in another way: Portable Chess Notation.
    Sense,
    /// Their moves or their position, and nothing of what stands around these: lists.
    Bare,
}

/// Receives the events of one game after another, in the order of the source.
///
/// ```text
/// game      = provenance? begin_game comment* tags ((begin_movetext | begin_unresolved) line)? source end_game
/// line      = (ply | token | unresolved | number | nag | prefix_nag | draw_offer | comment | variation | outcome | trivia)*
/// variation = begin_variation label? line end_variation
/// ```
///
/// All methods do nothing by default. Spans are byte offsets into the chunk that holds the game;
/// [`end_game`](Visitor::end_game) tells where the game stands in the source.
pub trait Visitor {
    /// The next game is made from a document, and this is what its text is. Of a source of records
    /// nothing is told: there it is their own.
    fn provenance(&mut self, provenance: Provenance) {
        let _ = provenance;
    }

    /// Whether what departs from a demand of a specification is an error, in documents of other formats
    /// too.
    fn demands_conformance(&self) -> bool {
        false
    }

    /// A game begins.
    fn begin_game(&mut self) {}

    /// The tag section is complete, and the variant is chosen. Returns what is wanted of the
    /// movetext.
    fn tags(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) -> Level {
        let (_, _) = (tags, info);
        Level::Play
    }

    /// The variant is known, and the position set up.
    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        let _ = start;
    }

    /// The movetext is of a game that is not replayed, or starts from a position that cannot be
    /// read: all its moves come as [`unresolved`](Visitor::unresolved).
    fn begin_unresolved(&mut self, info: &'static VariantInfo) {
        let _ = info;
    }

    /// A move number, with its dots.
    fn number(&mut self, number: u32, text: Text<'_>) {
        let (_, _) = (number, text);
    }

    /// The number told last is not that of its place.
    fn wrong_number(&mut self, wrong: &WrongNumber, text: Text<'_>) {
        let (_, _) = (wrong, text);
    }

    /// A move was resolved and played.
    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        let _ = ply;
    }

    /// A written move, taken apart, where moves are not to be played ([`Level::Tokens`]).
    fn token<V: Variant>(&mut self, token: &V::Token, text: Text<'_>) {
        let (_, _) = (token, text);
    }

    /// A move, or a word in the place of one, that could not be played.
    fn unresolved(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// A numeric annotation glyph for the last move, written as `$n`, as `!?` or as another sign.
    fn nag(&mut self, nag: u8, text: Text<'_>) {
        let (_, _) = (nag, text);
    }

    /// A numeric annotation glyph that stands before its move: for the next move of the line, which
    /// nothing but a number parts from it. Told only for variants whose
    /// [`ByteClasses`](crate::core::byte_class::ByteClasses) allows it.
    fn prefix_nag(&mut self, nag: u8, text: Text<'_>) {
        let (_, _) = (nag, text);
    }

    /// The mover offers a draw.
    fn draw_offer(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// A comment: its text without braces or semicolon.
    fn comment(&mut self, text: Text<'_>, form: CommentForm) {
        let (_, _) = (text, form);
    }

    /// A variation begins; it replaces the last move of the enclosing line, or the one before it
    /// if `back` is 2. Return `Skip(true)` to pass over it.
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

    /// White space, dots, separators, escaped lines: what has no meaning of its own.
    fn trivia(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// Text that is neither trivia nor understood; a diagnostic says so.
    fn stray(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// The whole game as it stands in the source, told before its end.
    fn source(&mut self, text: Text<'_>) {
        let _ = text;
    }

    /// The bytes of the game as they stand in the source, told before its end, and the encoding of the
    /// source. They differ from [`source`](Visitor::source) where the encoding is no superset of
    /// ASCII.
    fn original(&mut self, bytes: &[u8], encoding: &'static Encoding) {
        let (_, _) = (bytes, encoding);
    }

    /// Bytes of the source before, between and after games, as they stand in it and in pieces:
    /// together with [`original`](Visitor::original) every byte of the source in its order, unless it is
    /// read on several threads.
    fn between(&mut self, bytes: &[u8]) {
        let _ = bytes;
    }

    /// What the visitor itself found wrong with the game, asked for at its end where somebody listens:
    /// it is reported among the reader's own findings, in the order of the text.
    fn findings(&mut self, report: &mut dyn FnMut(Finding)) {
        let _ = report;
    }

    /// How many it found beyond those, after [`findings`](Visitor::findings): they are counted, and one
    /// finding says so.
    fn further_findings(&mut self) -> Beyond {
        Beyond::default()
    }

    /// The game ends.
    fn end_game(&mut self, summary: &GameSummary) {
        let _ = summary;
    }
}

/// Hears nothing.
impl Visitor for () {}

/// A move number that is not that of its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongNumber {
    /// The number as written.
    pub number: u32,
    /// The number of the move that follows.
    pub expected: i64,
    /// The side that is to move, by the board.
    pub turn: Side,
    /// Whether it is a slip: the following numbers agree with the board. Else they agree with this one.
    pub slip: bool,
}

/// A move that was resolved and played.
#[derive(Debug)]
pub struct Ply<'a, V: Variant> {
    /// The move.
    pub mv: Move,
    /// The move as written; [`Text::span`] tells where, as offsets into the chunk.
    pub text: Text<'a>,
    /// The position before it.
    pub before: &'a V::Position,
    /// The position after it.
    pub after: &'a V::Position,
}
