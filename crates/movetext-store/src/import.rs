//! Importing sources: which are taken, from where on, and how they get into the database.

mod plan;
mod report;

pub use report::{Event, ImportReport, Observer, SourceOutcome, SourceReport};

use crate::checkpointer::Checkpointer;
use crate::error::{Error, Result};
use crate::line::Reaches;
use crate::raw::Hashed;
use crate::reading::{After, Reading};
use crate::rows::{Block, Part as RowsPart, collect};
use crate::store::Store;
use crate::table::{self, Ending, Fresh, State, TagSets, VariantCounts};
use encoding_rs::Encoding;
use movetext::io::ChunkOptions;
use movetext::parallel::{self, Part};
use movetext::registry::VariantSet;
use movetext::scan::{Counts, ScanOptions};
use movetext::variants::Standard;
use movetext::{Diagnostic, Limits, Strictness, diagnostic};
use plan::Plan;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

/// How to import sources.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// How many threads read; the calling one writes. Has no influence on what is stored. Default:
    /// as many as the machine runs at once.
    pub jobs: usize,
    /// The variant of all games, whatever their tags say: an index into
    /// [`Standard`]'s profiles.
    pub variant: Option<usize>,
    /// The notation that moves are expected in: see [`ScanOptions::notation`]. Empty: any.
    pub notation: Cow<'static, str>,
    /// The encoding of all sources; otherwise it is found out.
    pub encoding: Option<&'static Encoding>,
    /// How much is asked of a move.
    pub strictness: Strictness,
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
            notation: Cow::Borrowed(""),
            encoding: None,
            strictness: Strictness::default(),
            limits: Limits::default(),
            batch: 5000,
            chunk: ChunkOptions::default().target,
        }
    }
}

