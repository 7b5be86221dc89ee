//! Detection of a source's encoding.

use super::declaration::Contradicted;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, DecoderResult, Encoding, GB18030, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252,
};
use memchr::{memchr, memchr2_iter, memrchr};
use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::HashSet;
use std::sync::LazyLock;

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

/// Whether a text has a complete move in Chinese characters.
pub(super) fn has_move(text: &str) -> bool {
    let mut last_four = ['\0'; 4];
    text.chars().any(|c| {
        last_four = [last_four[1], last_four[2], last_four[3], c];
        is_move(last_four)
    })
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

/// What text looks like when decoded in some encoding.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    tokens: i64,
    words: i64,
    replaced: i64,
    private: i64,
    /// Characters in the encoding's frequent planes, and in its rare ones.
    frequent: i64,
    rare: i64,
}

impl Score {
    /// The weights that decided every file of a large collection correctly.
    fn total(self) -> i64 {
        100 * self.tokens + self.words - 50 * self.replaced - 5 * self.private
    }

    /// Whether this is certainly Chinese.
    fn is_proof(self) -> bool {
        let common = self.words >= 3 && 3 * self.words >= self.frequent + self.rare;
        self.total() > 0 && (self.tokens > 0 || common)
    }

    /// Whether this may be Chinese, if its letters are not those of another language.
    fn is_hint(self) -> bool {
        let characters = self.frequent + self.rare;
        characters >= 2 && 20 * (self.replaced + self.private) <= characters
    }
}

/// GB18030 or Big5, if there is real evidence of Chinese.
///
/// Nearly all text in one of them is valid in the other. What decides is whether the result has complete moves.
fn chinese(
    window: &[u8],
    complete: bool,
    guess: impl FnOnce() -> &'static Encoding,
) -> Option<EncodingDecision> {
    let mut rated = [GB18030, BIG5].map(|encoding| (encoding, score(window, encoding, complete)));
    let rank = |score: &Score| (score.total(), score.frequent - 4 * score.rare);
    if rank(&rated[1].1) > rank(&rated[0].1) {
        rated.swap(0, 1);
    }
    let [(encoding, best), (other, second)] = rated;
    let is_chinese = || best.is_hint() && [encoding_rs::GBK, BIG5].contains(&guess());
    if !best.is_proof() && !is_chinese() {
        return None;
    }
    let margin = best.total() - second.total();
    let confidence = match margin {
        ..1 => 40,
        1..10 => 60,
        10..100 => 80,
        100..1000 => 95,
        1000.. => 99,
    };
    Some(EncodingDecision {
        runner_up: Some(other),
        ..EncodingDecision::new(encoding, How::Chinese, confidence)
    })
}

/// How much sense a text makes in an encoding: the moves and words that result, less what is not text.
pub(super) fn sense(window: &[u8], encoding: &'static Encoding, complete: bool) -> i64 {
    score(window, encoding, complete).total()
}

fn score(window: &[u8], encoding: &'static Encoding, complete: bool) -> Score {
    let words = LazyLock::force(&WORDS);
    let mut score = Score::default();
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(4096);
    let mut last_four = ['\0'; 4];
    let mut rest = window;
    loop {
        text.clear();
        let (result, read) =
            decoder.decode_to_string_without_replacement(rest, &mut text, complete);
        rest = &rest[read..];
        for c in text.chars() {
            last_four = [last_four[1], last_four[2], last_four[3], c];
            if !last_four[2].is_ascii() && is_move(last_four) {
                score.tokens += 1;
                last_four = ['\0'; 4];
            }
            if c < '\u{80}' {
                continue;
            }
            score.words += i64::from(words.contains(&c));
            let private = matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..);
            score.private += i64::from(private);
        }
        match result {
            DecoderResult::InputEmpty => break,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(_, _) => {
                score.replaced += 1;
                last_four = ['\0'; 4];
            }
        }
    }
    (score.frequent, score.rare) = planes(window, encoding);
    score
}

