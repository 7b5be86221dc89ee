//! What an import brought, by variant.

use super::Read;
use crate::args::Format;
use crate::report::CountsRecord;
use crate::table;
use movetext::scan::Counts;
use movetext_store::rusqlite::{self, OptionalExtension};
use movetext_store::{Error, Result, SourceOutcome, SourceReport, Store};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// What an import brought.
pub struct Summary {
    sources: Vec<SourceRecord>,
    variants: BTreeMap<String, Row>,
    total: Row,
}

/// The figures of a variant, or of all.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    files: u64,
    counts: Counts,
    /// Bytes of text that were read in this run, and how long that took.
    bytes: f64,
    seconds: f64,
}

/// A source as data.
#[derive(Serialize)]
struct SourceRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    file: String,
    outcome: &'static str,
    source: Option<i64>,
    resumed: bool,
    #[serde(flatten)]
    counts: CountsRecord,
    reason: Option<String>,
}

/// A row as data.
#[derive(Serialize)]
struct RowRecord<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    variant: Option<&'a str>,
    files: u64,
    #[serde(flatten)]
    counts: CountsRecord,
    megabytes_per_second: f64,
}

impl Summary {
    /// Asks the database what is stored of the sources that were read.
    pub fn new(
        store: &Store,
        sources: &[SourceReport],
        read: &[Read],
        elapsed: Duration,
    ) -> Result<Summary> {
        let mut summary = Summary {
            sources: sources.iter().map(SourceRecord::new).collect(),
            variants: BTreeMap::new(),
            total: Row::default(),
        };
        for (record, (report, read)) in summary.sources.iter().zip(sources.iter().zip(read)) {
            let (Some(id), Some(counts)) = (record.source, counts(&report.outcome)) else {
                continue;
            };
            summary.total.files += 1;
            summary.total.counts += counts;
            let query = query(store.connection(), id, read, &mut summary.variants);
            summary.total.bytes += query.map_err(|source| Error::Database {
                path: store.path().to_owned(),
                source,
            })?;
        }
        summary.total.seconds = elapsed.as_secs_f64();
        Ok(summary)
    }

    /// The summary in a format.
    pub fn draw(&self, format: Format) -> String {
        let rows = self
            .variants
            .iter()
            .map(|(id, row)| (Some(id.as_str()), row));
        let rows = rows.chain([(None, &self.total)]);
        if format == Format::Text {
            let headings = [
                "variant", "files", "games", "plies", "errors", "warnings", "MB/s",
            ];
            let cells: Vec<Vec<String>> = rows.map(|(id, row)| row.cells(id)).collect();
            return table::draw(&headings, &cells, false);
        }
        let sources = self.sources.iter().filter_map(json);
        let rows = rows.filter_map(|(id, row)| json(&row.record(id)));
        let records: Vec<String> = sources.chain(rows).collect();
        match format {
            Format::Json => format!("[\n{}\n]\n", records.join(",\n")),
            _ => records.join("\n") + "\n",
        }
    }
}

/// None is impossible: these records have nothing that JSON has not.
fn json(record: &impl Serialize) -> Option<String> {
    serde_json::to_string(record).ok()
}

/// Adds the figures of a source to those of its variants. Returns the bytes of text that were read
/// of it in this run.
fn query(
    connection: &rusqlite::Connection,
    source: i64,
    read: &Read,
    variants: &mut BTreeMap<String, Row>,
) -> rusqlite::Result<f64> {
    let text_bytes: Option<Option<i64>> = connection
        .prepare_cached("SELECT coalesce(text_bytes, next_offset) FROM sources WHERE id = ?1")?
        .query_row([source], |row| row.get(0))
        .optional()?;
    let text_bytes = text_bytes.flatten().unwrap_or_default().max(1) as f64;
    let mut stored = connection.prepare_cached(
        "SELECT variant, bytes, games, plies, variation_plies, unresolved, errors, warnings
         FROM source_variants WHERE source_id = ?1",
    )?;
    let mut rows = stored.query([source])?;
    while let Some(found) = rows.next()? {
        let row = variants.entry(found.get(0)?).or_default();
        row.files += 1;
        let bytes = number(found, 1)? as f64;
        row.bytes += bytes * read.part;
        row.seconds += read.time.as_secs_f64() * bytes / text_bytes;
        row.counts += Counts {
            games: number(found, 2)?,
            plies: number(found, 3)?,
            variation_plies: number(found, 4)?,
            unresolved: number(found, 5)?,
            errors: number(found, 6)?,
            warnings: number(found, 7)?,
        };
    }
    Ok(text_bytes * read.part)
}

fn number(row: &rusqlite::Row<'_>, index: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(index).map(|number| number.unsigned_abs())
}

/// What is stored of a source that was read in this run.
fn counts(outcome: &SourceOutcome) -> Option<Counts> {
    match outcome {
        SourceOutcome::Imported { counts, .. }
        | SourceOutcome::Failed { counts, .. }
        | SourceOutcome::Stopped { counts, .. } => Some(*counts),
        _ => None,
    }
}

impl Row {
    fn megabytes_per_second(&self) -> f64 {
        let speed = self.bytes / 1e6 / self.seconds.max(1e-9);
        (speed * 10.0).round() / 10.0
    }

    fn cells(&self, variant: Option<&str>) -> Vec<String> {
        let counts = [
            self.files,
            self.counts.games,
            self.counts.plies,
            self.counts.errors,
            self.counts.warnings,
        ];
        let mut cells = vec![variant.unwrap_or("total").to_owned()];
        cells.extend(counts.map(|number| number.to_string()));
        cells.push(format!("{:.1}", self.megabytes_per_second()));
        cells
    }

    fn record<'a>(&self, variant: Option<&'a str>) -> RowRecord<'a> {
        RowRecord {
            kind: if variant.is_some() {
                "variant"
            } else {
                "total"
            },
            variant,
            files: self.files,
            counts: self.counts.into(),
            megabytes_per_second: self.megabytes_per_second(),
        }
    }
}

impl SourceRecord {
    fn new(report: &SourceReport) -> SourceRecord {
        let counts = counts(&report.outcome).unwrap_or_default();
        let (outcome, source, reason) = match &report.outcome {
            SourceOutcome::Imported { source, .. } => ("imported", Some(*source), None),
            SourceOutcome::Known { source, path } => {
                let path = path.to_string_lossy();
                (
                    "known",
                    Some(*source),
                    Some(format!("already imported as {path}")),
                )
            }
            SourceOutcome::Moved { source, from } => {
                let from = from.to_string_lossy();
                (
                    "moved",
                    Some(*source),
                    Some(format!("imported as {from} before")),
                )
            }
            SourceOutcome::NotGames { reason } => ("skipped", None, Some(reason.clone())),
            SourceOutcome::Failed { source, error, .. } => ("failed", *source, Some(error.clone())),
            SourceOutcome::Refused { source, reason } => {
                ("refused", Some(*source), Some(reason.clone()))
            }
            SourceOutcome::Stopped { source, .. } => ("stopped", *source, None),
            _ => ("other", None, None),
        };
        SourceRecord {
            kind: "source",
            file: report.path.to_string_lossy().into_owned(),
            outcome,
            source,
            resumed: matches!(
                report.outcome,
                SourceOutcome::Imported { resumed: true, .. }
            ),
            counts: counts.into(),
            reason,
        }
    }
}
