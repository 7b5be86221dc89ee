//! What can be said on the command line.

use crate::replace::Policy;
use crate::suite::args::SuiteArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, CommandFactory, Parser, Subcommand, ValueEnum};
use encoding_rs::Encoding;
use movetext::check::Conformance;
use movetext::compare::{Aspect, By, Options, UnknownAspect};
use movetext::diagnostic::Severity;
use movetext::io::encoding_for_label;
use movetext::pgn::Selection;
use movetext::registry::{VariantSet, WithVariant};
use movetext::variants::ChessAlphabet;
use movetext::variants::Standard;
use movetext::{Limits, Side, Strictness, Variant};
use movetext_view::LANGUAGES;
use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  problems of severity error were found
  2  invalid command line
  3  an input could not be read, or the output could not be written";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  movetext explain illegal-move
  movetext explain missing-result CH-208
  movetext explain --list";

const CHECK_HELP: &str = "\
Examples:
  movetext check games.pgn                    Report problems with file, line and column
  movetext check --severity info games.pgn    Also report unusual spellings
  movetext check --strict=export games.pgn    Require the export format, byte for byte
  movetext check --fix games.pgn              Fix what has one clear correction

Exit codes:
  0  no problems of severity error
  1  problems of severity error were found (with --strict: problems of any severity)
  2  invalid command line
  3  an input could not be read, or the output could not be written";

const COMPARE_HELP: &str = "\
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

const CONVERT_HELP: &str = "\
Examples:
  movetext convert --to jsonl games.pgn                       One JSON object per game
  movetext convert --to pgn --notation lan games.pgn          Long algebraic notation
  movetext convert --to pgn --notation wxf xiangqi.pgn        Chinese moves to WXF
  movetext convert --to fen --output games.fen games.pgn      The position after each ply

Exit codes:
  0  success
  1  problems of severity error were found, or a game could not be converted
  2  invalid command line
  3  an input could not be read, or the output could not be written";

const FMT_HELP: &str = "\
Examples:
  movetext fmt games.pgn               Print the games in export format
  movetext fmt --in-place *.pgn        Rewrite the files
  movetext fmt --check *.pgn           List files that are not in export format

Exit codes:
  0  success
  1  problems of severity error were found, or (--check) a file is not in export format
  2  invalid command line
  3  an input could not be read, or the output could not be written";

const IMPORT_HELP: &str = "\
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

const BOARD_HELP: &str = "\
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

const VIEW_HELP: &str = "\
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

const FIND_HELP: &str = "\
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

const INDEX_HELP: &str = "\
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

const TREE_HELP: &str = "\
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

const SQL_HELP: &str = "\
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

const DEDUPE_HELP: &str = "\
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

const EXPORT_HELP: &str = "\
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

const REMOVE_HELP: &str = "\
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

const DB_EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  problems were found
  2  invalid command line
  3  a database could not be read or written";

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

/// What to read and how; the same for all commands.
#[derive(Debug, Args)]
pub struct Sources {
    /// Files and folders to read; `-` is standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Read all games as this variant, ignoring their tags; with conditions, of the variant's games alone
    #[arg(long, value_name = "ID", value_parser = variants())]
    pub variant: Option<usize>,

    /// Assume this text encoding: utf-8, windows-1252, gb18030, big5, utf-16le, ... [default: detected]
    #[arg(long, value_name = "LABEL", value_parser = encoding)]
    pub encoding: Option<&'static Encoding>,

    /// How WXF moves of Xiangqi name one of several soldiers [default: determined from the game]
    ///
    /// Applies to reading and writing. Without it, the rest of the game decides between two meanings of a
    /// move; if it does not, the move is an error.
    #[arg(long, value_name = "SCHEME")]
    pub wxf_scheme: Option<WxfScheme>,

    /// Read chess moves with the piece letters of this language [default: english]
    ///
    /// For example german, french, spanish, italian, dutch, portuguese, polish, czech or hungarian. Piece
    /// letters are never guessed.
    #[arg(long, value_name = "LANGUAGE", value_parser = pieces, conflicts_with = "wxf_scheme")]
    pub pieces: Option<String>,

