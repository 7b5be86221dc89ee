//! What is kept of a game until all are there.

use super::bytes;
use super::content::{Content, Keys};
use super::games;
use super::headings::{self, Heading};
use super::options::{Holds, Options};
use crate::game::Game;
use crate::variant::Variant;
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variants::Standard;
use std::marker::PhantomData;

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

/// Makes digests of games, on any thread.
#[derive(Debug)]
pub struct Digester<S = Standard> {
    pub(super) options: Options,
    pub(super) keys: Keys,
    pub(super) set: PhantomData<fn() -> S>,
}

/// All that is kept of a game.
#[derive(Clone, Debug)]
pub struct Digest {
    pub(super) content: Vec<u8>,
    pub(super) record: Record,
}

/// What is kept of a game at hand.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Record {
    /// Where its contents are kept.
    pub(super) at: u64,
    pub(super) len: u32,
    pub(super) plies: u32,
    pub(super) line: u64,
    pub(super) meaning: u64,
    pub(super) spelling: u64,
    pub(super) heading: Heading,
    pub(super) id: u64,
    pub(super) place: Place,
}

/// The bytes of a record.
pub(super) const RECORD: usize = 108;

impl Record {
    /// Whether two games mean the same, by their hashes.
    pub(super) fn means(&self, other: &Record) -> bool {
        (self.line, self.meaning) == (other.line, other.meaning)
    }

    pub(super) fn write(&self) -> [u8; RECORD] {
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

    pub(super) fn read(bytes: &[u8; RECORD]) -> Record {
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
        let mut line = Vec::with_capacity(4 * game.nodes().len());
        let bare = if self.options.is_plain() {
            bytes::bare_line(game, &mut line)
        } else {
            None
        };
        let mut bytes = Vec::with_capacity(2 * line.capacity() + 512);
        let (content, plies, tokens) = match bare {
            Some(plies) => {
                let content = Content::of_heading::<S>(game, holds);
                content.write_heading(plies as usize, &mut bytes);
                bytes.extend_from_slice(&line);
                (content, plies, bytes.len())
            }
            None => {
                let content = Content::of::<S>(game, holds);
                let mut tokens = content.write(&mut bytes);
                if content.is_bare() {
                    tokens = bytes.len();
                }
                let (main, plies) = content.line();
                line = main;
                (content, plies, tokens)
            }
        };
        let info = content.variant.as_deref().and_then(S::find);
        let info = info.map(|index| S::VARIANTS[index]);
        let start = (&content.variant, &content.start);
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
                plies,
                line: keys.other(&(start, line)),
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
