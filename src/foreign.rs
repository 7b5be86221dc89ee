//! Games in other formats than records: each document is turned into a record, which the scanner
//! reads like any other, so all that is known of games holds for them too.

mod origin;

pub(crate) use origin::{How, Origin, Piece};

use crate::diagnostic::{
    self, BAD_JSON, Code, Diagnostic, GAME_LIMIT, MALFORMED_TEXT, NOT_BY_RULES, Requirements,
    STALE_EXTENSION, STRAY_TEXT, Severity, Sink,
};
use crate::documents::{Cut, Document, DocumentKind, Documents};
use crate::event::{GameSummary, Visitor, Wording};
use crate::format::Format;
use crate::io::{Chunk, Locator};
use crate::pcn::{self, ConvertError, OnLoss};
use crate::registry::VariantSet;
use crate::scan::{Counts, ScanOptions, Scanner, Tally};
use crate::{fen, json, movelist, xml};
use encoding_rs::{Encoding, UTF_8};
use std::borrow::Cow;
use std::ops::Range;

/// A record that stands for a document.
#[derive(Debug)]
pub(crate) struct Record {
    /// Tags and movetext.
    pub(crate) bytes: Vec<u8>,
    /// Their encoding.
    pub(crate) encoding: &'static Encoding,
    /// The variant to read it as, whatever its tags say.
    pub(crate) variant: Option<usize>,
    /// The variant to expect if its tags are silent.
    pub(crate) hint: usize,
    /// Its bytes and encoding in the source that it was once read from, if ASCII is not itself there.
    pub(crate) original: Option<(Vec<u8>, &'static Encoding)>,
    /// What stood before and after it there, if that is known.
    pub(crate) around: Option<[Vec<u8>; 2]>,
    /// Where its pieces come from.
    pub(crate) origin: Origin,
    /// What its text is to those who wrote the document.
    pub(crate) wording: Wording,
}

impl Record {
    /// A record in UTF-8, of this variant.
    pub(crate) fn new(text: String, variant: Option<usize>) -> Record {
        Record {
            bytes: text.into_bytes(),
            encoding: UTF_8,
            variant,
            hint: variant.unwrap_or(0),
            original: None,
            around: None,
            origin: Origin::default(),
            wording: Wording::Bare,
        }
    }

    /// The same with these pieces of the document.
    pub(crate) fn of(self, pieces: Vec<Piece>) -> Record {
        Record {
            origin: Origin::new(pieces),
            ..self
        }
    }

    /// The same as text of this sort.
    pub(crate) fn worded(self, wording: Wording) -> Record {
        Record { wording, ..self }
    }
}

/// Something about a document: where in its text, which sort, what.
pub(crate) type Remark = (Range<usize>, &'static Code, Cow<'static, str>);

/// Reads the documents of a source.
pub(crate) struct Foreign<S> {
    format: Format,
    documents: Documents,
    /// How the caller wants games read.
    options: ScanOptions,
    scanner: Scanner<S>,
}

impl<S: VariantSet> Foreign<S> {
    /// For sources of this format; none if they do not consist of documents.
    pub(crate) fn new(format: Format, options: ScanOptions) -> Option<Foreign<S>> {
        let cut = match format {
            Format::Pcn | Format::Games => Cut::Objects,
            Format::Positions | Format::Moves => Cut::Lines,
            Format::Xml => Cut::Elements,
            _ => return None,
        };
        Some(Foreign {
            format,
            documents: Documents::new(cut, options.limits.game),
            scanner: Scanner::new(options.clone()),
            options,
        })
    }

    /// The next chunk comes.
    pub(crate) fn begin_chunk(&mut self) {
        self.documents.begin_chunk();
    }

    /// The next document of the chunk; at the end of the source the last one, if it is not whole.
    pub(crate) fn next(&mut self, chunk: Option<&Chunk>) -> Option<Document> {
        match chunk {
            Some(chunk) => self.documents.next(chunk),
            None => self.documents.finish(),
        }
    }

