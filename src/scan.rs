//! The scanner: one pass over the text of a chunk, from bytes to events.
//!
//! It never goes back further than a token, keeps its stack on the heap and passes every byte to
//! the visitor: as part of an event, as trivia, or as stray text with a diagnostic.

mod choose;
pub(crate) mod convention;
mod eight;
mod movetext;
mod report;
mod tags;
mod tally;

pub use tally::{Counts, Tally};

use crate::diagnostic::{self, Finding, Sink};
use crate::event::{CommentForm, GameSummary, Visitor};
use crate::io::Chunk;
use crate::lexis::{Class, Lexis};
use crate::limits::Limits;
use crate::registry::VariantSet;
use crate::tags::{TagSpan, Tags};
use crate::text::Text;
use crate::variant::{Note, Strictness};
use memchr::{memchr, memchr2};
use report::Reports;
use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Range;

/// How to read the games of a source.
#[derive(Clone, Debug, Default)]
pub struct ScanOptions {
    /// The variant of all games, whatever their tags say: an index into the set.
    pub variant: Option<usize>,
    /// The variant to try first for games whose tags are silent.
    pub hint: usize,
    /// The notation that moves are expected in, where that settles what they mean; by name and
    /// settings as in [`pgn::notation`](crate::pgn::notation). Empty: any.
    pub notation: Cow<'static, str>,
    /// How much is asked of a move.
    pub strictness: Strictness,
    /// Bounds.
    pub limits: Limits,
}

/// Reads chunks, one after another. Its buffers are kept from chunk to chunk.
///
/// ```
/// use movetext::io::Chunk;
/// use movetext::scan::{ScanOptions, Scanner};
/// use movetext::variants::Standard;
///
/// let text = b"[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n";
/// let chunk = Chunk::from(&text[..]);
/// let mut scanner = Scanner::<Standard>::new(ScanOptions::default());
/// let tally = scanner.scan(&chunk, &mut (), &mut ());
/// assert_eq!((tally.counts.games, tally.counts.plies), (1, 3));
/// ```
#[derive(Debug)]
pub struct Scanner<S> {
    options: ScanOptions,
    tags: Vec<TagSpan>,
    notes: Vec<Note>,
    reports: Reports,
    cursor: Cursor,
    tally: Tally,
    /// See [`choose::selectors`].
    selectors: eight::Numbers,
    set: PhantomData<S>,
}

/// Where the scanner stands in a chunk.
#[derive(Clone, Copy, Debug, Default)]
struct Cursor {
    /// Everything before is covered.
    at: usize,
    /// The end of the last token that is not blank.
    last: usize,
    /// How many of the chunk's malformed ranges are reported.
    malformed: usize,
    /// The number of the last game.
    ordinal: u64,
    /// The last chunk was cut inside a game, so this one begins with the rest of it.
    continued: bool,
    /// The offset in the source up to which the visitor was told its bytes; none at the start.
    told: Option<u64>,
}

impl<S: VariantSet> Scanner<S> {
    /// A scanner with these options.
    pub fn new(options: ScanOptions) -> Scanner<S> {
        Scanner {
            options,
            tags: Vec::new(),
            notes: Vec::new(),
            reports: Reports::default(),
            cursor: Cursor::default(),
            tally: Tally::default(),
            selectors: choose::selectors(S::PROFILES),
            set: PhantomData,
        }
    }

    /// The options.
    pub fn options(&self) -> &ScanOptions {
        &self.options
    }

    /// Expects this variant of games whose tags are silent.
    pub fn set_hint(&mut self, variant: usize) {
        self.options.hint = variant;
    }

    /// The variant of the first game of a chunk, for [`ScanOptions::hint`].
    pub fn guess(&mut self, chunk: &Chunk) -> usize {
        let mut scanner = Scanner::<S>::new(self.options.clone());
        let (visitor, sink) = (&mut (), &mut ());
        let mut scan = Scan::<S, _, _>::new(&mut scanner, chunk, visitor, sink);
        scan.seek_game();
        scan.begin();
        scan.choose().variant
    }

    /// Whether a chunk without tag pairs begins with movetext that can be played.
    pub fn plays(&mut self, chunk: &Chunk) -> bool {
        let mut scanner = Scanner::<S>::new(self.options.clone());
        let (visitor, sink) = (&mut (), &mut ());
        let mut scan = Scan::<S, _, _>::new(&mut scanner, chunk, visitor, sink);
        scan.seek_game() && {
            scan.begin();
            scan.by_replay().1 > 0
        }
    }

