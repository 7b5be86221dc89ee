//! Makes the labelled files of `corpus/detect`: small ones of every kind, format, game, notation and encoding.

use crate::samples::{DOCUMENTS, FOREIGN};
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};
use movetext::Variant;
use movetext::io::encode;
use movetext::variants::{Cescacs, Chess, Xiangqi};
use movetext_generate::{Composer, Habits, Options, Style};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// What a file of the corpus is.
struct Label {
    name: String,
    kind: &'static str,
    format: &'static str,
    variant: &'static str,
    notation: String,
    encoding: &'static str,
    bytes: Vec<u8>,
}

/// Writes all files, and what they are, to a folder.
pub fn write(folder: &Path) -> io::Result<()> {
    let mut labels = Vec::new();
    records(&mut labels);
    contradictions(&mut labels);
    samples(&mut labels);
    if folder.exists() {
        for entry in fs::read_dir(folder)?.flatten() {
            fs::remove_file(entry.path())?;
        }
    }
    fs::create_dir_all(folder)?;
    let mut table = String::from("file\tkind\tformat\tvariant\tnotation\tencoding\n");
    for label in &labels {
        fs::write(folder.join(&label.name), &label.bytes)?;
        let _ = writeln!(
            table,
            "{}\t{}\t{}\t{}\t{}\t{}",
            label.name, label.kind, label.format, label.variant, label.notation, label.encoding
        );
    }
    fs::write(folder.join("labels.tsv"), table)?;
    println!("{} files", labels.len());
    Ok(())
}

/// Games as they are made up, in a notation.
fn games<V: Habits>(notation: V::Notation, style: Style, seed: u64, count: u64) -> Vec<String> {
    let mut options = Options::<V>::new(style, seed);
    options.notation = notation;
    let mut composer = Composer::new(options);
    (0..count)
        .map(|index| composer.game(index).text.replace('\r', ""))
        .collect()
}

/// A record without its tags.
fn stripped(game: &str) -> String {
    let lines = game.lines().filter(|line| !line.starts_with('['));
    let lines: Vec<&str> = lines.collect();
    lines.join("\n").trim_start().to_owned() + "\n"
}

/// A part that begins and ends anywhere.
fn cut(text: &str, from: usize, len: usize) -> &str {
    let whole = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at += 1;
        }
        at
    };
    let begin = whole(from.min(text.len() / 2));
    &text[begin..whole((begin + len).min(text.len()))]
}

/// Names that say something, nothing, or something wrong.
const ENDINGS: [&str; 6] = ["pgn", "txt", "dat", "png", "ctl-pgn", "json"];

