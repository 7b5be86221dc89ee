//! Weighs the evidence in a text.

use super::known;
use super::structure::{self, Form};
use super::voices::{self, Seen, Stretch, Voice};
use super::walk;
use super::weights::{ANYTHING, OTHER_NOTATION, PLAYED, UNPLAYED};
use super::{Candidate, Evidence, Kind, Part, WINDOW};
use crate::detect::format::Format;
use crate::io::Chunk;
use crate::scan::{ScanOptions, Scanner, convention};
use crate::variant::Variant;
use crate::variant::formats::Known;
use crate::variant::registry::{VariantSet, WithVariant};
use memchr::memmem;
use std::borrow::Cow;
use std::ops::Range;

/// The weighed evidence.
pub(super) struct Weighed {
    pub(super) candidates: Vec<Candidate>,
    /// Where a game may begin.
    start: Option<usize>,
    /// Whether the first move is playable on some board.
    pub(super) plays: bool,
}

impl Weighed {
    pub(super) fn best(&self) -> i32 {
        let scores = self.candidates.iter().map(|candidate| candidate.score);
        scores.max().unwrap_or(0)
    }

    /// Adds the convention that the first games follow, if they decide it, to the notation of a candidate.
    pub(super) fn name_convention<S: VariantSet>(&self, chunk: &Chunk, candidate: &mut Candidate) {
        /// The number of bytes read for it.
        const READ: usize = 8 << 10;
        let variant = candidate.variant.and_then(S::find);
        let (Some(variant), Some(notation)) = (variant, &candidate.notation) else {
            return;
        };
        let text = &*chunk.text;
        let start = self.start.unwrap_or(0);
        let mut games = Chunk::from(&text[start..text.len().min(start + READ)]);
        games.encoding = chunk.encoding;
        let Some((convention, range)) = S::run(variant, ConventionOf(&games, notation)) else {
            return;
        };
        let range = start + range.start..start + range.end;
        candidate.evidence.push(Evidence {
            what: format!("pieces are named as in {convention}").into(),
            excerpt: excerpt(text, &range, chunk),
            span: range.start as u64..range.end as u64,
            weight: 0,
        });
        candidate.notation = Some(convention.into());
    }

    /// Which part of a source the text is.
    pub(super) fn part(&self, text: &[u8], complete: bool, best: &Candidate) -> Part {
        let record = matches!(best.format, Format::Records);
        let first = walk::blanks(text);
        let begins = match (record, text.get(first)) {
            (true, Some(b'{' | b';' | b'%')) => true,
            (true, _) if best.kind == Kind::Moves => true,
            (true, _) => self.start.is_some_and(|start| start == first),
            (false, _) => true,
        };
        let ends = match text.last() {
            Some(b'\n' | b'\r' | b'*') => true,
            _ => !record || ends_in_result(text),
        };
        match (begins, complete && ends) {
            (true, true) => Part::Whole,
            (true, false) => Part::Beginning,
            (false, _) => Part::Middle,
        }
    }
}

fn ends_in_result(text: &[u8]) -> bool {
    let results: [&[u8]; 7] = [b"1-0", b"0-1", b"1/2-1/2", b"3-0", b"0-3", b"1-1", b"*"];
    results
        .iter()
        .any(|result| text.trim_ascii_end().ends_with(result))
}

