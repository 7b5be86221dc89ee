//! Whether the text of a game conforms to its specification.

use super::Checker;
use crate::diagnostic::{self, Finding};
use crate::grammar::GrammarError;
use crate::limits::Limits;
use crate::text::Text;
use encoding_rs::UTF_8;
use std::borrow::Cow;

/// Lines of more bytes than this, the line feed not counted, do not conform (CH-025).
const LONGEST_LINE: usize = 254;

/// Whether a text conforms, by the grammar of a variant.
pub(super) type Conforms = fn(&str, &Limits) -> Result<(), GrammarError>;

impl Checker {
    /// Asks the grammar. It tells the first fault only; where that is found already, nothing is
    /// added.
    pub(super) fn check_conformance(&mut self, text: Text<'_>) {
        self.check_lines(text);
        let Some(conforms) = self.conforms else {
            return;
        };
        let decoded = text.decode();
        let Err(error) = conforms(&decoded, &self.limits) else {
            return;
        };
        let base = text.span().start;
        let same = matches!(decoded, Cow::Borrowed(_));
        let at = |offset: usize| match same {
            true => base + offset,
            false => base + undecoded(text, &decoded[..offset]),
        };
        let span = at(error.span.start)..at(error.span.end);
        let known = |span: &std::ops::Range<usize>| {
            let touches =
                |other: &std::ops::Range<usize>| other.start <= span.end && span.start <= other.end;
            let found = self.found.iter().map(|finding| &finding.span);
            found.chain(&self.known).any(touches)
        };
        if !known(&span) {
            let finding = Finding::new(&diagnostic::NOT_CONFORMING, span, error.to_string());
            self.found.push(Finding {
                requirements: error.requirements,
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
            if end - begin > LONGEST_LINE {
                let span = text.span().start + begin..text.span().start + end;
                let message = format!("this line is longer than {LONGEST_LINE} characters");
                self.find(&diagnostic::LONG_LINE, span, message);
            }
            begin = end + 1;
        }
    }
}

/// How many bytes of a text gave the beginning of what it was decoded to, if that is not the same.
fn undecoded(text: Text<'_>, before: &str) -> usize {
    match text.encoding() == UTF_8 {
        // Malformed UTF-8 is read byte by byte.
        true => before.chars().count(),
        false => text.encoding().encode(before).0.len(),
    }
}
