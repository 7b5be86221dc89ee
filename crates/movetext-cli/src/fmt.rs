//! `movetext fmt`: games in export format, to the standard output or in place of what was there.

use crate::args::{FmtArgs, is_stdin, usage};
use crate::choice;
use crate::exit::Verdict;
use crate::input::{Bytes, Input};
use crate::ordered::{self, Turn};
use crate::output::{printable, reason};
use crate::progress;
use crate::replace::{Beside, Compare, Policy};
use crate::source::{self, Source, note_findings};
use crate::writing::{Form, GameWriter, options as pgn_options};
use movetext::diagnostic::MALFORMED_TEXT;
use movetext::event::Tee;
use movetext::io::{Compression, decompress};
use movetext::{Diagnostic, Format, GameSummary, ReaderBuilder, Text, Visitor};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

/// What is said of text that is no part of a game.
const OUTSIDE: &str = "text outside games, escaped lines or malformed bytes would be lost";

/// Runs the command.
pub fn run(args: &FmtArgs) -> io::Result<Verdict> {
    args.sources.verify();
    let stdin = args.sources.paths.iter().any(|p| is_stdin(p.as_os_str()));
    if stdin && (args.in_place || args.check) {
        usage("--in-place and --check need files, not standard input");
    }
    args.replacing.verify(args.in_place, "--in-place");
    let policy = args.replacing.policy();
    let inputs = choice::expand(
        "fmt",
        &args.sources,
        &args.sources.paths,
        &args.filters,
        false,
    );
    progress::show(&inputs);
    let options = source::options(&args.sources);
    let form = Form::Pgn(pgn_options(None, String::new(), args.layout));
    let jobs = args.sources.jobs();
    let verdicts = ordered::run(&inputs, jobs, &mut io::stdout(), |input, turn| {
        let file = match Formatting::open(input, &options, &form, args.in_place, turn) {
            Ok(file) => file,
            Err(verdict) => return Ok(verdict),
        };
        if (args.in_place || args.check) && matches!(input.bytes, Bytes::Stored(_)) {
            return Ok(no_file(input, turn));
        }
        match (args.in_place, args.check, input.path()) {
            (true, _, Some(path)) => Ok(file.in_place(path, &policy, turn)),
            (_, true, Some(path)) => file.check(path, turn),
            _ => file.print(turn),
        }
    })?;
    let mut verdict = Verdict::default();
    for other in verdicts {
        verdict.add(other);
    }
    Ok(verdict)
}

/// What is stored in a database is no file that could be compared or replaced.
fn no_file(input: &Input, turn: &mut Turn<'_, '_>) -> Verdict {
    let name = printable(&input.name);
    turn.note(&format!(
        "movetext: {name} is stored in a database: --in-place and --check need files"
    ));
    Verdict {
        unreadable: true,
        ..Verdict::default()
    }
}

/// A source on its way into export format.
struct Formatting<'i> {
    input: &'i Input,
    source: Source,
    writer: GameWriter,
    /// How much of the source would not be in what is written.
    lost: u64,
}

impl<'i> Formatting<'i> {
    fn open(
        input: &'i Input,
        options: &ReaderBuilder,
        form: &Form,
        stamped: bool,
        turn: &mut Turn<'_, '_>,
    ) -> Result<Self, Verdict> {
        Ok(Formatting {
            input,
            source: Source::open_games(input, options, stamped, turn)?,
            writer: GameWriter::new(form.clone(), &input.name),
            lost: 0,
        })
    }

