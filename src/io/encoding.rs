//! Detection of a source's encoding.

mod chinese;
#[cfg(test)]
mod tests;

pub(super) use chinese::{has_move, sense};

use super::declaration::Contradicted;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use chinese::{chinese, score};
use encoding_rs::{
    Encoding, GB18030, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
};
use memchr::{memchr, memchr2_iter, memrchr};
use std::borrow::Cow;
use std::cell::LazyCell;

/// How many bytes of a source are examined to decide its encoding.
pub const WINDOW: usize = 256 << 10;

/// The encoding of a source, and what decided it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodingDecision {
    /// The encoding.
    pub encoding: &'static Encoding,
    /// The length of the byte order mark at the start of the source; 0 if there is none.
    pub bom_len: usize,
    /// What decided.
    pub how: How,
    /// The confidence of the decision, from 0 to 100.
    pub confidence: u8,
    /// The second best encoding, if it came close.
    pub runner_up: Option<&'static Encoding>,
    /// The encoding that the source itself declares, if its bytes are in another one.
    pub contradicted: Option<Contradicted>,
}

impl EncodingDecision {
    /// The byte order mark at the start of the source.
    pub fn mark(&self) -> &'static [u8] {
        let mark: &[u8] = if self.encoding == UTF_16LE {
            b"\xFF\xFE"
        } else if self.encoding == UTF_16BE {
            b"\xFE\xFF"
        } else if self.encoding == GB18030 {
            b"\x84\x31\x95\x33"
        } else {
            b"\xEF\xBB\xBF"
        };
        &mark[..mark.len().min(self.bom_len)]
    }
}

/// What decided an encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum How {
    /// The caller specified it.
    Given,
    /// The source declares it in an XML declaration.
    Declared,
    /// A byte order mark.
    ByteOrderMark,
    /// There is only ASCII.
    Ascii,
    /// The zero bytes of UTF-16 text.
    ZeroBytes,
    /// All of it is valid UTF-8.
    ValidUtf8,
    /// Nearly all of it is valid UTF-8.
    MostlyUtf8,
    /// Moves and words in Chinese characters.
    Chinese,
    /// The frequency of its letters.
    Frequency,
}

impl How {
    /// A short description.
    pub const fn as_str(self) -> &'static str {
        match self {
            How::Given => "given",
            How::Declared => "declared",
            How::ByteOrderMark => "byte order mark",
            How::Ascii => "nothing but ASCII",
            How::ZeroBytes => "zero bytes",
            How::ValidUtf8 => "valid UTF-8",
            How::MostlyUtf8 => "mostly valid UTF-8",
            How::Chinese => "Chinese moves and words",
            How::Frequency => "letter frequency",
        }
    }
}

impl EncodingDecision {
    pub(super) fn new(encoding: &'static Encoding, how: How, confidence: u8) -> EncodingDecision {
        EncodingDecision {
            encoding,
            bom_len: 0,
            how,
            confidence,
            runner_up: None,
            contradicted: None,
        }
    }

    /// The decision for text that is only ASCII.
    pub(super) fn ascii() -> EncodingDecision {
        EncodingDecision::new(UTF_8, How::Ascii, 100)
    }
}

/// The encoding that a label names: `utf-8`, `gbk`, `big5`, `latin1`, `utf-16` …
///
/// `None` for an unknown name, and for encodings that games cannot be read in.
pub fn encoding_for_label(label: &str) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(label.as_bytes())?;
    match encoding {
        // The labels of GBK name the whole family, of which GB18030 is the union.
        _ if encoding == encoding_rs::GBK => Some(GB18030),
        _ if encoding == ISO_2022_JP || encoding == REPLACEMENT => None,
        _ => Some(encoding),
    }
}

/// Whether text in an encoding can be scanned without transcoding: whether each byte below 0x80 is the ASCII
/// character, wherever it occurs.
///
/// The two-byte encodings of Asia have trail bytes in the range of `[ ] { } \ |`.
pub fn is_raw(encoding: &'static Encoding) -> bool {
    encoding == UTF_8 || encoding.is_single_byte()
}

/// Bytes that are no characters in a single-byte encoding.
pub(super) fn unmapped(encoding: &'static Encoding) -> Vec<u8> {
    (0x80..=0xFF)
        .filter(|&byte| {
            encoding
                .decode_without_bom_handling_and_without_replacement(&[byte])
                .is_none()
        })
        .collect()
}

/// The decision when the caller specified the encoding.
pub(super) fn given(encoding: &'static Encoding, prefix: &[u8]) -> EncodingDecision {
    let mut decision = EncodingDecision::new(encoding, How::Given, 100);
    if let Some((found, len)) = byte_order_mark(prefix) {
        let utf16 = |encoding| encoding == UTF_16LE || encoding == UTF_16BE;
        // `utf-16` leaves the byte order to the mark.
        if found == encoding || utf16(found) && utf16(encoding) {
            decision.encoding = found;
            decision.bom_len = len;
        }
    }
    decision
}

