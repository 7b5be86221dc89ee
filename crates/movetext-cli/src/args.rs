//! What can be said on the command line.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use encoding_rs::Encoding;
use movetext::check::Conformance;
use movetext::diagnostic::Severity;
use movetext::io::encoding_for_label;
use movetext::pgn::Selection;
use movetext::registry::{Standard, Task, VariantSet};
use movetext::{Side, Strictness, Variant};
use std::ffi::OsStr;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::PathBuf;

const EXIT_CODES: &str = "\
Exit codes:
  0  fine
  1  findings of severity error
  2  the command line is not understood
  3  some input could not be read, or the output could not be written";

/// Reads, checks, converts and imports the written records of many chesses.
#[derive(Debug, Parser)]
#[command(name = "movetext", version, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// When to use colours
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
    /// Report everything that deviates, with its place
    #[command(after_help = EXIT_CODES)]
    Check(CheckArgs),
    /// Write the games in another format
    #[command(after_help = EXIT_CODES)]
    Convert(ConvertArgs),
    /// Write games in the export format of PGN
    #[command(after_help = EXIT_CODES)]
    Fmt(FmtArgs),
    /// Tell compression, encoding, format and variant
    #[command(after_help = EXIT_CODES)]
    Detect(DetectArgs),
    /// Count games and moves of each variant
    #[command(after_help = EXIT_CODES)]
    Stats(StatsArgs),
    /// Read games into a database; go on with what was broken off
    #[command(after_help = EXIT_CODES)]
    Import(ImportArgs),
    /// Write the completions for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// What to read and how; the same for all commands.
#[derive(Debug, Args)]
pub struct Sources {
    /// Files and folders in any mix; `-` is the standard input
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Read all games as this variant, whatever their tags say
    #[arg(long, value_name = "ID", value_parser = variants())]
    pub variant: Option<usize>,

    /// Read the text in this encoding: utf-8, windows-1252, gb18030, big5, utf-16le, ...
    #[arg(long, value_name = "LABEL", value_parser = encoding)]
    pub encoding: Option<&'static Encoding>,

    /// Read and write one of several soldiers in WXF moves of Xiangqi by this scheme; where none is
    /// given, the rest of the game tells what has two meanings, else it is an error
    #[arg(long, value_name = "SCHEME")]
    pub wxf_scheme: Option<WxfScheme>,

    /// How much is asked of a move
    #[arg(long, value_name = "RULES", default_value = "legal")]
    pub rules: Rules,

    /// Use so many threads [default: as many as there are processors]
    #[arg(long, short, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub sources: Sources,

    /// How to write the findings
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Hold the games to the specification: as people may write them, or as programs do
    #[arg(
        long,
        value_name = "FORM",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "import"
    )]
    pub strict: Option<Strict>,

    /// Report findings of this severity and above [default: warning; with --strict: info]
    #[arg(long, value_name = "SEVERITY")]
    pub severity: Option<LeastSeverity>,

    /// Mend what is reported, where there is one plain way; all else stays byte for byte as it is
    #[arg(long)]
    pub fix: bool,

    /// Leave the findings out of the text: only a summary for each file
    #[arg(long, short)]
    pub quiet: bool,

    /// Show at most so many findings of a file as text; 0 shows all
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub max_diagnostics: u64,
}

#[derive(Debug, Args)]
pub struct ConvertArgs {
    #[command(flatten)]
    pub sources: Sources,

    /// The format to write
    #[arg(long, value_name = "FORMAT")]
    pub to: Target,

    /// How much of a game is written as PGN, and how strictly [default: export]
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<PgnProfile>,

    /// How moves are written in PGN [default: the standard one of the game]
    ///
    /// Chess has san, lan and uci; Xiangqi chinese, wxf and iccs; C'escacs ctl-an and ctl-fan.
    #[arg(long, value_name = "NOTATION", value_parser = notation)]
    pub notation: Option<String>,

    /// The characters of Chinese moves [default: simplified]
    #[arg(long, value_name = "SCRIPT")]
    pub script: Option<Script>,

    /// Black's digits in Chinese moves [default: half]
    #[arg(long, value_name = "WIDTH")]
    pub digits: Option<Digits>,