/// Both encodings keep frequent characters (level 1 of GB 2312, level 1 of Big5) apart from rare
/// ones. Punctuation counts as neither.
fn planes(window: &[u8], encoding: &'static Encoding) -> (i64, i64) {
    let (mut frequent, mut rare) = (0, 0);
    let mut at = 0;
    while let Some(&[lead, trail]) = window.get(at..at + 2) {
        if lead < 0x81 {
            at += 1;
            continue;
        }
        at += 2;
        let gb = encoding == GB18030;
        match (lead, trail) {
            (0xA1..=0xA3, _) => {}
            (0xB0..=0xD7, 0xA1..) if gb => frequent += 1,
            (0xA4..=0xC5, 0x40..) | (0xC6, 0x40..=0x7E) if !gb => frequent += 1,
            _ => rare += 1,
        }
    }
    (frequent, rare)
}

/// Whether four characters are a complete move: a piece or a position word, a digit or a piece, the
/// direction, and how far or where to.
fn is_move([first, second, verb, digit]: [char; 4]) -> bool {
    is_verb(verb)
        && (PIECES.contains(first) || POSITIONS.contains(first))
        && (PIECES.contains(second) || is_digit(second))
        && is_digit(digit)
}

fn is_verb(c: char) -> bool {
    matches!(c, '进' | '進' | '上' | '退' | '下' | '平')
}

fn is_digit(c: char) -> bool {
    matches!(c, '1'..='9' | '１'..='９') || DIGITS.contains(c)
}

const PIECES: &str = "帅帥将將仕士相象马馬傌车車俥炮砲包兵卒";
const POSITIONS: &str = "前后後中一二三四五";
const DIGITS: &str = "一二三四五六七八九壹贰叁肆伍陆柒捌玖貳參陸";

