//! `movetext check`: everything that deviates, with its place.

use crate::args::{CheckArgs, Format, is_stdin, usage};
use crate::choice;
use crate::exit::Verdict;
use crate::fix::{Fixes, Fixing, Now};
use crate::input::{Bytes, Input};
use crate::ordered::{self, Turn};
use crate::output::{self, reason};
use crate::progress;
use crate::render::{Excerpt, Painter};
use crate::replace::Stamp;
use crate::report::{DiagnosticRecord, FileReport, Sum};
use crate::source::{self, Source};
use movetext::check::{Checker, Named, Names};
use movetext::io::{Chunk, Locator};
use movetext::parallel::ChunkReader;
use movetext::scan::ReadStats;
use movetext::variants::Standard;
use movetext::{Code, Diagnostic, LineColumn, Severity, Sink, diagnostic};
use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::ops::{ControlFlow, Range};

/// Runs the command.
pub fn run(args: &CheckArgs, styled: bool) -> io::Result<Verdict> {
    args.sources.verify();
    if args.fix && args.sources.paths.iter().any(|p| is_stdin(p.as_os_str())) {
        usage("--fix needs files, not standard input");
    }
    args.replacing.verify(args.fix, "--fix");
    let inputs = choice::expand(
        "check",
        &args.sources,
        &args.sources.paths,
        &args.filters,
        true,
    );
    if args.fix
        && inputs
            .iter()
            .any(|input| matches!(input.bytes, Bytes::Stored(_)))
    {
        usage("--fix needs files, not a database");
    }
    progress::show(&inputs);
    let mut options = source::options(&args.sources);
    options.limits(args.limits());
    let check = Check {
        args,
        options,
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
        Format::Text => {
            let shown = reports.iter().map(|report| report.shown);
            let mut text = format!("{}\n", sum.line());
            if let (Some(code), true) = (shown.fold(None, graver), out.is_terminal()) {
                text += &hint(code);
            }
            output::write_stdout(text.as_bytes())?;
        }
        Format::Json => output::write_stdout(b"\n]\n")?,
        Format::Jsonl => {}
    }
    Ok(verdict)
}

/// The graver of two codes, or the first if they are equally grave.
fn graver(first: Option<&'static Code>, second: Option<&'static Code>) -> Option<&'static Code> {
    match (first, second) {
        (Some(one), Some(other)) if other.severity <= one.severity => first,
        (_, None) => first,
        _ => second,
    }
}

/// Where people find more about a code. Shown on terminals only.
fn hint(code: &Code) -> String {
    let sort = match code.severity {
        Severity::Error => "an error",
        Severity::Warning => "a warning",
        Severity::Info => "a remark",
    };
    format!("for more about {sort}: movetext explain {}\n", code.id)
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
            names: Names::default(),
            across: 0,
            listed: 0,
            fixes: self.args.fix.then(Fixes::default),
            stamp: None,
            nonconforming: false,
            shown: None,
            error: None,
        };
        let mut report = match &input.bytes {
            Bytes::Skipped(reason) => FileReport {
                file: input.name.clone(),
                facts: None,
                skipped: Some((*reason).to_owned()),
                failed: None,
                further: Verdict::default(),
                shown: None,
            },
            _ => match self.open(input) {
                Ok(source) => self.source(input, source, &mut findings),
                Err(error) => unopened(input, &error, &mut findings),
            },
        };
        if let Some(fixes) = findings.fixes.take().filter(|_| findings.error.is_none()) {
            let fixing = Fixing {
                args: self.args,
                options: &self.options,
                input,
                read: findings.stamp.take(),
                policy: self.args.replacing.policy(),
            };
            let fixed = fixing.apply(fixes, report.facts.as_ref(), findings.out.turn);
            report.further.add(fixed.verdict);
            // What is counted is what the file holds now.
            if let Some(Now {
                mut facts, found, ..
            }) = fixed.now
            {
                facts.stats.counts.warnings += findings.across;
                report.facts = Some(facts);
                findings.nonconforming = found && self.args.strict.is_some();
            }
        }
        findings.end(&report)?;
        report.further.errors |= findings.nonconforming;
        report.shown = findings.shown;
        Ok(report)
    }

    fn open(&self, input: &Input) -> io::Result<Source> {
        if self.args.fix {
            Source::open_stamped(input, &self.options)
        } else {
            Source::open(input, &self.options)
        }
    }

    fn checker(&self) -> Checker {
        Checker::new(self.args.conformance())
            .limits(self.args.limits())
            .least(self.args.least_severity())
            .fixes(self.args.fix || self.args.format != Format::Text)
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
                    let mut checker = self.checker();
                    let stats = read(portion, &mut checker, &mut found);
                    found.put_out();
                    stats
                },
                |before, found| findings.take(before, found),
            );
            if read.is_continue() {
                // What concerns the source as a whole.
                let mut checker = self.checker();
                failed = source.reader.read(&mut checker, findings).err();
            }
        }
        if let Some(error) = &failed {
            source::note_failed(findings.out.turn, input, error);
        }
        if findings.names.is_full() {
            let name = output::printable(&input.name);
            findings.out.turn.note(&format!(
                "{name}: too many records with an Id to compare all of them; the last ones were compared with \
                 the first ones"
            ));
        }
        findings.stamp = source.stamp();
        let mut facts = source.facts();
        facts.stats.counts.warnings += findings.across;
        FileReport {
            file: input.name.clone(),
            skipped: (skip && failed.is_none()).then(|| facts.format.describe().to_owned()),
            facts: Some(facts),
            failed: failed.map(|error| reason(&error)),
            further: Verdict::default(),
            shown: None,
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
            LineColumn { line: 1, column: 1 },
        ));
    }
    FileReport {
        file: input.name.clone(),
        facts: None,
        skipped: None,
        failed: Some(reason(error)),
        further: Verdict::default(),
        shown: None,
    }
}

