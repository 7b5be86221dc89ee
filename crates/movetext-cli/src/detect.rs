//! `movetext detect`: compression, encoding, format and variant of each source.

use crate::args::{DetectArgs, Format};
use crate::exit::Verdict;
use crate::input::{self, Input};
use crate::ordered::{self, Turn};
use crate::output::{self, printable};
use crate::source::{self, Source};
use movetext::io::How;
use movetext::{Level, Profile, ReaderBuilder, Tags, Visitor};
use serde::Serialize;
use std::io::{self, Write};

/// Runs the command.
pub fn run(args: &DetectArgs) -> io::Result<Verdict> {
    args.sources.verify();
    let inputs = input::expand(&args.sources.paths);
    let options = source::options(&args.sources);
    let given = args.sources.variant.is_some();
    let mut verdict = Verdict::default();
    let mut out = io::stdout();
    let found = ordered::run(&inputs, args.sources.jobs(), &mut out, |input, turn| {
        let detected = detect(input, &options, given, turn);
        if let Ok((record, _)) = &detected {
            match args.format {
                Format::Text => writeln!(turn, "{}", record.line())?,
                Format::Jsonl => {
                    serde_json::to_writer(&mut *turn, record).map_err(io::Error::from)?;
                    turn.write_all(b"\n")?;
                }
                Format::Json => {}
            }
        }
        Ok(detected)
    })?;
    let mut records = Vec::new();
    for detected in found {
        match detected {
            Ok((record, other)) => {
                records.push(record);
                verdict.add(other);
            }
            Err(other) => verdict.add(other),
        }
    }
    if args.format == Format::Json {
        let mut text = serde_json::to_vec_pretty(&records).map_err(io::Error::from)?;
        text.push(b'\n');
        output::write_stdout(&text)?;
    }
    Ok(verdict)
}

/// What a source is, as data.
#[derive(Serialize)]
struct Record {
    #[serde(rename = "type")]
    kind: &'static str,
    file: String,
    format: &'static str,
    #[serde(skip)]
    described: &'static str,
    compression: &'static str,
    encoding: &'static str,
    encoding_how: &'static str,
    encoding_confidence: u8,
    encoding_runner_up: Option<&'static str>,
    byte_order_mark: bool,
    /// The variant of the first game.
    variant: Option<&'static str>,
    variant_how: Option<&'static str>,
    variant_tag: Option<(String, String)>,
}

impl Record {
    fn line(&self) -> String {
        let mut parts = vec![self.described.to_owned()];
        if let (Some(variant), Some(how)) = (self.variant, self.variant_how) {
            parts.push(match &self.variant_tag {
                Some((name, value)) => format!("{variant} ({how} [{name} \"{value}\"])"),
                None => format!("{variant} ({how})"),
            });
        }
        let runner_up = match self.encoding_runner_up {
            Some(name) => format!(", else {name}"),
            None => String::new(),
        };
        parts.push(format!(
            "{} ({}, {} %{runner_up})",
            self.encoding, self.encoding_how, self.encoding_confidence
        ));
        parts.push(match self.compression {
            "none" => "not compressed".to_owned(),
            compression => compression.to_owned(),
        });
        let line = format!("{}: {}", self.file, parts.join(", "));
        printable(&line).into_owned()
    }
}

fn detect(
    input: &Input,
    options: &ReaderBuilder,
    given: bool,
    turn: &mut Turn<'_, '_>,
) -> Result<(Record, Verdict), Verdict> {
    let mut source = Source::open_games(input, options, turn)?;
    let reader = &mut source.reader;
    let mut first = First::default();
    let mut game = reader.next_game(&mut first, &mut ());
    let summary = game.as_ref().ok().cloned().flatten();
    // The encoding shows where the text is more than ASCII.
    while matches!(game, Ok(Some(_))) && reader.encoding().how == How::Ascii {
        game = reader.next_game(&mut PassOver, &mut ());
    }
    let mut verdict = Verdict::default();
    if let Err(error) = game {
        source::note_failed(turn, input, &error);
        verdict.unreadable = true;
        if source.reader.bytes_read() == 0 {
            return Err(verdict);
        }
    } else if !source.is_passed_over(input) && !source.reader.format().has_games() {
        verdict.add(source.facts().verdict());
    }
    let reader = &source.reader;
    let decision = reader.encoding();
    let how = match (&summary, &first.tag, &first.kin) {
        (None, _, _) => None,
        _ if given => Some("given"),
        (_, Some(_), false) => Some("by the tag"),
        (_, Some(_), true) => Some("of its family, not replayed, by the tag"),
        (Some(summary), None, _) if summary.plies > 0 => Some("by its moves"),
        _ => Some("assumed"),
    };
    let record = Record {
        kind: "source",
        file: input.name.clone(),
        format: reader.format().as_str(),
        described: reader.format().describe(),
        compression: reader.compression().as_str(),
        encoding: decision.encoding.name(),
        encoding_how: decision.how.as_str(),
        encoding_confidence: decision.confidence,
        encoding_runner_up: decision.runner_up.map(|encoding| encoding.name()),
        byte_order_mark: decision.bom_len > 0,
        variant: summary.and(first.profile).map(|profile| profile.id),
        variant_how: how,
        variant_tag: first.tag.filter(|_| !given),
    };
    Ok((record, verdict))
}

/// Remembers what the tags of a game say of its variant.
#[derive(Default)]
struct First {
    profile: Option<&'static Profile>,
    tag: Option<(String, String)>,
    /// The tag names a game of the variant's family that is not replayed.
    kin: bool,
}

impl Visitor for First {
    fn tags(&mut self, tags: &Tags<'_>, profile: &'static Profile) -> Level {
        self.profile = Some(profile);
        let is_one_of = |value: &str, known: &[&str]| {
            let is = |name: &&str| name.eq_ignore_ascii_case(value);
            known.iter().any(is)
        };
        for tag in tags.iter() {
            let value = tag.value();
            for (name, values) in profile.selectors {
                if !tag.is(name) {
                    continue;
                }
                let chosen = is_one_of(&value, values);
                let kin = is_one_of(&value, profile.kin);
                if chosen || kin && self.tag.is_none() {
                    self.tag = Some((tag.name().into_owned(), value.clone().into_owned()));
                    self.kin = !chosen;
                }
                if chosen {
                    return Level::Play;
                }
            }
        }
        Level::Play
    }
}

/// Passes over the moves.
struct PassOver;

impl Visitor for PassOver {
    fn tags(&mut self, _: &Tags<'_>, _: &'static Profile) -> Level {
        Level::Skip
    }
}
