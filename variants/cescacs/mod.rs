//! C'escacs, chess on 169 hexagons: CTL-AN and CTL-FAN moves, PDTL positions, CTL-PGN records.
//!
//! Moves have to be legal. The specification's minimal reader, which asks only whether a move agrees
//! with the board, is there too: [`Strictness::Minimal`]. Games that are not of the standard game are
//! always read so.

mod dialect;
mod export;
mod faults;
mod geometry;
mod grammar;
mod hexes;
mod moves;
mod notation;
mod pcn;
mod position;
mod profile;
mod record;
mod rules;
mod ruleset;
mod setup;
mod signs;
#[cfg(test)]
mod tests;
mod writing;

pub use dialect::Dialect;
pub use notation::{Check, Token};
pub use position::CescacsPosition;
pub use record::{
    Branch, Comment, First, Fragment, IdError, Last, Lines, Mention, Own, RecordId, Reference,
    TimeControl, Variations, mentions, reference,
};
pub use rules::ending::{End, History};
pub use ruleset::Ruleset;
pub use writing::{Hyphen, Notation, Symbols};

use crate::diagnostic::Finding;
use crate::game::Game;
use crate::grammar::{Entry, GrammarError};
use crate::limits::Limits;
use crate::moves::{Move, MoveError};
use crate::pcn::Mapping;
use crate::pgn::{Options, WriteError, Written};
use crate::tags::Tags;
use crate::variant::{
    Ending, Identity, Lexed, MoveFault, Note, Position, Profile, SetupError, Sign, Start,
    Strictness, Variant,
};

/// C'escacs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cescacs;

impl Variant for Cescacs {
    type Position = CescacsPosition;
    type Token = Token;
    type Dialect = Dialect;
    type Notation = Notation;

    const PROFILE: Profile = profile::PROFILE;
    const PCN: Option<Mapping> = Some(pcn::MAPPING);

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

    fn start(tags: &Tags<'_>, notes: &mut Vec<Note>) -> Result<Start<Self>, SetupError> {
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

    fn write(mv: &Move, position: &CescacsPosition, notation: Notation, out: &mut String) {
        writing::write(mv, position, notation, out);
    }

    fn faults(
        text: &str,
        mv: &Move,
        before: &CescacsPosition,
        _: &CescacsPosition,
        out: &mut Vec<MoveFault>,
    ) {
        faults::faults(text, mv, before, out);
    }

    fn ending(position: &CescacsPosition) -> Option<Ending> {
        let end = position.end()?;
        Some(Ending {
            outcome: end.outcome(position.turn()),
            name: end.name(),
        })
    }

    fn review(game: &Game, report: &mut dyn FnMut(Finding)) {
        record::review(game, report);
    }

    fn identity(game: &Game) -> Option<Identity> {
        record::identity(game)
    }

    fn conforms(text: &str, limits: &Limits) -> Result<(), GrammarError> {
        // The specification gives records of Grand C'escacs a name, but no form.
        if ruleset::is_grand_record(text) {
            return Ok(());
        }
        crate::grammar::check::<Self>(Entry::Document, text, limits)
    }

    #[inline]
    fn sign(text: &[u8]) -> Option<(Sign, usize)> {
        signs::sign(text)
    }
}

impl CescacsPosition {
    /// The end of the game that the position itself dictates, if any; draws by repetition are for
    /// the [`History`] to tell.
    pub fn end(&self) -> Option<End> {
        rules::ending::dictated(self)
    }

    /// The mark that belongs to a legal move: what check it gives, if any (CE-089 to CE-098).
    pub fn check_after(&self, mv: &Move) -> Check {
        rules::check::after(mv, self)
    }
}
