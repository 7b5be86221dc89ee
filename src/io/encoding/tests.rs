use super::*;
use crate::io::{Chunk, ChunkOptions, Chunks};
use encoding_rs::{BIG5, WINDOWS_1250, WINDOWS_1251, WINDOWS_1253};
use memchr::memmem;
use std::fs;
use std::path::{Path, PathBuf};

fn corpora() -> Option<PathBuf> {
    movetext_generate::real_files("")
}

fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            files(&path, into);
        } else {
            into.push(path);
        }
    }
}

fn decision_of(source: &[u8]) -> EncodingDecision {
    let mut chunks = Chunks::new(source, ChunkOptions::default());
    let mut chunk = Chunk::default();
    while chunks.next(&mut chunk).expect("no error") {}
    chunks.decision().clone()
}

/// CH-012, CH-I08, CE-I46, XQ-I01: UTF-8 where it is valid, else by the evidence of the text.
///
/// `annotated_rav.pgn` is mostly UTF-8: thousands of U+FFFD, and 18 bytes of something else.
#[test]
fn every_file_of_the_corpora_is_decoded_correctly() {
    let Some(corpora) = corpora() else { return };
    let expected = |path: &str| match path {
        "chess/otb_30.pgn" | "chess/odd/scid/res_gameLatin1.pgn" => WINDOWS_1252,
        "xiangqi/ccpd_5000.big5.pgn" | "xiangqi/games2000_chinese_trad.big5.pgn" => BIG5,
        "xiangqi/games2000_chinese_simp.gb18030.pgn"
        | "xiangqi/small/test2.pgn"
        | "xiangqi/small/endgame_test.pgn"
        | "xiangqi/small/中炮对列炮黑先平士角炮.pgn" => GB18030,
        "xiangqi/games2000_chinese_simp.utf16le.pgn" => UTF_16LE,
        _ => UTF_8,
    };
    let mut paths = Vec::new();
    files(&corpora, &mut paths);
    let mut wrong = Vec::new();
    for path in paths {
        let source = fs::read(&path).expect("a readable file");
        let name = path.strip_prefix(&corpora).expect("inside the corpora");
        let name = name.to_str().expect("a name in UTF-8");
        let decision = decision_of(&source);
        if decision.encoding != expected(name) {
            wrong.push(format!("{name}: {decision:?}"));
        }
        assert!(!looks_binary(&source), "{name}");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// XQ-I01: single games, among them games without moves, in their own encoding and in the other one.
#[test]
fn every_single_game_is_decoded_correctly() {
    let Some(corpora) = corpora() else { return };
    let path = corpora.join("xiangqi/ccpd_5000.big5.pgn");
    let big5 = fs::read(path).expect("a readable file");
    let starts: Vec<usize> = memmem::find_iter(&big5, b"[Game ").collect();
    let ends = starts.iter().skip(1).copied().chain([big5.len()]);
    let mut wrong = Vec::new();
    for (start, end) in starts.iter().copied().zip(ends) {
        let game = &big5[start..end];
        let (text, _) = BIG5.decode_without_bom_handling(game);
        let (gb18030, _, _) = GB18030.encode(&text);
        for (source, encoding) in [(game, BIG5), (&gb18030, GB18030)] {
            let decision = decide(source, true);
            if decision.encoding != encoding {
                wrong.push(format!("{text} in {}: {decision:?}", encoding.name()));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} wrong: {}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// CH-012, CH-I08, XQ-I01.
#[test]
fn small_sources_are_decoded_correctly() {
    let utf16 = |text: &str, big: bool| -> Vec<u8> {
        let bytes = |unit: u16| {
            if big {
                unit.to_be_bytes()
            } else {
                unit.to_le_bytes()
            }
        };
        text.encode_utf16().flat_map(bytes).collect()
    };
    let gb = |text: &str| GB18030.encode(text).0.into_owned();
    let big5 = |text: &str| BIG5.encode(text).0.into_owned();
    let cases: Vec<(Vec<u8>, &'static Encoding, How)> = vec![
        (b"".to_vec(), UTF_8, How::Ascii),
        (b"1. e4".to_vec(), UTF_8, How::Ascii),
        (b"a stray\0NUL".to_vec(), UTF_8, How::Ascii),
        ("[White \"José\"]".into(), UTF_8, How::ValidUtf8),
        (b"\xEF\xBB\xBF1. e4".to_vec(), UTF_8, How::ByteOrderMark),
        (b"\xFF\xFE1\0".to_vec(), UTF_16LE, How::ByteOrderMark),
        (b"\xFE\xFF\x001".to_vec(), UTF_16BE, How::ByteOrderMark),
        (b"\x84\x31\x95\x33".to_vec(), GB18030, How::ByteOrderMark),
        (utf16("[Event \"?\"]\n1. e4", false), UTF_16LE, How::ZeroBytes),
        (utf16("[Event \"?\"]\n1. e4", true), UTF_16BE, How::ZeroBytes),
        (utf16("[Red \"许银川\"]\n1. 炮二平五 马8进7", true), UTF_16BE, How::ZeroBytes),
        (b"[White \"Jos\xE9\"]".to_vec(), WINDOWS_1252, How::Frequency),
        (b"[White \"R\xE9ti\"]".to_vec(), WINDOWS_1252, How::Frequency),
        (b"{ Apr\xE8s l'\xE9change, la d\xE9fense }".to_vec(), WINDOWS_1252, How::Frequency),
        (b"[Site \"K\xF8benhavn\"]\n[White \"Sm\xE5\"]".to_vec(), WINDOWS_1252, How::Frequency),
        (gb("1. 炮二平五 马8进7"), GB18030, How::Chinese),
        (gb("[Red \"許銀川\"]\n[Black \"呂欽\"]"), GB18030, How::Chinese),
        (gb("[Red \"许银川\"]\n[Black \"吕钦\"]"), GB18030, How::Chinese),
        (gb("[Event \"全国象棋个人赛\"]"), GB18030, How::Chinese),
        (gb("[Red \"许银川\"]"), GB18030, How::Chinese),
        (big5("[Red \"許銀川\"]"), BIG5, How::Chinese),
        (big5("1. 炮二平五 馬8進7"), BIG5, How::Chinese),
        (big5("[Event \"全國象棋個人賽\"]"), BIG5, How::Chinese),
        (big5("[Red \"許銀川\"]\n[Black \"呂欽\"]"), BIG5, How::Chinese),
        (
            WINDOWS_1251.encode("[White \"Карпов, Анатолий\"] { лучший ход }").0.into_owned(),
            WINDOWS_1251,
            How::Frequency,
        ),
        (
            WINDOWS_1251.encode("[White \"КАРПОВ, МИХАИЛ\"]\n[Black \"СПАССКИЙ\"]").0.into_owned(),
            WINDOWS_1251,
            How::Frequency,
        ),
        (
            WINDOWS_1253.encode("{ Ο λευκός κερδίζει με τον πύργο }").0.into_owned(),
            WINDOWS_1253,
            How::Frequency,
        ),
        (
            WINDOWS_1250.encode("{ Czarne stoją gorzej, ponieważ białe mają więcej przestrzeni, co łatwo wykorzystać }").0.into_owned(),
            WINDOWS_1250,
            How::Frequency,
        ),
        (
            [&"«Été» — œuvre ".repeat(9).into_bytes()[..], b"caf\xE9"].concat(),
            UTF_8,
            How::MostlyUtf8,
        ),
    ];
    for (source, encoding, how) in cases {
        let decision = decide(&source, true);
        let shown = String::from_utf8_lossy(&source);
        assert_eq!(
            (decision.encoding.name(), decision.how),
            (encoding.name(), how),
            "{shown}"
        );
        assert_eq!(decision_of(&source), decision, "{shown}");
    }
}

#[test]
fn a_cut_window_may_end_in_a_cut_character() {
    let text = "[White \"许银川\"]";
    for end in 9..text.len() {
        let decision = decide(&text.as_bytes()[..end], false);
        assert_eq!(decision.encoding, UTF_8, "{end}");
    }
    assert_eq!(decide(&text.as_bytes()[..9], true).encoding, WINDOWS_1252);
}

#[test]
fn a_late_character_decides() {
    let games = "[Event \"?\"]\n\n1. e4 e5 *\n\n".repeat(40_000);
    for (tail, encoding) in [
        (
            GB18030.encode("[Red \"许\"]\n\n1. 炮二平五 马8进7").0,
            GB18030,
        ),
        (BIG5.encode("[Red \"許\"]\n\n1. 炮二平五 馬8進7").0, BIG5),
        (b"[White \"Jos\xE9\"]"[..].into(), WINDOWS_1252),
        ("[White \"José\"]".as_bytes().into(), UTF_8),
    ] {
        let source = [games.as_bytes(), &tail].concat();
        for target in [1 << 10, 256 << 10, 1 << 20] {
            let options = ChunkOptions {
                target,
                ..ChunkOptions::default()
            };
            let mut chunks = Chunks::new(&source[..], options);
            let mut chunk = Chunk::default();
            let mut text = String::new();
            assert_eq!(chunks.decision().how, How::Ascii);
            while chunks.next(&mut chunk).expect("no error") {
                text += &chunk.encoding.decode_without_bom_handling(&chunk.text).0;
            }
            assert_eq!(chunks.decision().encoding, encoding);
            assert!(text.starts_with(&games));
            assert_eq!(
                &text[games.len()..],
                encoding.decode_without_bom_handling(&tail).0
            );
        }
    }
}

#[test]
fn the_caller_may_decide() {
    type Expected = Option<(&'static Encoding, usize)>;
    let cases: &[(&str, &[u8], Expected)] = &[
        ("UTF-8", b"\xEF\xBB\xBFa", Some((UTF_8, 3))),
        ("latin1", b"\xEF\xBB\xBFa", Some((WINDOWS_1252, 0))),
        ("utf-16", b"\xFE\xFF\0a", Some((UTF_16BE, 2))),
        ("utf-16", b"a\0", Some((UTF_16LE, 0))),
        ("utf-16be", b"\0a", Some((UTF_16BE, 0))),
        ("gbk", b"a", Some((GB18030, 0))),
        ("gb2312", b"a", Some((GB18030, 0))),
        ("big5", b"a", Some((BIG5, 0))),
        ("iso-2022-jp", b"a", None),
        ("klingon", b"a", None),
    ];
    for &(label, source, expected) in cases {
        let encoding = encoding_for_label(label);
        let Some((name, bom_len)) = expected else {
            assert_eq!(encoding, None, "{label}");
            continue;
        };
        let decision = given(encoding.expect(label), source);
        assert_eq!(
            (decision.encoding, decision.bom_len),
            (name, bom_len),
            "{label}"
        );
        assert_eq!(decision.how, How::Given);
    }
    let options = ChunkOptions {
        encoding: Some(ISO_2022_JP),
        ..ChunkOptions::default()
    };
    let mut chunks = Chunks::new(&b"a"[..], options);
    assert!(chunks.next(&mut Chunk::default()).is_err());
}

#[test]
fn binary_is_distinguished_from_text() {
    let mut random = 1u32;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 24) as u8
    })
    .take(4096)
    .collect();
    let utf16: Vec<u8> = "[Event \"?\"]\n"
        .encode_utf16()
        .flat_map(u16::to_be_bytes)
        .collect();
    let cases: &[(&[u8], bool)] = &[
        (b"", false),
        (b"1. e4 e5 *", false),
        (b"1. e4\0 e5 *", false),
        (b"\0\0", false),
        (&utf16, false),
        (b"\xFF\xFE1\0", false),
        (b"[White \"Jos\xE9\"]\x1A", false),
        (b"\xFF\xD8\xFF\xE0\0\x10JFIF", true),
        (b"\x89PNG\r\n\x1A\n", true),
        (b"%PDF-1.7", true),
        (b"PK\x03\x04", true),
        (b"SQLite format 3\0", true),
        (&[0; 100], true),
        (&noise, true),
        (&noise[..200], true),
    ];
    for &(source, binary) in cases {
        assert_eq!(looks_binary(source), binary, "{}", source.escape_ascii());
    }
}
