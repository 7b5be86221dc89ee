//! Xiangqi (Chinese chess): PGN with moves in Chinese, WXF or ICCS notation.

mod coordinates;
mod faults;
mod geometry;
mod grammar;
mod layout;
mod moves;
mod notation;
mod pcn;
mod position;
mod profile;
mod ranks;
mod rules;
mod setup;
mod signs;
mod tags;
#[cfg(test)]
mod tests;
mod writing;

use crate::diagnostic::{RANKS_FROM_ONE, SETTLED_BY_CONTEXT};
use crate::grammar::{Entry, GrammarError};
use crate::limits::Limits;
use crate::moves::{Move, MoveError};
use crate::pcn::Mapping;
use crate::pgn::{Announcement, Layout};
use crate::tags::Tags;
use crate::variant::{
    Convention, Ending, Lexed, MoveFault, Note, Profile, SetupError, Sign, Start, Variant,
};
use notation::Token;
use position::Board;

pub use ranks::Ranks;
pub use writing::{Notation, Scheme};

/// What is known of the way that moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// How WXF names one of several soldiers. If it is not known, a move that has a meaning in more than
    /// one scheme is ambiguous.
    pub scheme: Option<Scheme>,
    /// How the ranks of coordinates are counted.
    pub ranks: Ranks,
    /// Whether moves may be written as WinBoard does: `Che2`, `g4`.
    pub winboard: bool,
}

/// Xiangqi, read from moves in Chinese, WXF and ICCS notation, told apart move by move.
#[derive(Debug)]
pub struct Xiangqi;

/// The place of that convention among all.
const RANKS_FROM_ZERO: usize = 3;

/// A scheme of WXF; none of them is the usual one.
const fn scheme(name: &'static str) -> Convention {
    Convention {
        name,
        told: Some(&SETTLED_BY_CONTEXT),
        instead_of: None,
    }
}

impl Variant for Xiangqi {
    type Position = Board;
    type Token = Token;
    type Dialect = Dialect;
    type Notation = Notation;

    const PROFILE: Profile = profile::PROFILE;
    const PCN: Option<Mapping> = Some(pcn::MAPPING);
    const LAYOUT: Option<Layout> = Some(layout::LAYOUT);

    const CONVENTIONS: &'static [Convention] = &[
        scheme("xqbase"),
        scheme("axf"),
        scheme("wxr2018"),
        Convention {
            name: "ranks from 0",
            told: None,
            instead_of: None,
        },
        Convention {
            name: "ranks from 1",
            told: Some(&RANKS_FROM_ONE),
            instead_of: Some(RANKS_FROM_ZERO),
        },
    ];

    fn keep(convention: usize, dialect: &mut Dialect) {
        match (Scheme::ALL.get(convention), convention) {
            (Some(scheme), _) => dialect.scheme = Some(*scheme),
            (None, RANKS_FROM_ZERO) => dialect.ranks = Ranks::FromZero,
            (None, _) => dialect.ranks = Ranks::FromOne,
        }
    }

    fn keeps_to(convention: usize, text: &[u8], mv: &Move, before: &Board) -> bool {
        let scheme = Scheme::ALL.get(convention);
        scheme.is_none_or(|scheme| writing::keeps_to(*scheme, text, mv, before))
    }

    fn notation(name: &str, settings: &[(&str, &str)]) -> Option<Notation> {
        Notation::find(name, settings)
    }

    fn expect(notation: Notation, dialect: &mut Dialect) {
        match notation {
            Notation::Wxf { scheme, .. } => dialect.scheme = Some(scheme),
            Notation::Iccs | Notation::Uci => dialect.ranks = Ranks::FromZero,
            Notation::Chinese { .. } => {}
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
        match token {
            Token::Points { from, to } if dialect.ranks != Ranks::FromZero => {
                ranks::resolve([from, to], false, dialect.ranks, position)
            }
            Token::Tens { from, to } => ranks::resolve([from, to], true, dialect.ranks, position),
            _ => rules::resolve(token, position, dialect.scheme),
        }
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
