//! Whether an index says what the lines say.

use super::frequent::{self, Counted, Moves};
use super::key::{Keys, short};
use super::merge::Source;
use super::table::{self, Run, games_of};
use super::{IndexStage, Watch};
use crate::error::{Error, Result};
use crate::line::{Board, Line, Reaches};
use crate::query::scan::{self, Failure, Work};
use crate::store::Store;
use movetext::Side;
use rusqlite::params;

/// What is wrong with the index of a database, if it has one.
///
/// # Errors
///
/// If the database cannot be read.
pub(crate) fn problems(store: &Store) -> Result<Vec<String>> {
    if !store.check(table::is_there)? {
        return Ok(Vec::new());
    }
    let reaches = Reaches::standard();
    let keys = Keys::all(reaches);
    let mut found = Vec::new();
    for run in store.check(table::runs)? {
        match problem(store, &run, reaches, &keys) {
            Ok(None) => {}
            Ok(Some(problem)) => found.push(format!("run {} of the index: {problem}", run.id)),
            Err(Error::Damaged { problem, .. }) => found.push(problem),
            Err(error) => return Err(error),
        }
    }
    Ok(found)
}

fn problem(store: &Store, run: &Run, reaches: &Reaches, keys: &[Keys]) -> Result<Option<String>> {
    let ranges = games_of(&store.check(table::covered)?, run.id);
    let mut expected = Sum::default();
    let mut places = Vec::new();
    for range in &ranges {
        places.extend(scan::places(store, range.start, range.end)?);
    }
    let games: i64 = places.iter().map(|(_, games)| *games).sum();
    let covered: i64 = ranges.iter().map(|range| range.end - range.start).sum();
    if games != covered {
        return Ok(Some("it has games that are not there".to_owned()));
    }
    let (done, _) = scan::run_over(store, &places, None, reaches, 1, || Adder {
        keys,
        board: Board::empty(Side::First),
        found: Vec::new(),
        sum: Sum::default(),
    })?;
    for adder in done {
        expected.add_all(&adder.sum);
    }
    let damaged = |problem: &str| store.damaged(format!("the index: {problem}"));
    let mut source = Source::new(run, ranges);
    let mut sum = Sum::default();
    while let Some((key, game)) = source.next(store, damaged)? {
        sum.add(key, game);
    }
    if sum != expected || !run.removed && sum.postings != run.postings {
        return Ok(Some("its postings are not those of the moves".to_owned()));
    }
    if !run.counted {
        return Ok(None);
    }
    let mut same = true;
    let mut positions: u64 = 0;
    let silent = Watch::new(&|_| {}, IndexStage::Counting, 0);
    frequent::each_slice(store, run, reaches, keys, 1, &silent, |counted| {
        positions += counted.len() as u64;
        same &= are_stored(store, run, &counted)?;
        Ok(())
    })?;
    let stored: u64 = store.check(|connection| {
        connection.query_row(
            "SELECT count(*) FROM index_positions WHERE run = ?",
            [run.id],
            |row| row.get::<_, i64>(0).map(i64::unsigned_abs),
        )
    })?;
    let same = same && stored == positions;
    Ok((!same).then(|| "what was played in frequent positions is not what it says".to_owned()))
}

fn are_stored(store: &Store, run: &Run, counted: &Counted) -> Result<bool> {
    store.check(|connection| {
        let mut statement = connection.prepare_cached(
            "SELECT moves FROM index_positions WHERE run = ? AND key = ? AND position = ?",
        )?;
        for ((key, position), moves) in counted {
            let mut rows = statement.query(params![run.id, key.cast_signed(), position])?;
            let mut stored = Moves::new();
            let read = match rows.next()? {
                Some(row) => frequent::add_moves(row.get_ref(0)?.as_blob()?, &mut stored),
                None => None,
            };
            if read.is_none() || stored != *moves {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

/// A sum over postings, in whatever order they come.
#[derive(Default, PartialEq)]
struct Sum {
    postings: u64,
    mixed: u128,
}

impl Sum {
    fn add(&mut self, key: u64, game: i64) {
        let mut mixed = u128::from(key) << 64 | u128::from(game.cast_unsigned());
        for _ in 0..2 {
            mixed = mixed.wrapping_mul(0xDA94_2042_E4DD_58B5_9E37_79B9_7F4A_7C15);
            mixed ^= mixed >> 61;
        }
        self.postings += 1;
        self.mixed = self.mixed.wrapping_add(mixed);
    }

    fn add_all(&mut self, other: &Sum) {
        self.postings += other.postings;
        self.mixed = self.mixed.wrapping_add(other.mixed);
    }
}

/// Adds the postings of lines up.
struct Adder<'a> {
    keys: &'a [Keys],
    board: Board,
    found: Vec<u64>,
    sum: Sum,
}

impl Work for Adder<'_> {
    fn line(&mut self, _: &Store, game: i64, line: Line<'_>) -> std::result::Result<(), Failure> {
        let Some(keys) = Keys::of_line(self.keys, &line) else {
            return Ok(());
        };
        self.found.clear();
        keys.walk(line, &mut self.board, |key, _, _| {
            self.found.push(short(key));
            true
        })?;
        self.found.sort_unstable();
        self.found.dedup();
        for key in &self.found {
            self.sum.add(*key, game);
        }
        Ok(())
    }
}
