//! Writes the tag section: one tag per line, in the order of the specification.

use super::Writer;
use crate::PartialDate;
use crate::variants::cescacs::info::SETUP;
use crate::variants::cescacs::record::{KNOWN_TAGS, Kind, RecordId};
use crate::variants::cescacs::rules::ruleset::Ruleset;
use std::borrow::Cow;

/// The tags that a game always has (CE-196), with their values if unknown.
const REQUIRED: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????-??-??"),
    ("Round", "-"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// A tag and its value.
type Pair<'a> = (Cow<'a, str>, Cow<'a, str>);

pub(super) fn write(writer: &mut Writer<'_>, result: &str) {
    for (name, value) in section(writer, result) {
        pair(&name, &value, writer);
    }
}

/// The tags in the order of writing.
fn section<'a>(writer: &Writer<'a>, result: &str) -> Vec<Pair<'a>> {
    let game = writer.game;
    let kind = Kind::of(game);
    let mut pairs: Vec<Pair<'a>> = Vec::new();
    for tag in game.tags().iter() {
        let name = spelling(tag.name());
        let value = tag.value();
        let is_setup = SETUP.iter().any(|setup| *setup == name);
        match &*name {
            // The symbols are declared for the output, not for the input.
            "Redefine" if game.replayed => continue,
            _ if is_setup && (game.replayed || writer.cut.setup) => continue,
            _ => {}
        }
        let value = match &*name {
            "Variant" if game.replayed => Ruleset::of(&game.tags()).0.name().into(),
            "Result" => result.to_owned().into(),
            "Id" => identifier(writer, value),
            "Date" | "EventDate" | "MatchDate" => dated(value),
            _ => value,
        };
        pairs.push((name, value));
    }
    let has = |pairs: &[Pair<'_>], name: &str| pairs.iter().any(|(other, _)| other == name);
    if !has(&pairs, "Variant") {
        pairs.push(("Variant".into(), "C'escacs".into()));
    }
    if kind == Kind::Game {
        for (name, unknown) in REQUIRED {
            // CE-214, CE-291
            let access = match name {
                "White" => "WhiteNA",
                "Black" => "BlackNA",
                _ => name,
            };
            if !has(&pairs, name) && !has(&pairs, access) {
                let value = match name {
                    "Result" => result.to_owned(),
                    _ => unknown.to_owned(),
                };
                pairs.push((name.into(), value.into()));
            }
        }
    }
    // Unknown tags follow the known ones, as they were read (CE-I35).
    pairs.sort_by_key(|(name, _)| rank(name, kind));
    if game.replayed {
        if let Some(value) = writer.notation.symbols().redefine() {
            pairs.push(("Redefine".into(), value.into()));
        }
        if writer.cut.setup
            && let Some(position) = &writer.cut.position
        {
            let symbols = writer.notation.symbols();
            pairs.push(("PDTL".into(), position.pdtl(symbols).to_string().into()));
        }
    }
    pairs
}

/// The position of a tag among the others.
fn rank(name: &str, kind: Kind) -> usize {
    let fixed = kind.order();
    if let Some(place) = fixed.iter().position(|other| *other == name) {
        return place;
    }
    let known = KNOWN_TAGS.iter().position(|other| *other == name);
    match known {
        None => KNOWN_TAGS.len() * 2,
        // Redefine and the position come last (CE-317, CE-319).
        Some(_) if name == "Redefine" => KNOWN_TAGS.len() * 3,
        Some(_) if SETUP.contains(&name) => KNOWN_TAGS.len() * 3 + 1,
        Some(place) => place + fixed.len(),
    }
}

/// The spelling of the specification, for names that it defines.
fn spelling(name: Cow<'_, str>) -> Cow<'_, str> {
    let known = KNOWN_TAGS
        .iter()
        .find(|known| known.eq_ignore_ascii_case(&name));
    match known {
        Some(&"DPTL") | None if SETUP.iter().any(|s| s.eq_ignore_ascii_case(&name)) => {
            "PDTL".into()
        }
        Some(&known) => known.into(),
        None => name,
    }
}

/// CE-204
fn dated(value: Cow<'_, str>) -> Cow<'_, str> {
    match PartialDate::parse(&value).written('-') {
        Some(date) => date.into(),
        None => value,
    }
}

/// The Id, with its suffixes for variations and for the part of the game that is written.
fn identifier<'a>(writer: &Writer<'_>, value: Cow<'a, str>) -> Cow<'a, str> {
    let Ok(mut id) = RecordId::parse(&value) else {
        return value;
    };
    if let Some(fragment) = &writer.cut.fragment {
        id.fragment = Some(fragment.clone());
    }
    match (&writer.cut.path, &mut id.variations) {
        (Some(path), variations) => {
            let mut said = variations.take().unwrap_or_default();
            said.linear.clone_from(path);
            *variations = Some(said);
        }
        // CE-391: without variations there is no V.
        (None, variations)
            if writer.drops_variations()
                && variations.as_ref().is_some_and(|v| v.linear.is_empty()) =>
        {
            *variations = None;
        }
        _ => {}
    }
    id.to_string().into()
}

fn pair(name: &str, value: &str, writer: &mut Writer<'_>) {
    let out = &mut *writer.out;
    out.push('[');
    let mut push = |c: char, out: &mut String| match c {
        '\t' | '\n' | '\r' => out.push(' '),
        c if c.is_control() => {
            writer.written.replaced += 1;
            out.push(char::REPLACEMENT_CHARACTER);
        }
        c => out.push(c),
    };
    name.chars().for_each(|c| push(c, out));
    out.push_str(" \"");
    for c in value.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        push(c, out);
    }
    out.push_str("\"]\n");
}