/// Weighs a text.
pub(super) fn weigh<S: VariantSet>(chunk: &Chunk, formats: &[&'static Known]) -> Weighed {
    let text = &chunk.text[..chunk.text.len().min(4 * WINDOW)];
    let voices = voices::voices::<S>(formats);
    let seen = voices::listen::<S>(text, &voices);
    let mut candidates = Vec::new();
    let mut known_scores: Vec<(usize, i32)> = Vec::new();
    let trials = trials::<S>(chunk, &seen, &voices);
    for (index, (voice, stretch)) in voices.iter().zip(&seen.stretches).enumerate() {
        if stretch.score < 4 {
            continue;
        }
        match voice.variant {
            Some((variant, _)) => {
                let trial = trials.as_ref().map(|(at, trials)| (*at, trials[variant]));
                candidates.push(games::<S>(text, chunk, voice, stretch, trial));
            }
            None => known_scores.push((index, stretch.score)),
        }
    }
    let decisive = candidates.iter().any(|candidate| candidate.score > 300);
    let brackets = matches!(text.get(walk::blanks(text)), Some(b'<' | b'{' | b'['));
    let mut forms = Vec::new();
    structure::forms::<S>(text, &mut forms);
    if !decisive || brackets {
        for known in formats.iter().filter(|known| !known.binary) {
            let voice = known_scores
                .iter()
                .find(|(index, _)| voices[*index].known == Some(known));
            let stretch = voice.map(|(index, _)| (&voices[*index], &seen.stretches[*index]));
            if let Some(candidate) = foreign(text, chunk, known, stretch) {
                candidates.push(candidate);
            }
        }
    }
    let plays = trials.is_some_and(|(_, trials)| trials.iter().any(|played| *played > 0));
    let mut formed = Vec::new();
    for form in &forms {
        formed.push(of_form::<S>(text, chunk, form, &candidates));
    }
    // Text in the strings of a document is not a record of its own.
    if forms.iter().any(Form::is_document) {
        candidates.retain(|one| {
            !matches!(
                one.format,
                Format::Records | Format::Text | Format::Known(_)
            )
        });
    }
    candidates.extend(formed);
    contain(&mut candidates);
    Weighed {
        candidates,
        start: seen.start,
        plays,
    }
}

/// The convention that games follow, if they are in a notation that has conventions.
struct ConventionOf<'a>(&'a Chunk, &'a str);

impl WithVariant for ConventionOf<'_> {
    type Output = Option<(&'static str, Range<usize>)>;

    fn run<V: Variant>(self) -> Self::Output {
        let named = V::CONVENTIONS.iter().filter_map(|one| one.notation);
        let mut notations = named.map(|name| name.split(',').next());
        notations
            .any(|name| name == Some(self.1))
            .then(|| convention::of_games::<V>(self.0))?
    }
}

/// How many of the first moves are playable on each board, and from where.
fn trials<S: VariantSet>(
    chunk: &Chunk,
    seen: &Seen,
    voices: &[Voice],
) -> Option<(usize, Vec<u32>)> {
    let any = seen.stretches.iter().zip(voices);
    let mut any = any.filter(|(stretch, voice)| voice.variant.is_some() && stretch.score > 0);
    any.next()?;
    let start = seen.start.unwrap_or(0);
    let text = &chunk.text[start..chunk.text.len().min(start + (12 << 10))];
    let mut part = Chunk::from(text);
    part.encoding = chunk.encoding;
    let trials = Scanner::<S>::new(ScanOptions::default()).trials(&part);
    Some((start, trials))
}

/// Games of a variant.
fn games<S: VariantSet>(
    text: &[u8],
    chunk: &Chunk,
    voice: &Voice,
    stretch: &Stretch,
    trial: Option<(usize, u32)>,
) -> Candidate {
    let account = voices::account::<S>(text, stretch.range.clone(), voice);
    // Tags directly before the stretch are not part of it, since they contradict it.
    let before = trial.map_or(stretch.range.start, |(at, _)| at.min(stretch.range.start));
    let range = before as u64..stretch.range.end as u64;
    let before = before..stretch.range.start;
    let before = voices::account::<S>(text, before, voice).against;
    let (variant, info) = voice.variant.map_or((0, S::VARIANTS[0]), |variant| variant);
    let _ = variant;
    let mut score = stretch.score + before.weight;
    let mut evidence = Vec::new();
    let mut add = |what: Cow<'static, str>, range: Range<usize>, weight: i32| {
        evidence.push(Evidence {
            what,
            excerpt: excerpt(text, &range, chunk),
            span: range.start as u64..range.end as u64,
            weight,
        });
    };
    let mut notation = None;
    if let Some((bit, others)) = account.notation() {
        let name = voice
            .signature
            .notations
            .get(bit)
            .copied()
            .unwrap_or("standard");
        notation = Some(Cow::Borrowed(name));
        let moves = &account.moves;
        add(
            format!(
                "{} moves by their shape, {} of them in {name}",
                moves.count,
                moves.count - others
            )
            .into(),
            moves.first.clone(),
            moves.weight,
        );
        // A slip or two in a long game mean nothing; half of the moves do.
        let off = (others as i32) * OTHER_NOTATION;
        if others > 0 {
            let off = off.max(-score / 2);
            score += off;
            add(
                format!("{others} moves in another notation").into(),
                moves.first.clone(),
                off,
            );
        }
    }
    for (part, one, several) in [
        (
            &account.tags,
            "tag pair of such records",
            "tag pairs of such records",
        ),
        (
            &account.against,
            "tag pair that speaks against it",
            "tag pairs that speak against it",
        ),
        (
            &before,
            "tag pair before it that speaks against it",
            "tag pairs before it that speak against it",
        ),
        (&account.numbers, "move number", "move numbers"),
        (&account.results, "result", "results"),
        (
            &account.commands,
            "comment with a command",
            "comments with commands",
        ),
        (
            &account.others,
            "word that is not a move",
            "words that are not moves",
        ),
    ] {
        if part.count > 0 && part.weight != 0 {
            let what = if part.count == 1 { one } else { several };
            add(
                format!("{} {what}", part.count).into(),
                part.first.clone(),
                part.weight,
            );
        }
    }
    // There is nothing but the record.
    let first = walk::blanks(text);
    let last = text.trim_ascii_end().len();
    let covered = stretch.range.start <= first && stretch.range.end >= last;
    if covered && stretch.score > 0 {
        let weight = if stretch.tags > 0 { 30 } else { 20 };
        score += weight;
        add(
            "nothing else is in the text".into(),
            stretch.range.clone(),
            weight,
        );
    }
    if let Some((at, played)) = trial {
        let within = stretch.range.contains(&at) || at == first || at <= first;
        let from = match account.moves.count {
            0 => at..(at + 1).min(text.len()),
            _ => account.moves.first.clone(),
        };
        match played {
            0 if within && account.moves.count >= 3 && begins_game(text, at) => {
                score += UNPLAYED;
                add(
                    "not even the first move is playable on the board".into(),
                    from,
                    UNPLAYED,
                );
            }
            1.. if within && (played > 1 || begins_game(text, at)) => {
                let weight = PLAYED * played as i32;
                score += weight;
                add(
                    format!("the first {played} moves are playable on the board").into(),
                    from,
                    weight,
                );
            }
            _ => {}
        }
    }
    let bare =
        account.tags.count + account.numbers.count + account.results.count + account.commands.count
            == 0;
    let coordinates = matches!(notation.as_deref(), Some("uci" | "iccs"));
    Candidate {
        kind: if bare && (coordinates || covered) && account.moves.count > 0 {
            Kind::Moves
        } else {
            Kind::Games
        },
        format: record_format(text, stretch),
        variant: Some(info.id),
        notation,
        range: Some(range),
        confidence: 0,
        evidence,
        score,
    }
}

