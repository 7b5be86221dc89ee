//! Finding for each game of a collection its counterpart in another one.
//!
//! Of each game a record of fixed size is kept, and what it says; both go to [`Scratch`] storage.

use super::content::{Content, Keys};
use super::digest::{Digest, Digester, Place, RECORD, Record};
use super::options::{Aspect, Holds, Options};
use super::report::Report;
use super::sorting::{Heap, Scratch, Sorter};
use super::stages::Pairing;
use crate::game::Game;
use crate::variant::registry::VariantSet;
use crate::variants::Standard;
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
    pub(super) const ALL: [Evidence; 6] = [
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

/// The records of a collection.
pub(super) struct Records {
    heap: Heap,
    count: u64,
    /// Which games have a counterpart.
    pub(super) taken: Vec<bool>,
}

impl Records {
    fn get(&mut self, number: u64) -> io::Result<Record> {
        let mut bytes = [0; RECORD];
        self.heap.read(number * RECORD as u64, &mut bytes)?;
        Ok(Record::read(&bytes))
    }

    /// Many records are read at a time where they are gone through.
    pub(super) fn block(&mut self, from: u64) -> io::Result<Vec<Record>> {
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
    pub(super) records: [Records; 2],
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

    pub(super) fn content(&mut self, record: &Record) -> io::Result<Content<'static>> {
        let mut bytes = vec![0; record.len as usize];
        self.contents.read(record.at, &mut bytes)?;
        Content::read(&bytes).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }
}
