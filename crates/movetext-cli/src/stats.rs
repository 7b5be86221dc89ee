//! `movetext stats`: games and moves of each variant.

use crate::args::{Format, StatsArgs};
use crate::choice;
use crate::exit::Verdict;
use crate::input::Input;
use crate::ordered::{self, Turn};
use crate::output;
use crate::progress;
use crate::report::CountsRecord;
use crate::source::{self, Source, note_findings};
use crate::table;
use movetext::registry::VariantSet;
use movetext::scan::Counts;
use movetext::variants::Standard;
use movetext::{GameSummary, Outcome, ReaderBuilder, Skip, Text, VariantInfo, Visitor};
use serde::Serialize;
use serde::ser::SerializeMap;
use std::io;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Runs the command.
pub fn run(args: &StatsArgs) -> io::Result<Verdict> {
    args.sources.verify();
    let inputs = choice::expand(
        "stats",
        &args.sources,
        &args.sources.paths,
        &args.filters,
        false,
    );
    progress::show(&inputs);
    let options = source::options(&args.sources);
    let begun = Instant::now();
    let mut out = io::stdout();
    let counted = ordered::run(&inputs, args.sources.jobs(), &mut out, |input, turn| {
        Ok(count(input, &options, turn))
    })?;
    let mut verdict = Verdict::default();
    let mut variants = rows();
    let mut total = Row::new(None);
    for source in counted {
        verdict.add(source.verdict);
        for (sum, row) in variants.iter_mut().zip(&source.variants) {
            sum.add(row);
        }
        total.add(&source.total);
    }
    total.time = begun.elapsed();
    variants.retain(|row| row.counts.games > 0);
    variants.push(total);
    output::write_stdout(draw(&variants, args.format)?.as_bytes())?;
    Ok(verdict)
}

fn draw(rows: &[Row], format: Format) -> io::Result<String> {
    let headings = [
        "variant",
        "files",
        "games",
        "plies",
        "in variations",
        "unresolved",
        "errors",
        "warnings",
        "MB/s",
        "results",
    ];
    Ok(match format {
        Format::Text => {
            let cells: Vec<Vec<String>> = rows.iter().map(Row::cells).collect();
            table::draw(&headings, &cells, true)
        }
        Format::Json => serde_json::to_string_pretty(rows).map_err(io::Error::from)? + "\n",
        Format::Jsonl => {
            let mut lines = String::new();
            for row in rows {
                lines += &serde_json::to_string(row).map_err(io::Error::from)?;
                lines.push('\n');
            }
            lines
        }
    })
}

/// What was counted of one source.
struct Counted {
    /// By the index of the variant.
    variants: Vec<Row>,
    total: Row,
    verdict: Verdict,
}

/// What was counted of a variant, or of all.
#[derive(Clone, Debug)]
struct Row {
    profile: Option<&'static VariantInfo>,
    files: u64,
    bytes: u64,
    counts: Counts,
    results: Results,
    /// How long reading took.
    time: Duration,
}

/// How many games ended in which way; the last way is not to tell.
#[derive(Clone, Copy, Debug, Default)]
struct Results([u64; OUTCOMES.len() + 1]);

const OUTCOMES: [Outcome; 6] = [
    Outcome::FirstWins,
    Outcome::SecondWins,
    Outcome::Draw,
    Outcome::FirstStalemates,
    Outcome::SecondStalemates,
    Outcome::Unknown,
];

impl Row {
    fn new(profile: Option<&'static VariantInfo>) -> Row {
        Row {
            profile,
            files: 0,
            bytes: 0,
            counts: Counts::default(),
            results: Results::default(),
            time: Duration::ZERO,
        }
    }

    fn game(&mut self, game: &GameSummary, outcome: Option<Outcome>) {
        self.files = 1;
        self.bytes += game.span.end - game.span.start;
        self.counts += Counts::from(game);
        let way = OUTCOMES.iter().position(|known| Some(*known) == outcome);
        self.results.0[way.unwrap_or(OUTCOMES.len())] += 1;
    }

    fn add(&mut self, other: &Row) {
        self.files += other.files;
        self.bytes += other.bytes;
        self.counts += other.counts;
        for (sum, games) in self.results.0.iter_mut().zip(other.results.0) {
            *sum += games;
        }
        self.time += other.time;
    }

