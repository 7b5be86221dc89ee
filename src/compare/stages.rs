//! The stages of pairing: each pairs the games that have no counterpart yet and have a key in common.
//!
//! A stage sorts keys of the games and goes through those of both collections side by side, so the time is that of
//! sorting, whatever the games are.

use super::bytes;
use super::content::{Content, Keys, Token};
use super::digest::Record;
use super::options::By;
use super::pairing::{Evidence, Origin, Store};
use super::sorting::{Row, Scratch, Sorter};
use crate::format::fen;
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::{Position, Variant};
use std::hash::Hasher;
use std::io;
use std::marker::PhantomData;

/// Pairing under way.
pub(super) struct Pairing<S> {
    pub(super) keys: Keys,
    pub(super) by: By,
    pub(super) store: Store,
    pub(super) pairs: Sorter,
    /// How many games of either collection have no counterpart yet.
    pub(super) left: [u64; 2],
    pub(super) scratch: Scratch,
    pub(super) set: PhantomData<fn() -> S>,
}

/// Keys are compared only within a rank; lower ranks come first.
type Key = (u32, u128);

/// Whether two games with a key of this rank in common may be paired.
type Accepts<'f> = &'f dyn Fn(&Record, &Record, u32) -> bool;

/// Where the keys of a stage come from.
enum Source<'f> {
    /// The record alone; the number is that of the game.
    Record(&'f dyn Fn(&Record, u64, &mut Vec<Key>)),
    /// What the game says.
    Content(&'f dyn Fn(&Record, &Content<'_>, &mut Vec<Key>)),
}

/// A step between the lengths of beginnings that are compared.
const STEP: u32 = 8;
/// Longer beginnings are not distinguished.
const LONGEST: u32 = 64 * STEP;
/// A beginning that is evidence where the headings say little.
const LONG: u32 = 3 * STEP;
/// A position is late from this ply on.
const LATE: usize = 20;
/// So many late positions of each game are compared.
const POSITIONS: usize = 4;

impl<S: VariantSet> Pairing<S> {
    /// Pairs all that can be paired.
    pub(super) fn run(&mut self) -> io::Result<()> {
        match self.by {
            By::Evidence => {
                self.by_moves()?;
                self.by_beginnings()?;
                self.by_positions()?;
                self.by_headings()
            }
            By::Moves => self.by_moves(),
            By::Tags => self.by_headings(),
            By::Order => self.stage(
                Evidence::Order,
                &Source::Record(&|_, number, keys| keys.push((0, u128::from(number)))),
                None,
            ),
            By::Id => self.stage(
                Evidence::Id,
                &Source::Record(&|record, _, keys| {
                    if record.id != 0 {
                        keys.push((0, u128::from(record.id)));
                    }
                }),
                None,
            ),
        }
    }

    /// Games with the same start and moves: those that mean the same first, then those whose headings are the same,
    /// then in their order. Games without moves are paired only if their headings fit.
    fn by_moves(&mut self) -> io::Result<()> {
        let hash = self.keys.clone();
        let whole = |record: &Record, _, keys: &mut Vec<Key>| {
            keys.push((0, hash.long(&(record.line, record.meaning))));
        };
        let headed = |record: &Record, _, keys: &mut Vec<Key>| {
            keys.push((0, hash.long(&(record.line, record.heading.numbers()))));
        };
        let dated = |record: &Record, _, keys: &mut Vec<Key>| {
            let [players, date, ..] = record.heading.numbers();
            if players != 0 {
                keys.push((0, hash.long(&(record.line, players, date))));
            }
        };
        let played = |record: &Record, _, keys: &mut Vec<Key>| {
            if record.plies > 0 {
                keys.push((0, u128::from(record.line)));
            }
        };
        let unplayed = |record: &Record, _, keys: &mut Vec<Key>| {
            if record.plies == 0 {
                keys.push((0, u128::from(record.line)));
            }
        };
        self.stage(Evidence::Moves, &Source::Record(&whole), None)?;
        self.stage(Evidence::Moves, &Source::Record(&headed), None)?;
        self.stage(Evidence::Moves, &Source::Record(&dated), None)?;
        self.stage(Evidence::Moves, &Source::Record(&played), None)?;
        let fits = |a: &Record, b: &Record, _: u32| a.heading.fits(&b.heading);
        self.stage(Evidence::Moves, &Source::Record(&unplayed), Some(&fits))
    }

