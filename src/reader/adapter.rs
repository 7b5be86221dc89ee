//! Games in formats other than records: each document is turned into a record, which the scanner reads like any
//! other, so that everything that works for records works for them.

use crate::detect::Format;
use crate::diagnostic::{
    self, AnySink, BAD_JSON, Beyond, Code, Diagnostic, FINDINGS_LIMIT, GAME_LIMIT, MALFORMED_TEXT,
    NOT_BY_RULES, NOT_CONFORMING, PCN_KEY, PIECE_CASE, Requirements, STALE_EXTENSION, STRAY_TEXT,
    Severity, Sink,
};
use crate::event::{GameSummary, Provenance, Visitor};
use crate::format::fen;
use crate::format::json;
use crate::format::movelist;
use crate::format::pcn::{self, ConvertError, OnLoss};
use crate::format::pgn_text::{Record, Remarks};
use crate::format::source_map::SourceMap;
use crate::format::wxf;
use crate::format::xml;
use crate::io::{Chunk, Locator};
use crate::reader::documents::{Document, DocumentKind, Documents, Splitter};
use crate::scan::{Counts, ReadStats, ScanOptions, Scanner};
use crate::variant::registry::VariantSet;
use encoding_rs::UTF_8;
use std::borrow::Cow;
use std::ops::Range;

/// Reads the documents of a source.
pub(crate) struct Adapter<S> {
    format: Format,
    documents: Documents,
    /// The options for reading games.
    options: ScanOptions,
    scanner: Scanner<S>,
}

/// What cuts a source of this format into documents, of up to `limit` bytes; `None` if it does not consist of any.
pub(crate) fn splitter(format: Format, limit: usize) -> Option<Documents> {
    let splitter = match format {
        Format::Pcn | Format::Games => Splitter::Objects,
        Format::Positions | Format::Moves => Splitter::Lines,
        Format::Wxf => Splitter::Headed,
        Format::Xml => Splitter::Elements,
        _ => return None,
    };
    Some(Documents::new(splitter, limit))
}

impl<S: VariantSet> Adapter<S> {
    /// For sources of this format, or `None` if it does not consist of documents.
    pub(crate) fn new(format: Format, options: ScanOptions) -> Option<Adapter<S>> {
        Some(Adapter {
            format,
            documents: splitter(format, options.limits.game)?,
            scanner: Scanner::new(options.clone()),
            options,
        })
    }

    /// Starts the next chunk.
    pub(crate) fn begin_chunk(&mut self) {
        self.documents.begin_chunk();
    }

    /// The next document of the chunk; at the end of the source the last one, if it is incomplete.
    pub(crate) fn next(&mut self, chunk: Option<&Chunk>) -> Option<Document> {
        match chunk {
            Some(chunk) => self.documents.next(chunk),
            None => self.documents.finish(),
        }
    }

    /// Reads a document as Portable Chess Notation. `None` if it is not one, which is reported.
    pub(crate) fn pcn<K: Sink>(
        &mut self,
        document: &Document,
        stats: &mut ReadStats,
        sink: &mut K,
    ) -> Option<pcn::Reading> {
        let mut reports = Reports::new(document, stats, sink);
        if !reports.is_document() {
            return None;
        }
        reports.stats.counts.games += 1;
        reports.game = reports.stats.counts.games;
        let reading = pcn::read_with::<S>(&reports.text);
        reports.pcn(&reading, false);
        reports.sum_up(reading.further);
        count(&reading, reports.stats);
        Some(reading)
    }

    /// Reads a document as a game into the visitor. `None` if it is not a game of a known variant: then it is
    /// counted all the same, and the reason is reported.
    pub(crate) fn game<W: Visitor, K: Sink>(
        &mut self,
        document: &Document,
        visitor: &mut W,
        stats: &mut ReadStats,
        sink: &mut K,
    ) -> Option<GameSummary> {
        if K::LISTENS {
            self.read(document, visitor, stats, &mut AnySink::new(sink))
        } else {
            self.read(document, visitor, stats, &mut ())
        }
    }

