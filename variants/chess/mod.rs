//! Orthodox chess and Chess960: SAN, long algebraic and coordinate moves, resolved by full legality.

mod faults;
mod geometry;
mod grammar;
mod layout;
mod moves;
mod notation;
mod pcn;
mod position;
mod profile;
mod rules;
mod setup;
mod signs;
pub mod tags;
mod writing;

#[cfg(test)]
mod tests;

pub use notation::Token;
pub use position::Chessboard;
pub use writing::Notation;

use crate::board::Square;
use crate::grammar::{Entry, GrammarError};
use crate::limits::Limits;
use crate::moves::{Move, MoveError};
use crate::pcn::Mapping;
use crate::pgn::Layout;
use crate::tags::Tags;
use crate::variant::{Ending, Lexed, MoveFault, Note, Profile, SetupError, Sign, Start, Variant};

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
    const LAYOUT: Option<Layout> = Some(layout::LAYOUT);

    fn notation(name: &str, settings: &[(&str, &str)]) -> Option<Notation> {
        Notation::find(name).filter(|_| settings.is_empty())
    }

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
        *after = before.after(plain.role, from, plain.to, plain.role);
        let quiet = Move::quiet(plain.role, Square(from), Square(plain.to));
        Some((Move { captured, ..quiet }, plain.len))
    }

    fn resolve(token: Token, position: &Chessboard, _: &()) -> Result<Move, MoveError> {
        rules::resolve(token, position)
    }

    fn write(mv: &Move, position: &Chessboard, notation: Notation, out: &mut String) {
        writing::write(mv, position, notation, out);
    }

    fn faults(
        text: &str,
        mv: &Move,
        before: &Chessboard,
        _: &Chessboard,
        out: &mut Vec<MoveFault>,
    ) {
        faults::faults(text, mv, before, out);
    }

    fn ending(position: &Chessboard) -> Option<Ending> {
        rules::ending(position)
    }

    fn sign(text: &[u8]) -> Option<(Sign, usize)> {
        signs::sign(text)
    }

    fn conforms(text: &str, limits: &Limits) -> Result<(), GrammarError> {
        crate::grammar::check::<Self>(Entry::Document, text, limits)
    }
}
