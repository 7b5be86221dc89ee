//! The scanner: one pass over the text of a chunk, from bytes to events.
//!
//! It never goes back further than a token, keeps its stack on the heap and passes every byte to
//! the visitor: as part of an event, as trivia, or as stray text with a diagnostic.

mod choose;
mod movetext;
mod report;
mod tags;

use crate::diagnostic::{self, Sink};
use crate::event::{CommentForm, GameSummary, Visitor};
use crate::io::Chunk;
use crate::lexis::{Class, Lexis};
use crate::limits::Limits;
use crate::registry::VariantSet;
use crate::tags::{TagSpan, Tags};
use crate::text::Text;
use crate::variant::Note;
use memchr::{memchr, memchr2};
use report::Reports;
use std::marker::PhantomData;
use std::ops::Range;

/// What was read of a chunk or of a whole source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Moves played in main lines.
    pub plies: u64,
    /// Moves played in variations.
    pub variation_plies: u64,
    /// Written moves that could not be played.
    pub unresolved: u64,
    /// Diagnostics of severity error.
    pub errors: u64,
    /// Diagnostics of severity warning.
    pub warnings: u64,
    /// Bytes of the source that were covered by events, trivia and diagnostics.
    pub accounted: u64,
    /// Games of each variant, by its index in the set.
    pub variants: Vec<u64>,
}

impl Tally {
    /// Adds what was read of another stretch.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.plies += other.plies;
        self.variation_plies += other.variation_plies;
        self.unresolved += other.unresolved;
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.accounted += other.accounted;
        if self.variants.len() < other.variants.len() {
            self.variants.resize(other.variants.len(), 0);
        }
        for (sum, games) in self.variants.iter_mut().zip(&other.variants) {
            *sum += games;
        }
    }

    fn add_game(&mut self, game: &GameSummary, variants: usize) {
        self.games += 1;
        self.plies += u64::from(game.plies);
        self.variation_plies += u64::from(game.variation_plies);
        self.unresolved += u64::from(game.unresolved);
        self.errors += u64::from(game.errors);
        self.warnings += u64::from(game.warnings);
        self.variants.resize(variants, 0);
        self.variants[game.variant] += 1;
    }
}

/// How to read the games of a source.
#[derive(Clone, Debug, Default)]
pub struct ScanOptions {
    /// The variant of all games, whatever their tags say: an index into the set.
    pub variant: Option<usize>,
    /// The variant to try first for games whose tags are silent.
    pub hint: usize,
    /// Bounds.
    pub limits: Limits,
}

/// Reads chunks, one after another. Its buffers are kept from chunk to chunk.
#[derive(Debug)]
pub struct Scanner<S> {
    options: ScanOptions,
    tags: Vec<TagSpan>,
    notes: Vec<Note>,
    set: PhantomData<S>,
}

impl<S: VariantSet> Scanner<S> {
    /// A scanner with these options.
    pub fn new(options: ScanOptions) -> Scanner<S> {
        Scanner {
            options,
            tags: Vec::new(),
            notes: Vec::new(),
            set: PhantomData,
        }
    }

    /// The options.
    pub fn options(&self) -> &ScanOptions {
        &self.options
    }

    /// The variant of the first game of a chunk, for [`ScanOptions::hint`].
    pub fn guess(&mut self, chunk: &Chunk) -> usize {
        let (visitor, sink) = (&mut Nobody, &mut ());
        let mut scan = Scan::<S, _, _>::new(self, chunk, 0, visitor, sink);
        scan.begin();
        scan.choose().variant
    }

    /// Reads all games of a chunk. Games are numbered from `first` on.
    ///
    /// `continued` says that the chunk begins inside a game that was larger than the limit; the
    /// text up to the next game is then passed over as stray.
    pub fn scan<W: Visitor, K: Sink>(
        &mut self,
        chunk: &Chunk,
        first: u64,
        continued: bool,
        visitor: &mut W,
        sink: &mut K,
    ) -> Tally {
        let mut tally = Tally::default();
        let mut scan = Scan::<S, W, K>::new(self, chunk, first, visitor, sink);
        if continued {
            scan.pass_continued();
        }
        while scan.game(&mut tally) {}
        scan.reports.flush(chunk, scan.sink);
        let (errors, warnings) = scan.reports.outside();
        tally.errors += u64::from(errors);
        tally.warnings += u64::from(warnings);
        // The scanner moves from token to token without a gap, so what it passed is covered.
        let missed = chunk.text.len() - scan.at;
        tally.accounted = chunk.len - (missed as u64).min(chunk.len);
        tally
    }
}

/// Hears nothing.
struct Nobody;
impl Visitor for Nobody {}

/// The state of one pass over one chunk.
struct Scan<'c, 's, S, W, K> {
    chunk: &'c Chunk,
    text: &'c [u8],
    /// Everything before is covered.
    at: usize,
    visitor: &'s mut W,
    sink: &'s mut K,
    reports: Reports<'c>,
    summary: GameSummary,
    options: &'s ScanOptions,
    tags: &'s mut Vec<TagSpan>,
    notes: &'s mut Vec<Note>,
    /// The end of the last token that is not blank.
    last: usize,
    /// How many of the chunk's malformed ranges are reported.
    malformed: usize,
    set: PhantomData<S>,
}

