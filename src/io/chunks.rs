//! Cuts a source into chunks.

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

/// A reader, and the bytes read ahead.
struct Source<R> {
    reader: R,
    ahead: Vec<u8>,
    ahead_at: usize,
    /// The reader has no more, or failed.
    ended: bool,
    error: Option<io::Error>,
    read: u64,
}

impl<R: Read> Source<R> {
    fn new(reader: R) -> Source<R> {
        Source {
            reader,
            ahead: Vec::new(),
            ahead_at: 0,
            ended: false,
            error: None,
            read: 0,
        }
    }

    /// Makes `ahead` hold `count` bytes if the source has them.
    fn look_ahead(&mut self, count: usize) {
        let missing = count.saturating_sub(self.ahead.len());
        let mut ahead = mem::take(&mut self.ahead);
        self.read_on(missing, &mut ahead);
        self.ahead = ahead;
    }

    /// Puts back bytes that were read last.
    fn put_back(&mut self, bytes: &[u8]) {
        self.ahead.splice(..self.ahead_at, bytes.iter().copied());
        self.ahead_at = 0;
    }

    /// Appends up to `count` bytes: fewer only at the end, or at the end of what was read ahead.
    fn read(&mut self, count: usize, into: &mut Vec<u8>) {
        let ahead = &self.ahead[self.ahead_at..];
        if ahead.is_empty() {
            self.read_on(count, into);
            return;
        }
        let taken = count.min(ahead.len());
        into.extend_from_slice(&ahead[..taken]);
        self.ahead_at += taken;
        if self.ahead_at == self.ahead.len() {
            self.ahead = Vec::new();
            self.ahead_at = 0;
        }
    }

    fn read_on(&mut self, count: usize, into: &mut Vec<u8>) {
        if self.ended || count == 0 {
            return;
        }
        let before = into.len();
        into.reserve(count);
        let result = (&mut self.reader).take(count as u64).read_to_end(into);
        self.read += (into.len() - before) as u64;
        match result {
            Ok(read) => self.ended = read < count,
            Err(error) => self.fail(error),
        }
    }

    fn fail(&mut self, error: io::Error) {
        self.ended = true;
        self.error = Some(error);
    }

    fn is_exhausted(&self) -> bool {
        self.ended && self.ahead_at == self.ahead.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_1252};
    use encoding_rs::{GBK, WINDOWS_1253};
    use proptest::prelude::*;