/// Reads a part of a source, and tells what its records are called.
fn read(
    mut portion: ChunkReader<'_, Standard>,
    checker: &mut Checker,
    found: &mut Found<'_>,
) -> ReadStats {
    while let Some(game) = portion.next_game(checker, found) {
        if let Some(named) = checker.named().filter(|_| !portion.has_documents()) {
            found.name(named, game.ordinal, portion.chunk());
        }
    }
    portion.end()
}

/// A finding, and the line that it stands in, for people.
type Finding = (Diagnostic, Option<Excerpt>);

/// What comes of a part of a file, in the order of the text.
enum Item {
    Found(Finding),
    /// A record that says what it is called.
    Record(Record),
}

/// A record, to be compared with those before.
struct Record {
    named: Named,
    game: u64,
    span: Range<u64>,
    place: LineColumn,
    excerpt: Option<Excerpt>,
}

/// Findings of a part of a file, on their way to be written.
struct Found<'o> {
    /// How many lines may yet be wanted.
    excerpts: u64,
    least: Severity,
    kept: Vec<Item>,
    locator: Locator,
    out: &'o mut dyn FnMut(Vec<Item>),
}

impl<'o> Found<'o> {
    /// So many are put out at a time.
    const MANY: usize = 256;

    fn new(args: &CheckArgs, out: &'o mut dyn FnMut(Vec<Item>)) -> Found<'o> {
        Found {
            excerpts: match (args.format, args.quiet, args.max_diagnostics) {
                (Format::Json | Format::Jsonl, ..) | (Format::Text, true, _) => 0,
                (Format::Text, false, 0) => u64::MAX,
                (Format::Text, false, most) => most,
            },
            least: args.least_severity(),
            kept: Vec::new(),
            locator: Locator::default(),
            out,
        }
    }

    /// Whether findings of this sort are reported.
    fn wants(&self, diagnostic: &Diagnostic) -> bool {
        diagnostic.code.severity >= self.least
    }

    /// Keeps what a record is called.
    fn name(&mut self, named: &Named, game: u64, chunk: &Chunk) {
        if Severity::Warning < self.least {
            return;
        }
        let span = named.span.clone();
        let record = Record {
            named: named.clone(),
            game,
            span: chunk.source_offset(span.start)..chunk.source_offset(span.end),
            place: self.locator.place(chunk, span.start),
            excerpt: (self.excerpts > 0).then(|| Excerpt::new(chunk, span)),
        };
        self.push(Item::Record(record));
    }

    fn keep(&mut self, diagnostic: Diagnostic, excerpt: Option<Excerpt>) {
        self.push(Item::Found((diagnostic, excerpt)));
    }

    fn push(&mut self, item: Item) {
        self.kept.push(item);
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
    /// What the records so far are called, and how many findings came of that.
    names: Names,
    across: u64,
    /// How many there were so far.
    listed: u64,
    /// What is to be mended, if anything is.
    fixes: Option<Fixes>,
    /// The file as it was read, if it may be replaced.
    stamp: Option<Stamp>,
    /// There are findings where there should be none.
    nonconforming: bool,
    /// The first of the gravest codes that were shown.
    shown: Option<&'static Code>,
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
                self.shown = graver(self.shown, Some(diagnostic.code));
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
    fn take(&mut self, before: u64, items: Vec<Item>) -> ControlFlow<()> {
        for item in items {
            let (diagnostic, excerpt) = match item {
                Item::Found((diagnostic, excerpt)) => (diagnostic.after_games(before), excerpt),
                Item::Record(record) => match self.compare(before, record) {
                    Some(found) => found,
                    None => continue,
                },
            };
            self.nonconforming |= self.check.args.strict.is_some();
            if let Some(fixes) = &mut self.fixes {
                fixes.add(&diagnostic);
            }
            if self.shows() {
                self.write(&diagnostic, excerpt.as_ref());
            }
        }
        match self.error {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    /// What is wrong with the name of a record, if anything is.
    fn compare(&mut self, before: u64, record: Record) -> Option<Finding> {
        let Record {
            named,
            game,
            span,
            place,
            excerpt,
        } = record;
        let found = self.names.add(&named, before + game, span, place)?;
        self.across += 1;
        Some((found, excerpt))
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
                "note: {hidden} more problems not shown (--max-diagnostics 0 shows all)\n"
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

#[cfg(test)]
mod tests {
    use super::*;
    use movetext::diagnostic::{FIGURINE, ILLEGAL_MOVE, MISSING_RESULT, UNKNOWN_TOKEN};

    #[test]
    fn the_hint_is_about_the_first_of_the_gravest() {
        let shown = [&FIGURINE, &MISSING_RESULT, &ILLEGAL_MOVE, &UNKNOWN_TOKEN];
        let gravest = shown.into_iter().map(Some).fold(None, graver);
        assert_eq!(gravest, Some(&ILLEGAL_MOVE));
        assert_eq!(graver(gravest, None), gravest);
        assert_eq!(
            hint(&ILLEGAL_MOVE),
            "for more about an error: movetext explain illegal-move\n"
        );
    }
}