    /// Goes to the start of a chunk. Its games are numbered from `ordinal` + 1 on.
    ///
    /// `continued` says that the chunk before was [cut](Chunk::cut); the text up to the next game
    /// is then passed over as stray.
    pub fn begin(&mut self, ordinal: u64, continued: bool) {
        self.reports.begin_chunk();
        self.tally = Tally::default();
        self.cursor = Cursor {
            ordinal,
            continued,
            ..Cursor::default()
        };
    }

    /// Reads the next game of the chunk; none if there is no further one.
    pub fn game<W: Visitor, K: Sink>(
        &mut self,
        chunk: &Chunk,
        visitor: &mut W,
        sink: &mut K,
    ) -> Option<GameSummary> {
        let cursor = self.cursor;
        let mut scan = Scan::<S, W, K>::new(self, chunk, visitor, sink);
        if cursor.continued {
            scan.pass_continued();
        }
        let summary = scan.game();
        self.cursor = Cursor {
            at: scan.at,
            last: scan.last,
            malformed: scan.malformed,
            ordinal: scan.ordinal,
            continued: false,
            told: Some(scan.told),
        };
        if let Some(game) = &summary {
            self.tally.add_game(game, S::PROFILES.len());
        }
        summary
    }

    /// What was read of the chunk, after its last game.
    pub fn end(&mut self, chunk: &Chunk) -> Tally {
        let (errors, warnings) = self.reports.take_outside();
        self.tally.counts.errors += u64::from(errors);
        self.tally.counts.warnings += u64::from(warnings);
        // The scanner moves from token to token without a gap, so what it passed is covered.
        let missed = chunk.text.len() - self.cursor.at;
        self.tally.accounted = chunk.len - (missed as u64).min(chunk.len);
        std::mem::take(&mut self.tally)
    }

    /// Reads all games of a chunk from where the scanner stands.
    pub fn rest<W: Visitor, K: Sink>(
        &mut self,
        chunk: &Chunk,
        visitor: &mut W,
        sink: &mut K,
    ) -> Tally {
        while self.game(chunk, visitor, sink).is_some() {}
        self.end(chunk)
    }

    /// Reads a chunk that is a source of its own.
    pub fn scan<W: Visitor, K: Sink>(
        &mut self,
        chunk: &Chunk,
        visitor: &mut W,
        sink: &mut K,
    ) -> Tally {
        self.begin(0, false);
        self.rest(chunk, visitor, sink)
    }
}

/// The state of reading one game.
struct Scan<'c, 's, S, W, K> {
    chunk: &'c Chunk,
    text: &'c [u8],
    at: usize,
    last: usize,
    malformed: usize,
    ordinal: u64,
    /// The offset in the source up to which the visitor was told its bytes.
    told: u64,
    visitor: &'s mut W,
    sink: &'s mut K,
    reports: &'s mut Reports,
    summary: GameSummary,
    options: &'s ScanOptions,
    tags: &'s mut Vec<TagSpan>,
    notes: &'s mut Vec<Note>,
    names: tags::Names,
    selectors: eight::Numbers,
    set: PhantomData<S>,
}

impl<'c, 's, S: VariantSet, W: Visitor, K: Sink> Scan<'c, 's, S, W, K> {
    fn new(
        scanner: &'s mut Scanner<S>,
        chunk: &'c Chunk,
        visitor: &'s mut W,
        sink: &'s mut K,
    ) -> Self {
        Scan {
            chunk,
            text: &chunk.text,
            at: scanner.cursor.at,
            last: scanner.cursor.last,
            malformed: scanner.cursor.malformed,
            ordinal: scanner.cursor.ordinal,
            told: scanner.cursor.told.unwrap_or(chunk.start),
            visitor,
            sink,
            reports: &mut scanner.reports,
            summary: GameSummary::default(),
            options: &scanner.options,
            tags: &mut scanner.tags,
            notes: &mut scanner.notes,
            names: tags::Names::default(),
            selectors: scanner.selectors,
            set: PhantomData,
        }
    }

    /// Reads the next game.
    fn game(&mut self) -> Option<GameSummary> {
        if !self.seek_game() {
            self.report_malformed();
            self.reports.flush(self.chunk, self.sink);
            self.tell_between(self.chunk.start + self.chunk.len);
            return None;
        }
        let begin = self.at;
        self.tell_between(self.chunk.source_offset(begin));
        self.ordinal += 1;
        self.summary.ordinal = self.ordinal;
        self.reports.begin_game(self.ordinal);
        self.visitor.begin_game();
        self.begin();
        let choice = self.choose();
        self.summary.variant = choice.variant;
        self.reports.set_variant(S::PROFILES[choice.variant]);
        self.read_movetext(choice);
        Some(self.end_game(begin))
    }