    /// Games that begin alike, the longest beginnings first: of the same players on the same day, then with headings
    /// that fit if it is half of the longer game.
    fn by_beginnings(&mut self) -> io::Result<()> {
        let hash = self.keys.clone();
        let headed = |record: &Record, content: &Content<'_>, keys: &mut Vec<Key>| {
            let [players, date, ..] = record.heading.numbers();
            if players != 0 {
                beginnings(content, &hash, STEP, keys);
                for (_, key) in keys {
                    *key = hash.long(&(*key, players, date));
                }
            }
        };
        let long = |_: &Record, content: &Content<'_>, keys: &mut Vec<Key>| {
            beginnings(content, &hash, LONG, keys);
        };
        let fits = |a: &Record, b: &Record, rank: u32| {
            let shared = u32::MAX - rank;
            a.heading.fits(&b.heading) && shared >= a.plies.max(b.plies).min(LONGEST) / 2
        };
        self.stage(
            Evidence::Prefix,
            &Source::Content(&headed),
            Some(&|a, b, _| a.heading.fits(&b.heading)),
        )?;
        self.stage(Evidence::Prefix, &Source::Content(&long), Some(&fits))
    }

    fn by_positions(&mut self) -> io::Result<()> {
        let positions = |_: &Record, content: &Content<'_>, keys: &mut Vec<Key>| {
            let index = content.variant.as_deref().and_then(S::find);
            let late = index.map(|index| S::run(index, Late { content }));
            keys.extend(late.into_iter().flatten().map(|key| (0, u128::from(key))));
        };
        let fits = |a: &Record, b: &Record, _: u32| a.heading.fits(&b.heading);
        self.stage(
            Evidence::Position,
            &Source::Content(&positions),
            Some(&fits),
        )
    }

    /// Games of the same players, by all else that is known of them.
    fn by_headings(&mut self) -> io::Result<()> {
        let hash = self.keys.clone();
        let headed = |record: &Record, _, keys: &mut Vec<Key>| {
            let [players, date, round, event] = record.heading.numbers();
            let choices = [
                [date, round, event],
                [date, round, u64::MAX],
                [date, u64::MAX, event],
                [date, u64::MAX, u64::MAX],
                [u64::MAX, round, event],
                [u64::MAX, u64::MAX, event],
            ];
            if players != 0 {
                let known = (0..)
                    .zip(choices)
                    .filter(|(_, choice)| !choice.contains(&0));
                keys.extend(known.map(|(rank, choice)| (rank, hash.long(&(players, choice)))));
            }
        };
        let fits = |a: &Record, b: &Record, _: u32| a.heading.fits(&b.heading);
        self.stage(Evidence::Tags, &Source::Record(&headed), Some(&fits))
    }

    /// Pairs the games that have no counterpart yet and have a key in common.
    fn stage(
        &mut self,
        evidence: Evidence,
        source: &Source<'_>,
        accepts: Option<Accepts<'_>>,
    ) -> io::Result<()> {
        // Where one collection has no game left, none can be paired.
        if self.left.contains(&0) {
            return Ok(());
        }
        let [mut ours, mut theirs] = [Sorter::new(&self.scratch), Sorter::new(&self.scratch)];
        for (origin, sorter) in [(Origin::A, &mut ours), (Origin::B, &mut theirs)] {
            self.keys_of(origin, source, sorter)?;
        }
        let (mut ours, mut theirs) = (ours.sorted()?, theirs.sorted()?);
        let (mut a, mut b) = (ours.next()?, theirs.next()?);
        let number =
            |row: &Row| u64::from_be_bytes(*row[20..].first_chunk().expect("a row is longer"));
        while let (Some(one), Some(other)) = (&a, &b) {
            let (i, j) = (number(one), number(other));
            match one[..20].cmp(&other[..20]) {
                std::cmp::Ordering::Less => a = ours.next()?,
                std::cmp::Ordering::Greater => b = theirs.next()?,
                _ if self.store.is_paired(Origin::A, i) => a = ours.next()?,
                _ if self.store.is_paired(Origin::B, j) => b = theirs.next()?,
                _ => {
                    let rank = u32::from_be_bytes(*one.first_chunk().expect("a row is longer"));
                    let accepted = match accepts {
                        Some(accepts) => {
                            let (one, other) = (
                                self.store.record(Origin::A, i)?,
                                self.store.record(Origin::B, j)?,
                            );
                            accepts(&one, &other, rank)
                        }
                        None => true,
                    };
                    if accepted {
                        self.take(i, j, evidence)?;
                    }
                    let (first, second) = (accepted || i <= j, accepted || i > j);
                    if first {
                        a = ours.next()?;
                    }
                    if second {
                        b = theirs.next()?;
                    }
                }
            }
        }
        Ok(())
    }

    fn take(&mut self, a: u64, b: u64, evidence: Evidence) -> io::Result<()> {
        let [ours, theirs] = &mut self.store.records;
        ours.taken[a as usize] = true;
        theirs.taken[b as usize] = true;
        self.left = self.left.map(|left| left - 1);
        self.pairs.push(pair_row(a, b, evidence))
    }

    fn keys_of(
        &mut self,
        origin: Origin,
        source: &Source<'_>,
        sorter: &mut Sorter,
    ) -> io::Result<()> {
        let mut keys = Vec::new();
        let count = self.store.count(origin);
        let mut from = 0;
        while from < count {
            let block = self.store.records[origin as usize].block(from)?;
            for (number, record) in (from..).zip(&block) {
                if self.store.is_paired(origin, number) {
                    continue;
                }
                keys.clear();
                match source {
                    Source::Record(make) => make(record, number, &mut keys),
                    Source::Content(make) => {
                        let content = self.store.content(record)?;
                        make(record, &content, &mut keys);
                    }
                }
                for (rank, key) in &keys {
                    let mut row = Row::default();
                    row[..4].copy_from_slice(&rank.to_be_bytes());
                    row[4..20].copy_from_slice(&key.to_be_bytes());
                    row[20..28].copy_from_slice(&number.to_be_bytes());
                    sorter.push(row)?;
                }
            }
            from += block.len() as u64;
        }
        Ok(())
    }
}

