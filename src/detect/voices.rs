//! The evidence for each variant, and its range: the stretch of text with the greatest sum of weights.

use super::walk::{Item, Walk, ends_word};
use super::weights::*;
use crate::format::fen;
use crate::variant::formats::Known;
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::{Sighting, Signature, Variant, VariantInfo};
use encoding_rs::Encoding;
use std::iter;
use std::ops::Range;

/// The maximum number of hypotheses weighed at a time.
const MOST: usize = 32;
/// If the score of a hypothesis is this high after this many bytes, the rest of the window is not examined.
const ENOUGH: (i32, usize) = (1500, 8 << 10);

/// A hypothesis: that a text contains games of a variant, or of a format known by name.
#[derive(Clone, Copy)]
pub(super) struct Voice {
    pub(super) signature: &'static Signature,
    /// The index of the variant in the set, and its properties.
    pub(super) variant: Option<(usize, &'static VariantInfo)>,
    pub(super) known: Option<&'static Known>,
}

struct Gather;

impl WithVariant for Gather {
    type Output = &'static Signature;

    fn run<V: Variant>(self) -> &'static Signature {
        const { &V::SIGNATURE }
    }
}

/// The hypotheses for the variants of a set, and for formats with moves of their own.
pub(super) fn voices<S: VariantSet>(formats: &[&'static Known]) -> Vec<Voice> {
    let variants = S::VARIANTS.iter().enumerate();
    let variants = variants.map(|(index, info)| Voice {
        signature: S::run(index, Gather),
        variant: Some((index, *info)),
        known: None,
    });
    let known = formats.iter().filter_map(|known| {
        Some(Voice {
            signature: known.signature?,
            variant: None,
            known: Some(known),
        })
    });
    variants.chain(known).take(MOST).collect()
}

/// For each byte, the hypotheses of which a move may begin with it, one bit each.
struct Beginnings([u32; 256]);

impl Beginnings {
    fn of(voices: &[Voice]) -> Beginnings {
        let mut bits = [0; 256];
        for (index, voice) in voices.iter().enumerate() {
            for range in voice.signature.begins {
                for byte in range.clone() {
                    bits[usize::from(byte)] |= 1 << index;
                }
            }
        }
        Beginnings(bits)
    }

    /// The indexes of the hypotheses that may have a move at the start of a text.
    fn of_move(&self, text: &[u8]) -> impl Iterator<Item = usize> + use<> {
        let mut bits = text.first().map_or(0, |byte| self.0[usize::from(*byte)]);
        iter::from_fn(move || {
            let next = bits.trailing_zeros();
            bits &= bits.wrapping_sub(1);
            (next < u32::BITS).then_some(next as usize)
        })
    }
}

/// A stretch of text that supports a hypothesis.
#[derive(Clone, Debug, Default)]
pub(super) struct Stretch {
    pub(super) range: Range<usize>,
    pub(super) score: i32,
    /// All moves, and those that are evidence by their shape.
    pub(super) moves: u32,
    pub(super) telling: u32,
    /// Consecutive numbers with moves between them.
    pub(super) numbered: u32,
    pub(super) tags: u32,
    /// Comments with commands.
    pub(super) commands: u32,
}

/// The observations in a text.
pub(super) struct Seen {
    /// The best stretch for each hypothesis.
    pub(super) stretches: Vec<Stretch>,
    /// Where a game may begin: the first tag pair, or the number 1.
    pub(super) start: Option<usize>,
}

#[derive(Clone, Default)]
struct Run {
    now: Stretch,
    best: Stretch,
    /// A move has followed the last number.
    moved: bool,
}

/// What is added to a stretch.
#[derive(Clone, Copy)]
enum What {
    Tag,
    /// A number that continues the last one, with a move between them.
    Number,
    Move {
        telling: bool,
    },
    /// A comment with a command.
    Command,
    Other,
}

impl Run {
    fn add(&mut self, weight: i32, at: &Range<usize>, what: What) {
        if self.now.score <= 0 {
            if weight <= 0 {
                self.now.score = 0;
                return;
            }
            self.now = Stretch {
                range: at.start..at.end,
                ..Stretch::default()
            };
        }
        self.now.score += weight;
        self.now.range.end = at.end;
        match what {
            What::Tag => self.now.tags += 1,
            What::Number => self.now.numbered += 1,
            What::Move { telling } => {
                self.now.moves += 1;
                self.now.telling += u32::from(telling);
            }
            What::Command => self.now.commands += 1,
            What::Other => {}
        }
        if self.now.score > self.best.score {
            self.best.clone_from(&self.now);
        }
    }
}

/// Goes through the text once.
pub(super) fn listen<S: VariantSet>(text: &[u8], voices: &[Voice]) -> Seen {
    let mut runs = vec![Run::default(); voices.len()];
    let mut walk = Walk::new(text, 0..text.len());
    let mut start = None;
    let mut last_number = None;
    // A number with dots was the last item.
    let mut after_number = false;
    let beginnings = Beginnings::of(voices);
    let mut sightings = [None; MOST];
    // Some hypothesis is in a stretch; outside of all, words that are no moves change nothing.
    let mut within = false;
    while let Some((item, range)) = walk.step() {
        let numbered = std::mem::take(&mut after_number);
        match item {
            Item::Tag { name, value } => {
                start.get_or_insert(range.start);
                last_number = None;
                let (name, value) = (&text[name], &text[value]);
                for (run, voice) in runs.iter_mut().zip(voices) {
                    let weight = tag::<S>(voice, name, value);
                    run.add(weight, &range, What::Tag);
                }
            }
            Item::Number { number, dots } => {
                if number == 1 && dots > 0 {
                    start.get_or_insert(range.start);
                }
                let follows = last_number
                    .is_some_and(|last| number == last + 1 || number == last && dots != 1);
                last_number = Some(number);
                after_number = dots > 0;
                for run in &mut runs {
                    let (weight, what) = match (dots, follows && run.moved) {
                        (_, true) => (NEXT_NUMBER, What::Number),
                        (0, false) => (BARE_NUMBER, What::Other),
                        (_, false) => (NUMBER, What::Other),
                    };
                    run.add(weight, &range, what);
                    run.moved = false;
                }
            }
            Item::Word => {
                let mut len = 0;
                let rest = &text[range.start..];
                for index in beginnings.of_move(rest) {
                    if let Some(seen) = sight_begun(&voices[index], rest) {
                        len = len.max(seen.len);
                        sightings[index] = Some(seen);
                    }
                }
                let result = if len == 0 { result_at(rest) } else { 0 };
                if len > 0 {
                    walk.at = range.start + len;
                } else if result > 0 {
                    walk.at = range.start + result;
                }
                let at = range.start..walk.at;
                // The first and the last word may be incomplete.
                let cut = at.start == 0 || at.end == text.len();
                let other = if cut {
                    0
                } else {
                    WORD - (at.len() as i32) / WORD_BYTES
                };
                if len == 0 && result == 0 && other <= 0 && !within {
                    continue;
                }
                for ((run, seen), voice) in runs.iter_mut().zip(&mut sightings).zip(voices) {
                    let Some(seen) = seen.take() else {
                        let is_result = result > 0 && is_result(voice, &text[at.clone()]);
                        run.add(if is_result { RESULT } else { other }, &at, What::Other);
                        continue;
                    };
                    run.moved = true;
                    let telling = seen.weight >= TELLING;
                    if numbered {
                        run.add(NUMBERED, &at, What::Number);
                    }
                    run.add(i32::from(seen.weight), &at, What::Move { telling });
                }
            }
            item => {
                let weight = match item {
                    Item::Comment { command: true } => COMMAND,
                    Item::Comment { .. } | Item::Little => 0,
                    Item::Close => CLOSE,
                    Item::Comma => COMMA,
                    _ => SIGN,
                };
                if weight != 0 && within {
                    for run in &mut runs {
                        // A comment alone is not part of a game.
                        if run.now.score > 0 {
                            let command = matches!(item, Item::Comment { .. });
                            run.add(
                                weight,
                                &range,
                                if command { What::Command } else { What::Other },
                            );
                        }
                    }
                }
            }
        }
        within = runs.iter().any(|run| run.now.score > 0);
        if walk.at > ENOUGH.1 && runs.iter().any(|run| run.best.score > ENOUGH.0) {
            break;
        }
    }
    let stretches = runs.into_iter().map(|run| {
        let mut best = run.best;
        let shapeless = best.telling + best.numbered < 2 && best.tags < 2 && best.commands == 0;
        if shapeless {
            best.score = best.score.min(LITTLE);
        }
        best
    });
    Seen {
        stretches: stretches.collect(),
        start,
    }
}

/// The move that a text begins with, if it ends where a move may end.
pub(super) fn sight(voice: &Voice, text: &[u8]) -> Option<Sighting> {
    let first = text.first()?;
    let mut begins = voice.signature.begins.iter();
    begins
        .any(|range| range.contains(first))
        .then(|| sight_begun(voice, text))?
}

/// [`sight`] where the first byte is one that a move may begin with.
fn sight_begun(voice: &Voice, text: &[u8]) -> Option<Sighting> {
    let seen = (voice.signature.sight)(text)?;
    let ends = |byte: u8| ends_word(byte) || b"!?.:*$'".contains(&byte);
    // After a non-ASCII character a move needs no blank.
    let last = text[..seen.len].last().is_some_and(|byte| *byte >= 0x80);
    let wide = text[0] >= 0xE4;
    let whole = text.get(seen.len).is_none_or(|byte| ends(*byte));
    (whole || last || wide).then_some(seen)
}

/// Whether some move of a text has a character beyond ASCII.
pub(super) fn has_wide_move(text: &[u8], voices: &[Voice]) -> bool {
    let beginnings = Beginnings::of(voices);
    let is_move = |from: usize, at: usize| {
        let text = &text[from..];
        let mut asked = beginnings.of_move(text);
        asked
            .any(|index| sight_begun(&voices[index], text).is_some_and(|seen| from + seen.len > at))
    };
    let mut end = 0;
    loop {
        let at = end + Encoding::ascii_valid_up_to(&text[end..]);
        if at == text.len() {
            return false;
        }
        // A move may begin here, where the word begins, and behind its number.
        let word = text[end..at].iter().rposition(|byte| ends_word(*byte));
        let word = word.map_or(end, |before| end + before + 1);
        let is_number = |byte: &&u8| matches!(**byte, b'0'..=b'9' | b'.');
        let number = text[word..at].iter().take_while(is_number).count();
        if is_move(at, at)
            || word < at && is_move(word, at)
            || number > 0 && word + number < at && is_move(word + number, at)
        {
            return true;
        }
        let is_rest = |byte: &&u8| (0x80..0xC0).contains(*byte);
        end = at + 1 + text[at + 1..].iter().take_while(is_rest).count();
    }
}

/// The length of a result that a text begins with, or of something similar.
fn result_at(text: &[u8]) -> usize {
    let shape = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'/' | b':' | 0x80..);
    let len = text.iter().take(12).take_while(shape).count();
    let ends = text.get(len).is_none_or(|byte| ends_word(*byte));
    if len >= 3 && ends { len } else { 0 }
}

