//! What `check` says of a file, as data and as a line of text.

use crate::exit::Verdict;
use crate::output::printable;
use crate::source::Facts;
use movetext::scan::Counts;
use movetext::{Code, Diagnostic};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A finding as data.
#[derive(Serialize)]
pub struct DiagnosticRecord<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    file: &'a str,
    game: u64,
    code: &'static str,
    severity: &'static str,
    byte_start: u64,
    byte_end: u64,
    line: u64,
    column: u64,
    message: &'a str,
    help: Option<&'a str>,
    requirements: Vec<&'static str>,
    fix: Option<FixRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<LabelRecord<'a>>,
}

/// Another place of a finding, as data.
#[derive(Serialize)]
struct LabelRecord<'a> {
    byte_start: u64,
    byte_end: u64,
    line: u64,
    column: u64,
    message: &'a str,
}

/// What to put in the place of what, as data.
#[derive(Serialize)]
struct FixRecord<'a> {
    byte_start: u64,
    byte_end: u64,
    text: &'a str,
}

impl<'a> DiagnosticRecord<'a> {
    /// The record of a finding in a file.
    pub fn new(file: &'a str, diagnostic: &'a Diagnostic) -> DiagnosticRecord<'a> {
        DiagnosticRecord {
            kind: "diagnostic",
            file,
            game: diagnostic.game,
            code: diagnostic.code.id,
            severity: diagnostic.code.severity.as_str(),
            byte_start: diagnostic.span.start,
            byte_end: diagnostic.span.end,
            line: diagnostic.place.line,
            column: diagnostic.place.column,
            message: &diagnostic.message,
            help: diagnostic.help.as_deref(),
            requirements: diagnostic.requirements.iter().collect(),
            fix: diagnostic.fix.as_ref().map(|fix| FixRecord {
                byte_start: fix.span.start,
                byte_end: fix.span.end,
                text: &fix.text,
            }),
            label: diagnostic.label.as_ref().map(|label| LabelRecord {
                byte_start: label.span.start,
                byte_end: label.span.end,
                line: label.place.line,
                column: label.place.column,
                message: &label.message,
            }),
        }
    }
}

/// What came of reading a file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The file's name.
    pub file: String,
    /// What is known of it; nothing if it could not even be opened.
    pub facts: Option<Facts>,
    /// Why it was passed over.
    pub skipped: Option<String>,
    /// Why it could not be read to its end.
    pub failed: Option<String>,
    /// What follows for the exit code besides.
    pub further: Verdict,
    /// The first of the gravest codes that were shown.
    pub shown: Option<&'static Code>,
}

/// Games, moves and findings as data; part of other records.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CountsRecord {
    games: u64,
    plies: u64,
    variation_plies: u64,
    unresolved_moves: u64,
    errors: u64,
    warnings: u64,
}

impl From<Counts> for CountsRecord {
    fn from(counts: Counts) -> CountsRecord {
        CountsRecord {
            games: counts.games,
            plies: counts.plies,
            variation_plies: counts.variation_plies,
            unresolved_moves: counts.unresolved,
            errors: counts.errors,
            warnings: counts.warnings,
        }
    }
}

/// A file as data: every key is there for every file.
#[derive(Serialize)]
struct FileRecord<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    file: &'a str,
    bytes: u64,
    bytes_accounted: u64,
    compressed_bytes: u64,
    compression: Option<&'static str>,
    encoding: Option<&'static str>,
    encoding_how: Option<&'static str>,
    format: Option<&'static str>,
    #[serde(flatten)]
    counts: CountsRecord,
    variants: Variants<'a>,
    skipped: Option<&'a str>,
    failed: Option<&'a str>,
}

/// The number of games by variant.
struct Variants<'a>(Option<&'a Facts>);

impl Serialize for Variants<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (id, games) in self.0.iter().flat_map(|facts| facts.variants()) {
            map.serialize_entry(id, &games)?;
        }
        map.end()
    }
}

