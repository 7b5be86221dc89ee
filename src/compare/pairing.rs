//! Finding for each game of a collection its counterpart in another one.
//!
//! Of each game a record of fixed size is kept, and what it says; both go to [`Scratch`] storage. Each stage sorts
//! keys of the games that have no counterpart yet and goes through those of both collections side by side, so the
//! time is that of sorting, whatever the games are.

use super::content::{Content, Keys};
use super::headings::{self, Heading};
use super::options::{Aspect, By, Holds, Options};
use super::report::Report;
use super::sorting::{Heap, Row, Scratch, Sorter};
use super::{bytes, games};
use crate::format::fen;
use crate::game::Game;
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::{Position, Variant};
use crate::variants::Standard;
use std::hash::Hasher;
use std::io;
use std::marker::PhantomData;

/// Which of the two collections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The first one.
    A,
    /// The second one.
    B,
}

/// Where a game stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The source, by a number that the caller gave it.
    pub source: u32,
    /// The number of the game in its source, from 1.
    pub game: u64,
    /// Where it begins in the (decompressed) source, in bytes.
    pub byte_start: u64,
}

/// What two games were paired by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// The same start and moves.
    Moves,
    /// The same beginning, and headings that fit.
    Prefix,
    /// The same position late in the game, and headings that fit.
    Position,
    /// Their headings.
    Tags,
    /// Their order.
    Order,
    /// What names the record.
    Id,
}

impl Evidence {
    /// All of them; the place is the number in storage.
    const ALL: [Evidence; 6] = [
        Evidence::Moves,
        Evidence::Prefix,
        Evidence::Position,
        Evidence::Tags,
        Evidence::Order,
        Evidence::Id,
    ];

    /// The name for data: lower case, no blanks.
    pub const fn as_str(self) -> &'static str {
        match self {
            Evidence::Moves => "moves",
            Evidence::Prefix => "prefix",
            Evidence::Position => "position",
            Evidence::Tags => "tags",
            Evidence::Order => "order",
            Evidence::Id => "id",
        }
    }
}

/// Makes digests of games, on any thread.
#[derive(Debug)]
pub struct Digester<S = Standard> {
    options: Options,
    keys: Keys,
    set: PhantomData<fn() -> S>,
}

/// All that is kept of a game.
#[derive(Clone, Debug)]
pub struct Digest {
    content: Vec<u8>,
    record: Record,
}

/// What is kept of a game at hand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Record {
    /// Where its contents are kept.
    at: u64,
    len: u32,
    plies: u32,
    line: u64,
    meaning: u64,
    pub(super) spelling: u64,
    heading: Heading,
    id: u64,
    pub(super) place: Place,
}

/// The bytes of a record.
const RECORD: usize = 108;

impl Record {
    /// Whether two games mean the same, by their hashes.
    pub(super) fn means(&self, other: &Record) -> bool {
        (self.line, self.meaning) == (other.line, other.meaning)
    }

    fn write(&self) -> [u8; RECORD] {
        let mut out = [0; RECORD];
        let mut rest = &mut out[..];
        let mut put = |bytes: &[u8]| {
            let (here, behind) = std::mem::take(&mut rest).split_at_mut(bytes.len());
            here.copy_from_slice(bytes);
            rest = behind;
        };
        let Place {
            source,
            game,
            byte_start,
        } = self.place;
        let numbers = [
            self.line,
            self.meaning,
            self.at,
            self.spelling,
            self.id,
            game,
            byte_start,
        ];
        for number in numbers {
            put(&number.to_le_bytes());
        }
        for number in self.heading.numbers() {
            put(&number.to_le_bytes());
        }
        for number in [self.len, self.plies, source] {
            put(&number.to_le_bytes());
        }
        out
    }

    fn read(bytes: &[u8; RECORD]) -> Record {
        fn take<const N: usize>(from: &mut &[u8]) -> [u8; N] {
            let (first, rest) = from.split_first_chunk().expect("a record has all of it");
            *from = rest;
            *first
        }
        let from = &mut &bytes[..];
        let number = |from: &mut &[u8]| u64::from_le_bytes(take(from));
        let short = |from: &mut &[u8]| u32::from_le_bytes(take(from));
        let [line, meaning, at, spelling, id, game, byte_start] =
            std::array::from_fn(|_| number(from));
        let heading = Heading::from_numbers(std::array::from_fn(|_| number(from)));
        let [len, plies, source] = std::array::from_fn(|_| short(from));
        Record {
            at,
            len,
            plies,
            line,
            meaning,
            spelling,
            heading,
            id,
            place: Place {
                source,
                game,
                byte_start,
            },
        }
    }
}

