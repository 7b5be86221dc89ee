//! Punctuation between moves of Xiangqi: wide blanks, numbers in wide digits, wide suffix annotations.

use crate::core::nags;
use crate::variant::Punctuation;

/// The ideographic blank, comma and stop separate moves; so does a move number in full-width digits. Full-width
/// exclamation and question marks are suffix annotations like the narrow ones.
pub(super) fn sign(text: &[u8]) -> Option<(Punctuation, usize)> {
    match text {
        [0xE3, 0x80, 0x80..=0x82, ..] => Some((Punctuation::Separator, 3)),
        [0xEF, 0xBC, 0x81 | 0x9F, ..] => mark(text),
        _ => number(text),
    }
}

/// `！`, `？！` and so on.
fn mark(text: &[u8]) -> Option<(Punctuation, usize)> {
    let marks = text.chunks(3).map_while(|mark| match mark {
        [0xEF, 0xBC, 0x81] => Some(b'!'),
        [0xEF, 0xBC, 0x9F] => Some(b'?'),
        _ => None,
    });
    let mut found = [0; 2];
    let mut count = 0;
    for mark in marks {
        *found.get_mut(count)? = mark;
        count += 1;
    }
    let nag = nags::suffix(&found[..count])?;
    Some((Punctuation::Nag(nag), 3 * count))
}

/// `１２．`
fn number(text: &[u8]) -> Option<(Punctuation, usize)> {
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
    (digits > 0).then_some((Punctuation::Separator, digits + stop))
}
