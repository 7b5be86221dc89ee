//! `movetext check`: everything that deviates, with its place.

use crate::args::{CheckArgs, Format, is_stdin, usage};
use crate::exit::Verdict;
use crate::fix::Fixes;
use crate::input::{self, Bytes, Input};
use crate::ordered::{self, Turn};
use crate::output::{self, reason};
use crate::render::{Excerpt, Painter};
use crate::report::{DiagnosticRecord, FileReport, Sum};
use crate::source::{self, Source};
use movetext::check::Checker;
use movetext::io::Chunk;
use movetext::{Diagnostic, Place, Severity, Sink, diagnostic};
use serde::Serialize;
use std::io::{self, Write};
use std::ops::{ControlFlow, Range};

/// Runs the command.
pub fn run(args: &CheckArgs, styled: bool) -> io::Result<Verdict> {
    args.sources.verify();
    if args.fix && args.sources.paths.iter().any(|p| is_stdin(p.as_os_str())) {
        usage("--fix is for files, not for the standard input");
    }
    let inputs = input::expand(&args.sources.paths);
    let check = Check {
        args,
        options: source::options(&args.sources),
        painter: Painter::new(styled),
    };
    let mut out = io::stdout();
    if args.format == Format::Json {
        out.write_all(b"[")?;
    }
    let jobs = args.sources.jobs();
    let reports = ordered::run(&inputs, jobs, &mut out, |input, turn| {
        let first = std::ptr::eq(input, &inputs[0]);
        check.input(input, first, turn)
    })?;
    let mut verdict = Verdict::default();
    let mut sum = Sum::default();
    for report in &reports {
        verdict.add(report.verdict());
        sum.add(report);
    }
    match args.format {
        Format::Text => output::write_stdout(format!("{}\n", sum.line()).as_bytes())?,
        Format::Json => output::write_stdout(b"\n]\n")?,
        Format::Jsonl => {}
    }
    Ok(verdict)
}

struct Check<'a> {
    args: &'a CheckArgs,
    options: movetext::ReaderBuilder,
    painter: Painter,
}

impl Check<'_> {
    /// Whether findings of this sort are reported.
    fn wants(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.code.severity >= self.args.least_severity()
    }

    fn input(&self, input: &Input, first: bool, turn: &mut Turn<'_, '_>) -> io::Result<FileReport> {
        let mut findings = Findings {
            check: self,
            file: &input.name,
            out: Records {
                turn,
                format: self.args.format,
                first,
            },
            listed: 0,
            fixes: self.args.fix.then(Fixes::default),
            nonconforming: false,
            error: None,
        };
        let mut report = match &input.bytes {
            Bytes::Skipped(reason) => FileReport {
                file: input.name.clone(),
                facts: None,
                skipped: Some((*reason).to_owned()),
                failed: None,
                further: Verdict::default(),
            },
            _ => match Source::open(input, &self.options) {
                Ok(source) => self.source(input, source, &mut findings),
                Err(error) => unopened(input, &error, &mut findings),
            },
        };
        findings.end(&report)?;
        report.further.errors |= findings.nonconforming;
        if let Some(fixes) = findings.fixes.take() {
            report
                .further
                .add(fixes.apply(input, report.facts.as_ref(), turn));
        }
        Ok(report)
    }

    fn source(
        &self,
        input: &Input,
        mut source: Source,
        findings: &mut Findings<'_, '_, '_, '_>,
    ) -> FileReport {
        let skip = source.is_passed_over(input);
        let mut failed = None;
        if skip {
            failed = source.reader.read(&mut (), &mut ()).err();
        } else {
            let threads = findings.out.turn.threads();
            let read = source.read_parts(
                threads,
                |portion, out| {
                    let mut found = Found::new(self.args, out);
                    let mut checker = Checker::new(self.args.conformance());
                    let tally = portion.read(&mut checker, &mut found);
                    found.put_out();
                    tally
                },
                |before, found| findings.take(before, found),
            );
            if read.is_continue() {
                // Documents are read here, one after another.
                let mut checker = Checker::new(self.args.conformance());
                failed = source.reader.read(&mut checker, findings).err();
            }
        }
        if let Some(error) = &failed {
            source::note_failed(findings.out.turn, input, error);
        }
        let facts = source.facts();
        FileReport {
            file: input.name.clone(),
            skipped: (skip && failed.is_none()).then(|| facts.format.describe().to_owned()),
            facts: Some(facts),
            failed: failed.map(|error| reason(&error)),
            further: Verdict::default(),
        }
    }
}

/// An input that could not be opened is a finding like any other, for those who read data; for
/// people there is the line on the standard error.
fn unopened(
    input: &Input,
    error: &io::Error,
    findings: &mut Findings<'_, '_, '_, '_>,
) -> FileReport {
    source::note_failed(findings.out.turn, input, error);
    if findings.check.args.format != Format::Text {
        findings.report(Diagnostic::of_source(
            &diagnostic::UNREADABLE_SOURCE,
            format!("the source cannot be read: {}", reason(error)),
            0..0,
            Place { line: 1, column: 1 },
        ));
    }
    FileReport {
        file: input.name.clone(),
        facts: None,
        skipped: None,
        failed: Some(reason(error)),
        further: Verdict::default(),
    }
}

/// A finding, and the line that it stands in, for people.
type Finding = (Diagnostic, Option<Excerpt>);

/// Findings of a part of a file, on their way to be written.
struct Found<'o> {
    /// How many lines may yet be wanted.
    excerpts: u64,
    least: Severity,
    kept: Vec<Finding>,
    out: &'o mut dyn FnMut(Vec<Finding>),
}

