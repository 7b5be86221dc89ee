//! Questions to a database.

use super::check::Format;
use super::convert::Target;
use super::sources::variants;
use clap::{Arg, Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Numbers from one to another, either of which may be missing.
pub type Range = (Option<u32>, Option<u32>);

pub(super) const FIND_HELP: &str = "\
Examples:
  movetext find games.db --player Карлсен --date 2010..2015
  movetext find games.db --moves '1. e4 c5' --elo 2500.. --to pgn -o sicilian.pgn
  movetext find games.db --pattern 'all P[d5, e5] then captured q and R[*7] = 2'
  movetext find games.db --position 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' --count

Names are compared without regard to case, accents and scripts; all words have to be there, in any order. In
--tag and --rules, `*` stands for any text and `?` for any character. All conditions have to be met. A range is
FROM..TO, FROM.., ..TO or one value.

A pattern says which pieces stand where, how many there are, what was just played, and what follows what. Letters
of pieces and names of squares are the variant's; docs/PATTERNS.md has all that can be said.

Exit codes:
  0  games were found
  1  no game was found
  2  invalid command line
  3  the database could not be read, or the output could not be written";

pub(super) const TREE_HELP: &str = "\
Examples:
  movetext tree games.db
  movetext tree games.db --moves '1. e4 c5' --elo 2500.. --date 2000..
  movetext tree games.db --player Carlsen --position 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'

The position is the start position unless --position or --moves says otherwise; by which moves a game came there
does not matter. A game counts once, by the move that it played when it first stood there. Points, and the shares
of results, are those of games with a known result; Elo is the mean of the ratings of both players.

Exit codes:
  0  games were found
  1  no game was found
  2  invalid command line
  3  the database could not be read, or the output could not be written";

pub(super) const SQL_HELP: &str = "\
Examples:
  movetext sql games.db 'SELECT first, second, fen(id) FROM games WHERE plies < 40'
  movetext sql games.db \"SELECT eco, count(*) FROM games WHERE matches(id, 'N[f5]') GROUP BY eco\" --format csv
  movetext sql games.db 'SELECT pgn(id) FROM games WHERE id = 17'

Tables and columns are described in docs/DATABASE.md. Functions, of the id of a game:
  fen(id), fen(id, ply)           the last position of the main line, or another one, as FEN or PDTL
  board(id), board(id, ply)       the same as a board of text
  material(id), material(id, ply) the pieces on the board, as KRPPvKR
  moves(id), moves(id, 'uci')     the moves of the main line, in any notation of the variant
  pgn(id)                         the game in export format, with comments and variations
  reaches(id, 'FEN')              whether the main line reaches a position
  matches(id, 'pattern')          whether a pattern occurs in the main line: docs/PATTERNS.md

Nothing can be changed unless --write is given, and no other file be reached.

Exit codes:
  0  success
  1  SQLite refused a statement, or a function its arguments
  2  invalid command line
  3  the database could not be read, or the output could not be written";

pub(super) const DEDUPE_HELP: &str = "\
Examples:
  movetext dedupe games.db
  movetext dedupe games.db --report pairs.jsonl --mark
  movetext sql games.db 'SELECT class, count(*) FROM duplicates GROUP BY class'

Each pair has a class: `exact`, the same moves from the same start; `prefix`, one game is the beginning of the
other; `near`, up to four moves are other ones, missing, too many, or in another order. Moves alone are enough for
long games only; otherwise players, dates and rounds have to agree, too. Nothing is deleted.

Exit codes:
  0  there are no duplicates
  1  there are duplicates
  2  invalid command line
  3  the database could not be read, or the output could not be written";

/// Which games of a database are meant.
#[derive(Clone, Debug, Default, PartialEq, Args)]
#[command(next_help_heading = "Conditions on games of databases")]
pub struct Filters {
    /// Someone with this name plays
    #[arg(long, value_name = "NAME")]
    pub player: Vec<String>,

    /// The first player (White, Red) has this name
    #[arg(long, value_name = "NAME")]
    pub first: Option<String>,

    /// The second player has this name
    #[arg(long, value_name = "NAME")]
    pub second: Option<String>,

    /// Other names of players: a line for each player, with = between the names
    #[arg(long, value_name = "FILE")]
    pub aliases: Option<PathBuf>,

    /// The event
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,

    /// The site
    #[arg(long, value_name = "NAME")]
    pub site: Option<String>,

    /// When it was played: years, months or days, as 1972, 1972.07 or 1972.07.11
    #[arg(long, value_name = "RANGE")]
    pub date: Option<String>,

    /// The ratings of both players
    #[arg(long, value_name = "RANGE", value_parser = numbers)]
    pub elo: Option<Range>,

    /// The result, as 1-0, draw or second-wins
    #[arg(long, value_name = "RESULT")]
    pub result: Option<String>,

    /// What the ECO code begins with
    #[arg(long, value_name = "CODE")]
    pub eco: Option<String>,

    /// The plies of the main line
    #[arg(long, value_name = "RANGE", value_parser = numbers)]
    pub plies: Option<Range>,

    /// A tag with a value
    #[arg(long, value_name = "NAME=PATTERN", value_parser = tag)]
    pub tag: Vec<(String, String)>,

    /// Words in a comment
    #[arg(long, value_name = "WORDS")]
    pub comment: Option<String>,

    /// A position, as FEN or PDTL
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,

    /// Look for the position in variations, too
    #[arg(long, requires = "position")]
    pub variations: bool,

    /// The first moves, in any notation
    #[arg(long, value_name = "MOVES")]
    pub opening: Option<String>,

    /// A pattern of pieces, such as 'N[f5] and no q'
    #[arg(long, value_name = "PATTERN")]
    pub pattern: Option<String>,
}

impl Filters {
    /// Whether there are no conditions.
    pub fn is_empty(&self) -> bool {
        *self == Filters::default()
    }
}

/// Which games of a database are meant, for commands that read nothing but databases.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Conditions on games of databases")]
pub struct Conditions {
    #[command(flatten)]
    pub filters: Filters,

    /// The variant
    #[arg(long, value_name = "ID", value_parser = variants())]
    pub variant: Option<usize>,

    /// The rules by name, where they are not the variant's own, as Atomic
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
}

impl Conditions {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.filters.is_empty() && self.variant.is_none() && self.rules.is_none()
    }
}

