//! Cuts a source into chunks.

mod source;
#[cfg(test)]
mod tests;

use super::chunk::{Chunk, characters, find_malformed_utf8};
use super::declaration::Declaration;
use super::encoding::{self, EncodingDecision, WINDOW};
use super::split::{
    begins_with_tag_pair, forced_cut, has_tag_pair, last_game_start, last_likely_game_start,
    line_ends,
};
use super::transcode::{SourceMap, Transcoder, add_range, split_ranges};
use crate::core::limits::Limits;
use encoding_rs::{Encoding, ISO_2022_JP, REPLACEMENT, UTF_8};
use memchr::memrchr;
use source::Source;
use std::io::{self, Read};
use std::mem;
use std::ops::Range;

/// From this size on, a tag pair without a preceding blank line is taken as the start of a game.
const LIKELY: usize = 4 << 20;
/// The smallest limit: a chunk holds at least a few characters.
const SMALLEST: usize = 64;
/// How many bytes of its line are examined before the first non-ASCII character.
const CONTEXT: usize = 256;

/// How a source is cut into chunks.
#[derive(Clone, Debug)]
pub struct ChunkOptions {
    /// The encoding, if it is known; otherwise it is detected.
    pub encoding: Option<&'static Encoding>,
    /// The approximate number of source bytes in a chunk; larger games make larger chunks. Default: 256 KiB.
    pub target: usize,
    /// The maximum size of a game in bytes of text: see [`Limits::game`]. At least 64.
    pub limit: usize,
}

impl Default for ChunkOptions {
    fn default() -> ChunkOptions {
        ChunkOptions {
            encoding: None,
            target: 256 << 10,
            limit: Limits::default().game,
        }
    }
}

/// The state of reading a source between two chunks, from which it can be resumed later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The offset into the (decompressed) source where the next chunk begins.
    pub offset: u64,
    /// The line and column of the character there, from 1.
    pub line: u64,
    /// See `line`.
    pub column: u64,
    /// How many bytes from there on were already read. They affect where the next chunk ends.
    pub pending: u64,
    /// How many bytes after those were looked ahead.
    pub ahead: u64,
    /// Whether the end of the source was seen after them.
    pub ended: bool,
    /// The encoding, or `None` if only ASCII was seen.
    pub encoding: Option<&'static Encoding>,
}

/// Reads a source as chunks that end between games.
///
/// The encoding is decided at the first non-ASCII character, from up to [`WINDOW`] bytes around and after it;
/// until then the text is the same in every encoding that is possible. The parts of a chunk are reused, so that
/// a loop over a large source allocates next to nothing.
///
/// ```
/// use movetext::io::{Chunk, ChunkOptions, Chunks, Locator};
///
/// let source = b"\xEF\xBB\xBF[Event \"?\"]\n\n1. e4 *\n";
/// let mut chunks = Chunks::new(&source[..], ChunkOptions::default());
/// let mut chunk = Chunk::default();
/// while chunks.next(&mut chunk)? {
///     assert_eq!((chunk.start, chunk.len), (3, 21));
///     let place = Locator::default().place(&chunk, 16);
///     assert_eq!((place.line, place.column), (3, 4));
/// }
/// assert_eq!(chunks.decision().bom_len, 3);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Chunks<R> {
    source: Source<R>,
    options: ChunkOptions,
    begun: bool,
    decision: EncodingDecision,
    /// Nothing was cut yet: detection looks at the first chunk, so it contains a tag pair if possible.
    first: bool,
    /// Other text follows the UTF-16 text that was read.
    joined: bool,
    /// The decision for the source, where another one applies to text joined to it.
    source_decision: Option<EncodingDecision>,
    /// Only ASCII was seen so far, and no other evidence of the encoding.
    undecided: bool,
    transcoder: Option<Transcoder>,
    /// Bytes that are no characters in the encoding.
    unmapped: Vec<u8>,
    /// Text that is not yet part of a chunk, and its properties.
    text: Vec<u8>,
    map: SourceMap,
    malformed: Vec<Range<usize>>,
    /// The position of this text.
    start: u64,
    line: u64,
    column: u64,
}

