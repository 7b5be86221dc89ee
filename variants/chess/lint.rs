//! Problems with the spelling of moves that were understood.

use super::Chess;
use super::write::{self, Notation};
use crate::core::moves::MoveKind;
use crate::diagnostic::{self, Code, Finding};
use crate::variant::Ply;
use std::borrow::Cow;

/// Compares a move as written with its form in the specification (CH-166 to CH-197).
pub(super) fn lint_move(ply: &Ply<'_, Chess>, out: &mut Vec<Finding>) {
    let text = &*ply.text.decode_move();
    let Ply { mv, before, .. } = ply;
    if mv.kind == MoveKind::Null {
        let message = format!("{text} passes the turn, which the rules do not allow");
        return out.push(Finding::new(
            &diagnostic::NULL_MOVE,
            ply.text.span(),
            message,
        ));
    }
    let mut canonical = String::with_capacity(8);
    write::write(mv, before, Notation::San, &mut canonical);
    if text == canonical {
        return;
    }
    // A capture with only its files is reported where it is read.
    if text.starts_with(|c| matches!(c, 'a'..='h')) && !text.contains(|c: char| c.is_ascii_digit())
    {
        return;
    }
    let (body, mark) = separated(text);
    let (canonical_body, canonical_mark) = separated(&canonical);
    let mut find = |code: &'static Code, message: Cow<'static, str>| {
        let finding = Finding::new(code, ply.text.span(), message);
        out.push(finding.replaced_by(&*canonical));
    };
    if body != canonical_body {
        let code = spelling(body, canonical_body);
        find(code, format!("{body} is written {canonical_body}").into());
    }
    if mark == canonical_mark {
        return;
    }
    let gives = match canonical_mark {
        "" => "gives no check",
        "+" => "gives check",
        _ => "gives mate",
    };
    match (mark, canonical_mark) {
        ("", _) => find(
            &diagnostic::MISSING_CHECK_MARK,
            format!("{text} {gives}, which is marked {canonical_mark}").into(),
        ),
        (_, "") => find(
            &diagnostic::WRONG_CHECK_MARK,
            format!("{text} {gives}").into(),
        ),
        ("+", "#") => find(
            &diagnostic::MATE_MARKED_AS_CHECK,
            format!("{text} {gives}, which is marked {canonical_mark}").into(),
        ),
        // `++` is an old mark for double check, and for mate; daggers are used in print.
        (mark, _) if mark == "++" || mark.contains(DAGGERS) => find(
            &diagnostic::MOVE_SPELLING,
            format!("{text} {gives}, which is marked {canonical_mark}").into(),
        ),
        _ => find(
            &diagnostic::WRONG_CHECK_MARK,
            format!("{text} {gives}, which is marked {canonical_mark}").into(),
        ),
    }
}

/// The move and its check marks.
fn separated(text: &str) -> (&str, &str) {
    let body = text.trim_end_matches(|c| matches!(c, '+' | '#') || DAGGERS.contains(&c));
    text.split_at(body.len())
}

/// Check and mate in print: a dagger, a double dagger.
const DAGGERS: [char; 2] = ['\u{2020}', '\u{2021}'];

/// Symbols for a capture.
const CAPTURES: [char; 3] = ['x', ':', '×'];

/// The code for a move that is not in canonical form.
fn spelling(body: &str, canonical: &str) -> &'static Code {
    let squares = |text: &str| {
        let files = text.bytes().filter(|byte| matches!(byte, b'a'..=b'h'));
        files.count()
    };
    let sign = |text: &str| text.contains(CAPTURES);
    match body.as_bytes() {
        [0x80..=0xFF, ..] => &diagnostic::FIGURINE,
        [b'O' | b'o' | b'0', ..] => &diagnostic::CASTLING_SPELLING,
        [b'P', ..] => &diagnostic::PAWN_LETTER,
        [b'a'..=b'h', b'1'..=b'8', rest @ ..] if begins_with_square(rest) => {
            &diagnostic::COORDINATES
        }
        [_, b'a'..=b'h', b'1'..=b'8', b'-', ..] => &diagnostic::COORDINATES,
        _ if body.trim_end_matches(|c| {
            "QRBNqrbn()=/".contains(c) || ('\u{2654}'..='\u{265F}').contains(&c)
        }) == canonical.trim_end_matches(['Q', 'R', 'B', 'N', '=']) =>
        {
            &diagnostic::PROMOTION_SPELLING
        }
        _ if squares(body) == squares(canonical) && sign(body) != sign(canonical)
            || body.replace(CAPTURES, "x") == canonical =>
        {
            &diagnostic::CAPTURE_SIGN
        }
        _ if body.len() > canonical.len() => &diagnostic::OVER_DISAMBIGUATION,
        _ => &diagnostic::MOVE_SPELLING,
    }
}

/// A square, with or without a capture sign before it.
fn begins_with_square(text: &[u8]) -> bool {
    let square = match text {
        [b'-' | b'x' | b':', square @ ..] => square,
        square => square,
    };
    matches!(square, [b'a'..=b'h', b'1'..=b'8', ..])
}