impl<'o> Found<'o> {
    /// So many are put out at a time.
    const MANY: usize = 256;

    fn new(args: &CheckArgs, out: &'o mut dyn FnMut(Vec<Finding>)) -> Found<'o> {
        Found {
            excerpts: match (args.format, args.quiet, args.max_diagnostics) {
                (Format::Json | Format::Jsonl, ..) | (Format::Text, true, _) => 0,
                (Format::Text, false, 0) => u64::MAX,
                (Format::Text, false, most) => most,
            },
            least: args.least_severity(),
            kept: Vec::new(),
            out,
        }
    }

    /// Whether findings of this sort are reported.
    fn wants(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.code.severity >= self.least
    }

    fn keep(&mut self, diagnostic: Diagnostic, excerpt: Option<Excerpt>) {
        self.kept.push((diagnostic, excerpt));
        if self.kept.len() >= Self::MANY {
            self.put_out();
        }
    }

    fn put_out(&mut self) {
        (self.out)(std::mem::take(&mut self.kept));
    }
}

impl Sink for Found<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.wants(&diagnostic) {
            self.keep(diagnostic, None);
        }
    }

    fn report_in(&mut self, diagnostic: Diagnostic, chunk: &Chunk, range: Range<usize>) {
        if !self.wants(&diagnostic) {
            return;
        }
        let wanted = self.excerpts > 0;
        self.excerpts = self.excerpts.saturating_sub(1);
        let excerpt = wanted.then(|| Excerpt::new(chunk, range));
        self.keep(diagnostic, excerpt);
    }
}

/// Writes the findings of one file.
struct Findings<'c, 't, 's, 'o> {
    check: &'c Check<'c>,
    file: &'c str,
    out: Records<'t, 's, 'o>,
    /// How many there were so far.
    listed: u64,
    /// What is to be mended, if anything is.
    fixes: Option<Fixes>,
    /// There are findings where there should be none.
    nonconforming: bool,
    /// Writing failed.
    error: Option<io::Error>,
}

/// Writes data objects, as an array or each in a line.
struct Records<'t, 's, 'o> {
    turn: &'t mut Turn<'s, 'o>,
    format: Format,
    /// Whether nothing stands before.
    first: bool,
}

impl Records<'_, '_, '_> {
    fn write(&mut self, record: &impl Serialize) -> io::Result<()> {
        if self.format == Format::Json {
            self.turn
                .write_all(if self.first { b"\n" } else { b",\n" })?;
            self.first = false;
        }
        serde_json::to_writer(&mut *self.turn, record).map_err(io::Error::from)?;
        match self.format {
            Format::Json => Ok(()),
            _ => self.turn.write_all(b"\n"),
        }
    }
}

impl Findings<'_, '_, '_, '_> {
    fn write(&mut self, diagnostic: &Diagnostic, excerpt: Option<&Excerpt>) {
        if self.error.is_some() {
            return;
        }
        let written = match self.out.format {
            Format::Text => {
                let text = self.check.painter.paint(self.file, diagnostic, excerpt);
                write!(self.out.turn, "{text}\n\n")
            }
            _ => self
                .out
                .write(&DiagnosticRecord::new(self.file, diagnostic)),
        };
        self.error = written.err();
    }

    /// Takes findings of a part that so many games stand before.
    fn take(&mut self, before: u64, found: Vec<Finding>) -> ControlFlow<()> {
        for (diagnostic, excerpt) in found {
            self.nonconforming |= self.check.args.strict.is_some();
            if let (Some(fixes), Some(fix)) = (&mut self.fixes, &diagnostic.fix) {
                fixes.add(fix.clone());
            }
            if self.shows() {
                self.write(&diagnostic.after_games(before), excerpt.as_ref());
            }
        }
        match self.error {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    /// Whether the next finding is to be written.
    fn shows(&mut self) -> bool {
        self.listed += 1;
        let args = self.check.args;
        args.format != Format::Text
            || !args.quiet && (args.max_diagnostics == 0 || self.listed <= args.max_diagnostics)
    }

    /// Writes what concerns the whole file.
    fn end(&mut self, report: &FileReport) -> io::Result<()> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        if let Some(reason) = &report.skipped {
            let name = output::printable(&report.file);
            self.out.turn.note(&format!("skipped: {name}: {reason}"));
        }
        if self.out.format != Format::Text {
            return self.out.write(report);
        }
        let args = self.check.args;
        if !args.quiet && args.max_diagnostics > 0 && self.listed > args.max_diagnostics {
            let hidden = self.listed - args.max_diagnostics;
            writeln!(
                self.out.turn,
                "note: {hidden} more findings are not shown (--max-diagnostics 0 shows all)\n"
            )?;
        }
        match report.line() {
            Some(line) => writeln!(self.out.turn, "{line}"),
            None => Ok(()),
        }
    }
}

/// Findings that come outside the parts: of the source as a whole, and of documents.
impl Sink for Findings<'_, '_, '_, '_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.check.wants(&diagnostic) && self.shows() {
            self.write(&diagnostic, None);
        }
    }

    fn report_in(&mut self, diagnostic: Diagnostic, chunk: &Chunk, range: Range<usize>) {
        if !self.check.wants(&diagnostic) {
            return;
        }
        self.nonconforming |= self.check.args.strict.is_some();
        if self.shows() {
            let excerpt = (self.out.format == Format::Text).then(|| Excerpt::new(chunk, range));
            self.write(&diagnostic, excerpt.as_ref());
        }
    }
}