fn records(labels: &mut Vec<Label>) {
    let chess = |name: &str, settings: &[(&str, &str)]| {
        Chess::notation(name, settings).expect("a notation of chess")
    };
    let plain: &[&'static Encoding] = &[UTF_8, UTF_16LE, UTF_16BE];
    let wide: &[&'static Encoding] = &[UTF_8, UTF_16LE, UTF_16BE, GB18030];
    let big: &[&'static Encoding] = &[UTF_8, UTF_16LE, UTF_16BE, GB18030, BIG5];
    let mut add = |variant,
                   notation: &str,
                   style: Style,
                   texts: Vec<String>,
                   encodings: &[&'static Encoding]| {
        for (index, encoding) in encodings.iter().enumerate() {
            parts(labels, variant, notation, style, &texts, encoding, index);
        }
    };
    for style in [Style::Otb, Style::Online, Style::Annotated] {
        let (plain, wide, big) = match style {
            Style::Otb => (plain, wide, big),
            _ => (&plain[..1], &wide[..1], &big[..1]),
        };
        for (name, label) in [("san", "san"), ("lan", "lan"), ("uci", "uci")] {
            add(
                "chess",
                label,
                style,
                games::<Chess>(chess(name, &[]), style, 5, 4),
                plain,
            );
        }
        for (notation, label) in Xiangqi::NOTATIONS
            .iter()
            .map(|(name, notation)| (*notation, *name))
        {
            let label = match label {
                "chinese" => "chinese,script=simplified,digits=half",
                "traditional" => "chinese,script=traditional,digits=half",
                label => label,
            };
            let encodings = match label {
                "chinese,script=simplified,digits=half" => wide,
                "chinese,script=traditional,digits=half" => big,
                _ => plain,
            };
            add(
                "xiangqi",
                label,
                style,
                games::<Xiangqi>(notation, style, 6, 4),
                encodings,
            );
        }
        for (name, notation) in Cescacs::NOTATIONS {
            let label = if *name == "act" {
                "ctl-an,letters=ACT"
            } else {
                *name
            };
            add(
                "cescacs",
                label,
                style,
                games::<Cescacs>(*notation, style, 7, 4),
                plain,
            );
        }
    }
    for language in [
        "german",
        "french",
        "spanish",
        "dutch",
        "polish",
        "czech",
        "hungarian",
    ] {
        let notation = chess("san", &[("pieces", language)]);
        let label = format!("san,pieces={language}");
        add(
            "chess",
            &label,
            Style::Otb,
            games::<Chess>(notation, Style::Otb, 8, 4),
            &plain[..1],
        );
    }
    let figurines = games::<Chess>(chess("san", &[]), Style::Otb, 9, 4);
    let figurines = figurines.iter().map(|game| {
        let lines = game.lines().map(|line| match line.starts_with('[') {
            true => line.to_owned(),
            false => line.chars().map(figurine).collect(),
        });
        lines.collect::<Vec<String>>().join("\n") + "\n"
    });
    add("chess", "figurine", Style::Otb, figurines.collect(), plain);
}

fn figurine(letter: char) -> char {
    match letter {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        letter => letter,
    }
}

fn parts(
    labels: &mut Vec<Label>,
    variant: &'static str,
    notation: &str,
    style: Style,
    texts: &[String],
    encoding: &'static Encoding,
    turn: usize,
) {
    let long = texts
        .iter()
        .max_by_key(|text| text.len())
        .map_or("", |text| text);
    let body = stripped(long);
    let short = |name: &str| name.replace(['=', ','], "-");
    for (index, (part, text)) in [
        ("whole", texts[0].clone()),
        ("bare", stripped(&texts[1])),
        ("beginning", cut(long, 0, 900).to_owned()),
        ("middle", cut(&body, body.len() / 3 + 1, 700).to_owned()),
    ]
    .into_iter()
    .enumerate()
    {
        let mut bytes = Vec::new();
        if encode(&text, encoding, &mut bytes).is_err() {
            continue;
        }
        let ending = ENDINGS[(index + turn) % ENDINGS.len()];
        let style = format!("{style:?}").to_lowercase();
        labels.push(Label {
            name: format!(
                "{variant}-{}-{style}-{part}.{}.{ending}",
                short(notation),
                encoding.name().to_lowercase()
            ),
            kind: "games",
            format: "pgn",
            variant,
            notation: notation.to_owned(),
            encoding: if text.is_ascii() && encoding == UTF_8 {
                "UTF-8"
            } else {
                encoding.name()
            },
            bytes,
        });
    }
}

/// Records whose tags say what their moves deny.
fn contradictions(labels: &mut Vec<Label>) {
    let san =
        stripped(&games::<Chess>(Chess::notation("san", &[]).expect("SAN"), Style::Otb, 11, 1)[0]);
    let iccs = stripped(
        &games::<Xiangqi>(
            Xiangqi::notation("iccs", &[]).expect("ICCS"),
            Style::Otb,
            12,
            1,
        )[0],
    );
    let chinese = stripped(
        &games::<Xiangqi>(
            Xiangqi::notation("", &[]).expect("Chinese"),
            Style::Otb,
            13,
            1,
        )[0],
    );
    let hexes = stripped(
        &games::<Cescacs>(
            Cescacs::notation("", &[]).expect("CTL-AN"),
            Style::Otb,
            14,
            1,
        )[0],
    );
    for (name, tags, moves, variant, notation) in [
        (
            "chinese-chess-over-san",
            "[Game \"Chinese Chess\"]\n[Red \"A\"]\n[Black \"B\"]",
            &san,
            "chess",
            "san",
        ),
        (
            "cescacs-over-san",
            "[Variant \"C'escacs\"]",
            &san,
            "chess",
            "san",
        ),
        (
            "cescacs-over-iccs",
            "[Variant \"C'escacs\"]",
            &iccs,
            "xiangqi",
            "iccs",
        ),
        (
            "chess-over-iccs",
            "[Game \"Chess\"]\n[White \"A\"]\n[Black \"B\"]",
            &iccs,
            "xiangqi",
            "iccs",
        ),
        (
            "chess-over-chinese",
            "[Game \"Chess\"]",
            &chinese,
            "xiangqi",
            "chinese,script=simplified,digits=half",
        ),
        (
            "standard-over-chinese",
            "[Variant \"Standard\"]\n[WhiteElo \"2700\"]",
            &chinese,
            "xiangqi",
            "chinese,script=simplified,digits=half",
        ),
        (
            "chess-over-cescacs",
            "[Variant \"Standard\"]",
            &hexes,
            "cescacs",
            "ctl-an",
        ),
        (
            "xiangqi-over-cescacs",
            "[Game \"Chinese Chess\"]",
            &hexes,
            "cescacs",
            "ctl-an",
        ),
    ] {
        labels.push(Label {
            name: format!("{name}.pgn"),
            kind: "games",
            format: "pgn",
            variant,
            notation: notation.to_owned(),
            encoding: "UTF-8",
            bytes: format!("{tags}\n\n{moves}").into_bytes(),
        });
    }
}

fn samples(labels: &mut Vec<Label>) {
    for sample in FOREIGN {
        labels.push(Label {
            name: sample.name.to_owned(),
            kind: sample.kind,
            format: sample.format,
            variant: sample.variant,
            notation: sample.notation.to_owned(),
            encoding: sample.encoding,
            bytes: sample.bytes.to_vec(),
        });
    }
    for (name, format, text) in DOCUMENTS {
        // Next to nothing may speak for something else than text, too.
        let (kind, format) = match *format {
            "unknown" => ("unknown", "text"),
            format => ("other", format),
        };
        labels.push(Label {
            name: (*name).to_owned(),
            kind,
            format,
            variant: "-",
            notation: "-".to_owned(),
            encoding: "UTF-8",
            bytes: text.as_bytes().to_vec(),
        });
    }
}
