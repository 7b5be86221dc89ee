//! Reads a source on several threads, in the order of the source.
//!
//! Threads take chunks in turn and scan them at the same time; the calling thread receives the results in the
//! order of the source, whatever the number and speed of the threads. See
//! [`Reader::read_parallel`](crate::Reader::read_parallel), and [`read`] for callers that cut a source into
//! chunks themselves.
//!
//! Each thread has one chunk, and is never more than a few chunks ahead of the caller, so memory is bounded.

use super::adapter::{Adapter, splitter};
use super::documents::{Document, Documents};
use crate::detect::Format;
use crate::diagnostic::Sink;
use crate::event::{GameSummary, Visitor};
use crate::io::{Chunk, Chunks};
use crate::scan::{ReadStats, ScanOptions, Scanner};
use crate::variant::registry::VariantSet;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

/// The maximum number of bytes being scanned at a time, if there is more than one chunk. Chunks are small
/// unless a game is very large.
const IN_FLIGHT: usize = 8 << 20;
/// The maximum number of outputs of a chunk that wait for the caller.
const WAITING: usize = 2;

/// A chunk for a thread to scan.
pub struct ChunkReader<'a, S> {
    chunk: &'a Chunk,
    games: Games<'a, S>,
}

/// The reader of the games of a chunk.
enum Games<'a, S> {
    Records(&'a mut Scanner<S>),
    Documents {
        adapter: &'a mut Adapter<S>,
        /// Those that end in the chunk.
        documents: std::vec::Drain<'a, Document>,
        stats: ReadStats,
    },
}

impl<'a, S: VariantSet> ChunkReader<'a, S> {
    /// The remaining games of a chunk that the scanner is in.
    pub fn new(chunk: &'a Chunk, scanner: &'a mut Scanner<S>) -> ChunkReader<'a, S> {
        let games = Games::Records(scanner);
        ChunkReader { chunk, games }
    }

    fn of_documents(
        chunk: &'a Chunk,
        documents: &'a mut Vec<Document>,
        adapter: &'a mut Adapter<S>,
    ) -> ChunkReader<'a, S> {
        let games = Games::Documents {
            adapter,
            documents: documents.drain(..),
            stats: ReadStats {
                accounted: chunk.len,
                ..ReadStats::default()
            },
        };
        ChunkReader { chunk, games }
    }

    /// Whether the games are made from documents of another format: then the offsets of events are not offsets into
    /// the chunk.
    pub fn has_documents(&self) -> bool {
        matches!(self.games, Games::Documents { .. })
    }

    /// The chunk.
    pub fn chunk(&self) -> &Chunk {
        self.chunk
    }

    /// Reads the next game into the visitor, or returns `None` if the chunk has no more.
    ///
    /// The thread does not know what precedes the chunk, so the numbers of games, in the summary and in
    /// diagnostics, count from the beginning of the chunk: see [`Part::Output`].
    pub fn next_game<W: Visitor, K: Sink>(
        &mut self,
        visitor: &mut W,
        sink: &mut K,
    ) -> Option<GameSummary> {
        match &mut self.games {
            Games::Records(scanner) => scanner.game(self.chunk, visitor, sink),
            Games::Documents {
                adapter,
                documents,
                stats,
            } => documents.find_map(|document| adapter.game(&document, visitor, stats, sink)),
        }
    }

    /// The statistics, after the last game.
    pub fn end(self) -> ReadStats {
        match self.games {
            Games::Records(scanner) => scanner.end(self.chunk),
            Games::Documents { stats, .. } => stats,
        }
    }

    /// Reads all remaining games into the visitor.
    pub fn read<W: Visitor, K: Sink>(mut self, visitor: &mut W, sink: &mut K) -> ReadStats {
        while self.next_game(visitor, sink).is_some() {}
        self.end()
    }
}

/// What the caller receives, in the order of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<T, N = ()> {
    /// An output for a chunk.
    Output {
        /// The number of games in the source before the chunk; to be added to the thread's numbers of games, as
        /// [`after_games`](crate::Diagnostic::after_games) does.
        before: u64,
        /// The output.
        output: T,
    },
    /// The end of a chunk.
    End {
        /// Its statistics.
        stats: ReadStats,
        /// The note taken when it was cut.
        note: N,
    },
}

