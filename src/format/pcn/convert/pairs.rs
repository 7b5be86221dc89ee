//! Tag pairs.

use std::fmt::Write;

/// Appends a tag pair in its line.
pub(super) fn pair(name: &str, value: &str, out: &mut String) {
    let _ = write!(out, "[{name} \"");
    for c in on_one_line(value).chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push_str("\"]\n");
}

/// A text without what cannot stand in a tag.
pub(super) fn on_one_line(text: &str) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(blank).collect()
}

/// Whether a value says that something is not known.
pub(super) fn is_unknown(value: &str) -> bool {
    matches!(value.trim(), "" | "?" | "????.??.??")
}
