//! What sources are taken for: the labelled files of `corpus/detect`, hints, streams, and bytes of every sort.

use encoding_rs::{BIG5, GB18030, WINDOWS_1252};
use movetext::Format;
use movetext::detect::{Detection, Detector, Kind, Known, Part, WINDOW, detect};
use movetext::io::{Compression, encode};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/detect")
}

/// Kind, format, variant, notation, encoding and compression, as the table of labels has them.
fn answer(found: &Detection) -> [String; 6] {
    [
        found.kind.as_str().to_owned(),
        found.format.as_str().to_owned(),
        found.variant.unwrap_or("-").to_owned(),
        found.notation.as_deref().unwrap_or("-").to_owned(),
        found.encoding.map_or("-", |e| e.name()).to_owned(),
        found.compression.as_str().to_owned(),
    ]
}

/// Every file of the corpus is told right, whatever its name says; the confusion table is printed.
#[test]
fn labelled_files_are_told_right() {
    let table = fs::read_to_string(corpus().join("labels.tsv")).expect("the labels");
    let mut confusion: BTreeMap<(String, String), u32> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut files = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (name, expected) = (fields[0], &fields[1..]);
        let bytes = fs::read(corpus().join(name)).expect("a readable file");
        let found = Detector::new().name(name).detect(&bytes);
        let told = answer(&found);
        files += 1;
        let short = |fields: &[&str]| fields[..3].join("/");
        let borrowed: Vec<&str> = told.iter().map(String::as_str).collect();
        *confusion
            .entry((short(expected), short(&borrowed)))
            .or_default() += 1;
        if borrowed != expected {
            wrong.push(format!("{name}: {told:?} instead of {expected:?}"));
        }
        // Without its name it is the same, unless the name is all there is.
        if found.encoding.is_some() {
            let nameless = answer(&detect(&bytes));
            if nameless[..3] != told[..3] {
                wrong.push(format!("{name} without its name: {nameless:?}"));
            }
        }
    }
    for ((expected, told), count) in &confusion {
        println!("{count:5}  {expected}  as  {told}");
    }
    assert!(files >= 300, "{files} files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every name in the folder is in the table, so that no file goes unlooked at.
#[test]
fn every_file_has_a_label() {
    let table = fs::read_to_string(corpus().join("labels.tsv")).expect("the labels");
    let mut labelled: Vec<&str> = table
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').next())
        .collect();
    labelled.sort_unstable();
    let entries = fs::read_dir(corpus()).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name != "labels.tsv")
        .collect();
    names.sort_unstable();
    assert_eq!(names, labelled);
}

const GAME: &str = "[Event \"?\"]\n[Site \"?\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1-0\n";

#[test]
fn evidence_stands_where_it_was_seen() {
    for label in ["utf-8", "utf-16le", "gb18030", "windows-1252"] {
        let encoding = movetext::io::encoding_for_label(label).expect("known");
        let text = GAME.replace("\"A\"", "\"\u{e9}\u{e8}\u{ea}\"");
        let mut bytes = Vec::new();
        encode(&text, encoding, &mut bytes).expect("all characters");
        let found = Detector::new().encoding(Some(encoding)).detect(&bytes);
        assert_eq!(found.variant, Some("chess"), "{label}");
        let moves = found.candidates[0].evidence.iter();
        let mut moves = moves.filter(|seen| seen.what.contains("moves by their shape"));
        let moves = moves.next().expect("moves are evidence");
        let place = moves.span.start as usize..moves.span.end as usize;
        let (first, _) = encoding.decode_without_bom_handling(&bytes[place]);
        assert_eq!(first, "e4", "{label}");
        let (line, span) = &moves.excerpt;
        assert_eq!(&line[span.clone()], "e4", "{label}: {line}");
    }
}

#[test]
fn a_stream_can_be_read_on() {
    let text = GAME.repeat(2000);
    let mut detector = Detector::new();
    detector.window(4096);
    let (found, mut stream) = detector.detect_stream(text.as_bytes()).expect("memory");
    assert_eq!(
        (found.variant, found.part),
        (Some("chess"), Part::Beginning)
    );
    let mut all = String::new();
    stream.read_to_string(&mut all).expect("memory");
    assert_eq!(all, text);
}

/// What counts the bytes that are asked of it.
struct Counted<'a>(&'a [u8], usize);

impl Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.0.read(buffer)?;
        self.1 += read;
        Ok(read)
    }
}

