//! The notations that the page offers.

use movetext::variant::notation;
use movetext::{Move, Variant};

/// The names by which variants may know a notation; the usual one of each variant first.
const NAMES: [&str; 9] = [
    "san",
    "lan",
    "chinese,script=simplified",
    "chinese,script=traditional",
    "wxf",
    "iccs",
    "uci",
    "ctl-an",
    "ctl-fan",
];

/// The notations of a variant; its standard one, without a name, if it has none of those.
pub(crate) fn known<V: Variant>() -> Vec<&'static str> {
    let mut known: Vec<&str> = Vec::new();
    for name in NAMES {
        // The same coordinates twice.
        let is_double = name == "uci" && known.contains(&"iccs");
        if !is_double && notation::<V>(name).is_some() {
            known.push(name);
        }
    }
    if known.is_empty() {
        known.push("");
    }
    known
}

/// A move in some notations.
pub(crate) fn write<V: Variant>(names: &[&str], mv: &Move, before: &V::Position) -> Vec<String> {
    let texts = names.iter().map(|name| {
        let mut text = String::new();
        V::write(
            mv,
            before,
            notation::<V>(name).unwrap_or_default(),
            &mut text,
        );
        text
    });
    texts.collect()
}
