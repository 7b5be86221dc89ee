//! Tag pairs.

use std::fmt::Write;

/// Appends a tag pair on its own line.
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

/// A text without characters that are not allowed in a tag.
pub(super) fn on_one_line(text: &str) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(blank).collect()
}

/// Whether a value stands for unknown.
pub(super) fn is_unknown(value: &str) -> bool {
    matches!(value.trim(), "" | "?" | "????.??.??")
}
