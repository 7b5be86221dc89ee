//! The grammar of chess, and its moves as tokens.

use super::info::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::notation::{Token, beside};
use super::{Chess, Dialect};
use crate::core::board::Role;
use crate::grammar::{Fault, grammar};
use pest::iterators::Pair;

grammar!(
    Chess,
    "grammars/chess.pest",
    token,
    [document, first_game, movetext, one_line, mv],
    {
        ["CH-068", "CH-070"] => {
            document: ["CH-068"],
            first_game: ["CH-070"],
            game: ["CH-070", "CH-209"],
            EOI: ["CH-209"],
        }
        ["CH-074"] => {
            pair: ["CH-074"],
            name: ["CH-077"],
            value: ["CH-043", "CH-045", "CH-046", "CH-048"],
            quote: ["CH-043", "CH-074"],
            bracket: ["CH-057", "CH-074"],
        }
        ["CH-142", "CH-208"] => {
            movetext: ["CH-142", "CH-208"],
            one_line: ["CH-142", "CH-208"],
            number: ["CH-153"],
            mv: ["CH-166"],
            nag: ["CH-060", "CH-200"],
            valuation: ["CH-199", "CH-200"],
            comment: ["CH-028", "CH-030"],
            line_comment: ["CH-028", "CH-029"],
            variation: ["CH-202"],
            result: ["CH-208", "CH-214"],
        }
        ["CH-166"] => {
            mv_parts: ["CH-166"],
            letter: ["CH-169"],
            from: ["CH-168", "CH-183"],
            from_file: ["CH-175"],
            to: ["CH-168"],
            inner: ["CH-168"],
            last: ["CH-168"],
            becomes: ["CH-181"],
            promotion: ["CH-182"],
            check: ["CH-189", "CH-190"],
        }
        ["CH-269"] => {
            setup: ["CH-269"],
            placement: ["CH-269"],
            fen_rank: ["CH-269"],
            turn: ["CH-269"],
            rights: ["CH-269"],
            en_passant: ["CH-269"],
            counter: ["CH-269"],
        }
    },
    ; cite
);

/// The requirements that the position of a fault shows.
fn cite(fault: Fault) -> &'static [&'static str] {
    match fault {
        Fault::Character {
            value: true,
            character: '\t' | '\u{0B}',
        } => &["CH-023", "CH-048"],
        Fault::Character {
            value: true,
            character: ..='\u{1F}',
        } => &["CH-013", "CH-048"],
        Fault::Character {
            character: ..='\u{1F}',
            ..
        } => &["CH-013"],
        Fault::Character { .. } => &["CH-017"],
        Fault::EmptyVariation => &["CH-202"],
        Fault::BeyondAscii => &["CH-021"],
        Fault::Ellipsis | Fault::LineBreak | Fault::LineComment | Fault::GluedNumber => &[],
    }
}

fn token(mv: &Pair<'_, Rule>, _: &Dialect) -> Option<Token> {
    let text = match mv.as_str().as_bytes() {
        [unmarked @ .., b'+' | b'#'] => unmarked,
        text => text,
    };
    let (role, squares) = match *text {
        [b'a'..=b'h', ..] => (PAWN, text),
        [b'P', ref squares @ ..] => (PAWN, squares),
        [b'O', _, _] => return Some(Token::ShortCastling),
        [b'O', ..] => return Some(Token::LongCastling),
        [letter, ref squares @ ..] => (piece(letter)?, squares),
        [] => return None,
    };
    let (squares, promotion) = match *squares {
        [ref squares @ .., b'=', letter] => (squares, Some(piece(letter)?)),
        _ => (squares, None),
    };
    let [from @ .., to_file, to_rank] = squares else {
        return None;
    };
    let to = 8 * (to_rank - b'1') + (to_file - b'a');
    let from = match *from {
        // Without a capture a pawn stays on its file.
        [] if role == PAWN => on(*to_file),
        [] | [b'x'] => !0,
        [file, b'x'] if role == PAWN => beside(on(file), to),
        [letter] | [letter, b'x'] => on(letter),
        [file, rank] | [file, rank, _] => on(file) & on(rank),
        _ => return None,
    };
    Some(Token::Piece {
        role,
        to,
        from,
        promotion,
    })
}

