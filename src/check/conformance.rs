//! Whether the text of a game conforms to its specification.

use super::Checker;
use crate::core::limits::Limits;
use crate::core::text::Text;
use crate::diagnostic::{self, Finding};
use crate::grammar::GrammarError;
use encoding_rs::UTF_8;
use std::borrow::Cow;
use std::ops::Range;

/// Lines of more characters than this, the line feed not counted, do not conform (CH-025).
const LONGEST_LINE: usize = 254;

/// The maximum number of nonconforming positions reported for a game.
const MOST: usize = 1000;

/// The positions where a text does not conform, by the grammar of a variant.
pub(super) type Conforms = fn(&str, &Limits, usize) -> Vec<GrammarError>;

impl Checker {
    /// Parses the text by the grammar. Each fault is an error of its own; the reader omits those that it
    /// reported as errors itself.
    pub(super) fn check_conformance(&mut self, text: Text<'_>) {
        self.check_lines(text);
        let Some(conforms) = self.conforms else {
            return;
        };
        if self.plain_conforms && self.plain.covers(text) {
            debug_assert_eq!(
                conforms(&text.decode(), &self.limits, 1),
                [],
                "a plain record conforms: {text}"
            );
            return;
        }
        let decoded = text.decode();
        let base = text.span().start;
        let same = matches!(decoded, Cow::Borrowed(_));
        // Offsets come in the order of the text, so each stretch is measured once.
        let (mut place, mut known) = (base, 0);
        let mut at = |offset: usize| {
            if same {
                base + offset
            } else {
                if offset < known {
                    (place, known) = (base, 0);
                }
                place += undecoded(text, &decoded[known..offset]);
                known = offset;
                place
            }
        };
        for error in conforms(&decoded, &self.limits, MOST) {
            let span = at(error.span.start)..at(error.span.end);
            let finding = Finding::new(&diagnostic::NOT_CONFORMING, span, error.to_string());
            self.found.push(Finding {
                requirements: error.requirements,
                ..finding
            });
        }
        self.check_characters(&decoded, &mut at);
    }

    /// Characters beyond ISO 8859-1, where the specification has no others (CH-012). A run of them gives one
    /// diagnostic.
    fn check_characters(&mut self, text: &str, at: &mut dyn FnMut(usize) -> usize) {
        if !self.info.is_some_and(|info| info.spec_rules.latin) {
            return;
        }
        let mut run: Option<(usize, usize)> = None;
        let mut found = Vec::new();
        for (offset, c) in text.char_indices().filter(|(_, c)| *c > '\u{FF}') {
            match &mut run {
                Some((_, end))
                    if text[*end..offset].chars().all(|c| !c.is_alphanumeric())
                        && offset - *end <= 1 =>
                {
                    *end = offset + c.len_utf8()
                }
                run => found.extend(run.replace((offset, offset + c.len_utf8()))),
            }
        }
        found.extend(run);
        for (begin, end) in found.into_iter().take(MOST) {
            let message = format!("{} is beyond ISO 8859-1", &text[begin..end]);
            let finding = Finding::new(&diagnostic::NOT_CONFORMING, at(begin)..at(end), message);
            self.found.push(Finding {
                requirements: &["CH-012"],
                ..finding
            });
        }
    }

    fn check_lines(&mut self, text: Text<'_>) {
        let bytes = text.as_bytes();
        let mut begin = 0;
        while begin < bytes.len() {
            let end = memchr::memchr2(b'\n', b'\r', &bytes[begin..])
                .map_or(bytes.len(), |len| begin + len);
            // No line has more characters than bytes.
            if end - begin > LONGEST_LINE && characters(text, begin..end) > LONGEST_LINE {
                let span = text.span().start + begin..text.span().start + end;
                let message = format!("this line is longer than {LONGEST_LINE} characters");
                self.find(&diagnostic::LONG_LINE, span, message);
            }
            begin = end + 1;
        }
    }
}

/// The number of characters of a piece of a text.
fn characters(text: Text<'_>, piece: Range<usize>) -> usize {
    let piece = text.with_bytes(&text.as_bytes()[piece]);
    piece.decode().chars().count()
}

/// The number of bytes of a text that gave the beginning of its decoded form, if the two differ.
fn undecoded(text: Text<'_>, before: &str) -> usize {
    match text.encoding() == UTF_8 {
        // Malformed UTF-8 is decoded byte by byte.
        true => before.chars().count(),
        false => text.encoding().encode(before).0.len(),
    }
}
