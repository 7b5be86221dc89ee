//! Orthodox chess and Chess960: SAN, long algebraic and coordinate moves, resolved by full legality.

mod geometry;
mod grammar;
mod notation;
mod position;
mod profile;
mod rules;
mod setup;

#[cfg(test)]
mod tests;

pub use notation::Token;
pub use position::Chessboard;

use crate::moves::{Move, MoveError};
use crate::tags::Tags;
use crate::variant::{Lexed, Note, Profile, SetupError, Start, Variant};

/// Orthodox chess, Chess960 included.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

impl Variant for Chess {
    type Position = Chessboard;
    type Token = Token;
    type Dialect = ();

    const PROFILE: Profile = profile::PROFILE;

    fn start(tags: &Tags<'_>, notes: &mut Vec<Note>) -> Result<Start<Self>, SetupError> {
        setup::start(tags, notes)
    }

    #[inline(always)]
    fn lex(text: &[u8], _: &()) -> Option<Lexed<Token>> {
        notation::lex(text)
    }

    #[inline(always)]
    fn read_move(text: &[u8], position: &Chessboard, _: &()) -> Option<(Move, usize)> {
        let plain = notation::plain(text)?;
        Some((rules::find(&plain, position)?, plain.len))
    }

    fn resolve(token: Token, position: &Chessboard, _: &()) -> Result<Move, MoveError> {
        rules::resolve(token, position)
    }
}