fn byte_order_mark(prefix: &[u8]) -> Option<(&'static Encoding, usize)> {
    if prefix.starts_with(b"\x84\x31\x95\x33") {
        return Some((GB18030, 4));
    }
    Encoding::for_bom(prefix)
}

/// The decision that the first bytes of a source allow alone: byte order marks, and UTF-16 without one.
pub(super) fn by_first_bytes(window: &[u8]) -> Option<EncodingDecision> {
    if let Some((encoding, bom_len)) = byte_order_mark(window) {
        return Some(EncodingDecision {
            bom_len,
            ..EncodingDecision::new(encoding, How::ByteOrderMark, 100)
        });
    }
    utf16_by_zeros(window).or_else(|| {
        let (encoding, offset) = utf16_by_characters(window)?;
        let decision = EncodingDecision::new(encoding, How::Chinese, 90);
        (offset == 0).then_some(decision)
    })
}

/// The byte order of UTF-16 text, and whether its first byte is the second half of a unit, judged by its
/// characters: ASCII, Chinese and European ones. `None` if too many units are anything else.
pub(crate) fn utf16_by_characters(window: &[u8]) -> Option<(&'static Encoding, usize)> {
    let window = &window[..window.len().min(4096)];
    let zeros = window.iter().filter(|byte| **byte == 0).count();
    // ASCII in pairs would be Chinese, too; but it has no zeros.
    if window.len() < 16 || zeros < 2 || zeros * 100 < window.len() {
        return None;
    }
    let count = |encoding: &'static Encoding, offset: usize| {
        let pairs = window[offset..].chunks_exact(2);
        let all = pairs.len();
        let good = pairs.filter(|pair| {
            let pair = [pair[0], pair[1]];
            let unit = if encoding == UTF_16LE {
                u16::from_le_bytes(pair)
            } else {
                u16::from_be_bytes(pair)
            };
            matches!(unit, 0x09 | 0x0A | 0x0D | 0x20..=0x7E | 0xA0..=0x24F | 0x300..=0x4FF
                | 0x2010..=0x2026 | 0x221E | 0x25A0..=0x25FF | 0x2616 | 0x2617 | 0x2654..=0x265F
                | 0x3000..=0x301F | 0x3040..=0x30FF | 0x4E00..=0x9FA5 | 0xD83E | 0xDE00..=0xDEFF
                | 0xFF01..=0xFF9F)
        });
        (good.count(), all)
    };
    let mut best = None;
    for (encoding, offset) in [(UTF_16LE, 0), (UTF_16BE, 0), (UTF_16LE, 1), (UTF_16BE, 1)] {
        let (good, all) = count(encoding, offset);
        let bad = all - good;
        if 25 * bad <= all && best.is_none_or(|(least, _, _)| bad < least) {
            best = Some((bad, encoding, offset));
        }
    }
    best.map(|(_, encoding, offset)| (encoding, offset))
}

/// Decides the encoding of a source from its first bytes. `complete` means that there are no more.
pub fn decide(window: &[u8], complete: bool) -> EncodingDecision {
    by_first_bytes(window).unwrap_or_else(|| decide_text(window, complete))
}

/// [`decide`] for bytes from the middle of a source, where byte order marks do not count.
pub(super) fn decide_text(window: &[u8], complete: bool) -> EncodingDecision {
    let window = &without_marks(window);
    if window.is_ascii() {
        return EncodingDecision::ascii();
    }
    // An incomplete line may end in an incomplete character.
    let window = match memrchr(b'\n', window) {
        Some(end) if !complete && !window[..end].is_ascii() => &window[..=end],
        _ => window,
    };
    let (valid, invalid) = utf8_sequences(window, complete);
    if invalid == 0 {
        return EncodingDecision::new(UTF_8, How::ValidUtf8, if valid < 3 { 90 } else { 100 });
    }
    if valid >= 8 && valid >= 4 * invalid {
        let confidence = 60 + 35 * (valid - 4 * invalid) / valid;
        return EncodingDecision {
            runner_up: Some(WINDOWS_1252),
            ..EncodingDecision::new(UTF_8, How::MostlyUtf8, confidence as u8)
        };
    }
    let mut lines = telling_lines(window);
    let complete = complete && lines.len() <= LINES;
    lines.truncate(LINES);
    let guess = LazyCell::new(|| by_frequency(&lines));
    chinese(&lines, complete, || guess.0).unwrap_or_else(|| single_byte(*guess))
}

