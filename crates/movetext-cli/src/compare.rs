//! `movetext compare`: what two collections of games say differently.

mod board;
mod expected;
mod junit;
mod records;
mod text;

use crate::args::{CompareArgs, CompareFormat};
use crate::choice;
use crate::exit::Verdict;
use crate::input::Input;
use crate::ordered::{self, Turn};
use crate::output::{self, printable, reason};
use crate::progress;
use crate::replace::{Beside, Policy};
use crate::source::{self, Source, note_findings};
use expected::Expected;
use junit::Junit;
use movetext::ReaderBuilder;
use movetext::compare::{
    Collections, Comparison, Digest, Holds, Item, Omission, Origin, Place, Scratch, Totals,
};
use movetext::{Game, GameSummary};
use records::{Lines, Record};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use tempfile::spooled_tempfile;
use text::Text;

/// So many bytes of each temporary file are kept in memory.
const KEPT: usize = 2 << 20;
/// So many games are handed on at a time.
const MANY: usize = 64;

/// Runs the command.
pub fn run(args: &CompareArgs, styled: bool) -> io::Result<Verdict> {
    args.verify();
    let chosen = |path| {
        let paths = std::slice::from_ref(path);
        choice::expand("compare", &args.sources, paths, &args.filters, true)
    };
    let mut inputs = chosen(&args.a);
    let first = inputs.len();
    inputs.extend(chosen(&args.b));
    let expected = match &args.expect {
        Some(path) if !args.update => match Expected::read(path) {
            Ok(expected) => Some(expected),
            Err(error) => return Ok(failed("read", path, &reason(&error))),
        },
        _ => None,
    };
    progress::show(&inputs);
    let mut out = io::stdout();
    let board = styled || out.is_terminal();
    let compared = ordered::run(&[()], args.sources.jobs(), &mut out, |(), turn| {
        let form: Box<dyn Form> = match args.format {
            CompareFormat::Text => Box::new(Text::new(styled, board)),
            CompareFormat::Jsonl => Box::new(Lines),
            CompareFormat::Junit => Box::new(Junit::new()),
        };
        let comparing = Comparing {
            args,
            inputs: &inputs,
            verdict: Verdict::default(),
            expected: expected.clone(),
        };
        comparing.run(first, form, turn)
    })?;
    let mut verdict = Verdict::default();
    compared.into_iter().for_each(|other| verdict.add(other));
    Ok(verdict)
}

/// How a comparison is written.
trait Form {
    /// A pair, or a game without counterpart, that is to be shown.
    fn item(&mut self, record: &Record<'_>, item: &Item, out: &mut dyn Write) -> io::Result<()>;

    /// A difference that was expected and is not there, as it was written down.
    fn missing(&mut self, known: &serde_json::Value, out: &mut dyn Write) -> io::Result<()>;

    /// All is said.
    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()>;
}

/// What is said at the end.
#[derive(Debug, Default)]
struct Summary {
    totals: Totals,
    /// What could not be compared, with its number.
    omissions: Vec<Omission>,
    /// Whether differences are expected, and how many there are that are not, and are no more.
    expects: bool,
    unexpected: u64,
    missing: u64,
}

impl Summary {
    fn omit(&mut self, comparison: &Comparison) {
        for omission in &comparison.omissions {
            let same = |known: &&mut Omission| {
                known.what == omission.what && known.second == omission.second
            };
            match self.omissions.iter_mut().find(same) {
                Some(known) => known.count += omission.count,
                None => self.omissions.push(*omission),
            }
        }
    }

    fn differs(&self) -> bool {
        if self.expects {
            self.unexpected + self.missing > 0
        } else {
            !self.totals.is_same()
        }
    }
}

/// A comparison under way.
struct Comparing<'a> {
    args: &'a CompareArgs,
    inputs: &'a [Input],
    verdict: Verdict,
    expected: Option<Expected>,
}