impl<R: Read> Chunks<R> {
    /// The chunks of a source. Nothing is read yet.
    pub fn new(reader: R, options: ChunkOptions) -> Chunks<R> {
        let limit = options.limit.max(SMALLEST);
        Chunks {
            source: Source::new(reader),
            options: ChunkOptions {
                target: options.target.clamp(1, limit),
                limit,
                ..options
            },
            begun: false,
            decision: EncodingDecision::ascii(),
            first: true,
            joined: false,
            source_decision: None,
            undecided: false,
            transcoder: None,
            unmapped: Vec::new(),
            text: Vec::new(),
            map: SourceMap::default(),
            malformed: Vec::new(),
            start: 0,
            line: 1,
            column: 1,
        }
    }

    /// Resumes at a checkpoint of the same source, read with the same options: the chunks are the same as
    /// without the break. The reader must be at [`Checkpoint::offset`].
    pub fn resume(reader: R, options: ChunkOptions, checkpoint: &Checkpoint) -> Chunks<R> {
        let mut chunks = Chunks::new(reader, options);
        chunks.begun = true;
        chunks.first = false;
        chunks.start = checkpoint.offset;
        chunks.line = checkpoint.line;
        chunks.column = checkpoint.column;
        match checkpoint.encoding {
            Some(encoding) => chunks.adopt(encoding::given(encoding, &[])),
            None => chunks.undecided = true,
        }
        let pending = usize::try_from(checkpoint.pending).unwrap_or(usize::MAX);
        let pending = pending.min(chunks.options.limit.saturating_mul(4));
        if let Some(transcoder) = &mut chunks.transcoder {
            chunks.source.read(pending, &mut chunks.map.source);
            transcoder.feed(0, &mut chunks.text, &mut chunks.map, &mut chunks.malformed);
        } else {
            chunks.source.read(pending, &mut chunks.text);
        }
        let ahead = usize::try_from(checkpoint.ahead).unwrap_or(usize::MAX);
        let ahead = ahead.min(chunks.options.limit + 2 * WINDOW);
        // The end is only found by trying to read on; so is an error.
        chunks
            .source
            .look_ahead(ahead + usize::from(checkpoint.ended));
        chunks
    }

    /// The current state, for [`resume`](Chunks::resume).
    pub fn checkpoint(&self) -> Checkpoint {
        let pending = if self.is_transcoded() {
            self.map.source.len()
        } else {
            self.text.len()
        };
        let ahead = self.source.ahead.len() - self.source.ahead_at;
        Checkpoint {
            offset: self.start,
            line: self.line,
            column: self.column,
            pending: pending as u64,
            ahead: ahead as u64,
            ended: self.source.ended,
            encoding: (!self.undecided).then_some(self.decision.encoding),
        }
    }

    /// Reads the next chunk; `false` means that there is none.
    ///
    /// # Errors
    ///
    /// If reading fails. What was read before the failure comes as chunks first; after the error, there are no
    /// more chunks.
    pub fn next(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        if !self.begun {
            self.begun = true;
            self.begin();
        }
        let (mut cut, mut inside) = self.find_cut();
        if self.text.is_empty() && self.joined {
            self.begin_joined();
            (cut, inside) = self.find_cut();
        }
        if self.text.is_empty() {
            return match self.source.error.take() {
                Some(error) => Err(error),
                None => Ok(false),
            };
        }
        self.first = false;
        let sound = self.is_valid_utf8(cut);
        let (cut, inside, encoding) = if sound {
            (cut, inside, None)
        } else {
            self.stretch(cut, inside)
        };
        self.emit(cut, chunk, sound);
        chunk.cut = inside;
        chunk.unlike = self.source_decision.as_ref().map(|source| source.encoding);
        if let Some(encoding) = encoding {
            self.read_as(chunk, encoding);
        }
        if self.joined && self.text.is_empty() {
            self.begin_joined();
        }
        Ok(true)
    }

    /// The text of the first `bytes` bytes, up to [`WINDOW`], without consuming them: to be called before
    /// [`next`](Chunks::next).
    pub(crate) fn beginning(&mut self, bytes: usize) -> Chunk {
        if !self.begun {
            self.begun = true;
            self.begin();
        }
        let window = &self.source.ahead[self.source.ahead_at..];
        let mut window = &window[..window.len().min(bytes)];
        let Some(transcoder) = &self.transcoder else {
            return Chunk {
                encoding: self.text_encoding(),
                ..Chunk::from(window)
            };
        };
        if let Some(joined) = joined_at(window, 0)
            && encoding::is_utf16(transcoder.encoding())
        {
            window = &window[..joined];
        }
        let mut chunk = Chunk {
            transcoded: true,
            ..Chunk::default()
        };
        chunk.map.source = window.to_vec();
        let mut transcoder = Transcoder::new(transcoder.encoding());
        transcoder.feed(0, &mut chunk.text, &mut chunk.map, &mut chunk.malformed);
        chunk
    }

