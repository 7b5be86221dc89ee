//! What came of comparing two collections.

use super::content::Content;
use super::difference::{Class, Comparison, Difference, What};
use super::digest::{Place, Record};
use super::games;
use super::options::Options;
use super::order;
use super::pairing::{Evidence, Origin, Store};
use super::sorting::Sorter;
use super::stages::pair_of;
use crate::variant::registry::VariantSet;
use crate::variants::Standard;
use std::borrow::Cow;
use std::io;
use std::marker::PhantomData;

/// Two games that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Where the game of the first collection stands.
    pub a: Place,
    /// Where that of the second one does.
    pub b: Place,
    /// What they were paired by.
    pub by: Evidence,
    /// How they relate.
    pub comparison: Comparison,
    /// The two games, for people: who played, in which event and when. Only where they differ.
    pub titles: [Option<String>; 2],
    /// The id of the variant of the first game. Only where they differ.
    pub variant: Option<String>,
}

/// A part of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Two games that belong together.
    Pair(Box<Pair>),
    /// A game without counterpart.
    Only {
        /// The collection that has it.
        origin: Origin,
        /// Where it stands.
        place: Place,
        /// The game, for people.
        title: Option<String>,
    },
}

/// How many there are of each sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games of the first collection.
    pub a: u64,
    /// Games of the second collection.
    pub b: u64,
    /// Pairs.
    pub pairs: u64,
    /// Pairs by their class, in the order of [`Class::ALL`].
    pub classes: [u64; Class::ALL.len()],
    /// Games of the first collection alone.
    pub only_a: u64,
    /// Games of the second collection alone.
    pub only_b: u64,
}

impl Totals {
    /// How many pairs are of a class.
    pub fn of(&self, class: Class) -> u64 {
        let place = Class::ALL.iter().position(|other| *other == class);
        place.map_or(0, |place| self.classes[place])
    }

    /// Pairs that do not mean the same.
    pub fn different(&self) -> u64 {
        let differs = |class: &&Class| !class.is_same();
        Class::ALL
            .iter()
            .filter(differs)
            .map(|class| self.of(*class))
            .sum()
    }

    /// Whether both collections mean the same.
    pub fn is_same(&self) -> bool {
        self.different() + self.only_a + self.only_b == 0
    }

    fn count(&mut self, class: Class) {
        self.pairs += 1;
        if let Some(place) = Class::ALL.iter().position(|other| *other == class) {
            self.classes[place] += 1;
        }
    }
}

/// The comparison of two collections: pairs and games without counterpart in the order of the first collection, then
/// the games that the second one alone has.
pub struct Report<S = Standard> {
    store: Store,
    /// How many games were gone through, and how many pairs.
    at: u64,
    given: usize,
    counterparts: Counterparts,
    /// Which pairs stand at another place.
    moved: Vec<bool>,
    options: Options,
    totals: Totals,
    set: PhantomData<fn() -> S>,
}

/// The counterparts of the games of the first collection that have one, in their order.
type Counterparts = Vec<(u32, Evidence)>;

impl<S: VariantSet> Report<S> {
    pub(super) fn new(
        store: Store,
        mut pairs: Sorter,
        options: Options,
        order: bool,
    ) -> io::Result<Report<S>> {
        let mut counterparts = Counterparts::new();
        let mut sorted = pairs.sorted()?;
        while let Some(row) = sorted.next()? {
            let (_, b, evidence) = pair_of(&row);
            let b = u32::try_from(b).map_err(|_| io::Error::other("too many games to compare"))?;
            counterparts.push((b, evidence));
        }
        let moved = if order {
            let places: Vec<u32> = counterparts.iter().map(|(b, _)| *b).collect();
            order::moved(&places)
        } else {
            Vec::new()
        };
        let totals = Totals {
            a: store.count(Origin::A),
            b: store.count(Origin::B),
            ..Totals::default()
        };
        Ok(Report {
            store,
            at: 0,
            given: 0,
            counterparts,
            moved,
            options,
            totals,
            set: PhantomData,
        })
    }

    /// What was compared so far; all of it after the last item.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// The next item; none at the end.
    ///
    /// # Errors
    ///
    /// If the storage fails.
    pub fn next_item(&mut self) -> io::Result<Option<Item>> {
        let (a, b) = (self.totals.a, self.totals.b);
        if self.at < a {
            let number = self.at;
            self.at += 1;
            if self.store.is_paired(Origin::A, number) {
                return self
                    .pair(number)
                    .map(|pair| Some(Item::Pair(Box::new(pair))));
            }
            self.totals.only_a += 1;
            return self.only(Origin::A, number).map(Some);
        }
        while self.at < a + b {
            let number = self.at - a;
            self.at += 1;
            if !self.store.is_paired(Origin::B, number) {
                self.totals.only_b += 1;
                return self.only(Origin::B, number).map(Some);
            }
        }
        Ok(None)
    }

    fn only(&mut self, origin: Origin, number: u64) -> io::Result<Item> {
        let record = self.store.record(origin, number)?;
        let content = self.store.content(&record)?;
        Ok(Item::Only {
            origin,
            place: record.place,
            title: title::<S>(&content),
        })
    }

    fn pair(&mut self, number: u64) -> io::Result<Pair> {
        let (other, by) = self.counterparts[self.given];
        let moved = self.moved.get(self.given).copied().unwrap_or(false);
        self.given += 1;
        let a = self.store.record(Origin::A, number)?;
        let b = self.store.record(Origin::B, u64::from(other))?;
        let (mut comparison, titles, variant) = self.compare(&a, &b)?;
        if moved {
            comparison.add(Difference {
                what: What::Order,
                ply: None,
                name: Some("game".to_owned()),
                a: Some((number + 1).to_string()),
                b: Some((other + 1).to_string()),
                fen: None,
            });
        }
        if comparison.class == Class::Same && self.options.spelling() && a.spelling != b.spelling {
            comparison.class = Class::Spelling;
        }
        self.totals.count(comparison.class);
        Ok(Pair {
            a: a.place,
            b: b.place,
            by,
            comparison,
            titles,
            variant,
        })
    }

    fn compare(
        &mut self,
        a: &Record,
        b: &Record,
    ) -> io::Result<(Comparison, [Option<String>; 2], Option<String>)> {
        if a.means(b) {
            return Ok((Comparison::same(Class::Same), [None, None], None));
        }
        let (one, other) = (self.store.content(a)?, self.store.content(b)?);
        let comparison = games::compare::<S>(&one, &other, &self.options);
        let titles = [title::<S>(&one), title::<S>(&other)];
        Ok((comparison, titles, one.variant.map(Cow::into_owned)))
    }
}

/// A game for people: who played, in which event and when.
fn title<S: VariantSet>(content: &Content<'_>) -> Option<String> {
    let index = content.variant.as_deref().and_then(S::find);
    let info = index.map(|index| S::VARIANTS[index]);
    let (first, second) = info.map_or((&["White"][..], &["Black"][..]), |info| {
        (info.first, info.second)
    });
    let tag = |names: &[&str]| {
        let mut tags = content.tags.iter();
        let found = tags.find(|(tag, _)| names.iter().any(|name| tag.eq_ignore_ascii_case(name)));
        found.map(|(_, value)| &**value)
    };
    let players = match (tag(first), tag(second)) {
        (None, None) => None,
        (one, other) => Some(format!("{} – {}", one.unwrap_or("?"), other.unwrap_or("?"))),
    };
    let parts = [players.as_deref(), tag(&["Event"]), tag(&["Date"])];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
