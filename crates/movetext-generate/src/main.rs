//! `generate`: writes a made-up database to the standard output.

use clap::{Parser, ValueEnum};
use encoding_rs::Encoding;
use movetext_generate::{Database, Style, VARIANTS};
use std::io::{self, BufWriter, ErrorKind};
use std::process::ExitCode;

/// Makes up a database of legal games that look like real ones, and writes it to the standard output
///
/// The same arguments give the same bytes.
#[derive(Debug, Parser)]
#[command(name = "generate")]
struct Arguments {
    /// The variant
    #[arg(long, default_value = "chess", value_parser = clap::builder::PossibleValuesParser::new(VARIANTS))]
    variant: String,

    /// How moves are written: san, lan, uci; chinese, traditional, wxf, iccs; ctl-an, ctl-fan, act [default: the variant's
    /// standard notation]
    #[arg(long, value_name = "NAME")]
    notation: Option<String>,

    /// What sort of collection it looks like
    #[arg(long, default_value = "otb")]
    style: StyleName,

    /// Write so many games [default: 1000, if --bytes is not given]
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Stop after the game that reaches this size: 500kB, 30MB, 1GB
    #[arg(long, value_name = "SIZE", value_parser = size)]
    bytes: Option<u64>,

    /// Any number; another one gives other games
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The encoding: utf-8, windows-1252, gb18030, big5, utf-16le, utf-16be
    #[arg(long, default_value = "utf-8", value_parser = encoding)]
    encoding: &'static Encoding,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum StyleName {
    /// Master games: bare moves in lines of 80 columns
    Otb,
    /// Games of a server: clocks and evaluations after every move
    Online,
    /// Comments, glyphs and nested variations
    Annotated,
}

fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match &*text[digits.len()..].to_ascii_lowercase() {
        "" | "b" => 1,
        "k" | "kb" => 1_000,
        "m" | "mb" => 1_000_000,
        "g" | "gb" => 1_000_000_000,
        unit => return Err(format!("{unit} is none of B, kB, MB and GB")),
    };
    let number: u64 = digits.parse().map_err(|_| "no number".to_owned())?;
    number.checked_mul(unit).ok_or("too large".to_owned())
}

fn encoding(label: &str) -> Result<&'static Encoding, String> {
    Encoding::for_label(label.as_bytes()).ok_or(format!("no encoding is called {label}"))
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let unbounded = arguments.games.is_none() && arguments.bytes.is_none();
    let database = Database {
        variant: arguments.variant,
        notation: arguments.notation,
        style: match arguments.style {
            StyleName::Otb => Style::Otb,
            StyleName::Online => Style::Online,
            StyleName::Annotated => Style::Annotated,
        },
        seed: arguments.seed,
        encoding: arguments.encoding,
        games: unbounded.then_some(1000).or(arguments.games),
        bytes: arguments.bytes,
    };
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match database.write(&mut out) {
        Ok(written) => {
            eprintln!(
                "{} games, {} moves ({} in main lines), {} bytes",
                written.games, written.moves, written.plies, written.bytes
            );
            ExitCode::SUCCESS
        }
        // Whoever reads has seen enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("generate: {error}");
            ExitCode::FAILURE
        }
    }
}
