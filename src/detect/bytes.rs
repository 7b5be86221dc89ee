//! Recognizing bytes that are not text.

use super::{Candidate, Detector, Evidence, Kind, Part};
use crate::detect::format::Format;
use crate::io::{looks_binary, utf16_by_characters};
use crate::variant::formats::Known;
use crate::variant::registry::VariantSet;
use std::borrow::Cow;
use std::ops::Range;

impl<S: VariantSet> Detector<S> {
    /// The candidate for bytes that are not text.
    pub(super) fn binary(&self, bytes: &[u8]) -> Option<Candidate> {
        let extension = self.extension();
        let candidate = |known: &'static Known, confidence, what, span| Candidate {
            kind: known.kind,
            format: Format::Known(known),
            variant: known.variant,
            notation: known.notation.map(Cow::Borrowed),
            range: None,
            confidence,
            evidence: vec![Evidence {
                what,
                span,
                weight: i32::from(confidence),
                excerpt: Default::default(),
            }],
            score: i32::from(confidence),
        };
        if self.part != Some(Part::Middle)
            && let Some((known, range)) = known_binary(&self.formats, bytes)
        {
            let what = "bytes that this format begins with".into();
            return Some(candidate(known, 98, what, range));
        }
        // UTF-16 may be cut inside a unit.
        if !looks_binary(bytes) || utf16_by_characters(bytes).is_some() {
            return None;
        }
        if is_polyglot(bytes)
            && let Some(known) = self.formats.iter().find(|known| known.id == "polyglot")
        {
            let what = "entries of 16 bytes in the order of their keys".into();
            return Some(candidate(known, 90, what, 0..64.min(bytes.len() as u64)));
        }
        let named = self.formats.iter().find(|known| {
            known.binary && known.magic.is_empty() && known.extensions.contains(&&*extension)
        });
        if let Some(known) = named {
            return Some(candidate(known, 70, "the ending of its name".into(), 0..0));
        }
        Some(Candidate {
            kind: Kind::Other,
            format: Format::Binary,
            variant: None,
            notation: None,
            range: None,
            confidence: 95,
            evidence: vec![Evidence {
                what: "bytes that do not occur in text".into(),
                span: 0..0,
                weight: 95,
                excerpt: Default::default(),
            }],
            score: 95,
        })
    }
}

/// The format that has these first bytes, and the range of the typical ones.
pub(super) fn known_binary(
    formats: &[&'static Known],
    bytes: &[u8],
) -> Option<(&'static Known, Range<u64>)> {
    formats.iter().find_map(|known| {
        let mut magic = known.magic.iter();
        let (at, magic) = magic.find(|(at, magic)| {
            let rest = bytes.get(*at..);
            rest.is_some_and(|rest| rest.starts_with(magic))
        })?;
        let at = *at as u64;
        Some((*known, at..at + magic.len() as u64))
    })
}

/// Entries of 16 bytes: a key, a move, its weight, learning data. They are sorted by key.
fn is_polyglot(bytes: &[u8]) -> bool {
    let entries = bytes.chunks_exact(16);
    if entries.len() < 4 {
        return false;
    }
    let mut last = [0; 8];
    entries.take(256).all(|entry| {
        let key = [
            entry[0], entry[1], entry[2], entry[3], entry[4], entry[5], entry[6], entry[7],
        ];
        let follows = key >= last && key != [0; 8];
        last = key;
        let mv = u16::from_be_bytes([entry[8], entry[9]]);
        follows && mv != 0 && mv >> 12 <= 4 && mv & 63 != mv >> 6 & 63
    })
}
