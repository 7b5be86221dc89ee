//! Records in plain form, which conform for certain: nearly all records of programs, which then need not be parsed.

use crate::core::tags::{TagSpan, Tags};
use crate::core::text::Text;
use std::ops::Range;

/// Whether the text of a game is in plain form so far: tag pairs without escapes, canonical moves, numbers with their
/// dots, NAGs, comments in braces, variations with moves, and the termination marker, parted by blanks, all
/// in ASCII.
///
/// It counts the bytes of what it is told; a text is plain if that is all of it. After something odd it does nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain {
    /// Something is not plain, or nobody asks.
    odd: bool,
    /// The number of bytes that are.
    bytes: usize,
    /// The end of the tag section.
    tags_end: usize,
    /// Where the last move or NAG, and the last number, ended.
    word_end: usize,
    number_end: usize,
    /// The line has a move.
    played: bool,
    /// The termination marker was read.
    ended: bool,
}

impl Default for Plain {
    /// Not wanted.
    fn default() -> Plain {
        Plain {
            odd: true,
            bytes: 0,
            tags_end: 0,
            word_end: usize::MAX,
            number_end: usize::MAX,
            played: false,
            ended: false,
        }
    }
}

impl Plain {
    /// Something that is never plain.
    #[inline]
    pub(super) fn odd(&mut self) {
        self.odd = true;
    }

    /// Starts with the tag section. `setup` are the names of tags with a start position, which is parsed in any case.
    pub(super) fn begin(tags: &Tags<'_>, setup: &[&str]) -> Plain {
        let section = tags.section();
        let (base, bytes) = (section.span().start, section.as_bytes());
        let piece = |range: Range<usize>| {
            bytes.get(range.start.checked_sub(base)?..range.end.checked_sub(base)?)
        };
        let mut at = base;
        let plain_pair = |TagSpan { span, name, value }: &TagSpan| {
            let gap = std::mem::replace(&mut at, span.end)..span.start;
            piece(gap).is_some_and(is_blank)
                && piece(span.start..name.start) == Some(b"[")
                && piece(name.clone()).is_some_and(is_name)
                && piece(name.end..value.start) == Some(b" \"")
                && piece(value.clone()).is_some_and(|value| value.iter().all(is_plain_value))
                && piece(value.end..span.end) == Some(b"\"]")
        };
        let set_up = setup.iter().any(|name| tags.get(name).is_some());
        Plain {
            odd: set_up || !tags.spans().iter().all(plain_pair),
            bytes: bytes.len(),
            tags_end: section.span().end,
            ..Plain::default()
        }
    }

    /// A canonical move.
    #[inline]
    pub(super) fn mv(&mut self, text: Text<'_>) {
        let Range { start, end } = text.span();
        self.played = true;
        self.take(end - start, start != self.word_end);
        self.word_end = end;
    }

    /// A move number.
    #[inline]
    pub(super) fn number(&mut self, text: Text<'_>) {
        if self.odd {
            return;
        }
        let bytes = text.as_bytes();
        let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit());
        let dots = &bytes[digits.count()..];
        let dotted = !dots.is_empty() && dots.iter().all(|byte| *byte == b'.');
        self.take(bytes.len(), dotted && self.is_apart(text));
        self.number_end = text.span().end;
    }

    /// Whether something parts a text from the word before it.
    #[inline]
    fn is_apart(&self, text: Text<'_>) -> bool {
        ![self.word_end, self.number_end].contains(&text.span().start)
    }

    /// What parts tokens.
    #[inline]
    pub(super) fn blank(&mut self, text: Text<'_>) {
        // Between tag pairs it was counted with them.
        if !self.odd && text.span().start >= self.tags_end {
            self.odd = !is_blank(text.as_bytes());
            self.bytes += text.as_bytes().len();
        }
    }

    /// A comment in braces.
    pub(super) fn comment(&mut self, text: &[u8]) {
        let plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
        let plain = !self.odd && text.iter().all(plain);
        self.take(text.len() + 2, plain);
    }

    pub(super) fn nag(&mut self, text: Text<'_>) {
        let bytes = text.as_bytes();
        self.take(bytes.len(), bytes.starts_with(b"$") && self.is_apart(text));
        self.word_end = text.span().end;
    }

    pub(super) fn open(&mut self) {
        let played = std::mem::take(&mut self.played);
        self.take(1, played);
    }

    pub(super) fn close(&mut self) {
        let played = std::mem::replace(&mut self.played, true);
        self.take(1, played);
    }

    /// The termination marker of the game.
    pub(super) fn end(&mut self, text: Text<'_>, canonical: bool) {
        let bytes = text.as_bytes().len();
        self.take(bytes, canonical && self.is_apart(text));
        self.ended = true;
    }

    #[inline]
    fn take(&mut self, bytes: usize, plain: bool) {
        self.odd |= self.ended || !plain;
        self.bytes += bytes;
    }

    /// Whether this text of the game is plain.
    pub(super) fn covers(&self, text: Text<'_>) -> bool {
        !self.odd && self.ended && self.bytes == text.as_bytes().len()
    }
}

fn is_blank(text: &[u8]) -> bool {
    text.iter()
        .all(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))
}

fn is_name(text: &[u8]) -> bool {
    let part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    !text.starts_with(b"_") && !text.is_empty() && text.iter().all(part)
}

fn is_plain_value(byte: &u8) -> bool {
    matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')
}