    /// Gives a few bytes at a time, then fails on request.
    struct Trickle<'a> {
        bytes: &'a [u8],
        step: usize,
        fails: bool,
    }

    impl Read for Trickle<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.step.min(buffer.len()).min(self.bytes.len());
            if count == 0 && self.fails {
                return Err(io::Error::other("the disk is on fire"));
            }
            buffer[..count].copy_from_slice(&self.bytes[..count]);
            self.bytes = &self.bytes[count..];
            Ok(count)
        }
    }

    fn options(encoding: Option<&'static Encoding>, target: usize, limit: usize) -> ChunkOptions {
        ChunkOptions {
            encoding,
            target,
            limit,
        }
    }

    /// All chunks; asserts the invariants of chunks.
    fn read(source: &[u8], options: ChunkOptions) -> (Vec<Chunk>, EncodingDecision) {
        let mut chunks = Chunks::new(source, options);
        let mut all = Vec::new();
        // One chunk for all, as readers do.
        let mut chunk = Chunk::default();
        while chunks.next(&mut chunk).expect("no error") {
            assert!(!chunk.text.is_empty());
            all.push(chunk.clone());
        }
        assert!(!chunks.next(&mut chunk).expect("no error"));
        assert_eq!(chunks.bytes_read(), source.len() as u64);
        let decision = chunks.decision().clone();
        let mut start = decision.bom_len as u64;
        for chunk in &all {
            assert_eq!(chunk.start, start);
            start += chunk.len;
            assert_eq!(chunk.source_offset(chunk.text.len()), start);
        }
        assert_eq!(start, source.len() as u64, "every byte is in a chunk");
        (all, decision)
    }

    fn text(chunks: &[Chunk]) -> Vec<u8> {
        chunks.iter().flat_map(|chunk| chunk.text.clone()).collect()
    }

    /// The source offset of each text offset, and which text is malformed, by going through the source
    /// character by character.
    fn naive_map(encoding: &'static Encoding, source: &[u8]) -> (Vec<u8>, Vec<u64>, Vec<bool>) {
        let (mut text, mut offsets, mut malformed) = (Vec::new(), Vec::new(), Vec::new());
        let mut at = 0;
        while at < source.len() {
            // The shortest prefix that is a character, or the malformed sequence there.
            let whole = (1..=4.min(source.len() - at)).find_map(|len| {
                let decoded = encoding
                    .decode_without_bom_handling_and_without_replacement(&source[at..at + len])?;
                Some((len, decoded.into_owned(), false))
            });
            let (len, made, bad) = whole.unwrap_or_else(|| {
                let mut decoder = encoding.new_decoder_without_bom_handling();
                let mut out = [0; 64];
                let end = source.len().min(at + 8);
                let last = end == source.len();
                match decoder
                    .decode_to_utf8_without_replacement(&source[at..end], &mut out, last)
                    .0
                {
                    encoding_rs::DecoderResult::Malformed(len, _) => {
                        (len.into(), "\u{FFFD}".to_owned(), true)
                    }
                    other => panic!("{other:?}"),
                }
            });
            text.extend_from_slice(made.as_bytes());
            offsets.extend(made.bytes().map(|_| at as u64));
            malformed.extend(made.bytes().map(|_| bad));
            at += len;
        }
        (text, offsets, malformed)
    }

    fn check_map(encoding: &'static Encoding, source: &[u8], target: usize, limit: usize) {
        let (chunks, decision) = read(source, options(Some(encoding), target, limit));
        let bom = decision.bom_len;
        let (whole, offsets, malformed) = naive_map(decision.encoding, &source[bom..]);
        assert_eq!(text(&chunks), whole);
        let mut before = 0;
        for chunk in &chunks {
            assert!(std::str::from_utf8(&chunk.text).is_ok());
            let mut bad = vec![false; chunk.text.len()];
            for range in &chunk.malformed {
                assert!(!range.is_empty());
                bad[range.clone()].fill(true);
            }
            for at in 0..chunk.text.len() {
                let expected = offsets[before + at] + bom as u64;
                assert_eq!(chunk.source_offset(at), expected, "{at} of {chunk:?}");
                assert_eq!(bad[at], malformed[before + at], "{at} of {chunk:?}");
            }
            before += chunk.text.len();
        }
    }

    const TRANSCODED: [&Encoding; 7] =
        [UTF_16LE, UTF_16BE, GB18030, BIG5, EUC_JP, EUC_KR, SHIFT_JIS];

    /// Bytes that are in the middle of everything that can go wrong: lead and trail bytes, surrogates,
    /// characters of four bytes, Big5 pairs that become two characters.
    fn awkward() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop_oneof![
            prop::collection::vec(any::<u8>(), 0..4),
            prop::sample::select(vec![
                &b"\x81\x30\x81\x30"[..],
                b"\x81\x30\x81",
                b"\x81\x30",
                b"\x81",
                b"\x88\x62",
                b"\x88\xA5",
                b"\x8F\xA2\xAF",
                b"\xD8\x00",
                b"\x00\xD8",
                b"\xDC\x00",
                b"\x00\xDC",
                b"\n",
                b"\0\n",
                b"\n\0",
                b"\r\n",
                b" ",
                b"\xB1\xF8\xC6\xDF",
                b"*\n\n[A \"\"]\n",
            ])
            .prop_map(<[u8]>::to_vec),
        ];
        prop::collection::vec(piece, 0..400).prop_map(|pieces| pieces.concat())
    }

    /// Something like a database.
    fn games() -> impl Strategy<Value = String> {
        let line = prop::sample::select(vec![
            "",
            "",
            " \t",
            "[A \"x\"]",
            " [B \"é\"]",
            "[%clk 1]",
            "1. e4 {",
            "} 1. d4 *",
            "* é 炮",
        ]);
        let end = prop::sample::select(vec!["\n", "\n", "\r\n", "\r"]);
        prop::collection::vec((line, end), 0..120)
            .prop_map(|lines| lines.iter().map(|(a, b)| format!("{a}{b}")).collect())
    }

    /// Whether a game begins at an offset, line by line from the start.
    fn begins_game(text: &str, at: usize) -> bool {
        let (before, after) = text.split_at(at);
        let before = before.replace("\r\n", "\n").replace('\r', "\n");
        // Blanks before a tag pair may be on either side of the cut.
        let before = before.trim_end_matches([' ', '\t']);
        let Some(before) = before.strip_suffix('\n') else {
            return false;
        };
        let lines: Vec<&str> = before.split('\n').map(str::trim).collect();
        let blank = lines.last().is_some_and(|line| line.is_empty());
        let previous = lines.iter().rev().find(|line| !line.is_empty());
        let after = after.trim_start_matches([' ', '\t']);
        blank
            && previous.is_some_and(|line| !line.starts_with('['))
            && (after.starts_with("[A \"") || after.starts_with("[B \""))
    }

    proptest! {
        #[test]
        fn the_way_back_is_exact(
            source in awkward(),
            encoding in prop::sample::select(TRANSCODED.to_vec()),
            target in 1usize..600,
            limit in 64usize..900,
        ) {
            check_map(encoding, &source, target, limit);
        }

        #[test]
        fn chunks_cover_any_source(
            source in awkward(),
            encoding in prop::option::of(prop::sample::select(vec![
                UTF_8, WINDOWS_1252, WINDOWS_1253, GBK, BIG5, UTF_16LE,
            ])),
            target in 1usize..600,
            limit in 64usize..900,
        ) {
            let (chunks, decision) = read(&source, options(encoding, target, limit));
            let mut at = decision.bom_len;
            for chunk in &chunks {
                let end = at + chunk.len as usize;
                prop_assert_eq!(chunk.start, at as u64);
                // A stretch in another encoding than that of the source has a text of its own.
                if !chunk.is_transcoded() {
                    prop_assert_eq!(&chunk.text, &source[at..end]);
                    prop_assert!(chunk.text.len() <= limit);
                }
                at = end;
            }
            prop_assert_eq!(at, source.len());
            // Lines and columns go on from chunk to chunk.
            for pair in chunks.windows(2) {
                let end = crate::io::Locator::default().place(&pair[0], pair[0].text.len());
                prop_assert_eq!((end.line, end.column), (pair[1].line, pair[1].column));
            }
        }

        #[test]
        fn cuts_are_where_games_begin(
            source in games(),
            encoding in prop::sample::select(vec![UTF_8, UTF_16LE, GB18030]),
            target in 1usize..600,
        ) {
            let bytes = if encoding == UTF_16LE {
                source.encode_utf16().flat_map(u16::to_le_bytes).collect()
            } else {
                encoding.encode(&source).0.into_owned()
            };
            let (chunks, _) = read(&bytes, options(Some(encoding), target, 1 << 20));
            prop_assert_eq!(text(&chunks), source.as_bytes());
            let mut at = 0;
            for chunk in chunks.split_last().map_or(&[][..], |(_, rest)| rest) {
                prop_assert!(!chunk.cut);
                at += chunk.text.len();
                prop_assert!(begins_game(&source, at), "at {} of {:?}", at, source);
            }
        }

        #[test]
        fn a_break_changes_nothing(
            source in prop_oneof![awkward(), games().prop_map(String::into_bytes)],
            encoding in prop::option::of(prop::sample::select(vec![
                UTF_8, WINDOWS_1252, GB18030, BIG5, UTF_16LE,
            ])),
            target in 1usize..600,
            limit in 64usize..900,
        ) {
            let (whole, decision) = read(&source, options(encoding, target, limit));
            let mut again = Vec::new();
            let mut chunks = Chunks::new(&source[..], options(encoding, target, limit));
            let mut chunk = Chunk::default();
            while chunks.next(&mut chunk).expect("a slice can be read") {
                again.push(chunk.clone());
                // Everything but the checkpoint is forgotten.
                let checkpoint = chunks.checkpoint();
                let rest = &source[checkpoint.offset as usize..];
                chunks = Chunks::resume(rest, options(encoding, target, limit), &checkpoint);
            }
            prop_assert_eq!(chunks.decision().encoding, decision.encoding);
            prop_assert_eq!(whole.len(), again.len());
            for (one, other) in whole.iter().zip(&again) {
                prop_assert_eq!(&one.text, &other.text);
                prop_assert_eq!(
                    (one.start, one.len, one.line, one.column, one.cut, one.encoding),
                    (other.start, other.len, other.line, other.column, other.cut, other.encoding)
                );
                prop_assert_eq!(&one.malformed, &other.malformed);
                for offset in 0..one.text.len() {
                    prop_assert_eq!(one.source_offset(offset), other.source_offset(offset));
                }
            }
        }

        #[test]
        fn a_failing_reader_loses_nothing(
            source in games(),
            step in 1usize..50,
            target in 1usize..600,
        ) {
            let reader = Trickle { bytes: source.as_bytes(), step, fails: true };
            let mut chunks = Chunks::new(reader, options(None, target, 1 << 20));
            let mut chunk = Chunk::default();
            let mut all = Vec::new();
            let error = loop {
                match chunks.next(&mut chunk) {
                    Ok(true) => all.extend_from_slice(&chunk.text),
                    Ok(false) => prop_assert!(false, "the error is missing"),
                    Err(error) => break error,
                }
            };
            prop_assert_eq!(all, source.as_bytes());
            prop_assert_eq!(error.to_string(), "the disk is on fire");
            prop_assert!(!chunks.next(&mut chunk).expect("the error comes once"));
        }
    }

    #[test]
    fn what_follows_a_cut_decides_what_is_malformed() {
        // Before the CR: a lead byte that is malformed because of the CR, and a digit. At the end
        // of a source both together are one malformed sequence.
        let source = [&[b'a'; 50][..], b"\x81\x30\r\x81\x40"].concat();
        let (chunks, _) = read(&source, options(Some(GB18030), 64, 64));
        assert!(chunks[0].text.ends_with("\u{FFFD}0".as_bytes()));
        check_map(GB18030, &source, 64, 64);
    }

    #[test]
    fn a_game_beyond_the_limit_is_cut_between_words() {
        let source = format!("[A \"\"]\n\n{}*\n\n[A \"\"]\n\n*\n", "1. e4 e5 ".repeat(40));
        let (chunks, _) = read(source.as_bytes(), options(None, 64, 100));
        assert_eq!(text(&chunks), source.as_bytes());
        let (last, cut) = chunks.split_last().expect("chunks");
        assert!(!last.cut);
        assert!(cut[0].text.starts_with(b"[A \"\"]\n\n1. e4 e5 "));
        for chunk in cut {
            assert!(chunk.cut);
            assert!(chunk.text.len() <= 100);
            assert!(chunk.text.ends_with(b" ") || chunk.text.ends_with(b"\n"));
        }
        let before: usize = cut.iter().map(|chunk| chunk.text.len()).sum();
        assert_eq!((last.line, last.column), (3, before as u64 - 7));
    }

    #[test]
    fn games_without_blank_lines_are_parted_at_last() {
        let game = "[A \"\"]\n[B \"\"]\n1. e4 { a comment\n[A \"\"]\n } *\n";
        let source = game.repeat((LIKELY + LIKELY / 2) / game.len());
        let options = ChunkOptions {
            limit: 2 * LIKELY,
            ..ChunkOptions::default()
        };
        let (chunks, _) = read(source.as_bytes(), options);
        assert_eq!(chunks.len(), 2);
        for chunk in &chunks {
            assert!(!chunk.cut);
            assert!(chunk.text.starts_with(&game.as_bytes()[..20]));
            assert!(chunk.text.len() % game.len() == 0);
        }
    }

    #[test]
    fn malformed_bytes_are_listed() {
        type Listed = [(usize, usize)];
        let cases: &[(_, &[u8], &Listed)] = &[
            (UTF_8, b"a\xFFb\xC3\xA9\xC3", &[(1, 2), (5, 6)]),
            (UTF_8, b"\xE2\x82a\xFF\xFE", &[(0, 2), (3, 5)]),
            (WINDOWS_1252, b"\x81\xFF", &[]),
            (WINDOWS_1253, b"\xC1\xFF\xD2a", &[(1, 3)]),
            (BIG5, b"a\xFF\xFFb", &[(1, 7)]),
            (UTF_16LE, b"a\0\x00\xD8b\0c", &[(1, 4), (5, 8)]),
        ];
        for &(encoding, source, ranges) in cases {
            let (chunks, _) = read(source, options(Some(encoding), 1 << 10, 1 << 10));
            assert_eq!(chunks.len(), 1);
            let listed = chunks[0].malformed.iter();
            let listed: Vec<_> = listed.map(|range| (range.start, range.end)).collect();
            assert_eq!(listed, ranges, "{}", source.escape_ascii());
        }
        // Very many of them do not make a long list.
        let source = b"\xFFa".repeat(100_000);
        let (chunks, _) = read(&source, options(Some(UTF_8), 1 << 20, 1 << 20));
        let ranges = &chunks[0].malformed;
        assert!(ranges.len() < 10_000);
        assert_eq!(ranges.last().expect("ranges").end, source.len() - 1);
    }

    #[test]
    fn sources_with_nothing_in_them_have_no_chunks() {
        for source in [&b""[..], b"\xEF\xBB\xBF", b"\xFF\xFE"] {
            let (chunks, decision) = read(source, ChunkOptions::default());
            assert!(chunks.is_empty());
            assert_eq!(decision.bom_len, source.len());
        }
    }
}
