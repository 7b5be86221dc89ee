//! Reading a source from its first byte to its last.

pub(crate) mod adapter;
pub(crate) mod documents;
pub mod parallel;

use crate::core::limits::Limits;
use crate::detect::{self, Format, WINDOW};
use crate::diagnostic::{self, Diagnostic, LineColumn, Sink};
use crate::event::{GameSummary, Visitor};
use crate::format::pcn;
use crate::game::Game;
use crate::io::{Chunk, ChunkOptions, Chunks, Compression, EncodingDecision, decompress};
use crate::scan::{ReadStats, ScanOptions, Scanner};
use crate::variant::Strictness;
use crate::variant::registry::VariantSet;
use crate::variants::Standard;
use adapter::Adapter;
use encoding_rs::Encoding;
use parallel::{ChunkReader, Part, Source};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::mem;
use std::ops::ControlFlow;
use std::path::Path;

/// How to read a source.
///
/// ```
/// let pgn = "[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n";
/// let mut reader = movetext::Reader::builder().from_reader(pgn.as_bytes())?;
/// let mut game = movetext::Game::new();
/// let mut findings = Vec::new();
/// while reader.read_game(&mut game, &mut findings)? {
///     assert_eq!(game.line(movetext::game::NodeId::ROOT).count(), 3);
/// }
/// assert!(findings.is_empty());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReaderBuilder {
    variant: Option<usize>,
    notation: Cow<'static, str>,
    encoding: Option<&'static Encoding>,
    strictness: Strictness,
    limits: Limits,
    chunk: Option<usize>,
    format: Option<(Format, usize)>,
}

impl ReaderBuilder {
    /// Reads all games as this variant (an index into the set), overriding their tags.
    pub fn variant(&mut self, variant: Option<usize>) -> &mut ReaderBuilder {
        self.variant = variant;
        self
    }

    /// Sets the encoding of the source.
    pub fn encoding(&mut self, encoding: Option<&'static Encoding>) -> &mut ReaderBuilder {
        self.encoding = encoding;
        self
    }

    /// Sets the expected notation, where that decides what a written move means: by name and settings as in
    /// [`pgn::notation`](crate::format::pgn::notation), e.g. `wxf,scheme=axf`. Moves in other notations are
    /// read all the same.
    pub fn notation(&mut self, notation: impl Into<Cow<'static, str>>) -> &mut ReaderBuilder {
        self.notation = notation.into();
        self
    }

