//! `movetext convert`: the games in another format.

use crate::args::{self, ConvertArgs, Layout, OnLoss, PgnProfile, Target, name, usage};
use crate::choice;
use crate::exit::Verdict;
use crate::input::{Bytes, Input};
use crate::jsonl;
use crate::lossless::Lossless;
use crate::ordered::{self, Turn};
use crate::output::{self, printable};
use crate::progress;
use crate::replace::{Output, Policy, unwritable};
use crate::source::{self, Source, note_findings};
use crate::writing::{Form, GameWriter, options as pgn_options};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use movetext::{Format, ReaderBuilder, fen, pcn, pgn, xml};
use std::io::{self, Write};
use std::path::Path;

/// Runs the command.
pub fn run(args: &ConvertArgs) -> io::Result<Verdict> {
    args.sources.verify();
    let form = form(args);
    let inputs = choice::expand(
        "convert",
        &args.sources,
        &args.sources.paths,
        &args.filters,
        false,
    );
    args.replacing.verify(args.output.is_some(), "--output");
    let job = Job {
        form,
        encoding: args.to_encoding,
        options: source::options(&args.sources),
        jobs: args.sources.jobs(),
        output: args.output.as_deref(),
        policy: args.replacing.policy(),
    };
    job.run(inputs)
}

/// What to write, and where.
pub struct Job<'a> {
    pub form: Form,
    pub encoding: Option<&'static Encoding>,
    pub options: ReaderBuilder,
    pub jobs: usize,
    /// The standard output if there is none.
    pub output: Option<&'a Path>,
    pub policy: Policy,
}

impl Job<'_> {
    /// Writes the games of all inputs.
    pub fn run(&self, mut inputs: Vec<Input>) -> io::Result<Verdict> {
        let mut out = match self.output {
            None => Output::Open(Box::new(io::stdout())),
            Some(path) => {
                spare_output(path, &mut inputs);
                match Output::open(path, self.policy.force) {
                    Ok(out) => out,
                    Err(obstacle) => return Ok(unwritable(path, &obstacle)),
                }
            }
        };
        progress::show(&inputs);
        let verdicts = match (self.write(&inputs, &mut out), self.output) {
            (Ok(verdicts), _) => verdicts,
            (Err(error), Some(path)) => return Ok(unwritable(path, &error.into())),
            (Err(error), None) => return Err(error),
        };
        let mut verdict = Verdict::default();
        for other in verdicts {
            verdict.add(other);
        }
        if let Some(path) = self.output {
            finish(out, path, &self.policy, &mut verdict);
        }
        Ok(verdict)
    }

    fn write(&self, inputs: &[Input], out: &mut Output) -> io::Result<Vec<Verdict>> {
        let options = &self.options;
        match (&self.form, self.encoding) {
            (Form::Pgn(pgn), _) if pgn.form == pgn::Form::Lossless => {
                let lossless = Lossless::default();
                // One after another, since what is written depends on what stands before it.
                ordered::run(inputs, 1, out, |input, turn| {
                    lossless.convert(input, options, turn)
                })
            }
            (form, encoding) => {
                begin(form, encoding, out)?;
                let work = |input: &Input, turn: &mut Turn<'_, '_>| {
                    convert(input, options, form.clone(), turn)
                };
                let verdicts = ordered::run(inputs, self.jobs, out, work)?;
                if matches!(form, Form::Xml) {
                    out.write_all(xml::END.as_bytes())?;
                    out.flush()?;
                }
                Ok(verdicts)
            }
        }
    }
}

/// Puts what was written in its place, unless something is missing in it.
pub fn finish(out: Output, path: &Path, policy: &Policy, verdict: &mut Verdict) {
    let Output::Beside(beside, exists) = out else {
        return;
    };
    let name = path.to_string_lossy();
    let name = printable(&name);
    if verdict.unreadable && exists {
        output::complain(&format!(
            "{name} stays as it was: not all input could be read"
        ));
        return;
    }
    match beside.replace(policy, None) {
        Ok(lost) => {
            for what in lost {
                output::complain(&format!("{name}: {what} could not be kept"));
            }
        }
        Err(obstacle) => verdict.add(unwritable(path, &obstacle)),
    }
}

/// Writes what stands before all games: the byte order mark that readers of UTF-16 need, or the
/// beginning of a document.
fn begin(form: &Form, encoding: Option<&'static Encoding>, out: &mut impl Write) -> io::Result<()> {
    match encoding {
        _ if matches!(form, Form::Xml) => out.write_all(xml::BEGIN.as_bytes()),
        Some(encoding) if encoding == UTF_16LE => out.write_all(b"\xFF\xFE"),
        Some(encoding) if encoding == UTF_16BE => out.write_all(b"\xFE\xFF"),
        _ => Ok(()),
    }
}