/// Whether a word is a result of the variant.
fn is_result(voice: &Voice, word: &[u8]) -> bool {
    let Some((_, info)) = voice.variant else {
        return matches!(word, b"1-0" | b"0-1" | b"1/2-1/2");
    };
    let mut results = info.results.iter();
    results.any(|(token, _)| token.as_bytes() == word)
}

/// The weight of a tag pair.
pub(super) fn tag<S: VariantSet>(voice: &Voice, name: &[u8], value: &[u8]) -> i32 {
    let is = |known: &str| known.as_bytes().eq_ignore_ascii_case(name);
    let typical = voice.signature.tags.iter().find(|(known, _)| is(known));
    let typical = typical.map_or(0, |(_, weight)| i32::from(*weight));
    let Some((index, info)) = voice.variant else {
        return typical
            + if name[0].is_ascii_uppercase() {
                CAPITAL
            } else {
                NO_TAG
            };
    };
    let mut weight = typical
        + if info.roster.iter().any(|known| is(known)) {
            ROSTER
        } else if info.spec_rules.tags.iter().any(|known| is(known)) {
            DEFINED
        } else if name[0].is_ascii_uppercase() || name[0] >= 0x80 {
            CAPITAL
        } else {
            NO_TAG
        };
    weight += named::<S>(info, name, value);
    if info.setup.iter().any(|known| is(known)) {
        let value = String::from_utf8_lossy(value);
        weight += if S::run(index, Reads(&value)) {
            POSITION
        } else {
            NO_POSITION
        };
    }
    if is("Result") {
        let results = info.results.iter();
        let known = results.map(|(token, _)| token.as_bytes());
        let known = known.into_iter().any(|token| token == value);
        weight += if known { RESULT_TAG } else { NO_RESULT_TAG };
    }
    weight
}

