//! The end of a game: its termination marker, and what may follow it.

use super::MovetextReader;
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::diagnostic::{self, Finding, Sink};
use crate::event::Visitor;
use crate::io::{MARK, is_after_blank_line};
use crate::scan::blanks;
use crate::scan::choose::{self, dots};
use crate::variant::registry::VariantSet;
use crate::variant::{Punctuation, Variant};
use std::ops::Range;

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// Reads what follows the termination marker: comments belong to the game, and so does text that is neither
    /// a tag nor the start of a game without tags. Returns whether to read on.
    pub(super) fn tail(&mut self) -> bool {
        loop {
            let gap = self.scan.at;
            let next = gap + blanks(&self.scan.text[gap..]);
            let Some(&byte) = self.scan.text.get(next) else {
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
                b'A'..=b'Z' | b'a'..=b'z' if self.scan.begins_with_open_tag(next) => return false,
                _ if self.bare
                    && is_after_blank_line(self.scan.text, next)
                    && choose::begins_with_move::<S>(&self.scan.text[next..]) =>
                {
                    return false;
                }
                0 | b'[' if self.scan.is_wide(next) => {
                    self.scan.pass_blanks();
                    self.scan.pass_wide_line();
                }
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

    /// Reads a termination marker if there is one here.
    pub(super) fn take_result(&mut self) -> bool {
        let begin = self.scan.at;
        let plain = self.result_at(begin);
        let found = match plain.map(|(token, outcome)| (token.len(), outcome)) {
            // `1/2` alone is a marker, and the beginning of `1/2 - 1/2`.
            Some((len, outcome)) if !self.goes_on(begin + len) => Some((len, outcome)),
            plain => self.spaced_result_at(begin).or(plain),
        };
        let Some((len, outcome)) = found else {
            return false;
        };
        let span = begin..begin + len;
        if !self.skip {
            let text = self.scan.slice(span.clone());
            self.scan.visitor.outcome(outcome, text);
        }
        self.scan.at = span.end;
        self.scan.last = span.end;
        if self.enclosing.is_empty() {
            self.result = Some((outcome, span));
        }
        self.pass_behind_result();
        true
    }

    /// The termination marker at an offset.
    pub(super) fn result_at(&self, at: usize) -> Option<(&'static str, Outcome)> {
        let rest = &self.scan.text[at..];
        let stands = |&&(token, _): &&(&str, Outcome)| {
            rest.starts_with(token.as_bytes())
                && (self.ends_result(at + token.len())
                    || token == "*" && begins_with_number_one(&rest[1..]))
        };
        const { V::INFO.results }.iter().find(stands).copied()
    }

    /// Whether a termination marker may end here: before a blank, dots, control characters.
    fn ends_result(&self, at: usize) -> bool {
        let rest = &self.scan.text[at..];
        rest.first()
            .is_none_or(|&byte| const { &V::INFO.classes }.ends_word(byte))
            || rest.starts_with(MARK)
            || self.dots_at(at).is_some()
            || is_separator::<V>(rest).is_some()
    }

    /// Whether a character follows, after blanks, that may continue a termination marker.
    fn goes_on(&self, at: usize) -> bool {
        let mut rest = self.scan.text[at..].iter();
        matches!(
            rest.find(|byte| !matches!(byte, b' ' | b'\t')),
            Some(b'-' | b':' | 0xE2)
        )
    }

    /// The length of a termination marker with blanks inside, as `1 - 0`.
    pub(super) fn spaced_result_at(&self, at: usize) -> Option<(usize, Outcome)> {
        let rest = &self.scan.text[at..];
        let blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let digits = rest
            .iter()
            .take_while(|byte| !matches!(byte, b' ' | b'\t' | b'-' | b':'));
        // Most candidates are numbers or moves.
        let hyphen = rest
            .iter()
            .skip(digits.take(4).count())
            .find(|byte| !blank(byte))?;
        if !matches!(hyphen, b'-' | b':' | 0xE2) {
            return None;
        }
        const { V::INFO.results }
            .iter()
            .find_map(|(token, outcome)| {
                let mut len = 0;
                let mut spaced = false;
                for (index, byte) in token.bytes().enumerate() {
                    let blanks = rest[len..].iter().take_while(blank).count();
                    // A longer gap is not meant as part of a marker.
                    if blanks > 3 || index == 0 && blanks > 0 {
                        return None;
                    }
                    spaced |= blanks > 0;
                    len += blanks;
                    (rest.get(len) == Some(&byte)).then(|| len += 1)?;
                }
                (spaced && self.ends_result(at + len)).then_some((len, *outcome))
            })
    }

    /// Skips dots and control characters directly after a termination marker.
    fn pass_behind_result(&mut self) {
        loop {
            let at = self.scan.at;
            if self.scan.text.get(at).is_none_or(u8::is_ascii_whitespace) {
                return;
            }
            if let Some(dots) = self.dots_at(at) {
                self.trailing_dots(at..at + dots);
                self.trivia(at..at + dots);
            } else if let Some(len) = is_separator::<V>(&self.scan.text[at..]) {
                self.trivia(at..at + len);
            } else {
                return;
            }
        }
    }

    /// The number of dots here that belong to nothing.
    pub(super) fn dots_at(&self, at: usize) -> Option<usize> {
        dots(const { &V::INFO.classes }, &self.scan.text[at..])
    }

    pub(super) fn trailing_dots(&mut self, span: Range<usize>) {
        if !self.skip {
            let message = "a dot after a move or a result means nothing";
            let finding = Finding::new(&diagnostic::TRAILING_DOT, span, message);
            self.scan.find(finding.replaced_by(""));
        }
    }

    /// Skips a tag pair inside the movetext, if the game continues after it.
    pub(super) fn pass_inner_tag(&mut self) -> bool {
        let Some(end) = self.inner_tag() else {
            return false;
        };
        let span = self.scan.at..end;
        if self.skip {
            self.trivia(span);
        } else {
            self.scan.stray(
                &diagnostic::TAG_IN_MOVETEXT,
                "a tag pair inside the movetext; it is kept as text",
                span,
            );
        }
        true
    }

    /// A tag pair here ends the game; in the middle of a line that deserves a warning.
    pub(super) fn end_at_tag(&mut self) {
        let at = self.scan.at;
        if !self.scan.is_at_line_start(at) {
            self.scan
                .report(&diagnostic::TAG_IN_MOVETEXT, at..at + 1, || {
                    "a tag pair in the middle of a line of movetext; it begins the next game".into()
                });
        }
    }

    /// Closes what is open and checks the end of the game.
    pub(super) fn finish(mut self) {
        let at = self.scan.at;
        let unclosed = self.unclosed || !self.enclosing.is_empty();
        if !self.enclosing.is_empty() {
            let end = self.scan.last;
            for open in std::mem::take(&mut self.opened) {
                self.scan.find_labelled(
                    Finding::new(
                        &diagnostic::UNCLOSED_VARIATION,
                        open..open + 1,
                        "this variation is never closed",
                    ),
                    end,
                    "the game ends here",
                );
            }
            while !self.enclosing.is_empty() {
                self.end_variation();
            }
        }
        self.end_line();
        match self.result.take() {
            None => {
                let end = self.scan.last.min(at);
                let span = end.saturating_sub(1)..end;
                let message = "the game ends without a termination marker";
                let finding = Finding::new(&diagnostic::MISSING_RESULT, span, message);
                let marker = self.tagged_marker(end).filter(|_| !unclosed && K::LISTENS);
                self.scan.find(match marker {
                    Some(marker) => finding.with_fix(end..end, marker),
                    None => finding,
                });
            }
            Some((outcome, span)) => self.check_result(outcome, span),
        }
        if let Some(branch) = &self.branch {
            self.scan.visitor.end_movetext::<V>(branch.line.position());
        }
    }

    /// The termination marker required by the Result tag at the end of the movetext, with the separator before
    /// it, or `None` if the tag does not require one.
    fn tagged_marker(&self, end: usize) -> Option<String> {
        let scan = &*self.scan;
        // A game that was cut continues.
        if scan.chunk.cut && scan.at == scan.text.len() {
            return None;
        }
        let tags = Tags::new(scan.tags, scan.text, scan.chunk.encoding);
        let value = tags.get("Result")?.value();
        let marker = V::INFO.result(V::INFO.outcome(value.trim())?)?;
        let begin = tags.spans().first().map_or(0, |tag| tag.span.start);
        let line_end = memchr::memmem::find(&scan.text[begin..end.max(begin)], b"\r\n");
        let line_end = line_end.map_or("\n", |_| "\r\n");
        let part = if end <= self.begin {
            // Only tags: the movetext comes after an empty line.
            line_end.repeat(2)
        } else if V::INFO.spec_rules.reviewed || self.remark == end {
            line_end.to_owned()
        } else {
            " ".to_owned()
        };
        Some(part + marker)
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
        if let Some(tagged) = V::INFO.outcome(value.trim())
            && tagged != outcome
        {
            let value = value.into_owned();
            let text = self.scan.slice(span.clone());
            self.scan.report(&diagnostic::RESULT_MISMATCH, span, || {
                format!("the game ends with {text}, but its Result tag says {value}").into()
            });
        }
    }
}

/// The length of the variant's own separator that a text begins with.
fn is_separator<V: Variant>(text: &[u8]) -> Option<usize> {
    match V::punctuation(text)? {
        (Punctuation::Separator, len) => Some(len),
        _ => None,
    }
}

/// Whether a game without tags begins here: move number one.
fn begins_with_number_one(text: &[u8]) -> bool {
    matches!(text, [b'1', b'.' | b'?', ..])
}
