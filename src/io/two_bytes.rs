//! Chinese text of two bytes a character, decoded by a table that is made with the decoder of its encoding.

use encoding_rs::{BIG5, Encoding, GB18030, GBK};
use std::sync::OnceLock;

const LEADS: std::ops::RangeInclusive<u8> = 0x81..=0xFE;
const TRAILS: std::ops::RangeInclusive<u8> = 0x40..=0xFE;
const ROW: usize = 0xFE - 0x40 + 1;

/// The characters of an encoding that take two bytes there.
#[derive(Debug)]
pub(super) struct TwoBytes {
    /// By lead and trail byte; 0 where they are no character of the Basic Multilingual Plane.
    characters: Vec<u16>,
}

impl TwoBytes {
    /// The table of an encoding that has one.
    pub(super) fn of(encoding: &'static Encoding) -> Option<&'static TwoBytes> {
        static GB: OnceLock<TwoBytes> = OnceLock::new();
        static BIG: OnceLock<TwoBytes> = OnceLock::new();
        let table = match encoding {
            _ if encoding == GB18030 || encoding == GBK => &GB,
            _ if encoding == BIG5 => &BIG,
            _ => return None,
        };
        Some(table.get_or_init(|| TwoBytes::new(encoding)))
    }

    fn new(encoding: &'static Encoding) -> TwoBytes {
        let pairs = LEADS.flat_map(|lead| TRAILS.map(move |trail| [lead, trail, b'\n']));
        let source: Vec<u8> = pairs.flatten().collect();
        let (text, _) = encoding.decode_without_bom_handling(&source);
        let character = |line: &str| {
            let mut characters = line.chars();
            match (characters.next(), characters.next()) {
                (Some(c), None) if c != char::REPLACEMENT_CHARACTER => {
                    u16::try_from(u32::from(c)).unwrap_or(0)
                }
                _ => 0,
            }
        };
        TwoBytes {
            characters: text.lines().map(character).collect(),
        }
    }

    /// Decodes ASCII and characters of two bytes up to the first byte of anything else. Returns how many bytes that
    /// is.
    pub(super) fn decode(&self, bytes: &[u8], text: &mut Vec<u8>) -> usize {
        let mut end = text.len();
        // Two bytes become three at most.
        text.resize(end + bytes.len() / 2 * 3 + 2, 0);
        let mut at = 0;
        while let Some(&lead) = bytes.get(at) {
            if lead.is_ascii() {
                text[end] = lead;
                (at, end) = (at + 1, end + 1);
                continue;
            }
            let len = match self.character_at(bytes, at) {
                0 => break,
                c @ 0x800.. => {
                    text[end..end + 3].copy_from_slice(&[
                        0xE0 | (c >> 12) as u8,
                        0x80 | (c >> 6) as u8 & 0x3F,
                        0x80 | c as u8 & 0x3F,
                    ]);
                    3
                }
                c @ 0x80.. => {
                    let pair = [0xC0 | (c >> 6) as u8, 0x80 | c as u8 & 0x3F];
                    text[end..end + 2].copy_from_slice(&pair);
                    2
                }
                c => {
                    text[end] = c as u8;
                    1
                }
            };
            (at, end) = (at + 2, end + len);
        }
        text.truncate(end);
        at
    }

    /// How many bytes of text the beginning of a source becomes, at most `room`, and how many bytes of the source that
    /// is. It ends before anything but ASCII and characters of two bytes.
    pub(super) fn measure(&self, bytes: &[u8], room: usize) -> (usize, usize) {
        let (mut made, mut at) = (0, 0);
        while let Some(&lead) = bytes.get(at) {
            let (taken, len) = if lead.is_ascii() {
                (1, 1)
            } else {
                match self.character_at(bytes, at) {
                    0 => break,
                    0x800.. => (2, 3),
                    0x80.. => (2, 2),
                    _ => (2, 1),
                }
            };
            if made + len > room {
                break;
            }
            (made, at) = (made + len, at + taken);
        }
        (made, at)
    }

    /// The character of two bytes, or 0 if it has none.
    fn character_at(&self, bytes: &[u8], at: usize) -> u16 {
        match bytes.get(at + 1) {
            Some(&trail) => self.character(bytes[at], trail),
            None => 0,
        }
    }

    fn character(&self, lead: u8, trail: u8) -> u16 {
        if !LEADS.contains(&lead) || !TRAILS.contains(&trail) {
            return 0;
        }
        let index = usize::from(lead - LEADS.start()) * ROW + usize::from(trail - TRAILS.start());
        self.characters[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All pairs of bytes give what the decoder gives, or nothing.
    #[test]
    fn every_pair_is_decoded_as_the_decoder_does() {
        for encoding in [GB18030, GBK, BIG5] {
            let table = TwoBytes::of(encoding).expect("a table");
            assert_eq!(table.characters.len(), LEADS.count() * ROW);
            let mut known = 0;
            for first in 0..=255u8 {
                for second in 0..=255u8 {
                    let pair = [first, second];
                    let mut text = Vec::new();
                    let read = table.decode(&pair, &mut text);
                    let (expected, _) = encoding.decode_without_bom_handling(&pair[..read]);
                    assert_eq!(text, expected.as_bytes(), "{} {pair:x?}", encoding.name());
                    assert_eq!(table.measure(&pair, usize::MAX), (text.len(), read));
                    known += usize::from(!first.is_ascii() && read == 2);
                }
            }
            assert!(known > 10_000, "{}: {known}", encoding.name());
        }
        assert!(TwoBytes::of(encoding_rs::SHIFT_JIS).is_none());
    }
}
