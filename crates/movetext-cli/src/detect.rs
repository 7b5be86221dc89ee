//! `movetext detect`: what each source is, how sure that is, and why.

use crate::args::{DetectArgs, Format};
use crate::exit::Verdict;
use crate::input::{self, Bytes, Input};
use crate::ordered::{self, Turn};
use crate::output::{self, printable};
use crate::progress;
use crate::source;
use movetext::detect::{Candidate, Census, Detection, Detector, Kind, Part, WINDOW};
use movetext::io::{Compression, How};
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use movetext::{Level, ReaderBuilder, Tags, VariantInfo, Visitor};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::io::{self, Cursor, Read, Write};

/// So many pieces of evidence of a candidate are shown to people.
const SHOWN: usize = 8;

/// Runs the command.
pub fn run(args: &DetectArgs) -> io::Result<Verdict> {
    args.sources.verify();
    let inputs = input::expand(&args.sources.paths);
    let options = source::options(&args.sources);
    progress::show(&inputs);
    let mut verdict = Verdict::default();
    let mut out = io::stdout();
    let found = ordered::run(&inputs, args.sources.jobs(), &mut out, |input, turn| {
        let detected = detect(input, &options, args, turn);
        if let Ok((found, _)) = &detected {
            match args.format {
                Format::Text => {
                    writeln!(turn, "{}", found.line())?;
                    if args.explain {
                        turn.write_all(found.explanation().as_bytes())?;
                    }
                }
                Format::Jsonl => {
                    serde_json::to_writer(&mut *turn, &found.record()).map_err(io::Error::from)?;
                    turn.write_all(b"\n")?;
                }
                Format::Json => {}
            }
        }
        Ok(detected)
    })?;
    let mut all = Vec::new();
    for detected in found {
        match detected {
            Ok((found, other)) => {
                all.push(found);
                verdict.add(other);
            }
            Err(other) => verdict.add(other),
        }
    }
    if args.format == Format::Json {
        let records: Vec<Record<'_>> = all.iter().map(Found::record).collect();
        let mut text = serde_json::to_vec_pretty(&records).map_err(io::Error::from)?;
        text.push(b'\n');
        output::write_stdout(&text)?;
    }
    Ok(verdict)
}

/// What was found out about a source.
struct Found {
    file: String,
    bytes: u64,
    detection: Detection,
    census: Census,
}

/// The same as data.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(rename = "type")]
    kind_of_record: &'static str,
    file: &'a str,
    bytes: u64,
    compression: &'static str,
    encoding: Option<&'static str>,
    encoding_confidence: u8,
    kind: &'static str,
    format: &'static str,
    variant: Option<&'static str>,
    notation: Option<&'a str>,
    confidence: u8,
    readable: bool,
    part: &'static str,
    variants: Map<String, Value>,
    candidates: Vec<CandidateRecord<'a>>,
}

#[derive(Serialize)]
struct CandidateRecord<'a> {
    kind: &'static str,
    format: &'static str,
    variant: Option<&'static str>,
    notation: Option<&'a str>,
    /// Where the games stand inside of something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_start: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    byte_end: Option<u64>,
    confidence: u8,
    evidence: Vec<EvidenceRecord<'a>>,
}

#[derive(Serialize)]
struct EvidenceRecord<'a> {
    what: &'a str,
    byte_start: u64,
    byte_end: u64,
    weight: i32,
}

