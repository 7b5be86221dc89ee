//! Converting.

use super::check::Replacing;
use super::questions::Filters;
use super::sources::{Sources, encoding};
use clap::{Args, ValueEnum};
use encoding_rs::Encoding;
use movetext::pgn::Selection;
use movetext::registry::{VariantSet, WithVariant};
use movetext::variants::Standard;
use movetext::{Side, Variant};
use std::path::PathBuf;

pub(super) const CONVERT_HELP: &str = "\
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
pub(super) fn line(text: &str) -> Result<Selection, String> {
    let numbers: Result<Vec<u32>, _> = text.split(':').map(str::parse).collect();
    match numbers {
        Ok(numbers) => Ok(Selection::Variation(numbers)),
        Err(_) => Err("expected numbers separated by colons, such as 0:1:1".to_owned()),
    }
}

/// Which moves are meant: `13-25`, `20b-35w`, `40-`, `-12`.
pub(super) fn moves(text: &str) -> Result<Selection, String> {
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