/// The weight of a tag pair that names a game.
fn named<S: VariantSet>(info: &VariantInfo, name: &[u8], value: &[u8]) -> i32 {
    let names = |info: &VariantInfo| {
        let mut found = (false, false);
        for (selector, values) in info.selectors {
            if selector.as_bytes().eq_ignore_ascii_case(name) {
                let is = |known: &&str| known.as_bytes().eq_ignore_ascii_case(value);
                found.0 |= values.iter().any(is);
                found.1 |= info.unsupported.iter().any(is);
            }
        }
        found
    };
    match names(info) {
        (true, _) => NAMED,
        (_, true) => NAMED_KIN,
        _ if S::VARIANTS
            .iter()
            .any(|other| names(other) != (false, false)) =>
        {
            NAMED_OTHERWISE
        }
        _ => 0,
    }
}

/// Whether a variant can read a position.
pub(super) struct Reads<'a>(pub(super) &'a str);

impl WithVariant for Reads<'_> {
    type Output = bool;

    fn run<V: Variant>(self) -> bool {
        !V::INFO.setup.is_empty() && fen::start::<V>(self.0).is_some()
    }
}

/// The contents of a stretch, for one hypothesis.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    /// The moves in each notation, with their weights.
    pub(super) notations: [(u32, i32); 32],
    pub(super) moves: Part,
    pub(super) tags: Part,
    pub(super) numbers: Part,
    pub(super) results: Part,
    pub(super) commands: Part,
    /// Tags that name another game.
    pub(super) against: Part,
    pub(super) others: Part,
}