impl<S> Clone for Digester<S> {
    fn clone(&self) -> Digester<S> {
        Digester {
            options: self.options.clone(),
            keys: self.keys.clone(),
            set: PhantomData,
        }
    }
}

impl<S: VariantSet> Digester<S> {
    /// What is kept of a game whose format can hold so much.
    pub fn digest(&self, game: &Game, holds: Holds) -> Digest {
        let content = Content::of::<S>(game, holds);
        let info = content.variant.as_deref().and_then(S::find);
        let info = info.map(|index| S::VARIANTS[index]);
        let mut bytes = Vec::with_capacity(16 * content.tokens.len() + 256);
        let tokens = content.write(&mut bytes);
        let named = match game.info.and_then(|info| S::find(info.id)) {
            Some(index) => S::run(index, Named { game }),
            None => None,
        };
        let id = named.or_else(|| headings::id(&content).map(str::to_owned));
        let (options, keys) = (&self.options, &self.keys);
        let meaning = games::meaning(&content, &bytes[tokens..], info, options, keys);
        Digest {
            record: Record {
                len: bytes.len() as u32,
                plies: content.plies(),
                line: keys.other(&content.line()),
                meaning,
                spelling: content.spelling,
                heading: Heading::of(&content, info, &self.keys),
                id: id.map_or(0, |id| self.keys.short(&id).max(1)),
                ..Record::default()
            },
            content: bytes,
        }
    }
}

/// What no other record has, by the variant.
struct Named<'g> {
    game: &'g Game,
}

impl WithVariant for Named<'_> {
    type Output = Option<String>;

    fn run<V: Variant>(self) -> Option<String> {
        V::record_identity(self.game).map(|identity| identity.unique)
    }
}

/// The records of a collection.
struct Records {
    heap: Heap,
    count: u64,
    /// Which games have a counterpart.
    taken: Vec<bool>,
}

impl Records {
    fn get(&mut self, number: u64) -> io::Result<Record> {
        let mut bytes = [0; RECORD];
        self.heap.read(number * RECORD as u64, &mut bytes)?;
        Ok(Record::read(&bytes))
    }

    /// Many records are read at a time where they are gone through.
    fn block(&mut self, from: u64) -> io::Result<Vec<Record>> {
        const MANY: u64 = 512;
        let count = (self.count - from).min(MANY) as usize;
        let mut bytes = vec![0; count * RECORD];
        self.heap.read(from * RECORD as u64, &mut bytes)?;
        let (records, _) = bytes.as_chunks::<RECORD>();
        Ok(records.iter().map(Record::read).collect())
    }
}

/// Two collections of games on their way to be compared.
///
/// Games come in any order of the two collections; [`pair`](Collections::pair) pairs them. With [`Scratch`]
/// storage in files, memory is bounded but for some bytes a game.
pub struct Collections<S = Standard> {
    digester: Digester<S>,
    scratch: Scratch,
    records: Option<[Records; 2]>,
    contents: Option<Heap>,
}

impl<S: VariantSet> Collections<S> {
    /// Two empty collections, in memory.
    pub fn new(options: Options) -> Collections<S> {
        Collections::with_scratch(options, Scratch::default())
    }

    /// Two empty collections; what is not needed at once is kept in this storage.
    pub fn with_scratch(options: Options, scratch: Scratch) -> Collections<S> {
        Collections {
            digester: Digester {
                options,
                keys: Keys::default(),
                set: PhantomData,
            },
            scratch,
            records: None,
            contents: None,
        }
    }

    /// What makes digests for these collections.
    pub fn digester(&self) -> Digester<S> {
        self.digester.clone()
    }

    /// Adds a game of a format that can hold everything. Its place is that in its source, with the number 0.
    ///
    /// # Errors
    ///
    /// If the storage fails.
    pub fn add(&mut self, origin: Origin, game: &Game) -> io::Result<()> {
        let place = Place {
            source: 0,
            game: game.summary.ordinal,
            byte_start: game.summary.span.start,
        };
        let digest = self.digester.digest(game, Holds::ALL);
        self.add_digest(origin, &digest, place)
    }

    /// Adds a game by its digest.
    ///
    /// # Errors
    ///
    /// If the storage fails.
    pub fn add_digest(&mut self, origin: Origin, digest: &Digest, place: Place) -> io::Result<()> {
        let (records, contents) = self.open()?;
        let at = contents.append(&digest.content)?;
        let record = Record {
            at,
            place,
            ..digest.record
        };
        let records = &mut records[origin as usize];
        records.heap.append(&record.write())?;
        records.count += 1;
        Ok(())
    }

