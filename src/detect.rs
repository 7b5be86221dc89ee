//! Detects what bytes contain: compression, encoding, format, game and notation, with a confidence and the
//! evidence.
//!
//! ```
//! use movetext::detect::{Kind, Part, detect};
//!
//! let found = detect(b"f6 14. Bd3 Nxd5 15. O-O Qc7 16. Rc1 Nd7 17. Qe2 Rac8 18. e4 Nf4");
//! assert_eq!(found.kind, Kind::Games);
//! assert_eq!((found.variant, found.notation.as_deref()), (Some("chess"), Some("san")));
//! assert_eq!(found.part, Part::Middle);
//! assert!(found.confidence > 90);
//! ```
//!
//! Each hypothesis (games of a variant, a list of positions, other JSON) is weighed by evidence in the first
//! bytes: playable moves where a game begins, the shape of moves and their share elsewhere, tags, consecutive
//! numbers, results. Tags are evidence like everything else. The weights are decibans and are added;
//! `docs/DETECTION.md` has the table, and the rate of correct answers.
//!
//! [`Reader`](crate::Reader) decides by the same weights.

mod bytes;
mod census;
mod decoding;
pub mod format;
mod known;
mod signatures;
mod structure;
mod voices;
mod walk;
mod weighing;
mod weights;

pub use crate::variant::formats::{Kind, Known};
pub(crate) use census::Taker;
pub use census::{Census, Count};
pub use format::Format;

use crate::core::limits::Limits;
use crate::io::{
    Chunk, Compression, How, begins_with_tag_pair, decompress, has_tag_pair, looks_binary,
};
use crate::scan::{ScanOptions, Scanner};
use crate::variant::registry::VariantSet;
use crate::variants::Standard;
use bytes::known_binary;
use encoding_rs::Encoding;
use std::borrow::Cow;
use std::io::{self, Cursor, Read};
use std::marker::PhantomData;
use std::ops::Range;
use weighing::{Weighed, weigh};
use weights::{ANYTHING, DECIBANS};

/// The number of bytes examined after decompression, unless more are requested.
pub const WINDOW: usize = 64 << 10;

/// Which part of a source the bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// All of it.
    Whole,
    /// The first bytes.
    Beginning,
    /// A part that does not begin at the start of the source.
    Middle,
}

impl Part {
    /// The name in data.
    pub const fn as_str(self) -> &'static str {
        match self {
            Part::Whole => "whole",
            Part::Beginning => "beginning",
            Part::Middle => "middle",
        }
    }
}

/// An observation, with its weight for or against a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// The observation, as text.
    pub what: Cow<'static, str>,
    /// Its position: offsets into the decompressed source.
    pub span: Range<u64>,
    /// Its weight in decibans; negative weights count against the candidate.
    pub weight: i32,
    /// The line of text around it, and its position in that line. Empty if it is not text.
    pub excerpt: (String, Range<usize>),
}

/// Something that a source may contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The kind of content.
    pub kind: Kind,
    /// Its format.
    pub format: Format,
    /// The id of the variant, or the name of another game.
    pub variant: Option<&'static str>,
    /// The notation of the moves, as in [`pgn::notation`](crate::format::pgn::notation).
    pub notation: Option<Cow<'static, str>>,
    /// The range of the games, if they are inside something else: a page, or a text. In bytes of the
    /// decompressed source.
    pub range: Option<Range<u64>>,
    /// Its probability, from 0 to 100.
    pub confidence: u8,
    /// The evidence for and against it, the strongest first.
    pub evidence: Vec<Evidence>,
    /// The sum of the weights.
    pub score: i32,
}

/// The result of a detection.
#[derive(Clone, Debug)]
pub struct Detection {
    /// How the source is compressed.
    pub compression: Compression,
    /// The encoding of its text, or `None` if it is not text.
    pub encoding: Option<&'static Encoding>,
    /// The confidence in the encoding, from 0 to 100.
    pub encoding_confidence: u8,
    /// What decided the encoding.
    pub encoding_how: How,
    /// The second best encoding, if it came close.
    pub encoding_runner_up: Option<&'static Encoding>,
    /// What the source contains.
    pub kind: Kind,
    /// Its format.
    pub format: Format,
    /// The id of the variant, or the name of another game, or `None` if it cannot be determined.
    pub variant: Option<&'static str>,
    /// The notation of the moves, as in [`pgn::notation`](crate::format::pgn::notation).
    pub notation: Option<Cow<'static, str>>,
    /// The confidence in kind, format and variant together, from 0 to 100.
    pub confidence: u8,
    /// The confidence in the kind alone.
    pub kind_confidence: u8,
    /// Whether games can be read from it.
    pub readable: bool,
    /// Which part of the source the bytes are.
    pub part: Part,
    /// All candidates, the most probable first.
    pub candidates: Vec<Candidate>,
}

