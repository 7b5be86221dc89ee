//! `movetext convert`: the games in another format.

use crate::args::{ConvertArgs, Target, usage};
use crate::exit::Verdict;
use crate::input::{self, Bytes, Input};
use crate::ordered::{self, Turn};
use crate::output::{self, printable, reason};
use crate::source::{self, Source, note_findings};
use movetext::{Game, ReaderBuilder};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Runs the command.
pub fn run(args: &ConvertArgs) -> io::Result<Verdict> {
    let Target::Jsonl = args.to;
    args.sources.verify();
    let mut inputs = input::expand(&args.sources.paths);
    let mut out: Box<dyn Write + Send> = Box::new(io::stdout());
    if let Some(path) = &args.output {
        spare_output(path, &mut inputs);
        match File::create(path) {
            Ok(file) => out = Box::new(file),
            Err(error) => return Ok(unwritable(path, &error)),
        }
    }
    let options = source::options(&args.sources);
    let jobs = args.sources.jobs();
    let verdicts = ordered::run(&inputs, jobs, &mut *out, |input, turn| {
        convert(input, &options, turn)
    });
    let verdicts = match (verdicts, &args.output) {
        (Ok(verdicts), _) => verdicts,
        (Err(error), Some(path)) => return Ok(unwritable(path, &error)),
        (Err(error), None) => return Err(error),
    };
    let mut verdict = Verdict::default();
    for other in verdicts {
        verdict.add(other);
    }
    Ok(verdict)
}

/// Keeps the output from being written over an input.
fn spare_output(path: &Path, inputs: &mut [Input]) {
    for input in inputs {
        let same = |input| same_file::is_same_file(input, path).unwrap_or(false);
        if input.path().is_none_or(|input| !same(input)) {
            continue;
        }
        if input.named {
            usage(&format!(
                "{} is the input and the output at the same time",
                printable(&input.name)
            ));
        }
        input.bytes = Bytes::Skipped("the output is written here");
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Verdict {
    let name = path.to_string_lossy();
    output::complain(&format!(
        "cannot write {}: {}",
        printable(&name),
        reason(error)
    ));
    Verdict {
        unreadable: true,
        ..Verdict::default()
    }
}

fn convert(input: &Input, options: &ReaderBuilder, turn: &mut Turn<'_, '_>) -> io::Result<Verdict> {
    let mut source = match Source::open_games(input, options, turn) {
        Ok(source) => source,
        Err(verdict) => return Ok(verdict),
    };
    let mut game = Game::new();
    let failed = loop {
        match source.reader.read_game(&mut game, &mut ()) {
            Ok(true) => {
                movetext::json::write_game(turn, &game, &input.name)?;
                turn.write_all(b"\n")?;
            }
            Ok(false) => break None,
            Err(error) => break Some(error),
        }
    };
    let facts = source.facts();
    let mut verdict = facts.verdict();
    if let Some(error) = failed {
        source::note_failed(turn, input, &error);
        verdict.unreadable = true;
    } else if source.is_passed_over(input) {
        source::note_skipped(turn, input, facts.format.describe());
        verdict = Verdict::default();
    } else {
        note_findings(turn, input, &facts);
    }
    Ok(verdict)
}
