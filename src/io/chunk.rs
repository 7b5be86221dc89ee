//! A stretch of a source that contains complete games.

use super::split::line_ends;
use super::transcode::{SourceMap, add_range};
use crate::core::line_column::LineColumn;
use encoding_rs::{Encoding, UTF_8};
use std::ops::Range;

/// A stretch of a source that contains complete games, ready to be scanned.
///
/// Where the source's encoding is a superset of ASCII byte by byte (UTF-8, windows-125x), the text is the
/// source's bytes unchanged. Otherwise (UTF-16, GB18030, Big5) the text is UTF-8, and the chunk keeps the
/// mapping back to the source.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// The text to scan.
    pub text: Vec<u8>,
    /// The encoding of `text`.
    pub encoding: &'static Encoding,
    /// The offset of the first byte in the (decompressed) source.
    pub start: u64,
    /// How many bytes of the source it covers.
    pub len: u64,
    /// The line and column of the first character, from 1.
    pub line: u64,
    /// See `line`.
    pub column: u64,
    /// Bytes of `text` that are malformed in a UTF-8 source, or stand for malformed bytes of a source in
    /// another encoding. Adjacent ranges are merged; if there are very many, the last range extends from the
    /// first unlisted malformed byte to the last one of all.
    pub malformed: Vec<Range<usize>>,
    /// Whether the chunk ends inside a game because the game exceeds the limit.
    pub cut: bool,
    /// The mapping to the source, if `transcoded`.
    pub(crate) map: SourceMap,
    /// Whether `text` differs from the source's bytes.
    pub(crate) transcoded: bool,
    /// The encoding of the source, if this stretch is in another one.
    pub(crate) unlike: Option<&'static Encoding>,
    /// The text is a record that represents something else at this position in the source.
    pub(crate) stands_for: Option<Range<u64>>,
}

impl Default for Chunk {
    fn default() -> Chunk {
        Chunk {
            text: Vec::new(),
            encoding: UTF_8,
            start: 0,
            len: 0,
            line: 1,
            column: 1,
            malformed: Vec::new(),
            cut: false,
            map: SourceMap::default(),
            transcoded: false,
            unlike: None,
            stands_for: None,
        }
    }
}

impl Chunk {
    /// A record in some encoding that represents something else at this position in the source. `original` has
    /// it in its own encoding if that is not a superset of ASCII; then the text is in UTF-8.
    pub(crate) fn in_place_of(
        text: &[u8],
        encoding: &'static Encoding,
        original: Option<(Vec<u8>, &'static Encoding)>,
        place: Range<u64>,
    ) -> Chunk {
        let mut chunk = Chunk {
            encoding,
            start: place.start,
            len: place.end - place.start,
            stands_for: Some(place),
            ..Chunk::from(text)
        };
        if encoding != UTF_8 {
            chunk.malformed.clear();
        }
        if let Some((bytes, encoding)) = original {
            chunk.transcoded = true;
            chunk.map.source = bytes;
            chunk.map.encoding = encoding;
        }
        chunk
    }

    /// The source offset of the character at an offset into `text`; for the end of the text, the end of the
    /// chunk.
    pub fn source_offset(&self, text_offset: usize) -> u64 {
        if let Some(place) = &self.stands_for {
            return if text_offset == 0 {
                place.start
            } else {
                place.end
            };
        }
        if text_offset >= self.text.len() {
            self.start + self.len
        } else if self.transcoded {
            self.start + self.map.source_offset(text_offset) as u64
        } else {
            self.start + text_offset as u64
        }
    }

    /// The bytes at these source offsets, which must be in the chunk.
    pub fn source_bytes(&self, span: Range<u64>) -> &[u8] {
        let bytes = if self.transcoded {
            &self.map.source
        } else {
            &self.text
        };
        if self.stands_for.is_some() {
            return if span.is_empty() { &[] } else { bytes };
        }
        let at = |offset: u64| (offset.saturating_sub(self.start) as usize).min(bytes.len());
        &bytes[at(span.start)..at(span.end)]
    }

    /// Whether a text can be inserted into the bytes of this stretch when written in the encoding of the
    /// source.
    pub(crate) fn takes(&self, text: &str) -> bool {
        match self.unlike {
            None => true,
            Some(source) => {
                text.is_empty() || text.is_ascii() && !super::encoding::is_utf16(source)
            }
        }
    }

    /// The encoding of the source.
    pub fn source_encoding(&self) -> &'static Encoding {
        if self.transcoded {
            self.map.encoding
        } else {
            self.encoding
        }
    }

