//! Splits any text as if it were movetext: words, numbers, tag pairs and what lies between them.

use memchr::memchr;
use std::ops::Range;

/// The maximum length of a comment; if the next closing brace is further away, a brace opens none.
const LONGEST_COMMENT: usize = 8 << 10;
/// The maximum length of a tag pair.
const LONGEST_TAG: usize = 1 << 10;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A tag pair.
    Tag {
        name: Range<usize>,
        value: Range<usize>,
    },
    /// A number, and the number of dots after it.
    Number { number: u32, dots: usize },
    /// Something that begins like a move; it extends to the next blank or bracket.
    Word,
    /// A comment in braces, and whether it holds a command (`[%clk 0:01:00]`).
    Comment { command: bool },
    /// `}` without an opening brace.
    Close,
    /// `$1`, `!?`, `(`, `)`: items between moves that are weak evidence.
    Little,
    /// A comma.
    Comma,
    /// Any other character.
    Punctuation,
}

/// Goes through a text item by item.
#[derive(Clone)]
pub(super) struct Walk<'a> {
    text: &'a [u8],
    /// Where the search for the next item starts. A caller that knows the length of a word better may set it.
    pub(super) at: usize,
}

/// The number of blanks that a text begins with.
pub(super) fn blanks(text: &[u8]) -> usize {
    let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C);
    text.iter().take_while(is_blank).count()
}

/// Whether a word ends before this byte.
pub(super) fn ends_word(byte: u8) -> bool {
    const ENDS: [bool; 256] = {
        let mut ends = [false; 256];
        let mut byte = 0;
        while byte <= b' ' as usize {
            ends[byte] = true;
            byte += 1;
        }
        let mut rest: &[u8] = b"{}()[];,\"<>=|";
        while let [first, others @ ..] = rest {
            ends[*first as usize] = true;
            rest = others;
        }
        ends
    };
    ENDS[usize::from(byte)]
}

impl<'a> Walk<'a> {
    pub(super) fn new(text: &'a [u8], range: Range<usize>) -> Walk<'a> {
        Walk {
            text: &text[..range.end],
            at: range.start,
        }
    }

    /// The next item and its range.
    pub(super) fn step(&mut self) -> Option<(Item, Range<usize>)> {
        let text = self.text;
        // A move may extend beyond the end of the stretch.
        self.at = self.at.min(text.len());
        loop {
            self.at += blanks(&text[self.at..]);
            let begin = self.at;
            let rest = &text[begin..];
            let &byte = rest.first()?;
            let (item, len) = match byte {
                b'0'..=b'9' => number(rest),
                b'A'..=b'Z' | b'a'..=b'z' | 0x80.. => word(rest),
                b'+' | b'-' => word(rest),
                b'[' => match tag(rest) {
                    Some((name, value, len)) => {
                        let shift = |range: Range<usize>| begin + range.start..begin + range.end;
                        let (name, value) = (shift(name), shift(value));
                        (Item::Tag { name, value }, len)
                    }
                    None => (Item::Punctuation, 1),
                },
                b'{' => match memchr(b'}', &rest[..rest.len().min(LONGEST_COMMENT)]) {
                    Some(end) => {
                        let command = memchr::memmem::find(&rest[..end], b"[%").is_some();
                        (Item::Comment { command }, end + 1)
                    }
                    None => (Item::Punctuation, 1),
                },
                b'}' => (Item::Close, 1),
                b';' if rest.get(1) == Some(&b' ') => {
                    let end = memchr(b'\n', rest).unwrap_or(rest.len());
                    (Item::Little, end)
                }
                b'%' if begin > 0 && text[begin - 1] == b'\n' => {
                    let end = memchr(b'\n', rest).unwrap_or(rest.len());
                    (Item::Little, end)
                }
                b'$' => {
                    let digits = rest[1..].iter().take_while(|b| b.is_ascii_digit()).count();
                    match digits {
                        1..=3 => (Item::Little, 1 + digits),
                        _ => (Item::Punctuation, 1),
                    }
                }
                b'!' | b'?' | b'(' | b')' | b'.' | b'*' | b':' => (Item::Little, 1),
                b',' => (Item::Comma, 1),
                ..=0x1F => {
                    self.at += 1;
                    continue;
                }
                _ => (Item::Punctuation, 1),
            };
            self.at = begin + len;
            return Some((item, begin..begin + len));
        }
    }
}

fn word(text: &[u8]) -> (Item, usize) {
    let rest = text[1..].iter();
    let len = 1 + rest.take_while(|byte| !ends_word(**byte)).count();
    (Item::Word, len)
}

/// A number and its dots; or a word, if there is more to it.
fn number(text: &[u8]) -> (Item, usize) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = text[digits..].iter().take_while(|byte| **byte == b'.');
    let mut dots = dots.count();
    let mut len = digits + dots;
    if dots == 0 && text[digits..].starts_with("\u{2026}".as_bytes()) {
        (dots, len) = (3, digits + 3);
    }
    let after = text.get(len).copied().unwrap_or(b' ');
    let plain = match dots {
        0 => ends_word(after),
        _ => !after.is_ascii_digit(),
    };
    if digits > 3 || !plain {
        return word(text);
    }
    let value = text[..digits]
        .iter()
        .fold(0, |value, byte| 10 * value + u32::from(byte - b'0'));
    (
        Item::Number {
            number: value,
            dots,
        },
        len,
    )
}

/// The name and the value of a tag pair, and its length.
pub(super) fn tag(text: &[u8]) -> Option<(Range<usize>, Range<usize>, usize)> {
    let text = &text[..text.len().min(LONGEST_TAG)];
    let symbol = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_' || **byte >= 0x80;
    let name = 1 + text[1..].iter().take_while(symbol).count();
    let value = name + blanks(&text[name..]);
    if name == 1 || value == name || text.get(value) != Some(&b'"') {
        return None;
    }
    let begin = value + 1;
    let line = memchr(b'\n', &text[begin..]).map_or(text.len(), |end| begin + end);
    // A value may contain quotation marks; it ends where a bracket follows one.
    let mut at = begin;
    while let Some(quote) = memchr(b'"', &text[at..line]) {
        let end = at + quote;
        let close = end + 1 + blanks(&text[end + 1..line]);
        if text.get(close) == Some(&b']') && close < line {
            return Some((1..name, begin..end, close + 1));
        }
        at = end + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_taken_apart() {
        let text = b"[White \"Ms \"A\"\"] 12...Nf6 {[%clk 1]} 3.14 (e4! $5, x } \xE7";
        let mut walk = Walk::new(text, 0..text.len());
        let mut items = Vec::new();
        while let Some((item, range)) = walk.step() {
            items.push((item, &text[range]));
        }
        let (name, value) = (1..6, 8..14);
        assert_eq!(items[0].0, Item::Tag { name, value });
        let number = Item::Number {
            number: 12,
            dots: 3,
        };
        assert_eq!(items[1], (number, &b"12..."[..]));
        assert_eq!(items[2], (Item::Word, &b"Nf6"[..]));
        assert_eq!(items[3].0, Item::Comment { command: true });
        assert_eq!(items[4], (Item::Word, &b"3.14"[..]));
        let rest: Vec<_> = items[5..].iter().map(|(item, _)| item.clone()).collect();
        let little = Item::Little;
        assert_eq!(
            rest,
            [
                little.clone(),
                Item::Word,
                little,
                Item::Comma,
                Item::Word,
                Item::Close,
                Item::Word
            ]
        );
    }
}