/// The first moves are called like those of a game, too, where nothing else is.
pub(super) fn also_moves(arg: Arg) -> Arg {
    arg.visible_alias("moves")
}

/// Both ends of a range, of which either may be missing.
pub fn ends(text: &str) -> (Option<&str>, Option<&str>) {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let end = |text| Some(text).filter(|text: &&str| !text.is_empty());
    (end(from), end(to))
}

/// `2500..2700`, `2500..`, `..2700`, `2500`.
pub(super) fn numbers(text: &str) -> Result<Range, String> {
    let number = |text: Option<&str>| text.map(str::parse).transpose();
    let (from, to) = ends(text);
    match (number(from), number(to)) {
        (Ok(None), Ok(None)) | (Err(_), _) | (_, Err(_)) => {
            Err("expected a range such as 2500..2700, 2500.. or 2500".to_owned())
        }
        (Ok(from), Ok(to)) => Ok((from, to)),
    }
}

/// `Annotator=Tal*`.
pub(super) fn tag(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, pattern)) if !name.is_empty() => Ok((name.to_owned(), pattern.to_owned())),
        _ => Err("expected a name and a pattern, such as Annotator=Tal*".to_owned()),
    }
}

#[derive(Debug, Args)]
pub struct FindArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub database: PathBuf,

    /// Print only how many games there are
    #[arg(long, conflicts_with_all = ["to", "output", "limit"])]
    pub count: bool,

    /// Stop after so many games
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,

    /// Write the games in this format [default: a line for each]
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<Target>,

    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE", requires = "to")]
    pub output: Option<PathBuf>,

    /// Number of threads [default: number of processors]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub conditions: Conditions,
}

#[derive(Debug, Args)]
pub struct TreeArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub database: PathBuf,

    /// Show so many moves at most
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Number of threads [default: number of processors]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub conditions: Conditions,
}

#[derive(Debug, Args)]
pub struct DedupeArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub database: PathBuf,

    /// Write the pairs to this file, as JSON lines, and a summary to standard output
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// Keep the pairs in the database, as the table `duplicates`
    #[arg(long)]
    pub mark: bool,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Number of threads [default: number of processors]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    #[command(flatten)]
    pub conditions: Conditions,
}

#[derive(Debug, Args)]
pub struct SqlArgs {
    /// The database
    #[arg(value_name = "DATABASE")]
    pub database: PathBuf,

    /// One statement, or several with semicolons between them
    #[arg(value_name = "SQL")]
    pub sql: String,

    /// Let statements change the database
    #[arg(long)]
    pub write: bool,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: SqlFormat,
}

/// How the rows of an answer are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SqlFormat {
    /// Aligned columns for people
    Table,
    /// Comma-separated values with a heading
    Csv,
    /// One JSON object per line
    Jsonl,
}