/// A source that is cut into chunks, for [`read`] to read to its end.
pub struct Source<'c, R> {
    /// The remaining chunks.
    pub chunks: &'c mut Chunks<R>,
    /// The format of the source.
    pub format: Format,
    /// The first of them, if it was cut already.
    pub first: Option<Chunk>,
    /// Whether the next chunk begins inside a game larger than the limit.
    pub continued: bool,
    /// How to scan them.
    pub options: ScanOptions,
    /// The number of games before, in the same source.
    pub games: u64,
}

/// Reads a source that is cut into chunks on `threads` threads besides the calling one; with none, the calling
/// thread does all the work.
///
/// Like [`Reader::read_parallel`](crate::Reader::read_parallel), but the source belongs to the caller, and
/// `note` may record the state when a chunk is cut; [`Part::End`] passes that on.
///
/// # Errors
///
/// If the source fails; everything before the failure was received.
///
/// # Panics
///
/// If one of the functions panics in a thread: with the same payload.
pub fn read<S, R, N, T, B>(
    source: Source<'_, R>,
    threads: usize,
    note: impl FnMut(&Chunks<R>, &Chunk) -> N + Send,
    work: impl Fn(ChunkReader<'_, S>, &mut dyn FnMut(T)) -> ReadStats + Sync,
    take: impl FnMut(Part<T, N>) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>>
where
    S: VariantSet,
    R: Read + Send,
    N: Send,
    T: Send,
{
    let options = source.options.clone();
    let games = source.games;
    let mut cutter = Cutter {
        splitter: splitter(source.format, options.limits.game),
        ahead: None,
        chunks: source.chunks,
        first: source.first,
        continued: source.continued,
        note,
        ended: None,
    };
    let taker = Taker { games, take };
    // A single chunk is not worth a thread.
    let at = cutter.chunks.checkpoint();
    let single = cutter.first.is_some() && at.ended && at.pending + at.ahead == 0;
    let reading = Reading {
        format: source.format,
        options: &options,
    };
    let taken = match if single { 0 } else { threads } {
        0 => here(&mut cutter, reading, &work, taker),
        _ => threaded(&mut cutter, reading, threads, &work, taker),
    };
    match cutter.ended {
        Some(Err(error)) if taken.is_continue() => Err(error),
        _ => Ok(taken),
    }
}

/// How chunks are read.
#[derive(Clone, Copy)]
struct Reading<'o> {
    format: Format,
    options: &'o ScanOptions,
}

impl Reading<'_> {
    fn worker<S: VariantSet>(self) -> Worker<S> {
        Worker {
            adapter: Adapter::new(self.format, self.options.clone()),
            scanner: Scanner::new(self.options.clone()),
        }
    }
}

/// What reads one chunk after another.
struct Worker<S> {
    scanner: Scanner<S>,
    /// For documents.
    adapter: Option<Adapter<S>>,
}

impl<S: VariantSet> Worker<S> {
    fn portion<'a>(&'a mut self, cut: &'a mut Cut) -> ChunkReader<'a, S> {
        match &mut self.adapter {
            Some(adapter) => ChunkReader::of_documents(&cut.chunk, &mut cut.documents, adapter),
            None => {
                self.scanner.begin(0, cut.continued);
                ChunkReader::new(&cut.chunk, &mut self.scanner)
            }
        }
    }
}

/// A chunk to be read.
#[derive(Default)]
struct Cut {
    chunk: Chunk,
    /// Whether it begins inside a game.
    continued: bool,
    /// The documents that end in it, if the source consists of documents.
    documents: Vec<Document>,
}

/// Cuts chunks on request.
struct Cutter<'c, R, N, F> {
    chunks: &'c mut Chunks<R>,
    /// Cuts them into documents.
    splitter: Option<Documents>,
    first: Option<Chunk>,
    continued: bool,
    note: F,
    /// The next chunk, with its note: what ends with the source must be known to be the last.
    ahead: Option<(Chunk, N)>,
    /// How the source ended, once it has.
    ended: Option<io::Result<()>>,
}

