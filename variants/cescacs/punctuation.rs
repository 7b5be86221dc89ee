//! Punctuation between moves of C'escacs: separators, ellipses, suffix annotations, the stop.

use crate::variant::Punctuation;

/// Reads punctuation.
#[inline]
pub(super) fn sign(text: &[u8]) -> Option<(Punctuation, usize)> {
    match text {
        [b',', ..] => Some((Punctuation::Separator, 1)),
        [b':', ..] => Some((Punctuation::Stop, 1)),
        [b'(', b'=', b')', ..] => Some((Punctuation::DrawOffer, 3)),
        [0xE2, 0x80, 0xA6, ..] => Some((Punctuation::Ellipsis, 3)),
        [0xE2, 0x97, 0x87, ..] => Some((Punctuation::Nag(7), 3)),
        _ => None,
    }
}
