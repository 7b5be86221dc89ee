//! C'escacs, chess on 169 hexagons: CTL-AN and CTL-FAN moves, PDTL positions, CTL-PGN records.
//!
//! Moves must be legal. The specification's minimal reader, which only checks that a move agrees with the
//! board, is available as [`Strictness::Minimal`]. Games other than the standard game are always read like
//! that.

mod export;
mod geometry;
mod grammar;
mod info;
mod lint;
mod movegen;
mod notation;
mod pcn;
mod picture;
mod position;
mod punctuation;
mod record;
mod rules;
mod setup;
mod signature;
#[cfg(test)]
mod tests;
mod write;

pub use notation::dialect::Dialect;
pub use notation::{Check, Token};
pub use position::CescacsPosition;
pub use record::{
    Branch, Comment, First, Fragment, IdError, Last, Lines, Mention, Own, RecordId, Reference,
    TimeControl, Variations, mentions, reference,
};
pub use rules::ending::{End, History};
pub use rules::ruleset::Ruleset;
pub use write::{Hyphen, Notation, Symbols};

use crate::core::board::{Piece, Square};
use crate::core::limits::Limits;
use crate::core::moves::{Move, MoveError};
use crate::core::tags::Tags;
use crate::diagnostic::Finding;
use crate::format::pcn::Mapping;
use crate::format::pgn::{Options, WriteError, Written};
use crate::game::Game;
use crate::grammar::GrammarError;
use crate::variant::picture::Picture;
use crate::variant::{
    CommentSubject, GameEnd, InitialState, Lexed, Ply, Position, Punctuation, RecordIdentity,
    SetupError, Signature, Strictness, Variant, VariantInfo,
};

/// C'escacs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cescacs;

impl Variant for Cescacs {
    type Position = CescacsPosition;
    type Token = Token;
    type Dialect = Dialect;
    type Notation = Notation;

    const INFO: VariantInfo = info::INFO;
    const PCN: Option<Mapping> = Some(pcn::MAPPING);
    const PICTURE: Picture = picture::PICTURE;
    const SIGNATURE: Signature = signature::SIGNATURE;

    const COMMENT_SUBJECT: Option<CommentSubject> = Some(|text| {
        let comment = Comment::parse(text);
        let sign = if comment.automatic { ":" } else { "" };
        let body = text[comment.body..].trim_start();
        Some((comment.speaker?, format!("{sign}{body}")))
    });

    fn export(
        game: &Game,
        options: &Options,
        out: &mut String,
    ) -> Option<Result<Written, WriteError>> {
        Some(export::export(game, options, out))
    }

    fn notation(name: &str, settings: &[(&str, &str)]) -> Option<Notation> {
        Notation::find(name, settings)
    }

    fn initial_state(
        tags: &Tags<'_>,
        notes: &mut Vec<Finding>,
    ) -> Result<InitialState<Self>, SetupError> {
        setup::start(tags, notes)
    }

    fn with_strictness(dialect: Dialect, strictness: Strictness) -> Dialect {
        dialect.with_strictness(strictness)
    }

    #[inline]
    fn lex(text: &[u8], dialect: &Dialect) -> Option<Lexed<Token>> {
        notation::lex(text, dialect)
    }

    #[inline]
    fn resolve(
        token: Token,
        position: &CescacsPosition,
        dialect: &Dialect,
    ) -> Result<Move, MoveError> {
        rules::resolve(token, position, dialect.strictness())
    }

    fn reach(piece: Piece, from: Square) -> Vec<Square> {
        rules::reach::of(piece, from).collect()
    }

    fn write(mv: &Move, position: &CescacsPosition, notation: Notation, out: &mut String) {
        write::write(mv, position, notation, out);
    }

    fn lint_move(ply: &Ply<'_, Cescacs>, out: &mut Vec<Finding>) {
        lint::lint_move(ply, out);
    }

    fn meant(word: &[u8], dialect: &Dialect) -> Option<String> {
        notation::meant(word, dialect)
    }

    fn game_end(position: &CescacsPosition) -> Option<GameEnd> {
        let end = position.end()?;
        Some(GameEnd {
            outcome: end.outcome(position.turn()),
            name: end.name(),
        })
    }

    fn validate_record(game: &Game, report: &mut dyn FnMut(Finding)) {
        record::review(game, report);
    }

    fn record_identity(game: &Game) -> Option<RecordIdentity> {
        record::identity(game)
    }

    fn nonconformities(text: &str, limits: &Limits, most: usize) -> Vec<GrammarError> {
        // The specification names records of Grand C'escacs, but does not define their form.
        if rules::ruleset::is_grand_record(text) {
            return Vec::new();
        }
        crate::grammar::faults::<Self>(text, limits, most)
    }

    #[inline]
    fn punctuation(text: &[u8]) -> Option<(Punctuation, usize)> {
        punctuation::sign(text)
    }
}

impl CescacsPosition {
    /// The end of the game that the position itself dictates, if any; [`History`] detects draws by repetition.
    pub fn end(&self) -> Option<End> {
        rules::ending::dictated(self)
    }

    /// The correct check mark for a legal move (CE-089 to CE-098).
    pub fn check_after(&self, mv: &Move) -> Check {
        rules::check::after(mv, self)
    }
}
