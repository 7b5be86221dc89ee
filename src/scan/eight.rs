//! Bytes looked at eight at a time.

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

/// Marks the bytes of `word` below `bound`, which is at most 128. The same holds as for [`equal`].
#[inline(always)]
const fn below(word: u64, bound: u8) -> u64 {
    word.wrapping_sub(EACH * bound as u64) & !word & HIGH
}

/// Where the first byte from `from` on is for which `marks` leaves a mark.
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
    // The last bytes, with zeros behind them; a mark there is none.
    let rest = text.get(at..)?;
    let mut bytes = [0; 8];
    bytes[..rest.len()].copy_from_slice(rest);
    let found = marks(u64::from_le_bytes(bytes)).trailing_zeros() as usize / 8;
    (found < rest.len()).then_some(at + found)
}

/// The first closing brace or line feed.
#[inline(always)]
pub(super) fn brace_or_line_feed(text: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    // Comments are longer than most tokens. Sixteen bytes at a time: with all of them looked at
    // whatever comes, the compiler has one vector instruction for each step.
    while let Some(block) = text.get(at..).and_then(|rest| rest.first_chunk::<16>()) {
        let is = |byte: u8| u8::from(byte == b'}') | u8::from(byte == b'\n');
        if block.iter().fold(0, |any, &byte| any | is(byte)) != 0 {
            break;
        }
        at += 16;
    }
    find(text, at, |word| equal(word, b'}') | equal(word, b'\n'))
}

/// The first quotation mark, backslash or control character.
#[inline(always)]
pub(super) fn quote_or_control(text: &[u8], from: usize) -> Option<usize> {
    find(text, from, |word| {
        equal(word, b'"') | equal(word, b'\\') | below(word, b' ')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(
                quote_or_control(&text, from),
                first(|b| matches!(b, b'"' | b'\\' | 0..0x20))
            );
        }
    }
}
