//! Several runs made one.

use super::Watch;
use super::postings::{Packer, Posting, unpack};
use super::table::{self, Run, RunWriter, games_of, is_in, joined};
use crate::error::Result;
use crate::store::Store;
use rusqlite::Connection;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// So many runs of about the same size become one. A run of the next size has so many times as many postings.
const TIER: usize = 4;

/// So many blocks of a run are read at once.
const BATCH: i64 = 64;

/// The runs that should become one next; none if all is well.
pub(crate) fn next(runs: &[Run]) -> Vec<Run> {
    let tier = |run: &Run| run.postings.max(1).ilog2() / TIER.ilog2();
    let mut tiers: Vec<u32> = runs.iter().map(tier).collect();
    tiers.sort_unstable();
    tiers.dedup();
    for wanted in tiers {
        let same: Vec<Run> = runs
            .iter()
            .filter(|run| tier(run) == wanted)
            .copied()
            .collect();
        if same.len() >= TIER {
            return same;
        }
    }
    // What was removed takes up room.
    runs.iter()
        .filter(|run| run.removed)
        .take(1)
        .copied()
        .collect()
}

/// Makes some runs one, without what was removed.
pub(crate) fn merge(store: &Store, runs: &[Run], watch: &Watch<'_>) -> Result<()> {
    let covered = store.check(table::covered)?;
    let mut sources = Vec::new();
    let mut games = Vec::new();
    for run in runs {
        let own = games_of(&covered, run.id);
        games.extend(own.iter().cloned());
        sources.push(Source::new(run, own));
    }
    let games = joined(games);
    let span = match (games.first(), games.last()) {
        (Some(first), Some(last)) => (first.start, last.end - 1),
        _ => (0, 0),
    };
    let about = table::postings(runs);
    // What is read was written before this transaction.
    let reader = store.again()?;
    let damaged = |problem: &str| store.damaged(format!("the index: {problem}"));
    let mut heap = BinaryHeap::new();
    for (index, source) in sources.iter_mut().enumerate() {
        if let Some(posting) = source.next(&reader, damaged)? {
            heap.push(Reverse((posting, index)));
        }
    }
    let mut run = store.check(RunWriter::new)?;
    let mut packer = Packer::new(about, span);
    let (mut postings, mut reported) = (0, 0);
    while let Some(mut head) = heap.peek_mut() {
        let Reverse((posting, index)) = *head;
        postings += 1;
        if let Some(block) = packer.push(posting) {
            store.check(|_| run.block(&block))?;
            watch.advance(postings - reported);
            reported = postings;
        }
        match sources[index].next(&reader, damaged)? {
            Some(next) => *head = Reverse((next, index)),
            None => drop(std::collections::binary_heap::PeekMut::pop(head)),
        }
    }
    for block in packer.finish() {
        store.check(|_| run.block(&block))?;
    }
    store.check(|connection| {
        for run in runs {
            table::remove(connection, run)?;
        }
        if postings > 0 || !games.is_empty() {
            run.finish(postings, &games)?;
        }
        Ok(())
    })
}

/// The postings of a run, in their order.
pub(crate) struct Source {
    /// The blocks that are not read yet.
    blocks: Range<i64>,
    /// The games of the run; it may have postings of others.
    own: Vec<Range<i64>>,
    ready: Vec<Posting>,
    at: usize,
}

impl Source {
    pub(crate) fn new(run: &Run, own: Vec<Range<i64>>) -> Source {
        Source {
            blocks: run.blocks(),
            own,
            ready: Vec::new(),
            at: 0,
        }
    }

    /// The next posting of a game of its own.
    pub(crate) fn next(
        &mut self,
        store: &Store,
        damaged: impl Fn(&str) -> crate::Error + Copy,
    ) -> Result<Option<Posting>> {
        loop {
            while let Some(&posting) = self.ready.get(self.at) {
                self.at += 1;
                if is_in(&self.own, posting.1) {
                    return Ok(Some(posting));
                }
            }
            if self.blocks.is_empty() {
                return Ok(None);
            }
            self.read(store, damaged)?;
        }
    }

    fn read(&mut self, store: &Store, damaged: impl Fn(&str) -> crate::Error) -> Result<()> {
        let from = self.blocks.start;
        let to = from.saturating_add(BATCH).min(self.blocks.end);
        let last = self.ready.last().copied();
        self.ready.clear();
        self.at = 0;
        let blocks = store.check(|connection| blocks(connection, from..to))?;
        if blocks.len() as i64 != to - from {
            return Err(damaged("a block is missing"));
        }
        for (first, data) in blocks {
            unpack(&data, first, &mut self.ready).map_err(&damaged)?;
        }
        let sorted = last
            .iter()
            .chain(&self.ready)
            .is_sorted_by(|one, other| one < other);
        if !sorted {
            return Err(damaged("postings are not in their order"));
        }
        self.blocks.start = to;
        Ok(())
    }
}

/// Some blocks, each with its first key.
fn blocks(connection: &Connection, ids: Range<i64>) -> rusqlite::Result<Vec<(u64, Vec<u8>)>> {
    connection
        .prepare_cached(
            "SELECT first_key, data FROM index_blocks WHERE id >= ? AND id < ? ORDER BY id",
        )?
        .query_map([ids.start, ids.end], |row| {
            Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?))
        })?
        .collect()
}