#[test]
fn no_more_than_the_window_is_read() {
    let text = GAME.repeat(2000);
    for window in [16, 1000, WINDOW] {
        let mut counted = Counted(text.as_bytes(), 0);
        let mut detector = Detector::new();
        let found = detector.window(window).detect_stream(&mut counted);
        drop(found.expect("memory"));
        assert_eq!(counted.1, window + 1);
    }
    // Nor does what is behind the window matter.
    let mut other = text.clone().into_bytes();
    other.truncate(WINDOW + 1);
    let (first, second) = (detect(text.as_bytes()), detect(&other));
    assert_eq!(first.candidates, second.candidates);
}

#[test]
fn the_part_is_told() {
    for (text, part) in [
        (GAME, Part::Whole),
        (&GAME[..GAME.len() - 12], Part::Beginning),
        (&GAME[90..], Part::Middle),
        (&GAME[90..GAME.len() - 12], Part::Middle),
    ] {
        assert_eq!(detect(text.as_bytes()).part, part, "{text}");
    }
    let found = Detector::new().part(Part::Middle).detect(GAME.as_bytes());
    assert_eq!(found.part, Part::Middle);
}

#[test]
fn moves_with_wide_characters_decide_the_encoding() {
    let moves =
        "1. TI3\u{d7}H2, TI25-H26 2. E7\u{d7}E13, E8-E14+ 3.PB5\u{d7}C6, PD4-D5\n".repeat(4);
    for encoding in [GB18030, BIG5, WINDOWS_1252] {
        let (bytes, _, unmappable) = encoding.encode(&moves);
        assert!(!unmappable);
        let found = detect(&bytes);
        let answer = (found.variant, found.encoding);
        assert_eq!(answer, (Some("cescacs"), Some(encoding)));
    }
}

#[test]
fn hints_never_mislead() {
    for name in ["a.xqf", "a.png", "a.json", "a.kif", "a.ctl-pgn", "a.html"] {
        let found = Detector::new().name(name).detect(GAME.as_bytes());
        assert_eq!(
            (found.kind, found.variant),
            (Kind::Games, Some("chess")),
            "{name}"
        );
    }
    for label in ["utf-16le", "big5", "shift_jis", "windows-1251"] {
        let encoding = movetext::io::encoding_for_label(label);
        let mut detector = Detector::new();
        let found = detector.encoding(encoding).detect(GAME.as_bytes());
        assert_eq!(found.variant, Some("chess"), "{label}");
        let text = GAME.replace("\"A\"", "\"\u{8b1d}\u{4fa0}\u{905c}\"");
        let found = detector.encoding(encoding).detect(text.as_bytes());
        assert_eq!(found.encoding.map(|e| e.name()), Some("UTF-8"), "{label}");
    }
    // Where the bytes leave the choice the hint decides.
    let found = Detector::new()
        .media_type("application/x-chess-pgn; charset=windows-1251")
        .detect(b"[White \"\xCA\xE0\xF0\xEF\xEE\xE2\"]\n[Black \"\xD2\xE0\xEB\xFC\"]\n[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n");
    assert_eq!(found.encoding.map(|e| e.name()), Some("windows-1251"));
}

#[test]
fn a_format_of_ones_own_is_recognised() {
    static OWN: Known = Known {
        id: "own",
        name: "a format of our own",
        kind: Kind::Games,
        starts: &[b"OWN FORMAT"],
        ..Known::NONE
    };
    let text = b"OWN FORMAT 1\nthis and that\n";
    let found = Detector::new().format(&OWN).detect(text);
    assert_eq!(found.format, Format::Known(&OWN));
    assert_eq!((found.kind, found.readable), (Kind::Games, false));
    assert_ne!(detect(text).format.as_str(), "own");
}

#[test]
fn compressed_sources_are_looked_into() {
    let found = detect(b"\x1F\x8B\x08\0\0\0\0\0\0\x03");
    assert_eq!(
        (found.compression, found.kind),
        (Compression::Gzip, Kind::Unknown)
    );
}

/// Games inside of a page are reported with their range, also where the page is in another encoding than UTF-8.
#[test]
fn games_inside_of_something_else_have_a_range() {
    let record =
        "[Event \"?\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 1/2-1/2";
    let page = format!(
        "<!DOCTYPE html>\n<html><head><title>A game</title></head>\n<body><p>Here it is.</p>\n\
         <pre>\n{record}\n</pre>\n</body></html>\n"
    );
    let begin = page.find(record).expect("it is there") as u64;
    let end = begin + record.len() as u64;
    let range = |bytes: &[u8]| {
        let found = detect(bytes);
        assert_eq!(found.format.as_str(), "html");
        found.candidates[0].range.clone()
    };
    assert_eq!(range(page.as_bytes()), Some(begin..end));
    let wide: Vec<u8> = page.bytes().flat_map(|byte| [byte, 0]).collect();
    assert_eq!(range(&wide), Some(2 * begin..2 * end));
    assert_eq!(detect(record.as_bytes()).candidates[0].range, None);
}

