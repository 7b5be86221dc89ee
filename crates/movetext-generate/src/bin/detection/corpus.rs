//! Makes the labelled files of `corpus/detect`: small ones of every kind, format, game, notation and encoding.

use crate::samples::{DOCUMENTS, FOREIGN};
use bzip2::read::BzEncoder;
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};
use flate2::read::GzEncoder;
use movetext::io::encode;
use movetext::variants::{Cescacs, Chess, Xiangqi};
use movetext::writing::WriteGame;
use movetext::{Game, Reader, Variant, pgn};
use movetext_generate::{Composer, Habits, Options, Style};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

/// What a file of the corpus is.
struct Label {
    name: String,
    kind: &'static str,
    format: &'static str,
    variant: &'static str,
    notation: String,
    encoding: &'static str,
    compression: &'static str,
    bytes: Vec<u8>,
}

/// Writes all files, and what they are, to a folder.
pub fn write(folder: &Path) -> io::Result<()> {
    let mut labels = Vec::new();
    records(&mut labels);
    contradictions(&mut labels);
    schemes(&mut labels)?;
    samples(&mut labels);
    compressed(&mut labels)?;
    if folder.exists() {
        for entry in fs::read_dir(folder)?.flatten() {
            fs::remove_file(entry.path())?;
        }
    }
    fs::create_dir_all(folder)?;
    let mut table = String::from("file\tkind\tformat\tvariant\tnotation\tencoding\tcompression\n");
    for label in &labels {
        fs::write(folder.join(&label.name), &label.bytes)?;
        let _ = writeln!(
            table,
            "{}\t{}\t{}\t{}\t{}\t{}\t{}",
            label.name,
            label.kind,
            label.format,
            label.variant,
            label.notation,
            label.encoding,
            label.compression
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
            compression: "none",
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
            compression: "none",
            bytes: format!("{tags}\n\n{moves}").into_bytes(),
        });
    }
}

/// A game in which every scheme of WXF names other soldiers than the others do, as a record and as a game file.
const SOLDIERS: &str = "[Game \"Chinese Chess\"]\n[Red \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[SetUp \"1\"]\n\
    [FEN \"3k5/9/2P3P2/2P3P2/2P6/9/9/9/9/4K4 w - - 0 1\"]\n\n\
    1. G7-F7 D9-D8 2. C6-B6 D8-D9 3. C5-D5 D9-D8 *\n";

fn schemes(labels: &mut Vec<Label>) -> io::Result<()> {
    for scheme in ["xqbase", "axf", "wxr2018"] {
        let notation = format!("wxf,scheme={scheme}");
        let record = written(SOLDIERS, &notation)?;
        let moves = stripped(&record);
        let file = format!(
            "FORMAT WXF\nGAME Soldiers\nFEN 3k5/9/2P3P2/2P3P2/2P6/9/9/9/9/4K4 w\n\
             RESULT *\nSTART{{\n{}\n}}END\n",
            moves.trim_end().trim_end_matches(" *")
        );
        for (format, notation, text) in [("pgn", &*notation, record), ("wxf", "wxf", file)] {
            labels.push(Label {
                name: format!("xiangqi-soldiers-{scheme}.{format}"),
                kind: "games",
                format,
                variant: "xiangqi",
                notation: notation.to_owned(),
                encoding: "UTF-8",
                compression: "none",
                bytes: text.into_bytes(),
            });
        }
    }
    Ok(())
}

/// A game of Xiangqi in another notation.
fn written(game: &str, notation: &str) -> io::Result<String> {
    let mut reader = Reader::builder().from_reader(game.as_bytes())?;
    let mut tree = Game::new();
    reader.read_game(&mut tree, &mut ())?;
    let options = pgn::Options {
        notation: notation.to_owned().into(),
        ..pgn::Options::default()
    };
    let mut out = Vec::new();
    let written = <pgn::Writer>::new(options).write_game(&tree, &mut out);
    assert_eq!(written.map_err(io::Error::other)?.unresolved, 0);
    String::from_utf8(out).map_err(io::Error::other)
}

/// Some of the files compressed.
fn compressed(labels: &mut Vec<Label>) -> io::Result<()> {
    let plain = [
        "chess-san-otb-whole.utf-8.pgn",
        "xiangqi-wxf-otb-bare.utf-8.txt",
        "a.png",
    ];
    for name in plain {
        let Some(of) = labels.iter().position(|label| label.name == name) else {
            continue;
        };
        for (ending, compression) in [("gz", "gzip"), ("zst", "zstd"), ("bz2", "bzip2")] {
            let label = &labels[of];
            labels.push(Label {
                name: format!("{name}.{ending}"),
                kind: label.kind,
                format: label.format,
                variant: label.variant,
                notation: label.notation.clone(),
                encoding: label.encoding,
                compression,
                bytes: compress(&label.bytes, ending)?,
            });
        }
    }
    Ok(())
}

fn compress(bytes: &[u8], ending: &str) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    match ending {
        "gz" => GzEncoder::new(bytes, flate2::Compression::best()).read_to_end(&mut out)?,
        "bz2" => BzEncoder::new(bytes, bzip2::Compression::best()).read_to_end(&mut out)?,
        _ => return zstd::encode_all(bytes, 19),
    };
    Ok(out)
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
            compression: "none",
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
            compression: "none",
            bytes: text.as_bytes().to_vec(),
        });
    }
}