    fn end_game(&mut self, begin: usize) -> GameSummary {
        let end = self.last.max(begin);
        self.report_malformed();
        self.visitor.source(self.slice(begin..end));
        if K::LISTENS {
            let reports = &mut *self.reports;
            self.visitor.findings(&mut |finding| reports.push(finding));
        }
        self.reports.flush(self.chunk, self.sink);
        (self.summary.errors, self.summary.warnings) = self.reports.end_game();
        self.summary.span = self.told..self.chunk.source_offset(end);
        let original = self.chunk.source_bytes(self.summary.span.clone());
        self.visitor
            .original(original, self.chunk.source_encoding());
        self.told = self.summary.span.end;
        self.visitor.end_game(&self.summary);
        std::mem::take(&mut self.summary)
    }

    /// Tells the visitor the bytes of the source up to an offset, which belong to no game.
    fn tell_between(&mut self, to: u64) {
        let bytes = self.chunk.source_bytes(self.told..to);
        if !bytes.is_empty() {
            self.visitor.between(bytes);
        }
        self.told = to;
    }

    /// Passes blanks and stray text up to the first byte of a game.
    fn seek_game(&mut self) -> bool {
        let lexis = &Lexis::PGN;
        loop {
            self.pass_blanks();
            let Some(&byte) = self.text.get(self.at) else {
                return false;
            };
            match lexis.class(byte) {
                Class::Bracket if self.is_tag(self.at) => return true,
                Class::Brace | Class::Semicolon => return true,
                Class::Percent if self.is_line_start(self.at) => self.pass_escaped_line(),
                Class::Digit | Class::Word | Class::Star | Class::Dollar
                    if self.is_movetext(self.at + self.nag(self.at)) =>
                {
                    return true;
                }
                _ => {
                    // A line of junk: headings, HTML, leftovers.
                    let begin = self.at;
                    let end = self.line_end(begin);
                    self.stray(
                        &diagnostic::STRAY_TEXT,
                        "this is no part of a game",
                        begin..end,
                    );
                }
            }
        }
    }

    /// The length of a numeric annotation glyph, and the blanks behind it, if one stands here.
    fn nag(&self, at: usize) -> usize {
        let Some(rest) = self.text[at..].strip_prefix(b"$") else {
            return 0;
        };
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        1 + digits + blanks(&rest[digits..])
    }

    /// Whether movetext without tags begins here: a move number, a result, or a move of a known
    /// variant.
    fn is_movetext(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        if choose::begins_with_move::<S>(rest) {
            return true;
        }
        // A number with dots, however spaced, or followed by a move.
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let after = &rest[digits..];
        let after = &after[blanks(after)..];
        digits > 0
            && match after.first() {
                Some(b'.') => true,
                Some(b'?') => rest.get(digits) == Some(&b'?'),
                _ => after.len() < rest.len() - digits && choose::begins_with_move::<S>(after),
            }
    }

    /// The rest of a game that was cut at the limit, up to the next tag pair at a line's start.
    fn pass_continued(&mut self) {
        let mut end = 0;
        while end < self.text.len() {
            let line = end + blanks(&self.text[end..]);
            if self.text.get(line) == Some(&b'[') && self.is_tag(line) {
                break;
            }
            end = self.next_line(end);
        }
        self.stray(
            &diagnostic::GAME_LIMIT,
            "the game is larger than the limit",
            0..end,
        );
    }

    fn pass_blanks(&mut self) {
        let begin = self.at;
        let end = begin + blanks(&self.text[begin..]);
        if end > begin {
            self.visitor.trivia(self.slice(begin..end));
            self.at = end;
        }
    }

    fn pass_escaped_line(&mut self) {
        let end = self.line_end(self.at);
        self.visitor.trivia(self.slice(self.at..end));
        self.at = end;
        self.last = end;
    }

    /// Reads a comment in braces; `at` is on the opening one.
    fn comment(&mut self) {
        let begin = self.at;
        let inside = begin + 1;
        let (close, next, form) = match self.comment_end(inside) {
            Some(close) => (close, close + 1, CommentForm::Brace),
            None => {
                let end = self.unclosed_end(inside);
                self.report(&diagnostic::UNCLOSED_COMMENT, begin..begin + 1, || {
                    "this comment is never closed".into()
                });
                (end, end, CommentForm::Unclosed)
            }
        };
        self.visitor.comment(self.slice(inside..close), form);
        self.at = next;
        self.last = next;
    }