/// Whether a game begins here, by a tag pair or the number 1.
fn begins_game(text: &[u8], at: usize) -> bool {
    matches!(text.get(at), Some(b'[')) || text[at..].starts_with(b"1.")
}

/// A record, or a text that contains a record.
fn record_format(text: &[u8], stretch: &Stretch) -> Format {
    let before = stretch.range.start;
    let part = stretch.range.len() * 5 >= text.len();
    if part || before < 2048 && stretch.tags > 2 {
        Format::Records
    } else {
        Format::Text
    }
}

/// A format that is known by name.
fn foreign(
    text: &[u8],
    chunk: &Chunk,
    known: &'static Known,
    stretch: Option<(&Voice, &Stretch)>,
) -> Option<Candidate> {
    /// How much of a text is searched for typical strings.
    const SEARCHED: usize = 16 << 10;
    let near = &text[..text.len().min(SEARCHED)];
    let mut evidence = Vec::new();
    let mut score = 0;
    let mut add = |what: Cow<'static, str>, range: Range<usize>, weight: i32| {
        score += weight;
        evidence.push(Evidence {
            what,
            excerpt: excerpt(text, &range, chunk),
            span: range.start as u64..range.end as u64,
            weight,
        });
    };
    let first = walk::blanks(near);
    if let Some(start) = known
        .starts
        .iter()
        .find(|start| near[first..].starts_with(start))
    {
        add(
            "the beginning of this format".into(),
            first..first + start.len(),
            known::START,
        );
    }
    for (mark, weight) in known.marks {
        if let Some(at) = memmem::find(near, mark) {
            let words = String::from_utf8_lossy(mark);
            add(
                format!("{:?}", words.trim()).into(),
                at..at + mark.len(),
                i32::from(*weight),
            );
        }
    }
    if let Some((_, stretch)) = stretch {
        add(
            match stretch.moves {
                0 => "tag pairs and numbers that its records also have".into(),
                moves => format!("{moves} moves by their shape").into(),
            },
            stretch.range.clone(),
            stretch.score,
        );
    }
    (score >= 20).then_some(Candidate {
        kind: known.kind,
        format: Format::Known(known),
        variant: known.variant,
        notation: known.notation.map(Cow::Borrowed),
        range: None,
        confidence: 0,
        evidence,
        score,
    })
}