    fn open(&mut self) -> io::Result<(&mut [Records; 2], &mut Heap)> {
        let scratch = &self.scratch;
        if self.records.is_none() {
            let new = || {
                Ok::<_, io::Error>(Records {
                    heap: Heap::new(scratch)?,
                    count: 0,
                    taken: Vec::new(),
                })
            };
            self.records = Some([new()?, new()?]);
        }
        if self.contents.is_none() {
            self.contents = Some(Heap::new(scratch)?);
        }
        match (&mut self.records, &mut self.contents) {
            (Some(records), Some(contents)) => Ok((records, contents)),
            _ => Err(io::ErrorKind::Other.into()),
        }
    }

    /// Pairs the games. What comes of it is compared while the report is gone through.
    ///
    /// # Errors
    ///
    /// If the storage fails.
    pub fn pair(mut self) -> io::Result<Report<S>> {
        self.open()?;
        let (Some(mut records), Some(contents)) = (self.records, self.contents) else {
            return Err(io::ErrorKind::Other.into());
        };
        for records in &mut records {
            records.taken = vec![false; records.count as usize];
        }
        let mut pairing = Pairing {
            keys: self.digester.keys,
            by: self.digester.options.by,
            left: records.each_ref().map(|records| records.count),
            store: Store { records, contents },
            pairs: Sorter::new(&self.scratch),
            scratch: self.scratch,
            set: PhantomData::<fn() -> S>,
        };
        pairing.run()?;
        let Pairing { store, pairs, .. } = pairing;
        let order = self.digester.options.wants(&Aspect::Order);
        Report::new(store, pairs, self.digester.options, order)
    }
}

/// The records of both collections, and what their games say.
pub(super) struct Store {
    records: [Records; 2],
    contents: Heap,
}

impl Store {
    pub(super) fn count(&self, origin: Origin) -> u64 {
        self.records[origin as usize].count
    }

    pub(super) fn is_paired(&self, origin: Origin, number: u64) -> bool {
        self.records[origin as usize].taken[number as usize]
    }

    pub(super) fn record(&mut self, origin: Origin, number: u64) -> io::Result<Record> {
        self.records[origin as usize].get(number)
    }

    pub(super) fn content(&mut self, record: &Record) -> io::Result<Content> {
        let mut bytes = vec![0; record.len as usize];
        self.contents.read(record.at, &mut bytes)?;
        Content::read(&bytes).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }
}

/// Pairing under way.
struct Pairing<S> {
    keys: Keys,
    by: By,
    store: Store,
    pairs: Sorter,
    /// How many games of either collection have no counterpart yet.
    left: [u64; 2],
    scratch: Scratch,
    set: PhantomData<fn() -> S>,
}

/// Keys are compared only within a rank; lower ranks come first.
type Key = (u32, u128);

/// Where the keys of a stage come from.
enum Source<'f> {
    /// The record alone; the number is that of the game.
    Record(&'f dyn Fn(&Record, u64, &mut Vec<Key>)),
    /// What the game says.
    Content(&'f dyn Fn(&Record, &Content, &mut Vec<Key>)),
}

/// A step between the lengths of beginnings that are compared.
const STEP: u32 = 8;
/// Longer beginnings are not told apart.
const LONGEST: u32 = 64 * STEP;
/// A beginning that is evidence where the headings say little.
const LONG: u32 = 3 * STEP;
/// A position is late from this ply on.
const LATE: usize = 20;
/// So many late positions of each game are compared.
const POSITIONS: usize = 4;

impl<S: VariantSet> Pairing<S> {
    fn run(&mut self) -> io::Result<()> {
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
        let headed = |record: &Record, content: &Content, keys: &mut Vec<Key>| {
            let [players, date, ..] = record.heading.numbers();
            if players != 0 {
                beginnings(content, &hash, STEP, keys);
                for (_, key) in keys {
                    *key = hash.long(&(*key, players, date));
                }
            }
        };
        let long = |_: &Record, content: &Content, keys: &mut Vec<Key>| {
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
        let positions = |_: &Record, content: &Content, keys: &mut Vec<Key>| {
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
        accepts: Option<&dyn Fn(&Record, &Record, u32) -> bool>,
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
fn beginnings(content: &Content, hash: &Keys, least: u32, keys: &mut Vec<Key>) {
    let mut hashers = hash.hashers();
    let mut line = Vec::new();
    for part in [&content.variant, &content.start] {
        line.extend_from_slice(part.as_deref().unwrap_or_default().as_bytes());
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
    content: &'c Content,
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
            let super::content::Token::Move(mv) = token else {
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
