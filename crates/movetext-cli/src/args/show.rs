//! Pictures, pages, and what is told of files and codes.

use super::check::{Format, LeastSeverity, Replacing};
use super::questions::Filters;
use super::sources::{Sources, variants};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use movetext_view::LANGUAGES;
use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::PathBuf;

pub(super) const EXPLAIN_EXAMPLES: &str = "\
Examples:
  movetext explain illegal-move
  movetext explain missing-result CH-208
  movetext explain --list";

pub(super) const BOARD_HELP: &str = "\
Examples:
  movetext board games.pgn                                The last position, in the terminal
  movetext board games.pgn --game 3 --ply 17 -o x.svg     A position of a game as a picture
  movetext board '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1' -o x.svg   A position in FEN (or PDTL)
  movetext board --variant xiangqi --pieces western -o x.svg  The start position

Exit codes:
  0  success
  1  there is no such game or position, or the moves before it cannot be played
  2  invalid command line
  3  the input could not be read, or the output could not be written";

pub(super) const VIEW_HELP: &str = "\
Examples:
  movetext view games.pgn -o games.html           A page with the games, their boards and problems
  movetext view chess.pgn xiangqi/ games.db -o all.html
  movetext view games.db --player Tal -o tal.html  The games of a player
  movetext find games.db --player Tal --to pgn | movetext view - --title Tal -o tal.html

The page is one file that needs no network. It opens in any browser, also from a folder, and
speaks English, Catalan, Spanish, Russian and Chinese. Problems are those of `movetext check`.

Exit codes:
  0  success
  1  problems of severity error were found (the page shows them), or the page would be too large
  2  invalid command line
  3  an input could not be read, or the output could not be written";

#[derive(Debug, Args)]
pub struct BoardArgs {
    /// A file of games, or a position in FEN or PDTL; `-` is standard input
    ///
    /// Without it, the start position of the variant is drawn.
    #[arg(value_name = "PATH|POSITION", required_unless_present = "variant")]
    pub subject: Option<OsString>,

    /// Draw as this variant [default: detected]
    #[arg(long, value_name = "ID", value_parser = variants())]
    pub variant: Option<usize>,

    /// Which game of the file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub game: NonZeroU64,

    /// After how many plies of the main line; 0 is the start [default: all]
    #[arg(long, value_name = "N")]
    pub ply: Option<usize>,

    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Output format [default: by the extension of FILE; unicode without one]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<BoardFormat>,

    /// Put the second player's side at the bottom
    #[arg(long)]
    pub flip: bool,

    /// Colors of pictures
    #[arg(long, value_name = "THEME", default_value = "light")]
    pub theme: Theme,

    /// Width of pictures in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 480, value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub size: u32,

    /// Set of pieces: staunton; traditional, simplified, western (Xiangqi); cescacs; letters
    #[arg(long, value_name = "SET")]
    pub pieces: Option<String>,

    /// Leave out the coordinates of pictures
    #[arg(long)]
    pub no_coordinates: bool,

    /// Arrows, as comments write them: Ge2e4,Rd8d1 (R red, G green, B blue, Y yellow)
    #[arg(long, value_name = "LIST")]
    pub arrows: Option<String>,

    /// Colored squares, as comments write them: Re4,Gd5
    #[arg(long, value_name = "LIST")]
    pub squares: Option<String>,
}

/// How a board is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardFormat {
    /// A picture in lines and shapes
    Svg,
    /// A picture in pixels (if the command is built with the feature png)
    Png,
    /// Text with the characters of the pieces
    Unicode,
    /// Text with the letters of the pieces
    Ascii,
}

/// The colors of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Theme {
    /// For light pages
    Light,
    /// For dark pages
    Dark,
}

#[derive(Debug, Args)]
pub struct ViewArgs {
    #[command(flatten)]
    pub sources: Sources,

    /// Title of the page [default: the players, or the names of the files]
    #[arg(long, value_name = "TITLE")]
    pub title: Option<String>,

    /// Language of the page [default: what the reader's browser prefers]
    #[arg(long, value_name = "LANG", value_parser = PossibleValuesParser::new(LANGUAGES))]
    pub lang: Option<String>,

    /// Show problems of this severity and above
    #[arg(long, value_name = "SEVERITY", default_value = "warning")]
    pub severity: LeastSeverity,

    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub replacing: Replacing,

    #[command(flatten)]
    pub filters: Filters,
}

#[derive(Debug, Args)]
pub struct DetectArgs {
    #[command(flatten)]
    pub sources: Sources,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Show what a file may be, and what speaks for and against it
    #[arg(long)]
    pub explain: bool,

    /// Read all games, and count those of each variant and notation
    #[arg(long)]
    pub per_game: bool,

    /// Look at so many bytes [default: 65536]
    #[arg(long, value_name = "BYTES")]
    pub window: Option<usize>,
}

#[derive(Debug, Args)]
pub struct StatsArgs {
    #[command(flatten)]
    pub sources: Sources,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    #[command(flatten)]
    pub filters: Filters,
}

#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Codes such as illegal-move, and requirements such as CH-142
    #[arg(required_unless_present = "list", value_name = "CODE")]
    pub names: Vec<String>,

    /// List all codes with their summaries, the gravest first
    #[arg(long, conflicts_with = "names")]
    pub list: bool,

    /// How to write the explanations
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}
