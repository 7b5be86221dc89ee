//! `movetext convert`: the games in another format.

use crate::args::{ConvertArgs, Layout, OnLoss, PgnProfile, Target, usage};
use crate::exit::Verdict;
use crate::input::{self, Bytes, Input};
use crate::ordered::{self, Turn};
use crate::output::{self, printable, reason};
use crate::source::{self, Source, note_findings};
use crate::writing::{Form, GameWriter, options as pgn_options};
use movetext::{Format, Game, ReaderBuilder, fen, pcn};
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
        Target::Pgn if args.on_loss.is_some() => usage("--on-loss is for --to pcn"),
        Target::Pgn if layout && args.profile == Some(PgnProfile::Lossless) => {
            usage("what is lossless has neither another notation nor another layout")
        }
        Target::Pgn => Form::Pgn(pgn_options(
            args.profile,
            args.notation.as_deref(),
            args.layout,
        )),
        _ if args.on_loss.is_some() && args.to != Target::Pcn => usage("--on-loss is for --to pcn"),
        _ if layout || args.profile.is_some() => {
            usage("--profile, --notation, --columns and --space-after-number are for --to pgn")
        }
        Target::Jsonl => Form::Jsonl,
        Target::Epd => Form::Positions(fen::Form::Epd),
        Target::Fen => Form::Positions(fen::Form::Fen),
        Target::Pcn => Form::Pcn(match args.on_loss {
            None | Some(OnLoss::Keep) => pcn::OnLoss::Keep,
            Some(OnLoss::Report) => pcn::OnLoss::Report,
            Some(OnLoss::Fail) => pcn::OnLoss::Refuse,
        }),
        Target::Uci => Form::Moves("uci"),
        Target::Iccs => Form::Moves("iccs"),
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

/// Writes the games one by one; counts those that were read.
fn games_of(
    source: &mut Source,
    writer: &mut GameWriter,
    games: &mut u64,
    turn: &mut Turn<'_, '_>,
) -> io::Result<Option<io::Error>> {
    let mut game = Game::new();
    loop {
        match source.reader.read_game(&mut game, &mut ()) {
            Ok(true) => writer.write(&game, turn)?,
            Ok(false) => return Ok(None),
            Err(error) => return Ok(Some(error)),
        }
        *games += 1;
    }
}

/// Writes documents as documents: games of any sort, known here or not.
fn rewrite(
    source: &mut Source,
    games: &mut u64,
    turn: &mut Turn<'_, '_>,
) -> io::Result<Option<io::Error>> {
    loop {
        match source.reader.next_pcn(&mut ()) {
            Ok(Some(reading)) => {
                if let Some(document) = reading.document {
                    writeln!(turn, "{}", document.to_json())?;
                    *games += 1;
                }
            }
            Ok(None) => return Ok(None),
            Err(error) => return Ok(Some(error)),
        }
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
    let documents = matches!(form, Form::Pcn(_)) && source.reader.format() == Format::Pcn;
    let mut writer = GameWriter::new(form, &input.name);
    let mut games = 0;
    let failed = match documents {
        true => rewrite(&mut source, &mut games, turn)?,
        false => games_of(&mut source, &mut writer, &mut games, turn)?,
    };
    let facts = source.facts();
    let mut verdict = facts.verdict();
    let left_out = facts.tally.counts.games.saturating_sub(games);
    if left_out > 0 {
        let name = printable(&input.name);
        let what = match left_out {
            1 => "1 document is left out".to_owned(),
            _ => format!("{left_out} documents are left out"),
        };
        turn.note(&match documents {
            true => format!("{name}: {what}: not in a form that is read here"),
            false => format!("{name}: {what}: not whole games of a variant that is known here"),
        });
        verdict.errors = true;
    }
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