/// The candidate for a form of the text as a whole.
fn of_form<S: VariantSet>(
    text: &[u8],
    chunk: &Chunk,
    form: &Form,
    candidates: &[Candidate],
) -> Candidate {
    let kind = match form.format {
        Format::Pcn | Format::Games | Format::Xml | Format::Wxf => Kind::Games,
        Format::Positions => Kind::Positions,
        Format::Moves => Kind::Moves,
        _ => Kind::Other,
    };
    let declared = match form.format {
        Format::Moves => form
            .variant
            .or_else(|| variant_of_moves::<S>(text, chunk, form)),
        _ => form.variant,
    };
    // The moves inside decide the variant if nothing else does.
    let records = || {
        candidates.iter().filter(|one| {
            matches!(form.format, Format::Xml | Format::Wxf | Format::Moves)
                && matches!(one.format, Format::Records | Format::Text)
        })
    };
    let inside = records()
        .filter(|one| declared.is_none() || declared == one.variant)
        .max_by_key(|one| one.score);
    let inside_score = records().map(|one| one.score).max().unwrap_or(0).max(0);
    let mut evidence = inside.map_or_else(Vec::new, |inside| inside.evidence.clone());
    evidence.push(Evidence {
        what: form.what.into(),
        excerpt: excerpt(text, &form.range, chunk),
        span: form.range.start as u64..form.range.end as u64,
        weight: form.score,
    });
    Candidate {
        kind,
        format: form.format,
        variant: declared.or(inside.and_then(|inside| inside.variant)),
        notation: match form.notation {
            Some(notation) => Some(notation.into()),
            None => inside.and_then(|inside| inside.notation.clone()),
        },
        range: None,
        confidence: 0,
        evidence,
        score: form.score + inside_score,
    }
}

/// The variant on whose board most of the first moves of a list are playable, if it is the only one.
fn variant_of_moves<S: VariantSet>(
    text: &[u8],
    chunk: &Chunk,
    form: &Form,
) -> Option<&'static str> {
    let line = &text[form.range.start..];
    let line = &line[..memchr::memchr(b'\n', line).unwrap_or(line.len())];
    let at = memmem::find(line, b"startpos moves ")? + b"startpos moves ".len();
    let mut moves = Chunk::from(&line[at..]);
    moves.encoding = chunk.encoding;
    let trials = Scanner::<S>::new(ScanOptions::default()).trials(&moves);
    let most = *trials.iter().max()?;
    let mut best = (0..trials.len()).filter(|variant| trials[*variant] == most && most > 0);
    let first = best.next()?;
    best.next().is_none().then(|| S::VARIANTS[first].id)
}

/// Games inside markup or another text are not records that could be read directly: the format is that of the
/// surrounding text.
fn contain(candidates: &mut [Candidate]) {
    let outer = candidates
        .iter()
        .filter(|one| match one.format {
            Format::Markup | Format::Json => true,
            Format::Known(known) => known.id == "html" || known.id == "svg",
            _ => false,
        })
        .max_by_key(|one| one.score)
        .filter(|one| one.score >= 40)
        .map(|one| (one.format, one.score));
    let Some((format, score)) = outer else { return };
    for inner in candidates.iter_mut() {
        let games = matches!(inner.format, Format::Records | Format::Text);
        if games && inner.score > ANYTHING + 10 && inner.kind != Kind::Other {
            inner.format = format;
            inner.score += score;
        }
    }
}

/// The line around a range, shortened, and the range within it.
fn excerpt(text: &[u8], range: &Range<usize>, chunk: &Chunk) -> (String, Range<usize>) {
    const BEFORE: usize = 24;
    const AFTER: usize = 60;
    let begin = range.start.saturating_sub(BEFORE);
    let line = text[begin..range.start]
        .iter()
        .rposition(|byte| *byte == b'\n');
    let begin = line.map_or(begin, |at| begin + at + 1);
    let end = text.len().min(range.start + AFTER);
    let line = memchr::memchr(b'\n', &text[range.start..end]);
    let end = line.map_or(end, |at| range.start + at);
    let begin = whole_characters(text, begin..range.start).start;
    let end = whole_characters(text, range.start..end).end;
    let place = range.start..range.end.clamp(range.start, end);
    let words = |range: Range<usize>| -> String {
        let text = crate::core::text::Text::new(&text[range], chunk.encoding)
            .decode()
            .into_owned();
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        text.chars()
            .map(plain)
            .filter(|c| *c != '\u{FFFD}')
            .collect()
    };
    let mut line = words(begin..place.start);
    let from = line.len();
    line += &words(place.clone());
    let to = line.len();
    line += &words(place.end..end);
    (line, from..to)
}

/// A range without the characters of UTF-8 that its ends cut.
fn whole_characters(text: &[u8], range: Range<usize>) -> Range<usize> {
    let starts = range.start..range.end.min(range.start + 4);
    for start in starts {
        match str::from_utf8(&text[start..range.end]) {
            Ok(_) => return start..range.end,
            Err(cut) if cut.error_len().is_none() => return start..start + cut.valid_up_to(),
            Err(_) => {}
        }
    }
    range
}