/// A pair in storage, in the order of the first collection.
fn pair_row(a: u64, b: u64, evidence: Evidence) -> Row {
    let mut row = Row::default();
    row[..8].copy_from_slice(&a.to_be_bytes());
    row[8..16].copy_from_slice(&b.to_be_bytes());
    row[16] = Evidence::ALL
        .iter()
        .position(|other| *other == evidence)
        .unwrap_or(0) as u8;
    row
}

/// A pair from storage.
pub(super) fn pair_of(row: &Row) -> (u64, u64, Evidence) {
    let number = |at: usize| u64::from_be_bytes(*row[at..].first_chunk().expect("a row is longer"));
    (
        number(0),
        number(8),
        Evidence::ALL[usize::from(row[16]) % Evidence::ALL.len()],
    )
}

/// Hashes of the beginnings of a game that are so long at least, each with its rank: the longest first.
fn beginnings(content: &Content<'_>, hash: &Keys, least: u32, keys: &mut Vec<Key>) {
    let mut hashers = hash.hashers();
    let mut line = Vec::new();
    for part in [content.variant.as_deref(), content.start.as_deref()] {
        line.extend_from_slice(part.unwrap_or_default().as_bytes());
        line.push(0);
    }
    for (token, ply) in content.main_line().zip(1..=LONGEST) {
        bytes::token(token, &mut line);
        for hasher in &mut hashers {
            hasher.write(&line);
        }
        line.clear();
        if ply >= least && ply % STEP == 0 {
            let [high, low] = hashers.each_ref().map(|hasher| hasher.clone().finish());
            keys.push((u32::MAX - ply, u128::from(high) << 64 | u128::from(low)));
        }
    }
}

/// Some late positions of a game. Which ones depends on the positions alone, so two games that have most of them in
/// common have these in common, too.
struct Late<'c> {
    content: &'c Content<'c>,
}

impl WithVariant for Late<'_> {
    type Output = Vec<u64>;

    fn run<V: Variant>(self) -> Vec<u64> {
        let tags = self
            .content
            .tags
            .iter()
            .map(|(name, value)| (&**name, &**value));
        let start = fen::start_by::<V>(&tags.collect::<Vec<_>>());
        let Some(start) = start.filter(|_| self.content.replayed) else {
            return Vec::new();
        };
        let mut position = start.position;
        let mut late = Vec::new();
        for (ply, token) in self.content.main_line().enumerate() {
            let Token::Move(mv) = token else {
                break;
            };
            position.play(mv);
            if ply >= LATE {
                late.push(position.key());
            }
        }
        late.sort_unstable();
        late.dedup();
        late.truncate(POSITIONS);
        late
    }
}
