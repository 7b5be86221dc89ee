//! The games that a position may be in, and what was played in it.

use super::frequent::{self, Moves};
use super::key::short;
use super::postings::groups;
use super::table::{self, Covered, Run, games_of, is_in, joined};
use crate::error::Result;
use crate::query::Target;
use crate::store::Store;
use rusqlite::{Connection, OptionalExtension, params};
use std::ops::Range;

/// What an index says of a position.
#[derive(Default)]
pub(crate) struct Found {
    /// The games that it may be in, in their order: those that the index names, and all that are not indexed.
    pub(crate) games: Vec<i64>,
    /// What was played in it in all other games.
    pub(crate) moves: Moves,
}

/// Looks a position up; none if there is no index. What was played is not given unless it is asked for: then the
/// games are all that the position may be in.
pub(crate) fn look_up(store: &Store, target: &Target, counts: bool) -> Result<Option<Found>> {
    // All of it is read at one moment, while others may write.
    let moment = store.check(|connection| {
        let free = connection.is_autocommit();
        free.then(|| connection.unchecked_transaction()).transpose()
    })?;
    if !store.check(table::is_there)? {
        return Ok(None);
    }
    let (runs, covered) = store.check(|c| Ok((table::runs(c)?, table::covered(c)?)))?;
    let key = super::key::key(target.info.id, &target.board);
    let identity = frequent::position(target.info, &target.board, target.key);
    let mut found = Found::default();
    for run in &runs {
        let counted = counts && run.counted && add_counted(store, run, key, &identity, &mut found)?;
        if !counted {
            let own = games_of(&covered, run.id);
            add_games(store, run, short(key), &own, &mut found.games)?;
        }
    }
    for (first, games) in store.check(|connection| unindexed(connection, &covered))? {
        found.games.extend(first..first.saturating_add(games));
    }
    drop(moment);
    found.games.sort_unstable();
    found.games.dedup();
    Ok(Some(found))
}

/// Adds what was played, if the run has that of all positions with this key.
fn add_counted(
    store: &Store,
    run: &Run,
    key: u64,
    identity: &[u8],
    found: &mut Found,
) -> Result<bool> {
    let own: Option<Option<Vec<u8>>> = store.check(|connection| {
        let key = key.cast_signed();
        let with_key = connection
            .prepare_cached("SELECT 1 FROM index_positions WHERE run = ? AND key = ?")?
            .exists([run.id, key])?;
        if !with_key {
            return Ok(None);
        }
        let own = connection
            .prepare_cached(
                "SELECT moves FROM index_positions WHERE run = ? AND key = ? AND position = ?",
            )?
            .query_row(params![run.id, key, identity], |row| row.get(0))
            .optional()?;
        Ok(Some(own))
    })?;
    if let Some(Some(moves)) = &own {
        frequent::add_moves(moves, &mut found.moves).ok_or_else(|| {
            store.damaged("the index: what was played in a position cannot be read".to_owned())
        })?;
    }
    Ok(own.is_some())
}

/// Adds the games of a run that have this key.
fn add_games(
    store: &Store,
    run: &Run,
    key: u64,
    own: &[Range<i64>],
    games: &mut Vec<i64>,
) -> Result<()> {
    // The last block that begins below may have the first of them.
    const BEFORE: &str = "SELECT max(id) FROM index_blocks WHERE run = ?1 AND first_key = \
        (SELECT max(first_key) FROM index_blocks WHERE run = ?1 AND first_key < ?2)";
    const BLOCKS: &str =
        "SELECT first_key, data FROM index_blocks WHERE id >= ? AND id < ? ORDER BY id";
    let blocks = run.blocks();
    let problem = store.check(|connection| {
        let before: Option<i64> = connection
            .prepare_cached(BEFORE)?
            .query_row([run.id, key.cast_signed()], |row| row.get(0))?;
        let mut statement = connection.prepare_cached(BLOCKS)?;
        let mut rows = statement.query([before.unwrap_or(blocks.start), blocks.end])?;
        while let Some(row) = rows.next()? {
            let first = row.get::<_, i64>(0)?.cast_unsigned();
            if first > key {
                break;
            }
            let read = groups(row.get_ref(1)?.as_blob()?, first, |found, game| {
                if found == key && is_in(own, game) {
                    games.push(game);
                }
                found <= key
            });
            if let Err(problem) = read {
                return Ok(Some(problem));
            }
        }
        Ok(None)
    })?;
    problem.map_or(Ok(()), |problem| {
        Err(store.damaged(format!("the index: {problem}")))
    })
}

/// The blocks of lines that no run has: their first games, and how many these are.
pub(crate) fn unindexed(
    connection: &Connection,
    covered: &[Covered],
) -> rusqlite::Result<Vec<(i64, i64)>> {
    let covered = joined(
        covered
            .iter()
            .map(|covered| covered.games.clone())
            .collect(),
    );
    let mut statement = connection.prepare_cached(
        "SELECT first_game, games FROM lines WHERE first_game >= ? AND first_game < ? \
         ORDER BY first_game",
    )?;
    let mut blocks = Vec::new();
    let starts = std::iter::once(i64::MIN).chain(covered.iter().map(|games| games.end));
    let ends = covered.iter().map(|games| games.start).chain([i64::MAX]);
    for (start, end) in starts.zip(ends) {
        let rows = statement.query_map([start, end], |row| Ok((row.get(0)?, row.get(1)?)))?;
        for row in rows {
            blocks.push(row?);
        }
    }
    Ok(blocks)
}
