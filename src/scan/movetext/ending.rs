//! The end of a game: its termination marker, and what may follow it.

use super::MovetextReader;
use crate::diagnostic::{self, Sink};
use crate::event::Visitor;
use crate::outcome::Outcome;
use crate::registry::VariantSet;
use crate::scan::blanks;
use crate::tags::Tags;
use crate::variant::Variant;
use std::ops::Range;

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// After the termination marker: comments belong to the game, and text that is neither a tag
    /// nor the start of a game without tags. Returns whether to read on.
    pub(super) fn tail(&mut self) -> bool {
        loop {
            let gap = self.scan.at;
            let next = gap + blanks(&self.scan.text[gap..]);
            let Some(&byte) = self.scan.text.get(next) else {
                self.scan.pass_blanks();
                return false;
            };
            match byte {
                b'[' if self.scan.is_tag(next) => return false,
                b'{' | b';' => {
                    self.scan.pass_blanks();
                    match byte {
                        b'{' => self.comment(),
                        _ => self.line_comment(),
                    }
                }
                b'%' if self.scan.is_line_start(next) => {
                    self.scan.pass_blanks();
                    self.scan.pass_escaped_line();
                }
                b'1' if begins_with_number_one(&self.scan.text[next..]) => return false,
                _ => {
                    self.scan.pass_blanks();
                    let end = self.scan.text[next + 1..]
                        .iter()
                        .position(|b| matches!(b, b'{' | b'[' | b';' | b'\n' | b'\r'))
                        .map_or(self.scan.text.len(), |n| next + 1 + n);
                    self.scan.stray(
                        &diagnostic::TEXT_AFTER_RESULT,
                        "text after the termination marker",
                        next..end,
                    );
                }
            }
        }
    }

    /// Takes a termination marker if one stands here.
    pub(super) fn take_result(&mut self) -> bool {
        let begin = self.scan.at;
        let Some((token, outcome)) = self.result_at(begin) else {
            return false;
        };
        let span = begin..begin + token.len();
        if !self.skip {
            let text = self.scan.slice(span.clone());
            self.scan.visitor.outcome(outcome, text);
        }
        self.scan.at = span.end;
        self.scan.last = span.end;
        if self.enclosing.is_empty() {
            self.result = Some((outcome, span));
        }
        true
    }

    /// The termination marker that stands at a place.
    pub(super) fn result_at(&self, at: usize) -> Option<(&'static str, Outcome)> {
        let lexis = const { &V::PROFILE.lexis };
        let rest = &self.scan.text[at..];
        let stands = |&&(token, _): &&(&str, Outcome)| {
            rest.starts_with(token.as_bytes())
                && rest
                    .get(token.len())
                    .is_none_or(|&byte| lexis.ends_word(byte))
        };
        const { V::PROFILE.results }.iter().find(stands).copied()
    }

    /// A tag pair here ends the game; in the middle of a line that deserves a warning.
    pub(super) fn end_at_tag(&mut self) {
        let at = self.scan.at;
        let before = self.scan.text[..at]
            .iter()
            .rev()
            .find(|b| !matches!(b, b' ' | b'\t'));
        if before.is_some_and(|b| !matches!(b, b'\n' | b'\r')) {
            self.scan
                .report(&diagnostic::TAG_IN_MOVETEXT, at..at + 1, || {
                    "a tag pair in the middle of a line of movetext; it begins the next game".into()
                });
        }
    }

    /// Closes what is open and checks the end of the game.
    pub(super) fn finish(mut self) {
        let at = self.scan.at;
        if !self.enclosing.is_empty() {
            let open = self.enclosing.len();
            let span = self.scan.last.saturating_sub(1)..self.scan.last;
            self.scan
                .report(&diagnostic::UNCLOSED_VARIATION, span, || match open {
                    1 => "a variation is not closed at the end of the game".into(),
                    _ => format!("{open} variations are not closed at the end of the game").into(),
                });
            while !self.enclosing.is_empty() {
                self.end_variation();
            }
        }
        self.end_line();
        match self.result.take() {
            None => {
                let end = self.scan.last.min(at);
                self.scan.report(
                    &diagnostic::MISSING_RESULT,
                    end.saturating_sub(1)..end,
                    || "the game ends without a termination marker".into(),
                );
            }
            Some((outcome, span)) => self.check_result(outcome, span),
        }
    }

    /// Compares the termination marker with the Result tag.
    fn check_result(&mut self, outcome: Outcome, span: Range<usize>) {
        let tags = Tags::new(self.scan.tags, self.scan.text, self.scan.chunk.encoding);
        let Some(tag) = tags.get("Result") else {
            return;
        };
        let value = tag.raw_value();
        if value.as_bytes() == &self.scan.text[span.clone()] {
            return;
        }
        let value = tag.value();
        if let Some(tagged) = V::PROFILE.outcome(value.trim())
            && tagged != outcome
        {
            let value = value.into_owned();
            let text = self.scan.slice(span.clone());
            self.scan.report(&diagnostic::RESULT_MISMATCH, span, || {
                format!("the game ends with {text}, its Result tag says {value}").into()
            });
        }
    }
}

/// Whether a game without tags begins here: move number one.
fn begins_with_number_one(text: &[u8]) -> bool {
    matches!(text, [b'1', b'.' | b'?', ..])
}