/// Detects what bytes contain: a whole source, its first bytes, or some from the middle.
pub fn detect(bytes: &[u8]) -> Detection {
    Detector::new().detect(bytes)
}

/// A detector with hints from the caller.
///
/// Hints never outweigh the bytes: they decide only where the bytes do not.
#[derive(Clone, Debug)]
pub struct Detector<S = Standard> {
    name: String,
    media_type: String,
    encoding: Option<&'static Encoding>,
    part: Option<Part>,
    window: usize,
    formats: Vec<&'static Known>,
    set: PhantomData<S>,
}

impl Default for Detector {
    fn default() -> Detector {
        Detector::new()
    }
}

impl Detector {
    /// A detector without hints.
    pub fn new() -> Detector {
        Detector::with_variants()
    }
}

/// The bytes read for detection, followed by the rest of the stream.
pub type Stream<R> = io::Chain<Cursor<Vec<u8>>, R>;

impl<S: VariantSet> Detector<S> {
    /// A detector for your own set of variants.
    pub fn with_variants() -> Detector<S> {
        Detector {
            name: String::new(),
            media_type: String::new(),
            encoding: None,
            part: None,
            window: WINDOW,
            formats: known::formats::<S>(),
            set: PhantomData,
        }
    }

    /// Sets the name of the file.
    pub fn name(&mut self, name: impl Into<String>) -> &mut Self {
        self.name = name.into();
        self
    }

    /// Sets the media type that the source was sent with, e.g. `application/vnd.chess-pgn`.
    pub fn media_type(&mut self, media_type: impl Into<String>) -> &mut Self {
        self.media_type = media_type.into();
        self
    }

    /// Sets the declared encoding of the source.
    pub fn encoding(&mut self, encoding: Option<&'static Encoding>) -> &mut Self {
        self.encoding = encoding;
        self
    }

    /// Sets which part of the source the bytes are, if it is known.
    pub fn part(&mut self, part: Part) -> &mut Self {
        self.part = Some(part);
        self
    }

    /// Sets the number of bytes to examine. Default: [`WINDOW`].
    pub fn window(&mut self, bytes: usize) -> &mut Self {
        self.window = bytes.max(16);
        self
    }

    /// Adds a format to recognize by name.
    pub fn format(&mut self, format: &'static Known) -> &mut Self {
        self.formats.push(format);
        self
    }

    /// Examines the first bytes of a stream, and returns a stream that starts again from the first byte.
    ///
    /// # Errors
    ///
    /// If the stream cannot be read.
    pub fn detect_stream<R: Read>(&self, mut stream: R) -> io::Result<(Detection, Stream<R>)> {
        let mut bytes = Vec::new();
        // One more byte shows whether there is more.
        let wanted = self.window as u64 + 1;
        stream.by_ref().take(wanted).read_to_end(&mut bytes)?;
        Ok((self.detect(&bytes), Cursor::new(bytes).chain(stream)))
    }

    /// Examines bytes, at most the first [`window`](Self::window) of them.
    pub fn detect(&self, bytes: &[u8]) -> Detection {
        let window = &bytes[..bytes.len().min(self.window)];
        let compression = Compression::detect(window);
        let complete = bytes.len() <= self.window;
        if compression == Compression::None {
            return self.examine(window, compression, complete);
        }
        let mut plain = Vec::new();
        let room = self.window as u64;
        let read = decompress(window, Limits::default().window)
            .map(|(_, text)| text.take(room).read_to_end(&mut plain));
        let ended = matches!(read, Ok(Ok(_))) && (plain.len() as u64) < room;
        if plain.is_empty() && !ended {
            return self.opaque(compression);
        }
        self.examine(&plain, compression, complete && ended)
    }

    /// Compressed data that cannot be decompressed.
    fn opaque(&self, compression: Compression) -> Detection {
        Detection {
            compression,
            encoding: None,
            encoding_confidence: 0,
            encoding_how: How::Ascii,
            encoding_runner_up: None,
            kind: Kind::Unknown,
            format: Format::Binary,
            variant: None,
            notation: None,
            confidence: 0,
            kind_confidence: 0,
            readable: false,
            part: self.part.unwrap_or(Part::Beginning),
            candidates: Vec::new(),
        }
    }