impl ImportOptions {
    /// The options that bear on what is stored, in words.
    fn fingerprint<S: VariantSet>(&self) -> String {
        let notation = match self.notation.is_empty() {
            true => String::new(),
            false => format!(" notation={}", self.notation),
        };
        // The usual rules have no word, so that imports begun before there were others go on.
        let rules = match self.strictness {
            Strictness::Legal => "",
            Strictness::Minimal => " rules=minimal",
        };
        format!(
            "variant={} encoding={} depth={} game={} chunk={}{notation}{rules}",
            self.variant.map_or("auto", |index| S::VARIANTS[index].id),
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

    /// The options that bear on how a game is read, from the words that are kept of an import.
    pub(crate) fn from_fingerprint<S: VariantSet>(words: &str) -> ImportOptions {
        let mut options = ImportOptions::default();
        for (name, value) in words.split(' ').filter_map(|word| word.split_once('=')) {
            match name {
                "variant" => options.variant = S::find(value),
                "encoding" => options.encoding = Encoding::for_label(value.as_bytes()),
                "depth" => options.limits.depth = value.parse().unwrap_or(options.limits.depth),
                "game" => options.limits.game = value.parse().unwrap_or(options.limits.game),
                "chunk" => options.chunk = value.parse().unwrap_or(options.chunk),
                "notation" => options.notation = Cow::Owned(value.to_owned()),
                "rules" if value == "minimal" => options.strictness = Strictness::Minimal,
                _ => {}
            }
        }
        options
    }

    fn scan(&self, hint: usize) -> ScanOptions {
        ScanOptions {
            variant: self.variant,
            hint,
            notation: self.notation.clone(),
            strictness: self.strictness,
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
        // All rows refer to the source that is being stored, so there is nothing to be looked up.
        let foreign_keys =
            |on: bool| self.check(|connection| connection.pragma_update(None, "foreign_keys", on));
        foreign_keys(false)?;
        let report = thread::scope(|scope| {
            let checkpointer = Checkpointer::start(scope, &self.path);
            self.import_all::<S, P>(paths, options, observer, checkpointer)
        });
        foreign_keys(true)?;
        report
    }

    fn import_all<S: VariantSet, P: AsRef<Path>>(
        &self,
        paths: impl IntoIterator<Item = P>,
        options: &ImportOptions,
        observer: &mut impl Observer,
        checkpointer: Checkpointer,
    ) -> Result<ImportReport> {
        let mut report = ImportReport::default();
        let mut import = Import {
            store: self,
            options,
            fingerprint: options.fingerprint::<S>(),
            observer,
            checkpointer,
            own: plan::own_files(self),
            transaction: None,
            uncommitted: 0,
            reaches: Arc::new(Reaches::new::<S>()),
            tag_sets: TagSets::default(),
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
        import.commit()?;
        Ok(report)
    }
}

/// An import under way.
struct Import<'a, O> {
    store: &'a Store,
    options: &'a ImportOptions,
    fingerprint: String,
    observer: &'a mut O,
    checkpointer: Checkpointer,
    /// The files of the database itself.
    own: Vec<PathBuf>,
    /// What is not committed is undone if it is dropped. It may hold what was stored of many small files.
    transaction: Option<Transaction<'a>>,
    /// How many files, games and diagnostics that is.
    uncommitted: u64,
    reaches: Arc<Reaches>,
    tag_sets: TagSets,
}

/// A source that is being stored.
struct Begun {
    path: PathBuf,
    bytes: u64,
    id: i64,
    resumed: bool,
    hint: &'static str,
    hashed: Hashed,
    text_hashed: Option<Hashed>,
    counts: Counts,
    /// By the index of the variant; and their ids.
    variants: Vec<VariantCounts>,
    variant_ids: Vec<&'static str>,
    /// Where the reading stands after the last chunk that was stored.
    after: After,
    /// What precedes this offset is stored already.
    stored_to: Option<u64>,
}

impl<'a, O: Observer> Import<'a, O> {
    fn source<S: VariantSet>(&mut self, path: &Path) -> Result<SourceOutcome> {
        let plan = plan::plan::<S>(self.store, path, self.options, &self.fingerprint, &self.own)?;
        let task = match plan {
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
            hint: S::VARIANTS[task.hint].id,
            hashed: task.reading.hashed.clone(),
            text_hashed: task.reading.text_hashed.clone(),
            counts,
            variants: vec![VariantCounts::default(); S::VARIANTS.len()],
            variant_ids: S::VARIANTS.iter().map(|profile| profile.id).collect(),
            after: task.after,
            stored_to: task.reading.stored_to,
        };
        if self.announce(path, &begun) {
            return Ok(SourceOutcome::Stopped {
                source: resumed.then_some(id),
                counts,
            });
        }
        self.begin()?;
        let connection = &self.store.connection;
        if resumed {
            self.go_on(&begun)?;
            for (counts, variant) in begun.variants.iter_mut().zip(&begun.variant_ids) {
                let stored = table::variant_counts(connection, id, variant);
                *counts = stored.map_err(|error| self.store.error(error))?;
            }
        } else {
            let fresh = Fresh {
                path: &begun.path,
                bytes: begun.bytes,
                compression: task.compression,
                prefix: task.prefix,
                format: task.reading.format,
                options: &self.fingerprint,
            };
            begun.id = table::insert_source(connection, &fresh)
                .map_err(|error| self.or_concurrent(error, &begun.path))?;
            if !task.head.is_empty() {
                let head = Block::new(0, &task.head);
                table::insert_block(connection, begun.id, &head)
                    .map_err(|error| self.store.error(error))?;
            }
        }
        self.store_all::<S>(path, begun, task.reading)
    }

    /// Makes sure that there is a transaction.
    fn begin(&mut self) -> Result<()> {
        if self.transaction.is_none() {
            self.transaction = Some(self.store.check(immediate)?);
        }
        Ok(())
    }

    /// Commits what there is.
    fn commit(&mut self) -> Result<()> {
        self.uncommitted = 0;
        let Some(transaction) = self.transaction.take() else {
            return Ok(());
        };
        transaction
            .commit()
            .map_err(|error| self.store.error(error))?;
        self.checkpointer.wake();
        Ok(())
    }

    /// Whether so much is not committed that it is time for it.
    fn is_due(&self) -> bool {
        self.uncommitted >= self.options.batch.max(1)
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
    fn store_all<S: VariantSet>(
        &mut self,
        path: &Path,
        mut begun: Begun,
        reading: Reading,
    ) -> Result<SourceOutcome> {
        let store = self.store;
        let reaches = Arc::clone(&self.reaches);
        let mut chunks = reading.chunks;
        let hashed = reading.hashed;
        let source = parallel::Source {
            chunks: &mut chunks,
            format: reading.format,
            first: reading.first,
            continued: reading.continued,
            options: reading.options,
            games: match begun.stored_to {
                Some(_) => 0,
                None => begun.counts.games,
            },
        };
        let read = parallel::read(
            source,
            self.options.jobs.max(1),
            |chunks, chunk| After::new(chunks, chunk, &hashed),
            |chunk, pass_on| collect::<S>(chunk, &reaches, pass_on),
            |part| match self.take(path, &mut begun, part) {
                Ok(false) => ControlFlow::Continue(()),
                Ok(true) => ControlFlow::Break(Ok(())),
                Err(error) => ControlFlow::Break(Err(error)),
            },
        );
        let result = match read {
            Ok(ControlFlow::Continue(())) => Ok(()),
            Ok(ControlFlow::Break(stopped)) => {
                return stopped.map(|()| SourceOutcome::Stopped {
                    source: Some(begun.id),
                    counts: begun.counts,
                });
            }
            Err(error) => Err(error),
        };
        let outcome = self.end(&mut begun, result);
        let outcome = outcome.map_err(|error| store.error(error))?;
        self.uncommitted += 1;
        if self.is_due() {
            self.commit()?;
        }
        Ok(outcome)
    }

    /// Stores what was read of a chunk; true if the observer stops the import, and all is committed.
    fn take(
        &mut self,
        path: &Path,
        begun: &mut Begun,
        part: Part<RowsPart, After>,
    ) -> Result<bool> {
        let store = self.store;
        let failed = |error| store.error(error);
        match part {
            Part::Output { .. } if begun.stored_to.is_some() => Ok(false),
            Part::End { note, .. } if let Some(offset) = begun.stored_to => {
                if note.checkpoint.offset >= offset {
                    begun.stored_to = None;
                }
                Ok(false)
            }
            Part::Output { before, output } => {
                self.uncommitted += output.diagnostics.len() as u64;
                for game in &output.games {
                    begun.variants[game.summary.variant].add(&game.summary);
                }
                table::insert_part(
                    &store.connection,
                    begun.id,
                    before,
                    &output,
                    &mut self.tag_sets,
                )
                .map_err(failed)?;
                Ok(false)
            }
            Part::End { stats, note } => {
                self.uncommitted += stats.counts.games;
                begun.counts += stats.counts;
                begun.after = note;
                let event = Event::Read {
                    path,
                    bytes_read: begun.after.raw.bytes,
                    bytes: begun.bytes,
                    games: begun.counts.games,
                };
                let stop = self.observer.on(&event).is_break();
                if stop || self.is_due() {
                    self.save(begun).map_err(failed)?;
                    self.commit()?;
                    if !stop {
                        self.begin()?;
                        self.go_on(begun)?;
                    }
                }
                Ok(stop)
            }
        }
    }

    /// Makes sure that no other process has gone on with a source.
    fn go_on(&self, begun: &Begun) -> Result<()> {
        let offset = self
            .store
            .check(|connection| table::next_offset(connection, begun.id))?;
        if offset == Some(begun.after.checkpoint.offset) {
            Ok(())
        } else {
            Err(self.concurrent(&begun.path))
        }
    }

    /// Notes how far the source is stored.
    fn save(&self, begun: &Begun) -> rusqlite::Result<()> {
        self.save_counts(begun)?;
        table::save_checkpoint(&self.store.connection, begun.id, begun.hint, &begun.after)
    }

    fn save_counts(&self, begun: &Begun) -> rusqlite::Result<()> {
        let connection = &self.store.connection;
        table::save_progress(connection, begun.id, &begun.counts, &begun.after)?;
        for (stored, variant) in begun.variants.iter().zip(&begun.variant_ids) {
            if stored.counts.games > 0 {
                table::save_variant_counts(connection, begun.id, variant, stored)?;
            }
        }
        Ok(())
    }

    /// Notes how the source ended.
    fn end(&self, begun: &mut Begun, result: io::Result<()>) -> rusqlite::Result<SourceOutcome> {
        let connection = &self.store.connection;
        let raw = begun.hashed.finish(&begun.path);
        let offset = begun.after.checkpoint.offset;
        let unread = table::count_of_code(connection, begun.id, diagnostic::UNREAD_TEXT.id)?;
        let (ending, broken, error) = match result.and_then(|()| raw.as_ref().map_err(copy)) {
            Ok(_) if unread > 0 => {
                let what = "some of its text is in another encoding and was not read";
                (State::Failed, false, Some(what.to_owned()))
            }
            Ok(_) => (State::Done, false, None),
            Err(error) => (State::Failed, true, Some(error.to_string())),
        };
        if let Some(error) = error.as_ref().filter(|_| broken) {
            begun.counts.errors += 1;
            let checkpoint = &begun.after.checkpoint;
            let diagnostic = Diagnostic::of_source(
                &diagnostic::UNREADABLE_SOURCE,
                format!("the source cannot be read on from here: {error}"),
                offset..offset,
                diagnostic::LineColumn {
                    line: checkpoint.line,
                    column: checkpoint.column,
                },
            );
            table::insert_diagnostic(connection, begun.id, 0, &diagnostic)?;
        }
        self.save_counts(begun)?;
        let ending = Ending {
            state: ending,
            text: match (&error, &begun.text_hashed) {
                (Some(_), _) => None,
                (None, Some(text)) => Some(text.mark().hash),
                (None, None) => raw.as_ref().ok().map(|raw| raw.hash),
            },
            raw: raw.ok(),
            text_bytes: error.is_none().then_some(offset),
            error: error.as_deref(),
        };
        table::finish(connection, begun.id, &ending)?;
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
