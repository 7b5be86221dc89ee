//! A comparison as data.

use super::{Form, Summary};
use crate::input::Input;
use movetext::compare::{Class, Difference, Item, Origin, Place};
use serde::Serialize;
use std::io::{self, Write};

/// A pair, or a game without counterpart.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Record<'a> {
    /// Two games that belong together.
    Pair {
        a: PlaceRecord<'a>,
        b: PlaceRecord<'a>,
        by: &'static str,
        class: &'static str,
        differences: Vec<DifferenceRecord<'a>>,
        /// How many differences there are beyond those.
        #[serde(skip_serializing_if = "is_zero")]
        further: u64,
        /// What one of them cannot hold.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        omitted: Vec<OmissionRecord>,
    },
    /// A game without counterpart.
    Only {
        r#in: &'static str,
        file: &'a str,
        game: u64,
    },
}

/// Where a game stands.
#[derive(Serialize)]
pub struct PlaceRecord<'a> {
    pub file: &'a str,
    pub game: u64,
    byte_start: u64,
}

/// A difference.
#[derive(Serialize)]
pub struct DifferenceRecord<'a> {
    what: &'static str,
    ply: Option<u32>,
    name: Option<&'a str>,
    a: Option<&'a str>,
    b: Option<&'a str>,
    fen: Option<&'a str>,
}

/// What a game lacks since its format cannot hold it.
#[derive(Serialize)]
pub struct OmissionRecord {
    what: &'static str,
    r#in: &'static str,
    count: u64,
}

/// What is said at the end.
#[derive(Serialize)]
struct SummaryRecord {
    r#type: &'static str,
    a: u64,
    b: u64,
    pairs: u64,
    same: u64,
    spelling: u64,
    different: u64,
    only_a: u64,
    only_b: u64,
    /// With --expect.
    #[serde(skip_serializing_if = "Option::is_none")]
    unexpected: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<u64>,
}

/// The name of a collection.
pub fn letter(origin: Origin) -> &'static str {
    match origin {
        Origin::A => "a",
        Origin::B => "b",
    }
}

impl<'a> Record<'a> {
    /// The record of an item of these inputs.
    pub fn of(item: &'a Item, inputs: &'a [Input]) -> Record<'a> {
        let file = |place: &Place| &*inputs[place.source as usize].name;
        let place = |place: &Place| PlaceRecord {
            file: file(place),
            game: place.game,
            byte_start: place.byte_start,
        };
        match item {
            Item::Pair(pair) => {
                let omissions = pair.comparison.omissions.iter();
                Record::Pair {
                    a: place(&pair.a),
                    b: place(&pair.b),
                    by: pair.by.as_str(),
                    class: pair.comparison.class.as_str(),
                    differences: pair.comparison.differences.iter().map(difference).collect(),
                    further: pair.comparison.further,
                    omitted: omissions
                        .map(|omission| OmissionRecord {
                            what: omission.what.as_str(),
                            r#in: if omission.second { "b" } else { "a" },
                            count: omission.count,
                        })
                        .collect(),
                }
            }
            Item::Only { origin, place, .. } => Record::Only {
                r#in: letter(*origin),
                file: file(place),
                game: place.game,
            },
        }
    }

    /// Whether both games mean the same.
    pub fn is_same(&self) -> bool {
        let is_same = |name: &str| {
            let mut same = Class::ALL.into_iter().filter(|class| class.is_same());
            same.any(|class| class.as_str() == name)
        };
        matches!(self, Record::Pair { class, .. } if is_same(class))
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn difference(difference: &Difference) -> DifferenceRecord<'_> {
    DifferenceRecord {
        what: difference.what.as_str(),
        ply: difference.ply,
        name: difference.name.as_deref(),
        a: difference.a.as_deref(),
        b: difference.b.as_deref(),
        fen: difference.fen.as_deref(),
    }
}

/// JSON lines: every pair, every game without counterpart, and a summary.
pub struct Lines;

impl Form for Lines {
    fn item(&mut self, record: &Record<'_>, _: &Item, out: &mut dyn Write) -> io::Result<()> {
        line(record, out)
    }

    fn missing(&mut self, known: &serde_json::Value, out: &mut dyn Write) -> io::Result<()> {
        line(
            &serde_json::json!({"type": "missing", "expected": known}),
            out,
        )
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let totals = &summary.totals;
        let record = SummaryRecord {
            r#type: "summary",
            a: totals.a,
            b: totals.b,
            pairs: totals.pairs,
            same: totals.of(Class::Same),
            spelling: totals.of(Class::Spelling),
            different: totals.different(),
            only_a: totals.only_a,
            only_b: totals.only_b,
            unexpected: summary.expects.then_some(summary.unexpected),
            missing: summary.expects.then_some(summary.missing),
        };
        line(&record, out)
    }
}

fn line(record: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, record)?;
    out.write_all(b"\n")
}
