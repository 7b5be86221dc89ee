//! The tag section: the roster, then all other tags in the order of ASCII (CH-080 to CH-101).

use super::Written;
use crate::game::Game;
use crate::variant::Profile;
use std::borrow::Cow;

/// Says that the tag FEN holds the start position (CH-268).
const SETUP: &str = "SetUp";

/// Writes the tag section and the empty line after it.
pub(super) fn write(
    game: &Game,
    facts: &Profile,
    result: &str,
    reduced: bool,
    out: &mut String,
    written: &mut Written,
) {
    let tags = game.tags();
    let mut in_roster = Vec::with_capacity(facts.roster.len());
    for &name in facts.roster {
        let at = tags.position(name);
        in_roster.extend(at);
        let value = match (name, at.and_then(|at| tags.nth(at))) {
            ("Result", _) => Cow::Borrowed(result),
            (_, Some(tag)) => tag.value(),
            ("Date", None) => "????.??.??".into(),
            (_, None) => "?".into(),
        };
        pair(name, &value, out, written);
    }
    if !reduced {
        let mut others: Vec<(Cow<'_, str>, Cow<'_, str>)> = tags
            .iter()
            .enumerate()
            .filter(|(index, _)| !in_roster.contains(index))
            .map(|(_, tag)| (spelling(tag.name(), facts, written), tag.value()))
            .collect();
        if game.setup.is_some() && tags.get(SETUP).is_none() {
            others.push((SETUP.into(), "1".into()));
        }
        // Tags of one name stay in their order.
        others.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (name, value) in &others {
            pair(name, value, out, written);
        }
    }
    out.push('\n');
}

/// The proper spelling of a name that is known (CH-I22); any other stays, but for control
/// characters.
fn spelling<'t>(name: Cow<'t, str>, facts: &Profile, written: &mut Written) -> Cow<'t, str> {
    let known = facts.roster.iter().chain(facts.setup).chain([&SETUP]);
    match known
        .copied()
        .find(|known| known.eq_ignore_ascii_case(&name))
    {
        Some(known) => known.into(),
        None if name.chars().any(char::is_control) => {
            let words: Vec<&str> = name.split_ascii_whitespace().collect();
            let mut proper = String::with_capacity(name.len());
            for c in words.join(" ").chars() {
                push(c, &mut proper, written);
            }
            proper.into()
        }
        None => name,
    }
}

fn pair(name: &str, value: &str, out: &mut String, written: &mut Written) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    let mut blank = false;
    for c in value.chars() {
        match c {
            // A pair stands on one line, without tabs: CH-022, CH-023, CH-087.
            '\t' | '\n' | '\x0B' | '\x0C' | '\r' => {
                if !blank {
                    out.push(' ');
                }
                blank = true;
                continue;
            }
            '"' | '\\' => out.extend(['\\', c]),
            c => push(c, out, written),
        }
        blank = false;
    }
    out.push_str("\"]\n");
}

/// A character; none that is forbidden (CH-013, CH-017).
fn push(c: char, out: &mut String, written: &mut Written) {
    match c.is_control() {
        true => {
            out.push(char::REPLACEMENT_CHARACTER);
            written.replaced += 1;
        }
        false => out.push(c),
    }
}