    /// Reads a document as Portable Chess Notation. None if it is none at all: that is reported.
    pub(crate) fn pcn<K: Sink>(
        &mut self,
        document: &Document,
        tally: &mut Tally,
        sink: &mut K,
    ) -> Option<pcn::Reading> {
        let mut reports = Reports::new(document, tally, sink);
        if !reports.is_document() {
            return None;
        }
        reports.tally.counts.games += 1;
        reports.game = reports.tally.counts.games;
        let reading = pcn::read_with::<S>(&reports.text);
        reports.pcn(&reading);
        count(&reading, reports.tally);
        Some(reading)
    }

    /// Reads a document as a game into the visitor. None if it is no game of a known variant: then it
    /// is counted all the same, and what hinders is reported.
    pub(crate) fn game<W: Visitor, K: Sink>(
        &mut self,
        document: &Document,
        visitor: &mut W,
        tally: &mut Tally,
        sink: &mut K,
    ) -> Option<GameSummary> {
        let mut reports = Reports::new(document, tally, sink);
        if !reports.is_document() {
            return None;
        }
        reports.game = reports.tally.counts.games + 1;
        let mut remarks = Vec::new();
        let mut unplayable = None;
        let record = match self.format {
            Format::Pcn => {
                let reading = pcn::read_with::<S>(&reports.text);
                reports.pcn(&reading);
                let record = pcn_record::<S>(&reports.text, &reading, &mut remarks);
                unplayable = Some(reading);
                record
            }
            Format::Games => json::record::<S>(&reports.text, self.options.variant, &mut remarks),
            Format::Xml => xml::record::<S>(&reports.text, self.options.variant, &mut remarks)
                .map(|record| record.worded(Wording::Words)),
            Format::Positions => {
                fen::record::<S>(&reports.text, self.options.variant, &mut remarks)
            }
            _ => movelist::record::<S>(&reports.text, self.options.variant, &mut remarks),
        };
        for (range, code, message) in remarks {
            reports.add(code, range, message);
        }
        let Some(record) = record else {
            reports.tally.counts.games += 1;
            if let Some(reading) = &unplayable {
                count(reading, reports.tally);
            }
            return None;
        };
        let before = (reports.errors, reports.warnings);
        let mut summary = self.scan(document, record, visitor, &mut reports)?;
        let tally = reports.tally;
        let counts = Counts {
            // The scanner's findings were counted as they were reported.
            errors: 0,
            warnings: 0,
            ..Counts::from(&summary)
        };
        tally.counts += counts;
        tally.variants.resize(S::PROFILES.len(), 0);
        tally.variants[summary.variant] += 1;
        summary.errors += before.0;
        summary.warnings += before.1;
        Some(summary)
    }

    /// Reads the record of a document. Findings in it concern the document.
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
            visitor.between(&before);
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
        visitor.wording(record.wording);
        let summary = match K::LISTENS {
            true => {
                let origin = record.origin;
                let mut relay = Relay { reports, origin };
                self.scanner.game(&chunk, visitor, &mut relay)
            }
            false => self.scanner.game(&chunk, visitor, &mut ()),
        };
        if !after.is_empty() {
            visitor.between(&after);
        }
        let Some(summary) = summary else {
            reports.tally.counts.games += 1;
            reports.add(&STRAY_TEXT, 0..0, "there is no game in this".into());
            return None;
        };
        if !K::LISTENS {
            reports.tally.counts.errors += u64::from(summary.errors);
            reports.tally.counts.warnings += u64::from(summary.warnings);
        }
        Some(summary)
    }
}

/// Counts a game of which there are no events.
fn count(reading: &pcn::Reading, tally: &mut Tally) {
    tally.counts.plies += reading
        .replay
        .as_ref()
        .map_or(0, |replay| replay.moves() as u64);
    tally.counts.unresolved += reading.unplayed as u64;
}

