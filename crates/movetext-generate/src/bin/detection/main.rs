//! `detection`: how often detection is right, and how sure it is of it.
//!
//! Cuts slices at random places out of real and made-up records, in every encoding that these can be written in, and looks
//! at documents and sources of the machine that are no records. The figures of docs/DETECTION.md come from here.

mod corpus;
mod samples;

use clap::{Parser, Subcommand};
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use movetext::detect::{Detection, Detector, Kind};
use movetext::io::{Chunk, ChunkOptions, Chunks, encode};
use movetext_generate::{Database, Style, real_files};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Measures how often detection is right
#[derive(Debug, Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Slices of real and made-up records
    Slices {
        /// Slices of each size of each text in each encoding
        #[arg(long, default_value_t = 20)]
        each: u32,
        /// Any number; another one gives other slices
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Show so many answers that are not right
        #[arg(long, default_value_t = 0)]
        show: usize,
        /// Show slices of 200 bytes, too, of which nothing can be told
        #[arg(long)]
        unknown: bool,
        /// Write the plot of confidence against rightness to this file
        #[arg(long)]
        plot: Option<PathBuf>,
    },
    /// Write the labelled files of corpus/detect
    Corpus {
        /// The folder; what is in it is removed
        folder: PathBuf,
    },
    /// Files that are no records
    Others {
        /// Folders to look through
        paths: Vec<PathBuf>,
        /// So many files of each ending
        #[arg(long, default_value_t = 150)]
        each: usize,
        /// Show all of these, not only what is called games
        #[arg(long)]
        all: bool,
    },
}

/// Numbers that look random, the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    }
}

fn main() -> io::Result<()> {
    match Arguments::parse().command {
        Command::Slices {
            each,
            seed,
            show,
            unknown,
            plot,
        } => slices(each, seed, (show, unknown), plot.as_deref()),
        Command::Corpus { folder } => corpus::write(&folder),
        Command::Others { paths, each, all } => others(&paths, each, all),
    }
}

/// A text and what it is.
struct Labelled {
    name: String,
    text: String,
    /// The variant; none for PCN.
    variant: Option<&'static str>,
}

fn labelled() -> io::Result<Vec<Labelled>> {
    let mut all = Vec::new();
    if let Some(root) = real_files("") {
        let mut paths = Vec::new();
        files(&root, &mut paths);
        for path in paths {
            let name = path.strip_prefix(&root).unwrap_or(&path);
            let name = name.to_string_lossy().into_owned();
            let variant = match name.split('/').next() {
                Some("chess") => Some("chess"),
                Some("xiangqi") => Some("xiangqi"),
                Some("cescacs") => Some("cescacs"),
                Some("pcn") => None,
                _ => continue,
            };
            if name.ends_with("stacked_cases.json") {
                continue;
            }
            all.push(Labelled {
                text: decoded(&fs::read(&path)?)?,
                name,
                variant,
            });
        }
    }
    for (variant, notation) in [
        ("chess", "san"),
        ("chess", "lan"),
        ("chess", "uci"),
        ("xiangqi", "chinese"),
        ("xiangqi", "traditional"),
        ("xiangqi", "wxf"),
        ("xiangqi", "iccs"),
        ("cescacs", "ctl-an"),
        ("cescacs", "ctl-fan"),
        ("cescacs", "act"),
    ] {
        for style in [Style::Otb, Style::Online, Style::Annotated] {
            let mut database = Database::new(variant);
            database.notation = Some(notation.to_owned());
            database.style = style;
            database.games = Some(30);
            database.seed = 77;
            let mut text = Vec::new();
            database.write(&mut text)?;
            all.push(Labelled {
                name: format!("generated/{variant}/{notation}/{style:?}"),
                text: String::from_utf8(text).map_err(io::Error::other)?,
                variant: Some(variant),
            });
        }
    }
    Ok(all)
}

/// The text of a file, at most some megabytes of it.
fn decoded(bytes: &[u8]) -> io::Result<String> {
    let mut chunks = Chunks::new(bytes, ChunkOptions::default());
    let mut chunk = Chunk::default();
    let mut text = String::new();
    while chunks.next(&mut chunk)? && text.len() < 3 << 20 {
        text += &chunk.encoding.decode_without_bom_handling(&chunk.text).0;
    }
    Ok(text)
}

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            files(&path, into);
        } else {
            into.push(path);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Right,
    Unknown,
    Wrong,
}

fn judge(found: &Detection, variant: Option<&'static str>) -> Answer {
    let games = matches!(found.kind, Kind::Games | Kind::Moves);
    match (found.kind, variant) {
        (Kind::Unknown, _) => Answer::Unknown,
        (_, None) if found.format.as_str() == "pcn" => Answer::Right,
        (_, Some(variant)) if games && found.variant == Some(variant) => Answer::Right,
        (_, Some(_)) if games && found.variant.is_none() => Answer::Unknown,
        _ => Answer::Wrong,
    }
}

