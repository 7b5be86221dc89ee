//! Importing sources: which are taken, from where on, and how they get into the database.

mod plan;
mod report;

pub use report::{Event, ImportReport, Observer, SourceOutcome, SourceReport};

use crate::error::{Error, Result};
use crate::pipeline::{After, Parcel, Pipeline, Reading};
use crate::raw::Hashed;
use crate::store::Store;
use crate::table::{self, Ending, State};
use encoding_rs::Encoding;
use movetext::io::ChunkOptions;
use movetext::registry::{Standard, VariantSet};
use movetext::scan::{Counts, ScanOptions};
use movetext::{Diagnostic, Limits, diagnostic};
use plan::Plan;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

/// How to import sources.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// How many threads scan; one more reads, and the calling one writes. Has no influence on what
    /// is stored. Default: as many as the machine runs at once.
    pub jobs: usize,
    /// The variant of all games, whatever their tags say: an index into
    /// [`Standard`]'s profiles.
    pub variant: Option<usize>,
    /// The encoding of all sources; otherwise it is found out.
    pub encoding: Option<&'static Encoding>,
    /// Bounds.
    pub limits: Limits,
    /// How many games and diagnostics, about, are committed at once. Default: 5000.
    pub batch: u64,
    /// How many bytes of a source, about, are scanned at once: see [`ChunkOptions::target`].
    pub chunk: usize,
}

impl Default for ImportOptions {
    fn default() -> ImportOptions {
        ImportOptions {
            jobs: thread::available_parallelism().map_or(1, usize::from),
            variant: None,
            encoding: None,
            limits: Limits::default(),
            batch: 5000,
            chunk: ChunkOptions::default().target,
        }
    }
}

impl ImportOptions {
    /// The options that bear on what is stored, in words.
    fn fingerprint<S: VariantSet>(&self) -> String {
        format!(
            "variant={} encoding={} depth={} game={} chunk={}",
            self.variant.map_or("auto", |index| S::PROFILES[index].id),
            self.encoding.map_or("auto", Encoding::name),
            self.limits.depth,
            self.limits.game,
            self.chunk,
        )
    }

    fn chunks(&self) -> ChunkOptions {
        ChunkOptions {
            encoding: self.encoding,
            target: self.chunk,
            limit: self.limits.game,
        }
    }

    fn scan(&self, hint: usize) -> ScanOptions {
        ScanOptions {
            variant: self.variant,
            hint,
            limits: self.limits.clone(),
        }
    }
}

impl Store {
    /// Imports the games of some files, one file after another.
    ///
    /// What is committed is always a whole number of chunks with the place where to go on, so the
    /// import can be broken off at any moment, by whatever means, and called again: what is stored
    /// is passed over, and what is begun is gone on with. A file that cannot be read, is no record
    /// of games, or is stored already is told in the report; the import goes on with the next.
    ///
    /// # Errors
    ///
    /// If the database fails. What was committed is kept.
    ///
    /// # Panics
    ///
    /// If [`ImportOptions::variant`] is no variant.
    pub fn import<P: AsRef<Path>>(
        &mut self,
        paths: impl IntoIterator<Item = P>,
        options: &ImportOptions,
        observer: &mut impl Observer,
    ) -> Result<ImportReport> {
        self.import_set::<Standard, P>(paths, options, observer)
    }

