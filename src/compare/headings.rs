//! Headings as evidence: who played when, where and in which round.

use super::content::{Content, Keys};
use crate::core::date::PartialDate;
use crate::info::VariantInfo;
use crate::values::folded;

/// What of a heading is known, as hashes; 0 is what is not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Heading {
    pub(super) players: u64,
    pub(super) date: u64,
    pub(super) round: u64,
    pub(super) event: u64,
}

/// The tags that name a record.
const IDS: [&str; 2] = ["Id", "GameId"];

fn value<'c>(content: &'c Content<'c>, names: &[&str]) -> Option<&'c str> {
    let found = names.iter().find_map(|name| {
        let mut tags = content.tags.iter();
        tags.find(|(tag, _)| tag.eq_ignore_ascii_case(name))
    });
    let (_, value) = found?;
    let known = value.chars().any(|c| !matches!(c, '?' | '.' | '-' | ' '));
    known.then_some(value)
}

/// The family name, or the whole name where none stands apart.
fn family(name: &str) -> String {
    folded(name.split(',').next().unwrap_or(name))
}

impl Heading {
    pub(super) fn of(content: &Content<'_>, info: Option<&VariantInfo>, keys: &Keys) -> Heading {
        let (first, second) =
            info.map_or((&["White"][..], &["Black"][..]), |i| (i.first, i.second));
        let key = |text: Option<String>| {
            text.filter(|text| !text.is_empty())
                .map_or(0, |text| keys.short(&text).max(1))
        };
        let players = value(content, first).zip(value(content, second));
        let date = value(content, &["Date", "UTCDate"]);
        let date = date.and_then(|date| PartialDate::parse(date).exact());
        Heading {
            players: key(players.map(|(one, other)| family(one) + "/" + &family(other))),
            date: date.map_or(0, |date| keys.short(&date).max(1)),
            round: key(value(content, &["Round"]).map(folded)),
            event: key(value(content, &["Event"]).map(folded)),
        }
    }

    /// Whether nothing that is known of both differs, apart from the event, which people write in many ways.
    pub(super) fn fits(&self, other: &Heading) -> bool {
        let fits = |one: u64, other: u64| one == 0 || other == 0 || one == other;
        fits(self.players, other.players)
            && fits(self.date, other.date)
            && fits(self.round, other.round)
    }

    pub(super) fn numbers(&self) -> [u64; 4] {
        [self.players, self.date, self.round, self.event]
    }

    pub(super) fn from_numbers([players, date, round, event]: [u64; 4]) -> Heading {
        Heading {
            players,
            date,
            round,
            event,
        }
    }
}

/// What names a record.
pub(super) fn id<'c>(content: &'c Content<'c>) -> Option<&'c str> {
    value(content, &IDS)
}
