//! Reads a source on several threads, in the order of the source.
//!
//! Threads take chunks in turn and scan them at the same time; the calling thread receives the results in the
//! order of the source, whatever the number and speed of the threads. See
//! [`Reader::read_parallel`](crate::Reader::read_parallel), and [`read`] for callers that cut a source into
//! chunks themselves.
//!
//! Each thread has one chunk, and is never more than a few chunks ahead of the caller, so memory is bounded.

use super::adapter::Adapter;
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
        stats: ReadStats,
        /// Whether the source ends with the chunk.
        last: bool,
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
        adapter: &'a mut Adapter<S>,
        last: bool,
    ) -> ChunkReader<'a, S> {
        adapter.begin_chunk();
        let games = Games::Documents {
            adapter,
            stats: ReadStats {
                accounted: chunk.len,
                ..ReadStats::default()
            },
            last,
        };
        ChunkReader { chunk, games }
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
                stats,
                last,
            } => loop {
                let inside = adapter.next(Some(self.chunk));
                let document = match inside {
                    None if *last => adapter.next(None)?,
                    document => document?,
                };
                let game = adapter.game(&document, visitor, stats, sink);
                if game.is_some() {
                    return game;
                }
            },
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
    /// The format of the source. Documents are read in the calling thread only, since one may begin in a chunk
    /// and end in another.
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
    let adapter = Adapter::new(source.format, options.clone());
    let mut cutter = Cutter {
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
    let taken = match if single { 0 } else { threads } {
        _ if let Some(adapter) = adapter => documents(&mut cutter, adapter, &work, taker),
        0 => here(&mut cutter, options, &work, taker),
        _ => threaded(&mut cutter, &options, threads, &work, taker),
    };
    match cutter.ended {
        Some(Err(error)) if taken.is_continue() => Err(error),
        _ => Ok(taken),
    }
}

/// Cuts chunks on request.
struct Cutter<'c, R, F> {
    chunks: &'c mut Chunks<R>,
    first: Option<Chunk>,
    continued: bool,
    note: F,
    /// How the source ended, once it has.
    ended: Option<io::Result<()>>,
}

impl<R: Read, N, F: FnMut(&Chunks<R>, &Chunk) -> N> Cutter<'_, R, F> {
    /// The next chunk, its note, and whether it begins inside a game.
    fn next(&mut self, chunk: &mut Chunk) -> Option<(N, bool)> {
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
        let note = (self.note)(self.chunks, chunk);
        let continued = std::mem::replace(&mut self.continued, chunk.cut);
        Some((note, continued))
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
    cutter: &mut Cutter<'_, R, impl FnMut(&Chunks<R>, &Chunk) -> N>,
    options: ScanOptions,
    work: &impl Fn(ChunkReader<'_, S>, &mut dyn FnMut(T)) -> ReadStats,
    mut taker: Taker<impl FnMut(Part<T, N>) -> ControlFlow<B>>,
) -> ControlFlow<B>
where
    S: VariantSet,
    R: Read,
{
    let mut scanner = Scanner::<S>::new(options);
    let mut chunk = Chunk::default();
    while let Some((note, continued)) = cutter.next(&mut chunk) {
        scanner.begin(0, continued);
        let portion = ChunkReader::new(&chunk, &mut scanner);
        let stats = gather(portion, work, &mut taker)?;
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

/// Documents, in the calling thread. Whether a chunk is the last one must be known before it is read.
fn documents<S, R, N, T, B>(
    cutter: &mut Cutter<'_, R, impl FnMut(&Chunks<R>, &Chunk) -> N>,
    mut adapter: Adapter<S>,
    work: &impl Fn(ChunkReader<'_, S>, &mut dyn FnMut(T)) -> ReadStats,
    mut taker: Taker<impl FnMut(Part<T, N>) -> ControlFlow<B>>,
) -> ControlFlow<B>
where
    S: VariantSet,
    R: Read,
{
    let (mut chunk, mut ahead) = (Chunk::default(), Chunk::default());
    let mut next = cutter.next(&mut ahead);
    while let Some((note, _)) = next {
        std::mem::swap(&mut chunk, &mut ahead);
        next = cutter.next(&mut ahead);
        let portion = ChunkReader::of_documents(&chunk, &mut adapter, next.is_none());
        let stats = gather(portion, work, &mut taker)?;
        taker.end(stats, note)?;
    }
    ControlFlow::Continue(())
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
    cutter: &mut Cutter<'_, R, impl FnMut(&Chunks<R>, &Chunk) -> N + Send>,
    options: &ScanOptions,
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
        options,
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
    options: &'a ScanOptions,
}

/// The loop of a thread: it takes a chunk, scans it, and so on.
fn scan<S, R, N, T>(
    shared: &Shared<'_, &mut Cutter<'_, R, impl FnMut(&Chunks<R>, &Chunk) -> N>>,
    chunks: &SyncSender<Messages<T, N>>,
    work: &impl Fn(ChunkReader<'_, S>, &mut dyn FnMut(T)) -> ReadStats,
) where
    S: VariantSet,
    R: Read,
{
    let mut scanner = Scanner::<S>::new(shared.options.clone());
    let mut chunk = Chunk::default();
    loop {
        let (to_caller, messages) = sync_channel(WAITING);
        // If a thread panicked while reading the source, there is no continuing.
        let Ok(mut cutter) = shared.cutter.lock() else {
            return;
        };
        let Some((note, continued)) = cutter.next(&mut chunk) else {
            return;
        };
        // While the others cannot cut, the order of the messages is that of the chunks.
        let permit = shared.budget.acquire(chunk.text.len());
        if chunks.send(messages).is_err() {
            return;
        }
        drop(cutter);
        scanner.begin(0, continued);
        let portion = ChunkReader::new(&chunk, &mut scanner);
        // If the caller has stopped, the last send shows it.
        let stats = work(portion, &mut |output| {
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
