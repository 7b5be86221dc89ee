//! What stands between moves of Xiangqi: wide blanks, numbers in wide digits.

use crate::variant::Sign;

/// The ideographic blank, comma and stop part moves; so does a move number in full-width digits.
pub(super) fn sign(text: &[u8]) -> Option<(Sign, usize)> {
    if let [0xE3, 0x80, 0x80..=0x82, ..] = text {
        return Some((Sign::Separator, 3));
    }
    let mut rest = text;
    while let [0xEF, 0xBC, 0x90..=0x99, tail @ ..] = rest {
        rest = tail;
    }
    let digits = text.len() - rest.len();
    let stop = match rest {
        [b'.', ..] => 1,
        [0xEF, 0xBC, 0x8E, ..] | [0xE3, 0x80, 0x81..=0x82, ..] => 3,
        _ => return None,
    };
    (digits > 0).then_some((Sign::Separator, digits + stop))
}