    fn examine(&self, bytes: &[u8], compression: Compression, complete: bool) -> Detection {
        let mut detection = self.opaque(compression);
        detection.part = self.part.unwrap_or(if complete {
            Part::Whole
        } else {
            Part::Beginning
        });
        if bytes.is_empty() {
            detection.settle(Candidate {
                kind: Kind::Other,
                format: Format::Empty,
                variant: None,
                notation: None,
                range: None,
                confidence: 100,
                evidence: Vec::new(),
                score: 0,
            });
            return detection;
        }
        if let Some(candidate) = self.binary(bytes) {
            detection.settle(candidate);
            return detection;
        }
        let text = self.text(bytes);
        detection.encoding = Some(text.encoding);
        detection.encoding_confidence = text.confidence;
        detection.encoding_how = text.how;
        detection.encoding_runner_up = text.runner_up;
        let weighed = &text.weighed;
        let part = self.part;
        self.conclude(weighed, &text.chunk, complete, part, &mut detection);
        let place =
            |range: &Range<u64>| text.place(range.start as usize)..text.place(range.end as usize);
        for candidate in &mut detection.candidates {
            for evidence in &mut candidate.evidence {
                evidence.span = place(&evidence.span);
            }
            let inside = candidate.range.take();
            candidate.range = inside
                .filter(|_| !candidate.format.has_games())
                .map(|range| place(&range));
        }
        detection
    }

    /// The extension of the name, in lower case.
    fn extension(&self) -> String {
        let name = self.name.trim_end_matches(".gz");
        let name = name.trim_end_matches(".zst").trim_end_matches(".bz2");
        let dot = name.rfind('.').map_or("", |dot| &name[dot + 1..]);
        dot.to_ascii_lowercase()
    }

    /// Draws the conclusion from the weights.
    fn conclude(
        &self,
        weighed: &Weighed,
        chunk: &Chunk,
        complete: bool,
        part: Option<Part>,
        detection: &mut Detection,
    ) {
        let text = &*chunk.text;
        let extension = self.extension();
        let mut candidates: Vec<Candidate> = weighed.candidates.clone();
        for candidate in &mut candidates {
            if !extension.is_empty() && has_extension::<S>(candidate, &extension) {
                candidate.score += known::EXTENSION;
                candidate.evidence.push(Evidence {
                    what: format!("the name ends in .{extension}").into(),
                    span: 0..0,
                    weight: known::EXTENSION,
                    excerpt: Default::default(),
                });
            }
        }
        let little = candidates.iter().any(|candidate| candidate.score > 12);
        let document = is_document(text, complete) && !little;
        candidates.push(Candidate {
            kind: if document { Kind::Other } else { Kind::Unknown },
            format: Format::Text,
            variant: None,
            notation: None,
            range: None,
            confidence: 0,
            evidence: vec![Evidence {
                what: "most texts are something else".into(),
                span: 0..0,
                weight: ANYTHING,
                excerpt: Default::default(),
            }],
            score: ANYTHING,
        });
        settle_confidence(&mut candidates);
        detection.part = part.unwrap_or_else(|| weighed.part(text, complete, &candidates[0]));
        if detection.part != Part::Middle {
            weighed.name_convention::<S>(chunk, &mut candidates[0]);
        }
        detection.candidates = candidates;
        detection.decide();
    }
}

impl Detection {
    /// Settles on a single candidate.
    fn settle(&mut self, candidate: Candidate) {
        self.kind = candidate.kind;
        self.format = candidate.format;
        self.variant = candidate.variant;
        self.notation.clone_from(&candidate.notation);
        self.confidence = candidate.confidence;
        self.kind_confidence = candidate.confidence;
        self.readable = candidate.format.has_games();
        self.candidates = vec![candidate];
    }

    /// Decides between the candidates.
    fn decide(&mut self) {
        let Some(best) = self.candidates.first() else {
            return;
        };
        let of_kind = self.candidates.iter().filter(|one| one.kind == best.kind);
        let sum: u32 = of_kind.clone().map(|one| u32::from(one.confidence)).sum();
        self.kind_confidence = sum.min(100) as u8;
        self.format = best.format;
        self.kind = best.kind;
        self.variant = best.variant;
        self.notation.clone_from(&best.notation);
        self.confidence = best.confidence;
        if best.confidence < SURE {
            if self.kind_confidence >= SURE {
                // Games, but of an undecided variant.
                self.variant = None;
                self.notation = None;
                self.confidence = self.kind_confidence;
                let mut formats = of_kind.map(|one| one.format);
                if formats.any(|format| format != best.format) {
                    self.format = Format::Text;
                }
            } else {
                self.kind = Kind::Unknown;
                self.variant = None;
                self.notation = None;
                self.format = Format::Text;
                self.confidence = 100 - self.kind_confidence;
            }
        }
        self.readable = self.format.has_games();
    }
}