impl<R: Read, N, F: FnMut(&Chunks<R>, &Chunk) -> N> Cutter<'_, R, N, F> {
    /// The next chunk, and its note.
    fn next(&mut self, cut: &mut Cut) -> Option<N> {
        let note = match self.ahead.take() {
            Some((chunk, note)) => {
                cut.chunk = chunk;
                note
            }
            None => self.cut(&mut cut.chunk)?,
        };
        cut.continued = std::mem::replace(&mut self.continued, cut.chunk.cut);
        if self.splitter.is_some() {
            let mut chunk = Chunk::default();
            self.ahead = self.cut(&mut chunk).map(|note| (chunk, note));
        }
        if let Some(splitter) = &mut self.splitter {
            splitter.begin_chunk();
            let documents = std::iter::from_fn(|| splitter.next(&cut.chunk));
            cut.documents.extend(documents);
            if self.ahead.is_none() {
                cut.documents
                    .extend(std::iter::from_fn(|| splitter.finish()));
            }
        }
        Some(note)
    }

    fn cut(&mut self, chunk: &mut Chunk) -> Option<N> {
        if self.ended.is_some() {
            return None;
        }
        match self.first.take() {
            Some(first) => *chunk = first,
            None => match self.chunks.next(chunk) {
                Ok(true) => {}
                Ok(false) => {
                    self.ended = Some(Ok(()));
                    return None;
                }
                Err(error) => {
                    self.ended = Some(Err(error));
                    return None;
                }
            },
        }
        Some((self.note)(self.chunks, chunk))
    }
}

/// Passes parts to the caller.
struct Taker<F> {
    games: u64,
    take: F,
}

impl<F> Taker<F> {
    fn output<T, N, B>(&mut self, output: T) -> ControlFlow<B>
    where
        F: FnMut(Part<T, N>) -> ControlFlow<B>,
    {
        let before = self.games;
        (self.take)(Part::Output { before, output })
    }

    fn end<T, N, B>(&mut self, stats: ReadStats, note: N) -> ControlFlow<B>
    where
        F: FnMut(Part<T, N>) -> ControlFlow<B>,
    {
        self.games += stats.counts.games;
        (self.take)(Part::End { stats, note })
    }
}

