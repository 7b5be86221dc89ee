//! The notation of the moves, and the text between them.

use super::Checker;
use crate::core::board::Side;
use crate::core::tags::Tags;
use crate::core::text::Text;
use crate::diagnostic;
use crate::event::Ply;
use crate::variant::{Position, Variant, VariantInfo};
use std::ops::Range;

/// The notation that the record declares, and the ones that it uses.
#[derive(Clone, Debug, Default)]
pub(super) struct Notations {
    /// The value of the tag that names it, and the value's position.
    declared: Option<(String, Range<usize>)>,
    /// The notation of the first move.
    first: Option<&'static str>,
    /// A later move is in another one.
    mixed: bool,
}

/// What precedes the next move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    /// The end of the last number, if no move has followed it yet.
    number: Option<usize>,
    /// Whether there are dots for the first player's move.
    dotted: bool,
    /// The end of the last comment in braces, including its brace.
    comment: Option<usize>,
    /// The end of the last move.
    mv: Option<usize>,
}

impl Checker {
    pub(super) fn begin_notation(&mut self, tags: &Tags<'_>, info: &VariantInfo) {
        let tag = info.spec_rules.notation_tag.and_then(|name| tags.get(name));
        self.notations = Notations {
            declared: tag.map(|tag| (tag.value().trim().to_owned(), tag.raw_value().span())),
            ..Notations::default()
        };
        self.before = Before::default();
    }

    pub(super) fn number_ends(&mut self, text: &[u8], end: usize) {
        self.before.number = Some(end);
        self.before.dotted = text.ends_with(b"...");
    }

    /// A number in full-width digits, or followed by another stop than a dot. Returns whether it is one.
    pub(super) fn wide_number(&mut self, text: Text<'_>) -> bool {
        let wide = text.decode();
        let digits = wide.starts_with(|c: char| ('０'..='９').contains(&c));
        if !digits && self.before.number != Some(text.span().start) {
            return false;
        }
        let mut canonical = String::with_capacity(wide.len());
        for c in wide.chars() {
            match c {
                '０'..='９' => canonical.extend(char::from_digit(c as u32 - '０' as u32, 10)),
                _ => canonical.push_str(". "),
            }
        }
        let message = format!("{wide} is written {}", canonical.trim_end());
        self.find_fixed(&diagnostic::ODD_BLANK, text.span(), message, canonical);
        true
    }

    /// Dots may be separated from their number.
    pub(super) fn passed(&mut self, text: &[u8]) {
        self.before.dotted |= text.starts_with(b"..");
    }

    /// A comment in braces; `text` is the range between these.
    pub(super) fn comment_stands(&mut self, text: Range<usize>, spaced: bool) {
        let begin = text.start.saturating_sub(1);
        self.before.comment = Some(text.end + 1);
        if spaced && self.before.mv == Some(begin) {
            let message = "no blank between the move and this comment";
            let finding =
                diagnostic::Finding::new(&diagnostic::GLUED_COMMENT, begin..begin + 1, message);
            self.found.push(finding.with_fix(begin..begin, " "));
        }
    }

    /// Checks the text before a move.
    pub(super) fn check_gap<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        let spec_rules = const { &V::INFO.spec_rules };
        if !spec_rules.spaced && !spec_rules.dotted_second {
            return;
        }
        let span = ply.text.span();
        let begin = span.start;
        let Before {
            number,
            dotted,
            comment,
            ..
        } = std::mem::take(&mut self.before);
        self.before.mv = Some(span.end);
        if spec_rules.spaced && number == Some(begin) {
            let message = "no blank between the number and the move";
            let finding = diagnostic::Finding::new(&diagnostic::GLUED_NUMBER, span, message);
            self.found.push(finding.with_fix(begin..begin, " "));
        } else if spec_rules.spaced && comment == Some(begin) {
            let message = "no blank between the comment and this move";
            let finding = diagnostic::Finding::new(&diagnostic::GLUED_COMMENT, span, message);
            self.found.push(finding.with_fix(begin..begin, " "));
        }
        if number.is_some()
            && spec_rules.dotted_second
            && !dotted
            && ply.before.turn() == Side::Second
        {
            let who = V::INFO.sides[1];
            let message = format!("dots go between a number and a move of {who}");
            let span = ply.text.span();
            let finding = diagnostic::Finding::new(&diagnostic::MISSING_ELLIPSIS, span, message);
            // After the blank, which may be missing too.
            self.found.push(finding.with_fix(begin..begin, "... "));
        }
    }

    /// Compares the notation of a move with that of the tag, and of the moves before.
    pub(super) fn check_notation<V: Variant>(&mut self, text: &str, span: Range<usize>) {
        let Some(now) = V::detect_notation(text) else {
            return;
        };
        match self.notations.first {
            None => self.first_notation::<V>(now, span),
            Some(first) if first != now && !self.notations.mixed => {
                self.notations.mixed = true;
                let message =
                    format!("{text} is in {now} notation, but the moves before in {first}");
                self.find(&diagnostic::MIXED_NOTATIONS, span, message);
            }
            Some(_) => {}
        }
    }

    fn first_notation<V: Variant>(&mut self, now: &'static str, span: Range<usize>) {
        self.notations.first = Some(now);
        let Some(usual) = V::notation_tag(V::Notation::default()) else {
            return;
        };
        let declared = self.notations.declared.take();
        let declared = declared.filter(|(value, _)| !value.is_empty());
        let meant = declared.as_ref().map_or(usual.value, |(value, _)| &**value);
        if meant.eq_ignore_ascii_case(now) {
            return;
        }
        let code = &diagnostic::NOTATION_MISMATCH;
        match &declared {
            Some((value, place)) => {
                let message = format!("the moves are in {now} notation, not {value}");
                self.find_fixed(code, place.clone(), message, now);
            }
            None => {
                let (tag, usual) = (usual.tag, usual.value);
                let message = format!(
                    "this is in {now} notation; without the tag {tag} moves are in {usual}"
                );
                self.find(code, span, message);
            }
        }
    }
}
