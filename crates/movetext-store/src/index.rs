//! An index of positions: which games a position is in, without going through all of them.
//!
//! Sorted lists of pairs of a key and a game stand in tables of their own. What they say of a position is verified by
//! playing the games; games that are not in them are gone through as if there were no index. So answers are the same
//! with and without it.

mod bits;
mod build;
mod frequent;
mod key;
mod lookup;
mod merge;
mod postings;
mod table;
mod verify;

pub(crate) use frequent::Moves;
pub(crate) use lookup::look_up;
pub(crate) use table::forget;
pub(crate) use verify::problems;

use crate::error::Result;
use crate::line::Reaches;
use crate::query::scan::Place;
use crate::store::Store;
use build::Memory;
use key::Keys;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bytes of a posting in memory.
const POSTING: usize = 8;

/// Options for making an index.
pub struct IndexOptions<'a> {
    /// The number of threads, at least one.
    pub jobs: usize,
    /// The approximate memory for sorting postings, in bytes. Everything else takes some tens of megabytes.
    pub memory: usize,
    /// Called with the progress of the work, from any thread.
    pub progress: &'a (dyn Fn(IndexProgress) + Sync),
}

impl Default for IndexOptions<'_> {
    /// Two threads, 512 MiB, no reports of progress.
    fn default() -> Self {
        IndexOptions {
            jobs: 2,
            memory: 512 << 20,
            progress: &|_| {},
        }
    }
}

impl fmt::Debug for IndexOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexOptions")
            .field("jobs", &self.jobs)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// A stage of making an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IndexStage {
    /// Collecting the positions of the games.
    Reading,
    /// Merging sorted runs of postings.
    Merging,
    /// Counting the moves that were played in frequent positions.
    Counting,
}

/// The progress of making an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct IndexProgress {
    /// The current stage.
    pub stage: IndexStage,
    /// The number of games that are done; while merging, of postings.
    pub done: u64,
    /// The number of all of them.
    pub all: u64,
}

/// The result of [`Store::index`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct IndexReport {
    /// The number of games that were added to the index.
    pub added: u64,
    /// The number of games in the index.
    pub games: u64,
    /// The number of postings: pairs of a position and a game.
    pub postings: u64,
    /// The size of the postings in bytes.
    pub bytes: u64,
    /// The number of sorted runs of postings.
    pub runs: u64,
    /// The number of frequent positions whose moves are counted.
    pub positions: u64,
}

/// Reports the progress of a stage.
pub(crate) struct Watch<'a> {
    see: &'a (dyn Fn(IndexProgress) + Sync),
    stage: IndexStage,
    done: AtomicU64,
    all: u64,
}

impl<'a> Watch<'a> {
    fn new(see: &'a (dyn Fn(IndexProgress) + Sync), stage: IndexStage, all: u64) -> Watch<'a> {
        Watch {
            see,
            stage,
            done: AtomicU64::new(0),
            all,
        }
    }

    /// Adds to what is done.
    fn advance(&self, more: u64) {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        (self.see)(IndexProgress {
            stage: self.stage,
            done,
            all: self.all,
        });
    }
}

impl Store {
    /// Makes an index of the positions in main lines, or brings it up to date: [`find`](Store::find),
    /// [`count`](Store::count) and [`tree`](Store::tree) use it from then on. It stands in tables of its own in the
    /// same file; what is imported later is found without it until it is made again.
    ///
    /// It can be interrupted at any moment, by whatever means, and called again: it resumes where it was. While a
    /// run is made, no other process can write to the database.
    ///
    /// ```
    /// use movetext_store::{IndexOptions, Query, Store};
    /// # let folder = tempfile::tempdir()?;
    /// # let (path, pgn) = (folder.path().join("games.db"), folder.path().join("a.pgn"));
    /// # std::fs::write(&pgn, "1. d4 d5 2. Nf3 *\n")?;
    /// # Store::open(&path)?.import([pgn], &Default::default(), &mut ())?;
    /// let mut store = Store::open(&path)?;
    /// let report = store.index(&IndexOptions::default())?;
    /// assert_eq!((report.games, report.postings), (1, 4));
    /// let query = Query::new().moves("1. d4 d5")?;
    /// assert_eq!(store.tree(&query, 1)?.moves[0].text, "Nf3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the database cannot be read or written to, or its moves are damaged.
    pub fn index(&mut self, options: &IndexOptions<'_>) -> Result<IndexReport> {
        let reaches = Reaches::standard();
        let keys = Keys::all(reaches);
        let added = self.index_games(options, reaches, &keys)?;
        self.merge_runs(options)?;
        self.count_frequent(options, reaches, &keys)?;
        // All of it in one file, as far as nobody is reading what was there before.
        self.check(|connection| {
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
        })?;
        let mut report = self.index_report()?;
        report.added = added;
        Ok(report)
    }

