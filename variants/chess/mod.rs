//! Orthodox chess and Chess960: SAN, long algebraic and coordinate moves, resolved by full legality.

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
pub mod record;
mod rules;
mod setup;
mod signature;
mod write;

#[cfg(test)]
mod tests;

pub use notation::Token;
pub use notation::alphabet::{Alphabet, Dialect};
pub use position::Chessboard;
pub use write::Notation;

use crate::core::board::{Piece, Square};
use crate::core::limits::Limits;
use crate::core::moves::{Move, MoveError};
use crate::core::tags::Tags;
use crate::diagnostic::Finding;
use crate::format::pcn::Mapping;
use crate::format::pgn::ExportStyle;
use crate::grammar::GrammarError;
use crate::variant::formats::Known;
use crate::variant::picture::Picture;
use crate::variant::{
    GameEnd, InitialState, Lexed, Ply, Punctuation, SetupError, Signature, Variant, VariantInfo,
};

/// Orthodox chess, Chess960 included.
#[derive(Clone, Copy, Debug)]
pub struct Chess;

impl Variant for Chess {
    type Position = Chessboard;
    type Token = Token;
    type Dialect = Dialect;
    type Notation = Notation;

    const INFO: VariantInfo = info::INFO;
    const PCN: Option<Mapping> = Some(pcn::MAPPING);
    const PICTURE: Picture = picture::PICTURE;
    const SIGNATURE: Signature = signature::SIGNATURE;
    const FORMATS: &'static [Known] = signature::formats::FORMATS;
    const EXPORT_STYLE: Option<ExportStyle> = Some(export::EXPORT_STYLE);

    fn notation(name: &str, settings: &[(&str, &str)]) -> Option<Notation> {
        let notation = Notation::find(name)?;
        match settings {
            [] => Some(notation),
            [("pieces", language)] => notation.spelt(Alphabet::find(language)?),
            _ => None,
        }
    }

    fn assume_notation(notation: Notation, dialect: &mut Dialect) {
        dialect.expect(notation);
    }

    fn initial_state(
        tags: &Tags<'_>,
        notes: &mut Vec<Finding>,
    ) -> Result<InitialState<Self>, SetupError> {
        setup::start(tags, notes)
    }

    #[inline(always)]
    fn lex(text: &[u8], _: &Dialect) -> Option<Lexed<Token>> {
        notation::lex(text)
    }

    fn has_fast_path(dialect: &Dialect) -> bool {
        dialect.alphabet.is_none()
    }

    fn lex_with(text: &[u8], dialect: &Dialect) -> Option<Lexed<Token>> {
        dialect.lex(text)
    }

    fn suggest_dialect(movetext: &[u8], start: &Chessboard, dialect: &Dialect) -> Option<String> {
        notation::alphabet::suggest_dialect(movetext, start, *dialect)
    }

    #[inline(always)]
    fn parse_and_play(
        text: &[u8],
        _: &Dialect,
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

    fn resolve(token: Token, position: &Chessboard, _: &Dialect) -> Result<Move, MoveError> {
        rules::resolve(token, position)
    }

    fn reach(piece: Piece, from: Square) -> Vec<Square> {
        let squares = movegen::squares(movegen::reach(piece, from.0));
        squares.map(Square).collect()
    }

    fn write(mv: &Move, position: &Chessboard, notation: Notation, out: &mut String) {
        write::write(mv, position, notation, out);
    }

    fn write_played(
        mv: &Move,
        before: &Chessboard,
        after: &Chessboard,
        notation: Notation,
        out: &mut String,
    ) {
        match notation {
            Notation::San => write::san::San::of(mv, before, after).push_to(out),
            _ => write::write(mv, before, notation, out),
        }
    }

    const PLAIN_CONFORMS: bool = true;

    #[inline]
    fn is_canonical(ply: &Ply<'_, Chess>) -> bool {
        write::san::San::is_written(ply)
    }

    fn lint_move(ply: &Ply<'_, Chess>, out: &mut Vec<Finding>) {
        lint::lint_move(ply, out);
    }

    fn meant(word: &[u8], _: &Dialect) -> Option<String> {
        punctuation::meant(word)
    }

    fn abbreviated(text: &[u8], position: &Chessboard) -> Option<(Move, usize)> {
        notation::abbreviated(text, position)
    }

    fn game_end(position: &Chessboard) -> Option<GameEnd> {
        rules::ending(position)
    }

    fn punctuation(text: &[u8]) -> Option<(Punctuation, usize)> {
        punctuation::sign(text)
    }

    fn nonconformities(text: &str, limits: &Limits, most: usize) -> Vec<GrammarError> {
        crate::grammar::faults::<Self>(text, limits, most)
    }
}
