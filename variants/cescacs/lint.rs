//! Problems with the spelling of moves that were understood.

use super::notation::{Check, DASHES, mark};
use super::rules::check;
use super::rules::ruleset::Ruleset;
use super::{Cescacs, write};
use crate::core::moves::MoveKind;
use crate::diagnostic::{
    CASTLING_SPELLING, MATE_MARKED_AS_CHECK, MISSING_CHECK_MARK, MOVE_SIGNS, OLD_CHECK_MARK,
    PROMOTION_SPELLING, WRONG_CHECK_MARK,
};
use crate::diagnostic::{Code, Finding};
use crate::variant::Ply;

/// Compares the check mark with the board (CE-089 to CE-098), and checks that a waiting promotion is marked
/// (CE-075).
pub(super) fn lint_move(ply: &Ply<'_, Cescacs>, out: &mut Vec<Finding>) {
    let text = &*ply.text.decode_move();
    let Ply { mv, before, .. } = ply;
    let (body, written) = mark(text);
    let given = check::after(mv, before);
    // In Grand C'escacs check marks are accepted as written.
    let judged = before.ruleset() == Ruleset::Standard;
    let mut find = |code: &'static Code, message: String, canonical: String| {
        let finding = Finding::new(code, ply.text.span(), message);
        out.push(finding.replaced_by(canonical));
    };
    if mv.kind == MoveKind::Await && !body.ends_with("=&") {
        let message = format!("{body} does not show that the pawn waits for its promotion: =&");
        let kept = if judged {
            write::mark(given)
        } else {
            &text[body.len()..]
        };
        let canonical = format!("{body}=&{kept}");
        find(&PROMOTION_SPELLING, message, canonical);
    }
    // CE-035, CE-047, CE-050, CE-053, CE-062
    let has_hexes = !matches!(mv.kind, MoveKind::Castling(_));
    let punctuation = with_canonical_punctuation(body, has_hexes);
    if punctuation != body && mv.kind != MoveKind::InPlace {
        let canonical = format!("{punctuation}{}", &text[body.len()..]);
        let message = format!("{text} is written {canonical}");
        find(&MOVE_SIGNS, message, canonical);
    }
    match mv.kind {
        // CE-I06
        MoveKind::Castling(_) if body.contains('0') => {
            let canonical = text.replace('0', "O");
            let message = format!("{text} is written with the letter O: {canonical}");
            find(&CASTLING_SPELLING, message, canonical);
        }
        // CE-I08
        MoveKind::InPlace => {
            let begin = body.find(|c: char| c.is_ascii_digit()).unwrap_or(1) - 1;
            let canonical = text[begin..].replacen("-=", "=", 1);
            if canonical != text {
                let message = format!("{text} is written without a pawn and a hyphen: {canonical}");
                find(&PROMOTION_SPELLING, message, canonical);
            }
        }
        _ => {}
    }
    if judged && !written.agrees(given) {
        let canonical = format!("{body}{}", write::mark(given));
        let (code, message) = match (written, given) {
            (Check::None, given) => (
                &MISSING_CHECK_MARK,
                format!(
                    "{text} gives {}, which is marked {}",
                    name(given),
                    write::mark(given)
                ),
            ),
            (_, Check::Mate) => (
                &MATE_MARKED_AS_CHECK,
                format!("{text} gives mate, which is marked #"),
            ),
            (_, Check::None) => (&WRONG_CHECK_MARK, format!("{text} gives no check")),
            (_, given) => (
                &WRONG_CHECK_MARK,
                format!(
                    "{text} gives {}, which is marked {}",
                    name(given),
                    write::mark(given)
                ),
            ),
        };
        find(code, message, canonical);
    } else if text.ends_with("^+") {
        let message = format!("the mark of {text} is now written +^");
        find(&OLD_CHECK_MARK, message, format!("{body}+^"));
    }
}

/// A move with the specification's punctuation between its hexes, and without a letter for pawns. The lines of
/// hexes have no leading zero.
fn with_canonical_punctuation(body: &str, has_hexes: bool) -> String {
    let mut canonical = String::with_capacity(body.len());
    let mut rest = body.chars().peekable();
    while let Some(c) = rest.next() {
        let begins = canonical.is_empty() || canonical.ends_with(['×', '*', '@']);
        let is_piece = rest.peek().is_some_and(|next| next.is_ascii_alphabetic());
        match c {
            'P' | '♙' | '♟' if begins && (is_piece || c != 'P') => {}
            'x' => canonical.push('×'),
            '0' if has_hexes
                && canonical.ends_with(|c: char| c.is_ascii_uppercase())
                && rest.peek().is_some_and(char::is_ascii_digit) => {}
            c if DASHES.iter().any(|dash| dash.starts_with(c)) => canonical.push('-'),
            c => canonical.push(c),
        }
    }
    canonical
}

/// A check as text.
fn name(check: Check) -> &'static str {
    match check {
        Check::None => "no check",
        Check::Plain => "check",
        Check::Distant => "check from afar",
        Check::Close => "check from nearby",
        Check::Double => "check by two pieces",
        Check::Mate => "mate",
    }
}
