//! Text in encodings that are not supersets of ASCII byte by byte, as UTF-8 with a mapping to the source.

use super::two_bytes::TwoBytes;
use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8};
use std::ops::Range;

/// The approximate number of source bytes between two checkpoints.
const SPACING: usize = 256;
/// The bytes of U+FFFD in UTF-8.
const REPLACEMENT: &str = "\u{FFFD}";
/// The maximum number of malformed ranges kept for one stretch of text.
const MAX_RANGES: usize = 4096;

/// Maps UTF-8 text to the source that it was decoded from.
#[derive(Clone, Debug)]
pub(crate) struct SourceMap {
    pub(super) encoding: &'static Encoding,
    /// The source bytes of the text, and a few more: whether bytes are malformed may depend on those that
    /// follow.
    pub(super) source: Vec<u8>,
    /// Positions where a character begins: offsets into text and source.
    checkpoints: Vec<(usize, usize)>,
}

impl Default for SourceMap {
    fn default() -> SourceMap {
        SourceMap {
            encoding: UTF_8,
            source: Vec::new(),
            checkpoints: Vec::new(),
        }
    }
}

impl SourceMap {
    pub(super) fn clear(&mut self) {
        self.source.clear();
        self.checkpoints.clear();
    }

    /// The source offset of the character at a text offset.
    pub(super) fn source_offset(&self, offset: usize) -> usize {
        let after = self
            .checkpoints
            .partition_point(|&(text, _)| text <= offset);
        let (mut text, mut source) = match after.checked_sub(1) {
            Some(index) => self.checkpoints[index],
            None => (0, 0),
        };
        while let Some((made, taken)) = self.pass(source, offset.saturating_sub(text)) {
            text += made;
            source += taken;
        }
        while text < offset && source < self.source.len() {
            let (taken, made) = step(self.encoding, &self.source[source..]);
            if text + made > offset {
                break;
            }
            text += made;
            source += taken;
        }
        source
    }

    /// Skips characters from a position in the source that take up to `room` bytes in the text: their bytes
    /// there, and in the source. `None` where going one by one is just as good.
    fn pass(&self, source: usize, room: usize) -> Option<(usize, usize)> {
        if let Some(table) = TwoBytes::of(self.encoding) {
            let (made, taken) = table.measure(&self.source[source..], room);
            return (made > 0).then_some((made, taken));
        }
        let mut out = [0; SPACING];
        let room = room.min(out.len());
        if room < 32 {
            return None;
        }
        let mut decoder = self.encoding.new_decoder_without_bom_handling();
        let (source, out) = (&self.source[source..], &mut out[..room]);
        let passed = decoder.decode_to_utf8_without_replacement(source, out, false);
        match passed {
            (DecoderResult::OutputFull, taken, made) => Some((made, taken)),
            _ => None,
        }
    }

    /// Moves everything after a cut into an empty map.
    pub(super) fn split_off_into(&mut self, text: usize, source: usize, rest: &mut SourceMap) {
        rest.clear();
        rest.encoding = self.encoding;
        rest.source.extend_from_slice(&self.source[source..]);
        let keep = self.checkpoints.partition_point(|&(at, _)| at < text);
        let moved = self.checkpoints.drain(keep..);
        rest.checkpoints
            .extend(moved.map(|(at, from)| (at - text, from - source)));
        let ahead = self.source.len().min(source + 4);
        self.source.truncate(ahead);
    }
}

/// The first character, or malformed sequence, of the source: its length there and in the text.
fn step(encoding: &'static Encoding, source: &[u8]) -> (usize, usize) {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut out = [0; 32];
    for (index, byte) in source.chunks(1).enumerate() {
        let (result, _, written) =
            decoder.decode_to_utf8_without_replacement(byte, &mut out, false);
        match result {
            DecoderResult::Malformed(len, _) => return (len.into(), REPLACEMENT.len()),
            _ if written > 0 => return (index + 1, written),
            _ => {}
        }
    }
    let (result, _, written) = decoder.decode_to_utf8_without_replacement(&[], &mut out, true);
    match result {
        DecoderResult::Malformed(len, _) => (len.into(), REPLACEMENT.len()),
        _ => (source.len(), written),
    }
}

