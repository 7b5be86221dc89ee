//! C'escacs, chess on 169 hexagons: CTL-AN and CTL-FAN moves, PDTL positions, CTL-PGN records.
//!
//! Moves are read as the specification's minimal reader does: a move has to agree with the board
//! (the man stands there, the target is free or holds what is captured), but whether the man may
//! move so is not asked.

mod geometry;
mod grammar;
mod notation;
mod position;
mod profile;
mod rules;
mod setup;
#[cfg(test)]
mod tests;

pub use notation::{Dialect, Token};
pub use position::CescacsPosition;

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

    const PROFILE: Profile = profile::PROFILE;

    fn start(tags: &Tags<'_>, notes: &mut Vec<Note>) -> Result<Start<Self>, SetupError> {
        setup::start(tags, notes)
    }

    #[inline]
    fn lex(text: &[u8], dialect: &Dialect) -> Option<Lexed<Token>> {
        notation::lex(text, dialect)
    }

    #[inline]
    fn resolve(token: Token, position: &CescacsPosition, _: &Dialect) -> Result<Move, MoveError> {
        rules::coherent(token, position)
    }

    #[inline]
    fn sign(text: &[u8]) -> Option<(Sign, usize)> {
        notation::sign(text)
    }
}
