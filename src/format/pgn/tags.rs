//! The tag section: the tags with a fixed place, then all others (CH-080 to CH-101, XQ-028).

use super::{ExportStyle, Need, NotationTag, Order, Written};
use crate::PartialDate;
use crate::core::tags::Tags;
use crate::game::Game;
use crate::variant::VariantInfo;
use std::borrow::Cow;

/// A tag section to be written.
pub(super) struct TagSection<'a> {
    pub(super) game: &'a Game,
    pub(super) info: &'a VariantInfo,
    pub(super) style: &'a ExportStyle,
    /// The value of the tag Result.
    pub(super) result: &'a str,
    /// The tag that names the notation.
    pub(super) announced: Option<NotationTag>,
    /// Whether to leave out optional tags.
    pub(super) reduced: bool,
}

impl TagSection<'_> {
    /// Writes the tag section, and the empty line after it if there is one.
    pub(super) fn write(&self, out: &mut String, written: &mut Written) {
        let tags = self.game.tags();
        let mut placed = Vec::with_capacity(self.style.tags.len());
        for slot in self.style.tags {
            let at = self.position(&tags, slot.name);
            placed.extend(at);
            let value = at.and_then(|at| tags.nth(at)).map(|tag| tag.value());
            if let Some(value) = self.value(slot.name, slot.need, value) {
                pair(slot.name, &self.dated(slot.name, value), out, written);
            }
        }
        if !self.reduced {
            let mut others: Vec<(Cow<'_, str>, Cow<'_, str>)> = tags
                .iter()
                .enumerate()
                .filter(|(index, _)| !placed.contains(index))
                .map(|(_, tag)| (self.spelling(tag.name(), written), tag.value()))
                .collect();
            if let Some((name, value)) = self.style.setup
                && self.game.setup.is_some()
                && tags.get(name).is_none()
            {
                others.push((name.into(), value.into()));
            }
            if self.style.others == Order::Sorted {
                // Tags with the same name keep their order.
                others.sort_by(|(a, _), (b, _)| a.cmp(b));
            }
            for (name, value) in others {
                pair(&name, &self.dated(&name, value), out, written);
            }
        }
        if self.style.blank_after_tags {
            out.push('\n');
        }
    }

    /// The index of the tag with this name, or of one that is written instead of it.
    fn position(&self, tags: &Tags<'_>, name: &str) -> Option<usize> {
        tags.position(name).or_else(|| {
            let mut aliases = self.style.aliases.iter();
            aliases
                .find_map(|(alias, canonical)| tags.position(alias).filter(|_| *canonical == name))
        })
    }

    /// The value of a tag as written, or `None` if the tag is not written.
    fn value<'t>(&self, name: &str, need: Need, value: Option<Cow<'t, str>>) -> Option<Cow<'t, str>>
    where
        Self: 't,
    {
        let announced = self.announced.filter(|announced| announced.tag == name);
        match (need, value) {
            _ if name == "Result" => Some(self.result.to_owned().into()),
            (_, value) if let Some(announced) = announced => {
                (value.is_some() || announced.needed).then_some(announced.value.into())
            }
            (Need::Fixed(_), value) if self.is_unsupported() => value,
            (Need::Fixed(fixed), None) => Some(fixed.into()),
            (Need::Fixed(fixed), Some(value)) => {
                if self.info.is_selected_by(name, &value) {
                    Some(fixed.into())
                } else {
                    Some(value)
                }
            }
            (Need::Always(unknown), None) => Some(unknown.into()),
            (Need::IfKnown, Some(_)) if self.reduced => None,
            (_, value) => value,
        }
    }

    /// Whether the game is of a variant of the family that is not supported.
    fn is_unsupported(&self) -> bool {
        let names = self.info.selectors.iter().map(|(name, _)| *name);
        let mut values = names.filter_map(|name| self.game.tag(name));
        let unsupported = |value: &str| {
            self.info
                .unsupported
                .contains(&&*value.trim().to_lowercase())
        };
        !self.game.replayed && values.any(|value| unsupported(&value))
    }

    /// A date in canonical form, if it is one.
    fn dated<'t>(&self, name: &str, value: Cow<'t, str>) -> Cow<'t, str> {
        match self.style.dates {
            Some((names, separator)) if names.contains(&name) => PartialDate::parse(&value)
                .written(separator)
                .map_or(value, Cow::Owned),
            _ => value,
        }
    }

    /// The canonical spelling of a known name (CH-I22); any other name is unchanged, except for control
    /// characters.
    fn spelling<'t>(&self, name: Cow<'t, str>, written: &mut Written) -> Cow<'t, str> {
        let setup = self.style.setup.map(|(name, _)| name);
        let slots = self.style.tags.iter().map(|slot| slot.name);
        let mut known = slots.chain(self.info.setup.iter().copied()).chain(setup);
        if let Some(known) = known.find(|known| known.eq_ignore_ascii_case(&name)) {
            return known.into();
        }
        let mut aliases = self.style.aliases.iter();
        if let Some((_, canonical)) = aliases.find(|(alias, _)| alias.eq_ignore_ascii_case(&name))
            && self.game.tags().get(canonical).is_none()
        {
            return (*canonical).into();
        }
        if !name.chars().any(char::is_control) {
            return name;
        }
        let words: Vec<&str> = name.split_ascii_whitespace().collect();
        let mut canonical = String::with_capacity(name.len());
        for c in words.join(" ").chars() {
            push(c, &mut canonical, written);
        }
        canonical.into()
    }
}

fn pair(name: &str, value: &str, out: &mut String, written: &mut Written) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    let plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if value.bytes().all(plain) {
        out.push_str(value);
        out.push_str("\"]\n");
        return;
    }
    let mut blank = false;
    for c in value.chars() {
        match c {
            // A pair is on one line, without tabs: CH-022, CH-023, CH-087.
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

/// Appends a character; forbidden ones are replaced (CH-013, CH-017).
fn push(c: char, out: &mut String, written: &mut Written) {
    if c.is_control() {
        out.push(char::REPLACEMENT_CHARACTER);
        written.replaced += 1;
    } else {
        out.push(c)
    }
}
