//! Comparing.

use super::questions::Filters;
use super::sources::{Sources, is_stdin, usage};
use clap::{Args, ValueEnum};
use movetext::compare::{Aspect, By, Options, UnknownAspect};
use std::path::PathBuf;

pub(super) const COMPARE_HELP: &str = "\
Examples:
  movetext compare old.pgn new.pgn                        What has changed, game by game
  movetext compare games.pgn games.pcn --ignore Annotator Two formats, but for one tag
  movetext compare a b --only moves --format jsonl        Nothing but moves, as data
  movetext compare a b --expect known.jsonl --update      Write down what is known to differ

Blanks, notation, encoding, script, layout and the order of tags are spelling, and no difference. What a format
cannot hold (the comments of a list of moves) is no difference either.

Exit codes:
  0  both mean the same (with --expect: they differ as expected)
  1  they differ
  2  invalid command line
  3  an input could not be read, or the output could not be written";

#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The first collection: a file or a folder; `-` is standard input
    #[arg(value_name = "A")]
    pub a: PathBuf,

    /// The second collection
    #[arg(value_name = "B")]
    pub b: PathBuf,

    #[command(flatten)]
    pub sources: Sources,

    /// How to pair the games
    #[arg(long, value_name = "BY", default_value = "evidence")]
    pub by: PairBy,

    /// Ignore these: moves, setup, tags, comments, nags, variations, result, order, case, spelling, or the name
    /// of a tag
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = aspect)]
    pub ignore: Vec<Aspect>,

    /// Compare only these, named as with --ignore
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = aspect)]
    pub only: Vec<Aspect>,

    /// Of the tags, compare only these
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub tags: Vec<String>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: CompareFormat,

    /// Take the differences in this file as known: only others are shown, and those that are there no more
    ///
    /// The file is written by --update, as JSON lines.
    #[arg(long, value_name = "FILE")]
    pub expect: Option<PathBuf>,

    /// Write all differences to the file of --expect
    #[arg(long, requires = "expect")]
    pub update: bool,

    #[command(flatten)]
    pub filters: Filters,
}

impl CompareArgs {
    /// Ends the program if there are not two collections, or both are the standard input.
    pub fn verify(&self) {
        if !self.sources.paths.is_empty() {
            usage("two collections are compared, not more");
        }
        if is_stdin(self.a.as_os_str()) && is_stdin(self.b.as_os_str()) {
            usage("standard input `-` can be given only once");
        }
    }

    /// What is compared, and how games are paired.
    pub fn options(&self) -> Options {
        Options {
            ignore: self.ignore.clone(),
            only: self.only.clone(),
            tags: self.tags.clone(),
            by: match self.by {
                PairBy::Evidence => By::Evidence,
                PairBy::Moves => By::Moves,
                PairBy::Tags => By::Tags,
                PairBy::Order => By::Order,
                PairBy::Id => By::Id,
            },
        }
    }
}

/// How games are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PairBy {
    /// By the same moves, then by a shared beginning or late positions with fitting headings, then by headings
    Evidence,
    /// By the same start and moves alone
    Moves,
    /// By players, date, round and event alone
    Tags,
    /// The first game with the first, the second with the second
    Order,
    /// By the tag Id or GameId
    Id,
}

/// How a comparison is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompareFormat {
    /// Text for people: what differs, and a summary
    Text,
    /// One JSON object per line: every pair, and a summary
    Jsonl,
    /// JUnit XML: a test case for every pair
    Junit,
}

pub(super) fn aspect(text: &str) -> Result<Aspect, UnknownAspect> {
    text.parse()
}
