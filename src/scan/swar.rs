//! Bytes examined eight at a time.

use std::ops::Range;

/// 1 in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The highest bit of each byte.
const HIGH: u64 = EACH << 7;

/// Marks the bytes of `word` that are `byte`. Marks above the lowest one may be wrong.
#[inline(always)]
const fn equal(word: u64, byte: u8) -> u64 {
    let zero = word ^ (EACH * byte as u64);
    zero.wrapping_sub(EACH) & !zero & HIGH
}

/// Marks the bytes of `word` below `bound`, which is at most 128. Marks above the lowest one may be wrong, as
/// for [`equal`].
#[inline(always)]
const fn below(word: u64, bound: u8) -> u64 {
    word.wrapping_sub(EACH * bound as u64) & !word & HIGH
}

/// The first byte from `from` on for which `marks` sets a mark.
#[inline(always)]
fn find(text: &[u8], from: usize, marks: impl Fn(u64) -> u64) -> Option<usize> {
    let mut at = from;
    while let Some(bytes) = text.get(at..).and_then(|rest| rest.first_chunk()) {
        let found = marks(u64::from_le_bytes(*bytes));
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    // The last bytes; a mark beyond them does not count.
    let rest = text.get(at..)?;
    let found = marks(short_word(rest)).trailing_zeros() as usize / 8;
    (found < rest.len()).then_some(at + found)
}

/// The first closing brace or line feed.
///
/// Comments are longer than most tokens, so this works in blocks: since all their bytes are always examined,
/// the compiler generates vector instructions. The position inside a block is unpredictable, so it is found
/// without a branch.
#[inline(always)]
pub(super) fn brace_or_line_feed(text: &[u8], from: usize) -> Option<usize> {
    let marks = |word| equal(word, b'}') | equal(word, b'\n');
    let mut at = from;
    while let Some(block) = text.get(at..).and_then(|rest| rest.first_chunk::<16>()) {
        let is = |byte: u8| u8::from(byte == b'}') | u8::from(byte == b'\n');
        if block.iter().fold(0, |any, &byte| any | is(byte)) != 0 {
            let words = u128::from_le_bytes(*block);
            let (low, high) = (marks(words as u64), marks((words >> 64) as u64));
            let (found, before) = if low == 0 { (high, 8) } else { (low, 0) };
            return Some(at + before + found.trailing_zeros() as usize / 8);
        }
        at += 16;
    }
    find(text, at, marks)
}

/// The first quotation mark, backslash or control character.
#[inline(always)]
pub(super) fn quote_or_control(text: &[u8], from: usize) -> Option<usize> {
    find(text, from, |word| {
        equal(word, b'"') | equal(word, b'\\') | below(word, b' ')
    })
}

/// The first byte that is not an ASCII letter.
#[inline(always)]
pub(super) fn no_letter(text: &[u8], from: usize) -> Option<usize> {
    find(text, from, |word| {
        // Small letters are 0x61 to 0x7A.
        let small = word | (EACH * 0x20);
        let from_a = small.wrapping_add(EACH * (0x80 - 0x61));
        let beyond_z = small.wrapping_add(EACH * (0x80 - 0x7B));
        (!from_a | beyond_z | word) & HIGH
    })
}

/// A number below 256 for a name, ignoring the case of ASCII letters. Different names mostly have different
/// numbers.
#[inline(always)]
pub(super) fn name_number(text: &[u8], name: Range<usize>) -> u8 {
    let len = name.len();
    let word = match text.get(name.start..).and_then(|rest| rest.first_chunk()) {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => short_word(&text[name]),
    };
    let inside = match len {
        0..8 => (1 << (8 * len)) - 1,
        _ => !0,
    };
    let word = (word | (EACH * 0x20)) & inside;
    // A factor that gives the usual tag names different numbers.
    let mixed = (word ^ len as u64).wrapping_mul(0x0F32_D90F_8E60_36FF);
    (mixed >> 56) as u8
}

/// Up to eight bytes, followed by zeros.
#[cold]
fn short_word(text: &[u8]) -> u64 {
    let text = &text[..text.len().min(8)];
    let mut bytes = [0; 8];
    bytes[..text.len()].copy_from_slice(text);
    u64::from_le_bytes(bytes)
}

/// A set of numbers below 256.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbers([u64; 4]);

impl Numbers {
    #[inline(always)]
    pub(super) fn contains(&self, number: u8) -> bool {
        self.0[usize::from(number >> 6)] >> (number & 63) & 1 == 1
    }

    /// Returns whether it was not there before.
    #[inline(always)]
    pub(super) fn insert(&mut self, number: u8) -> bool {
        let is_new = !self.contains(number);
        self.0[usize::from(number >> 6)] |= 1 << (number & 63);
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in most files do not need to be compared.
    #[test]
    fn usual_names_have_different_numbers() {
        let names = "Event Site Date Round White Black Result WhiteElo BlackElo ECO EventDate UTCDate \
                     UTCTime WhiteTitle BlackTitle WhiteRatingDiff BlackRatingDiff Variant TimeControl \
                     Opening Termination WhiteTeam BlackTeam WhiteFideId BlackFideId EventType \
                     EventCountry PlyCount FEN SetUp Annotator Source SourceDate Game Red RedTeam \
                     Format";
        let mut seen = Numbers::default();
        for name in names.split_ascii_whitespace() {
            let number = name_number(name.as_bytes(), 0..name.len());
            assert!(seen.insert(number), "{name}");
        }
    }

    proptest::proptest! {
        /// The same as looking at each byte.
        #[test]
        fn finds_the_first(text: Vec<u8>, from in 0usize..24) {
            let first = |is: fn(&u8) -> bool| {
                let rest = text.get(from..)?;
                Some(from + rest.iter().position(is)?)
            };
            assert_eq!(
                brace_or_line_feed(&text, from),
                first(|b| matches!(b, b'}' | b'\n'))
            );
            assert_eq!(no_letter(&text, from), first(|b| !b.is_ascii_alphabetic()));
            assert_eq!(
                quote_or_control(&text, from),
                first(|b| matches!(b, b'"' | b'\\' | 0..0x20))
            );
        }
    }
}
