//! What stands between moves of C'escacs: separators, ellipses, valuations, the end of a record.

use crate::variant::Sign;

/// Reads a sign that is not a move.
#[inline]
pub(super) fn sign(text: &[u8]) -> Option<(Sign, usize)> {
    match text {
        [b',', ..] => Some((Sign::Separator, 1)),
        [b':', ..] => Some((Sign::Stop, 1)),
        [b'(', b'=', b')', ..] => Some((Sign::DrawOffer, 3)),
        [0xE2, 0x80, 0xA6, ..] => Some((Sign::Ellipsis, 3)),
        [0xE2, 0x97, 0x87, ..] => Some((Sign::Nag(7), 3)),
        _ => None,
    }
}