    fn read<W: Visitor, K: Sink>(
        &mut self,
        document: &Document,
        visitor: &mut W,
        stats: &mut ReadStats,
        sink: &mut K,
    ) -> Option<GameSummary> {
        let mut reports = Reports::new(document, stats, sink);
        if !reports.is_document() {
            return None;
        }
        reports.game = reports.stats.counts.games + 1;
        let mut remarks = Remarks::new(self.options.limits.findings);
        let mut unplayable = None;
        let record = match self.format {
            Format::Pcn => {
                let reading = pcn::read_with::<S>(&reports.text);
                reports.pcn(&reading, visitor.demands_conformance());
                let record = pcn_record::<S>(&reports.text, &reading, &mut remarks);
                unplayable = Some(reading);
                record
            }
            Format::Games => json::record::<S>(&reports.text, self.options.variant, &mut remarks),
            Format::Xml => xml::record::<S>(&reports.text, self.options.variant, &mut remarks)
                .map(|record| record.worded(Provenance::Xml)),
            Format::Wxf => wxf::record::<S>(&reports.text, self.options.variant, &mut remarks),
            Format::Positions => {
                fen::record::<S>(&reports.text, self.options.variant, &mut remarks)
            }
            _ => movelist::record::<S>(&reports.text, self.options.variant, &mut remarks),
        };
        let (remarks, mut further) = remarks.finish();
        for (range, code, message) in remarks {
            reports.add(code, range, message);
        }
        if let Some(reading) = &unplayable {
            further += reading.further;
        }
        reports.sum_up(further);
        let Some(record) = record else {
            reports.stats.counts.games += 1;
            if let Some(reading) = &unplayable {
                count(reading, reports.stats);
            }
            return None;
        };
        let before = (reports.errors, reports.warnings);
        let mut summary = self.scan(document, record, visitor, &mut reports)?;
        let (errors, warnings) = (reports.errors - before.0, reports.warnings - before.1);
        let stats = reports.stats;
        if K::LISTENS {
            // Those that were only counted.
            stats.counts.errors += u64::from(summary.errors.saturating_sub(errors));
            stats.counts.warnings += u64::from(summary.warnings.saturating_sub(warnings));
        }
        let counts = Counts {
            // The scanner's diagnostics were counted as they were reported.
            errors: 0,
            warnings: 0,
            ..Counts::from(&summary)
        };
        stats.counts += counts;
        stats.variants.resize(S::VARIANTS.len(), 0);
        stats.variants[summary.variant] += 1;
        summary.errors += before.0;
        summary.warnings += before.1;
        Some(summary)
    }

    /// Reads the record of a document. Diagnostics in it concern the document.
    fn scan<W: Visitor, K: Sink>(
        &mut self,
        document: &Document,
        record: Record,
        visitor: &mut W,
        reports: &mut Reports<'_, K>,
    ) -> Option<GameSummary> {
        let chunk = Chunk::in_place_of(
            &record.bytes,
            record.encoding,
            record.original,
            document.span.clone(),
        );
        let [before, after] = record.around.unwrap_or([Vec::new(), b"\n\n".to_vec()]);
        if !before.is_empty() {
            visitor.inter_game(&before);
        }
        let options = ScanOptions {
            variant: self.options.variant.or(record.variant),
            hint: record.hint,
            ..self.options.clone()
        };
        if self.scanner.options().variant != options.variant
            || self.scanner.options().hint != options.hint
        {
            self.scanner = Scanner::new(options);
        }
        self.scanner.begin(reports.game - 1, false);
        visitor.provenance(record.provenance);
        let summary = if K::LISTENS {
            let origin = record.origin;
            let mut relay = Relay { reports, origin };
            self.scanner.game(&chunk, visitor, &mut relay)
        } else {
            self.scanner.game(&chunk, visitor, &mut ())
        };
        if !after.is_empty() {
            visitor.inter_game(&after);
        }
        let Some(summary) = summary else {
            reports.stats.counts.games += 1;
            reports.add(&STRAY_TEXT, 0..0, "there is no game in this".into());
            return None;
        };
        if !K::LISTENS {
            reports.stats.counts.errors += u64::from(summary.errors);
            reports.stats.counts.warnings += u64::from(summary.warnings);
        }
        Some(summary)
    }
}