    /// Sets how strictly moves are checked. Default: by all rules of the game.
    ///
    /// ```
    /// use movetext::{Reader, Strictness};
    ///
    /// // No elephant goes three hexes.
    /// let record = "[Variant \"C'escacs\"]\n1. E7-E13, E21-E15\n2. EE5-E11 :\n*\n";
    /// let plies = |strictness| {
    ///     let mut builder = Reader::builder();
    ///     let mut reader = builder.strictness(strictness).from_reader(record.as_bytes())?;
    ///     reader.read(&mut (), &mut ()).map(|stats| stats.counts.plies)
    /// };
    /// assert_eq!((plies(Strictness::Minimal)?, plies(Strictness::Legal)?), (3, 2));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn strictness(&mut self, strictness: Strictness) -> &mut ReaderBuilder {
        self.strictness = strictness;
        self
    }

    /// Sets the limits.
    pub fn limits(&mut self, limits: Limits) -> &mut ReaderBuilder {
        self.limits = limits;
        self
    }

    /// Sets the approximate number of bytes read at a time. Default: 256 KiB.
    pub fn chunk(&mut self, bytes: usize) -> &mut ReaderBuilder {
        self.chunk = Some(bytes);
        self
    }

    /// Takes the source to be of this format, in which games are of the variant of this index unless they say
    /// otherwise: for a piece of a source that is known already. Otherwise both are found out.
    pub fn format(&mut self, format: Format, expected: usize) -> &mut ReaderBuilder {
        self.format = Some((format, expected));
        self
    }

    /// Opens a file, compressed or not.
    ///
    /// # Errors
    ///
    /// If it cannot be opened or its first bytes cannot be read.
    pub fn from_path(&self, path: impl AsRef<Path>) -> io::Result<Reader<'static>> {
        self.from_reader(File::open(path)?)
    }

    /// Reads from a stream, compressed or not.
    ///
    /// # Errors
    ///
    /// If its first bytes cannot be read.
    pub fn from_reader<'r>(&self, reader: impl Read + Send + 'r) -> io::Result<Reader<'r>> {
        self.with_variants::<Standard>(reader)
    }

    /// Reads from a stream with your own set of variants.
    ///
    /// # Errors
    ///
    /// If its first bytes cannot be read.
    pub fn with_variants<'r, S: VariantSet>(
        &self,
        reader: impl Read + Send + 'r,
    ) -> io::Result<Reader<'r, S>> {
        let (compression, bytes) = decompress(reader, self.limits.window)?;
        let defaults = ChunkOptions::default();
        let mut chunks = Chunks::new(
            bytes,
            ChunkOptions {
                encoding: self.encoding,
                target: self.chunk.unwrap_or(defaults.target),
                limit: self.limits.game,
            },
        );
        let options = ScanOptions {
            variant: self.variant,
            hint: 0,
            notation: self.notation.clone(),
            strictness: self.strictness,
            limits: self.limits.clone(),
        };
        let mut scanner = Scanner::new(options.clone());
        let mut chunk = Chunk::default();
        let given = self.variant.is_some();
        let first = match self.format {
            None => sniff(&mut scanner, &mut chunks, &mut chunk, given),
            Some(known) => chunks.next(&mut chunk).map(|_| known),
        };
        let (format, hint) = *first.as_ref().unwrap_or(&(Format::Empty, 0));
        scanner.set_hint(hint);
        scanner.begin(0, false);
        Ok(Reader {
            compression,
            foreign: Adapter::new(format, options),
            format,
            chunks,
            scanner,
            state: if chunk.text.is_empty() {
                State::End
            } else {
                State::Chunk
            },
            chunk,
            begun: false,
            error: first.err(),
            stats: ReadStats::default(),
        })
    }
}

/// Reads the first chunk of a source. Returns the format of the source, judged by its first bytes and this
/// chunk, and the variant expected for its games.
///
/// A caller who names a variant has decided that the source contains game records.
///
/// # Errors
///
/// If reading fails before there is a chunk.
pub fn sniff<S: VariantSet, R: Read>(
    scanner: &mut Scanner<S>,
    chunks: &mut Chunks<R>,
    chunk: &mut Chunk,
    given: bool,
) -> io::Result<(Format, usize)> {
    let beginning = chunks.beginning(WINDOW);
    if !chunks.next(chunk)? {
        return Ok((Format::Empty, 0));
    }
    let format = match detect::sniff::<S>(&beginning, chunk) {
        Format::Text | Format::Binary | Format::Known(_) if given => Format::Records,
        format => format,
    };
    let hint = match format {
        Format::Records => scanner.guess(chunk),
        _ => 0,
    };
    Ok((format, hint))
}

/// Reads the games of a source one after another, in bounded memory.
pub struct Reader<'r, S = Standard> {
    compression: Compression,
    format: Format,
    chunks: Chunks<Box<dyn Read + Send + 'r>>,
    scanner: Scanner<S>,
    /// The adapter for documents of formats other than records.
    foreign: Option<Adapter<S>>,
    chunk: Chunk,
    state: State,
    /// Whether reading has begun; until then, the chunk is the first one.
    begun: bool,
    /// An error of the source, reported after what was read before it.
    error: Option<io::Error>,
    stats: ReadStats,
}

/// Where a source begins.
const START: LineColumn = LineColumn { line: 1, column: 1 };

#[derive(PartialEq, Eq)]
enum State {
    /// There is more in the chunk.
    Chunk,
    /// The source is at its end.
    End,
    /// The end was reported.
    Done,
}

