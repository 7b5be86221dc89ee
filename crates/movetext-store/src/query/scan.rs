//! Going through the packed lines of all games.

use super::target::{InLines, Stands, Target};
use super::{Hit, Query};
use crate::error::Result;
use crate::line::{Block, Line, LineError, Reaches};
use crate::store::Store;
use movetext::Move;
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use std::collections::HashSet;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// So many blocks are taken at once.
const BATCH: usize = 16;

/// A block: its first game, and how many it has.
type Place = (i64, i64);

/// The games, of the candidates or of all, in whose main line the query's position or opening stands.
pub(super) fn scan(
    store: &Store,
    query: &Query,
    candidates: Option<&[i64]>,
    reaches: &Reaches,
    jobs: usize,
) -> Result<Vec<Hit>> {
    let mut places: Vec<Place> = store.check(|connection| {
        connection
            .prepare("SELECT first_game, games FROM lines ORDER BY first_game")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect()
    })?;
    if let Some(candidates) = candidates {
        places.retain(|&(first, games)| {
            let from = candidates.partition_point(|game| *game < first);
            candidates
                .get(from)
                .is_some_and(|game| *game < first + games)
        });
    }
    let next = AtomicUsize::new(0);
    let scan = Scan {
        query,
        candidates,
        reaches,
        places: &places,
        next: &next,
    };
    let jobs = jobs.clamp(1, places.len().div_ceil(BATCH).max(1));
    let mut hits = if jobs == 1 {
        scan.run(store)?
    } else {
        thread::scope(|scope| {
            let workers: Result<Vec<_>> = (0..jobs)
                .map(|_| {
                    let own = store.again()?;
                    Ok(scope.spawn(move || scan.run(&own)))
                })
                .collect();
            let mut hits = Vec::new();
            for worker in workers? {
                match worker.join() {
                    Ok(found) => hits.extend(found?),
                    Err(payload) => resume_unwind(payload),
                }
            }
            Ok(hits)
        })?
    };
    hits.sort_unstable_by_key(|hit| hit.game);
    Ok(hits)
}

#[derive(Clone, Copy)]
struct Scan<'a> {
    query: &'a Query,
    candidates: Option<&'a [i64]>,
    reaches: &'a Reaches,
    places: &'a [Place],
    next: &'a AtomicUsize,
}

impl Scan<'_> {
    /// What one thread does: it takes blocks until there are none left.
    fn run(self, store: &Store) -> Result<Vec<Hit>> {
        let mut hits = Vec::new();
        loop {
            let from = self.next.fetch_add(BATCH, Ordering::Relaxed);
            let Some(places) = self.places.get(from..) else {
                return Ok(hits);
            };
            if places.is_empty() {
                return Ok(hits);
            }
            for &(first, _) in &places[..places.len().min(BATCH)] {
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
                for (game, line) in (first..).zip(block.lines(self.reaches)) {
                    let line = line.map_err(damaged)?;
                    let wanted = self
                        .candidates
                        .is_none_or(|games| games.binary_search(&game).is_ok());
                    if wanted && let Some(hit) = self.line(store, game, line, damaged)? {
                        hits.push(hit);
                    }
                }
            }
        }
    }

    fn line(
        self,
        store: &Store,
        game: i64,
        line: Line<'_>,
        damaged: impl Fn(LineError) -> crate::Error,
    ) -> Result<Option<Hit>> {
        if let Some(opening) = &self.query.opening {
            let named = line
                .reach()
                .is_some_and(|reach| reach.info().id == opening.info.id);
            if !named || line.is_custom() {
                return Ok(None);
            }
            let mut moves = line.clone();
            for expected in &opening.moves {
                match moves.next().transpose().map_err(&damaged)? {
                    Some(mv) if mv == *expected => {}
                    _ => return Ok(None),
                }
            }
        }
        let Some(target) = &self.query.position else {
            return Ok(Some(Hit {
                game,
                ply: None,
                in_variation: false,
            }));
        };
        let ply = find(store, game, line, target, damaged)?;
        Ok(ply.map(|ply| Hit {
            game,
            ply: Some(ply),
            in_variation: false,
        }))
    }
}

/// After how many plies a position stands in a line.
fn find(
    store: &Store,
    game: i64,
    mut line: Line<'_>,
    target: &Target,
    damaged: impl Fn(LineError) -> crate::Error,
) -> Result<Option<u32>> {
    if line
        .reach()
        .is_none_or(|reach| reach.info().id != target.info.id)
    {
        return Ok(None);
    }
    let custom = line.is_custom();
    let again = line.clone();
    let mut board = line.start().into_owned();
    let mut ply = 0;
    loop {
        // The same pieces on the same squares; whether rights are the same, too, only a replay can tell.
        if board.turn() == target.board.turn() && board == target.board {
            let moves: Vec<Move> = again
                .clone()
                .take(ply as usize)
                .collect::<std::result::Result<_, _>>()
                .map_err(&damaged)?;
            let tree = if custom {
                Some(store.game(game)?)
            } else {
                None
            };
            let stands = Stands {
                game: tree.as_ref(),
                moves: &moves,
                key: target.key,
            };
            let index = Standard::find(target.info.id);
            if index.is_some_and(|index| Standard::run(index, stands)) {
                return Ok(Some(ply));
            }
        }
        match line.play(&mut board) {
            None => return Ok(None),
            Some(mv) => mv.map_err(&damaged)?,
        };
        ply += 1;
    }
}

/// Adds the games in which the position stands in a variation alone.
pub(super) fn in_variations(
    store: &Store,
    query: &Query,
    candidates: Option<&[i64]>,
    hits: &mut Vec<Hit>,
) -> Result<()> {
    let Some(target) = &query.position else {
        return Ok(());
    };
    let known: HashSet<i64> = hits.iter().map(|hit| hit.game).collect();
    let games: Vec<i64> = store.check(|connection| {
        connection
            .prepare("SELECT id FROM games WHERE variation_plies > 0 AND variant = ? ORDER BY id")?
            .query_map([target.info.id], |row| row.get(0))?
            .collect()
    })?;
    for game in games {
        let wanted = candidates.is_none_or(|games| games.binary_search(&game).is_ok());
        if !wanted || known.contains(&game) {
            continue;
        }
        let mut lines = InLines::new(target);
        store.visit::<Standard>(game, &mut lines)?;
        if let Some(ply) = lines.found {
            hits.push(Hit {
                game,
                ply: Some(ply),
                in_variation: true,
            });
        }
    }
    hits.sort_unstable_by_key(|hit| hit.game);
    Ok(())
}
