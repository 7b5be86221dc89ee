//! Problems with the tags of a Xiangqi record: names, order and values (XQ-006 to XQ-042).

use super::export::{ALIASES, EXPORT_STYLE};
use super::info::INFO;
use crate::core::date::PartialDate;
use crate::core::outcome::Outcome;
use crate::core::tags::{Tag, Tags};
use crate::diagnostic::{self, Finding};
use crate::values::{CheckedValues, Degree, Fault};
use crate::variant::TagFault;

/// The names in the specification, in its order.
pub(super) const NAMES: &[&str] = &[
    "Game",
    "Event",
    "Site",
    "Date",
    "Round",
    "RedTeam",
    "Red",
    "BlackTeam",
    "Black",
    "Result",
    "Opening",
    "Variation",
    "ECCO",
    "FEN",
    "Format",
    "RedTitle",
    "RedElo",
    "RedNA",
    "RedType",
    "BlackTitle",
    "BlackElo",
    "BlackNA",
    "BlackType",
    "EventDate",
    "EventSponsor",
    "Section",
    "Stage",
    "Board",
    "Time",
    "TimeControl",
    "Termination",
    "Annotator",
    "Mode",
    "PlyCount",
];

/// Problems with values.
pub(super) fn values(tags: Tags<'_>, _: &mut CheckedValues) -> Vec<TagFault> {
    let fault = |(tag, it): (usize, Tag<'_>)| {
        let (requirement, fault) = value(&it)?;
        Some(TagFault {
            tag,
            requirement: Some(requirement),
            fault,
        })
    };
    tags.iter().enumerate().filter_map(fault).collect()
}

fn value(tag: &Tag<'_>) -> Option<(&'static str, Fault)> {
    let text = tag.value();
    let must =
        |requirements: &'static [&'static str], message: String, canonical: Option<String>| {
            let degree = match canonical {
                Some(_) => Degree::Must,
                None => Degree::Unreadable,
            };
            let fault = Fault {
                degree,
                requirements,
                at: 0,
                message: message.into(),
                canonical,
            };
            (requirements[0], fault)
        };
    if tag.is("Game") {
        let canonical = "Chinese Chess";
        let known = |(name, values): &(&str, &[&str])| {
            *name == "Game" && values.contains(&&*text.trim().to_lowercase())
        };
        (text != canonical && INFO.selectors.iter().any(known)).then(|| {
            let message = format!("the value of Game is {canonical}");
            must(&["XQ-011"], message, Some(canonical.to_owned()))
        })
    } else if tag.is("Date") || tag.is("EventDate") {
        if text.is_empty() || is_canonical_date(&text) {
            return None;
        }
        let canonical = PartialDate::parse(&text).written('.');
        let message = "a date is written yyyy.mm.dd".to_owned();
        Some(must(&["XQ-014"], message, canonical))
    } else if tag.is("Result") {
        if INFO.results[..4].iter().any(|(token, _)| *token == text) {
            return None;
        }
        let outcome = match text.trim() {
            "" => Some(Outcome::Unknown),
            text => INFO.outcome(text),
        };
        let canonical = outcome.and_then(|outcome| INFO.result(outcome));
        let message = "the results are 1-0, 0-1, 1/2-1/2 and *".to_owned();
        let requirements = &["XQ-018", "XQ-019", "XQ-020", "XQ-021"];
        Some(must(requirements, message, canonical.map(str::to_owned)))
    } else {
        None
    }
}

/// `yyyy.mm.dd`, question marks for what is unknown.
fn is_canonical_date(text: &str) -> bool {
    let form = text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'.',
            _ => byte.is_ascii_digit() || byte == b'?',
        });
    form && (text.contains('?') || PartialDate::parse(text).exact().is_some())
}

/// Problems with the names of the tags and their order.
pub(super) fn section(tags: Tags<'_>, report: &mut dyn FnMut(Finding)) {
    for tag in tags.iter() {
        if let Some(canonical) = foreign(&tag) {
            let message = match tags.get(canonical) {
                Some(_) => format!("{} has no meaning next to {canonical}", tag.name()),
                None => format!("in Xiangqi {} is called {canonical}", tag.name()),
            };
            let finding = Finding::new(&diagnostic::FOREIGN_TAG, tag.raw_name().span(), message);
            report(match tags.get(canonical) {
                Some(_) => finding,
                None => finding.replaced_by(canonical),
            });
        }
    }
    let Some(first) = tags.nth(0) else {
        return;
    };
    let before = tags.spans()[0].span.start;
    let crlf = tags
        .section()
        .as_bytes()
        .windows(2)
        .any(|end| end == b"\r\n");
    match tags.get("Game") {
        None => report(
            Finding::new(
                &diagnostic::MISSING_GAME_TAG,
                first.raw_name().span(),
                "the tag Game is missing",
            )
            .with_fix(
                before..before,
                if crlf {
                    "[Game \"Chinese Chess\"]\r\n"
                } else {
                    "[Game \"Chinese Chess\"]\n"
                },
            ),
        ),
        Some(game) if !first.is("Game") => report(Finding::new(
            &diagnostic::GAME_TAG_NOT_FIRST,
            game.raw_name().span(),
            "the tag Game comes before all others",
        )),
        Some(_) => {}
    }
    order(tags, report);
}

/// The canonical name for a name from another game or language.
fn foreign(tag: &Tag<'_>) -> Option<&'static str> {
    let mut aliases = ALIASES.iter();
    aliases
        .find(|(alias, _)| tag.is(alias) || tag.name() == *alias)
        .map(|(_, canonical)| *canonical)
}

/// XQ-024, XQ-028: the tags are in the order of the sample.
fn order(tags: Tags<'_>, report: &mut dyn FnMut(Finding)) {
    let mut last: Option<(usize, &str)> = None;
    for tag in tags.iter() {
        let mut slots = EXPORT_STYLE.tags.iter();
        let Some(place) = slots.position(|slot| tag.is(slot.name)) else {
            continue;
        };
        let name = EXPORT_STYLE.tags[place].name;
        match last {
            // The position of Game has a code of its own.
            Some((before, other)) if place < before && place > 0 => {
                let message = format!("{name} comes before {other}");
                let span = tag.raw_name().span();
                return report(Finding::new(&diagnostic::TAG_SEQUENCE, span, message));
            }
            _ => last = Some((place, name)),
        }
    }
}