/// Counts a game without events.
fn count(reading: &pcn::Reading, stats: &mut ReadStats) {
    stats.counts.plies += reading
        .replay
        .as_ref()
        .map_or(0, |replay| replay.moves() as u64);
    stats.counts.unresolved += reading.unresolved as u64;
}

/// The record of a document that was read.
fn pcn_record<S: VariantSet>(
    text: &str,
    reading: &pcn::Reading,
    remarks: &mut Remarks,
) -> Option<Record> {
    match pcn::to_record::<S>(reading, OnLoss::Keep) {
        Ok(record) => {
            if record.stale {
                let message = format!(
                    "the other record kept in \"{}\" contradicts the game",
                    pcn::keys::EXTENSION
                );
                remarks.push((0..0, &STALE_EXTENSION, message.into()));
            }
            let pieces = record.pieces(text);
            let provenance = record.provenance();
            let record = Record::new(record.text, Some(record.variant));
            Some(record.of(pieces).worded(provenance))
        }
        Err(ConvertError::NotWhole | ConvertError::NoVariant) => None,
        Err(error) => {
            remarks.push((0..0, &NOT_BY_RULES, error.to_string().into()));
            None
        }
    }
}

/// Reports diagnostics in a record as diagnostics in its document.
struct Relay<'r, 'a, K> {
    reports: &'r mut Reports<'a, K>,
    origin: SourceMap,
}

impl<K: Sink> Sink for Relay<'_, '_, K> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.reports.put(diagnostic, 0..0);
    }

    fn report_in(&mut self, diagnostic: Diagnostic, _: &Chunk, range: Range<usize>) {
        let (range, path) = self.origin.place(&self.reports.text, range);
        let message = match path {
            "" => diagnostic.message,
            path => format!("{path}: {}", diagnostic.message).into(),
        };
        let diagnostic = Diagnostic {
            message,
            ..diagnostic
        };
        self.reports.put(diagnostic, range);
    }
}

/// Reports the diagnostics of a document.
struct Reports<'a, K> {
    document: &'a Document,
    text: Cow<'a, str>,
    chunk: Option<Chunk>,
    locator: Locator,
    game: u64,
    errors: u32,
    warnings: u32,
    stats: &'a mut ReadStats,
    sink: &'a mut K,
}