impl Reader<'_> {
    /// A builder, for readers with other options than the defaults.
    pub fn builder() -> ReaderBuilder {
        ReaderBuilder::default()
    }

    /// Opens a file, compressed or not.
    ///
    /// # Errors
    ///
    /// If it cannot be opened or its first bytes cannot be read.
    pub fn from_path(path: impl AsRef<Path>) -> io::Result<Reader<'static>> {
        Reader::builder().from_path(path)
    }
}

impl<S: VariantSet> Reader<'_, S> {
    /// The compression of the source.
    pub fn compression(&self) -> Compression {
        self.compression
    }

    /// The format of the source.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The encoding of the source; provisional as long as only ASCII was read.
    pub fn encoding(&self) -> &EncodingDecision {
        self.chunks.decision()
    }

    /// The variant expected for games whose tags do not name one: an index into the set.
    pub fn hint(&self) -> usize {
        self.scanner.options().hint
    }

    /// The number of bytes of the (decompressed) source that were read.
    pub fn bytes_read(&self) -> u64 {
        self.chunks.bytes_read()
    }

    /// The statistics so far.
    pub fn stats(&self) -> &ReadStats {
        &self.stats
    }

    /// Reads the next game into the visitor.
    ///
    /// # Errors
    ///
    /// If the source fails. Everything before the failure was read, and a diagnostic reports the failure.
    pub fn next_game<W: Visitor, K: Sink>(
        &mut self,
        visitor: &mut W,
        sink: &mut K,
    ) -> io::Result<Option<GameSummary>> {
        while self.state == State::Chunk {
            if self.format == Format::Records {
                if !mem::replace(&mut self.begun, true) {
                    let mark = self.chunks.decision().mark();
                    if !mark.is_empty() {
                        visitor.inter_game(mark);
                    }
                }
                if let Some(game) = self.scanner.game(&self.chunk, visitor, sink) {
                    return Ok(Some(game));
                }
                let stats = self.scanner.end(&self.chunk);
                self.stats.add(&stats);
            } else if let Some(foreign) = &mut self.foreign {
                self.begun = true;
                while let Some(document) = foreign.next(Some(&self.chunk)) {
                    let game = foreign.game(&document, visitor, &mut self.stats, sink);
                    if game.is_some() {
                        return Ok(game);
                    }
                }
                self.stats.accounted += self.chunk.len;
            } else {
                // A single diagnostic will cover the source.
                self.stats.accounted += self.chunk.len;
            }
            self.next_chunk();
        }
        while let Some(foreign) = &mut self.foreign
            && let Some(document) = foreign.next(None)
        {
            let game = foreign.game(&document, visitor, &mut self.stats, sink);
            if game.is_some() {
                return Ok(game);
            }
        }
        self.finish(sink).map(|()| None)
    }

    /// Counts the remaining games, each by its own tags and moves: the number for each variant and notation.
    ///
    /// # Errors
    ///
    /// If the source fails.
    pub fn census(&mut self) -> io::Result<detect::Census> {
        let mut taker = detect::Taker::default();
        while self.next_game(&mut taker, &mut ())?.is_some() {}
        Ok(taker.census)
    }

    /// Reads the next document of Portable Chess Notation as such, without the rules of any game; `None` at the
    /// end, and if the source has another format.
    ///
    /// # Errors
    ///
    /// As [`next_game`](Reader::next_game).
    pub fn next_pcn<K: Sink>(&mut self, sink: &mut K) -> io::Result<Option<pcn::Reading>> {
        if self.format != Format::Pcn {
            return Ok(None);
        }
        while self.state == State::Chunk {
            self.begun = true;
            while let Some(foreign) = &mut self.foreign
                && let Some(document) = foreign.next(Some(&self.chunk))
            {
                let reading = foreign.pcn(&document, &mut self.stats, sink);
                if reading.is_some() {
                    return Ok(reading);
                }
            }
            self.stats.accounted += self.chunk.len;
            self.next_chunk();
        }
        while let Some(foreign) = &mut self.foreign
            && let Some(document) = foreign.next(None)
        {
            let reading = foreign.pcn(&document, &mut self.stats, sink);
            if reading.is_some() {
                return Ok(reading);
            }
        }
        self.finish(sink).map(|()| None)
    }

    /// Reads the next game as a tree; false at the end. The game's memory is reused.
    ///
    /// # Errors
    ///
    /// As [`next_game`](Reader::next_game).
    pub fn read_game<K: Sink>(&mut self, game: &mut Game, sink: &mut K) -> io::Result<bool> {
        self.next_game(game, sink).map(|game| game.is_some())
    }

    /// Reads all remaining games into the visitor.
    ///
    /// # Errors
    ///
    /// As [`next_game`](Reader::next_game); [`stats`](Reader::stats) has what was read before.
    pub fn read<W: Visitor, K: Sink>(
        &mut self,
        visitor: &mut W,
        sink: &mut K,
    ) -> io::Result<ReadStats> {
        while self.next_game(visitor, sink)?.is_some() {}
        Ok(self.stats.clone())
    }

    /// Reads the rest of the source on `threads` threads besides the calling one; with none, the calling thread
    /// does all the work.
    ///
    /// Threads take chunks in turn; `work` reads one and emits its results, once or many times. `take` receives
    /// all of them in the calling thread, in the order of the source, and may stop the reading. Games, events
    /// and diagnostics are those of [`next_game`](Reader::next_game), except for their numbers: see
    /// [`Part::Output`].
    ///
    /// What concerns the source as a whole is reported by the next call of [`next_game`](Reader::next_game) or
    /// [`read`](Reader::read): its diagnostics and, after everything before it, a failure of the source. After
    /// the reading was stopped, nothing more is reported.
    ///
    /// ```
    /// use movetext::Reader;
    /// use movetext::parallel::Part;
    /// use std::ops::ControlFlow;
    ///
    /// let pgn = "[Event \"?\"]\n\n1. e4 e5 *\n\n".repeat(1000);
    /// let mut reader = Reader::builder().chunk(512).from_reader(pgn.as_bytes())?;
    /// let (mut games, mut findings) = (Vec::new(), Vec::new());
    /// let broken_off = reader.read_parallel(
    ///     2,
    ///     |mut portion, out| {
    ///         let (mut games, mut findings) = (Vec::new(), Vec::new());
    ///         while let Some(game) = portion.next_game(&mut (), &mut findings) {
    ///             games.push(game);
    ///         }
    ///         out((games, findings));
    ///         portion.end()
    ///     },
    ///     |part| {
    ///         if let Part::Output { before, output: (more, found) } = part {
    ///             games.extend(more.into_iter().map(|game| before + game.ordinal));
    ///             findings.extend(found.into_iter().map(|finding| finding.after_games(before)));
    ///         }
    ///         ControlFlow::<()>::Continue(())
    ///     },
    /// );
    /// let stats = reader.read(&mut (), &mut findings)?;
    /// assert!(broken_off.is_continue() && findings.is_empty());
    /// assert!(games.into_iter().eq(1..=1000));
    /// assert_eq!(stats.counts.plies, 2000);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If `work` panics in a thread: with the same payload.
    pub fn read_parallel<T: Send, B>(
        &mut self,
        threads: usize,
        work: impl Fn(ChunkReader<'_, S>, &mut dyn FnMut(T)) -> ReadStats + Sync,
        mut take: impl FnMut(Part<T>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let documents = self.foreign.is_some();
        if self.state != State::Chunk || self.format != Format::Records && !documents {
            return ControlFlow::Continue(());
        }
        // The rest of documents that were begun with is read one after another.
        if documents && self.begun {
            return ControlFlow::Continue(());
        }
        let read = if self.begun {
            self.rest_of_chunk(&work, &mut take)
        } else {
            ControlFlow::Continue(())
        };
        if read.is_break() {
            self.state = State::Done;
            return read;
        }
        let source = Source {
            continued: self.begun && self.chunk.cut,
            first: (!self.begun).then(|| mem::take(&mut self.chunk)),
            options: self.scanner.options().clone(),
            games: self.stats.counts.games,
            format: self.format,
            chunks: &mut self.chunks,
        };
        let stats = &mut self.stats;
        let read = parallel::read(
            source,
            threads,
            |_, _| (),
            work,
            |part| {
                if let Part::End { stats: chunk, .. } = &part {
                    stats.add(chunk);
                }
                take(part)
            },
        );
        match read {
            Ok(ControlFlow::Continue(())) => self.state = State::End,
            Ok(broken_off) => {
                self.state = State::Done;
                return broken_off;
            }
            Err(error) => {
                self.state = State::End;
                self.error = Some(error);
            }
        }
        ControlFlow::Continue(())
    }

    /// Reads the rest of a chunk of which some games were read already; they are numbered from the beginning of
    /// the source.
    fn rest_of_chunk<T, B>(
        &mut self,
        work: &impl Fn(ChunkReader<'_, S>, &mut dyn FnMut(T)) -> ReadStats,
        take: &mut impl FnMut(Part<T>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut broken_off = None;
        let portion = ChunkReader::new(&self.chunk, &mut self.scanner);
        let stats = work(portion, &mut |output| {
            if broken_off.is_none() {
                broken_off = take(Part::Output { before: 0, output }).break_value();
            }
        });
        if let Some(value) = broken_off {
            return ControlFlow::Break(value);
        }
        self.stats.add(&stats);
        take(Part::End { stats, note: () })
    }

    fn next_chunk(&mut self) {
        let continued = self.chunk.cut;
        match self.chunks.next(&mut self.chunk) {
            Ok(true) => match &mut self.foreign {
                Some(foreign) => foreign.begin_chunk(),
                None => self.scanner.begin(self.stats.counts.games, continued),
            },
            Ok(false) => self.state = State::End,
            Err(error) => {
                self.error = Some(error);
                self.state = State::End;
            }
        }
    }

    /// Reports what concerns the source as a whole, once.
    fn finish<K: Sink>(&mut self, sink: &mut K) -> io::Result<()> {
        if self.state == State::Done {
            return Ok(());
        }
        self.state = State::Done;
        // The byte order mark.
        self.stats.accounted += self.encoding().bom_len as u64;
        let read = self.bytes_read();
        if let Some(error) = self.error.take() {
            let message = format!("reading failed after {read} bytes: {error}");
            self.report(
                &diagnostic::UNREADABLE_SOURCE,
                read..read,
                START,
                message.into(),
                sink,
            );
            return Err(error);
        }
        if self.format == Format::Xml
            && let Some(declared) = self.encoding().contradicted.clone()
        {
            let encoding = self.encoding().encoding.name();
            let message = format!(
                "the document declares {}, but its text is in {encoding}",
                declared.label
            );
            let code = &diagnostic::ENCODING_DECLARATION;
            self.report(code, declared.span, declared.place, message.into(), sink);
        }
        if self.format.has_games() {
            return Ok(());
        }
        let code = adapter::code_of(self.format);
        let message = match self.format {
            Format::Empty => "the source is empty".into(),
            format => format!("this is {}, which is not supported", format.describe()),
        };
        self.report(code, 0..read, START, message.into(), sink);
        Ok(())
    }

    fn report<K: Sink>(
        &mut self,
        code: &'static diagnostic::Code,
        span: std::ops::Range<u64>,
        place: LineColumn,
        message: std::borrow::Cow<'static, str>,
        sink: &mut K,
    ) {
        match code.severity {
            diagnostic::Severity::Error => self.stats.counts.errors += 1,
            diagnostic::Severity::Warning => self.stats.counts.warnings += 1,
            diagnostic::Severity::Info => {}
        }
        sink.report(Diagnostic::of_source(code, message, span, place));
    }
}