/// Characters that tags and comments of Xiangqi games often have, in both scripts.
static WORDS: LazyLock<HashSet<char>> = LazyLock::new(|| {
    "对對炮砲马馬红紅黑先后後胜勝负負和局年月日时時第届屆轮輪场場台赛賽杯个個人团團体體全国國中象棋谱譜\
     大师師特级級冠军軍亚亞排残殘开開车車兵卒仕士相进進退平屏风風顺順列飞飛仙指路过過河巡边邊横橫直单單双雙反宫宮\
     上下左右东東南西北京海广廣州四川江苏蘇浙湖安徽福建山辽遼宁寧吉林龙龍香港澳门門沈阳陽天津重庆慶云雲贵貴\
     省市区區队隊名手会會院学學校王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高何郭罗羅许許吕呂柳银銀洪智谢謝蒋蔣\
     郑鄭惟桐荣榮华華强強明伟偉文生的一是不了在有我他这這来來用法式变變例着著注评評析可以应應为為无無\
     局结結论論元旦春夏秋冬季预預决決定组組男女子少杀殺实實战戰集古"
        .chars()
        .collect()
});

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::{Chunk, ChunkOptions, Chunks};
    use encoding_rs::{WINDOWS_1250, WINDOWS_1251, WINDOWS_1253};
    use memchr::memmem;
    use std::fs;
    use std::path::{Path, PathBuf};

    fn corpora() -> Option<PathBuf> {
        movetext_generate::real_files("")
    }

    fn files(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                files(&path, into);
            } else {
                into.push(path);
            }
        }
    }

    fn decision_of(source: &[u8]) -> EncodingDecision {
        let mut chunks = Chunks::new(source, ChunkOptions::default());
        let mut chunk = Chunk::default();
        while chunks.next(&mut chunk).expect("no error") {}
        chunks.decision().clone()
    }

    /// CH-012, CH-I08, CE-I46, XQ-I01: UTF-8 where it is valid, else by the evidence of the text.
    ///
    /// `annotated_rav.pgn` is mostly UTF-8: thousands of U+FFFD, and 18 bytes of something else.
    #[test]
    fn every_file_of_the_corpora_is_decoded_correctly() {
        let Some(corpora) = corpora() else { return };
        let expected = |path: &str| match path {
            "chess/otb_30.pgn" | "chess/odd/scid/res_gameLatin1.pgn" => WINDOWS_1252,
            "xiangqi/ccpd_5000.big5.pgn" | "xiangqi/games2000_chinese_trad.big5.pgn" => BIG5,
            "xiangqi/games2000_chinese_simp.gb18030.pgn"
            | "xiangqi/small/test2.pgn"
            | "xiangqi/small/endgame_test.pgn"
            | "xiangqi/small/中炮对列炮黑先平士角炮.pgn" => GB18030,
            "xiangqi/games2000_chinese_simp.utf16le.pgn" => UTF_16LE,
            _ => UTF_8,
        };
        let mut paths = Vec::new();
        files(&corpora, &mut paths);
        let mut wrong = Vec::new();
        for path in paths {
            let source = fs::read(&path).expect("a readable file");
            let name = path.strip_prefix(&corpora).expect("inside the corpora");
            let name = name.to_str().expect("a name in UTF-8");
            let decision = decision_of(&source);
            if decision.encoding != expected(name) {
                wrong.push(format!("{name}: {decision:?}"));
            }
            assert!(!looks_binary(&source), "{name}");
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// XQ-I01: single games, among them games without moves, in their own encoding and in the other one.
    #[test]
    fn every_single_game_is_decoded_correctly() {
        let Some(corpora) = corpora() else { return };
        let path = corpora.join("xiangqi/ccpd_5000.big5.pgn");
        let big5 = fs::read(path).expect("a readable file");
        let starts: Vec<usize> = memmem::find_iter(&big5, b"[Game ").collect();
        let ends = starts.iter().skip(1).copied().chain([big5.len()]);
        let mut wrong = Vec::new();
        for (start, end) in starts.iter().copied().zip(ends) {
            let game = &big5[start..end];
            let (text, _) = BIG5.decode_without_bom_handling(game);
            let (gb18030, _, _) = GB18030.encode(&text);
            for (source, encoding) in [(game, BIG5), (&gb18030, GB18030)] {
                let decision = decide(source, true);
                if decision.encoding != encoding {
                    wrong.push(format!("{text} in {}: {decision:?}", encoding.name()));
                }
            }
        }
        assert!(
            wrong.is_empty(),
            "{} wrong: {}",
            wrong.len(),
            wrong.join("\n")
        );
    }

    /// CH-012, CH-I08, XQ-I01.
    #[test]
    fn small_sources_are_decoded_correctly() {
        let utf16 = |text: &str, big: bool| -> Vec<u8> {
            let bytes = |unit: u16| {
                if big {
                    unit.to_be_bytes()
                } else {
                    unit.to_le_bytes()
                }
            };
            text.encode_utf16().flat_map(bytes).collect()
        };
        let gb = |text: &str| GB18030.encode(text).0.into_owned();
        let big5 = |text: &str| BIG5.encode(text).0.into_owned();
        let cases: Vec<(Vec<u8>, &'static Encoding, How)> = vec![
            (b"".to_vec(), UTF_8, How::Ascii),
            (b"1. e4".to_vec(), UTF_8, How::Ascii),
            (b"a stray\0NUL".to_vec(), UTF_8, How::Ascii),
            ("[White \"José\"]".into(), UTF_8, How::ValidUtf8),
            (b"\xEF\xBB\xBF1. e4".to_vec(), UTF_8, How::ByteOrderMark),
            (b"\xFF\xFE1\0".to_vec(), UTF_16LE, How::ByteOrderMark),
            (b"\xFE\xFF\x001".to_vec(), UTF_16BE, How::ByteOrderMark),
            (b"\x84\x31\x95\x33".to_vec(), GB18030, How::ByteOrderMark),
            (utf16("[Event \"?\"]\n1. e4", false), UTF_16LE, How::ZeroBytes),
            (utf16("[Event \"?\"]\n1. e4", true), UTF_16BE, How::ZeroBytes),
            (utf16("[Red \"许银川\"]\n1. 炮二平五 马8进7", true), UTF_16BE, How::ZeroBytes),
            (b"[White \"Jos\xE9\"]".to_vec(), WINDOWS_1252, How::Frequency),
            (b"[White \"R\xE9ti\"]".to_vec(), WINDOWS_1252, How::Frequency),
            (b"{ Apr\xE8s l'\xE9change, la d\xE9fense }".to_vec(), WINDOWS_1252, How::Frequency),
            (b"[Site \"K\xF8benhavn\"]\n[White \"Sm\xE5\"]".to_vec(), WINDOWS_1252, How::Frequency),
            (gb("1. 炮二平五 马8进7"), GB18030, How::Chinese),
            (gb("[Red \"許銀川\"]\n[Black \"呂欽\"]"), GB18030, How::Chinese),
            (gb("[Red \"许银川\"]\n[Black \"吕钦\"]"), GB18030, How::Chinese),
            (gb("[Event \"全国象棋个人赛\"]"), GB18030, How::Chinese),
            (gb("[Red \"许银川\"]"), GB18030, How::Chinese),
            (big5("[Red \"許銀川\"]"), BIG5, How::Chinese),
            (big5("1. 炮二平五 馬8進7"), BIG5, How::Chinese),
            (big5("[Event \"全國象棋個人賽\"]"), BIG5, How::Chinese),
            (big5("[Red \"許銀川\"]\n[Black \"呂欽\"]"), BIG5, How::Chinese),
            (
                WINDOWS_1251.encode("[White \"Карпов, Анатолий\"] { лучший ход }").0.into_owned(),
                WINDOWS_1251,
                How::Frequency,
            ),
            (
                WINDOWS_1251.encode("[White \"КАРПОВ, МИХАИЛ\"]\n[Black \"СПАССКИЙ\"]").0.into_owned(),
                WINDOWS_1251,
                How::Frequency,
            ),
            (
                WINDOWS_1253.encode("{ Ο λευκός κερδίζει με τον πύργο }").0.into_owned(),
                WINDOWS_1253,
                How::Frequency,
            ),
            (
                WINDOWS_1250.encode("{ Czarne stoją gorzej, ponieważ białe mają więcej przestrzeni, co łatwo wykorzystać }").0.into_owned(),
                WINDOWS_1250,
                How::Frequency,
            ),
            (
                [&"«Été» — œuvre ".repeat(9).into_bytes()[..], b"caf\xE9"].concat(),
                UTF_8,
                How::MostlyUtf8,
            ),
        ];
        for (source, encoding, how) in cases {
            let decision = decide(&source, true);
            let shown = String::from_utf8_lossy(&source);
            assert_eq!(
                (decision.encoding.name(), decision.how),
                (encoding.name(), how),
                "{shown}"
            );
            assert_eq!(decision_of(&source), decision, "{shown}");
        }
    }

    #[test]
    fn a_cut_window_may_end_in_a_cut_character() {
        let text = "[White \"许银川\"]";
        for end in 9..text.len() {
            let decision = decide(&text.as_bytes()[..end], false);
            assert_eq!(decision.encoding, UTF_8, "{end}");
        }
        assert_eq!(decide(&text.as_bytes()[..9], true).encoding, WINDOWS_1252);
    }

    #[test]
    fn a_late_character_decides() {
        let games = "[Event \"?\"]\n\n1. e4 e5 *\n\n".repeat(40_000);
        for (tail, encoding) in [
            (
                GB18030.encode("[Red \"许\"]\n\n1. 炮二平五 马8进7").0,
                GB18030,
            ),
            (BIG5.encode("[Red \"許\"]\n\n1. 炮二平五 馬8進7").0, BIG5),
            (b"[White \"Jos\xE9\"]"[..].into(), WINDOWS_1252),
            ("[White \"José\"]".as_bytes().into(), UTF_8),
        ] {
            let source = [games.as_bytes(), &tail].concat();
            for target in [1 << 10, 256 << 10, 1 << 20] {
                let options = ChunkOptions {
                    target,
                    ..ChunkOptions::default()
                };
                let mut chunks = Chunks::new(&source[..], options);
                let mut chunk = Chunk::default();
                let mut text = String::new();
                assert_eq!(chunks.decision().how, How::Ascii);
                while chunks.next(&mut chunk).expect("no error") {
                    text += &chunk.encoding.decode_without_bom_handling(&chunk.text).0;
                }
                assert_eq!(chunks.decision().encoding, encoding);
                assert!(text.starts_with(&games));
                assert_eq!(
                    &text[games.len()..],
                    encoding.decode_without_bom_handling(&tail).0
                );
            }
        }
    }

    #[test]
    fn the_caller_may_decide() {
        type Expected = Option<(&'static Encoding, usize)>;
        let cases: &[(&str, &[u8], Expected)] = &[
            ("UTF-8", b"\xEF\xBB\xBFa", Some((UTF_8, 3))),
            ("latin1", b"\xEF\xBB\xBFa", Some((WINDOWS_1252, 0))),
            ("utf-16", b"\xFE\xFF\0a", Some((UTF_16BE, 2))),
            ("utf-16", b"a\0", Some((UTF_16LE, 0))),
            ("utf-16be", b"\0a", Some((UTF_16BE, 0))),
            ("gbk", b"a", Some((GB18030, 0))),
            ("gb2312", b"a", Some((GB18030, 0))),
            ("big5", b"a", Some((BIG5, 0))),
            ("iso-2022-jp", b"a", None),
            ("klingon", b"a", None),
        ];
        for &(label, source, expected) in cases {
            let encoding = encoding_for_label(label);
            let Some((name, bom_len)) = expected else {
                assert_eq!(encoding, None, "{label}");
                continue;
            };
            let decision = given(encoding.expect(label), source);
            assert_eq!(
                (decision.encoding, decision.bom_len),
                (name, bom_len),
                "{label}"
            );
            assert_eq!(decision.how, How::Given);
        }
        let options = ChunkOptions {
            encoding: Some(ISO_2022_JP),
            ..ChunkOptions::default()
        };
        let mut chunks = Chunks::new(&b"a"[..], options);
        assert!(chunks.next(&mut Chunk::default()).is_err());
    }

    #[test]
    fn binary_is_distinguished_from_text() {
        let mut random = 1u32;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 24) as u8
        })
        .take(4096)
        .collect();
        let utf16: Vec<u8> = "[Event \"?\"]\n"
            .encode_utf16()
            .flat_map(u16::to_be_bytes)
            .collect();
        let cases: &[(&[u8], bool)] = &[
            (b"", false),
            (b"1. e4 e5 *", false),
            (b"1. e4\0 e5 *", false),
            (b"\0\0", false),
            (&utf16, false),
            (b"\xFF\xFE1\0", false),
            (b"[White \"Jos\xE9\"]\x1A", false),
            (b"\xFF\xD8\xFF\xE0\0\x10JFIF", true),
            (b"\x89PNG\r\n\x1A\n", true),
            (b"%PDF-1.7", true),
            (b"PK\x03\x04", true),
            (b"SQLite format 3\0", true),
            (&[0; 100], true),
            (&noise, true),
            (&noise[..200], true),
        ];
        for &(source, binary) in cases {
            assert_eq!(looks_binary(source), binary, "{}", source.escape_ascii());
        }
    }
}