    /// Starts anew with text that was joined to UTF-16 text, as with a source of its own.
    fn begin_joined(&mut self) {
        self.joined = false;
        self.transcoder = None;
        self.map.clear();
        self.malformed.clear();
        let decision = mem::replace(&mut self.decision, EncodingDecision::ascii());
        self.source_decision.get_or_insert(decision);
        self.undecided = true;
    }

    /// Whether the text up to `cut` was decided to be UTF-8 and is valid.
    fn is_valid_utf8(&self, cut: usize) -> bool {
        let decided = !self.undecided && self.decision.encoding == UTF_8;
        decided && Encoding::utf8_valid_up_to(&self.text[..cut]) == cut
    }

    /// How many of the leading games are in one encoding, and that encoding if it is not the one decided on.
    /// Files made by concatenation may have several.
    fn stretch(&self, cut: usize, inside: bool) -> (usize, bool, Option<&'static Encoding>) {
        let text = &self.text[..cut];
        let settled = self.undecided || self.options.encoding.is_some();
        if settled || !self.is_suspect(text) {
            return (cut, inside, None);
        }
        // The starts of games, from the last to the first.
        let mut starts = vec![cut];
        while let Some(start) = last_game_start(&text[..starts[starts.len() - 1]]) {
            starts.push(start);
        }
        starts.push(0);
        starts.reverse();
        let encodings = starts
            .windows(2)
            .map(|game| self.encoding_of(game[0]..game[1]));
        let mut first = None;
        for (encoding, start) in encodings.zip(&starts) {
            match first {
                None => first = Some(encoding),
                Some(other) if other != encoding => return (*start, false, other),
                Some(_) => {}
            }
        }
        (cut, inside, first.flatten())
    }

    /// Whether a text may contain anything in an encoding other than the one decided on.
    fn is_suspect(&self, text: &[u8]) -> bool {
        let encoding = self.decision.encoding;
        if encoding == UTF_8 {
            return Encoding::utf8_valid_up_to(text) < text.len();
        }
        !encoding::is_utf16(encoding) && !text.is_ascii()
    }