impl Serialize for FileReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let facts = self.facts.as_ref();
        let stats = facts.map(|facts| facts.stats.clone()).unwrap_or_default();
        let (errors, warnings) = self.findings();
        FileRecord {
            kind: "file",
            file: &self.file,
            bytes: facts.map_or(0, |facts| facts.bytes),
            bytes_accounted: stats.accounted,
            compressed_bytes: facts.map_or(0, |facts| facts.compressed_bytes),
            compression: facts.map(|facts| facts.compression.as_str()),
            encoding: facts.map(|facts| facts.encoding),
            encoding_how: facts.map(|facts| facts.encoding_how),
            format: facts.map(|facts| facts.format.as_str()),
            counts: Counts {
                errors,
                warnings,
                ..stats.counts
            }
            .into(),
            variants: Variants(facts),
            skipped: self.skipped.as_deref(),
            failed: self.failed.as_deref(),
        }
        .serialize(serializer)
    }
}

impl FileReport {
    /// Errors and warnings. A file that is passed over has none; one that could not be opened has
    /// just that one.
    pub fn findings(&self) -> (u64, u64) {
        match (&self.facts, &self.skipped) {
            (_, Some(_)) => (0, 0),
            (Some(facts), None) => (facts.stats.counts.errors, facts.stats.counts.warnings),
            (None, None) => (1, 0),
        }
    }

    /// What follows for the exit code.
    pub fn verdict(&self) -> Verdict {
        let mut verdict = match (&self.facts, &self.skipped) {
            (Some(facts), None) => facts.verdict(),
            _ => Verdict::default(),
        };
        verdict.unreadable |= self.failed.is_some();
        verdict.add(self.further);
        verdict
    }

    /// The summary for people, in a line.
    pub fn line(&self) -> Option<String> {
        let facts = self.facts.as_ref()?;
        if self.skipped.is_some() {
            return None;
        }
        let mut sum = Sum::default();
        sum.add(self);
        let variants = facts.variants().map(|(id, games)| format!("{id} {games}"));
        let variants: Vec<String> = variants.collect();
        let mut parts = vec![sum.games()];
        if !variants.is_empty() {
            parts[0] += &format!(" ({})", variants.join(", "));
        }
        parts.push(sum.plies());
        parts.push(facts.encoding.to_owned());
        if facts.compression != movetext::io::Compression::None {
            parts.push(facts.compression.as_str().to_owned());
        }
        parts.push(sum.findings());
        if facts.stats.accounted != facts.bytes && self.failed.is_none() {
            parts.push(format!(
                "{} of {} bytes accounted for",
                facts.stats.accounted, facts.bytes
            ));
        }
        Some(format!("{}: {}", printable(&self.file), parts.join(", ")))
    }
}

/// The sum over files.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    files: u64,
    skipped: u64,
    failed: u64,
    counts: Counts,
}

impl Sum {
    /// Adds a file.
    pub fn add(&mut self, report: &FileReport) {
        self.failed += u64::from(report.failed.is_some());
        if report.skipped.is_some() {
            self.skipped += 1;
            return;
        }
        let Some(facts) = &report.facts else { return };
        let (errors, warnings) = report.findings();
        self.files += 1;
        self.counts += Counts {
            errors,
            warnings,
            ..facts.stats.counts
        };
    }

    /// The last line.
    pub fn line(&self) -> String {
        let mut parts = vec![count(self.files, "file"), self.games(), self.plies()];
        parts.push(self.findings());
        if self.skipped > 0 {
            parts.push(format!("{} skipped", self.skipped));
        }
        if self.failed > 0 {
            parts.push(format!("{} not readable", self.failed));
        }
        format!("total: {}", parts.join(", "))
    }

    fn games(&self) -> String {
        count(self.counts.games, "game")
    }

    fn plies(&self) -> String {
        let mut text = match self.counts.plies {
            1 => "1 ply".to_owned(),
            plies => format!("{plies} plies"),
        };
        if self.counts.variation_plies > 0 {
            text += &format!(" and {} in variations", self.counts.variation_plies);
        }
        if self.counts.unresolved > 0 {
            text += &format!(", {} not resolved", count(self.counts.unresolved, "move"));
        }
        text
    }

    fn findings(&self) -> String {
        format!(
            "{}, {}",
            count(self.counts.errors, "error"),
            count(self.counts.warnings, "warning")
        )
    }
}

fn count(number: u64, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {noun}s"),
    }
}
