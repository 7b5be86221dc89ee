//! Going through the packed lines of all games, on several threads.

use crate::error::{Error, Result};
use crate::line::{Block, Line, LineError, Reaches};
use crate::store::Store;
use std::fmt;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// So many blocks are taken at once.
const BATCH: usize = 4;

/// A block: its first game, and how many it has.
pub(crate) type Place = (i64, i64);

/// What is done with the lines of games. Each thread has its own.
pub(crate) trait Work: Send {
    /// Looks at the main line of a game. Lines come in the order of the games, block by block.
    fn line(
        &mut self,
        store: &Store,
        game: i64,
        line: Line<'_>,
    ) -> std::result::Result<(), Failure>;

    /// A block ends; it had the games of these ids.
    fn end_block(&mut self, store: &Store, first: i64, games: i64) -> Result<()> {
        let (_, _, _) = (store, first, games);
        Ok(())
    }

    /// Whether this thread is to take no further blocks.
    fn is_full(&self) -> bool {
        false
    }

    /// There are no further blocks for this thread.
    fn end(&mut self) {}
}

/// Why a line cannot be looked at.
pub(crate) enum Failure {
    /// It is damaged.
    Line(LineError),
    /// The database cannot be asked.
    Store(Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Line(error) => error.fmt(f),
            Failure::Store(error) => error.fmt(f),
        }
    }
}

impl From<LineError> for Failure {
    fn from(error: LineError) -> Failure {
        Failure::Line(error)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Store(error)
    }
}

/// So many candidates are looked up one by one; for more, all blocks are listed.
const FEW: usize = 2048;

/// Does some work with the lines of the candidates, or of all games, on so many threads. Gives what the threads
/// have done.
pub(crate) fn run<W: Work>(
    store: &Store,
    candidates: Option<&[i64]>,
    reaches: &Reaches,
    jobs: usize,
    make: impl Fn() -> W,
) -> Result<Vec<W>> {
    let places = match candidates {
        Some(candidates) if candidates.len() <= FEW => places_of(store, candidates)?,
        Some(candidates) => {
            let mut places = places(store, i64::MIN, i64::MAX)?;
            places.retain(|&(first, games)| {
                let from = candidates.partition_point(|game| *game < first);
                candidates
                    .get(from)
                    .is_some_and(|game| *game < first.saturating_add(games))
            });
            places
        }
        None => places(store, i64::MIN, i64::MAX)?,
    };
    let (done, _) = run_over(store, &places, candidates, reaches, jobs, make)?;
    Ok(done)
}

/// The blocks that begin with games of these ids, the last one not included, in their order.
pub(crate) fn places(store: &Store, from: i64, to: i64) -> Result<Vec<Place>> {
    store.check(|connection| {
        connection
            .prepare_cached(
                "SELECT first_game, games FROM lines WHERE first_game >= ? AND first_game < ? \
                 ORDER BY first_game",
            )?
            .query_map([from, to], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect()
    })
}

/// The blocks in which these games are.
fn places_of(store: &Store, games: &[i64]) -> Result<Vec<Place>> {
    store.check(|connection| {
        let mut statement = connection.prepare_cached(
            "SELECT first_game, games FROM lines WHERE first_game <= ? \
             ORDER BY first_game DESC LIMIT 1",
        )?;
        let mut places: Vec<Place> = Vec::new();
        for &game in games {
            let within = |&(first, games): &Place| game < first.saturating_add(games);
            if places.last().is_some_and(within) {
                continue;
            }
            let mut rows = statement.query([game])?;
            if let Some(row) = rows.next()? {
                let place = (row.get(0)?, row.get(1)?);
                if within(&place) {
                    places.push(place);
                }
            }
        }
        Ok(places)
    })
}

/// Does some work with the lines in some blocks: of the candidates, or all. Gives what the threads have done, and
/// with how many of the blocks, from the first: all, unless threads were full.
pub(crate) fn run_over<W: Work>(
    store: &Store,
    places: &[Place],
    candidates: Option<&[i64]>,
    reaches: &Reaches,
    jobs: usize,
    make: impl Fn() -> W,
) -> Result<(Vec<W>, usize)> {
    let next = AtomicUsize::new(0);
    let scan = Scan {
        candidates,
        reaches,
        places,
        next: &next,
        failed: &AtomicBool::new(false),
    };
    let taken = || next.load(Ordering::Relaxed).min(places.len());
    let jobs = jobs.clamp(1, places.len().div_ceil(BATCH).max(1));
    if jobs == 1 {
        let done = vec![scan.run(store, make())?];
        return Ok((done, taken()));
    }
    let done: Result<Vec<W>> = thread::scope(|scope| {
        let workers: Result<Vec<_>> = (0..jobs)
            .map(|_| {
                let (own, work) = (store.again()?, make());
                Ok(scope.spawn(move || scan.run(&own, work)))
            })
            .collect();
        let joined: Vec<_> = workers?.into_iter().map(|worker| worker.join()).collect();
        let done = joined.into_iter().map(|done| match done {
            Ok(done) => done,
            Err(payload) => resume_unwind(payload),
        });
        done.collect()
    });
    Ok((done?, taken()))
}

#[derive(Clone, Copy)]
struct Scan<'a> {
    candidates: Option<&'a [i64]>,
    reaches: &'a Reaches,
    places: &'a [Place],
    next: &'a AtomicUsize,
    /// Another thread has failed: there is no use in going on.
    failed: &'a AtomicBool,
}

impl Scan<'_> {
    /// What one thread does: it takes blocks until there are none left.
    fn run<W: Work>(self, store: &Store, mut work: W) -> Result<W> {
        loop {
            if work.is_full() {
                work.end();
                return Ok(work);
            }
            let from = self.next.fetch_add(BATCH, Ordering::Relaxed);
            let places = self.places.get(from..).unwrap_or_default();
            if places.is_empty() || self.failed.load(Ordering::Relaxed) {
                work.end();
                return Ok(work);
            }
            for place in &places[..places.len().min(BATCH)] {
                if let Err(error) = self.block(store, *place, &mut work) {
                    self.failed.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
    }

    fn block(self, store: &Store, (first, games): Place, work: &mut impl Work) -> Result<()> {
        let data: Vec<u8> = store.check(|connection| {
            connection
                .prepare_cached("SELECT data FROM lines WHERE first_game = ?")?
                .query_row([first], |row| row.get(0))
        })?;
        let damaged = |error: LineError| {
            store.damaged(format!(
                "the moves of game {first} and those behind it: {error}"
            ))
        };
        let block = Block::unpack(&data).map_err(damaged)?;
        // The candidates of this block.
        let mut wanted = self.candidates.map(|games| {
            let from = games.partition_point(|game| *game < first);
            games[from..].iter().copied().peekable()
        });
        for (game, line) in (first..).zip(block.lines(self.reaches)) {
            let line = line.map_err(damaged)?;
            if let Some(wanted) = &mut wanted
                && wanted.next_if_eq(&game).is_none()
            {
                continue;
            }
            work.line(store, game, line)
                .map_err(|failure| match failure {
                    Failure::Line(error) => damaged(error),
                    Failure::Store(error) => error,
                })?;
        }
        work.end_block(store, first, games)
    }
}
