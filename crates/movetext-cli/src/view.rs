//! `movetext view`: the games as a page for the browser.

use crate::args::ViewArgs;
use crate::choice;
use crate::convert::{finish, spare_output};
use crate::exit::Verdict;
use crate::input::{Bytes, Input};
use crate::ordered::{self, Turn};
use crate::output;
use crate::progress;
use crate::render::Excerpt;
use crate::replace::{Output, unwritable};
use crate::source::{self, Source};
use movetext::check::{Checker, Named, Names};
use movetext::event::Tee;
use movetext::io::{Chunk, Locator};
use movetext::parallel::ChunkReader;
use movetext::scan::ReadStats;
use movetext::variants::Standard;
use movetext::{Diagnostic, Format, LineColumn, ReaderBuilder, Severity, Sink};
use movetext_view::{Collector, Document, Game, LARGEST, Options, Page, Prepared, Problem};
use std::fs::File;
use std::io;
use std::mem;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::NamedTempFile;

/// A page of more bytes takes long to open.
const LARGE: u64 = 64 << 20;

/// Runs the command.
pub fn run(args: &ViewArgs) -> io::Result<Verdict> {
    args.sources.verify();
    args.replacing.verify(args.output.is_some(), "--output");
    let (sources, filters) = (&args.sources, &args.filters);
    let mut inputs = choice::expand("view", sources, &sources.paths, filters, false);
    let policy = args.replacing.policy();
    let mut out = match &args.output {
        None => Output::Open(Box::new(io::stdout())),
        Some(path) => {
            spare_output(path, &mut inputs);
            match Output::open(path, policy.force) {
                Ok(out) => out,
                Err(obstacle) => return Ok(unwritable(path, &obstacle)),
            }
        }
    };
    let mut verdict = Verdict::default();
    let Some(page) = collect(args, &mut inputs, &mut verdict)? else {
        return Ok(verdict);
    };
    match (page.write(&mut out), &args.output) {
        (Ok(()), Some(path)) => finish(out, path, &policy, &mut verdict),
        (Ok(()), None) => {}
        (Err(error), Some(path)) => return Ok(unwritable(path, &error.into())),
        (Err(error), None) => return Err(error),
    }
    Ok(verdict)
}

/// All games; none if they are too many for a page.
fn collect(
    args: &ViewArgs,
    inputs: &mut [Input],
    verdict: &mut Verdict,
) -> io::Result<Option<Page<File>>> {
    // Documents may have to be read twice.
    let copy = inputs
        .iter_mut()
        .find(|input| matches!(input.bytes, Bytes::Stdin));
    let _copy = copy.map(copy_of_stdin).transpose()?;
    let view = View {
        options: source::options(&args.sources),
        limits: args.sources.limits(),
        least: args.severity.severity(),
        jobs: args.sources.jobs(),
        page: Mutex::new(Page::new(
            Options {
                title: args.title.clone().unwrap_or_default(),
                lang: args.lang.clone().unwrap_or_default(),
            },
            tempfile::tempfile()?,
        )),
        failed: Mutex::new(None),
    };
    progress::show(inputs);
    // One after another, since the page takes the games in their order; the threads share each source.
    let verdicts = ordered::run(inputs, 1, &mut io::sink(), |input, turn| {
        if view.is_done() {
            return Ok(Verdict::default());
        }
        Ok(view.input(input, turn))
    })?;
    for other in verdicts {
        verdict.add(other);
    }
    if let Some(error) = view
        .failed
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
    {
        return Err(error);
    }
    let page = view
        .page
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let size = page.size();
    if size > LARGEST {
        output::complain(&format!(
            "the page would have more than {} MiB, which browsers do not open; `movetext find` selects games",
            LARGEST >> 20
        ));
        verdict.errors = true;
        return Ok(None);
    }
    if size > LARGE {
        output::note(&format!(
            "{} games, {} MiB: browsers take a while to open such a page\n",
            page.games(),
            size >> 20
        ));
    }
    Ok(Some(page))
}

/// Puts the standard input into a file, which is there as long as what is returned.
fn copy_of_stdin(input: &mut Input) -> io::Result<NamedTempFile> {
    let mut copy = NamedTempFile::new()?;
    match io::copy(&mut io::stdin(), &mut copy) {
        Ok(_) => input.bytes = Bytes::File(copy.path().to_owned()),
        Err(error) => input.bytes = Bytes::Failed(output::reason(&error)),
    }
    Ok(copy)
}