#[derive(Default, Clone, Copy)]
struct ReadStats {
    all: u32,
    unknown: u32,
    wrong: u32,
    /// Answers whose text is not all ASCII, and those in another encoding.
    encodings: u32,
    wrong_encodings: u32,
}

fn slices(
    each: u32,
    seed: u64,
    (show, unknown): (usize, bool),
    plot: Option<&Path>,
) -> io::Result<()> {
    let texts = labelled()?;
    let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut tallies: BTreeMap<(String, usize), ReadStats> = BTreeMap::new();
    let mut bins = [(0u32, 0u32); 10];
    let mut shown = 0;
    let (mut looks, mut bytes_looked) = (0u32, 0usize);
    let mut time = std::time::Duration::ZERO;
    for labelled in &texts {
        for encoding in [UTF_8, UTF_16LE, UTF_16BE, GB18030, BIG5, WINDOWS_1252] {
            let mut bytes = Vec::new();
            if encode(&labelled.text, encoding, &mut bytes).is_err() {
                continue;
            }
            if labelled.text.is_ascii() && [GB18030, BIG5, WINDOWS_1252].contains(&encoding) {
                continue;
            }
            for size in [200, 1024, 4096] {
                let each = if labelled.text.len() < 3000 {
                    each.min(6)
                } else {
                    each
                };
                for _ in 0..each {
                    let begin = dice.below(bytes.len().saturating_sub(size) + 1);
                    let slice = &bytes[begin..bytes.len().min(begin + size)];
                    let before = Instant::now();
                    let found = Detector::new().detect(slice);
                    time += before.elapsed();
                    looks += 1;
                    bytes_looked += slice.len();
                    let answer = judge(&found, labelled.variant);
                    let group = group(labelled);
                    for key in [(group, size), ("all".to_owned(), size)] {
                        let stats = tallies.entry(key).or_default();
                        stats.all += 1;
                        stats.unknown += u32::from(answer == Answer::Unknown);
                        stats.wrong += u32::from(answer == Answer::Wrong);
                        if !slice.is_ascii() && answer == Answer::Right && telling(slice, encoding)
                        {
                            stats.encodings += 1;
                            stats.wrong_encodings += u32::from(found.encoding != Some(encoding));
                        }
                    }
                    if answer != Answer::Unknown {
                        let bin = &mut bins[usize::from(found.confidence / 10).min(9)];
                        bin.0 += 1;
                        bin.1 += u32::from(answer == Answer::Right);
                    }
                    let wrong_encoding = answer == Answer::Right
                        && telling(slice, encoding)
                        && found.encoding != Some(encoding);
                    let bad = answer == Answer::Wrong
                        || answer == Answer::Unknown && (size > 200 || unknown)
                        || wrong_encoding;
                    if bad && shown < show {
                        shown += 1;
                        explain(labelled, encoding, slice, &found);
                    }
                }
            }
        }
    }
    println!("| records | slice | slices | unknown | wrong | encoding wrong |");
    println!("|---|---:|---:|---:|---:|---:|");
    for ((group, size), stats) in &tallies {
        let share = |part: u32, all: u32| 100.0 * f64::from(part) / f64::from(all.max(1));
        println!(
            "| {group} | {size} B | {} | {:.2} % | {:.2} % | {:.2} % |",
            stats.all,
            share(stats.unknown, stats.all),
            share(stats.wrong, stats.all),
            share(stats.wrong_encodings, stats.encodings)
        );
    }
    println!("\n| confidence | answers | right |");
    println!("|---|---:|---:|");
    for (index, (all, right)) in bins.iter().enumerate() {
        if *all > 0 {
            println!(
                "| {}–{} | {all} | {:.2} % |",
                index * 10,
                if index == 9 { 100 } else { index * 10 + 9 },
                100.0 * f64::from(*right) / f64::from(*all)
            );
        }
    }
    eprintln!(
        "{looks} slices, {:.0} us each, {:.1} MB/s",
        time.as_secs_f64() * 1e6 / f64::from(looks.max(1)),
        bytes_looked as f64 / 1e6 / time.as_secs_f64()
    );
    if let Some(path) = plot {
        fs::write(path, draw(&bins))?;
    }
    Ok(())
}

/// Whether a slice shows its encoding: more than ASCII, and not UTF-16 of nothing else, which reads the same from
/// either byte on.
fn telling(slice: &[u8], encoding: &'static Encoding) -> bool {
    let (text, _, _) = encoding.decode(slice);
    let (shifted, _, _) = encoding.decode(&slice[1.min(slice.len())..]);
    // The lower half of Unicode is the same from either byte on.
    let least = if encoding == UTF_16LE || encoding == UTF_16BE {
        '\u{100}'
    } else {
        '\u{80}'
    };
    let wide = |text: &str| text.chars().filter(|c| *c >= least).count();
    wide(&text).min(wide(&shifted)) > 2
}

