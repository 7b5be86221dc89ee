//! Xiangqi (Chinese chess): PGN with moves in Chinese, WXF or ICCS notation.

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
mod tags;
#[cfg(test)]
mod tests;
mod writing;

use crate::grammar::{Entry, GrammarError};
use crate::limits::Limits;
use crate::moves::{Move, MoveError};
use crate::pcn::Mapping;
use crate::pgn::{Announcement, Layout};
use crate::tags::Tags;
use crate::variant::{Ending, Lexed, MoveFault, Note, Profile, SetupError, Sign, Start, Variant};
use notation::Token;
use position::Board;

pub use writing::{Notation, Scheme};

/// What is known of the way that moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// How WXF names one of several soldiers. If it is not known, a move that has a meaning in more than
    /// one scheme is ambiguous.
    pub scheme: Option<Scheme>,
    /// Whether moves may be written as WinBoard does: `Che2`, `g4`.
    pub winboard: bool,
}

/// Xiangqi, read from moves in Chinese, WXF and ICCS notation, told apart move by move.
#[derive(Debug)]
pub struct Xiangqi;

impl Variant for Xiangqi {
    type Position = Board;
    type Token = Token;
    type Dialect = Dialect;
    type Notation = Notation;

    const PROFILE: Profile = profile::PROFILE;
    const PCN: Option<Mapping> = Some(pcn::MAPPING);
    const LAYOUT: Option<Layout> = Some(layout::LAYOUT);

    const CONVENTIONS: &'static [&'static str] = &["xqbase", "axf", "wxr2018"];

    fn keep(convention: usize, dialect: &mut Dialect) {
        dialect.scheme = Some(Scheme::ALL[convention]);
    }

    fn keeps_to(convention: usize, text: &[u8], mv: &Move, before: &Board) -> bool {
        writing::keeps_to(Scheme::ALL[convention], text, mv, before)
    }

    fn notation(name: &str, settings: &[(&str, &str)]) -> Option<Notation> {
        Notation::find(name, settings)
    }

    fn expect(notation: Notation, dialect: &mut Dialect) {
        if let Notation::Wxf { scheme, .. } = notation {
            dialect.scheme = Some(scheme);
        }
    }

    fn announce(notation: Notation) -> Option<Announcement> {
        Some(layout::announce(notation))
    }

    fn start(tags: &Tags<'_>, notes: &mut Vec<Note>) -> Result<Start<Self>, SetupError> {
        setup::start(tags, notes)
    }

    #[inline]
    fn lex(text: &[u8], dialect: &Dialect) -> Option<Lexed<Token>> {
        notation::lex(text, dialect.winboard)
    }

    fn abuts(text: &[u8]) -> bool {
        notation::abuts(text)
    }

    #[inline]
    fn resolve(token: Token, position: &Board, dialect: &Dialect) -> Result<Move, MoveError> {
        rules::resolve(token, position, dialect.scheme)
    }

    fn write(mv: &Move, position: &Board, notation: Notation, out: &mut String) {
        writing::write(mv, position, notation, out);
    }

    fn faults(text: &str, mv: &Move, before: &Board, after: &Board, out: &mut Vec<MoveFault>) {
        faults::faults(text, mv, before, after, out);
    }

    fn written_in(text: &str) -> Option<&'static str> {
        Some(faults::written_in(text))
    }

    fn ending(position: &Board) -> Option<Ending> {
        rules::ending(position)
    }

    fn conforms(text: &str, limits: &Limits) -> Result<(), GrammarError> {
        crate::grammar::check::<Self>(Entry::Document, text, limits)
    }

    fn sign(text: &[u8]) -> Option<(Sign, usize)> {
        signs::sign(text)
    }
}
