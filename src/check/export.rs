//! Whether a game is written as programs should write it.

use super::Checker;
use crate::core::text::Text;
use crate::diagnostic::{self, Finding};
use crate::format::pgn::{Options, Writer, Written, reread};
use crate::variant::registry::VariantSet;
use crate::variants::Standard;

impl Checker {
    /// Compares the text with the game in export format (CH-004): the layout is fully determined, so any
    /// difference is a problem.
    pub(super) fn check_export(&mut self, text: Text<'_>) {
        let begin = text.span().start;
        let variant = self.info.and_then(|info| Standard::find(info.id));
        let Some(variant) = variant else {
            return;
        };
        // What is plain is read in the same way on its own.
        let plain = self.plain.covers(text);
        let again;
        let game = if plain {
            self.record.canonical_game()
        } else {
            again = reread::<Standard>(&text.decode(), variant);
            let Some(game) = &again else {
                let message = "this is not read as one game on its own";
                self.find(&diagnostic::NOT_EXPORT_FORMAT, begin..begin, message);
                return;
            };
            game
        };
        let writer = self
            .writer
            .get_or_insert_with(|| Writer::new(Options::default()));
        // Without comments nothing can be read otherwise because of the layout.
        let certain = plain && !game.has_comments();
        let bytes = text.as_bytes();
        // Where nobody wants the whole text, the first difference will do.
        if certain
            && self.no_fixes
            && let Ok(tags) = writer.compose_tags(game)
            && !bytes.starts_with(tags.as_bytes())
        {
            let tags = tags.strip_suffix('\n').unwrap_or(tags);
            let (at, end, message) = difference(text, tags.as_bytes());
            self.find(
                &diagnostic::NOT_EXPORT_FORMAT,
                begin + at..begin + end,
                message,
            );
            return;
        }
        let (counts, written) = match writer.compose(game) {
            Ok(written) => written,
            Err(error) => {
                let message = error.to_string();
                self.find(&diagnostic::NOT_EXPORT_FORMAT, begin..begin, message);
                return;
            }
        };
        // The written form is UTF-8; the source may have another encoding (CH-012).
        let (encoded, _, _) = text.encoding().encode(written);
        let canonical = encoded.trim_ascii_end();
        if bytes == canonical {
            return;
        }
        let (at, end, message) = difference(text, canonical);
        let written = written.trim_ascii_end().to_owned();
        // Text that the format cannot hold unchanged does not replace the original.
        let read_back = || {
            reread::<Standard>(&written, variant).is_some_and(|again| {
                let outcome = game.outcome();
                game.says_the_same(&again) && (outcome.is_none() || outcome == again.outcome())
            })
        };
        let whole = counts == Written::default() && (certain || read_back());
        let code = &diagnostic::NOT_EXPORT_FORMAT;
        let finding = Finding::new(code, begin + at..begin + end, message);
        self.found.push(Finding {
            fix: whole.then(|| (text.span(), written)),
            ..finding
        });
    }
}

/// The first line that differs: its position, and what is there in export format.
fn difference(text: Text<'_>, canonical: &[u8]) -> (usize, usize, String) {
    let bytes = text.as_bytes();
    let mut at = 0;
    for expected in canonical.split(|&byte| byte == b'\n') {
        let end = memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |len| at + len);
        let line = &bytes[at..end];
        if line != expected || end == bytes.len() {
            let message = if line.strip_suffix(b"\r") == Some(expected) {
                "export format ends lines with LF alone, not with CR LF".into()
            } else if expected.is_empty() {
                "export format has an empty line here".into()
            } else {
                let (expected, _) = text.encoding().decode_without_bom_handling(expected);
                format!("export format has here: {expected}")
            };
            return (at, end, message);
        }
        at = end + 1;
    }
    let message = "export format has an empty line here";
    (at, bytes.len(), message.into())
}