    /// Whether the text was transcoded from the source into UTF-8.
    pub fn is_transcoded(&self) -> bool {
        self.transcoded
    }
}

/// A source of its own, in UTF-8.
impl From<&[u8]> for Chunk {
    fn from(text: &[u8]) -> Chunk {
        let mut chunk = Chunk {
            text: text.to_vec(),
            len: text.len() as u64,
            ..Chunk::default()
        };
        find_malformed_utf8(&chunk.text, &mut chunk.malformed);
        chunk
    }
}

/// Converts offsets into one chunk to lines and columns.
///
/// Fast as long as the offsets do not decrease: each byte is visited once.
#[derive(Clone, Debug, Default)]
pub struct Locator {
    offset: usize,
    place: Option<LineColumn>,
}

impl Locator {
    /// The line and column of the character at an offset into the chunk's text.
    pub fn place(&mut self, chunk: &Chunk, text_offset: usize) -> LineColumn {
        let text = &chunk.text;
        let to = text_offset.min(text.len());
        let start = LineColumn {
            line: chunk.line,
            column: chunk.column,
        };
        let mut place = match self.place {
            Some(place) if to >= self.offset => place,
            _ => {
                self.offset = 0;
                start
            }
        };
        let (lines, last) = line_ends(text, self.offset..to);
        match last {
            Some(at) => {
                place.line += lines;
                place.column = 1 + characters(&text[at + 1..to], chunk.encoding);
            }
            None => place.column += characters(&text[self.offset..to], chunk.encoding),
        }
        self.offset = to;
        self.place = Some(place);
        place
    }
}

/// The number of characters that begin in the bytes.
pub(super) fn characters(bytes: &[u8], encoding: &'static Encoding) -> u64 {
    let count = if encoding == UTF_8 {
        bytes.iter().filter(|&byte| byte & 0xC0 != 0x80).count()
    } else {
        bytes.len()
    };
    count as u64
}

/// The ranges of a text that are not valid UTF-8.
pub(super) fn find_malformed_utf8(text: &[u8], malformed: &mut Vec<Range<usize>>) {
    let mut at = 0;
    while let Some((start, len)) = first_invalid(&text[at..]) {
        add_range(malformed, at + start..at + start + len);
        at += start + len;
    }
}

/// The offset of the first bytes that are not UTF-8, and their number.
fn first_invalid(text: &[u8]) -> Option<(usize, usize)> {
    let start = Encoding::utf8_valid_up_to(text);
    // No sequence is longer than four bytes.
    let near = &text[start..text.len().min(start + 4)];
    let error = std::str::from_utf8(near).err()?;
    Some((start, error.error_len().unwrap_or(near.len())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::WINDOWS_1252;
    use proptest::prelude::*;

    /// The line and column, by going through the text character by character.
    fn naive(chunk: &Chunk, offset: usize) -> LineColumn {
        let (mut line, mut column) = (chunk.line, chunk.column);
        for at in 0..offset {
            let byte = chunk.text[at];
            let next = chunk.text.get(at + 1);
            if byte == b'\n' || byte == b'\r' && next != Some(&b'\n') {
                (line, column) = (line + 1, 1);
            } else if chunk.encoding != UTF_8 || byte & 0xC0 != 0x80 {
                column += 1;
            }
        }
        LineColumn { line, column }
    }

    proptest! {
        #[test]
        fn places_are_exact(
            text in "[a\n\ré]{0,40}",
            offsets in prop::collection::vec(0usize..50, 1..8),
            utf8: bool,
        ) {
            let chunk = Chunk {
                text: text.into_bytes(),
                encoding: if utf8 { UTF_8 } else { WINDOWS_1252 },
                line: 7,
                column: 3,
                ..Chunk::default()
            };
            let mut locator = Locator::default();
            for offset in offsets {
                let offset = offset.min(chunk.text.len());
                prop_assert_eq!(locator.place(&chunk, offset), naive(&chunk, offset));
            }
        }
    }
}