    /// Which rules moves must obey
    #[arg(long, value_name = "RULES", default_value = "legal")]
    pub rules: Rules,

    /// Largest game to read, in KiB; the rest of a larger game is skipped and reported as an error. Memory use
    /// grows with it, up to fortyfold
    #[arg(long, value_name = "KIB", default_value_t = 1280, value_parser = up_to(1 << 19))]
    pub max_game: u32,

    /// Largest window of a Zstandard source, in MiB; the decompressor keeps it in memory
    #[arg(long, value_name = "MIB", default_value_t = 8, value_parser = up_to(2048))]
    pub zstd_window: u32,

    /// Number of threads [default: number of processors]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

/// How files are replaced.
#[derive(Debug, Args)]
pub struct Replacing {
    /// Replace files that are read-only, too
    #[arg(long)]
    pub force: bool,

    /// Keep the file that is replaced under its name with this suffix
    #[arg(
        long,
        value_name = "SUFFIX",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "~",
        value_parser = suffix,
    )]
    pub backup: Option<String>,
}

impl Replacing {
    /// The same for those who replace files.
    pub fn policy(&self) -> Policy {
        Policy {
            force: self.force,
            backup: self.backup.clone(),
        }
    }

    /// Ends the program if there is something to be said of files that are replaced, and none are.
    pub fn verify(&self, replaces: bool, option: &str) {
        if !replaces && (self.force || self.backup.is_some()) {
            usage(&format!("--force and --backup go with {option}"));
        }
    }
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub sources: Sources,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Check conformance to the specification, too
    #[arg(
        long,
        value_name = "FORM",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "import"
    )]
    pub strict: Option<Strict>,

    /// Report problems of this severity and above [default: warning; with --strict: info]
    #[arg(long, value_name = "SEVERITY")]
    pub severity: Option<LeastSeverity>,

    /// Fix reported problems that have one clear correction, in place; all other bytes stay as they are
    #[arg(long)]
    pub fix: bool,

    #[command(flatten)]
    pub replacing: Replacing,

    /// Print only a summary for each file
    #[arg(long, short)]
    pub quiet: bool,

    /// Maximum number of problems to show for each file; 0 shows all
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub max_diagnostics: u64,

    #[command(flatten)]
    pub filters: Filters,
}

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

/// Two paths have names of their own; no others are taken.
fn no_paths(paths: Arg) -> Arg {
    paths.required(false).hide(true)
}

fn aspect(text: &str) -> Result<Aspect, UnknownAspect> {
    text.parse()
}

#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub sources: Sources,

    /// Output format
    #[arg(long, value_name = "FORMAT")]
    pub to: Target,

    /// How much of each game to write as PGN, and in which form [default: export]
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<PgnProfile>,

    /// Move notation in PGN [default: the standard notation of the variant]
    ///
    /// Chess: san, lan and uci, the first two also with the piece letters of another language, e.g.
    /// san,pieces=german. Xiangqi: chinese, wxf and iccs. C'escacs: ctl-an and ctl-fan.
    #[arg(long, value_name = "NOTATION", value_parser = notation)]
    pub notation: Option<String>,

    /// Characters of Chinese moves [default: simplified]
    #[arg(long, value_name = "SCRIPT")]
    pub script: Option<Script>,

    /// Width of Black's digits in Chinese moves [default: half]
    #[arg(long, value_name = "WIDTH")]
    pub digits: Option<Digits>,

    /// Mark of a sideways move in WXF [default: dot; with wxr2018: equals]
    #[arg(long, value_name = "MARK")]
    pub sideways: Option<Sideways>,

    /// Alternative piece letters of C'escacs to use, e.g. ACT, declared in the tag Redefine
    /// [default: as in the record]
    #[arg(long, value_name = "LETTERS")]
    pub letters: Option<String>,

    /// Hyphen in moves of C'escacs [default: ascii]
    #[arg(long, value_name = "HYPHEN")]
    pub hyphen: Option<Hyphen>,

    /// Write one variation as the main line, e.g. 0:1:1 (C'escacs)
    ///
    /// One number for each move that has variations: the variation to enter, or 0 to stay in the line.
    #[arg(long, value_name = "NUMBERS", value_parser = line, conflicts_with = "moves")]
    pub line: Option<Selection>,

    /// Write only these moves, e.g. 13-25, 20b-35w or 40- (C'escacs)
    #[arg(long, value_name = "FROM-TO", value_parser = moves, allow_hyphen_values = true)]
    pub moves: Option<Selection>,

    /// Text encoding of the PGN written; a game with characters it lacks is an error [default: utf-8]
    #[arg(long, value_name = "LABEL", value_parser = encoding)]
    pub to_encoding: Option<&'static Encoding>,

    #[command(flatten)]
    pub layout: Layout,

    /// What to do with what PCN cannot hold: comments, variations, most tags [default: keep]
    #[arg(long, value_name = "WHAT")]
    pub on_loss: Option<OnLoss>,

    /// Write to this file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub replacing: Replacing,

    #[command(flatten)]
    pub filters: Filters,
}