    /// Like [`import`](Store::import), with other variants than the standard ones.
    ///
    /// # Errors
    ///
    /// If the database fails.
    ///
    /// # Panics
    ///
    /// If [`ImportOptions::variant`] is no variant.
    pub fn import_set<S: VariantSet, P: AsRef<Path>>(
        &mut self,
        paths: impl IntoIterator<Item = P>,
        options: &ImportOptions,
        observer: &mut impl Observer,
    ) -> Result<ImportReport> {
        let mut report = ImportReport::default();
        thread::scope(|scope| {
            let mut import = Import {
                store: self,
                options,
                fingerprint: options.fingerprint::<S>(),
                pipeline: Pipeline::start::<S>(scope, options.jobs),
                observer,
            };
            for path in paths {
                let outcome = import.source::<S>(path.as_ref())?;
                let stopped = matches!(outcome, SourceOutcome::Stopped { .. });
                let source = SourceReport {
                    path: path.as_ref().to_path_buf(),
                    outcome,
                };
                let goes_on = import.observer.on(&Event::Ended(&source)).is_continue();
                report.sources.push(source);
                if stopped || !goes_on {
                    report.stopped = true;
                    break;
                }
            }
            Ok(report)
        })
    }
}

/// An import under way.
struct Import<'a, O> {
    store: &'a Store,
    options: &'a ImportOptions,
    fingerprint: String,
    pipeline: Pipeline,
    observer: &'a mut O,
}

/// A source that is being stored.
struct Begun {
    path: PathBuf,
    bytes: u64,
    id: i64,
    resumed: bool,
    hint: &'static str,
    hashed: Hashed,
    counts: Counts,
    /// Where the reading stands after the last chunk that was stored.
    after: After,
}

impl<'a, O: Observer> Import<'a, O> {
    fn source<S: VariantSet>(&mut self, path: &Path) -> Result<SourceOutcome> {
        let task = match plan::plan::<S>(self.store, path, self.options, &self.fingerprint)? {
            Plan::Settled(outcome) => return Ok(outcome),
            Plan::Read(task) => *task,
        };
        let resumed = task.stored.is_some();
        let (id, counts) = match task.stored {
            Some(source) => (source.id, source.counts),
            None => (0, Counts::default()),
        };
        let mut begun = Begun {
            path: task.path,
            bytes: task.bytes,
            id,
            resumed,
            hint: S::PROFILES[task.hint].id,
            hashed: task.reading.hashed.clone(),
            counts,
            after: task.after,
        };
        if self.announce(path, &begun) {
            return Ok(SourceOutcome::Stopped {
                source: resumed.then_some(id),
                counts,
            });
        }
        let transaction = match resumed {
            true => self.transaction(&begun)?,
            false => {
                let transaction = self.store.check(immediate)?;
                begun.id =
                    table::insert_source(&transaction, &begun.path, begun.bytes, task.compression)
                        .map_err(|error| self.or_concurrent(error, &begun.path))?;
                transaction
            }
        };
        self.store_all(path, begun, task.reading, transaction)
    }

    /// Tells the observer that a source begins; true if it wants to stop.
    fn announce(&mut self, path: &Path, begun: &Begun) -> bool {
        let event = Event::Begun {
            path,
            bytes: begun.bytes,
            resumed: begun.resumed,
            games: begun.counts.games,
        };
        self.observer.on(&event).is_break()
    }

    /// Stores a source to its end.
    fn store_all(
        &mut self,
        path: &Path,
        mut begun: Begun,
        reading: Reading,
        mut transaction: Transaction<'a>,
    ) -> Result<SourceOutcome> {
        let store = self.store;
        let failed = |error| store.error(error);
        self.pipeline.begin(reading);
        let mut uncommitted = 0;
        let result = loop {
            match self.pipeline.next() {
                Some(Parcel::Part(part)) => {
                    uncommitted += part.diagnostics.len() as u64;
                    table::insert_part(&transaction, begun.id, begun.counts.games, &part)
                        .map_err(failed)?;
                }
                Some(Parcel::ChunkEnd(tally, after)) => {
                    uncommitted += tally.counts.games;
                    begun.counts += tally.counts;
                    begun.after = after;
                    let event = Event::Read {
                        path,
                        bytes_read: begun.after.raw.bytes,
                        bytes: begun.bytes,
                        games: begun.counts.games,
                    };
                    let stop = self.observer.on(&event).is_break();
                    if stop || uncommitted >= self.options.batch.max(1) {
                        self.save(&transaction, &begun).map_err(failed)?;
                        transaction.commit().map_err(failed)?;
                        uncommitted = 0;
                        if stop {
                            return Ok(SourceOutcome::Stopped {
                                source: Some(begun.id),
                                counts: begun.counts,
                            });
                        }
                        transaction = self.transaction(&begun)?;
                    }
                }
                Some(Parcel::SourceEnd(result)) => break result,
                None => break Err(io::Error::other("a thread has died")),
            }
        };
        let outcome = self.end(&transaction, &mut begun, result).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        Ok(outcome)
    }