    /// The size of the index; all zeros if there is none.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn index_report(&self) -> Result<IndexReport> {
        self.check(|connection| {
            let mut report = IndexReport::default();
            if !table::is_there(connection)? {
                return Ok(report);
            }
            let runs = table::runs(connection)?;
            report.runs = runs.len() as u64;
            report.postings = table::postings(&runs);
            let bytes = runs.iter().map(|run| run.bytes);
            report.bytes = bytes.fold(0, u64::saturating_add);
            let covered = table::covered(connection)?;
            let games = covered
                .iter()
                .map(|covered| covered.games.end - covered.games.start);
            report.games = games.sum::<i64>().unsigned_abs();
            report.positions =
                connection.query_row("SELECT count(*) FROM index_positions", [], |row| {
                    row.get::<_, i64>(0).map(i64::unsigned_abs)
                })?;
            Ok(report)
        })
    }

    /// Removes the index. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// If the database cannot be written to.
    pub fn drop_index(&mut self) -> Result<bool> {
        let there = self.check(table::is_there)?;
        self.at_once(|store| store.check(table::drop))?;
        Ok(there)
    }

    /// Runs something in a transaction that no other writer can enter.
    fn at_once<T>(&self, work: impl FnOnce(&Store) -> Result<T>) -> Result<T> {
        let transaction = self.check(|connection| {
            Transaction::new_unchecked(connection, TransactionBehavior::Immediate)
        })?;
        let done = work(self)?;
        transaction.commit().map_err(|error| self.error(error))?;
        Ok(done)
    }

    /// Makes runs of the games that are in none; returns the number of these games.
    fn index_games(
        &self,
        options: &IndexOptions<'_>,
        reaches: &Reaches,
        keys: &[Keys],
    ) -> Result<u64> {
        let most = (options.memory / POSTING).max(1);
        let mut added = 0;
        let mut watch = None;
        loop {
            let games = self.at_once(|store| {
                store.check(table::create)?;
                let places = store.check(unindexed)?;
                if places.first().is_some_and(|(first, _)| *first < 1) {
                    return Err(store.damaged("a game has an id below 1".to_owned()));
                }
                let games = games_in(&places);
                let watch = watch.get_or_insert_with(|| {
                    Watch::new(options.progress, IndexStage::Reading, games)
                });
                let memory = Memory {
                    most,
                    expected: store.check(positions)?,
                };
                let places = &places[..build::span(&places)];
                let jobs = options.jobs.max(1);
                let taken = build::write(store, places, reaches, keys, memory, jobs, watch)?;
                Ok(games_in(&places[..taken]))
            })?;
            if games == 0 {
                return Ok(added);
            }
            added += games;
        }
    }

    fn merge_runs(&self, options: &IndexOptions<'_>) -> Result<()> {
        loop {
            let done = self.at_once(|store| {
                let runs = merge::next(&store.check(table::runs)?);
                if runs.is_empty() {
                    return Ok(true);
                }
                let postings = table::postings(&runs);
                let watch = Watch::new(options.progress, IndexStage::Merging, postings);
                merge::merge(store, &runs, &watch)?;
                Ok(false)
            })?;
            if done {
                return Ok(());
            }
        }
    }

    fn count_frequent(
        &self,
        options: &IndexOptions<'_>,
        reaches: &Reaches,
        keys: &[Keys],
    ) -> Result<()> {
        loop {
            let done = self.at_once(|store| {
                let runs = store.check(table::runs)?;
                let Some(run) = runs.iter().find(|run| !run.counted) else {
                    return Ok(true);
                };
                let covered = store.check(table::covered)?;
                let games = table::games_of(&covered, run.id);
                let games = games
                    .iter()
                    .map(|games| games.end - games.start)
                    .sum::<i64>();
                let watch =
                    Watch::new(options.progress, IndexStage::Counting, games.unsigned_abs());
                frequent::count(store, run, reaches, keys, options.jobs.max(1), &watch)?;
                Ok(false)
            })?;
            if done {
                return Ok(());
            }
        }
    }
}

fn games_in(places: &[Place]) -> u64 {
    places.iter().map(|(_, games)| games.unsigned_abs()).sum()
}

fn unindexed(connection: &Connection) -> rusqlite::Result<Vec<Place>> {
    lookup::unindexed(connection, &table::covered(connection)?)
}

/// About how many positions the games have.
fn positions(connection: &Connection) -> rusqlite::Result<usize> {
    connection.query_row(
        "SELECT ifnull(sum(plies + games), 0) FROM sources",
        [],
        |row| {
            row.get::<_, i64>(0)
                .map(|sum| usize::try_from(sum).unwrap_or(0))
        },
    )
}