    /// The encoding of a game where it is certainly not the one decided on.
    fn encoding_of(&self, game: Range<usize>) -> Option<&'static Encoding> {
        let text = &self.text[game.clone()];
        if !begins_with_tag_pair(text) {
            return None;
        }
        if !self.is_transcoded() {
            return encoding::unlike(text, self.decision.encoding);
        }
        // A move is in one of the first lines after the tags.
        let mut lines = text.split(|byte| *byte == b'\n');
        if lines.any(|line| std::str::from_utf8(line).is_ok_and(encoding::has_move)) {
            return None;
        }
        let at = |offset: usize| {
            if offset < self.text.len() {
                self.map.source_offset(offset)
            } else {
                self.map.source.len()
            }
        };
        let bytes = &self.map.source[at(game.start)..at(game.end)];
        encoding::unlike(bytes, self.decision.encoding)
    }

    /// Reads a chunk in another encoding.
    fn read_as(&self, chunk: &mut Chunk, encoding: &'static Encoding) {
        let len = chunk.len as usize;
        let bytes = if chunk.transcoded {
            chunk.map.source[..len].to_vec()
        } else {
            mem::take(&mut chunk.text)
        };
        chunk.unlike = Some(self.decision().encoding);
        chunk.text.clear();
        chunk.malformed.clear();
        chunk.map.clear();
        chunk.transcoded = !encoding::is_raw(encoding);
        if chunk.transcoded {
            chunk.encoding = UTF_8;
            chunk.map.source = bytes;
            let mut transcoder = Transcoder::new(encoding);
            transcoder.feed(0, &mut chunk.text, &mut chunk.map, &mut chunk.malformed);
            transcoder.finish(&mut chunk.text, &mut chunk.malformed);
        } else {
            chunk.encoding = encoding;
            chunk.text = bytes;
            if encoding == UTF_8 {
                find_malformed_utf8(&chunk.text, &mut chunk.malformed);
            }
        }
    }

    /// The encoding of the source. As long as only ASCII was seen, it is UTF-8 with
    /// [`How::Ascii`](super::How::Ascii).
    pub fn decision(&self) -> &EncodingDecision {
        self.source_decision.as_ref().unwrap_or(&self.decision)
    }

    /// How many bytes were read from the reader.
    pub fn bytes_read(&self) -> u64 {
        self.source.read
    }

    /// The reader.
    pub fn get_ref(&self) -> &R {
        &self.source.reader
    }

    /// Examines the first bytes.
    fn begin(&mut self) {
        self.source.look_ahead(WINDOW);
        let window = &self.source.ahead;
        let mut declaration = None;
        let decision = match self.options.encoding {
            Some(encoding) if encoding == ISO_2022_JP || encoding == REPLACEMENT => {
                self.source.fail(io::Error::new(
                    io::ErrorKind::InvalidInput,
                    format!("text in {} cannot be read", encoding.name()),
                ));
                self.source.ahead = Vec::new();
                return;
            }
            Some(encoding) => Some(encoding::given(encoding, window)),
            None => {
                let decision = encoding::by_first_bytes(window);
                declaration = Declaration::find(window, decision.as_ref());
                decision.map(|decision| match declaration.take() {
                    Some(declared) => declared.confirm(decision),
                    None => decision,
                })
            }
        };
        if let Some(decision) = decision {
            self.source.ahead_at = decision.bom_len;
            self.start = decision.bom_len as u64;
            self.adopt(decision);
            return;
        }
        let ascii = Encoding::ascii_valid_up_to(window);
        if ascii == window.len() {
            match declaration.and_then(|declared| declared.of_ascii()) {
                Some(decision) if !self.source.ended => self.adopt(decision),
                _ => self.undecided = true,
            }
            return;
        }
        self.source.look_ahead(ascii + WINDOW);
        let window = &self.source.ahead[context(&self.source.ahead, ascii)..];
        self.adopt(match declaration {
            Some(declared) => declared.decide(window, self.source.ended),
            None => encoding::decide_text(window, self.source.ended),
        });
    }

    /// Decides at the first byte that is not ASCII.
    fn decide_at(&mut self, ascii: usize) {
        self.source.put_back(&self.text[ascii..]);
        self.text.truncate(ascii);
        self.source.look_ahead(WINDOW);
        let mut window = self.text[context(&self.text, ascii)..].to_vec();
        window.extend_from_slice(&self.source.ahead);
        self.adopt(encoding::decide_text(&window, self.source.ended));
        if let Some(transcoder) = &mut self.transcoder {
            mem::swap(&mut self.map.source, &mut self.text);
            self.text.clear();
            transcoder.feed(0, &mut self.text, &mut self.map, &mut self.malformed);
        }
    }

    fn adopt(&mut self, decision: EncodingDecision) {
        let encoding = decision.encoding;
        if !encoding::is_raw(encoding) {
            self.transcoder = Some(Transcoder::new(encoding));
        } else if encoding != UTF_8 {
            self.unmapped = encoding::unmapped(encoding);
        }
        self.undecided = false;
        self.decision = decision;
    }

    /// Reads until a cut is possible; also returns whether the cut is inside a game.
    fn find_cut(&mut self) -> (usize, bool) {
        // Enough may be left of a stretch in another encoding.
        if !self.first
            && self.text.len() >= self.options.target
            && let Some(cut) = last_game_start(&self.text)
        {
            return (cut, false);
        }
        loop {
            // Reading as much again as is there keeps the time linear, however often it is searched.
            let grow = self.options.target.max(self.text.len());
            let mut room = self.options.limit.saturating_sub(self.text.len());
            if self.transcoder.is_some() {
                // One byte becomes three at most.
                room /= 3;
            }
            let full = room < 4;
            if !full && !self.joined {
                self.fill(grow.min(room));
            }
            if self.joined || self.source.is_exhausted() {
                if let Some(mut transcoder) = self.transcoder.take() {
                    transcoder.finish(&mut self.text, &mut self.malformed);
                    self.transcoder = None;
                }
                return (self.text.len(), false);
            }
            if let Some(cut) = last_game_start(&self.text)
                && (!self.first || has_tag_pair(&self.text[..cut]))
            {
                return (cut, false);
            }
            if (full || self.text.len() >= LIKELY)
                && let Some(cut) = last_likely_game_start(&self.text)
            {
                return (cut, false);
            }
            if full {
                return (forced_cut(&self.text, self.text_encoding() == UTF_8), true);
            }
        }
    }

    /// Reads up to `count` bytes of the source.
    fn fill(&mut self, count: usize) {
        if let Some(transcoder) = &mut self.transcoder {
            let from = self.map.source.len();
            self.source.read(count, &mut self.map.source);
            if encoding::is_utf16(self.decision.encoding)
                && self.options.encoding.is_none()
                && let Some(joined) = joined_at(&self.map.source, from)
            {
                self.source.put_back(&self.map.source[joined..]);
                self.map.source.truncate(joined);
                self.joined = true;
            }
            let from = from.min(self.map.source.len());
            transcoder.feed(from, &mut self.text, &mut self.map, &mut self.malformed);
            return;
        }
        let from = self.text.len();
        self.source.read(count, &mut self.text);
        if self.undecided {
            let ascii = from + Encoding::ascii_valid_up_to(&self.text[from..]);
            if ascii < self.text.len() {
                self.decide_at(ascii);
            }
        }
    }

    fn is_transcoded(&self) -> bool {
        !encoding::is_raw(self.decision.encoding)
    }

    fn text_encoding(&self) -> &'static Encoding {
        if self.is_transcoded() {
            UTF_8
        } else {
            self.decision.encoding
        }
    }

    /// Turns the first `cut` bytes of the text into a chunk; `sound` says that none of them is malformed.
    fn emit(&mut self, cut: usize, chunk: &mut Chunk, sound: bool) {
        chunk.encoding = self.text_encoding();
        chunk.transcoded = self.is_transcoded();
        chunk.start = self.start;
        chunk.line = self.line;
        chunk.column = self.column;

        let len = if !chunk.transcoded {
            cut
        } else if cut == self.text.len() && (self.joined || self.source.is_exhausted()) {
            self.map.source.len()
        } else {
            self.map.source_offset(cut)
        };
        chunk.len = len as u64;

        mem::swap(&mut chunk.text, &mut self.text);
        self.text.clear();
        self.text.extend_from_slice(&chunk.text[cut..]);
        chunk.text.truncate(cut);
        chunk.malformed.clear();
        chunk.map.clear();
        if chunk.transcoded {
            mem::swap(&mut chunk.map, &mut self.map);
            chunk.map.split_off_into(cut, len, &mut self.map);
            mem::swap(&mut chunk.malformed, &mut self.malformed);
            split_ranges(&mut chunk.malformed, cut, &mut self.malformed);
        } else if !self.undecided && !sound {
            self.find_malformed(chunk);
        }

        self.start += chunk.len;
        let (lines, last) = line_ends(&chunk.text, 0..cut);
        self.line += lines;
        match last {
            Some(at) => self.column = 1 + characters(&chunk.text[at + 1..], chunk.encoding),
            None => self.column += characters(&chunk.text, chunk.encoding),
        }
    }

    fn find_malformed(&self, chunk: &mut Chunk) {
        if chunk.encoding == UTF_8 {
            find_malformed_utf8(&chunk.text, &mut chunk.malformed);
        } else if !self.unmapped.is_empty() {
            let mut at = Encoding::ascii_valid_up_to(&chunk.text);
            while let Some(byte) = chunk.text.get(at) {
                if self.unmapped.contains(byte) {
                    add_range(&mut chunk.malformed, at..at + 1);
                }
                at += 1;
                at += Encoding::ascii_valid_up_to(&chunk.text[at..]);
            }
        }
    }
}

/// Where a record in plain text begins within bytes of UTF-16 text that were read from `from` on: at `[`,
/// letters, a blank and a quotation mark, none of them next to a zero byte.
fn joined_at(bytes: &[u8], from: usize) -> Option<usize> {
    // A tag name may have begun before.
    let from = from.saturating_sub(64);
    memchr::memchr_iter(b'[', &bytes[from..])
        .map(|at| from + at)
        .find(|&at| {
            let name = bytes[at + 1..]
                .iter()
                .take_while(|byte| byte.is_ascii_alphabetic())
                .count();
            name > 2
                && bytes[at + 1 + name..].starts_with(b" \"")
                && matches!(bytes[..at].last(), None | Some(b'\n' | b'\r' | 0))
        })
}

/// Where the context of the text at `at` begins: at the start of its line if that is near.
fn context(text: &[u8], at: usize) -> usize {
    let near = at.saturating_sub(CONTEXT);
    match memrchr(b'\n', &text[near..at]) {
        Some(end) => near + end + 1,
        None => near,
    }
}