    /// What stands for a move sideways in WXF moves [default: dot; of wxr2018: equals]
    #[arg(long, value_name = "MARK")]
    pub sideways: Option<Sideways>,

    /// The alternative letters of C'escacs that are used, e.g. ACT, declared in the tag Redefine
    /// [default: those of the record]
    #[arg(long, value_name = "LETTERS")]
    pub letters: Option<String>,

    /// The hyphen in moves of C'escacs [default: ascii]
    #[arg(long, value_name = "HYPHEN")]
    pub hyphen: Option<Hyphen>,

    /// Write one variation as a line: which one is entered at each move that has some, 0 for none,
    /// e.g. 0:1:1 (C'escacs)
    #[arg(long, value_name = "NUMBERS", value_parser = line, conflicts_with = "moves")]
    pub line: Option<Selection>,

    /// Write these moves alone, e.g. 13-25, 20b-35w or 40- (C'escacs)
    #[arg(long, value_name = "FROM-TO", value_parser = moves, allow_hyphen_values = true)]
    pub moves: Option<Selection>,

    /// Write PGN in this encoding; a game with a character that it does not have is an error
    #[arg(long, value_name = "LABEL", value_parser = encoding)]
    pub to_encoding: Option<&'static Encoding>,

    #[command(flatten)]
    pub layout: Layout,

    /// What to do with what PCN cannot hold: comments, variations, most tags [default: keep]
    #[arg(long, value_name = "WHAT")]
    pub on_loss: Option<OnLoss>,

    /// Write to this file instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How PGN is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Args)]
pub struct Layout {
    /// Fill the lines of PGN movetext up to so many characters; 0 sets no limit [default: 80]
    #[arg(long, value_name = "N")]
    pub columns: Option<usize>,

    /// Write a blank after move numbers: `1. e4`
    #[arg(long)]
    pub space_after_number: bool,
}

#[derive(Debug, Args)]
pub struct FmtArgs {
    #[command(flatten)]
    pub sources: Sources,

    #[command(flatten)]
    pub layout: Layout,

    /// Write the files anew; those of which something would be lost stay as they are
    #[arg(long, conflicts_with = "check")]
    pub in_place: bool,

    /// Write nothing but the names of files that are not in this format; the exit code is then 1
    #[arg(long)]
    pub check: bool,
}

#[derive(Debug, Args)]
pub struct DetectArgs {
    #[command(flatten)]
    pub sources: Sources,

    /// How to write what was found
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct StatsArgs {
    #[command(flatten)]
    pub sources: Sources,

    /// How to write the table
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct ImportArgs {
    #[command(flatten)]
    pub sources: Sources,

    /// The database: an SQLite file, made if there is none
    #[arg(long, value_name = "DATABASE")]
    pub to: PathBuf,

    /// Remove first what is stored of these files, and import them anew
    #[arg(long)]
    pub replace: bool,

    /// How to write what was imported
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// How much is asked of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Rules {
    /// That it agrees with the board (C'escacs; other games are read by all rules)
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
    /// What the specification allows people to write
    Import,
    /// What it demands of programs, byte for byte
    Export,
}

/// How grave a finding must be to be reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LeastSeverity {
    /// Other spellings with one plain meaning, too
    Info,
    /// What a careful writer would mend, too
    Warning,
    /// Only what could not be understood
    Error,
}

impl CheckArgs {
    /// How strictly games are checked.
    pub fn conformance(&self) -> Conformance {
        match self.strict {
            None => Conformance::Sense,
            Some(Strict::Import) => Conformance::Import,
            Some(Strict::Export) => Conformance::Export,
        }
    }