struct View {
    options: ReaderBuilder,
    limits: movetext::Limits,
    least: Severity,
    jobs: usize,
    page: Mutex<Page<File>>,
    /// The page could not take a game.
    failed: Mutex<Option<io::Error>>,
}

/// What comes of a part of a source.
enum Item {
    Game(Prepared),
    /// What is not about one game alone.
    Problem(Diagnostic, Option<Excerpt>),
    /// A record that says what it is called: for comparing it with those before.
    Record(Named, u64, Range<u64>, LineColumn),
}

impl View {
    fn checker(&self) -> Checker {
        Checker::default().limits(self.limits.clone())
    }

    fn page<R>(&self, work: impl FnOnce(&mut Page<File>) -> R) -> R {
        work(&mut self.page.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether nothing more can be added.
    fn is_done(&self) -> bool {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.is_some() || self.page(|page| page.size() > LARGEST)
    }

    fn add(&self, game: Prepared) -> ControlFlow<()> {
        if let Err(error) = self.page(|page| page.add(game)) {
            *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
        if self.is_done() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn input(&self, input: &Input, turn: &mut Turn<'_, '_>) -> Verdict {
        let mut source = match Source::open_games(input, &self.options, false, turn) {
            Ok(source) => source,
            Err(verdict) => return verdict,
        };
        if source.is_passed_over(input) {
            source::note_skipped(turn, input, source.reader.format().describe());
            return Verdict::default();
        }
        self.page(|page| page.source(input.name.clone()));
        let read = match source.reader.format() {
            Format::Pcn => self.documents(&mut source, input),
            _ => self.games(&mut source),
        };
        let mut verdict = source.facts().verdict();
        if !source.reader.format().has_games() {
            source::note_findings(turn, input, &source.facts());
        }
        if let Err(error) = read {
            source::note_failed(turn, input, &error);
            verdict.unreadable = true;
        }
        verdict
    }

    /// Adds the games of a source.
    fn games(&self, source: &mut Source) -> io::Result<()> {
        let mut names = Names::default();
        // Problems of documents are shown in their documents, which are kept from one game to the next.
        let threads = match source.reader.format() {
            Format::Records => Some(self.jobs),
            _ => None,
        };
        let read = threads.map_or(ControlFlow::Continue(()), |threads| {
            source.read_parts(
                threads,
                |part, out| self.part(part, out),
                |before, item| match item {
                    Item::Game(game) => self.add(game.after_games(before)),
                    Item::Problem(found, excerpt) => {
                        self.report(Problem::new(
                            found.after_games(before),
                            excerpt.map(Into::into),
                        ));
                        ControlFlow::Continue(())
                    }
                    Item::Record(named, game, span, place) => {
                        if let Some(found) = names.add(&named, before + game, span, place)
                            && found.code.severity >= self.least
                        {
                            self.report(Problem::new(found, None));
                        }
                        ControlFlow::Continue(())
                    }
                },
            )
        });
        if read.is_break() {
            return Ok(());
        }
        // What concerns the source as a whole; and documents, which are read here.
        let is_json = source.reader.format() == Format::Games;
        let mut found = Found::new(self.least, Kind::Documents { is_json });
        let mut both = Tee::new(Collector::new(), self.checker());
        while let Some(summary) = source.reader.next_game(&mut both, &mut found)? {
            let problems = found.of(summary.ordinal);
            let _ = self.add(both.first.take(&summary).prepare(&problems));
            if self.is_done() {
                return Ok(());
            }
        }
        found.rest().for_each(|problem| self.report(problem));
        Ok(())
    }

    /// Reads a part of a source.
    fn part(&self, mut part: ChunkReader<'_, Standard>, out: &mut dyn FnMut(Item)) -> ReadStats {
        let mut found = Found::new(self.least, Kind::Record);
        let mut both = Tee::new(Collector::new(), self.checker());
        let mut locator = Locator::default();
        while let Some(summary) = part.next_game(&mut both, &mut found) {
            let problems = found.of(summary.ordinal);
            out(Item::Game(both.first.take(&summary).prepare(&problems)));
            if let Some(named) = both.second.named() {
                let (chunk, span) = (part.chunk(), named.span.clone());
                out(Item::Record(
                    named.clone(),
                    summary.ordinal,
                    chunk.source_offset(span.start)..chunk.source_offset(span.end),
                    locator.place(chunk, span.start),
                ));
            }
        }
        let stats = part.end();
        for Kept {
            diagnostic,
            excerpt,
            ..
        } in mem::take(&mut found.kept)
        {
            out(Item::Problem(diagnostic, excerpt));
        }
        stats
    }

    /// Adds the games of documents: those of known variants, and those that only have a board.
    fn documents(&self, source: &mut Source, input: &Input) -> io::Result<()> {
        let mut found = Found::new(self.least, Kind::Documents { is_json: true });
        let mut both = Tee::new(Collector::new(), self.checker());
        let mut known = Vec::new();
        while let Some(summary) = source.reader.next_game(&mut both, &mut found)? {
            let problems = found.of(summary.ordinal);
            known.push(both.first.take(&summary).prepare(&problems));
        }
        let mut known = known.into_iter().peekable();
        let mut again = Source::open(input, &self.options)?;
        let mut number = 0;
        while let Some(reading) = again.reader.next_pcn(&mut ())? {
            number += 1;
            let game = match known.next_if(|game| game.ordinal() == number) {
                Some(game) => Some(game),
                None => Game::of_document::<Standard>(&reading, number)
                    .map(|game| game.prepare(&found.of(number))),
            };
            if let Some(game) = game
                && self.add(game).is_break()
            {
                return Ok(());
            }
        }
        found.rest().for_each(|problem| self.report(problem));
        Ok(())
    }

    fn report(&self, problem: Problem) {
        self.page(|page| page.problem(&problem));
    }
}

/// What games are read from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The text that is reported on.
    Record,
    /// Documents, which are reported on.
    Documents { is_json: bool },
}

/// Problems of a source, with their lines.
struct Found {
    least: Severity,
    kind: Kind,
    kept: Vec<Kept>,
    /// The document of the last problem, and the number of its game.
    document: Option<(u64, Arc<Document>)>,
}

/// A problem that waits for its game.
struct Kept {
    diagnostic: Diagnostic,
    excerpt: Option<Excerpt>,
    /// Where it begins in the text; in that of the document, if there is one.
    at: usize,
    document: Option<Arc<Document>>,
}

impl Found {
    fn new(least: Severity, kind: Kind) -> Found {
        Found {
            least,
            kind,
            kept: Vec::new(),
            document: None,
        }
    }

    fn problem(&self, kept: Kept) -> Problem {
        let has_place = kept.excerpt.is_some();
        let problem = Problem::new(kept.diagnostic, kept.excerpt.map(Into::into));
        match (self.kind, kept.document) {
            (Kind::Record, _) if has_place => problem.at(kept.at),
            (_, Some(document)) => problem.in_document(document, kept.at),
            _ => problem,
        }
    }

    /// Takes those of a game.
    fn of(&mut self, game: u64) -> Vec<Problem> {
        let (of, rest) = mem::take(&mut self.kept)
            .into_iter()
            .partition(|kept| kept.diagnostic.game == game);
        self.kept = rest;
        let of: Vec<_> = of;
        of.into_iter().map(|found| self.problem(found)).collect()
    }

    /// Takes all that are left.
    fn rest(&mut self) -> impl Iterator<Item = Problem> {
        let kept = mem::take(&mut self.kept);
        kept.into_iter().map(|found| self.problem(found))
    }

    /// The document of a game, of which the chunk has the text.
    fn document_of(&mut self, game: u64, chunk: &Chunk) -> Option<Arc<Document>> {
        let Kind::Documents { is_json } = self.kind else {
            return None;
        };
        // What concerns no game goes nowhere.
        if game == 0 {
            return None;
        }
        let known = self.document.take().filter(|(number, _)| *number == game);
        let (_, document) = self.document.insert(known.unwrap_or_else(|| {
            let document = Document::new(chunk.text.as_slice(), is_json);
            (game, Arc::new(document))
        }));
        Some(Arc::clone(document))
    }
}

impl Sink for Found {
    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.code.severity >= self.least {
            self.kept.push(Kept {
                diagnostic,
                excerpt: None,
                at: 0,
                document: None,
            });
        }
    }

    fn report_in(&mut self, diagnostic: Diagnostic, chunk: &Chunk, range: Range<usize>) {
        if diagnostic.code.severity >= self.least {
            let document = self.document_of(diagnostic.game, chunk);
            self.kept.push(Kept {
                excerpt: Some(Excerpt::new(chunk, range.clone())),
                at: range.start,
                diagnostic,
                document,
            });
        }
    }
}