    /// Begins a transaction to go on with a source, unless another process has done so.
    fn transaction(&self, begun: &Begun) -> Result<Transaction<'a>> {
        let (transaction, offset) = self.store.check(|connection| {
            let transaction = immediate(connection)?;
            let offset = table::next_offset(&transaction, begun.id)?;
            Ok((transaction, offset))
        })?;
        match offset == Some(begun.after.checkpoint.offset) {
            true => Ok(transaction),
            false => Err(self.concurrent(&begun.path)),
        }
    }

    fn save(&self, transaction: &Transaction<'_>, begun: &Begun) -> rusqlite::Result<()> {
        table::save_progress(transaction, begun.id, &begun.counts, &begun.after)?;
        table::save_checkpoint(
            transaction,
            begun.id,
            &self.fingerprint,
            begun.hint,
            &begun.after,
        )
    }

    /// Notes how the source ended.
    fn end(
        &self,
        transaction: &Transaction<'_>,
        begun: &mut Begun,
        result: io::Result<()>,
    ) -> rusqlite::Result<SourceOutcome> {
        let raw = begun.hashed.finish(&begun.path);
        let offset = begun.after.checkpoint.offset;
        let (ending, error) = match result.and_then(|()| raw.as_ref().map_err(copy)) {
            Ok(_) => (State::Done, None),
            Err(error) => (State::Failed, Some(error.to_string())),
        };
        if let Some(error) = &error {
            begun.counts.errors += 1;
            let checkpoint = &begun.after.checkpoint;
            let diagnostic = Diagnostic::of_source(
                &diagnostic::UNREADABLE_SOURCE,
                format!("the source cannot be read on from here: {error}"),
                offset..offset,
                diagnostic::Place {
                    line: checkpoint.line,
                    column: checkpoint.column,
                },
            );
            table::insert_diagnostic(transaction, begun.id, 0, &diagnostic)?;
        }
        table::save_progress(transaction, begun.id, &begun.counts, &begun.after)?;
        let ending = Ending {
            state: ending,
            raw: raw.ok(),
            text_bytes: error.is_none().then_some(offset),
            error: error.as_deref(),
        };
        table::finish(transaction, begun.id, &ending)?;
        let (source, counts, resumed) = (begun.id, begun.counts, begun.resumed);
        Ok(match error {
            None => SourceOutcome::Imported {
                source,
                counts,
                resumed,
            },
            Some(error) => SourceOutcome::Failed {
                source: Some(source),
                counts,
                error,
            },
        })
    }

    fn concurrent(&self, file: &Path) -> Error {
        Error::Concurrent {
            path: self.store.path.clone(),
            file: file.to_path_buf(),
        }
    }

    /// Two sources at one path mean that another process has just entered it.
    fn or_concurrent(&self, error: rusqlite::Error, file: &Path) -> Error {
        match error.sqlite_error_code() {
            Some(ErrorCode::ConstraintViolation) => self.concurrent(file),
            _ => self.store.error(error),
        }
    }
}

/// A transaction that holds the right to write from its beginning.
fn immediate(connection: &Connection) -> rusqlite::Result<Transaction<'_>> {
    Transaction::new_unchecked(connection, TransactionBehavior::Immediate)
}

fn copy(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), error.to_string())
}
