//! The `movetext` command: reads, checks, converts and imports game records of chess and its relatives.
//!
//! It is a library for the sake of its program and of what tests it; others use the library `movetext`.
#![doc(hidden)]

mod args;
mod board;
mod check;
mod choice;
mod compare;
mod convert;
mod database;
mod dedupe;
mod detect;
mod exit;
mod explain;
mod export;
mod find;
mod fix;
mod fmt;
mod import;
mod index;
mod input;
mod jsonl;
mod junit;
mod lossless;
mod man;
mod ordered;
mod output;
mod progress;
mod render;
mod replace;
mod report;
mod source;
mod sql;
mod stats;
mod suite;
mod table;
mod tree;
mod view;
mod writing;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use exit::Verdict;
pub use fix::fix_file;
use std::io;
use std::process::ExitCode;

/// Runs the command with the arguments of the process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        Command::Check(args) => check::run(args, cli.color.styled()),
        Command::Compare(args) => compare::run(args, cli.color.styled()),
        Command::Convert(args) => convert::run(args),
        Command::Fmt(args) => fmt::run(args),
        Command::Board(args) => board::run(args),
        Command::View(args) => view::run(args),
        Command::Detect(args) => detect::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Import(args) => import::run(args),
        Command::Index(args) => index::run(args),
        Command::Find(args) => find::run(args),
        Command::Tree(args) => tree::run(args),
        Command::Sql(args) => sql::run(args),
        Command::Dedupe(args) => dedupe::run(args),
        Command::Export(args) => export::run(args),
        Command::Remove(args) => database::remove(args),
        Command::Merge(args) => database::merge(args),
        Command::Db(args) => database::run(args),
        Command::Suite(args) => suite::run(args, cli.color.styled()),
        Command::Explain(args) => explain::run(args, cli.color.styled()),
        Command::Man { folder } => man::run(folder),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "movetext", &mut script);
            output::write_stdout(&script).map(|()| Verdict::default())
        }
    };
    match done {
        Ok(verdict) => verdict.into(),
        // Whoever read the output has enough of it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(&format!("cannot write: {}", output::reason(&error)));
            ExitCode::from(exit::UNREADABLE)
        }
    }
}