/// How PGN is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Args)]
pub struct Layout {
    /// Maximum line length of PGN movetext; 0 means no limit [default: 80]
    #[arg(long, value_name = "N")]
    pub columns: Option<usize>,

    /// Write a space after move numbers: `1. e4`
    #[arg(long)]
    pub space_after_number: bool,
}

#[derive(Debug, Args)]
pub struct FmtArgs {
    #[command(flatten)]
    pub sources: Sources,

    #[command(flatten)]
    pub layout: Layout,

    /// Rewrite the files; a file that would lose something is left unchanged
    #[arg(long, conflicts_with = "check")]
    pub in_place: bool,

    #[command(flatten)]
    pub replacing: Replacing,

    /// List files that are not in export format, and exit with code 1 if there are any
    #[arg(long)]
    pub check: bool,

    #[command(flatten)]
    pub filters: Filters,
}

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
fn also_moves(arg: Arg) -> Arg {
    arg.visible_alias("moves")
}

/// Numbers from one to another, either of which may be missing.
pub type Range = (Option<u32>, Option<u32>);

/// Both ends of a range, of which either may be missing.
pub fn ends(text: &str) -> (Option<&str>, Option<&str>) {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let end = |text| Some(text).filter(|text: &&str| !text.is_empty());
    (end(from), end(to))
}

/// `2500..2700`, `2500..`, `..2700`, `2500`.
fn numbers(text: &str) -> Result<Range, String> {
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
fn tag(text: &str) -> Result<(String, String), String> {
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

/// How much is asked of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rules {
    /// Agreement with the board only (C'escacs; all rules for other variants)
    Minimal,
    /// All rules of the game
    Legal,
}

impl Rules {
    /// The same in terms of the library.
    pub fn strictness(self) -> Strictness {
        match self {
            Rules::Minimal => Strictness::Minimal,
            Rules::Legal => Strictness::Legal,
        }
    }
}

/// What games are held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strict {
    /// What the specification allows people to write (import format)
    Import,
    /// What it requires of programs, byte for byte (export format)
    Export,
}

/// How grave a finding must be to be reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LeastSeverity {
    /// Also unusual spellings with one clear meaning
    Info,
    /// Also style problems
    Warning,
    /// Only what could not be read or played
    Error,
}

impl CheckArgs {
    /// Bounds. Whoever wants problems fixed wants more of them than fit in a report.
    pub fn limits(&self) -> Limits {
        let mut limits = self.sources.limits();
        if self.fix {
            limits.findings = 1 << 16;
        }
        limits
    }

    /// How strictly games are checked.
    pub fn conformance(&self) -> Conformance {
        match self.strict {
            None => Conformance::Consistency,
            Some(Strict::Import) => Conformance::Import,
            Some(Strict::Export) => Conformance::Export,
        }
    }

