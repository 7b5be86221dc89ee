//! What real files hold between moves besides numbers and glyphs.

use crate::nags;
use crate::variant::Sign;

/// Reads a sign: a valuation, a blank of another script, a check mark apart from its move, `e.p.`, a
/// comma.
pub(super) fn sign(text: &[u8]) -> Option<(Sign, usize)> {
    if let Some((nag, len)) = nags::sign(text) {
        return Some((Sign::Nag(nag), len));
    }
    let len = match text {
        // Control characters, among them those that stand for nothing in broken files.
        [0..=0x08 | 0x0E..=0x1F | 0x7F, ..] => 1,
        [b',', ..] => 1,
        // A no-break space, in UTF-8 and in single-byte encodings; a soft hyphen.
        [0xC2, 0xA0 | 0xAD, ..] => 2,
        [0xA0, ..] => 1,
        // Typographic blanks, blanks of no width, marks of direction, separators.
        [0xE2, 0x80, 0x80..=0x8F | 0xA8..=0xAF, ..] => 3,
        [0xE2, 0x81, 0x9F..=0xAF, ..] => 3,
        // The ideographic blank; a byte order mark in the middle.
        [0xE3, 0x80, 0x80, ..] | [0xEF, 0xBB, 0xBF, ..] => 3,
        [b'+' | b'#', ..] => alone(text, 1 + usize::from(text.starts_with(b"++")))?,
        _ => WORDS
            .iter()
            .filter(|word| text.starts_with(word))
            .find_map(|word| alone(text, word.len()))?,
    };
    Some((Sign::Separator, len))
}

/// Words that say what the board says too.
const WORDS: [&[u8]; 9] = [
    b"e.p.",
    b"ep",
    b"dbl ch",
    b"dblch",
    b"dch",
    b"ch",
    b"checkmate",
    b"mate",
    b"check",
];

/// A word of this length, if it ends there.
fn alone(text: &[u8], len: usize) -> Option<usize> {
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"()[]{};$!?*".contains(byte);
    text.get(len).is_none_or(ends).then_some(len)
}
