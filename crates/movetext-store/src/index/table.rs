//! The tables of an index.

use super::postings::Packed;
use rusqlite::{Connection, params};
use std::ops::Range;

const TABLES: &str = include_str!("schema.sql");

/// A sorted list of postings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) id: i64,
    pub(crate) postings: u64,
    pub(crate) bytes: u64,
    pub(crate) first_block: i64,
    pub(crate) blocks: i64,
    /// Whether it has postings of games that are not its own any more.
    pub(crate) removed: bool,
    /// Whether its frequent positions are counted.
    pub(crate) counted: bool,
}

impl Run {
    /// The ids of its blocks.
    pub(crate) fn blocks(&self) -> Range<i64> {
        self.first_block..self.first_block.saturating_add(self.blocks)
    }
}

/// The postings of some runs.
pub(crate) fn postings(runs: &[Run]) -> u64 {
    let postings = runs.iter().map(|run| run.postings);
    postings.fold(0, u64::saturating_add)
}

/// The ids of games that follow one another, and the run that they are in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Covered {
    pub(crate) games: Range<i64>,
    pub(crate) run: i64,
}

/// Whether there is an index.
pub(crate) fn is_there(connection: &Connection) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'index_runs'")?
        .exists([])
}

/// Makes the tables, if there are none.
pub(crate) fn create(connection: &Connection) -> rusqlite::Result<()> {
    if is_there(connection)? {
        return Ok(());
    }
    connection.execute_batch(TABLES)
}

/// Drops the tables.
pub(crate) fn drop(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "DROP TABLE IF EXISTS index_games; DROP TABLE IF EXISTS index_positions; \
         DROP TABLE IF EXISTS index_blocks; DROP TABLE IF EXISTS index_runs;",
    )
}

/// All runs.
pub(crate) fn runs(connection: &Connection) -> rusqlite::Result<Vec<Run>> {
    connection
        .prepare_cached(
            "SELECT id, postings, bytes, first_block, blocks, removed, counted FROM index_runs \
             ORDER BY id",
        )?
        .query_map([], |row| {
            Ok(Run {
                id: row.get(0)?,
                postings: row.get::<_, i64>(1)?.unsigned_abs(),
                bytes: row.get::<_, i64>(2)?.unsigned_abs(),
                first_block: row.get(3)?,
                blocks: row.get(4)?,
                removed: row.get(5)?,
                counted: row.get(6)?,
            })
        })?
        .collect()
}

/// The games of all runs, in their order.
pub(crate) fn covered(connection: &Connection) -> rusqlite::Result<Vec<Covered>> {
    connection
        .prepare_cached("SELECT first_game, games, run FROM index_games ORDER BY first_game")?
        .query_map([], |row| {
            let first: i64 = row.get(0)?;
            Ok(Covered {
                games: first..first.saturating_add(row.get(1)?),
                run: row.get(2)?,
            })
        })?
        .collect()
}

/// The games of a run.
pub(crate) fn games_of(covered: &[Covered], run: i64) -> Vec<Range<i64>> {
    let own = covered.iter().filter(|covered| covered.run == run);
    own.map(|covered| covered.games.clone()).collect()
}

/// Whether a game is in one of these ranges, which are in their order.
pub(crate) fn is_in(ranges: &[Range<i64>], game: i64) -> bool {
    let after = ranges.partition_point(|range| range.start <= game);
    after > 0 && game < ranges[after - 1].end
}

/// Ranges that touch made one, in their order.
pub(crate) fn joined(mut ranges: Vec<Range<i64>>) -> Vec<Range<i64>> {
    ranges.sort_by_key(|range| range.start);
    let mut joined: Vec<Range<i64>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if last.end >= range.start => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

/// Writes a run, block by block.
pub(crate) struct RunWriter<'c> {
    connection: &'c Connection,
    run: Run,
}