    /// Findings below this are not reported.
    pub fn least_severity(&self) -> Severity {
        match (self.severity, self.strict) {
            (Some(least), _) => least.severity(),
            (None, Some(_)) => Severity::Info,
            (None, None) => Severity::Warning,
        }
    }
}

impl LeastSeverity {
    /// The same in terms of the library.
    pub fn severity(self) -> Severity {
        match self {
            LeastSeverity::Info => Severity::Info,
            LeastSeverity::Warning => Severity::Warning,
            LeastSeverity::Error => Severity::Error,
        }
    }
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people
    Text,
    /// One JSON array
    Json,
    /// One JSON object per line
    Jsonl,
}

/// What games can be converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// JSON, one object per line for each game; complete, and can be read back
    Jsonl,
    /// PGN
    Pgn,
    /// The position after each ply of the main line, as EPD with `hmvc` and `fmvn`
    Epd,
    /// The position after each ply of the main line, as FEN
    Fen,
    /// XML, one element for each game, as proposed by the specification of Xiangqi
    Xml,
    /// The position after each ply of the main line, as PDTL (C'escacs)
    Pdtl,
    /// Portable Chess Notation, one document per line
    Pcn,
    /// Chess moves for engines: `position startpos moves e2e4 e7e5`
    Uci,
    /// Xiangqi moves for engines: `position startpos moves H2-E2 H9-G7`
    Iccs,
}

/// What to do with what the other format cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnLoss {
    /// Keep it in an extra member, `...movetext`
    Keep,
    /// Leave it out and report how much was lost
    Report,
    /// Leave out such games
    Fail,
}

/// How much of a game is written as PGN, and how strictly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PgnProfile {
    /// Byte for byte as in the source
    Lossless,
    /// Export format
    Export,
    /// Export format with only the seven-tag roster and the main line (C'escacs: for a minimal reader, with
    /// all tags but Redefine)
    #[value(alias = "minimal")]
    Reduced,
}

/// How WXF names one of several soldiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WxfScheme {
    /// `P+ P. P-`, `Pa` to `Pe`
    Xqbase,
    /// The Asian Xiangqi Federation, 1982: `P+ P5 P-`, `++ P+ P- --`, `3+ 33 3-`
    Axf,
    /// The World Xiangqi Rules, 2018: `15 25 35`
    Wxr2018,
}

/// The hyphens of C'escacs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Hyphen {
    /// U+002D, the hyphen of the keyboard
    Ascii,
    /// U+2010
    Unicode,
}

/// Which variation is meant: `0:1:1`.
fn line(text: &str) -> Result<Selection, String> {
    let numbers: Result<Vec<u32>, _> = text.split(':').map(str::parse).collect();
    match numbers {
        Ok(numbers) => Ok(Selection::Variation(numbers)),
        Err(_) => Err("expected numbers separated by colons, such as 0:1:1".to_owned()),
    }
}

/// Which moves are meant: `13-25`, `20b-35w`, `40-`, `-12`.
fn moves(text: &str) -> Result<Selection, String> {
    let expected = || {
        "expected two move numbers separated by a hyphen, such as 13-25; one of them may be missing"
            .to_owned()
    };
    let place = |text: &str, usual: Side| -> Result<Option<(u32, Side)>, String> {
        let (number, side) = match (text.strip_suffix('w'), text.strip_suffix('b')) {
            (Some(number), _) => (number, Side::First),
            (_, Some(number)) => (number, Side::Second),
            _ if text.is_empty() => return Ok(None),
            _ => (text, usual),
        };
        let number = number.parse().map_err(|_| expected())?;
        Ok(Some((number, side)))
    };
    let (from, to) = text.split_once('-').ok_or_else(expected)?;
    let (from, to) = (place(from, Side::First)?, place(to, Side::Second)?);
    match (from, to) {
        (None, None) => Err(expected()),
        (from, to) => Ok(Selection::Moves { from, to }),
    }
}

/// The characters of Chinese moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Script {
    /// `马8进7`
    Simplified,
    /// `馬8進7`
    Traditional,
}