/// Everything in the calling thread.
fn here<S, R, N, T, B>(
    cutter: &mut Cutter<'_, R, N, impl FnMut(&Chunks<R>, &Chunk) -> N>,
    reading: Reading<'_>,
    work: &impl Fn(ChunkReader<'_, S>, &mut dyn FnMut(T)) -> ReadStats,
    mut taker: Taker<impl FnMut(Part<T, N>) -> ControlFlow<B>>,
) -> ControlFlow<B>
where
    S: VariantSet,
    R: Read,
{
    let mut worker = reading.worker();
    let mut cut = Cut::default();
    while let Some(note) = cutter.next(&mut cut) {
        let stats = gather(worker.portion(&mut cut), work, &mut taker)?;
        taker.end(stats, note)?;
    }
    ControlFlow::Continue(())
}

/// Has a chunk read, and passes the results to the caller until that stops.
fn gather<S, N, T, B>(
    portion: ChunkReader<'_, S>,
    work: &impl Fn(ChunkReader<'_, S>, &mut dyn FnMut(T)) -> ReadStats,
    taker: &mut Taker<impl FnMut(Part<T, N>) -> ControlFlow<B>>,
) -> ControlFlow<B, ReadStats> {
    let mut stopped = None;
    let stats = work(portion, &mut |output| {
        if stopped.is_none() {
            stopped = taker.output(output).break_value();
        }
    });
    match stopped {
        Some(value) => ControlFlow::Break(value),
        None => ControlFlow::Continue(stats),
    }
}

/// What a thread sends to the caller.
enum Message<T, N> {
    Output(T),
    End(ReadStats, N),
}

/// The source of the messages about a chunk. The caller goes through them in the order in which the chunks were
/// cut.
type Messages<T, N> = Receiver<Message<T, N>>;

fn threaded<S, R, N, T, B>(
    cutter: &mut Cutter<'_, R, N, impl FnMut(&Chunks<R>, &Chunk) -> N + Send>,
    reading: Reading<'_>,
    threads: usize,
    work: &(impl Fn(ChunkReader<'_, S>, &mut dyn FnMut(T)) -> ReadStats + Sync),
    mut taker: Taker<impl FnMut(Part<T, N>) -> ControlFlow<B>>,
) -> ControlFlow<B>
where
    S: VariantSet,
    R: Read + Send,
    N: Send,
    T: Send,
{
    let (chunks, cut) = sync_channel(2 * threads);
    let shared = Shared {
        cutter: Mutex::new(cutter),
        budget: Budget::default(),
        reading,
    };
    thread::scope(|scope| {
        let shared = &shared;
        let running: Vec<_> = (0..threads)
            .map(|_| {
                let chunks = chunks.clone();
                scope.spawn(move || scan(shared, &chunks, work))
            })
            .collect();
        drop(chunks);
        let taken = take(cut, &mut taker);
        for thread in running {
            if let Err(payload) = thread.join() {
                resume_unwind(payload);
            }
        }
        taken
    })
}

/// What all threads share.
struct Shared<'a, C> {
    cutter: Mutex<C>,
    budget: Budget,
    reading: Reading<'a>,
}

/// The loop of a thread: it takes a chunk, scans it, and so on.
fn scan<S, R, N, T>(
    shared: &Shared<'_, &mut Cutter<'_, R, N, impl FnMut(&Chunks<R>, &Chunk) -> N>>,
    chunks: &SyncSender<Messages<T, N>>,
    work: &impl Fn(ChunkReader<'_, S>, &mut dyn FnMut(T)) -> ReadStats,
) where
    S: VariantSet,
    R: Read,
{
    let mut worker = shared.reading.worker();
    let mut cut = Cut::default();
    loop {
        let (to_caller, messages) = sync_channel(WAITING);
        // If a thread panicked while reading the source, there is no continuing.
        let Ok(mut cutter) = shared.cutter.lock() else {
            return;
        };
        let Some(note) = cutter.next(&mut cut) else {
            return;
        };
        // While the others cannot cut, the order of the messages is that of the chunks.
        let permit = shared.budget.acquire(cut.chunk.text.len());
        if chunks.send(messages).is_err() {
            return;
        }
        drop(cutter);
        // If the caller has stopped, the last send shows it.
        let stats = work(worker.portion(&mut cut), &mut |output| {
            let _ = to_caller.send(Message::Output(output));
        });
        drop(permit);
        if to_caller.send(Message::End(stats, note)).is_err() {
            return;
        }
    }
}

/// Receives what the threads make of the chunks until there are no more, or a thread has panicked.
fn take<T, N, B>(
    chunks: Receiver<Messages<T, N>>,
    taker: &mut Taker<impl FnMut(Part<T, N>) -> ControlFlow<B>>,
) -> ControlFlow<B> {
    for messages in chunks {
        loop {
            match messages.recv() {
                Ok(Message::Output(output)) => taker.output(output)?,
                Ok(Message::End(stats, note)) => {
                    taker.end(stats, note)?;
                    break;
                }
                Err(_) => return ControlFlow::Continue(()),
            }
        }
    }
    ControlFlow::Continue(())
}

/// Bounds the amount of text being scanned.
#[derive(Default)]
struct Budget {
    used: Mutex<usize>,
    freed: Condvar,
}

impl Budget {
    /// Waits until there is room for `bytes`, or nothing else is being scanned.
    fn acquire(&self, bytes: usize) -> Permit<'_> {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let mut used = self
            .freed
            .wait_while(used, |used| *used > 0 && *used + bytes > IN_FLIGHT)
            .unwrap_or_else(PoisonError::into_inner);
        *used += bytes;
        Permit {
            budget: self,
            bytes,
        }
    }
}

/// Room for some bytes, returned on drop.
struct Permit<'b> {
    budget: &'b Budget,
    bytes: usize,
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut used = self
            .budget
            .used
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *used -= self.bytes;
        self.budget.freed.notify_one();
    }
}
