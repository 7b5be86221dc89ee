//! Making and keeping a database.

use super::check::{Format, Replacing};
use super::questions::Conditions;
use super::sources::Sources;
use clap::{Args, Subcommand};
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub(super) const IMPORT_HELP: &str = "\
Examples:
  movetext import corpus --to games.db             Import all games in a folder
  movetext import --replace new.pgn --to games.db  Import a file again
  movetext import --index corpus --to games.db     Also index the positions

Games are imported from every format that `check` reads. An import that was interrupted resumes where it
stopped; files that are already stored are skipped.

Exit codes:
  0  success
  1  problems of severity error were found
  2  invalid command line
  3  an input could not be read, or the database could not be written";

pub(super) const INDEX_HELP: &str = "\
Examples:
  movetext index games.db
  movetext import more.pgn --to games.db --index
  movetext index games.db --drop

`find --position` and `tree` use the index by themselves; answers are the same with and without it. It stands in the
same file: some 6 bytes a ply of the main lines. What is imported later is found, too, and is indexed when this
command is run again. An index that was interrupted is gone on with.

Exit codes:
  0  success
  2  invalid command line
  3  the database could not be read or written";

pub(super) const EXPORT_HELP: &str = "\
Examples:
  movetext export games.db --list
  movetext export games.db --source corpus/games.pgn -o games.pgn
  movetext export games.db --source games.pgn --player Carlsen -o carlsen.pgn

What is given back is every byte of the source, also of one whose file is gone. Of a compressed source it is
the text in it, not compressed. With conditions it is every byte of the games that meet them, with blank lines
between them.

Exit codes:
  0  success
  2  invalid command line
  3  the database could not be read, or the output could not be written";

pub(super) const REMOVE_HELP: &str = "\
Examples:
  movetext remove games.db --source games.pgn
  movetext remove games.db --tag 'Event=Test*'
  movetext remove games.db --source games.pgn --plies ..5

With --source alone, sources are removed with all that is stored of them. With conditions, games that meet them are
removed with their text; `movetext find` with the same conditions shows which these are. What is left of their sources
is stored anew: movetext export gives it back without them, and its games have other numbers. Files are never changed.

Exit codes:
  0  success
  2  invalid command line
  3  the database could not be read or written, or a document cannot do without the games";

pub(super) const DB_EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  problems were found
  2  invalid command line
  3  a database could not be read or written";

#[derive(Debug, Args)]
pub struct ImportArgs {
    #[command(flatten)]
    pub sources: Sources,

    /// The database, an SQLite file; it is created if it does not exist
    #[arg(long, value_name = "DATABASE")]
    pub to: PathBuf,

    /// Remove what is stored of these files and import them again
    #[arg(long)]
    pub replace: bool,

    /// Index the positions afterwards: see `movetext index`
    #[arg(long)]
    pub index: bool,

    /// Output format of the summary
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct IndexArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub database: PathBuf,

    /// Remove the index
    #[arg(long)]
    pub drop: bool,

    /// Memory for sorting, in MiB
    #[arg(long, value_name = "MIB", default_value = "512")]
    pub memory: usize,

    /// Number of threads [default: number of processors]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub struct ExportArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub database: PathBuf,

    /// The source: its path as it was imported, or the end of that; needed if there are several
    #[arg(long, value_name = "PATH")]
    pub source: Option<PathBuf>,

    /// List the sources
    #[arg(long, conflicts_with_all = ["source", "output"])]
    pub list: bool,

    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub replacing: Replacing,

    #[command(flatten)]
    pub conditions: Conditions,
}

#[derive(Debug, Args)]
pub struct RemoveArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub database: PathBuf,

    /// The source: its path as it was imported, or the end of that; may be given several times
    #[arg(long, value_name = "PATH")]
    pub source: Vec<PathBuf>,

    #[command(flatten)]
    pub conditions: Conditions,
}

#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The databases
    #[arg(value_name = "DATABASE", required = true, num_args = 2..)]
    pub databases: Vec<PathBuf>,

    /// The new database
    #[arg(long, short, value_name = "DATABASE")]
    pub output: PathBuf,
}

#[derive(Debug, Args)]
pub struct DbArgs {
    #[command(subcommand)]
    pub command: DbCommand,
}

#[derive(Debug, Subcommand)]
pub enum DbCommand {
    /// Check all that is stored, byte for byte
    #[command(after_help = DB_EXIT_CODES)]
    Check {
        /// The database
        #[arg(value_name = "DATABASE")]
        database: PathBuf,

        /// Check the files that were imported, too
        #[arg(long)]
        sources: bool,
    },
    /// Bring a database of an older version up to this one
    ///
    /// Databases of version 2 do not hold the text of their sources: the files are read again from where they
    /// were. The old database stays as it is until the new one is complete.
    #[command(after_help = DB_EXIT_CODES)]
    Migrate {
        /// The database
        #[arg(value_name = "DATABASE")]
        database: PathBuf,
    },
}