/// The record of a document that was read.
fn pcn_record<S: VariantSet>(
    text: &str,
    reading: &pcn::Reading,
    remarks: &mut Vec<Remark>,
) -> Option<Record> {
    match pcn::to_record::<S>(reading, OnLoss::Keep) {
        Ok(record) => {
            if record.stale {
                let message = format!(
                    "what \"{}\" keeps of another record contradicts the game",
                    pcn::keys::EXTENSION
                );
                remarks.push((0..0, &STALE_EXTENSION, message.into()));
            }
            let pieces = record.pieces(text);
            let wording = record.wording();
            let record = Record::new(record.text, Some(record.variant));
            Some(record.of(pieces).worded(wording))
        }
        Err(ConvertError::NotWhole | ConvertError::NoVariant) => None,
        Err(error) => {
            remarks.push((0..0, &NOT_BY_RULES, error.to_string().into()));
            None
        }
    }
}

/// Tells findings in a record as findings in its document.
struct Relay<'r, 'a, K> {
    reports: &'r mut Reports<'a, K>,
    origin: Origin,
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

/// Tells what is found in a document.
struct Reports<'a, K> {
    document: &'a Document,
    text: Cow<'a, str>,
    chunk: Option<Chunk>,
    locator: Locator,
    game: u64,
    errors: u32,
    warnings: u32,
    tally: &'a mut Tally,
    sink: &'a mut K,
}

impl<'a, K: Sink> Reports<'a, K> {
    fn new(document: &'a Document, tally: &'a mut Tally, sink: &'a mut K) -> Reports<'a, K> {
        Reports {
            document,
            text: document.text(),
            chunk: None,
            locator: Locator::default(),
            game: 0,
            errors: 0,
            warnings: 0,
            tally,
            sink,
        }
    }

    /// The offset into the bytes of an offset into the text. Where they differ, a byte stands for
    /// each character.
    fn byte(&self, offset: usize) -> usize {
        let offset = self.text.floor_char_boundary(offset);
        match self.text {
            Cow::Borrowed(_) => offset,
            Cow::Owned(_) => self.text[..offset].chars().count(),
        }
    }

    /// Whether there is a document; what stands in its place is reported.
    fn is_document(&mut self) -> bool {
        let all = 0..self.text.len();
        if self.document.encoding == UTF_8 && matches!(self.text, Cow::Owned(_)) {
            let message =
                "the document holds bytes that are not UTF-8; they are read as windows-1252";
            self.add(&MALFORMED_TEXT, 0..0, message.into());
        }
        match self.document.kind {
            DocumentKind::Document => true,
            DocumentKind::Stray => {
                self.add(&STRAY_TEXT, all, "this is no part of a document".into());
                false
            }
            DocumentKind::Fault(message) => {
                self.add(&BAD_JSON, 0..0, message.into());
                false
            }
            DocumentKind::TooLarge => {
                self.tally.counts.games += 1;
                self.game = self.tally.counts.games;
                self.add(
                    &GAME_LIMIT,
                    all,
                    "the document is larger than is read here".into(),
                );
                false
            }
        }
    }

    fn pcn(&mut self, reading: &pcn::Reading) {
        for finding in &reading.findings {
            let message = format!("{}: {}", finding.path, finding.message);
            self.add(finding.code, finding.span.clone(), message.into());
        }
    }

    fn add(&mut self, code: &'static Code, range: Range<usize>, message: Cow<'static, str>) {
        let diagnostic = Diagnostic {
            requirements: Requirements::of(code.requirements, "PN"),
            ..Diagnostic::of_source(code, message, 0..0, self.document.place)
        };
        self.put(diagnostic, range);
    }

    /// Counts and reports a finding about a place in the text. A fix would be for the record, so there
    /// is none.
    fn put(&mut self, diagnostic: Diagnostic, range: Range<usize>) {
        match diagnostic.code.severity {
            Severity::Error => {
                self.errors += 1;
                self.tally.counts.errors += 1;
            }
            Severity::Warning => {
                self.warnings += 1;
                self.tally.counts.warnings += 1;
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
            ..diagnostic
        };
        self.sink.report_in(diagnostic, chunk, range);
    }
}

/// What to say of a source of a format that is known by name only, or not at all.
pub(crate) fn code_of(format: Format) -> &'static Code {
    match format {
        Format::Empty => &diagnostic::EMPTY_SOURCE,
        Format::Json | Format::Markup => &diagnostic::UNSUPPORTED_FORMAT,
        _ => &diagnostic::UNKNOWN_FORMAT,
    }
}
