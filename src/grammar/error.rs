//! Parse errors in terms that users understand.

use super::{Cited, Goal, Grammar};
use crate::variant::{GrammarError, GrammarErrorKind};
use pest::error::{Error, ErrorVariant, InputLocation};
use std::borrow::Cow;

impl GrammarError {
    /// The error of parsing `text`, which begins at `offset` in the whole, as `goal`; `None` if it parses.
    pub(super) fn find<V: Grammar>(goal: Goal, text: &str, offset: usize) -> Option<GrammarError> {
        let error = V::parse(goal, text).err()?;
        Some(GrammarError::syntax::<V>(&error, text, offset))
    }

    /// A word in place of a move.
    fn of_move(text: &str, offset: usize, requirements: &'static [&'static str]) -> GrammarError {
        let found = word(text);
        GrammarError {
            requirements,
            span: offset..offset + found.len(),
            kind: GrammarErrorKind::Syntax {
                expected: vec!["a move in standard notation".into()],
                found: found.into(),
            },
        }
    }

    /// The error of parsing a `text` that begins at `offset` in the whole.
    pub(super) fn syntax<V: Grammar>(
        error: &Error<V::Rule>,
        text: &str,
        offset: usize,
    ) -> GrammarError {
        let at = place(error);
        let rules = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
            ErrorVariant::CustomError { .. } => &[],
        };
        // A token was expected whose parts have rules of their own, and one part is wrong.
        let rest = &text[at..];
        let goals = [Goal::TagParts, Goal::MoveParts]
            .into_iter()
            .filter(|&goal| rules.iter().any(|&rule| V::may_begin(rule, goal)));
        let inner = goals.filter_map(|goal| V::parse(goal, rest).err());
        if let Some(inner) = inner.max_by_key(|inner| place(inner))
            && place(&inner) > 0
        {
            return match only_check::<V>(&inner) {
                // It begins with a move of its notation, but continues differently.
                Some(requirements) => GrammarError::of_move(rest, offset + at, requirements),
                None => GrammarError::syntax::<V>(&inner, rest, offset + at),
            };
        }
        let mut expected: Vec<Cow<'static, str>> = Vec::new();
        for rule in rules {
            let name = name(&format!("{rule:?}"));
            if !expected.contains(&name) {
                expected.push(name);
            }
        }
        let found = word(&text[at..]);
        GrammarError {
            requirements: cited::<V>(rules),
            span: offset + at..offset + at + found.len(),
            kind: GrammarErrorKind::Syntax {
                expected,
                found: found.into(),
            },
        }
    }
}

/// The requirements of moves, if only a check mark was expected.
fn only_check<V: Grammar>(error: &Error<V::Rule>) -> Option<&'static [&'static str]> {
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        return None;
    };
    match positives.as_slice() {
        [rule] if format!("{rule:?}") == "check" => Some(V::requirements(*rule).whole),
        _ => None,
    }
}

/// The requirements of what was expected: of a single expected rule, else of the whole that all of them are
/// parts of; for parts of several wholes, those of the movetext, in which most things occur side by side.
fn cited<V: Grammar>(expected: &[V::Rule]) -> &'static [&'static str] {
    let cited = expected.iter().map(|&rule| V::requirements(rule));
    let mut cited: Vec<Cited> = cited.filter(|cited| !cited.whole.is_empty()).collect();
    cited.dedup();
    match cited.as_slice() {
        [] if !expected.is_empty() => &[],
        [one] if !one.own.is_empty() => one.own,
        [first, rest @ ..] if rest.iter().all(|other| other.whole == first.whole) => first.whole,
        _ => V::requirements(V::MOVETEXT).own,
    }
}

/// Where a parse failed.
fn place<R>(error: &Error<R>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

/// A rule's name for users.
fn name(rule: &str) -> Cow<'static, str> {
    match rule {
        "EOI" => "the end of the text",
        "SOI" => "the beginning of the text",
        "document" | "opening" | "further" | "remainder" | "first_game" | "game" => "a game",
        "pair" | "pair_parts" => "a tag pair",
        "name" => "a tag name",
        "value" => "a tag value",
        "quote" => "a quotation mark",
        "bracket" => "a closing bracket",
        "comment" | "line_comment" => "a comment",
        "movetext" | "one_line" => "movetext",
        "number" => "a move number",
        "ellipsis" => "an ellipsis",
        "mv" | "mv_parts" | "one_move" => "a move",
        "valuation" => "a suffix annotation",
        "nag" => "a NAG",
        "variation" => "a variation",
        "label" => "a label",
        "result" => "a result",
        "draw_offer" => "a draw offer",
        "promotion" => "the letter of a piece",
        "becomes" => "a promotion",
        "from" => "the square it comes from",
        "to" | "inner" | "last" => "the square it goes to",
        "check" => "a check mark",
        "setup" | "one_setup" => "a position",
        "placement" => "the placement of the pieces",
        "turn" => "the side to move",
        "rights" => "castling rights",
        "counter" => "a counter",
        "first_tag" => "the tag pair that names the game",
        "unknown_number" => "a move number",
        "from_file" => "the file it comes from",
        "piece" | "glyph" | "letter" | "victim" | "regained" => "the name of a piece",
        "numeral" | "digit" => "a digit",
        "direction" | "way" => "a direction",
        "place" => "a place",
        "hex" => "a hex",
        "point" => "a point",
        "resumption" => "movetext",
        "comma" | "ellipsis_comma" => "a comma",
        "first_soldier" => "the name of a piece",
        "kings_goal" | "queens_goal" | "both_goals" => "the columns where king and rook end",
        "castling_king" | "castling_rook" => "a castling",
        "quiet" => "a hyphen",
        "passant" | "long_passant" => "a capture sign",
        "capture" => "a capture sign",
        "waits" => "the sign that a pawn waits",
        "file" => "a file",
        "tandem" | "doubled" => "a sign for one of several pieces",
        "nth" | "nth_glyph" | "ordinal" => "which of several pieces",
        "count" => "a number",
        "fen_rank" => "a rank of the board",
        "en_passant" => "the square of a capture in passing",
        "cells" => "the pieces of a line",
        "special" => "the pawn that can be captured in passing",
        "round_number" => "the number of the round",
        "one_section" => "a tag section",
        other => return Cow::Owned(other.replace('_', " ")),
    }
    .into()
}

/// The word that a text begins with, at most 24 characters; a blank or a line end by itself.
fn word(text: &str) -> &str {
    let mut chars = text.char_indices().take(24);
    match chars.find(|(_, c)| c.is_whitespace()) {
        Some((0, c)) => &text[..c.len_utf8()],
        Some((end, _)) => &text[..end],
        None => text
            .char_indices()
            .nth(24)
            .map_or(text, |(end, _)| &text[..end]),
    }
}
