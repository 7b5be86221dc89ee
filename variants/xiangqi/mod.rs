//! Xiangqi (Chinese chess): PGN with moves in Chinese, WXF or ICCS notation.

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

use crate::core::board::{Piece, Side, Square};
use crate::core::limits::Limits;
use crate::core::moves::{Move, MoveError};
use crate::core::tags::Tags;
use crate::diagnostic::{Finding, RANKS_FROM_ONE, SETTLED_BY_CONTEXT};
use crate::format::pcn::Mapping;
use crate::format::pgn::{ExportStyle, NotationTag};
use crate::grammar::GrammarError;
use crate::variant::formats::Known;
use crate::variant::picture::Picture;
use crate::variant::{
    Convention, GameEnd, InitialState, Lexed, Ply, Position, Punctuation, SetupError, Signature,
    Variant, VariantInfo,
};
pub use notation::ranks::Ranks;
pub use notation::{Direction, Head, Mark, Token};
pub use position::Board;
pub use write::{Notation, Scheme};

/// What is known about how moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// How WXF names one of several soldiers. If it is unknown, a move that has a meaning in more than one
    /// scheme is ambiguous.
    pub scheme: Option<Scheme>,
    /// How the ranks of coordinates are counted.
    pub ranks: Ranks,
    /// Whether moves may be written as in WinBoard: `Che2`, `g4`.
    pub winboard: bool,
}

/// Xiangqi, read from moves in Chinese, WXF and ICCS notation, distinguished move by move.
#[derive(Debug)]
pub struct Xiangqi;

/// The index of that convention.
const RANKS_FROM_ZERO: usize = 3;

/// A scheme of WXF; none of them is the usual one.
const fn scheme(name: &'static str, notation: &'static str) -> Convention {
    Convention {
        name,
        notation: Some(notation),
        report: Some(&SETTLED_BY_CONTEXT),
        instead_of: None,
    }
}

impl Variant for Xiangqi {
    type Position = Board;
    type Token = Token;
    type Dialect = Dialect;
    type Notation = Notation;

    const INFO: VariantInfo = info::INFO;
    const PCN: Option<Mapping> = Some(pcn::MAPPING);
    const PICTURE: Picture = picture::PICTURE;
    const SIGNATURE: Signature = signature::SIGNATURE;
    const FORMATS: &'static [Known] = signature::formats::FORMATS;
    const EXPORT_STYLE: Option<ExportStyle> = Some(export::EXPORT_STYLE);

    const CONVENTIONS: &'static [Convention] = &[
        scheme("xqbase", "wxf,scheme=xqbase"),
        scheme("axf", "wxf,scheme=axf"),
        scheme("wxr2018", "wxf,scheme=wxr2018"),
        Convention {
            name: "ranks from 0",
            notation: None,
            report: None,
            instead_of: None,
        },
        Convention {
            name: "ranks from 1",
            notation: None,
            report: Some(&RANKS_FROM_ONE),
            instead_of: Some(RANKS_FROM_ZERO),
        },
    ];

    fn apply_convention(convention: usize, dialect: &mut Dialect) {
        match (Scheme::ALL.get(convention), convention) {
            (Some(scheme), _) => dialect.scheme = Some(*scheme),
            (None, RANKS_FROM_ZERO) => dialect.ranks = Ranks::FromZero,
            (None, _) => dialect.ranks = Ranks::FromOne,
        }
    }

    fn is_consistent_with(convention: usize, text: &[u8], mv: &Move, before: &Board) -> bool {
        let scheme = Scheme::ALL.get(convention);
        if convention == RANKS_FROM_ZERO {
            // Then there is no rank 10.
            return !text.windows(2).any(|pair| pair == b"10");
        }
        scheme.is_none_or(|scheme| write::is_consistent_with(*scheme, text, mv, before))
    }

    fn notation(name: &str, settings: &[(&str, &str)]) -> Option<Notation> {
        Notation::find(name, settings)
    }

    fn assume_notation(notation: Notation, dialect: &mut Dialect) {
        match notation {
            Notation::Wxf { scheme, .. } => dialect.scheme = Some(scheme),
            Notation::Iccs | Notation::Uci => dialect.ranks = Ranks::FromZero,
            Notation::Chinese { .. } => {}
        }
    }

    fn notation_tag(notation: Notation) -> Option<NotationTag> {
        Some(export::notation_tag(notation))
    }

    fn initial_state(
        tags: &Tags<'_>,
        notes: &mut Vec<Finding>,
    ) -> Result<InitialState<Self>, SetupError> {
        setup::start(tags, notes)
    }

    #[inline]
    fn lex(text: &[u8], dialect: &Dialect) -> Option<Lexed<Token>> {
        notation::lex(text, dialect.winboard)
    }

    #[inline(always)]
    fn parse_and_play(
        text: &[u8],
        dialect: &Dialect,
        before: &Board,
        after: &mut Board,
    ) -> Option<(Move, usize)> {
        let lexed = Self::lex(text, dialect)?;
        // Numerals of the other side may mean that it moves.
        let mover = notation::mover(&text[..lexed.len]);
        if mover.is_some_and(|mover| mover != before.turn()) {
            return None;
        }
        let mv = Self::resolve(lexed.token, before, dialect).ok()?;
        after.clone_from(before);
        after.play(&mv);
        Some((mv, lexed.len))
    }

    #[inline]
    fn mover(text: &[u8]) -> Option<Side> {
        notation::mover(text)
    }

    fn meant(word: &[u8], _: &Dialect) -> Option<String> {
        let pass = [&b"pass"[..], b"null", b"--"];
        let is_pass = pass.iter().any(|known| word.eq_ignore_ascii_case(known));
        is_pass.then(|| "passing is not allowed in Xiangqi".into())
    }

    fn starts_move(text: &[u8]) -> bool {
        notation::starts_move(text)
    }

    #[inline]
    fn resolve(token: Token, position: &Board, dialect: &Dialect) -> Result<Move, MoveError> {
        match token {
            Token::Points {
                canonical: false, ..
            }
            | Token::Short { .. }
                if dialect.ranks != Ranks::FromZero =>
            {
                notation::ranks::resolve(token, dialect.ranks, position)
            }
            Token::Tens { .. } | Token::Short { tens: true, .. } => {
                notation::ranks::resolve(token, dialect.ranks, position)
            }
            _ => rules::resolve(token, position, dialect.scheme),
        }
    }

    fn reach(piece: Piece, from: Square) -> Vec<Square> {
        movegen::reach(piece, from)
    }

    fn write(mv: &Move, position: &Board, notation: Notation, out: &mut String) {
        write::write(mv, position, notation, out);
    }

    fn lint_move(ply: &Ply<'_, Xiangqi>, out: &mut Vec<Finding>) {
        lint::lint_move(ply, out);
    }

    fn detect_notation(text: &str) -> Option<&'static str> {
        Some(lint::detect_notation(text))
    }

    fn game_end(position: &Board) -> Option<GameEnd> {
        rules::ending(position)
    }

    fn nonconformities(text: &str, limits: &Limits, most: usize) -> Vec<GrammarError> {
        crate::grammar::faults::<Self>(text, limits, most)
    }

    fn punctuation(text: &[u8]) -> Option<(Punctuation, usize)> {
        punctuation::sign(text)
    }
}
