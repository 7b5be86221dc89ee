//! The scanner: one pass over the text of a chunk, from bytes to events.
//!
//! It never looks back further than one token, keeps its stack on the heap and passes every byte to the
//! visitor: as part of an event, as trivia, or as unrecognized text with a diagnostic.

mod beginnings;
pub(crate) mod choose;
pub(crate) mod convention;
mod movetext;
mod report;
mod stats;
mod swar;
mod tags;
pub(crate) mod turns;

pub use stats::{Counts, ReadStats};

use crate::core::byte_class::{ByteClass, ByteClasses};
use crate::core::limits::Limits;
use crate::core::tags::{TagSpan, Tags};
use crate::core::text::Text;
use crate::diagnostic::{self, AnySink, Finding, Sink};
use crate::event::{CommentForm, GameSummary, Visitor};
use crate::io::{Chunk, MARK, ends_comment_in, is_after_blank_line};
use crate::variant::Strictness;
use crate::variant::registry::VariantSet;
use beginnings::Beginnings;
use memchr::{memchr, memchr2, memchr3};
use report::Reports;
use std::borrow::Cow;
use std::cell::Cell;
use std::marker::PhantomData;
use std::ops::Range;

/// How many bytes of a line are examined to decide whether it is UTF-16.
const NEAR: usize = 64;

/// How to read the games of a source.
#[derive(Clone, Debug, Default)]
pub struct ScanOptions {
    /// The variant of all games, overriding their tags: an index into the set.
    pub variant: Option<usize>,
    /// The variant to try first for games whose tags do not name one.
    pub hint: usize,
    /// The expected notation, where that decides what moves mean; by name and settings as in
    /// [`pgn::notation`](crate::format::pgn::notation). Empty: any.
    pub notation: Cow<'static, str>,
    /// How strictly moves are checked.
    pub strictness: Strictness,
    /// The limits.
    pub limits: Limits,
}

/// Reads chunks, one after another. Its buffers are reused from chunk to chunk.
///
/// ```
/// use movetext::io::Chunk;
/// use movetext::scan::{ScanOptions, Scanner};
/// use movetext::variants::Standard;
///
/// let text = b"[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n";
/// let chunk = Chunk::from(&text[..]);
/// let mut scanner = Scanner::<Standard>::new(ScanOptions::default());
/// let stats = scanner.scan(&chunk, &mut (), &mut ());
/// assert_eq!((stats.counts.games, stats.counts.plies), (1, 3));
/// ```
#[derive(Debug)]
pub struct Scanner<S> {
    options: ScanOptions,
    tags: Vec<TagSpan>,
    notes: Vec<Finding>,
    reports: Reports,
    cursor: Cursor,
    stats: ReadStats,
    /// See [`choose::selectors`].
    selectors: swar::Numbers,
    beginnings: Beginnings,
    set: PhantomData<S>,
}

/// The scanner's position in a chunk.
#[derive(Clone, Copy, Debug, Default)]
struct Cursor {
    /// Everything before this offset has been passed to the visitor.
    at: usize,
    /// The end of the last non-blank token.
    last: usize,
    /// How many of the chunk's malformed ranges have been reported.
    malformed: usize,
    /// Comments that begin in this range are never closed.
    unclosed: (usize, usize),
    /// The number of the last game.
    ordinal: u64,
    /// The previous chunk was cut inside a game, so this one begins with the rest of it.
    continued: bool,
    /// The source offset up to which the visitor has received the bytes; `None` at the start.
    passed: Option<u64>,
}

impl<S: VariantSet> Scanner<S> {
    /// A scanner with these options.
    pub fn new(options: ScanOptions) -> Scanner<S> {
        Scanner {
            reports: Reports::new(options.limits.findings),
            options,
            tags: Vec::new(),
            notes: Vec::new(),
            cursor: Cursor::default(),
            stats: ReadStats::default(),
            selectors: choose::selectors(S::VARIANTS),
            beginnings: Beginnings::default(),
            set: PhantomData,
        }
    }

    /// The options.
    pub fn options(&self) -> &ScanOptions {
        &self.options
    }