/// What is written in a format if nothing else is said.
pub fn plain_form(to: Target) -> Form {
    match to {
        Target::Pgn => Form::Pgn(pgn_options(None, String::new(), Layout::default())),
        Target::Jsonl => Form::Jsonl,
        Target::Epd => Form::Positions(fen::Form::Epd),
        Target::Fen => Form::Positions(fen::Form::Fen),
        Target::Pdtl => Form::Positions(fen::Form::Pdtl),
        Target::Pcn => Form::Pcn(pcn::OnLoss::Keep),
        Target::Xml => Form::Xml,
        Target::Uci => Form::Moves("uci"),
        Target::Iccs => Form::Moves("iccs"),
    }
}

/// What to write; ends the program if the options do not go together.
fn form(args: &ConvertArgs) -> Form {
    let notation = notation(args);
    let layout = notation.is_some() || args.layout != Layout::default();
    let part = args.line.as_ref().or(args.moves.as_ref());
    let formed = layout || args.to_encoding.is_some() || part.is_some();
    match args.to {
        to if args.on_loss.is_some() && to != Target::Pcn => usage("--on-loss requires --to pcn"),
        Target::Pgn if formed && args.profile == Some(PgnProfile::Lossless) => usage(
            "--profile lossless cannot be combined with options for notation, layout, encoding or parts",
        ),
        Target::Pgn => {
            let mut options = pgn_options(args.profile, notation.unwrap_or_default(), args.layout);
            options.encoding = args.to_encoding.unwrap_or(options.encoding);
            options.part = part.cloned();
            Form::Pgn(options)
        }
        _ if formed || args.profile.is_some() => usage(
            "--profile, --notation and its settings, --columns, --space-after-number, --line, --moves and \
             --to-encoding require --to pgn",
        ),
        Target::Pcn => Form::Pcn(match args.on_loss {
            None | Some(OnLoss::Keep) => pcn::OnLoss::Keep,
            Some(OnLoss::Report) => pcn::OnLoss::Report,
            Some(OnLoss::Fail) => pcn::OnLoss::Refuse,
        }),
        to => plain_form(to),
    }
}

/// The notation with its settings, as the library has it; ends the program if no variant has it.
fn notation(args: &ConvertArgs) -> Option<String> {
    let wanted = args.notation.as_deref();
    let mut words: Vec<String> = wanted.map(str::to_owned).into_iter().collect();
    let mut set = |setting: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("{setting}={value}")));
    };
    set("script", args.script.map(name));
    set("digits", args.digits.map(name));
    set("sideways", args.sideways.map(name));
    set("letters", args.letters.clone());
    set("hyphen", args.hyphen.map(name));
    // The scheme is also for reading, so another notation may well be written.
    if wanted.is_some_and(|wanted| wanted.split(',').next() == Some("wxf")) {
        set("scheme", args.sources.wxf_scheme.map(name));
    }
    if words.is_empty() {
        return None;
    }
    let notation = words.join(",");
    match args::notation(&notation) {
        Ok(notation) => Some(notation),
        Err(_) => usage(&format!(
            "notation `{}` does not have these settings",
            wanted.unwrap_or("chinese")
        )),
    }
}

/// Keeps the output from being written over an input.
pub fn spare_output(path: &Path, inputs: &mut [Input]) {
    for input in inputs {
        let same = |input| same_file::is_same_file(input, path).unwrap_or(false);
        if input.path().is_none_or(|input| !same(input)) {
            continue;
        }
        if input.named {
            usage(&format!(
                "{} is both input and output",
                printable(&input.name)
            ));
        }
        input.bytes = Bytes::Skipped("this is the output file");
    }
}

/// Writes the games; counts those that were read.
fn games_of(
    source: &mut Source,
    writer: &mut GameWriter,
    games: &mut u64,
    turn: &mut Turn<'_, '_>,
) -> io::Result<Option<io::Error>> {
    let threads = turn.threads();
    *games += writer
        .write_parts(source, threads, || (), |()| {}, turn)?
        .games;
    let mut game = writer.new_game();
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
    let mut source = match Source::open_games(input, options, false, turn) {
        Ok(source) => source,
        Err(verdict) => return Ok(verdict),
    };
    let documents = matches!(form, Form::Pcn(_)) && source.reader.format() == Format::Pcn;
    let jsonl = matches!(form, Form::Jsonl);
    let mut writer = GameWriter::new(form, &input.name);
    let mut games = 0;
    let failed = match () {
        () if documents => rewrite(&mut source, &mut games, turn)?,
        () if jsonl => jsonl::write(&mut source, input, &mut games, turn)?,
        () => games_of(&mut source, &mut writer, &mut games, turn)?,
    };
    let facts = source.facts();
    let mut verdict = facts.verdict();
    let left_out = facts.stats.counts.games.saturating_sub(games);
    if left_out > 0 {
        let name = printable(&input.name);
        let what = match left_out {
            1 => "left out 1 document".to_owned(),
            _ => format!("left out {left_out} documents"),
        };
        turn.note(&match documents {
            true => format!("{name}: {what}: unsupported form"),
            false => format!("{name}: {what}: incomplete, or of an unknown variant"),
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
