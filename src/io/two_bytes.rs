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
        text.reserve(bytes.len() / 2 * 3 + 2);
        let mut at = 0;
        while let Some(&lead) = bytes.get(at) {
            if lead.is_ascii() {
                text.push(lead);
                at += 1;
                continue;
            }
            match bytes
                .get(at + 1)
                .map_or(0, |&trail| self.character(lead, trail))
            {
                0 => break,
                c @ 0x800.. => text.extend_from_slice(&[
                    0xE0 | (c >> 12) as u8,
                    0x80 | (c >> 6) as u8 & 0x3F,
                    0x80 | c as u8 & 0x3F,
                ]),
                c @ 0x80.. => {
                    text.extend_from_slice(&[0xC0 | (c >> 6) as u8, 0x80 | c as u8 & 0x3F])
                }
                c => text.push(c as u8),
            }
            at += 2;
        }
        at
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
                    known += usize::from(!first.is_ascii() && read == 2);
                }
            }
            assert!(known > 10_000, "{}: {known}", encoding.name());
        }
        assert!(TwoBytes::of(encoding_rs::SHIFT_JIS).is_none());
    }
}