    /// The closing brace of a comment, unless a new game begins before it.
    #[inline(always)]
    fn comment_end(&self, inside: usize) -> Option<usize> {
        let mut from = inside;
        loop {
            let found = eight::brace_or_line_feed(self.text, from)?;
            if self.text[found] == b'}' {
                return Some(found);
            }
            if self.text.get(found + 1) == Some(&b'[') && self.begins_game_inside(found + 1) {
                return None;
            }
            from = found + 1;
        }
    }

    /// Where an unclosed comment ends: before the next game, or at the end of the text.
    fn unclosed_end(&self, inside: usize) -> usize {
        let mut from = inside;
        while let Some(found) = memchr(b'\n', &self.text[from..]) {
            let line = from + found + 1;
            if self.text.get(line) == Some(&b'[') && self.begins_game_inside(line) {
                return line;
            }
            from = line;
        }
        self.text.len()
    }

    /// Whether a line inside a comment begins the next game: a tag pair after a blank line.
    fn begins_game_inside(&self, line: usize) -> bool {
        self.is_tag(line) && {
            let before = &self.text[..line];
            let trimmed = before.trim_ascii_end();
            before[trimmed.len()..]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count()
                > 1
        }
    }

    fn line_comment(&mut self) {
        let begin = self.at;
        let end = self.line_end(begin);
        self.visitor
            .comment(self.slice(begin + 1..end), CommentForm::Line);
        self.at = end;
        self.last = end;
    }

    /// Passes text that is not understood, with a diagnostic; adjoining pieces are reported as one.
    /// `what` says what is wrong with it.
    fn stray(&mut self, code: &'static diagnostic::Code, what: &str, span: Range<usize>) {
        self.visitor.stray(self.slice(span.clone()));
        self.at = span.end;
        let adjoins = self.last;
        self.last = span.end;
        if !self.reports.extend(code, adjoins, span.clone()) {
            let text = self.slice(span.clone());
            self.report(code, span, || format!("{what}: {}", excerpt(text)).into());
        }
    }

    #[inline]
    fn report(
        &mut self,
        code: &'static diagnostic::Code,
        span: Range<usize>,
        message: impl FnOnce() -> std::borrow::Cow<'static, str>,
    ) {
        let message = if K::LISTENS { message() } else { "".into() };
        self.find(Finding::new(code, span, message));
    }

    fn find(&mut self, finding: Finding) {
        self.reports.push(finding);
        if self.reports.is_full() {
            self.reports.flush(self.chunk, self.sink);
        }
    }

    /// Reports the malformed bytes that lie before the scanner.
    fn report_malformed(&mut self) {
        let chunk = self.chunk;
        let new = &chunk.malformed[self.malformed..];
        let new = &new[..new.partition_point(|range| range.start < self.at)];
        self.malformed += new.len();
        if let Some(first) = new.first()
            && chunk.encoding == encoding_rs::UTF_8
            && !chunk.is_transcoded()
        {
            self.report(&diagnostic::ENCODING_CHANGE, first.clone(), || {
                "this game has bytes that are not UTF-8; its text is read as windows-1252".into()
            });
            return;
        }
        for range in new {
            self.report(&diagnostic::MALFORMED_TEXT, range.clone(), || {
                "these bytes are not text in the encoding of the source".into()
            });
        }
    }

    #[inline]
    fn slice(&self, span: Range<usize>) -> Text<'c> {
        Text::piece(self.text, span, self.chunk.encoding)
    }

    fn view(&self) -> Tags<'_> {
        Tags::new(self.tags, self.text, self.chunk.encoding)
    }

    fn is_line_start(&self, at: usize) -> bool {
        at == 0 || matches!(self.text[at - 1], b'\n' | b'\r')
    }

    /// The end of the line, before its terminator.
    fn line_end(&self, from: usize) -> usize {
        memchr2(b'\n', b'\r', &self.text[from..]).map_or(self.text.len(), |n| from + n)
    }

    /// The start of the next line.
    fn next_line(&self, from: usize) -> usize {
        memchr(b'\n', &self.text[from..]).map_or(self.text.len(), |n| from + n + 1)
    }
}

/// The first characters of a text, for a message.
fn excerpt(text: Text<'_>) -> String {
    const LONGEST: usize = 32;
    let bytes = text.as_bytes();
    let head = text
        .with_bytes(&bytes[..bytes.len().min(4 * LONGEST)])
        .decode();
    match head.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &head[..end]),
        None => head.into_owned(),
    }
}

/// How many blanks a text begins with.
#[inline]
fn blanks(text: &[u8]) -> usize {
    text.iter()
        .take_while(|&&byte| matches!(Lexis::PGN.class(byte), Class::Blank))
        .count()
}
