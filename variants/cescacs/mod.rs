//! C'escacs, chess on 169 hexagons: CTL-AN and CTL-FAN moves, PDTL positions, CTL-PGN records.
//!
//! Moves have to be legal. The specification's minimal reader, which asks only whether a move agrees
//! with the board, is there too: [`Strictness`](notation::Strictness) is part of the [`Dialect`].
//! Positions that are not of the standard game are read so by themselves.

mod geometry;
mod grammar;
mod hexes;
mod moves;
mod notation;
mod position;
mod profile;
mod rules;
mod setup;
#[cfg(test)]
mod tests;
mod writing;

pub use notation::{Check, Dialect, Token};
pub use position::CescacsPosition;
pub use writing::Notation;

use crate::grammar::{Entry, GrammarError};
use crate::limits::Limits;
use crate::moves::{Move, MoveError};
use crate::tags::Tags;
use crate::variant::{Lexed, Note, Profile, SetupError, Sign, Start, Variant};

/// C'escacs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cescacs;

impl Variant for Cescacs {
    type Position = CescacsPosition;
    type Token = Token;
    type Dialect = Dialect;
    type Notation = Notation;

    const PROFILE: Profile = profile::PROFILE;

    fn notation(name: &str, settings: &[(&str, &str)]) -> Option<Notation> {
        Notation::find(name, settings)
    }

    fn start(tags: &Tags<'_>, notes: &mut Vec<Note>) -> Result<Start<Self>, SetupError> {
        setup::start(tags, notes)
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

    #[inline]
    fn conforms(text: &str, limits: &Limits) -> Result<(), GrammarError> {
        crate::grammar::check::<Self>(Entry::Document, text, limits)
    }

    fn sign(text: &[u8]) -> Option<(Sign, usize)> {
        notation::sign(text)
    }
}

impl CescacsPosition {
    /// The mark that belongs to a legal move: what check it gives, if any (CE-089 to CE-098).
    pub fn check_after(&self, mv: &Move) -> Check {
        rules::check::after(mv, self)
    }
}