impl<'c, 's, S: VariantSet, W: Visitor, K: Sink> Scan<'c, 's, S, W, K> {
    fn new(
        scanner: &'s mut Scanner<S>,
        chunk: &'c Chunk,
        first: u64,
        visitor: &'s mut W,
        sink: &'s mut K,
    ) -> Self {
        Scan {
            chunk,
            text: &chunk.text,
            at: 0,
            visitor,
            sink,
            reports: Reports::new(chunk),
            summary: GameSummary {
                ordinal: first,
                ..GameSummary::default()
            },
            options: &scanner.options,
            tags: &mut scanner.tags,
            notes: &mut scanner.notes,
            last: 0,
            malformed: 0,
            set: PhantomData,
        }
    }

    /// Reads the next game; false if there is none.
    fn game(&mut self, tally: &mut Tally) -> bool {
        if !self.seek_game() {
            self.report_malformed();
            return false;
        }
        let begin = self.at;
        self.begin_game();
        self.begin();
        let choice = self.choose();
        self.summary.variant = choice.variant;
        self.read_movetext(choice);
        self.end_game(begin);
        tally.add_game(&self.summary, S::PROFILES.len());
        true
    }

    fn begin_game(&mut self) {
        self.summary = GameSummary {
            ordinal: self.summary.ordinal + 1,
            ..GameSummary::default()
        };
        self.reports.begin_game(self.summary.ordinal);
        self.visitor.begin_game();
    }

    fn end_game(&mut self, begin: usize) {
        let end = self.last.max(begin);
        self.check_encoding(begin..end);
        self.report_malformed();
        self.reports.flush(self.chunk, self.sink);
        (self.summary.errors, self.summary.warnings) = self.reports.end_game();
        self.summary.span =
            self.chunk.source_offset(begin)..self.chunk.source_offset(end.min(self.text.len()));
        self.visitor.end_game(&self.summary);
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
                Class::Digit | Class::Word | Class::Star if self.is_movetext(self.at) => {
                    return true;
                }
                _ => {
                    // A line of junk: headings, HTML, leftovers.
                    let begin = self.at;
                    let end = self.line_end(begin);
                    self.stray(&diagnostic::STRAY_TEXT, begin..end);
                }
            }
        }
    }

    /// Whether movetext without tags begins here: a move number, a result, or a move of a known
    /// variant.
    fn is_movetext(&self, at: usize) -> bool {
        let rest = &self.text[at..];
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits > 0 && matches!(rest.get(digits), Some(b'.')) {
            return true;
        }
        choose::begins_with_move::<S>(rest)
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
        self.stray(&diagnostic::GAME_LIMIT, 0..end);
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
    #[inline]
    fn comment_end(&self, inside: usize) -> Option<usize> {
        let mut from = inside;
        loop {
            let found = from + memchr2(b'}', b'\n', &self.text[from..])?;
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
    fn stray(&mut self, code: &'static diagnostic::Code, span: Range<usize>) {
        self.visitor.stray(self.slice(span.clone()));
        self.at = span.end;
        let adjoins = self.last;
        self.last = span.end;
        if !self.reports.extend(code, adjoins, span.clone()) {
            self.report(code, span, || code.summary.trim().into());
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
        self.reports.push(code, span, message);
        if self.reports.is_full() {
            self.reports.flush(self.chunk, self.sink);
        }
    }

    /// Bytes that are not valid in a text that is UTF-8 as a whole.
    fn check_encoding(&mut self, span: Range<usize>) {
        if self.chunk.encoding != encoding_rs::UTF_8 {
            return;
        }
        let text = &self.text[span.clone()];
        let valid = encoding_rs::Encoding::utf8_valid_up_to(text);
        if valid < text.len() {
            let at = span.start + valid;
            self.report(&diagnostic::ENCODING_CHANGE, at..at + 1, || {
                "this game has bytes that are not UTF-8; its text is read as windows-1252".into()
            });
        }
    }

    /// Reports the malformed bytes that lie before the scanner.
    fn report_malformed(&mut self) {
        while let Some(range) = self.chunk.malformed.get(self.malformed) {
            if range.start >= self.at {
                break;
            }
            let (range, name) = (range.clone(), self.chunk.source_encoding().name());
            self.malformed += 1;
            self.report(&diagnostic::MALFORMED_TEXT, range, || {
                format!("these bytes are not text in {name}").into()
            });
        }
    }

    #[inline]
    fn slice(&self, span: Range<usize>) -> Text<'c> {
        Text::new(&self.text[span], self.chunk.encoding)
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

/// How many blanks a text begins with.
#[inline]
fn blanks(text: &[u8]) -> usize {
    text.iter()
        .take_while(|&&byte| matches!(Lexis::PGN.class(byte), Class::Blank))
        .count()
}