#[test]
fn contradictions_keep_both_readings() {
    let text = GAME.replace("[Event \"?\"]", "[Game \"Chinese Chess\"]");
    let found = detect(text.as_bytes());
    assert_eq!(found.variant, Some("chess"));
    let against = found.candidates[0]
        .evidence
        .iter()
        .any(|seen| seen.weight < 0);
    assert!(against, "{:?}", found.candidates[0].evidence);
    let other = found
        .candidates
        .iter()
        .find(|one| one.variant == Some("xiangqi"));
    assert!(other.is_some_and(|other| other.score < found.candidates[0].score));
}

/// Whoever opens a source to read it takes it for what detection takes it for.
#[test]
fn readers_agree() {
    let table = fs::read_to_string(corpus().join("labels.tsv")).expect("the labels");
    for line in table.lines().skip(1) {
        let name = line.split('\t').next().expect("a name");
        let bytes = fs::read(corpus().join(name)).expect("a readable file");
        let found = detect(&bytes);
        let reader = movetext::Reader::builder()
            .from_reader(Cursor::new(&bytes))
            .expect("memory");
        if found.readable && found.part != Part::Middle {
            assert_eq!(reader.format(), found.format, "{name}");
        }
        // Of a page, a reader passes over all but the record.
        let page = found.kind == Kind::Games && found.format.as_str() == "html";
        if !found.readable && found.kind != Kind::Unknown && !page {
            assert!(
                !reader.format().has_games(),
                "{name}: {:?}",
                reader.format()
            );
        }
    }
}

/// A stretch of which only a part is accounted for may end inside a move.
#[test]
fn long_records_are_judged() {
    for blanks in 0..8 {
        let text = format!(
            "{}{}",
            " ".repeat(blanks),
            GAME.replace('\n', " ").repeat(200)
        );
        assert_eq!(detect(text.as_bytes()).variant, Some("chess"));
    }
}

proptest! {
    /// Nothing panics, all places lie in the source, and confidence is a share.
    #[test]
    fn bytes_of_every_sort_are_judged(
        bytes in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..600),
            "[\\[\\]{}();.*$%!?a-hKQRBN1-8 \n\"=x+#-]{0,300}".prop_map(String::into_bytes),
            "([1-9]{1,2}\\. ?)?([NBRQK][a-h][1-8] |炮二平五 |H2-E2 |E7-E13, |C2\\.5 |\\{[^}]{0,9}\\} ){0,40}"
                .prop_map(String::into_bytes),
        ],
        from in 0usize..50,
        window in 16usize..700,
    ) {
        let bytes = &bytes[from.min(bytes.len())..];
        let found = Detector::new().window(window).detect(bytes);
        prop_assert!(found.confidence <= 100 && found.encoding_confidence <= 100);
        for candidate in &found.candidates {
            prop_assert!(candidate.confidence <= 100);
            for seen in &candidate.evidence {
                prop_assert!(seen.span.start <= seen.span.end);
                if found.compression == Compression::None {
                    prop_assert!(seen.span.end <= bytes.len().min(window) as u64, "{seen:?}");
                }
                let (line, span) = &seen.excerpt;
                prop_assert!(line.get(span.clone()).is_some());
            }
        }
    }

    /// Real text, cut anywhere and in any encoding.
    #[test]
    fn slices_of_games_are_judged(from in 0usize..400, len in 0usize..400, label in 0usize..5) {
        let text = GAME.replace("\"A\"", "\"許銀川\"");
        let label = ["utf-8", "utf-16le", "utf-16be", "gb18030", "big5"][label];
        let encoding = movetext::io::encoding_for_label(label).expect("known");
        let mut bytes = Vec::new();
        encode(&text, encoding, &mut bytes).expect("all characters");
        let from = from.min(bytes.len());
        let slice = &bytes[from..bytes.len().min(from + len)];
        let found = detect(slice);
        prop_assert!(matches!(found.variant, None | Some("chess")), "{found:?}");
    }
}