/// The confidence from which on an answer is given.
const SURE: u8 = 80;

/// Whether a text looks like a whole document: it begins like one, and ends with a line end.
fn is_document(text: &[u8], complete: bool) -> bool {
    let first = text.iter().find(|byte| **byte > b' ');
    let begins =
        first.is_some_and(|byte| byte.is_ascii_uppercase() || !byte.is_ascii_alphanumeric());
    let ends = text.last() == Some(&b'\n');
    // A few lines that open more than they close are a fragment.
    let small = text.len() < 2000;
    let count = |sign: u8| memchr::memchr_iter(sign, text).count();
    let balanced = count(b'{') == count(b'}') && count(b'[') == count(b']');
    if complete {
        ends && if small { begins && balanced } else { true }
    } else {
        begins
    }
}

fn has_extension<S: VariantSet>(candidate: &Candidate, extension: &str) -> bool {
    if let Format::Known(known) = candidate.format {
        return known.extensions.contains(&extension);
    }
    let of_variant = candidate.variant.and_then(S::find);
    match candidate.format {
        Format::Records => match of_variant {
            Some(variant) => S::VARIANTS[variant].extensions.contains(&extension),
            None => false,
        },
        Format::Pcn => matches!(extension, "pcn" | "json"),
        Format::Games => matches!(extension, "json" | "jsonl" | "ndjson"),
        Format::Positions => matches!(extension, "fen" | "epd"),
        Format::Json => extension == "json",
        Format::Xml | Format::Markup => matches!(extension, "xml" | "html" | "htm"),
        _ => false,
    }
}

/// Turns weights into confidence: the share of each candidate in the odds of all.
fn settle_confidence(candidates: &mut Vec<Candidate>) {
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
    let best = candidates.first().map_or(0, |candidate| candidate.score);
    let odds = |score: i32| 10f64.powf(f64::from(score - best) / DECIBANS);
    let sum: f64 = candidates
        .iter()
        .map(|candidate| odds(candidate.score))
        .sum();
    for candidate in candidates.iter_mut() {
        candidate.confidence = (100.0 * odds(candidate.score) / sum).round() as u8;
        candidate
            .evidence
            .sort_by_key(|evidence| std::cmp::Reverse(evidence.weight.abs()));
    }
    candidates.retain(|candidate| candidate.confidence > 0 || candidate.score >= 20);
    candidates.truncate(6);
}

/// If this many of the first moves after a tag section are playable, nothing else is weighed.
const DECISIVE: u32 = 6;

/// Whether a text begins with a tag section and playable moves. Most sources do, and many are small.
fn begins_like_a_record<S: VariantSet>(beginning: &Chunk) -> bool {
    begins_with_tag_pair(&beginning.text) && {
        let played = Scanner::<S>::new(ScanOptions::default()).trials(beginning);
        played.iter().any(|played| *played >= DECISIVE)
    }
}

/// What a reader reads a source as, by its first [`WINDOW`] bytes and its first chunk.
///
/// The weights are those of [`Detector`]. But giving a source to a reader implies that it contains games: a
/// source with a tag pair or a playable first move is read, unless it is clearly something else. The first
/// chunk extends to the first tag pair, so its size does not matter.
pub(crate) fn sniff<S: VariantSet>(beginning: &Chunk, chunk: &Chunk) -> Format {
    let text = &*beginning.text;
    let has_tag_pair = || has_tag_pair(&chunk.text);
    let formats = known::formats::<S>();
    if !beginning.is_transcoded() && known_binary(&formats, text).is_some() {
        return Format::Binary;
    }
    if begins_like_a_record::<S>(beginning) {
        return Format::Records;
    }
    let weighed = weigh::<S>(beginning, &formats);
    let asks = || weighed.plays || has_tag_pair();
    let mut candidates = weighed.candidates.clone();
    settle_confidence(&mut candidates);
    let best = candidates.first().filter(|best| best.score > ANYTHING);
    match best.map(|best| best.format) {
        Some(Format::Text | Format::Markup) | None if asks() => Format::Records,
        Some(Format::Known(known)) if matches!(known.id, "html" | "svg") => {
            if has_tag_pair() {
                Format::Records
            } else {
                Format::Markup
            }
        }
        Some(Format::Text) | None => {
            if !beginning.is_transcoded() && looks_binary(text) {
                Format::Binary
            } else {
                Format::Text
            }
        }
        Some(format) => format,
    }
}
