//! The notation of the moves, and what stands between them.

use super::Checker;
use crate::core::board::Side;
use crate::core::tags::Tags;
use crate::core::text::Text;
use crate::diagnostic;
use crate::event::Ply;
use crate::variant::{Position, Variant, VariantInfo};
use std::ops::Range;

/// What the record says of its notation, and which it has.
#[derive(Clone, Debug, Default)]
pub(super) struct Notations {
    /// The value of the tag that names it, and where that stands.
    told: Option<(String, Range<usize>)>,
    /// The notation of the first move.
    first: Option<&'static str>,
    /// That of a later move is another.
    mixed: bool,
}

/// What stands before the next move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    /// Where the last number ends, if no move follows it yet.
    number: Option<usize>,
    /// Whether dots stand in the place of the first player's move.
    dotted: bool,
    /// Where the last comment in braces ends, its brace included.
    comment: Option<usize>,
    /// Where the last move ends.
    mv: Option<usize>,
}

impl Checker {
    pub(super) fn begin_notation(&mut self, tags: &Tags<'_>, info: &VariantInfo) {
        let tag = info.spec_rules.notation_tag.and_then(|name| tags.get(name));
        self.notations = Notations {
            told: tag.map(|tag| (tag.value().trim().to_owned(), tag.raw_value().span())),
            ..Notations::default()
        };
        self.before = Before::default();
    }

    pub(super) fn number_ends(&mut self, text: &[u8], end: usize) {
        self.before.number = Some(end);
        self.before.dotted = text.ends_with(b"...");
    }

    /// A number in full-width digits, or another stop than a dot after one. Returns whether it is that.
    pub(super) fn wide_number(&mut self, text: Text<'_>) -> bool {
        let wide = text.decode();
        let digits = wide.starts_with(|c: char| ('０'..='９').contains(&c));
        if !digits && self.before.number != Some(text.span().start) {
            return false;
        }
        let mut proper = String::with_capacity(wide.len());
        for c in wide.chars() {
            match c {
                '０'..='９' => proper.extend(char::from_digit(c as u32 - '０' as u32, 10)),
                _ => proper.push_str(". "),
            }
        }
        let message = format!("{wide} is written {}", proper.trim_end());
        self.find_fixed(&diagnostic::ODD_BLANK, text.span(), message, proper);
        true
    }

    /// Dots may stand apart from their number.
    pub(super) fn passed(&mut self, text: &[u8]) {
        self.before.dotted |= text.starts_with(b"..");
    }

    /// A comment in braces; `text` is what stands between these.
    pub(super) fn comment_stands(&mut self, text: Range<usize>, spaced: bool) {
        let begin = text.start.saturating_sub(1);
        self.before.comment = Some(text.end + 1);
        if spaced && self.before.mv == Some(begin) {
            let message = "nothing stands between the move and this comment";
            let finding =
                diagnostic::Finding::new(&diagnostic::GLUED_COMMENT, begin..begin + 1, message);
            self.found.push(finding.with_fix(begin..begin, " "));
        }
    }

    /// What stands, or does not, before a move.
    pub(super) fn check_gap<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        let spec_rules = const { &V::INFO.spec_rules };
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
            let message = "nothing stands between the number and the move";
            let finding = diagnostic::Finding::new(&diagnostic::GLUED_NUMBER, span, message);
            self.found.push(finding.with_fix(begin..begin, " "));
        } else if spec_rules.spaced && comment == Some(begin) {
            let message = "nothing stands between the comment and this move";
            let finding = diagnostic::Finding::new(&diagnostic::GLUED_COMMENT, span, message);
            self.found.push(finding.with_fix(begin..begin, " "));
        }
        if number.is_some()
            && spec_rules.dotted_second
            && !dotted
            && ply.before.turn() == Side::Second
        {
            let who = V::INFO.sides[1];
            let message = format!("dots stand between a number and a move of {who}");
            let span = ply.text.span();
            let finding = diagnostic::Finding::new(&diagnostic::MISSING_ELLIPSIS, span, message);
            // Behind the blank that may be missing as well.
            self.found.push(finding.with_fix(begin..begin, "... "));
        }
    }

    /// The notation of a move against that of the tag, and of the moves before.
    pub(super) fn check_notation<V: Variant>(&mut self, text: &str, span: Range<usize>) {
        let Some(now) = V::detect_notation(text) else {
            return;
        };
        match self.notations.first {
            None => self.first_notation::<V>(now, span),
            Some(first) if first != now && !self.notations.mixed => {
                self.notations.mixed = true;
                let message = format!("{text} is in {now} notation, the moves before in {first}");
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
        let told = self.notations.told.take();
        let told = told.filter(|(value, _)| !value.is_empty());
        let meant = told.as_ref().map_or(usual.value, |(value, _)| &**value);
        if meant.eq_ignore_ascii_case(now) {
            return;
        }
        let code = &diagnostic::NOTATION_MISMATCH;
        match &told {
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
