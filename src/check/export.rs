//! Whether a game stands in its source as programs write it.

use super::Checker;
use crate::diagnostic::{self, Finding};
use crate::pgn::{Options, Writer, reread};
use crate::registry::{Standard, VariantSet};
use crate::text::Text;

impl Checker {
    /// Compares the text with what is written of the game in export format (CH-004): nothing in its
    /// layout is left to taste, so any difference is a fault.
    pub(super) fn check_export(&mut self, text: Text<'_>) {
        let begin = text.span().start;
        let variant = self.profile.and_then(|profile| Standard::find(profile.id));
        let Some(variant) = variant else {
            return;
        };
        let Some(game) = reread::<Standard>(&text.decode(), variant) else {
            let message = "this is not read as one game when it stands by itself";
            self.find(&diagnostic::NOT_EXPORT_FORMAT, begin..begin, message);
            return;
        };
        let mut written = Vec::new();
        if let Err(error) = <Writer>::new(Options::default()).write(&game, &mut written) {
            self.find(
                &diagnostic::NOT_EXPORT_FORMAT,
                begin..begin,
                error.to_string(),
            );
            return;
        }
        let proper = written.trim_ascii_end();
        let bytes = text.as_bytes();
        if bytes == proper {
            return;
        }
        let (at, end, line) = difference(bytes, proper);
        let message = match String::from_utf8_lossy(line) {
            line if line.is_empty() => "export format has an empty line here".into(),
            line => format!("export format has here: {line}"),
        };
        let fix = String::from_utf8_lossy(proper).into_owned();
        let code = &diagnostic::NOT_EXPORT_FORMAT;
        let finding = Finding::new(code, begin + at..begin + end, message);
        self.found.push(Finding {
            fix: Some((text.span(), fix)),
            ..finding
        });
    }
}

/// The first line that differs: where it stands, and what should stand there.
fn difference<'a>(text: &[u8], proper: &'a [u8]) -> (usize, usize, &'a [u8]) {
    let mut at = 0;
    for line in proper.split(|&byte| byte == b'\n') {
        let end = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |len| at + len);
        if &text[at..end] != line || end == text.len() {
            return (at, end, line);
        }
        at = end + 1;
    }
    (at, text.len(), b"")
}