    /// Reads and writes all games. The inner result is that of reading.
    fn write(&mut self, threads: usize, out: &mut impl Write) -> io::Result<io::Result<()>> {
        let mut lost = 0;
        let count = |outside: Outside| lost += outside.lost;
        let source = &mut self.source;
        let parts = self
            .writer
            .write_parts(source, threads, Outside::default, count, out)?;
        self.lost += lost + parts.malformed;
        let mut visitor = Tee::new(self.writer.new_game(), Outside::default());
        let mut malformed = 0;
        let mut sink = |finding: Diagnostic| {
            malformed += u64::from(finding.code == &MALFORMED_TEXT);
        };
        let read = loop {
            match self.source.reader.next_game(&mut visitor, &mut sink) {
                Ok(Some(_)) => self.writer.write(&visitor.first, out)?,
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        self.lost += visitor.second.lost + malformed;
        Ok(read)
    }

    /// Says what is to be said of the source; the verdict, and whether it could be read and holds
    /// games.
    fn report(&self, read: io::Result<()>, turn: &mut Turn<'_, '_>) -> (Verdict, bool) {
        let facts = self.source.facts();
        if let Err(error) = read {
            source::note_failed(turn, self.input, &error);
            let verdict = Verdict {
                unreadable: true,
                ..facts.verdict()
            };
            return (verdict, false);
        }
        if self.source.is_passed_over(self.input) {
            source::note_skipped(turn, self.input, facts.format.describe());
            return (Verdict::default(), false);
        }
        note_findings(turn, self.input, &facts);
        self.writer.note(turn, self.input);
        let mut verdict = facts.verdict();
        verdict.errors |= self.writer.refused();
        (verdict, facts.format == Format::Records)
    }

    fn print(mut self, turn: &mut Turn<'_, '_>) -> io::Result<Verdict> {
        let threads = turn.threads();
        let read = self.write(threads, turn)?;
        let (verdict, _) = self.report(read, turn);
        if self.lost > 0 {
            self.note(turn, OUTSIDE);
        }
        Ok(verdict)
    }

    /// Names the file if it is not in export format.
    fn check(mut self, path: &Path, turn: &mut Turn<'_, '_>) -> io::Result<Verdict> {
        let threads = turn.threads();
        let expected = File::open(path).and_then(|file| decompress(BufReader::new(file), u64::MAX));
        let (read, same) = match expected {
            Ok((_, expected)) => {
                let mut compare = Compare::new(expected);
                let read = self.write(threads, &mut compare);
                (read.flatten(), compare.finish())
            }
            Err(error) => (Err(error), Ok(false)),
        };
        let (read, same) = match same {
            Ok(same) => (read, same),
            Err(error) => (Err(error), false),
        };
        let (mut verdict, games) = self.report(read, turn);
        if games && !same {
            writeln!(turn, "{}", printable(&self.input.name))?;
            verdict.errors = true;
        }
        Ok(verdict)
    }

    /// Writes the file anew, at once and as a whole; or leaves it as it is.
    fn in_place(mut self, path: &Path, policy: &Policy, turn: &mut Turn<'_, '_>) -> Verdict {
        let written = self.write_beside(path, turn.threads());
        let (read, beside) = match written {
            Ok((beside, read)) => (read, Some(beside)),
            Err(error) => {
                self.note(
                    turn,
                    &format!("cannot rewrite the file: {}", reason(&error)),
                );
                return Verdict {
                    unreadable: true,
                    ..Verdict::default()
                };
            }
        };
        let (mut verdict, games) = self.report(read, turn);
        let Some(beside) = beside.filter(|_| games) else {
            return verdict;
        };
        let obstacle = if self.source.reader.compression() != Compression::None {
            Some("the file is compressed")
        } else if self.writer.refused() {
            Some("games would be lost")
        } else if self.lost > 0 {
            Some(OUTSIDE)
        } else if self.writer.written().replaced > 0 {
            Some("characters would be replaced")
        } else {
            None
        };
        if let Some(obstacle) = obstacle {
            self.note(turn, &format!("left unchanged: {obstacle}"));
            verdict.errors = true;
            return verdict;
        }
        match beside.replace(policy, self.source.stamp().as_ref()) {
            Ok(lost) => {
                for what in lost {
                    self.note(turn, &format!("{what} could not be kept"));
                }
            }
            Err(obstacle) => {
                self.note(turn, &obstacle.describe());
                verdict.unreadable = true;
            }
        }
        verdict
    }

    /// Writes the games to a new file in the same folder.
    fn write_beside(
        &mut self,
        path: &Path,
        threads: usize,
    ) -> io::Result<(Beside, io::Result<()>)> {
        let mut beside = Beside::new(path)?;
        let read = self.write(threads, &mut beside)?;
        Ok((beside, read))
    }

    fn note(&self, turn: &mut Turn<'_, '_>, what: &str) {
        turn.note(&format!("{}: {what}", printable(&self.input.name)));
    }
}

/// Counts what stands outside of games or is to be ignored: the format has no place for it.
#[derive(Default)]
struct Outside {
    /// Inside a game.
    open: bool,
    lost: u64,
}

impl Visitor for Outside {
    fn begin_game(&mut self) {
        self.open = true;
    }

    fn trivia(&mut self, text: Text<'_>) {
        // An escaped line: private data.
        self.lost += u64::from(text.as_bytes().starts_with(b"%"));
    }

    fn unrecognized(&mut self, _: Text<'_>) {
        self.lost += u64::from(!self.open);
    }

    fn end_game(&mut self, _: &GameSummary) {
        self.open = false;
    }
}
