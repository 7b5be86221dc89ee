//! Reading and scanning on other threads, in the order of the source.
//!
//! One thread reads, decompresses and cuts chunks; it deals them out to the workers in turn. Each
//! worker has a channel of its own for what it makes of them, and the writer listens to the workers
//! in the same turn: so everything arrives in order, nobody holds back more than a channel takes,
//! and memory stays bounded.

use crate::raw::{Hashed, Mark};
use crate::rows::{Collector, Part, Rows};
use encoding_rs::Encoding;
use movetext::Diagnostic;
use movetext::io::{Checkpoint, Chunk, Chunks};
use movetext::registry::VariantSet;
use movetext::scan::{ScanOptions, Scanner, Tally};
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::Scope;

/// Bytes of text that wait for workers or are being scanned, if there is more than one chunk.
const IN_FLIGHT: usize = 8 << 20;
/// Chunks that wait for one worker, and parts that wait for the writer from one worker.
const QUEUE: usize = 2;

pub(crate) type Source = Chunks<Box<dyn Read + Send>>;

/// A source to be read to its end.
pub(crate) struct Reading {
    pub(crate) chunks: Source,
    /// The first chunk, if it was looked at already.
    pub(crate) first: Option<(Chunk, After)>,
    /// Whether the next chunk begins inside a game larger than the limit.
    pub(crate) continued: bool,
    pub(crate) hashed: Hashed,
    pub(crate) options: ScanOptions,
}

/// Where the reading stands after a chunk.
#[derive(Clone, Debug)]
pub(crate) struct After {
    pub(crate) checkpoint: Checkpoint,
    pub(crate) continued: bool,
    pub(crate) raw: Mark,
    pub(crate) encoding: &'static Encoding,
}

impl After {
    pub(crate) fn new(chunks: &Source, chunk: &Chunk, hashed: &Hashed) -> After {
        After {
            checkpoint: chunks.checkpoint(),
            continued: chunk.cut,
            raw: hashed.mark(),
            encoding: chunks.decision().encoding,
        }
    }
}

/// What the writer gets.
pub(crate) enum Parcel {
    /// Rows of a chunk, its game numbers counted from its beginning.
    Part(Part),
    /// All rows of a chunk have come.
    ChunkEnd(Tally, After),
    /// All chunks of the source have come; whether it was read to its end.
    SourceEnd(io::Result<()>),
}

/// What a worker gets.
enum Job {
    Scan(Box<Task>),
    End(io::Result<()>),
}

/// A chunk to be scanned.
struct Task {
    chunk: Chunk,
    after: After,
    continued: bool,
    options: Arc<ScanOptions>,
    permit: Permit,
}

/// The writer's end. Dropping it ends all threads.
pub(crate) struct Pipeline {
    readings: SyncSender<Reading>,
    workers: Vec<Receiver<Parcel>>,
    turn: usize,
}

impl Pipeline {
    /// Starts the threads.
    pub(crate) fn start<'scope, S: VariantSet>(
        scope: &'scope Scope<'scope, '_>,
        jobs: usize,
    ) -> Pipeline {
        let (readings, to_read) = sync_channel(1);
        let mut workers = Vec::new();
        let mut to_workers = Vec::new();
        for _ in 0..jobs.max(1) {
            let (to_worker, from_reader) = sync_channel(QUEUE);
            let (to_writer, from_worker) = sync_channel(QUEUE);
            scope.spawn(move || work::<S>(&from_reader, &to_writer));
            to_workers.push(to_worker);
            workers.push(from_worker);
        }
        scope.spawn(move || read(&to_read, &to_workers));
        Pipeline {
            readings,
            workers,
            turn: 0,
        }
    }

    /// Begins with a source. All parcels of the one before must have been taken.
    pub(crate) fn begin(&self, reading: Reading) {
        // If the thread is gone, `next` says so.
        let _ = self.readings.send(reading);
    }

    /// The next parcel; none if a thread has died.
    pub(crate) fn next(&mut self) -> Option<Parcel> {
        let parcel = self.workers[self.turn].recv().ok()?;
        if !matches!(parcel, Parcel::Part(_)) {
            self.turn = (self.turn + 1) % self.workers.len();
        }
        Some(parcel)
    }
}

/// The reading thread.
fn read(readings: &Receiver<Reading>, workers: &[SyncSender<Job>]) {
    let budget = Budget::default();
    let mut turn = 0;
    let mut deal = |job: Job| {
        let dealt = workers[turn].send(job).is_ok();
        turn = (turn + 1) % workers.len();
        dealt
    };
    for mut reading in readings {
        let options = Arc::new(reading.options);
        let mut continued = reading.continued;
        let result = loop {
            let (chunk, after) = match reading.first.take() {
                Some(first) => first,
                None => {
                    let mut chunk = Chunk::default();
                    match reading.chunks.next(&mut chunk) {
                        Ok(true) => {}
                        Ok(false) => break Ok(()),
                        Err(error) => break Err(error),
                    }
                    let after = After::new(&reading.chunks, &chunk, &reading.hashed);
                    (chunk, after)
                }
            };
            let permit = budget.acquire(chunk.text.len());
            let next_continued = after.continued;
            let task = Task {
                chunk,
                after,
                continued,
                options: Arc::clone(&options),
                permit,
            };
            if !deal(Job::Scan(Box::new(task))) {
                return;
            }
            continued = next_continued;
        };
        if !deal(Job::End(result)) {
            return;
        }
    }
}

/// A working thread.
fn work<S: VariantSet>(jobs: &Receiver<Job>, writer: &SyncSender<Parcel>) {
    let mut scanner = Scanner::<S>::new(ScanOptions::default());
    let mut current: Option<Arc<ScanOptions>> = None;
    for job in jobs {
        let last = match job {
            Job::Scan(task) => {
                let Task {
                    chunk,
                    after,
                    continued,
                    options,
                    permit,
                } = *task;
                if !current.as_ref().is_some_and(|c| Arc::ptr_eq(c, &options)) {
                    scanner = Scanner::new(ScanOptions::clone(&options));
                    current = Some(options);
                }
                // If the writer is gone, the last send of the job says so.
                let collector = Collector::new(|part| drop(writer.send(Parcel::Part(part))));
                let mut sink = |diagnostic: Diagnostic| collector.diagnostic(diagnostic);
                let mut rows = Rows::new(&collector);
                scanner.begin(0, continued);
                let tally = scanner.rest(&chunk, &mut rows, &mut sink);
                collector.finish();
                drop((chunk, permit));
                Parcel::ChunkEnd(tally, after)
            }
            Job::End(result) => Parcel::SourceEnd(result),
        };
        if writer.send(last).is_err() {
            return;
        }
    }
}

/// Bounds the text that is in flight: chunks are small unless a game is very large.
#[derive(Clone, Default)]
struct Budget(Arc<(Mutex<usize>, Condvar)>);

impl Budget {
    /// Waits until there is room for so many bytes, or nothing else is in flight.
    fn acquire(&self, bytes: usize) -> Permit {
        let (used, freed) = &*self.0;
        let used = used.lock().unwrap_or_else(PoisonError::into_inner);
        let mut used = freed
            .wait_while(used, |used| *used > 0 && *used + bytes > IN_FLIGHT)
            .unwrap_or_else(PoisonError::into_inner);
        *used += bytes;
        Permit {
            budget: self.clone(),
            bytes,
        }
    }
}

/// Room for some bytes, given back when it is dropped.
struct Permit {
    budget: Budget,
    bytes: usize,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let (used, freed) = &*self.budget.0;
        *used.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        freed.notify_one();
    }
}