impl<'c> RunWriter<'c> {
    pub(crate) fn new(connection: &'c Connection) -> rusqlite::Result<RunWriter<'c>> {
        let next = |table: &str| -> rusqlite::Result<i64> {
            let sql = format!("SELECT ifnull(max(id), 0) + 1 FROM {table}");
            connection.query_row(&sql, [], |row| row.get(0))
        };
        Ok(RunWriter {
            connection,
            run: Run {
                id: next("index_runs")?,
                postings: 0,
                bytes: 0,
                first_block: next("index_blocks")?,
                blocks: 0,
                removed: false,
                counted: false,
            },
        })
    }

    pub(crate) fn block(&mut self, block: &Packed) -> rusqlite::Result<()> {
        let run = &mut self.run;
        self.connection
            .prepare_cached("INSERT INTO index_blocks VALUES (?, ?, ?, ?, ?)")?
            .execute(params![
                run.first_block + run.blocks,
                run.id,
                block.first.0.cast_signed(),
                block.first.1,
                block.data
            ])?;
        run.blocks += 1;
        run.bytes += block.data.len() as u64;
        Ok(())
    }

    /// Ends the run: it has so many postings, of these games.
    pub(crate) fn finish(mut self, postings: u64, games: &[Range<i64>]) -> rusqlite::Result<Run> {
        self.run.postings = postings;
        let run = &self.run;
        self.connection
            .prepare_cached("INSERT INTO index_runs VALUES (?, ?, ?, ?, ?, ?, ?)")?
            .execute(params![
                run.id,
                run.postings.cast_signed(),
                run.bytes.cast_signed(),
                run.first_block,
                run.blocks,
                run.removed,
                run.counted
            ])?;
        cover(self.connection, run.id, games)?;
        Ok(self.run)
    }
}

fn cover(connection: &Connection, run: i64, games: &[Range<i64>]) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached("INSERT INTO index_games VALUES (?, ?, ?)")?;
    for games in games {
        insert.execute([games.start, games.end - games.start, run])?;
    }
    Ok(())
}

/// Removes a run with all that belongs to it.
pub(crate) fn remove(connection: &Connection, run: &Run) -> rusqlite::Result<()> {
    for sql in [
        "DELETE FROM index_games WHERE run = ?",
        "DELETE FROM index_positions WHERE run = ?",
        "DELETE FROM index_runs WHERE id = ?",
    ] {
        connection.prepare_cached(sql)?.execute([run.id])?;
    }
    connection
        .prepare_cached("DELETE FROM index_blocks WHERE id >= ?1 AND id < ?1 + ?2")?
        .execute([run.first_block, run.blocks])?;
    Ok(())
}

/// Takes games out of the index that are no longer there: their ids may be those of other games some day.
pub(crate) fn forget(connection: &Connection, games: Vec<Range<i64>>) -> rusqlite::Result<()> {
    if !is_there(connection)? {
        return Ok(());
    }
    let gone = joined(games);
    let mut touched = Vec::new();
    for covered in covered(connection)? {
        let from = gone.partition_point(|gone| gone.end <= covered.games.start);
        let mut rest = covered.games.clone();
        let mut kept = Vec::new();
        for gone in gone[from..]
            .iter()
            .take_while(|gone| gone.start < covered.games.end)
        {
            if rest.start < gone.start {
                kept.push(rest.start..gone.start);
            }
            rest.start = gone.end;
            touched.push(covered.run);
        }
        if rest.start == covered.games.start {
            continue;
        }
        if rest.start < rest.end {
            kept.push(rest);
        }
        connection
            .prepare_cached("DELETE FROM index_games WHERE first_game = ?")?
            .execute([covered.games.start])?;
        cover(connection, covered.run, &kept)?;
    }
    touched.sort_unstable();
    touched.dedup();
    for run in touched {
        connection
            .prepare_cached("UPDATE index_runs SET removed = 1, counted = 0 WHERE id = ?")?
            .execute([run])?;
        connection
            .prepare_cached("DELETE FROM index_positions WHERE run = ?")?
            .execute([run])?;
    }
    Ok(())
}