    /// Findings below this are not reported.
    pub fn least_severity(&self) -> Severity {
        match (self.severity, self.strict) {
            (Some(LeastSeverity::Info), _) | (None, Some(_)) => Severity::Info,
            (Some(LeastSeverity::Warning), _) | (None, None) => Severity::Warning,
            (Some(LeastSeverity::Error), _) => Severity::Error,
        }
    }
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON array
    Json,
    /// One JSON object a line
    Jsonl,
}

/// What games can be converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// One JSON object a line for each game, complete: it can be read again
    Jsonl,
    /// PGN
    Pgn,
    /// The position after each ply of the main line, as EPD with `hmvc` and `fmvn`
    Epd,
    /// The position after each ply of the main line, as FEN
    Fen,
    /// XML, an element for each game, as the specification of Xiangqi proposes
    Xml,
    /// The position after each ply of the main line, as PDTL (C'escacs)
    Pdtl,
    /// Portable Chess Notation, a document on each line
    Pcn,
    /// The moves of chess as engines are told them: `position startpos moves e2e4 e7e5`
    Uci,
    /// The same for Xiangqi: `position startpos moves H2-E2 H9-G7`
    Iccs,
}

/// What to do with what the other format cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OnLoss {
    /// Keep it in a member of its own, `...movetext`
    Keep,
    /// Leave it out and say how much it was
    Report,
    /// Leave such games out
    Fail,
}

/// How much of a game is written as PGN, and how strictly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PgnProfile {
    /// As it was, byte for byte
    Lossless,
    /// In export format
    Export,
    /// In export format, with the seven roster tags and the main line alone; C'escacs: for a minimal
    /// reader, with all tags but Redefine
    #[value(alias = "minimal")]
    Reduced,
}

/// How WXF names one of several soldiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WxfScheme {
    /// `P+ P. P-`, `Pa` to `Pe`
    Xqbase,
    /// The Asian federation's of 1982: `P+ P5 P-`, `++ P+ P- --`, `3+ 33 3-`
    Axf,
    /// The World Xiangqi Rules of 2018: `15 25 35`
    Wxr2018,
}

/// The hyphens of C'escacs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Hyphen {
    /// U+002D, that of the keyboard
    Ascii,
    /// U+2010
    Unicode,
}

/// Which variation is meant: `0:1:1`.
fn line(text: &str) -> Result<Selection, String> {
    let numbers: Result<Vec<u32>, _> = text.split(':').map(str::parse).collect();
    match numbers {
        Ok(numbers) => Ok(Selection::Variation(numbers)),
        Err(_) => Err("numbers parted by colons are expected".to_owned()),
    }
}

/// Which moves are meant: `13-25`, `20b-35w`, `40-`, `-12`.
fn moves(text: &str) -> Result<Selection, String> {
    let expected = || "two move numbers parted by a hyphen are expected, or one of them".to_owned();
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

/// When to use colours.
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
    /// How many files to work on at a time.
    pub fn jobs(&self) -> usize {
        self.jobs
            .or_else(|| std::thread::available_parallelism().ok())
            .map_or(1, NonZeroUsize::get)
    }

    /// The notation that moves are expected in, if there is anything to be said of it.
    pub fn notation(&self) -> Option<String> {
        self.wxf_scheme
            .map(|scheme| format!("wxf,scheme={}", name(scheme)))
    }

    /// Ends the program if the standard input is named more than once.
    pub fn verify(&self) {
        if self.paths.iter().filter(|path| *path == "-").count() > 1 {
            usage("the standard input `-` can be read only once");
        }
    }
}

/// Ends the program: the command line makes no sense.
pub fn usage(message: &str) -> ! {
    Cli::command()
        .error(ErrorKind::ArgumentConflict, message)
        .exit()
}

fn variants() -> impl TypedValueParser<Value = usize> {
    let ids = Standard::PROFILES.iter().map(|profile| profile.id);
    PossibleValuesParser::new(ids).map(|id| Standard::find(&id).unwrap_or_default())
}

/// A notation that some variant has.
pub fn notation(name: &str) -> Result<String, String> {
    struct Known<'n>(&'n str);
    impl Task for Known<'_> {
        type Output = bool;
        fn run<V: Variant>(self) -> bool {
            movetext::pgn::notation::<V>(self.0).is_some()
        }
    }
    match (0..Standard::PROFILES.len()).any(|index| Standard::run(index, Known(name))) {
        true => Ok(name.to_owned()),
        false => Err("no variant has a notation of this name".to_owned()),
    }
}

fn encoding(label: &str) -> Result<&'static Encoding, String> {
    encoding_for_label(label.trim())
        .ok_or_else(|| "no encoding of this name can be read here".to_owned())
}

/// Whether a path stands for the standard input.
pub fn is_stdin(path: &OsStr) -> bool {
    path == "-"
}
