//! From packed lines to a sorted run.

use super::Watch;
use super::key::{BITS, Keys, short};
use super::postings::Packer;
use super::table::{RunWriter, joined};
use crate::error::Result;
use crate::line::{Board, Line, LineError, Reaches};
use crate::query::scan::{self, Failure, Place, Work};
use crate::store::Store;
use movetext::Side;

/// A posting in memory is a key, and below it so many bits of the game, counted from the first of the run.
const GAME_BITS: u32 = u64::BITS - BITS;

/// The games of the run that begins with these blocks, as far as they can be distinguished.
pub(crate) fn span(places: &[Place]) -> usize {
    let Some((first, _)) = places.first() else {
        return 0;
    };
    places.partition_point(|(next, games)| next.saturating_add(*games) - first < 1 << GAME_BITS)
}

/// How many postings there are in memory.
#[derive(Clone, Copy)]
pub(crate) struct Memory {
    /// At most, and a block more.
    pub(crate) most: usize,
    /// About how many there will be.
    pub(crate) expected: usize,
}

/// Writes a run of the games of these blocks: of all, or as many as fit into the memory. Gives with how many blocks
/// that was.
pub(crate) fn write(
    store: &Store,
    places: &[Place],
    reaches: &Reaches,
    keys: &[Keys],
    memory: Memory,
    jobs: usize,
    watch: &Watch<'_>,
) -> Result<usize> {
    let Some(&(base, _)) = places.first() else {
        return Ok(0);
    };
    let (done, taken) = scan::run_over(store, places, None, reaches, jobs, || Gatherer {
        keys,
        base,
        board: Board::empty(Side::First),
        found: Vec::with_capacity(memory.expected.min(memory.most) / jobs),
        most: memory.most / jobs,
        watch,
    })?;
    let lists: Vec<Vec<u64>> = done.into_iter().map(|gatherer| gatherer.found).collect();
    let games = joined(
        places[..taken]
            .iter()
            .map(|(first, games)| *first..first + games)
            .collect(),
    );
    let highest = games.last().map_or(base, |games| games.end - 1);
    let about: usize = lists.iter().map(Vec::len).sum();
    store.check(|connection| {
        let mut run = RunWriter::new(connection)?;
        let mut packer = Packer::new(about as u64, (base, highest));
        let mut postings = 0;
        for found in merged(&lists) {
            let game = base + (found & ((1 << GAME_BITS) - 1)) as i64;
            if let Some(block) = packer.push((found >> GAME_BITS, game)) {
                run.block(&block)?;
            }
            postings += 1;
        }
        for block in packer.finish() {
            run.block(&block)?;
        }
        run.finish(postings, &games)
    })?;
    Ok(taken)
}

/// The numbers of some sorted lists in their order.
fn merged(lists: &[Vec<u64>]) -> impl Iterator<Item = u64> {
    let mut lists: Vec<&[u64]> = lists.iter().map(Vec::as_slice).collect();
    std::iter::from_fn(move || {
        let heads = lists.iter_mut().filter(|list| !list.is_empty());
        let list = heads.min_by_key(|list| list[0])?;
        let slice: &[u64] = list;
        let (first, rest) = slice.split_first()?;
        *list = rest;
        Some(*first)
    })
}

/// Gathers the postings of games.
struct Gatherer<'a> {
    keys: &'a [Keys],
    base: i64,
    board: Board,
    found: Vec<u64>,
    most: usize,
    watch: &'a Watch<'a>,
}

impl Work for Gatherer<'_> {
    fn line(&mut self, _: &Store, game: i64, line: Line<'_>) -> std::result::Result<(), Failure> {
        let Some(keys) = Keys::of_line(self.keys, &line) else {
            return Ok(());
        };
        let game = (game - self.base).unsigned_abs();
        if game >> GAME_BITS != 0 {
            return Err(LineError("there are more games than it says").into());
        }
        let found = &mut self.found;
        keys.walk(line, &mut self.board, |key, _, _| {
            found.push(short(key) << GAME_BITS | game);
            true
        })?;
        Ok(())
    }

    fn end_block(&mut self, _: &Store, _: i64, games: i64) -> Result<()> {
        self.watch.advance(games.unsigned_abs());
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.found.len() >= self.most
    }

    fn end(&mut self) {
        self.found.sort_unstable();
        // A position that stands in a game more than once counts once.
        self.found.dedup();
    }
}
