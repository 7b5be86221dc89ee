//! Measures movetext beside its peers and prints the table of `docs/BENCHMARKS.md`.

use clap::{Parser, Subcommand};
use movetext_bench::data::Library;
use movetext_bench::measure::Runner;
use movetext_bench::table::{self, Effort};
use movetext_bench::work;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Measures movetext beside its peers and prints the result as a table in Markdown
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,

    /// Fewer runs and smaller made-up files: to see whether all works
    #[arg(long)]
    quick: bool,

    /// The folder with real files; `none` for made-up ones only [default: `shared/corpora` beside the
    /// project's folder, or where MOVETEXT_CORPORA says]
    #[arg(long, value_name = "DIR")]
    corpora: Option<PathBuf>,

    /// Pairs of runs [default: 9; 3 with --quick]
    #[arg(long, value_name = "N")]
    pairs: Option<std::num::NonZeroUsize>,

    /// The commands that people run, instead of the library
    #[arg(long)]
    commands: bool,

    /// The command `movetext` to measure [default: the project's release build]
    #[arg(long, value_name = "FILE")]
    movetext: Option<PathBuf>,

    /// Only rows whose work, mode or data contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Do some work once: a worker that is measured
    Work {
        /// movetext, pgn-reader, cozy-chess or memchr
        program: String,
        /// What to do
        mode: String,
        /// The file
        file: PathBuf,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Some(Command::Work {
        program,
        mode,
        file,
    }) = &arguments.command
    {
        return work::report(program, mode, file);
    }
    match table(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("movetext-bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn table(arguments: &Arguments) -> io::Result<()> {
    let corpora = match &arguments.corpora {
        Some(folder) if folder == Path::new("none") => None,
        Some(folder) if !folder.is_dir() => {
            let message = format!("there is no folder {}", folder.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        Some(folder) => Some(folder.clone()),
        None => default_corpora(),
    };
    let pairs = arguments.pairs.map(usize::from);
    let effort = Effort {
        pairs: pairs.unwrap_or(if arguments.quick { 3 } else { 9 }),
        slow: pairs.unwrap_or(3).min(if arguments.quick { 1 } else { 3 }),
    };
    let library = Library::new(corpora, arguments.quick)?;
    let built = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/release/movetext");
    let runner = Runner::new(arguments.movetext.clone().unwrap_or_else(built));
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} pairs of runs ({} where one takes long), in turn, after one warm-up of each. {}\n",
        effort.pairs,
        effort.slow,
        match runner.pins() {
            true => "Processes of one thread are kept on one processor.",
            false => "There is no taskset, so processes move between processors.",
        }
    )?;
    let only = arguments.only.as_deref();
    match arguments.commands {
        true => table::write_commands(&library, &runner, effort, only, &mut out),
        false => table::write(&library, &runner, effort, only, &mut out),
    }
}

fn default_corpora() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora");
    let named = std::env::var_os("MOVETEXT_CORPORA").map(PathBuf::from);
    named
        .into_iter()
        .chain([beside])
        .find(|folder| folder.is_dir())
}