impl Found {
    fn record(&self) -> Record<'_> {
        let found = &self.detection;
        let candidate = |one| -> CandidateRecord<'_> {
            let one: &Candidate = one;
            CandidateRecord {
                kind: one.kind.as_str(),
                format: one.format.as_str(),
                variant: one.variant,
                notation: one.notation.as_deref(),
                byte_start: one.range.as_ref().map(|range| range.start),
                byte_end: one.range.as_ref().map(|range| range.end),
                confidence: one.confidence,
                evidence: one
                    .evidence
                    .iter()
                    .map(|seen| EvidenceRecord {
                        what: &seen.what,
                        byte_start: seen.span.start,
                        byte_end: seen.span.end,
                        weight: seen.weight,
                    })
                    .collect(),
            }
        };
        let counts = self.census.iter().map(|(variant, count)| {
            let value = json!({ "games": count.games, "notations": count.notations });
            ((*variant).to_owned(), value)
        });
        Record {
            kind_of_record: "source",
            file: &self.file,
            bytes: self.bytes,
            compression: found.compression.as_str(),
            encoding: found.encoding.map(|encoding| encoding.name()),
            encoding_confidence: found.encoding_confidence,
            kind: found.kind.as_str(),
            format: found.format.as_str(),
            variant: found.variant,
            notation: found.notation.as_deref(),
            confidence: found.confidence,
            readable: found.readable,
            part: found.part.as_str(),
            variants: counts.collect(),
            candidates: found.candidates.iter().map(candidate).collect(),
        }
    }

    fn line(&self) -> String {
        let found = &self.detection;
        let what = match found.kind {
            Kind::Unknown => format!("unknown, {}", found.format.describe()),
            _ => describe(found.kind, found.format),
        };
        let mut parts = vec![what];
        if let Some(variant) = found.variant {
            parts.push(in_notation(variant, found.notation.as_deref()));
        }
        if found.kind != Kind::Unknown {
            parts[0] += &place(found.candidates.first());
            parts[0] += &format!(" ({} %)", found.confidence);
        }
        match found.part {
            Part::Whole => {}
            Part::Beginning => parts.push("the beginning of more".to_owned()),
            Part::Middle => parts.push("a part from the middle".to_owned()),
        }
        if let Some(encoding) = found.encoding {
            let how = found.encoding_how;
            let mut words = format!("{} ({}", encoding.name(), how.as_str());
            if !matches!(how, How::Ascii | How::Given | How::ByteOrderMark) {
                let _ = write!(words, ", {} %", found.encoding_confidence);
            }
            if let Some(other) = found.encoding_runner_up {
                let _ = write!(words, ", else {}", other.name());
            }
            parts.push(words + ")");
        }
        if found.compression != Compression::None {
            parts.push(found.compression.as_str().to_owned());
        }
        for (variant, count) in &self.census {
            let mut words = format!("{} of {variant}", games(count.games));
            for (index, (notation, games)) in count.notations.iter().enumerate() {
                let begin = if index == 0 { ": " } else { ", " };
                let _ = write!(words, "{begin}{games} in {notation}");
            }
            parts.push(words);
        }
        printable(&format!("{}: {}", self.file, parts.join(", "))).into_owned()
    }

    /// The candidates, and what speaks for and against them.
    fn explanation(&self) -> String {
        let mut out = String::new();
        for candidate in &self.detection.candidates {
            let mut title = describe(candidate.kind, candidate.format);
            title += &place(Some(candidate));
            if let Some(variant) = candidate.variant {
                let _ = write!(
                    title,
                    ", {}",
                    in_notation(variant, candidate.notation.as_deref())
                );
            }
            let _ = writeln!(out, "  {:3} %  {title}", candidate.confidence);
            for seen in candidate.evidence.iter().take(SHOWN) {
                let place = match seen.span.is_empty() {
                    true => String::new(),
                    false => format!(" (bytes {}-{})", seen.span.start, seen.span.end),
                };
                let _ = writeln!(
                    out,
                    "      {:+5}  {}{place}",
                    seen.weight,
                    printable(&seen.what)
                );
                let (line, span) = &seen.excerpt;
                if !span.is_empty() && !line.is_empty() {
                    let width = |text: &str| text.chars().map(wide).sum::<usize>();
                    let before = " ".repeat(width(&line[..span.start]));
                    let carets = "^".repeat(width(&line[span.clone()]).max(1));
                    let _ = writeln!(out, "             | {}", printable(line));
                    let _ = writeln!(out, "             | {before}{carets}");
                }
            }
        }
        out
    }
}

/// Where the games stand, if that is inside of something else.
fn place(candidate: Option<&Candidate>) -> String {
    let range = candidate.and_then(|candidate| candidate.range.as_ref());
    range.map_or_else(String::new, |range| {
        format!(" at bytes {} to {}", range.start, range.end)
    })
}

/// How many columns of a terminal a character takes.
fn wide(c: char) -> usize {
    let wide = matches!(c, '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE6F}' | '\u{FF00}'..='\u{FF60}' | '\u{FFE0}'..='\u{FFE6}');
    1 + usize::from(wide)
}

fn describe(kind: Kind, format: movetext::Format) -> String {
    match (kind, format) {
        (Kind::Games, movetext::Format::Text) => "text with a game record in it".to_owned(),
        (Kind::Moves, movetext::Format::Records) => "moves".to_owned(),
        (Kind::Games, format) if !format.has_games() => match format {
            movetext::Format::Markup | movetext::Format::Json => {
                format!("{} with a game record in it", format.describe())
            }
            movetext::Format::Known(known) if known.kind == Kind::Other => {
                format!("{} with a game record in it", known.name)
            }
            format => format.describe().to_owned(),
        },
        (_, format) => format.describe().to_owned(),
    }
}

