//! Counts the games of a source by variant and notation.

use super::voices::{Voice, sight};
use crate::core::tags::Tags;
use crate::core::text::Text;
use crate::event::{GameSummary, Level, Ply, Visitor};
use crate::variant::{Variant, VariantInfo};
use std::collections::BTreeMap;

/// The number of moves examined to determine a game's notation.
const MOVES: u32 = 8;

/// The number of games of each variant in a source.
pub type Census = BTreeMap<&'static str, Count>;

/// The games of a variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// The number of games.
    pub games: u64,
    /// The number in each notation. Games without moves are in none.
    pub notations: BTreeMap<&'static str, u64>,
}

/// Counts games while they are read.
#[derive(Default)]
pub(crate) struct Taker {
    pub(crate) census: Census,
    info: Option<&'static VariantInfo>,
    moves: u32,
    seen: [u32; 32],
    names: &'static [&'static str],
}

impl Taker {
    fn look<V: Variant>(&mut self, text: Text<'_>) {
        if self.moves == MOVES {
            return;
        }
        self.moves += 1;
        let voice = Voice {
            signature: const { &V::SIGNATURE },
            variant: None,
            known: None,
        };
        self.names = voice.signature.notations;
        let text = text.decode();
        if let Some(seen) = sight(&voice, text.as_bytes()) {
            for (bit, count) in self.seen.iter_mut().enumerate() {
                *count += seen.notations >> bit & 1;
            }
        }
    }
}

impl Visitor for Taker {
    fn begin_game(&mut self) {
        self.info = None;
        self.moves = 0;
        self.seen = [0; 32];
    }

    fn tags(&mut self, _: &Tags<'_>, info: &'static VariantInfo) -> Level {
        self.info = Some(info);
        Level::Play
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        self.look::<V>(ply.text);
    }

    fn end_game(&mut self, _: &GameSummary) {
        let Some(info) = self.info else { return };
        let count = self.census.entry(info.id).or_default();
        count.games += 1;
        let counts = self.seen.iter().enumerate();
        let best = counts.max_by_key(|(bit, count)| (**count, usize::MAX - bit));
        if let Some((bit, 1..)) = best.map(|(bit, count)| (bit, *count))
            && let Some(name) = self.names.get(bit)
        {
            *count.notations.entry(name).or_default() += 1;
        }
    }
}
