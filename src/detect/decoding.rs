//! The encoding of a text: the one in which it makes most sense.

use super::Detector;
use super::structure;
use super::voices;
use super::weighing::{Weighed, weigh};
use crate::io::{
    Chunk, ChunkOptions, Chunks, EncodingDecision, How, encoding_for_label, utf16_by_characters,
};
use crate::variant::formats::Known;
use crate::variant::registry::VariantSet;
use encoding_rs::{BIG5, Encoding, GB18030, SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_1252};
use memchr::memmem;
use std::ops::Range;

/// A text, and its weighed evidence.
pub(super) struct Decoded {
    pub(super) chunk: Chunk,
    pub(super) skipped: usize,
    pub(super) encoding: &'static Encoding,
    pub(super) confidence: u8,
    pub(super) how: How,
    pub(super) runner_up: Option<&'static Encoding>,
    /// The text was in a single-byte encoding, and began at this offset.
    single: Option<usize>,
    /// All bytes are in this text; else some are in another encoding.
    whole: bool,
    pub(super) weighed: Weighed,
}

impl Decoded {
    /// The position in the source of an offset into the text.
    pub(super) fn place(&self, offset: usize) -> u64 {
        let Some(start) = self.single else {
            return self.skipped as u64 + self.chunk.source_offset(offset);
        };
        let text = &self.chunk.text[..offset.min(self.chunk.text.len())];
        let characters = text.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
        (self.skipped + start + characters) as u64
    }
}

/// In a text of fewer bytes, a single character matters.
const SHORT: usize = 4 << 10;

impl<S: VariantSet> Detector<S> {
    /// Decodes text: in the declared encoding, or the one in which it makes most sense.
    pub(super) fn text(&self, bytes: &[u8]) -> Decoded {
        let charset = self.media_type.split(';').find_map(|part| {
            let label = part.trim().strip_prefix("charset=")?;
            encoding_for_label(label.trim_matches('"'))
        });
        if self.encoding.is_none()
            && !bytes.starts_with(b"\xFF\xFE")
            && !bytes.starts_with(b"\xFE\xFF")
            && let Some((encoding, skipped)) = utf16_by_characters(bytes)
        {
            return Decoded {
                how: How::ZeroBytes,
                confidence: 95,
                ..self.decode(bytes, skipped, None, Some(encoding))
            };
        }
        let core = whole_utf8(bytes);
        let mut best = match &core {
            Some(core) => self.decode(bytes, core.start, Some(core.end), None),
            None => self.decode(bytes, 0, None, None),
        };
        let unsure = matches!(
            best.how,
            How::Frequency | How::Chinese | How::MostlyUtf8 | How::ZeroBytes
        ) && !(best.how == How::ZeroBytes && best.chunk.text.is_ascii());
        if let Some(given) = self.encoding.or(charset)
            && given != best.encoding
            && best.how != How::ByteOrderMark
        {
            let as_given = self.decode(bytes, 0, None, Some(given));
            if as_given.chunk.malformed.len() <= best.chunk.malformed.len()
                && as_given.weighed.best() + 10 >= best.weighed.best()
                && best.how != How::ValidUtf8
            {
                return as_given;
            }
        }
        if !unsure || best.weighed.best() > 400 && best.how == How::Chinese {
            return best;
        }
        let zeros = bytes.iter().take(4096).filter(|byte| **byte == 0).count();
        let mut others: Vec<(&'static Encoding, usize)> = Vec::new();
        if best.how == How::ZeroBytes || zeros * 50 > bytes.len().min(4096) {
            others.extend([UTF_16LE, UTF_16BE].iter().flat_map(|e| [(*e, 0), (*e, 1)]));
        } else {
            others.extend([(GB18030, 0), (BIG5, 0), (WINDOWS_1252, 0), (SHIFT_JIS, 0)]);
            // The first byte may be the rest of a character. One in ASCII is read as a character of its own, which
            // matters in short texts alone.
            if bytes.len() < SHORT || bytes.first().is_some_and(|byte| !byte.is_ascii()) {
                others.extend([(GB18030, 1), (BIG5, 1)]);
            }
        }
        for (encoding, skip) in others {
            if encoding == best.encoding && skip == best.skipped || skip >= bytes.len() {
                continue;
            }
            let other = self.read(bytes, skip, None, Some(encoding));
            // Text in a legacy encoding makes no more sense than the best so far if none of its characters
            // do, and if it has as many malformed ones.
            if !other.is_simple()
                && best.whole
                && other.chunk.malformed.len() >= best.chunk.malformed.len()
                && !has_sense::<S>(&other.chunk.text, &self.formats)
            {
                continue;
            }
            let other = other.weigh::<S>(&self.formats);
            let better = other.weighed.best() - best.weighed.best();
            let garbled =
                (other.chunk.malformed.len() as i32 - best.chunk.malformed.len() as i32) * 6;
            if better - garbled > 14 {
                best = Decoded {
                    runner_up: Some(best.encoding),
                    confidence: 90,
                    how: if encoding.is_single_byte() {
                        How::Frequency
                    } else {
                        How::Chinese
                    },
                    ..other
                };
            }
        }
        best
    }

    /// Decodes bytes from an offset on, and weighs the text.
    fn decode(
        &self,
        bytes: &[u8],
        skipped: usize,
        end: Option<usize>,
        encoding: Option<&'static Encoding>,
    ) -> Decoded {
        let text = self.read(bytes, skipped, end, encoding);
        text.weigh::<S>(&self.formats)
    }

    /// Decodes bytes from an offset on.
    fn read(
        &self,
        bytes: &[u8],
        skipped: usize,
        end: Option<usize>,
        encoding: Option<&'static Encoding>,
    ) -> Unweighed {
        let bytes = &bytes[skipped..end.unwrap_or(bytes.len())];
        let options = ChunkOptions {
            encoding,
            target: bytes.len().max(1),
            ..ChunkOptions::default()
        };
        let mut chunks = Chunks::new(bytes, options);
        let mut chunk = Chunk::default();
        // Reading from memory does not fail.
        let _ = chunks.next(&mut chunk);
        let decision = chunks.decision().clone();
        let start = chunk.start as usize;
        let whole = chunk.source_offset(chunk.text.len()) as usize == bytes.len();
        // Characters such as × are searched for in UTF-8.
        let single = decision.encoding.is_single_byte() && !chunk.text.is_ascii();
        if single {
            let (text, _) = decision.encoding.decode_without_bom_handling(&chunk.text);
            chunk = Chunk::from(text.as_bytes());
        }
        Unweighed {
            single: single.then_some(start),
            skipped,
            chunk,
            decision,
            whole,
        }
    }
}

/// A text whose evidence is not weighed.
struct Unweighed {
    chunk: Chunk,
    skipped: usize,
    decision: EncodingDecision,
    single: Option<usize>,
    whole: bool,
}

impl Unweighed {
    /// Whether it is in an encoding of single bytes, or in UTF-16.
    fn is_simple(&self) -> bool {
        let encoding = self.decision.encoding;
        encoding.is_single_byte() || encoding == UTF_16LE || encoding == UTF_16BE
    }