    fn id(&self) -> &'static str {
        self.profile.map_or("total", |profile| profile.id)
    }

    fn megabytes_per_second(&self) -> f64 {
        let seconds = self.time.as_secs_f64().max(1e-9);
        (self.bytes as f64 / 1e5 / seconds).round() / 10.0
    }

    fn cells(&self) -> Vec<String> {
        let counts = &self.counts;
        let mut cells = vec![self.id().to_owned()];
        cells.extend(
            [
                self.files,
                counts.games,
                counts.plies,
                counts.variation_plies,
                counts.unresolved,
                counts.errors,
                counts.warnings,
            ]
            .map(|number| number.to_string()),
        );
        cells.push(format!("{:.1}", self.megabytes_per_second()));
        let ways = self.results.iter().map(|(outcome, games)| {
            let token = self.profile.zip(outcome).map(|(p, o)| p.result(o));
            match (token.flatten(), outcome) {
                (Some(token), _) => format!("{token} {games}"),
                (None, Some(outcome)) => format!("{} {games}", outcome.as_str()),
                (None, None) => format!("none {games}"),
            }
        });
        cells.push(match self.profile {
            Some(_) => ways.collect::<Vec<_>>().join(", "),
            // The tokens differ from variant to variant.
            None => String::new(),
        });
        cells
    }
}

impl Results {
    fn iter(&self) -> impl Iterator<Item = (Option<Outcome>, u64)> {
        let ways = OUTCOMES.into_iter().map(Some).chain([None]);
        ways.zip(self.0).filter(|&(_, games)| games > 0)
    }
}

impl Serialize for Results {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (outcome, games) in self.iter() {
            map.serialize_entry(outcome.map_or("none", Outcome::as_str), &games)?;
        }
        map.end()
    }
}

impl Serialize for Row {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Record<'a> {
            #[serde(rename = "type")]
            kind: &'static str,
            variant: Option<&'static str>,
            files: u64,
            bytes: u64,
            #[serde(flatten)]
            counts: CountsRecord,
            results: &'a Results,
            megabytes_per_second: f64,
        }
        Record {
            kind: if self.profile.is_some() {
                "variant"
            } else {
                "total"
            },
            variant: self.profile.map(|profile| profile.id),
            files: self.files,
            bytes: self.bytes,
            counts: self.counts.into(),
            results: &self.results,
            megabytes_per_second: self.megabytes_per_second(),
        }
        .serialize(serializer)
    }
}

/// A row for each variant, with nothing counted.
fn rows() -> Vec<Row> {
    let profiles = Standard::VARIANTS.iter();
    profiles.map(|profile| Row::new(Some(profile))).collect()
}

fn count(input: &Input, options: &ReaderBuilder, turn: &mut Turn<'_, '_>) -> Counted {
    let mut counted = Counted {
        variants: rows(),
        total: Row::new(None),
        verdict: Verdict::default(),
    };
    let begun = Instant::now();
    let mut source = match Source::open_games(input, options, false, turn) {
        Ok(source) => source,
        Err(verdict) => {
            counted.verdict = verdict;
            return counted;
        }
    };
    let sums = &mut counted.variants;
    // Nothing breaks it off.
    let _ = source.read_parts(
        turn.threads(),
        |mut portion, out| {
            let mut rows = rows();
            let mut ending = Ending::default();
            while let Some(game) = portion.next_game(&mut ending, &mut ()) {
                rows[game.variant].game(&game, ending.outcome);
            }
            out(rows);
            portion.end()
        },
        |_, rows| {
            for (sum, row) in sums.iter_mut().zip(&rows) {
                sum.add(row);
                sum.files = sum.files.min(1);
            }
            ControlFlow::Continue(())
        },
    );
    // What concerns the source as a whole.
    let mut ending = Ending::default();
    let failed = loop {
        match source.reader.next_game(&mut ending, &mut ()) {
            Ok(Some(game)) => counted.variants[game.variant].game(&game, ending.outcome),
            Ok(None) => break None,
            Err(error) => break Some(error),
        }
    };
    let time = begun.elapsed();
    let facts = source.facts();
    if let Some(error) = &failed {
        source::note_failed(turn, input, error);
        counted.verdict.unreadable = true;
    } else if source.is_passed_over(input) {
        source::note_skipped(turn, input, facts.format.describe());
        return counted;
    } else {
        note_findings(turn, input, &facts);
    }
    counted.verdict.add(facts.verdict());
    for row in &mut counted.variants {
        let share = row.bytes as f64 / facts.bytes.max(1) as f64;
        row.time = time.mul_f64(share.min(1.0));
        counted.total.add(row);
    }
    // What stands outside games, and games of no known variant, count for the source alone.
    let total = &mut counted.total;
    total.files = 1;
    total.bytes = facts.bytes;
    total.counts = facts.stats.counts;
    counted
}

/// Remembers the termination marker of a game, not those of its variations.
#[derive(Default)]
struct Ending {
    depth: u32,
    outcome: Option<Outcome>,
}

impl Visitor for Ending {
    fn begin_game(&mut self) {
        *self = Ending::default();
    }

    fn begin_variation(&mut self, _: u8) -> Skip {
        self.depth += 1;
        Skip(false)
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn outcome(&mut self, outcome: Outcome, _: Text<'_>) {
        if self.depth == 0 {
            self.outcome = Some(outcome);
        }
    }
}
