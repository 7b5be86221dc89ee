//! What can be said on the command line.

mod check;
mod compare;
mod convert;
mod database;
mod questions;
mod show;
mod sources;

pub use check::*;
pub use compare::*;
pub use convert::*;
pub use database::*;
pub use questions::*;
pub use show::*;
pub use sources::*;

use crate::suite::args::SuiteArgs;
use check::{CHECK_HELP, FMT_HELP};
use clap::{Parser, Subcommand};
use compare::COMPARE_HELP;
use convert::CONVERT_HELP;
use database::{DB_EXIT_CODES, EXPORT_HELP, IMPORT_HELP, INDEX_HELP, REMOVE_HELP};
use questions::{DEDUPE_HELP, FIND_HELP, SQL_HELP, TREE_HELP, also_moves};
use show::{BOARD_HELP, EXPLAIN_EXAMPLES, VIEW_HELP};
use sources::{EXIT_CODES, no_paths};
use std::path::PathBuf;

/// Read, check, convert and import game records of chess and its relatives
#[derive(Debug, Parser)]
#[command(name = "movetext", version, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// When to use colors
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        display_order = 900
    )]
    pub color: Color,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Report all problems, with their locations
    #[command(after_help = CHECK_HELP)]
    Check(CheckArgs),
    /// Compare two collections of games by what they mean
    #[command(after_help = COMPARE_HELP, mut_arg("paths", no_paths))]
    Compare(CompareArgs),
    /// Convert games to another format
    #[command(after_help = CONVERT_HELP)]
    Convert(ConvertArgs),
    /// Format games in PGN export format
    #[command(after_help = FMT_HELP)]
    Fmt(FmtArgs),
    /// Draw a position, as a picture or in the terminal
    #[command(after_help = BOARD_HELP)]
    Board(BoardArgs),
    /// Write a page for the browser that shows the games
    #[command(after_help = VIEW_HELP)]
    View(ViewArgs),
    /// Detect what files are, how sure that is, and why
    #[command(after_help = EXIT_CODES)]
    Detect(DetectArgs),
    /// Count games, moves and results of each variant
    #[command(after_help = EXIT_CODES)]
    Stats(StatsArgs),
    /// Import games into an SQLite database
    #[command(after_help = IMPORT_HELP)]
    Import(ImportArgs),
    /// Index the positions in a database, for fast search
    #[command(after_help = INDEX_HELP)]
    Index(IndexArgs),
    /// Find games in a database
    #[command(after_help = FIND_HELP, mut_arg("opening", also_moves))]
    Find(FindArgs),
    /// Show what was played in a position, how often and how well
    #[command(after_help = TREE_HELP, mut_arg("opening", also_moves))]
    Tree(TreeArgs),
    /// Ask a database in SQL, with functions for positions, moves and patterns
    #[command(after_help = SQL_HELP)]
    Sql(SqlArgs),
    /// Find games that a database has more than once
    #[command(after_help = DEDUPE_HELP, mut_arg("opening", also_moves))]
    Dedupe(DedupeArgs),
    /// Give a source back from a database, byte for byte
    #[command(after_help = EXPORT_HELP, mut_arg("opening", also_moves))]
    Export(ExportArgs),
    /// Remove sources or games from a database
    #[command(after_help = REMOVE_HELP, mut_arg("opening", also_moves))]
    Remove(RemoveArgs),
    /// Put the sources of several databases into a new one
    #[command(after_help = DB_EXIT_CODES)]
    Merge(MergeArgs),
    /// Check or migrate a database
    #[command(after_help = DB_EXIT_CODES)]
    Db(DbArgs),
    /// Test readers of game records, movetext or others, with vectors for every rule
    Suite(SuiteArgs),
    /// Explain a diagnostic code or a requirement
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArgs),
    /// Generate shell completions
    #[command(after_help = "\
Examples:
  movetext completions bash > ~/.local/share/bash-completion/completions/movetext
  movetext completions zsh > ~/.zfunc/_movetext
  movetext completions fish > ~/.config/fish/completions/movetext.fish")]
    Completions {
        /// The shell to generate completions for
        shell: clap_complete::Shell,
    },
    /// Generate man pages
    #[command(after_help = "\
Example:
  movetext man ~/.local/share/man/man1")]
    Man {
        /// The folder to write the pages to; it is created if it does not exist
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}