impl Comparing<'_> {
    /// Reads both collections, of which the first has so many inputs, and writes what differs.
    fn run(
        mut self,
        first: usize,
        mut form: Box<dyn Form>,
        turn: &mut Turn<'_, '_>,
    ) -> io::Result<Verdict> {
        let scratch = Scratch::new(|| Ok(spooled_tempfile(KEPT)));
        let mut games = Collections::with_scratch(self.args.options(), scratch);
        let options = source::options(&self.args.sources);
        for index in 0..self.inputs.len() {
            let origin = if index < first { Origin::A } else { Origin::B };
            self.read(origin, index, &options, &mut games, turn)?;
        }
        if self.verdict.unreadable {
            // A game that could not be read is not one that is missing.
            turn.note("movetext: not compared, since not all input could be read");
            return Ok(self.verdict);
        }
        let mut known = match (&self.args.expect, self.args.update) {
            (Some(path), true) => match Beside::new(path) {
                Ok(beside) => Some(BufWriter::new(beside)),
                Err(error) => return Ok(failed("write", path, &reason(&error))),
            },
            _ => None,
        };
        let mut summary = Summary {
            expects: self.args.expect.is_some(),
            ..Summary::default()
        };
        let mut report = games.pair()?;
        while let Some(item) = report.next_item()? {
            let record = Record::of(&item, self.inputs);
            if let Item::Pair(pair) = &item {
                summary.omit(&pair.comparison);
            }
            if record.is_same() {
                form.item(&record, &item, turn)?;
                continue;
            }
            if let Some(known) = &mut known {
                serde_json::to_writer(&mut *known, &record)?;
                known.write_all(b"\n")?;
            }
            let is_known = match &mut self.expected {
                Some(expected) => expected.takes(&record)?,
                None => self.args.update,
            };
            if !is_known {
                summary.unexpected += 1;
            }
            if !is_known || self.args.format == CompareFormat::Jsonl {
                form.item(&record, &item, turn)?;
            }
        }
        for known in self.expected.iter().flat_map(Expected::missing) {
            summary.missing += 1;
            form.missing(known, turn)?;
        }
        summary.totals = *report.totals();
        form.end(&summary, turn)?;
        self.verdict.errors |= summary.differs();
        if let (Some(known), Some(path)) = (known, &self.args.expect) {
            let beside = known.into_inner().map_err(|error| error.into_error())?;
            if let Err(obstacle) = beside.replace(&Policy::default(), None) {
                return Ok(failed("write", path, &obstacle.describe()));
            }
        }
        Ok(self.verdict)
    }

    /// Reads the games of an input.
    fn read(
        &mut self,
        origin: Origin,
        index: usize,
        options: &ReaderBuilder,
        games: &mut Collections,
        turn: &mut Turn<'_, '_>,
    ) -> io::Result<()> {
        let input = &self.inputs[index];
        let mut source = match Source::open_games(input, options, false, turn) {
            Ok(source) => source,
            Err(verdict) => {
                self.verdict.add(verdict);
                return Ok(());
            }
        };
        let holds = Holds::of(source.reader.format());
        let digester = games.digester();
        let mut kept = Ok(());
        let mut keep = |before: u64, digests: Vec<(GameSummary, Digest)>| {
            for (summary, digest) in digests {
                let place = Place {
                    source: index as u32,
                    game: before + summary.ordinal,
                    byte_start: summary.span.start,
                };
                kept = games.add_digest(origin, &digest, place);
                if kept.is_err() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        };
        let read = source.read_parts(
            turn.threads(),
            |mut portion, out| {
                let (mut game, mut digests) = (Game::new(), Vec::new());
                while let Some(summary) = portion.next_game(&mut game, &mut ()) {
                    digests.push((summary, digester.digest(&game, holds)));
                    if digests.len() == MANY {
                        out(std::mem::take(&mut digests));
                    }
                }
                out(digests);
                portion.end()
            },
            &mut keep,
        );
        let mut failed = None;
        if read.is_continue() {
            // What concerns the source as a whole.
            let mut game = Game::new();
            loop {
                match source.reader.next_game(&mut game, &mut ()) {
                    Ok(Some(summary)) => {
                        let digest = digester.digest(&game, holds);
                        if keep(0, vec![(summary, digest)]).is_break() {
                            break;
                        }
                    }
                    Ok(None) => break,
                    Err(error) => {
                        failed = Some(error);
                        break;
                    }
                }
            }
        }
        kept?;
        let facts = source.facts();
        if let Some(error) = failed {
            source::note_failed(turn, input, &error);
            self.verdict.unreadable = true;
        } else if source.is_passed_over(input) {
            source::note_skipped(turn, input, facts.format.describe());
        } else {
            note_findings(turn, input, &facts);
            self.verdict.unreadable |= facts.verdict().unreadable;
        }
        Ok(())
    }
}

/// Says that the file of known differences cannot be read or written.
fn failed(what: &str, path: &Path, why: &str) -> Verdict {
    let name = path.to_string_lossy();
    output::complain(&format!("cannot {what} {}: {why}", printable(&name)));
    Verdict {
        unreadable: true,
        ..Verdict::default()
    }
}
