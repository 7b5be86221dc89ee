//! What real files have between moves besides numbers and NAGs.

use crate::core::nags;
use crate::variant::Punctuation;

/// Reads punctuation: a suffix annotation, a blank of another script, a check mark separated from its move,
/// `e.p.`, a comma.
pub(super) fn sign(text: &[u8]) -> Option<(Punctuation, usize)> {
    if let Some((nag, len)) = nags::sign(text) {
        return Some((Punctuation::Nag(nag), len));
    }
    // An ellipsis as one character, or as one byte.
    match text {
        [0xE2, 0x80, 0xA5 | 0xA6, ..] | [0xE2, 0x8B, 0xAF, ..] => {
            return Some((Punctuation::Ellipsis, 3));
        }
        [0x85, ..] => return Some((Punctuation::Ellipsis, 1)),
        _ => {}
    }
    let len = match text {
        // Control characters, including meaningless ones in broken files.
        [0..=0x08 | 0x0E..=0x1F | 0x7F, ..] => 1,
        [b',', ..] => 1,
        // A no-break space, in UTF-8 and in single-byte encodings; a soft hyphen.
        [0xC2, 0xA0 | 0xAD, ..] => 2,
        [0xA0, ..] => 1,
        // Typographic blanks, blanks of no width, marks of direction, separators.
        [0xE2, 0x80, 0x80..=0x8F | 0xA8..=0xAF, ..] => 3,
        [0xE2, 0x81, 0x9F..=0xAF, ..] => 3,
        // The ideographic blank.
        [0xE3, 0x80, 0x80, ..] => 3,
        [b'+' | b'#', ..] => alone(text, 1 + usize::from(text.starts_with(b"++")))?,
        [b'c'..=b'e' | b'm', ..] => WORDS
            .iter()
            .filter(|word| text.starts_with(word))
            .find_map(|word| alone(text, word.len()))?,
        _ => return None,
    };
    Some((Punctuation::Separator, len))
}

/// Words that repeat what the board shows.
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

/// The probable meaning of a word in place of a move.
pub(super) fn meant(word: &[u8]) -> Option<String> {
    let word = String::from_utf8_lossy(word);
    let word = word.trim_end_matches(['+', '#', '!', '?']);
    let is = |known: &str| word.eq_ignore_ascii_case(known);
    if ["null", "pass", "nullmove", "(null)", "-"]
        .iter()
        .any(|known| is(known))
    {
        return Some("a null move is written --".into());
    }
    // Castling with other circles or dashes.
    let circle = |c: char| "oO0\u{41E}\u{43E}\u{39F}\u{3BF}".contains(c);
    let dash =
        |c: char| "-_~=\u{AD}\u{2212}\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}".contains(c);
    let circles = word.chars().filter(|c| circle(*c)).count();
    let castles = word.chars().all(|c| circle(c) || dash(c)) && word.starts_with(circle);
    if castles && (2..=3).contains(&circles) {
        let castling = if circles == 2 { "O-O" } else { "O-O-O" };
        return Some(format!("castling is written {castling}"));
    }
    let file = |c: char| ('a'..='h').contains(&c);
    let files: Vec<char> = word.chars().filter(|c| !"x:\u{D7}".contains(*c)).collect();
    if let [from, to] = files[..]
        && file(from)
        && file(to)
        && word.starts_with(from)
    {
        return Some(format!(
            "a pawn's capture names its square: {from}x{to} and the rank"
        ));
    }
    let mut pieces = word.chars();
    if let (Some('K' | 'Q' | 'R' | 'B' | 'N'), Some(_)) = (pieces.next(), pieces.next())
        && word.len() <= 4
    {
        return Some("a move names its target square".into());
    }
    None
}
