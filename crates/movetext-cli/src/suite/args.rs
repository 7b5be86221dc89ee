//! What can be said on the command line about the suite.

use clap::{Args, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

const RUN_HELP: &str = "\
Examples:
  movetext suite run                                        movetext itself, by both of its readers
  movetext suite run --run 'san/*' -- python3 reader.py     Another reader, with the vectors of one topic
  movetext suite run --suite vectors.jsonl --spec hex       Vectors of your own

A reader gets the text of a vector on standard input, and SUITE_VARIANT, SUITE_FORMAT, SUITE_FORM, SUITE_CLAUSE and
SUITE_ID in the environment. It writes what it read to standard output as JSON, and exits with 0 if it accepts the
text, with 1 if it refuses it, and with 77 if it does not claim to read such texts.

Exit codes:
  0  the reader does as the suite says (with --expect: it fails as expected)
  1  it does not
  2  invalid command line
  3  the vectors could not be read, or the output could not be written";

const SUITE_EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  there is no such vector, or a vector contradicts what was read
  2  invalid command line
  3  the vectors could not be read or written";

#[derive(Debug, Args)]
pub struct SuiteArgs {
    #[command(subcommand)]
    pub command: SuiteCommand,
}

#[derive(Debug, Subcommand)]
pub enum SuiteCommand {
    /// Test a reader: movetext itself or, after `--`, any other command
    #[command(after_help = RUN_HELP)]
    Run(RunArgs),
    /// List vectors
    #[command(after_help = SUITE_EXIT_CODES)]
    List(ListArgs),
    /// Show vectors with their text
    #[command(after_help = SUITE_EXIT_CODES)]
    Show(ShowArgs),
    /// Complete vectors in files of your own with what movetext reads, for review
    ///
    /// Members that a vector has already are not changed; a contradiction is reported.
    #[command(after_help = SUITE_EXIT_CODES)]
    Fill(FillArgs),
}

/// Which vectors are meant.
#[derive(Debug, Default, Args)]
pub struct Choice {
    /// Read the vectors of this file or of the files in this folder, instead of those of movetext
    #[arg(long, value_name = "PATH")]
    pub suite: Vec<PathBuf>,

    /// Vectors of these specifications: chess, xiangqi, cescacs, pcn
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub spec: Vec<String>,

    /// Vectors whose id matches one of these patterns: `*` stands for any text, `?` for any character
    #[arg(long, value_name = "GLOB")]
    pub run: Vec<String>,

    /// No vectors whose id matches one of these patterns
    #[arg(long, value_name = "GLOB")]
    pub skip: Vec<String>,

    /// Vectors of this requirement, such as CH-176
    #[arg(long, value_name = "ID")]
    pub requirement: Vec<String>,
}

#[derive(Debug, Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub choice: Choice,

    /// Take the failures in this file as known: only others count, and those that are there no more
    ///
    /// The file is written by --update, as JSON lines.
    #[arg(long, value_name = "FILE")]
    pub expect: Option<PathBuf>,

    /// Write all failures to the file of --expect
    #[arg(long, requires = "expect")]
    pub update: bool,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: RunFormat,

    /// Stop the reader if it takes longer than this for a vector
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub timeout: u64,

    /// Number of vectors tested at a time [default: number of processors]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// The reader to test, and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub command: Vec<std::ffi::OsString>,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RunFormat {
    /// Text for people: what fails, and a table of topics
    Text,
    /// One JSON object per line: every vector, and a summary
    Jsonl,
    /// JUnit XML: a test case for every vector
    Junit,
}

#[derive(Debug, Args)]
pub struct ListArgs {
    #[command(flatten)]
    pub choice: Choice,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ListFormat,
}

/// How vectors are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ListFormat {
    /// Id, class, requirements and the end of the text
    Text,
    /// The vectors themselves, one JSON object per line
    Jsonl,
}

#[derive(Debug, Args)]
pub struct ShowArgs {
    /// Ids such as san/castling-01
    #[arg(required = true, value_name = "ID")]
    pub ids: Vec<String>,

    /// Read the vectors of this file or of the files in this folder, instead of those of movetext
    #[arg(long, value_name = "PATH")]
    pub suite: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct FillArgs {
    /// Files of vectors, and folders of such
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Write what is expected anew, also where it contradicts the vector
    #[arg(long)]
    pub overwrite: bool,
}
