//! The grammar of chess, and its moves as tokens.

use super::Chess;
use super::notation::Token;
use super::profile::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::board::Role;
use crate::grammar::grammar;
use pest::iterators::Pair;

grammar!(Chess, "grammars/chess.pest", token);

fn token(mv: Pair<'_, Rule>, (): &()) -> Option<Token> {
    let mut role = PAWN;
    let mut from = !0;
    let mut to = None;
    let mut promotion = None;
    for part in mv.into_inner() {
        let text = part.as_str().as_bytes();
        match part.as_rule() {
            Rule::short_castling => return Some(Token::ShortCastling),
            Rule::long_castling => return Some(Token::LongCastling),
            Rule::role => role = man(text)?,
            Rule::from | Rule::from_file => from = squares(text),
            Rule::to => to = Some(squares(text).trailing_zeros() as u8),
            Rule::promotion => promotion = Some(man(text)?),
            _ => {}
        }
    }
    let to = to?;
    // Without a capture a pawn stays on its file.
    if role == PAWN && from == !0 {
        from = squares(&[b'a' + to % 8]);
    }
    Some(Token::Man {
        role,
        to,
        from,
        promotion,
    })
}

fn man(letter: &[u8]) -> Option<Role> {
    match letter {
        b"N" => Some(KNIGHT),
        b"B" => Some(BISHOP),
        b"R" => Some(ROOK),
        b"Q" => Some(QUEEN),
        b"K" => Some(KING),
        _ => None,
    }
}

/// The squares that a file, a rank or both name, one bit each.
fn squares(name: &[u8]) -> u64 {
    name.iter().fold(!0, |squares, &letter| {
        squares
            & match letter {
                b'a'..=b'h' => 0x0101_0101_0101_0101 << (letter - b'a'),
                _ => 0xFF << (8 * (letter - b'1')),
            }
    })
}
