//! A stretch of a source that holds whole games.

use crate::diagnostic::Place;
use encoding_rs::{Encoding, UTF_8};
use std::ops::Range;

/// A stretch of a source that holds whole games, ready to be scanned.
///
/// Where the source's encoding is a superset of ASCII byte by byte (UTF-8, windows-125x), the text
/// is the source's bytes as they are. Where it is not (UTF-16, GB18030, Big5), the text is UTF-8
/// and the chunk keeps the way back to the source.
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
    /// Bytes of `text` that stand for malformed bytes of the source.
    pub malformed: Vec<Range<usize>>,
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
        }
    }
}

impl Chunk {
    /// TEMP
    pub fn source_offset(&self, text_offset: usize) -> u64 {
        self.start + text_offset as u64
    }
    /// TEMP
    pub fn source_encoding(&self) -> &'static Encoding {
        self.encoding
    }
}

/// TEMP
#[derive(Default, Debug)]
pub struct Locator;
impl Locator {
    /// TEMP
    pub fn place(&mut self, chunk: &Chunk, offset: usize) -> Place {
        let t = &chunk.text[..offset];
        let line = t.iter().filter(|&&b| b == b'\n').count() as u64 + 1;
        let col = t.iter().rev().take_while(|&&b| b != b'\n').count() as u64 + 1;
        Place { line, column: col }
    }
}
