//! What all commands share: what to read and how, and what is told of a wrong command line.

use super::Cli;
use super::convert::{WxfScheme, name, notation};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Args, CommandFactory, ValueEnum};
use encoding_rs::Encoding;
use movetext::io::encoding_for_label;
use movetext::registry::VariantSet;
use movetext::variants::{ChessAlphabet, Standard};
use movetext::{Limits, Strictness};
use std::ffi::OsStr;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  problems of severity error were found
  2  invalid command line
  3  an input could not be read, or the output could not be written";

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

/// Two paths have names of their own; no others are taken.
pub(super) fn no_paths(paths: Arg) -> Arg {
    paths.required(false).hide(true)
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

pub(super) fn variants() -> impl TypedValueParser<Value = usize> {
    let ids = Standard::VARIANTS.iter().map(|profile| profile.id);
    PossibleValuesParser::new(ids).map(|id| Standard::find(&id).unwrap_or_default())
}

/// A language whose piece letters are known.
pub(super) fn pieces(language: &str) -> Result<String, String> {
    let known = notation(&format!("san,pieces={language}")).is_ok();
    match known && !language.contains([',', '=']) {
        true => Ok(language.to_owned()),
        false => Err(format!(
            "known are {}",
            ChessAlphabet::languages().collect::<Vec<_>>().join(", ")
        )),
    }
}

pub(super) fn encoding(label: &str) -> Result<&'static Encoding, String> {
    encoding_for_label(label.trim()).ok_or_else(|| "unknown encoding".to_owned())
}

/// From 1 to so many.
pub(super) fn up_to(most: i64) -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(1..=most)
}

/// A suffix that leaves a name in its folder.
pub(super) fn suffix(text: &str) -> Result<String, String> {
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