/// The text without the byte order marks of UTF-16 at the starts of its lines, which joined files have.
fn without_marks(window: &[u8]) -> Cow<'_, [u8]> {
    let is_mark = |at: usize| {
        matches!(window.get(at..at + 2), Some(b"\xFF\xFE" | b"\xFE\xFF"))
            && matches!(window.get(at + 2), None | Some(b'[' | b'\n' | b'\r'))
            && (at == 0 || matches!(window[at - 1], b'\n' | b'\r'))
    };
    let mut kept = Vec::new();
    let mut from = 0;
    for at in memchr2_iter(0xFE, 0xFF, window) {
        if at >= from && is_mark(at) {
            kept.extend_from_slice(&window[from..at]);
            from = at + 2;
        }
    }
    if from == 0 {
        return Cow::Borrowed(window);
    }
    kept.extend_from_slice(&window[from..]);
    Cow::Owned(kept)
}

/// The confidence required to decide that a game is in an encoding other than its source's.
const SURE: u8 = 80;

/// The encoding of a game if it is certainly not that of its source, in which it has no Chinese move.
pub(super) fn unlike(game: &[u8], source: &'static Encoding) -> Option<&'static Encoding> {
    if game.is_ascii() {
        return None;
    }
    let (valid, invalid) = utf8_sequences(game, true);
    if source == UTF_8 && valid >= 4 * invalid {
        return None;
    }
    let decided = || decide_text(game, true);
    if is_raw(source) {
        if invalid == 0 {
            return Some(UTF_8);
        }
        let decision = decided();
        let sure = decision.how == How::Chinese && decision.confidence >= SURE;
        return sure.then_some(decision.encoding);
    }
    let own = score(game, source, true);
    if invalid == 0 {
        let other = score(game, UTF_8, true);
        return (valid >= 4 || other.total() > own.total()).then_some(UTF_8);
    }
    let decision = decided();
    let sure = match decision.how {
        How::Chinese => decision.confidence >= SURE && own.tokens == 0,
        _ => own.replaced > 0,
    };
    (sure && decision.encoding != source).then_some(decision.encoding)
}

pub(super) fn is_utf16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// As many bytes of lines that are not all ASCII are enough to decide.
const LINES: usize = 16 << 10;

/// The first lines that are not all ASCII: only these give evidence.
fn telling_lines(window: &[u8]) -> Vec<u8> {
    let mut lines = Vec::new();
    let mut rest = window;
    loop {
        let at = Encoding::ascii_valid_up_to(rest);
        if at == rest.len() || lines.len() >= LINES {
            return lines;
        }
        let start = memrchr(b'\n', &rest[..at]).map_or(0, |end| end + 1);
        let end = memchr(b'\n', &rest[at..]).map_or(rest.len(), |end| at + end + 1);
        lines.extend_from_slice(&rest[start..end]);
        rest = &rest[end..];
    }
}

/// UTF-16 text has an ASCII character within this many bytes from its start.
const HEAD: usize = 32;
/// Text that begins with this many ASCII bytes without a zero is not UTF-16: they would be rare Chinese
/// characters, one after another.
const PLAIN: usize = 8;

/// UTF-16 text has zeros in every other byte, from its ASCII characters; other text has none.
fn utf16_by_zeros(window: &[u8]) -> Option<EncodingDecision> {
    let mut zeros = [0usize; 2];
    for pair in window.chunks_exact(2) {
        zeros[0] += usize::from(pair[0] == 0);
        zeros[1] += usize::from(pair[1] == 0);
    }
    let units = window.len() / 2;
    let few = units / 100;
    // Few characters end in a zero byte, but one of them is the Chinese digit one.
    let (encoding, share) = match zeros {
        [even, odd] if even <= few.max(odd / 4) && odd >= 2 && odd >= units / 8 => (UTF_16LE, odd),
        [even, odd] if odd <= few.max(even / 4) && even >= 2 && even >= units / 8 => {
            (UTF_16BE, even)
        }
        _ => return None,
    };
    // UTF-16 text does not begin with that much plain ASCII.
    let plain = Encoding::ascii_valid_up_to(window);
    let plain = memchr(0, &window[..plain]).unwrap_or(plain);
    if plain >= PLAIN {
        return None;
    }
    // What another encoding is joined to does not begin so.
    let head = &window[..window.len().min(HEAD)];
    let ascii = head.chunks_exact(2).filter(|pair| {
        if encoding == UTF_16LE {
            pair[1] == 0 && pair[0] != 0
        } else {
            pair[0] == 0 && pair[1] != 0
        }
    });
    if ascii.count() == 0 {
        return None;
    }
    // A zero byte beside a control character is not text in any encoding.
    let controls = window
        .chunks_exact(2)
        .filter(|pair| {
            let unit = if encoding == UTF_16LE {
                u16::from_le_bytes([pair[0], pair[1]])
            } else {
                u16::from_be_bytes([pair[0], pair[1]])
            };
            unit < 0x20 && !matches!(unit, 0x09..=0x0D | 0x1A)
        })
        .count();
    if controls > few {
        return None;
    }
    let confidence = 70 + (30 * share / units.max(1)).min(29);
    Some(EncodingDecision::new(
        encoding,
        How::ZeroBytes,
        confidence as u8,
    ))
}

/// The number of valid UTF-8 sequences of two bytes and more, and of bytes that are not valid.
fn utf8_sequences(window: &[u8], complete: bool) -> (usize, usize) {
    let begun = |text: &[u8]| text.iter().filter(|byte| **byte >= 0xC0).count();
    if Encoding::utf8_valid_up_to(window) == window.len() {
        return (begun(window), 0);
    }
    let (mut valid, mut invalid) = (0, 0);
    let mut at = 0;
    for part in window.utf8_chunks() {
        at += part.valid().len() + part.invalid().len();
        valid += begun(part.valid().as_bytes());
        // A character that the end of the window cuts is not malformed.
        let cut = at == window.len() && !complete && is_utf8_start(part.invalid());
        if !cut {
            invalid += part.invalid().len();
        }
    }
    (valid, invalid)
}

/// Whether bytes are an incomplete UTF-8 character.
fn is_utf8_start(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

/// A single-byte encoding: the most likely one, by so many words.
fn single_byte((guess, words): (&'static Encoding, usize)) -> EncodingDecision {
    let confidence = (50 + words.min(40)) as u8;
    if guess.is_single_byte() && guess != WINDOWS_1252 {
        EncodingDecision {
            runner_up: Some(WINDOWS_1252),
            ..EncodingDecision::new(guess, How::Frequency, confidence - 10)
        }
    } else {
        EncodingDecision::new(WINDOWS_1252, How::Frequency, confidence)
    }
}

/// How many bytes of words beyond ASCII decide an encoding: hundreds of words.
const TELLING: usize = 4 << 10;

/// The most likely encoding of the words that are not ASCII, and how many were looked at.
fn by_frequency(window: &[u8]) -> (&'static Encoding, usize) {
    let mut fed = 0;
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let is_word = |byte: &u8| byte.is_ascii_alphabetic() || *byte >= 0x80;
    let mut words = 0;
    let mut at = 0;
    while let Some(next) = window[at..].iter().position(|byte| *byte >= 0x80) {
        let before = window[at..at + next].iter().rev();
        let start = at + next - before.take_while(|byte| is_word(byte)).count();
        let rest = &window[start..];
        let len = rest.iter().position(|byte| !is_word(byte));
        let end = len.map_or(window.len(), |len| start + len);
        detector.feed(&window[start..end], false);
        detector.feed(b" ", false);
        words += 1;
        at = end;
        fed += end - start;
        if fed > TELLING {
            break;
        }
    }
    detector.feed(b"\n", true);
    (detector.guess(None, Utf8Detection::Deny), words)
}

/// Whether a source is not text at all, judged by its first bytes. When in doubt it is text.
pub fn looks_binary(prefix: &[u8]) -> bool {
    const MAGICS: &[&[u8]] = &[
        b"\xFF\xD8\xFF",
        b"\x89PNG\r\n\x1A\n",
        b"GIF87a",
        b"GIF89a",
        b"%PDF-",
        b"PK\x03\x04",
        b"PK\x05\x06",
        b"SQLite format 3\0",
        b"7z\xBC\xAF\x27\x1C",
        b"Rar!\x1A\x07",
        b"\xFD7zXZ\0",
        b"\x7FELF",
        b"\xCA\xFE\xBA\xBE",
        b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1",
        b"\0asm",
        b"RIFF",
        b"OggS",
        b"ID3\x03",
        b"ID3\x04",
        b"PAR1",
        b"\x1F\x8B",
        b"\x28\xB5\x2F\xFD",
        b"BZh91AY&SY",
    ];
    if MAGICS.iter().any(|magic| prefix.starts_with(magic)) {
        return true;
    }
    let window = &prefix[..prefix.len().min(8192)];
    if window.is_empty() || by_first_bytes(window).is_some() {
        return false;
    }
    let zeros = window.iter().filter(|&&byte| byte == 0).count();
    let controls = window
        .iter()
        .filter(|byte| matches!(byte, 1..=8 | 0x0E..=0x19 | 0x1B..=0x1F | 0x7F))
        .count();
    // Random bytes have 11 % of controls and 0.4 % of zeros; text has next to none of either.
    let share = |count: usize, percent: usize| count * 100 > window.len() * percent;
    (zeros >= 4 && share(zeros, 5)) || (controls + zeros >= 8 && share(controls + zeros, 5))
}