/// The digits of Chinese moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Digits {
    /// `马8进7`
    Half,
    /// `马８进７`
    Full,
}

/// What stands for a move sideways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sideways {
    /// `C2.5`
    Dot,
    /// `C2=5`
    Equals,
    /// `C25`
    Nothing,
}

/// The name of a value on the command line, which is also its name in the library.
pub fn name(value: impl ValueEnum) -> String {
    let value = value.to_possible_value();
    value.map_or_else(String::new, |value| value.get_name().to_owned())
}

/// When to use colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// Whether the standard output is to be coloured.
    pub fn styled(self) -> bool {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                std::io::stdout().is_terminal()
                    && !set("NO_COLOR")
                    && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        }
    }
}

impl Sources {
    /// Bounds on what a source may cost.
    pub fn limits(&self) -> Limits {
        Limits {
            game: (self.max_game as usize) << 10,
            window: u64::from(self.zstd_window) << 20,
            ..Limits::default()
        }
    }

    /// How many files to work on at a time.
    pub fn jobs(&self) -> usize {
        self.jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get)
    }

    /// The notation that moves are expected in, if there is anything to be said of it.
    pub fn notation(&self) -> Option<String> {
        let scheme = self.wxf_scheme.map(name);
        let scheme = scheme.map(|scheme| format!("wxf,scheme={scheme}"));
        let pieces = self.pieces.as_ref();
        scheme.or_else(|| pieces.map(|language| format!("san,pieces={language}")))
    }

    /// Ends the program if the standard input is named more than once.
    pub fn verify(&self) {
        if self.paths.iter().filter(|path| *path == "-").count() > 1 {
            usage("standard input `-` can be given only once");
        }
    }
}

/// Ends the program: the command line makes no sense.
pub fn usage(message: &str) -> ! {
    Cli::command()
        .error(ErrorKind::ArgumentConflict, message)
        .exit()
}

/// Ends the program: the arguments of this command make no sense.
pub fn usage_of(command: &str, message: &str) -> ! {
    let mut cli = Cli::command();
    // Its usage line has the name of the program, too.
    cli.build();
    match cli.find_subcommand_mut(command) {
        Some(command) => command.error(ErrorKind::ValueValidation, message).exit(),
        None => usage(message),
    }
}

fn variants() -> impl TypedValueParser<Value = usize> {
    let ids = Standard::VARIANTS.iter().map(|profile| profile.id);
    PossibleValuesParser::new(ids).map(|id| Standard::find(&id).unwrap_or_default())
}

/// A notation that some variant has.
pub fn notation(name: &str) -> Result<String, String> {
    struct Known<'n>(&'n str);
    impl WithVariant for Known<'_> {
        type Output = bool;
        fn run<V: Variant>(self) -> bool {
            movetext::pgn::notation::<V>(self.0).is_some()
        }
    }
    match (0..Standard::VARIANTS.len()).any(|index| Standard::run(index, Known(name))) {
        true => Ok(name.to_owned()),
        false => Err("unknown notation".to_owned()),
    }
}

/// A language whose piece letters are known.
fn pieces(language: &str) -> Result<String, String> {
    let known = notation(&format!("san,pieces={language}")).is_ok();
    match known && !language.contains([',', '=']) {
        true => Ok(language.to_owned()),
        false => Err(format!(
            "known are {}",
            ChessAlphabet::languages().collect::<Vec<_>>().join(", ")
        )),
    }
}

fn encoding(label: &str) -> Result<&'static Encoding, String> {
    encoding_for_label(label.trim()).ok_or_else(|| "unknown encoding".to_owned())
}

/// From 1 to so many.
fn up_to(most: i64) -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=most)
}

/// A suffix that leaves a name in its folder.
fn suffix(text: &str) -> Result<String, String> {
    if text.is_empty() || text.contains(['/', '\\']) {
        Err("a suffix such as ~ or .bak is expected".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

/// Whether a path stands for the standard input.
pub fn is_stdin(path: &OsStr) -> bool {
    path == "-"
}
