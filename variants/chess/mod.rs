//! Orthodox chess and Chess960: SAN, long algebraic and coordinate moves, resolved by full legality.

mod geometry;
mod grammar;
mod moves;
mod notation;
mod position;
mod profile;
mod rules;
mod setup;
mod writing;

#[cfg(test)]
mod tests;

pub use notation::Token;
pub use position::Chessboard;
pub use writing::Notation;

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
    type Notation = Notation;

    const PROFILE: Profile = profile::PROFILE;

    fn start(tags: &Tags<'_>, notes: &mut Vec<Note>) -> Result<Start<Self>, SetupError> {
        setup::start(tags, notes)
    }

    #[inline]
    fn lex(text: &[u8], _: &()) -> Option<Lexed<Token>> {
        notation::lex(text)
    }

    #[inline]
    fn resolve(token: Token, position: &Chessboard, _: &()) -> Result<Move, MoveError> {
        rules::resolve(token, position)
    }

    fn write(mv: &Move, position: &Chessboard, notation: Notation, out: &mut String) {
        writing::write(mv, position, notation, out);
    }
}
