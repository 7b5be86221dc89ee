//! `movetext convert`: the games in another format.

use crate::args::{ConvertArgs, Layout, PgnProfile, Target, usage};
use crate::exit::Verdict;
use crate::input::{self, Bytes, Input};
use crate::ordered::{self, Turn};
use crate::output::{self, printable, reason};
use crate::source::{self, Source, note_findings};
use crate::writing::{Form, GameWriter, options as pgn_options};
use movetext::{Game, ReaderBuilder, fen};
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Runs the command.
pub fn run(args: &ConvertArgs) -> io::Result<Verdict> {
    args.sources.verify();
    let form = form(args);
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
        convert(input, &options, form.clone(), turn)
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

/// What to write; ends the program if the options do not go together.
fn form(args: &ConvertArgs) -> Form {
    let layout = args.notation.is_some() || args.layout != Layout::default();
    match args.to {
        Target::Pgn if layout && args.profile == Some(PgnProfile::Lossless) => {
            usage("what is lossless has neither another notation nor another layout")
        }
        Target::Pgn => Form::Pgn(pgn_options(
            args.profile,
            args.notation.as_deref(),
            args.layout,
        )),
        _ if layout || args.profile.is_some() => {
            usage("--profile, --notation, --columns and --space-after-number are for --to pgn")
        }
        Target::Jsonl => Form::Jsonl,
        Target::Epd => Form::Positions(fen::Form::Epd),
        Target::Fen => Form::Positions(fen::Form::Fen),
    }
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

fn convert(
    input: &Input,
    options: &ReaderBuilder,
    form: Form,
    turn: &mut Turn<'_, '_>,
) -> io::Result<Verdict> {
    let mut source = match Source::open_games(input, options, turn) {
        Ok(source) => source,
        Err(verdict) => return Ok(verdict),
    };
    let mut game = Game::new();
    let mut writer = GameWriter::new(form);
    let failed = loop {
        match source.reader.read_game(&mut game, &mut ()) {
            Ok(true) => writer.write(&game, &input.name, turn)?,
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
    writer.note(turn, input);
    verdict.errors |= writer.refused();
    Ok(verdict)
}
