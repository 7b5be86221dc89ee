//! Text as it is in the source, decoded on demand.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// A piece of a source: its position, its bytes, and their encoding.
///
/// The scanner works on bytes; only those who look at a text pay for locating and decoding it.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    /// The text that contains this one.
    whole: &'a [u8],
    begin: usize,
    end: usize,
    encoding: &'static Encoding,
}

impl<'a> Text<'a> {
    /// Text in an encoding.
    #[inline]
    pub fn new(bytes: &'a [u8], encoding: &'static Encoding) -> Text<'a> {
        Text::piece(bytes, 0..bytes.len(), encoding)
    }

    /// The piece of a longer text at `span`.
    #[inline(always)]
    pub(crate) fn piece(
        whole: &'a [u8],
        span: Range<usize>,
        encoding: &'static Encoding,
    ) -> Text<'a> {
        Text {
            whole,
            begin: span.start,
            end: span.end,
            encoding,
        }
    }

    /// Other bytes in the same encoding.
    pub(crate) fn with_bytes<'b>(&self, bytes: &'b [u8]) -> Text<'b> {
        Text::new(bytes, self.encoding)
    }

    /// The position of the text: offsets into the chunk that holds the game, or into whatever it was made from.
    #[inline]
    pub fn span(&self) -> Range<usize> {
        self.begin..self.end
    }

    /// The encoding of the bytes.
    #[inline]
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// The bytes as they are in the source (in UTF-8 where the source is in an encoding that is not a superset
    /// of ASCII byte by byte).
    #[inline]
    pub fn as_bytes(&self) -> &'a [u8] {
        &self.whole[self.begin..self.end]
    }

    /// The first eight bytes of the text, the first in the lowest byte, and zeros after its end.
    #[inline]
    pub(crate) fn word(&self) -> u64 {
        let word = match self.whole.get(self.begin..) {
            Some([a, b, c, d, e, f, g, h, ..]) => {
                u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h])
            }
            rest => rest
                .into_iter()
                .flatten()
                .rev()
                .fold(0, |word, byte| word << 8 | u64::from(*byte)),
        };
        match self.end.saturating_sub(self.begin) {
            len @ 0..8 => word & ((1 << (8 * len)) - 1),
            _ => word,
        }
    }

    /// What follows this text in the text that contains it.
    #[inline]
    pub(crate) fn behind(&self) -> &'a [u8] {
        &self.whole[self.end..]
    }

    /// What precedes this text in the text that contains it.
    #[inline]
    pub(crate) fn ahead(&self) -> &'a [u8] {
        &self.whole[..self.begin]
    }

    /// The characters of a move that was played: moves are lexed as UTF-8, whatever the encoding of the text
    /// around them.
    #[inline]
    pub(crate) fn decode_move(&self) -> Cow<'a, str> {
        match std::str::from_utf8(self.as_bytes()) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => self.decode(),
        }
    }

    /// The characters. Bytes that are not valid UTF-8 in a UTF-8 source are read as windows-1252.
    pub fn decode(&self) -> Cow<'a, str> {
        let bytes = self.as_bytes();
        if self.encoding == UTF_8 {
            match std::str::from_utf8(bytes) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
            }
        } else {
            self.encoding.decode_without_bom_handling(bytes).0
        }
    }
}

/// Appends a number. The machinery of formatting takes longer than writing all else of a move or a position.
pub(crate) fn push_number(out: &mut String, number: u64) {
    out.push_str(itoa::Buffer::new().format(number));
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.decode())
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.decode())
    }
}