impl<'a, K: Sink> Reports<'a, K> {
    fn new(document: &'a Document, stats: &'a mut ReadStats, sink: &'a mut K) -> Reports<'a, K> {
        Reports {
            document,
            text: document.text(),
            chunk: None,
            locator: Locator::default(),
            game: 0,
            errors: 0,
            warnings: 0,
            stats,
            sink,
        }
    }

    /// The offset into the bytes for an offset into the text. Where they differ, each byte stands for a
    /// character.
    fn byte(&self, offset: usize) -> usize {
        let offset = self.text.floor_char_boundary(offset);
        match self.text {
            Cow::Borrowed(_) => offset,
            Cow::Owned(_) => self.text[..offset].chars().count(),
        }
    }

    /// Whether there is a document; anything else in its place is reported.
    fn is_document(&mut self) -> bool {
        let all = 0..self.text.len();
        if self.document.encoding == UTF_8 && matches!(self.text, Cow::Owned(_)) {
            let message =
                "the document holds bytes that are not UTF-8; they are read as windows-1252";
            self.add(&MALFORMED_TEXT, 0..0, message.into());
        }
        match self.document.kind {
            DocumentKind::Document => true,
            DocumentKind::Unrecognized => {
                self.add(
                    &STRAY_TEXT,
                    all,
                    "unexpected text outside a document".into(),
                );
                false
            }
            DocumentKind::Fault(message) => {
                self.add(&BAD_JSON, 0..0, message.into());
                false
            }
            DocumentKind::TooLarge => {
                self.stats.counts.games += 1;
                self.game = self.stats.counts.games;
                self.add(
                    &GAME_LIMIT,
                    all,
                    "the document is larger than the limit".into(),
                );
                false
            }
        }
    }

    /// Reports the diagnostics of a document. If it must conform, a warning about a violated requirement is
    /// accompanied by an error.
    fn pcn(&mut self, reading: &pcn::Reading, strict: bool) {
        let demands = [&PIECE_CASE, &PCN_KEY];
        for finding in &reading.findings {
            let message = format!("{}: {}", finding.path, finding.message);
            self.add(finding.code, finding.span.clone(), message.clone().into());
            if strict && demands.contains(&finding.code) {
                let requirements = Requirements::of(finding.code.requirements, "PN");
                let place = self.document.place;
                let error = Diagnostic::of_source(&NOT_CONFORMING, message, 0..0, place);
                let error = Diagnostic {
                    requirements,
                    ..error
                };
                self.put(error, finding.span.clone());
            }
        }
    }

    fn add(&mut self, code: &'static Code, range: Range<usize>, message: Cow<'static, str>) {
        let diagnostic = Diagnostic {
            requirements: Requirements::of(code.requirements, "PN"),
            ..Diagnostic::of_source(code, message, 0..0, self.document.place)
        };
        self.put(diagnostic, range);
    }

    /// Counts diagnostics that are not reported individually, and reports their number.
    fn sum_up(&mut self, further: Beyond) {
        if further.is_none() {
            return;
        }
        self.errors = self.errors.saturating_add(further.errors);
        self.warnings = self.warnings.saturating_add(further.warnings);
        self.stats.counts.errors += u64::from(further.errors);
        self.stats.counts.warnings += u64::from(further.warnings);
        let end = self.text.len();
        self.add(&FINDINGS_LIMIT, end..end, further.message());
    }

    /// Counts and reports a diagnostic at a position in the text. A fix would apply to the record, so there is
    /// none.
    fn put(&mut self, diagnostic: Diagnostic, range: Range<usize>) {
        match diagnostic.code.severity {
            // It stands for others, which are counted themselves.
            _ if diagnostic.code == &FINDINGS_LIMIT => {}
            Severity::Error => {
                self.errors += 1;
                self.stats.counts.errors += 1;
            }
            Severity::Warning => {
                self.warnings += 1;
                self.stats.counts.warnings += 1;
            }
            Severity::Info => {}
        }
        if !K::LISTENS {
            return;
        }
        let document = self.document;
        let range = self.byte(range.start)..self.byte(range.end);
        let chunk = self.chunk.get_or_insert_with(|| document.chunk());
        let diagnostic = Diagnostic {
            place: self.locator.place(chunk, range.start),
            span: chunk.source_offset(range.start)..chunk.source_offset(range.end),
            game: self.game,
            fix: None,
            label: None,
            ..diagnostic
        };
        self.sink.report_in(diagnostic, chunk, range);
    }
}

/// The code for a source in a format that is known only by name, or not at all.
pub(crate) fn code_of(format: Format) -> &'static Code {
    match format {
        Format::Empty => &diagnostic::EMPTY_SOURCE,
        format if format.is_binary() => &diagnostic::UNKNOWN_FORMAT,
        Format::Json | Format::Markup | Format::Known(_) => &diagnostic::UNSUPPORTED_FORMAT,
        _ => &diagnostic::UNKNOWN_FORMAT,
    }
}