/// Decodes a source piece by piece.
pub(super) struct Transcoder {
    decoder: Decoder,
    /// Decodes most of the text where the encoding has one.
    table: Option<&'static TwoBytes>,
    /// Whether the decoder holds no byte back.
    at_boundary: bool,
    piece: String,
}

impl Transcoder {
    pub(super) fn encoding(&self) -> &'static Encoding {
        self.decoder.encoding()
    }

    pub(super) fn new(encoding: &'static Encoding) -> Transcoder {
        Transcoder {
            decoder: encoding.new_decoder_without_bom_handling(),
            table: TwoBytes::of(encoding),
            at_boundary: true,
            piece: String::with_capacity(4 * SPACING),
        }
    }

    /// Appends the text of `map.source` from `from` on.
    pub(super) fn feed(
        &mut self,
        from: usize,
        text: &mut Vec<u8>,
        map: &mut SourceMap,
        malformed: &mut Vec<Range<usize>>,
    ) {
        map.encoding = self.decoder.encoding();
        let source = &map.source;
        let mut at = from;
        while at < source.len() {
            let end = source.len().min(at + SPACING);
            self.decode(&source[at..end], false, text, malformed);
            at = end;
            // Byte by byte to where a character certainly ends.
            let mut whole = false;
            while !whole && at < source.len() {
                whole = self.decode(&source[at..=at], false, text, malformed);
                at += 1;
            }
            if whole {
                map.checkpoints.push((text.len(), at));
            }
        }
    }

    /// Ends the source: an incomplete character is malformed.
    pub(super) fn finish(&mut self, text: &mut Vec<u8>, malformed: &mut Vec<Range<usize>>) {
        self.decode(&[], true, text, malformed);
    }

    /// Whether a character certainly ends with the last byte.
    fn decode(
        &mut self,
        mut bytes: &[u8],
        last: bool,
        text: &mut Vec<u8>,
        malformed: &mut Vec<Range<usize>>,
    ) -> bool {
        if self.at_boundary
            && !bytes.is_empty()
            && let Some(table) = self.table
        {
            let read = table.decode(bytes, text);
            bytes = &bytes[read..];
            if bytes.is_empty() {
                return true;
            }
        }
        let single = bytes.len() == 1;
        let mut whole = true;
        let mut made = 0;
        loop {
            self.piece.clear();
            let (result, read) =
                self.decoder
                    .decode_to_string_without_replacement(bytes, &mut self.piece, last);
            text.extend_from_slice(self.piece.as_bytes());
            made += self.piece.len();
            bytes = &bytes[read..];
            match result {
                DecoderResult::InputEmpty => {
                    whole &= made > 0;
                    self.at_boundary = whole && single;
                    return whole;
                }
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(_, _) => {
                    let start = text.len();
                    text.extend_from_slice(REPLACEMENT.as_bytes());
                    add_range(malformed, start..text.len());
                    // The decoder may hold back bytes that it has yet to look at again.
                    whole = false;
                }
            }
        }
    }
}

/// Adds a range after all others. Adjacent ranges are merged; when there are too many, the last one is
/// extended.
pub(super) fn add_range(ranges: &mut Vec<Range<usize>>, range: Range<usize>) {
    let full = ranges.len() >= MAX_RANGES;
    match ranges.last_mut() {
        Some(last) if full || last.end == range.start => last.end = range.end,
        _ => ranges.push(range),
    }
}

/// Moves the ranges after a cut into an empty list.
pub(super) fn split_ranges(
    ranges: &mut Vec<Range<usize>>,
    cut: usize,
    rest: &mut Vec<Range<usize>>,
) {
    let keep = ranges.partition_point(|range| range.end <= cut);
    rest.clear();
    rest.extend(
        ranges[keep..]
            .iter()
            .map(|range| range.start.saturating_sub(cut)..range.end - cut),
    );
    ranges.truncate(ranges.partition_point(|range| range.start < cut));
    if let Some(last) = ranges.last_mut() {
        last.end = last.end.min(cut);
    }
}