/// Items of one kind: their number, their weight, and the first of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub(super) count: u32,
    pub(super) weight: i32,
    pub(super) first: Range<usize>,
    pub(super) end: usize,
}

impl Part {
    fn add(&mut self, weight: i32, range: &Range<usize>) {
        if self.count == 0 {
            self.first = range.clone();
        }
        self.end = range.end;
        self.count += 1;
        self.weight += weight;
    }
}

/// How much of a stretch is examined for its account.
const ACCOUNT: usize = 16 << 10;

/// Goes through a stretch again, for the details to report.
pub(super) fn account<S: VariantSet>(text: &[u8], range: Range<usize>, voice: &Voice) -> Account {
    let mut account = Account::default();
    let end = range.end.min(range.start + ACCOUNT);
    let mut walk = Walk::new(text, range.start..end);
    let mut last = None;
    while let Some((item, range)) = walk.step() {
        match item {
            Item::Tag { name, value } => {
                let (name, value) = (&text[name], &text[value]);
                let weight = tag::<S>(voice, name, value);
                let part = match weight {
                    ..0 => &mut account.against,
                    _ => &mut account.tags,
                };
                part.add(weight, &range);
            }
            Item::Number { number, dots } => {
                let follows =
                    last.is_some_and(|last| number == last + 1 || number == last && dots != 1);
                last = Some(number);
                let weight = if follows { NEXT_NUMBER } else { NUMBER };
                account.numbers.add(weight, &range);
            }
            Item::Word => match sight(voice, &text[range.start..]) {
                Some(seen) => {
                    walk.at = range.start + seen.len;
                    let range = range.start..walk.at;
                    account.moves.add(i32::from(seen.weight), &range);
                    for (bit, (count, weight)) in account.notations.iter_mut().enumerate() {
                        if seen.notations >> bit & 1 == 1 {
                            *count += 1;
                            *weight += i32::from(seen.weight);
                        }
                    }
                }
                None => {
                    let len = result_at(&text[range.start..]);
                    if len > 0 && is_result(voice, &text[range.start..range.start + len]) {
                        account.results.add(RESULT, &range);
                    } else {
                        account.others.add(WORD, &range);
                    }
                }
            },
            Item::Comment { command: true } => account.commands.add(COMMAND, &range),
            _ => {}
        }
    }
    account
}

impl Account {
    /// The notation of most of the moves, and the number of other moves.
    pub(super) fn notation(&self) -> Option<(usize, u32)> {
        let counts = self.notations.iter().map(|(count, _)| *count);
        let (bit, count) = counts
            .enumerate()
            .max_by_key(|(bit, count)| (*count, usize::MAX - bit))?;
        (count > 0).then(|| (bit, self.moves.count - count))
    }
}
