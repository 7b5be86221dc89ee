//! Problems with the spelling of moves that were understood.

use super::Xiangqi;
use super::notation::Token;
use super::write::{self, Digits, Notation, Script, Soldiers};
use super::{info::INFO, notation};
use crate::core::board::Side;
use crate::diagnostic::{self, Code, Finding};
use crate::variant::{Lexed, Ply, Position};
use std::borrow::Cow;

/// The name of the notation of a move, as in the tag Format; `WinBoard` for the one that the tag has no name
/// for.
pub(super) fn detect_notation(text: &str) -> &'static str {
    match text.as_bytes() {
        [0xE4..=0xE9, ..] => "Chinese",
        bytes => match notation::lex(bytes, false) {
            Some(lexed) if lexed.token.is_points() => "ICCS",
            Some(Lexed {
                token: Token::Short { .. },
                ..
            })
            | None => "WinBoard",
            Some(_) => "WXF",
        },
    }
}

/// Compares a move as written with its form in the specification (XQ-080 to XQ-084).
pub(super) fn lint_move(ply: &Ply<'_, Xiangqi>, out: &mut Vec<Finding>) {
    let text = &*ply.text.decode_move();
    let Ply {
        mv, before, after, ..
    } = ply;
    let mut find = |code: &'static Code, message: Cow<'static, str>, canonical: Option<String>| {
        let span = ply.text.span();
        out.push(Finding {
            fix: canonical.map(|canonical| (span.clone(), canonical)),
            ..Finding::new(code, span, message)
        });
    };
    let body = text.trim_end_matches(['+', '#']);
    if body.len() < text.len() {
        if after.is_check() {
            find(
                &diagnostic::SUPERFLUOUS_CHECK_MARK,
                "Xiangqi has no check marks".into(),
                Some(body.to_owned()),
            )
        } else {
            find(
                &diagnostic::WRONG_CHECK_MARK,
                format!("{text} gives no check").into(),
                Some(body.to_owned()),
            )
        }
    }
    if detect_notation(body) != "Chinese" {
        return;
    }
    let canonical = |script, digits, soldiers| {
        let notation = Notation::Chinese {
            script,
            digits,
            soldiers,
        };
        let mut out = String::with_capacity(12);
        write::write(mv, before, notation, &mut out);
        out
    };
    let scripts = [Script::Simplified, Script::Traditional];
    let digits = [Digits::Half, Digits::Full];
    let forms = || scripts.iter().flat_map(|s| digits.iter().map(|d| (*s, *d)));
    let by_file = || {
        scripts
            .iter()
            .flat_map(|s| digits.iter().map(|d| canonical(*s, *d, Soldiers::ByFile)))
    };
    if forms().any(|(s, d)| canonical(s, d, Soldiers::Counted) == body)
        || by_file().any(|form| form == body)
    {
        return;
    }
    // The same script and digits, as far as they can be determined.
    let script = if body.contains(TRADITIONAL) {
        Script::Traditional
    } else {
        Script::Simplified
    };
    let digits = if body.contains(|c: char| ('１'..='９').contains(&c)) {
        Digits::Full
    } else {
        Digits::Half
    };
    let canonical = canonical(script, digits, Soldiers::Counted);
    let code = sort(body, &canonical, before.turn());
    let message = if code == &diagnostic::UNMARKED_PIECE {
        let piece = INFO.roles[mv.piece.index()].name;
        format!("there are two {piece}s on this file, so the move is written {canonical}")
    } else {
        format!("{body} is written {canonical}")
    };
    find(code, message.into(), Some(canonical));
}

/// Characters of the traditional script that the simplified one does not have.
const TRADITIONAL: [char; 9] = ['帥', '將', '馬', '傌', '車', '俥', '砲', '進', '後'];

/// The code for a move that is not in canonical form.
fn sort(body: &str, canonical: &str, side: Side) -> &'static Code {
    let marked = |text: &str| text.contains(['前', '中', '后', '後']);
    let numeral = |c: char| "一二三四五六七八九".contains(c);
    let digit = |c: char| c.is_ascii_digit() || ('１'..='９').contains(&c);
    if marked(canonical) && !marked(body) {
        &diagnostic::UNMARKED_PIECE
    } else if match side {
        Side::First => body.contains(digit),
        Side::Second => body.chars().any(numeral) && !canonical.chars().any(numeral),
    } {
        &diagnostic::NUMERALS
    } else {
        &diagnostic::GLYPH_SPELLING
    }
}