fn piece(letter: u8) -> Option<Role> {
    match letter {
        b'N' => Some(KNIGHT),
        b'B' => Some(BISHOP),
        b'R' => Some(ROOK),
        b'Q' => Some(QUEEN),
        b'K' => Some(KING),
        _ => None,
    }
}

/// The squares on a file or a rank, one bit each.
fn on(letter: u8) -> u64 {
    match letter {
        b'a'..=b'h' => 0x0101_0101_0101_0101 << (letter - b'a'),
        rank => 0xFF << (8 * ((rank - b'1') & 7)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::{Goal, Grammar};
    use crate::variants::chess::notation;
    use pest::Parser as _;

    /// The token of a move that was parsed with its parts.
    fn token_of_parts(mv: Pair<'_, Rule>) -> Option<Token> {
        match mv.as_str().trim_end_matches(['+', '#']) {
            "O-O" => return Some(Token::ShortCastling),
            "O-O-O" => return Some(Token::LongCastling),
            _ => {}
        }
        let mut role = PAWN;
        let (mut from, mut takes) = (!0, false);
        let mut squares = Vec::new();
        let mut promotion = None;
        for part in mv.into_inner() {
            let text = part.as_str().as_bytes();
            match part.as_rule() {
                Rule::letter => role = piece(text[0])?,
                Rule::from => from = on(text[0]),
                Rule::from_file => (from, takes) = (on(text[0]), true),
                Rule::to | Rule::inner | Rule::last => squares.push((text[0], text[1])),
                Rule::becomes => promotion = Some(piece(text[1])?),
                _ => {}
            }
        }
        let (file, rank) = squares.pop()?;
        if let Some((file, rank)) = squares.pop() {
            from = on(file) & on(rank);
        }
        if role == PAWN && from == !0 {
            from = on(file);
        }
        let to = (on(file) & on(rank)).trailing_zeros() as u8;
        if takes {
            from = beside(from, to);
        }
        Some(Token::Piece {
            role,
            to,
            from,
            promotion,
        })
    }

    /// All combinations of these, and all short texts of a few letters.
    fn texts() -> Vec<String> {
        let choices: [&[&str]; 6] = [
            &["", "N", "P", "K", "O-O", "O-O-O", "S"],
            &["", "a", "1", "a1", "h8", "9"],
            &["", "x", "xx", "-"],
            &["", "b1", "b2", "g7", "g8", "b", "3"],
            &["", "=Q", "=", "Q", "=K"],
            &["", "+", "#", "++", "!", " ", "\n", "x", ".", "=", "é"],
        ];
        let put = |texts: Vec<String>, parts: &[&str]| {
            let add = |text: &String| parts.iter().map(|part| format!("{text}{part}")).collect();
            texts.iter().flat_map::<Vec<_>, _>(add).collect()
        };
        let mut texts = choices
            .iter()
            .fold(vec![String::new()], |texts, parts| put(texts, parts));
        for length in 1..=5 {
            let letters = ["R", "c", "4", "8", "x", "=", "+", "O", "-"];
            texts.extend((0..length).fold(vec![String::new()], |texts, _| put(texts, &letters)));
        }
        texts
    }

    /// A move is the same parsed with parts and without, in the grammar and in the lexer, and the scanner reads
    /// it the same way.
    #[test]
    fn one_token_or_parts() {
        let mut moves = 0;
        for text in texts() {
            let whole = parser::Parser::parse(Rule::mv, &text).ok();
            let parts = Chess::parse(Goal::MoveParts, &text).ok();
            let (Some(whole), Some(parts)) = (&whole, &parts) else {
                assert!(whole.is_none() && parts.is_none(), "{text:?}");
                continue;
            };
            assert_eq!(whole.as_str(), parts.as_str(), "{text:?}");
            let (mv, parts) = (whole.peek().unwrap(), parts.peek().unwrap());
            let token = token(&mv, &Dialect::default());
            assert!(token.is_some(), "{text:?}");
            assert_eq!(token, token_of_parts(parts), "{text:?}");
            let lexed = notation::lex(text.as_bytes());
            let lexed = lexed.map(|lexed| (Some(lexed.token), lexed.len));
            assert_eq!(lexed, Some((token, mv.as_str().len())), "{text:?}");
            moves += 1;
        }
        assert!(moves > 500, "{moves}");
    }
}