    fn weigh<S: VariantSet>(self, formats: &[&'static Known]) -> Decoded {
        Decoded {
            weighed: weigh::<S>(&self.chunk, formats),
            encoding: self.decision.encoding,
            confidence: self.decision.confidence,
            how: self.decision.how,
            runner_up: self.decision.runner_up,
            single: self.single,
            whole: self.whole,
            skipped: self.skipped,
            chunk: self.chunk,
        }
    }
}

/// Whether some characters beyond ASCII are evidence for anything: a move, a piece, the name of a game, a typical
/// string.
fn has_sense<S: VariantSet>(text: &[u8], formats: &[&'static Known]) -> bool {
    let names = S::VARIANTS.iter().flat_map(|info| info.selectors);
    let names = names.flat_map(|(_, values)| *values);
    let marks = formats.iter().flat_map(|known| known.marks);
    let strings = names.map(|name| name.as_bytes());
    let strings = strings.chain(marks.map(|(mark, _)| *mark));
    let mut strings = strings
        .chain(formats.iter().flat_map(|known| known.starts).copied())
        .filter(|string| !string.is_ascii());
    strings.any(|string| memmem::find(text, string).is_some())
        || structure::has_wide_piece(text)
        || voices::has_wide_move(text, &voices::voices::<S>(formats))
}

/// The range of the bytes without a cut character at either end, if there is one and the rest is UTF-8.
fn whole_utf8(bytes: &[u8]) -> Option<Range<usize>> {
    let is_rest = |byte: &&u8| (0x80..0xC0).contains(*byte);
    let begin = bytes.iter().take(3).take_while(is_rest).count();
    let end = match str::from_utf8(&bytes[begin..]) {
        Ok(_) => bytes.len(),
        Err(error) if error.error_len().is_none() => begin + error.valid_up_to(),
        Err(_) => return None,
    };
    let cut = begin > 0 || end < bytes.len();
    (cut && end > begin && !bytes[begin..end].is_ascii()).then_some(begin..end)
}