fn group(labelled: &Labelled) -> String {
    let mut parts = labelled.name.split('/');
    let first = parts.next().unwrap_or("");
    let second = parts.next().unwrap_or("");
    match first {
        "generated" => format!("generated {second}"),
        "xiangqi" if second == "small" => "xiangqi/small".to_owned(),
        "xiangqi" | "chess" if !second.contains("odd") => format!("{first}/{second}"),
        _ => first.to_owned(),
    }
}

fn explain(labelled: &Labelled, encoding: &'static Encoding, slice: &[u8], found: &Detection) {
    println!(
        "--- {} in {}, {} bytes: {} {} {:?} {:?} {} % in {}",
        labelled.name,
        encoding.name(),
        slice.len(),
        found.kind.as_str(),
        found.format.as_str(),
        found.variant,
        found.notation,
        found.confidence,
        found.encoding.map_or("-", |encoding| encoding.name()),
    );
    for candidate in found.candidates.iter().take(3) {
        println!(
            "    {} {} {:?} {:?} {} {} %",
            candidate.kind.as_str(),
            candidate.format.as_str(),
            candidate.variant,
            candidate.notation,
            candidate.score,
            candidate.confidence
        );
    }
    let (text, _, _) = encoding.decode(slice);
    let text: String = text.chars().take(400).collect();
    println!("{text}");
}

/// A plot of how often answers of each confidence are right.
fn draw(bins: &[(u32, u32); 10]) -> String {
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"420\" height=\"360\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"420\" height=\"360\" fill=\"white\"/>\n\
         <path d=\"M60 20V300H380\" fill=\"none\" stroke=\"black\"/>\n\
         <path d=\"M60 300L380 20\" stroke=\"#999\" stroke-dasharray=\"4 4\"/>\n\
         <text x=\"220\" y=\"340\" text-anchor=\"middle\">confidence of the answer (%)</text>\n\
         <text x=\"16\" y=\"160\" text-anchor=\"middle\" transform=\"rotate(-90 16 160)\">right (%)</text>\n",
    );
    for tick in 0..=5 {
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"316\" text-anchor=\"middle\">{}</text><text x=\"54\" y=\"{}\" text-anchor=\"end\">{}</text>",
            60 + tick * 64,
            tick * 20,
            304 - tick * 56,
            tick * 20
        );
    }
    for (index, (all, right)) in bins.iter().enumerate() {
        if *all == 0 {
            continue;
        }
        let share = f64::from(*right) / f64::from(*all);
        let x = 60.0 + 32.0 * (index as f64 + 0.5);
        let y = 300.0 - 280.0 * share;
        let radius = 3.0 + f64::from(*all).log10();
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"#2a6\"><title>{right} of {all}</title></circle>"
        );
    }
    svg + "</svg>\n"
}

fn others(paths: &[PathBuf], each: usize, all: bool) -> io::Result<()> {
    let mut found_files = Vec::new();
    for path in paths {
        files(path, &mut found_files);
    }
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut answers: BTreeMap<String, u32> = BTreeMap::new();
    let mut called = 0;
    let mut seen = 0;
    let mut slowest = (std::time::Duration::ZERO, PathBuf::new());
    for path in found_files {
        let extension = path
            .extension()
            .map_or_else(String::new, |e| e.to_string_lossy().to_lowercase());
        if extension.chars().all(|c| c.is_ascii_digit()) && !extension.is_empty() {
            continue;
        }
        let count = kinds.entry(extension).or_default();
        if *count >= each {
            continue;
        }
        let Ok(file) = fs::File::open(&path) else {
            continue;
        };
        let before = Instant::now();
        let Ok((found, _)) = Detector::new().detect_stream(file) else {
            continue;
        };
        let took = before.elapsed();
        if took > slowest.0 {
            slowest = (took, path.clone());
        }
        *count += 1;
        seen += 1;
        let answer = format!("{} {}", found.kind.as_str(), found.format.as_str());
        *answers.entry(answer.clone()).or_default() += 1;
        if matches!(found.kind, Kind::Games | Kind::Positions | Kind::Moves) || all {
            called += 1;
            println!(
                "{}: {answer} {:?} {:?} {} %",
                path.display(),
                found.variant,
                found.notation,
                found.confidence
            );
            let best = found.candidates.first();
            for evidence in best.iter().flat_map(|best| &best.evidence).take(3) {
                println!(
                    "    {} {:?} {} {:?}",
                    evidence.weight, evidence.span, evidence.what, evidence.excerpt.0
                );
            }
        }
    }
    let kinds = kinds.values().filter(|count| **count > 0).count();
    println!("{seen} files of {kinds} endings; {called} called games, positions or moves");
    println!("slowest: {:?} {}", slowest.0, slowest.1.display());
    for (answer, count) in answers {
        println!("{count:7} {answer}");
    }
    Ok(())
}
