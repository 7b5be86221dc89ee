//! Orthodox chess and Chess960: SAN, long algebraic and coordinate moves, resolved by full legality.

mod geometry;
mod grammar;
mod moves;
mod notation;
mod pcn;
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

use crate::board::Square;
use crate::moves::{Move, MoveError};
use crate::pcn::Mapping;
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
    const PCN: Option<Mapping> = Some(pcn::MAPPING);

    fn start(tags: &Tags<'_>, notes: &mut Vec<Note>) -> Result<Start<Self>, SetupError> {
        setup::start(tags, notes)
    }

    #[inline(always)]
    fn lex(text: &[u8], _: &()) -> Option<Lexed<Token>> {
        notation::lex(text)
    }

    #[inline(always)]
    fn step(
        text: &[u8],
        _: &(),
        before: &Chessboard,
        after: &mut Chessboard,
    ) -> Option<(Move, usize)> {
        let plain = notation::plain(text)?;
        let from = rules::find(&plain, before)?;
        let captured = before.role_on(plain.to);
        *after = before.after(plain.role, from, plain.to, captured, plain.role);
        let quiet = Move::quiet(plain.role, Square(from), Square(plain.to));
        Some((Move { captured, ..quiet }, plain.len))
    }

    fn resolve(token: Token, position: &Chessboard, _: &()) -> Result<Move, MoveError> {
        rules::resolve(token, position)
    }

    fn write(mv: &Move, position: &Chessboard, notation: Notation, out: &mut String) {
        writing::write(mv, position, notation, out);
    }
}