fn in_notation(variant: &str, notation: Option<&str>) -> String {
    match notation {
        Some(notation) => format!("{variant} in {notation}"),
        None => variant.to_owned(),
    }
}

fn games(count: u64) -> String {
    match count {
        1 => "1 game".to_owned(),
        count => format!("{count} games"),
    }
}

fn detect(
    input: &Input,
    options: &ReaderBuilder,
    args: &DetectArgs,
    turn: &mut Turn<'_, '_>,
) -> Result<(Found, Verdict), Verdict> {
    if let Bytes::Skipped(reason) = &input.bytes {
        source::note_skipped(turn, input, reason);
        return Err(Verdict::default());
    }
    let unreadable = Verdict {
        unreadable: true,
        ..Verdict::default()
    };
    let failed = |turn: &mut Turn<'_, '_>, error: &io::Error| {
        source::note_failed(turn, input, error);
        unreadable
    };
    let window = args.window.unwrap_or(WINDOW);
    let mut head = Vec::new();
    let opened = input.open().and_then(|mut bytes| {
        bytes
            .by_ref()
            .take(window as u64 + 1)
            .read_to_end(&mut head)?;
        Ok(bytes)
    });
    let rest = opened.map_err(|error| failed(turn, &error))?;
    let mut detector = Detector::new();
    detector.window(window).encoding(args.sources.encoding);
    if input.path().is_some() {
        detector.name(&*input.name);
    }
    let mut detection = detector.detect(&head);
    let known_length = input.path().and_then(|path| path.metadata().ok());
    let mut bytes = known_length.map_or(head.len() as u64, |metadata| metadata.len());

    let mut verdict = Verdict::default();
    let mut census_of_all = Census::new();
    let reader = options.from_reader(Cursor::new(head).chain(rest));
    match reader {
        Err(error) => verdict = failed(turn, &error),
        Ok(mut reader) => {
            let given = args
                .sources
                .variant
                .map(|index| Standard::VARIANTS[index].id);
            if let Some(encoding) = args.sources.encoding {
                detection.encoding = Some(encoding);
                detection.encoding_how = How::Given;
                detection.encoding_confidence = 100;
            }
            if given.is_some() {
                if detection.variant != given {
                    detection.notation = None;
                }
                detection.variant = given;
                detection.kind = Kind::Games;
                detection.format = reader.format();
                detection.readable = reader.format().has_games();
                detection.confidence = 100;
            }
            let mut first = First::default();
            let mut read = if args.per_game && detection.readable {
                reader.census().map(|counts| {
                    census_of_all = counts;
                    None
                })
            } else {
                reader.next_game(&mut first, &mut ())
            };
            // A document's games tell their variant.
            if detection.readable
                && detection.variant.is_none()
                && detection.kind != Kind::Unknown
                && !matches!(detection.format, movetext::Format::Records)
                && matches!(&read, Ok(Some(summary)) if summary.plies > 0)
            {
                detection.variant = first.profile.map(|profile| profile.id);
            }
            // The encoding shows where the text is more than ASCII.
            while matches!(read, Ok(Some(_))) && reader.encoding().how == How::Ascii {
                read = reader.next_game(&mut PassOver, &mut ());
            }
            let decision = reader.encoding();
            if detection.encoding_how == How::Ascii
                && detection.encoding.is_some()
                && decision.how != How::Ascii
            {
                detection.encoding = Some(decision.encoding);
                detection.encoding_how = decision.how;
                detection.encoding_confidence = decision.confidence;
                detection.encoding_runner_up = decision.runner_up;
            }
            if let Err(error) = read {
                verdict = failed(turn, &error);
                if reader.bytes_read() == 0 {
                    return Err(verdict);
                }
            } else if input.named && !reader.format().has_games() {
                verdict.add(Verdict {
                    errors: reader.stats().counts.errors > 0,
                    unreadable: reader.format().is_binary(),
                });
            }
            bytes = bytes.max(match detection.compression {
                Compression::None => reader.bytes_read(),
                _ => 0,
            });
        }
    }
    let found = Found {
        file: input.name.clone(),
        bytes,
        detection,
        census: census_of_all,
    };
    Ok((found, verdict))
}

/// Remembers the variant of a game.
#[derive(Default)]
struct First {
    profile: Option<&'static VariantInfo>,
}

impl Visitor for First {
    fn tags(&mut self, _: &Tags<'_>, profile: &'static VariantInfo) -> Level {
        self.profile = Some(profile);
        Level::Play
    }
}

/// Passes over the moves.
struct PassOver;

impl Visitor for PassOver {
    fn tags(&mut self, _: &Tags<'_>, _: &'static VariantInfo) -> Level {
        Level::Skip
    }
}