    /// Sets the variant expected for games whose tags do not name one.
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
        scan.guess()
    }

    /// Whether a chunk without tag pairs begins with playable movetext.
    pub fn plays(&mut self, chunk: &Chunk) -> bool {
        let mut scanner = Scanner::<S>::new(self.options.clone());
        let (visitor, sink) = (&mut (), &mut ());
        let mut scan = Scan::<S, _, _>::new(&mut scanner, chunk, visitor, sink);
        scan.seek_game() && {
            scan.begin();
            scan.by_replay().1 > 0
        }
    }

    /// How many of the first moves of a chunk's first game are playable on the board of each variant, up to a
    /// dozen, whatever its tags say.
    pub(crate) fn trials(&mut self, chunk: &Chunk) -> Vec<u32> {
        let mut scanner = Scanner::<S>::new(self.options.clone());
        let (visitor, sink) = (&mut (), &mut ());
        let mut scan = Scan::<S, _, _>::new(&mut scanner, chunk, visitor, sink);
        if !scan.seek_game() {
            return vec![0; S::VARIANTS.len()];
        }
        scan.begin();
        scan.trials()
    }

    /// Goes to the start of a chunk. Its games are numbered from `ordinal` + 1 on.
    ///
    /// `continued` says that the previous chunk was [cut](Chunk::cut); the text up to the next game is then
    /// skipped as unrecognized text.
    pub fn begin(&mut self, ordinal: u64, continued: bool) {
        self.reports.begin_chunk();
        self.stats = ReadStats::default();
        self.cursor = Cursor {
            ordinal,
            continued,
            ..Cursor::default()
        };
    }

    /// Reads the next game of the chunk, or `None` if there is no further one.
    pub fn game<W: Visitor, K: Sink>(
        &mut self,
        chunk: &Chunk,
        visitor: &mut W,
        sink: &mut K,
    ) -> Option<GameSummary> {
        if K::LISTENS {
            self.next(chunk, visitor, &mut AnySink::new(sink))
        } else {
            self.next(chunk, visitor, &mut ())
        }
    }

    fn next<W: Visitor, K: Sink>(
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
            unclosed: scan.unclosed.get(),
            ordinal: scan.ordinal,
            continued: false,
            passed: Some(scan.passed),
        };
        if let Some(game) = &summary {
            self.stats.add_game(game, S::VARIANTS.len());
        }
        summary
    }

    /// The statistics of the chunk, after its last game.
    pub fn end(&mut self, chunk: &Chunk) -> ReadStats {
        let (errors, warnings) = self.reports.take_outside();
        self.stats.counts.errors += u64::from(errors);
        self.stats.counts.warnings += u64::from(warnings);
        // The scanner moves from token to token without gaps, so everything before it is accounted for.
        let missed = chunk.text.len() - self.cursor.at;
        self.stats.accounted = chunk.len - (missed as u64).min(chunk.len);
        std::mem::take(&mut self.stats)
    }

    /// Reads the remaining games of a chunk.
    pub fn rest<W: Visitor, K: Sink>(
        &mut self,
        chunk: &Chunk,
        visitor: &mut W,
        sink: &mut K,
    ) -> ReadStats {
        while self.game(chunk, visitor, sink).is_some() {}
        self.end(chunk)
    }

    /// Reads a chunk that is a source of its own.
    pub fn scan<W: Visitor, K: Sink>(
        &mut self,
        chunk: &Chunk,
        visitor: &mut W,
        sink: &mut K,
    ) -> ReadStats {
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
    unclosed: Cell<(usize, usize)>,
    ordinal: u64,
    /// The source offset up to which the visitor has received the bytes.
    passed: u64,
    visitor: &'s mut W,
    sink: &'s mut K,
    reports: &'s mut Reports,
    summary: GameSummary,
    options: &'s ScanOptions,
    tags: &'s mut Vec<TagSpan>,
    notes: &'s mut Vec<Finding>,
    names: tags::Names,
    selectors: swar::Numbers,
    beginnings: &'s mut Beginnings,
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
            unclosed: Cell::new(scanner.cursor.unclosed),
            ordinal: scanner.cursor.ordinal,
            passed: scanner.cursor.passed.unwrap_or(chunk.start),
            visitor,
            sink,
            reports: &mut scanner.reports,
            summary: GameSummary::default(),
            options: &scanner.options,
            tags: &mut scanner.tags,
            notes: &mut scanner.notes,
            names: tags::Names::default(),
            selectors: scanner.selectors,
            beginnings: &mut scanner.beginnings,
            set: PhantomData,
        }
    }

    /// Reads the next game.
    fn game(&mut self) -> Option<GameSummary> {
        let ended = self.last;
        let found = self.seek_game();
        if self.visitor.demands_export() {
            let end = if found { self.at } else { self.text.len() };
            self.check_gap(ended..end);
        }
        if !found {
            self.report_malformed();
            self.reports.flush(self.chunk, self.sink);
            self.pass_inter_game(self.chunk.start + self.chunk.len);
            return None;
        }
        let begin = self.at;
        self.pass_inter_game(self.chunk.source_offset(begin));
        self.ordinal += 1;
        self.summary.ordinal = self.ordinal;
        self.reports.begin_game(self.ordinal);
        self.visitor.begin_game();
        self.begin();
        let choice = self.choose();
        self.read_movetext(choice);
        Some(self.end_game(begin))
    }

    fn end_game(&mut self, begin: usize) -> GameSummary {
        let end = self.last.max(begin);
        self.report_malformed();
        self.report_encoding(begin..end);
        self.visitor.source(self.slice(begin..end));
        if K::LISTENS {
            let reports = &mut *self.reports;
            self.visitor.findings(&mut |finding| reports.push(finding));
            reports.sum_up(end, self.visitor.further_findings());
            reports.settle_fixes(self.chunk, begin..end);
        }
        self.reports.flush(self.chunk, self.sink);
        (self.summary.errors, self.summary.warnings) = self.reports.end_game();
        self.summary.span = self.passed..self.chunk.source_offset(end);
        let original = self.chunk.source_bytes(self.summary.span.clone());
        self.visitor
            .original(original, self.chunk.source_encoding());
        self.passed = self.summary.span.end;
        self.visitor.end_game(&self.summary);
        std::mem::take(&mut self.summary)
    }

    /// Reports that a game is in another encoding than its source.
    fn report_encoding(&mut self, game: Range<usize>) {
        let Some(source) = self.chunk.unlike else {
            return;
        };
        let text = &self.text[game.clone()];
        if let Some(at) = text.iter().position(|byte| !byte.is_ascii()) {
            let encoding = self.chunk.source_encoding();
            let at = game.start + at;
            self.report(&diagnostic::ENCODING_CHANGE, at..at + 1, || {
                format!(
                    "this game is in {}, unlike the source, which is in {}",
                    encoding.name(),
                    source.name()
                )
                .into()
            });
        }
    }

    /// Reports text before, between or after games that is not what export format has there: nothing before the
    /// first one, exactly one empty line after each (CH-150).
    #[cold]
    fn check_gap(&mut self, gap: Range<usize>) {
        let after_game = gap.start > 0;
        let written = if after_game { "\n\n" } else { "" };
        let text = &self.text[gap.clone()];
        if text == written.as_bytes() || self.reports.covers(&gap) {
            return;
        }
        let message = if after_game {
            "export format has exactly one empty line after a game"
        } else {
            "export format has nothing before the first game"
        };
        let blank = text.iter().all(u8::is_ascii_whitespace);
        let finding = Finding::new(&diagnostic::NOT_EXPORT_FORMAT, gap.clone(), message);
        self.find(Finding {
            fix: blank.then(|| (gap, written.to_owned())),
            ..finding
        });
    }

    /// Passes bytes that belong to no game to the visitor, up to a source offset.
    fn pass_inter_game(&mut self, to: u64) {
        let bytes = self.chunk.source_bytes(self.passed..to);
        if !bytes.is_empty() {
            self.visitor.inter_game(bytes);
        }
        self.passed = to;
    }

    /// Skips blanks and unrecognized text up to the first byte of a game.
    fn seek_game(&mut self) -> bool {
        let classes = &ByteClasses::PGN;
        // NAGs up to here are known not to precede movetext.
        let mut vain = 0;
        loop {
            self.pass_blanks();
            let Some(&byte) = self.text.get(self.at) else {
                return false;
            };
            match classes.class(byte) {
                ByteClass::Bracket if self.is_tag(self.at) => return true,
                ByteClass::Word if self.begins_with_open_tag(self.at) => return true,
                ByteClass::Brace | ByteClass::Semicolon => return true,
                ByteClass::Percent if self.is_line_start(self.at) => self.pass_escaped_line(),
                ByteClass::Digit | ByteClass::Word | ByteClass::Star | ByteClass::Dollar
                    if self.at >= vain && {
                        vain = self.behind_nags(self.at);
                        self.is_movetext(vain)
                    } =>
                {
                    return true;
                }
                _ => {
                    // A line of junk: headings, HTML, leftovers.
                    let begin = self.at;
                    let end = self.line_end(begin);
                    if self.is_wide(begin) {
                        self.pass_wide_line();
                        continue;
                    }
                    self.stray(
                        &diagnostic::STRAY_TEXT,
                        "unexpected text outside a game",
                        begin..end,
                    );
                }
            }
        }
    }

    /// Whether a line continues here in UTF-16, within a source in another encoding.
    fn is_wide(&self, at: usize) -> bool {
        let near = &self.text[at..self.text.len().min(at + NEAR)];
        let line = near.split(|&byte| byte == b'\n').next().unwrap_or_default();
        line.windows(6).any(|bytes| {
            let letters = |first: usize| {
                (0..3).all(|unit| {
                    bytes[2 * unit + first].is_ascii_alphabetic()
                        && bytes[2 * unit + 1 - first] == 0
                })
            };
            letters(0) || letters(1)
        })
    }

    /// Skips the rest of a UTF-16 line.
    #[cold]
    fn pass_wide_line(&mut self) {
        let begin = self.at;
        self.stray(
            &diagnostic::UNREAD_TEXT,
            "text in UTF-16, unlike the rest of the source; not read",
            begin..self.line_end(begin),
        );
    }

    /// The offset after the NAGs at a position, and the blanks after each.
    fn behind_nags(&self, mut at: usize) -> usize {
        while let Some(rest) = self.text[at..].strip_prefix(b"$") {
            let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
            at += 1 + digits + blanks(&rest[digits..]);
        }
        at
    }

    /// Whether movetext without tags begins here: a move number, a result, or a move of a known
    /// variant.
    fn is_movetext(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        if choose::begins_with_move::<S>(rest) || rest.starts_with(b"*1.") {
            return true;
        }
        if matches!(rest.first(), Some(b'{' | b';' | b'%')) {
            return self.move_behind_remarks(at);
        }
        // A number with dots, whatever the spacing, or followed by a move.
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let after = &rest[digits..];
        let after = &after[blanks(after)..];
        digits > 0
            && match after.first() {
                Some(b'.' | b'$') => true,
                Some(b'?') => rest.get(digits) == Some(&b'?'),
                next => {
                    let separated = after.len() < rest.len() - digits;
                    (separated || matches!(next, Some(b'{' | b';')))
                        && self.move_behind_remarks(self.text.len() - after.len())
                }
            }
    }

    /// Whether a move follows the comments, escaped lines and numbers here, if these are few and short.
    fn move_behind_remarks(&self, mut at: usize) -> bool {
        const MOST: usize = 8;
        const LONGEST: usize = 1024;
        for _ in 0..MOST {
            let text = &self.text[at..];
            let end = match text.first() {
                Some(b'{') => b'}',
                Some(b';') => b'\n',
                Some(b'%') if self.is_line_start(at) => b'\n',
                _ if choose::begins_with_move::<S>(text) => return true,
                Some(b'0'..=b'9') => {
                    let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
                    at += digits + blanks(&text[digits..]);
                    if self.text.get(at) == Some(&b'.') {
                        return true;
                    }
                    continue;
                }
                _ => return false,
            };
            let Some(end) = memchr(end, &text[..text.len().min(LONGEST)]) else {
                return false;
            };
            at += end + 1 + blanks(&text[end + 1..]);
        }
        false
    }

    /// Skips the rest of a game that was cut at the limit, up to the next tag pair at the start of a line.
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
            self.report_marks(begin..end);
        }
    }

    /// Reports byte order marks among blanks.
    fn report_marks(&mut self, blanks: Range<usize>) {
        let mut at = blanks.start;
        // The blanks before tag pairs are almost always line ends.
        if blanks.len() < 2 {
            return;
        }
        while let Some(found) = memchr3(0xEF, 0xFE, 0xFF, &self.text[at..blanks.end]) {
            at += found;
            let len = mark(&self.text[at..]).max(1);
            let span = at..at + len;
            let finding = match len {
                3 => Finding::new(
                    &diagnostic::BYTE_ORDER_MARK,
                    span,
                    "a byte order mark inside the text",
                ),
                _ => Finding::new(
                    &diagnostic::MALFORMED_TEXT,
                    span,
                    "a byte order mark of another encoding inside the text",
                ),
            };
            self.find(finding.replaced_by(""));
            at += len;
        }
    }

    fn pass_escaped_line(&mut self) {
        let end = self.line_end(self.at);
        self.visitor.trivia(self.slice(self.at..end));
        self.at = end;
        self.last = end;
    }

    /// Reads a comment in braces; `at` is at the opening brace.
    fn comment(&mut self) {
        let begin = self.at;
        let inside = begin + 1;
        let (close, next, form) = match self.comment_end(inside) {
            Some(close) => (close, close + 1, CommentForm::Brace),
            None => {
                let end = self.unclosed_end(inside);
                self.find_labelled(
                    Finding::new(
                        &diagnostic::UNCLOSED_COMMENT,
                        begin..begin + 1,
                        "this comment is never closed",
                    ),
                    self.behind_text(end),
                    "assumed to end here",
                );
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
        while let Some(found) = swar::brace_or_line_feed(self.text, from) {
            if self.text[found] == b'}' {
                return Some(found);
            }
            from = found + 1;
            if matches!(self.text.get(from), Some(b'[' | 0xEF)) && self.ends_comment(inside, from) {
                return None;
            }
        }
        self.unclosed.set((inside, self.text.len()));
        None
    }

    /// Where an unclosed comment ends: before what may be the next game, or at the end of the text.
    fn unclosed_end(&self, inside: usize) -> usize {
        let mut from = inside;
        while let Some(found) = memchr(b'\n', &self.text[from..]) {
            let line = from + found + 1;
            let start = self.behind_mark(line);
            if self.text.get(start) == Some(&b'[')
                && self.is_tag(start)
                && is_after_blank_line(self.text, start)
            {
                return line;
            }
            from = line;
        }
        // A byte order mark at the end belongs to what follows the text.
        match self.text[from..].strip_suffix(MARK) {
            Some([]) => from,
            _ => self.text.len(),
        }
    }

    /// Whether a line of a comment certainly begins the next game, or the comment is known never to be closed.
    #[cold]
    fn ends_comment(&self, inside: usize, line: usize) -> bool {
        let (from, to) = self.unclosed.get();
        if (from..to).contains(&inside) {
            return true;
        }
        let start = self.behind_mark(line);
        let ends = self.text.get(start) == Some(&b'[') && ends_comment_in(self.text, start);
        if ends {
            self.unclosed.set((inside, line));
        }
        ends
    }

    /// The offset after a byte order mark, if there is one here.
    fn behind_mark(&self, at: usize) -> usize {
        if self.text[at..].starts_with(MARK) {
            at + MARK.len()
        } else {
            at
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

    /// Skips unrecognized text, with a diagnostic; adjacent pieces are reported as one. `what` is the message.
    fn stray(&mut self, code: &'static diagnostic::Code, what: &str, span: Range<usize>) {
        self.visitor.unrecognized(self.slice(span.clone()));
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

    /// The offset after the last non-blank character before a position.
    fn behind_text(&self, end: usize) -> usize {
        self.text[..end].trim_ascii_end().len()
    }

    /// Reports a diagnostic with a second position.
    fn find_labelled(&mut self, finding: Finding, at: usize, message: &'static str) {
        self.reports.push_labelled(finding, Some((at..at, message)));
        if self.reports.is_full() {
            self.reports.flush(self.chunk, self.sink);
        }
    }

    fn find(&mut self, finding: Finding) {
        self.reports.push(finding);
        if self.reports.is_full() {
            self.reports.flush(self.chunk, self.sink);
        }
    }

    /// Reports the malformed bytes before the scanner's position.
    fn report_malformed(&mut self) {
        let chunk = self.chunk;
        let new = &chunk.malformed[self.malformed..];
        let new = &new[..new.partition_point(|range| range.start < self.at)];
        self.malformed += new.len();
        // Byte order marks are reported where they are skipped.
        let is_mark =
            |range: &&Range<usize>| range.len() == 2 && mark(&self.text[range.start..]) == 2;
        let mut new = new.iter().filter(|range| !is_mark(range)).peekable();
        if let Some(&first) = new.peek()
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
        let end = self.line_end(from);
        match self.text[end..] {
            [] => end,
            [b'\r', b'\n', ..] => end + 2,
            _ => end + 1,
        }
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

/// The number of blanks that a text begins with; byte order marks inside a text count as blanks.
#[inline]
fn blanks(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        at += rest
            .iter()
            .take_while(|&&byte| matches!(ByteClasses::PGN.class(byte), ByteClass::Blank))
            .count();
        match mark(&text[at..]) {
            0 => return at,
            len => at += len,
        }
    }
}

/// The length of the byte order mark that a text begins with: that of UTF-8, or one of UTF-16 within text that
/// is not UTF-16.
fn mark(text: &[u8]) -> usize {
    match text {
        [0xEF, 0xBB, 0xBF, ..] => 3,
        [0xFF, 0xFE, rest @ ..] | [0xFE, 0xFF, rest @ ..] => match rest.first() {
            None | Some(b'[' | b'\n' | b'\r') => 2,
            _ => 0,
        },
        _ => 0,
    }
}
