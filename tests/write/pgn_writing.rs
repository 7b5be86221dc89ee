//! Games written as PGN: by the requirements, by the specification's own samples, and read back.

use crate::common::{files, games, only, write};
use movetext::grammar::{Entry, check};
use movetext::pgn::{Form, Options, WriteError, Writer, Written};
use movetext::variants::Chess;
use movetext::{Game, Limits, Reader};
use movetext_generate::{Database, Style};
use proptest::prelude::*;
use proptest::{bool, collection::vec, sample::select};
use std::borrow::Cow;

/// The only game of a text, written.
fn rewrite(text: &str, options: &Options) -> (String, Written) {
    write(&only(games(text.as_bytes()), text), options)
}

fn export(text: &str) -> String {
    rewrite(text, &Options::default()).0
}

/// The movetext of the only game in export format, without its last line end.
fn movetext(text: &str) -> String {
    let out = export(text);
    let (_, movetext) = out.split_once("\n\n").expect("an empty line");
    // CH-150: one empty line after the movetext, of the last game too.
    movetext.strip_suffix("\n\n").expect("one").to_owned()
}

const SEVENTY_EIGHT: Options = Options {
    form: Form::Export,
    columns: 78,
    space_after_number: false,
    notation: Cow::Borrowed(""),
    encoding: encoding_rs::UTF_8,
    part: None,
};

const LOSSLESS: Options = Options {
    form: Form::Lossless,
    columns: 78,
    space_after_number: false,
    notation: Cow::Borrowed(""),
    encoding: encoding_rs::UTF_8,
    part: None,
};

/// The specification's model game.
const MODEL: &str = r#"[Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]

1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.Ba4 Nf6 5.O-O Be7 6.Re1 b5 7.Bb3 d6 8.c3 O-O 9.h3
Nb8 10.d4 Nbd7 11.c4 c6 12.cxb5 axb5 13.Nc3 Bb7 14.Bg5 b4 15.Nb1 h6 16.Bh4 c5
17.dxe5 Nxe4 18.Bxe7 Qxe7 19.exd6 Qf6 20.Nbd2 Nxd6 21.Nc4 Nxc4 22.Bxc4 Nb6 23.
Ne5 Rae8 24.Bxf7+ Rxf7 25.Nxf7 Rxe1+ 26.Qxe1 Kxf7 27.Qe3 Qg5 28.Qxg5 hxg5 29.
b3 Ke6 30.a3 Kd6 31.axb4 cxb4 32.Ra5 Nd5 33.f3 Bc8 34.Kf2 Bf5 35.Ra7 g6 36.
Ra6+ Kc5 37.Ke1 Nf4 38.g3 Nxh3 39.Kd2 Kb5 40.Rd6 Kc5 41.Ra6 Nf2 42.g4 Bd3 43.
Re6 1/2-1/2

"#;

/// The specification's samples of comments and of variations, which have no marker (CH-I15).
const SAMPLES: [&str; 2] = [
    "1.e4 {Белая пешка пошла с e2 на e4} 1...c5 {Чёрная пешка пошла с e7 на e5} 2.
Nf3 {Белый конь пошёл с g1 на f3} 2...Nc6 3.d4 cxd4 {Чёрная пешка с c5 забрала
белую пешку на d4} 4.Nxd4 g6 5.Nc3 Bg7 {Чёрный слон пошёл с f8 на g7} 6.Be3
Nf6 7.Bc4 Qa5 8.O-O {Белые произвели короткую рокировку} 8...O-O 9.Bb3 d6 10.
h3 Bd7 11.Re1 Rac8 {На c8 претендуют сразу две чёрные ладьи, поэтому
запускается механизм устранения противоречий. В итоге пошла ладья с a8 на c8}
12.Nd5 Rfe8 13.Nxe7+ {Конь с d5 забрал пешку на e7 с шахом} 13...Nxe7",
    "1.e4 ({Популярно ещё такое начало} 1.d4) ({и такое} 1.Nf3) 1...Nf6 2.e5 Nd5 3.
d4 (3.c4 Nb6 4.Nc3 d6 5.Nf3 (5.exd6 cxd6)) 3...d6 4.c4 Nb6 5.f4 dxe5 6.fxe5
Nc6",
];

/// CH-295, CH-I01, CH-I02: at 78 columns the samples come out byte for byte.
#[test]
fn the_samples_of_the_specification() {
    assert_eq!(rewrite(MODEL, &SEVENTY_EIGHT).0, MODEL);
    for sample in SAMPLES {
        let out = rewrite(sample, &SEVENTY_EIGHT).0;
        let (_, movetext) = out.split_once("\n\n").expect("an empty line");
        assert_eq!(movetext, format!("{sample} *\n\n"));
    }
}

/// CH-147, CH-148, CH-150: at 80 columns the model game takes six lines.
#[test]
fn lines_of_eighty_columns() {
    let text = movetext(MODEL);
    assert_eq!(text.lines().count(), 6);
    assert!(text.lines().all(|line| line.len() <= 80));
    assert!(text.contains(" 29.b3\n"));
}

/// CH-080 to CH-089, CH-098 to CH-101, CH-I10, CH-I22: roster, order, escapes, defaults.
#[test]
fn tag_sections() {
    let (out, written) = rewrite(
        "[WhiteElo \"2700\"] [black \"Ms \\\"B\\\"\"]\n[Annotator \"C:\\\\x\"][UTCDate\n\"2020.01.01\"]\n\
         [Unknown \"a\tb\"] [ result \"1-0\" ] [Annotator \"again\"]\n*",
        &Options::default(),
    );
    assert_eq!(
        out,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
         [Black \"Ms \\\"B\\\"\"]\n[Result \"1-0\"]\n[Annotator \"C:\\\\x\"]\n\
         [Annotator \"again\"]\n[UTCDate \"2020.01.01\"]\n[Unknown \"a b\"]\n[WhiteElo \"2700\"]\n\
         \n1-0\n\n"
    );
    assert_eq!(written, Written::default());
}

/// What a written movetext becomes.
const MOVETEXTS: &[(&str, &str, &str)] = &[
    (
        "CH-159 CH-160 CH-161 CH-162 CH-165",
        "1 . e4 1 ... e5 2 Nf3 *",
        "1.e4 e5 2.Nf3 *",
    ),
    (
        "CH-163",
        "1. e4 {c} e5 (1... c5) 2. Nf3 (2. d4) Nc6 *",
        "1.e4 {c} 1...e5 (1...c5) 2.Nf3 (2.d4) 2...Nc6 *",
    ),
    (
        "CH-163: a glyph is no reason",
        "1. e4! e5 *",
        "1.e4 $1 e5 *",
    ),
    (
        "CH-I14",
        "1. e4 e5 (1... c5 2. Nf3 (2. d4 {c} cxd4)) *",
        "1.e4 e5 (1...c5 2.Nf3 (2.d4 {c} 2...cxd4)) *",
    ),
    (
        "CH-170 CH-176 CH-195",
        "1. Pe2-e4 e7e5 2. Ng1f3 Nb8-c6 3. Bf1-b5 a6 4. 0-0 *",
        "1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 4.O-O *",
    ),
    (
        "CH-189 CH-190",
        "1. f3 e5 2. g4 Qh4 0-1",
        "1.f3 e5 2.g4 Qh4# 0-1",
    ),
    (
        "CH-200 CH-289 CH-294",
        "1. e4 !? $0 $14 e5?? *",
        "1.e4 $5 $14 e5 $4 *",
    ),
    (
        "CH-I04",
        "1. e4 ; to the end\n$1 {  two\n words } (1. d4) {after} e5 *",
        "1.e4 {to the end} $1 {two words} (1.d4) {after} 1...e5 *",
    ),
    ("CH-208 CH-I15", "1. e4 e5", "1.e4 e5 *"),
    ("CH-209", "1. e4 e5 1-0 {resigns}", "1.e4 e5 {resigns} 1-0"),
    ("CH-I05", "1. e4 1/2", "1.e4 1/2-1/2"),
    ("CH-I05", "1. e4 ½-½", "1.e4 1/2-1/2"),
    (
        "empty comments stay",
        "[Event \"?\"]\n\n{} 1. e4 {} e5 *",
        "{} 1.e4 {} 1...e5 *",
    ),
    (
        "CH-202",
        "1. e4 () e5 (() {x} !) {y} (1... c5) *",
        "1.e4 e5 {x} {!} {y} (1...c5) *",
    ),
    ("a null move", "1. e4 -- 2. d4 *", "1.e4 -- 2.d4 *"),
    (
        "a variation before any move",
        "1. (1. d4 d5) e4 *",
        "(1. d4 d5) 1.e4 *",
    ),
];

#[test]
fn movetexts() {
    for (what, text, expected) in MOVETEXTS {
        assert_eq!(movetext(text), *expected, "{what}: {text}");
        let out = export(text);
        assert_eq!(export(&out), out, "{what}");
    }
}

/// CH-183 to CH-188: only pieces that may legally go there count. The specification's own example.
#[test]
fn disambiguation_by_legal_moves() {
    for (fen, mv, written) in [
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Nc3e2", "1.Nce2 *"),
        ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Ng1e2", "1.Ne2 *"),
    ] {
        let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. {mv} *\n");
        assert_eq!(movetext(&text), written);
    }
}

/// CH-164, CH-268, CH-269: side and number come from the FEN, and SetUp is there.
#[test]
fn games_from_a_position() {
    let out = export("[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 3 41\"]\n\nKd7 Kxe2 Kd6 *");
    assert!(
        out.ends_with(
            "[FEN \"4k3/8/8/8/8/8/4p3/4K3 b - - 3 41\"]\n[SetUp \"1\"]\n\n41...Kd7 42.Kxe2 Kd6 *\n\n"
        ),
        "{out}"
    );
}

/// CH-154, CH-164, CH-269: numbers of the record that agree with each other stay, whatever the start position
/// says; where they contradict each other they are counted from that.
#[test]
fn numbers_of_the_record() {
    const AT_FIVE: &str = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 5\"]\n[SetUp \"1\"]\n";
    const BLACK: &str = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 5\"]\n[SetUp \"1\"]\n";
    for (tags, moves, written) in [
        ("", "12. e4 e5 13. Nf3 *", "12.e4 e5 13.Nf3 *"),
        (
            "",
            "12. e4 (12. d4 d5 13. c4) 12... e5 13. Nf3 Nc6 *",
            "12.e4 (12.d4 d5 13.c4) 12...e5 13.Nf3 Nc6 *",
        ),
        (AT_FIVE, "1. e4 Kd7 2. e5 *", "1.e4 Kd7 2.e5 *"),
        (
            AT_FIVE,
            "30. e4 (30. e3) 30... Kd7 31. e5 *",
            "30.e4 (30.e3) 30...Kd7 31.e5 *",
        ),
        (BLACK, "30... Kd7 31. e4 Kd6 *", "30...Kd7 31.e4 Kd6 *"),
        // What is missing after the last number changes nothing.
        (
            BLACK,
            "30... Kd7 31. e4 32. e5 *",
            "30...Kd7 31.e4 32. e5 *",
        ),
        // Some have none.
        (AT_FIVE, "e4 Kd7 e5 *", "5.e4 Kd7 6.e5 *"),
        (BLACK, "Kd7 e4 7. Kd6 *", "6...Kd7 7.e4 Kd6 *"),
        // They contradict each other.
        (
            "",
            "1. e4 e5 3. Nf3 Nc6 3. Bb5 *",
            "1.e4 e5 2.Nf3 Nc6 3.Bb5 *",
        ),
        ("", "1. e4 2. e5 3. Nf3 4. Nc6 *", "1.e4 e5 2.Nf3 Nc6 *"),
        (
            AT_FIVE,
            "30. e4 Kd7 7. e5 Kd8 8. e6 *",
            "5.e4 Kd7 6.e5 Kd8 7.e6 *",
        ),
    ] {
        let out = export(&format!("{tags}\n{moves}\n"));
        let (_, movetext) = out.split_once("\n\n").expect("an empty line");
        assert_eq!(movetext, format!("{written}\n\n"), "{tags}{moves}");
        assert_eq!(export(&out), out, "{moves}");
    }
}

/// CH-133, CH-208: one result; what contradicts it becomes a comment.
#[test]
fn results() {
    for (tag, marker, result, comment) in [
        ("1-0", "1-0", "1-0", ""),
        ("1-0", "", "1-0", ""),
        ("1-0", "*", "1-0", ""),
        ("*", "0-1", "0-1", ""),
        ("?", "0-1", "0-1", ""),
        ("1/2", "1/2-1/2", "1/2-1/2", ""),
        ("1-0", "0-1", "1-0", "{0-1} "),
        ("forfeit", "0-1", "0-1", "{forfeit} "),
        ("forfeit", "", "*", "{forfeit} "),
    ] {
        let text = format!("[Result \"{tag}\"]\n\n1. e4 (1. d4) {marker}\n");
        let out = export(&text);
        assert!(out.contains(&format!("[Result \"{result}\"]\n\n")), "{out}");
        let end = format!("1.e4 (1.d4) {comment}{result}\n\n");
        assert!(out.ends_with(&end), "{text}{out}");
        assert_eq!(export(&out), out);
    }
}

/// What could not be played or understood is still there, and counted.
#[test]
fn what_the_export_format_cannot_hold() {
    for (text, expected, unresolved, noted, replaced) in [
        (
            "1. e4 e5 2. Ke3 Nf6 3. Nf3 *",
            "1.e4 e5 2. Ke3 Nf6 3. Nf3 *",
            3,
            0,
            0,
        ),
        (
            "1. e4 rubbish, truly e5 *",
            "1.e4 {rubbish, truly} 1...e5 *",
            0,
            2,
            0,
        ),
        ("1. e4 $300 e5 *", "1.e4 {$300} 1...e5 *", 0, 1, 0),
        (
            "1. e4 (1. d4 1-0) e5 *",
            "1.e4 (1.d4 {1-0}) 1...e5 *",
            0,
            1,
            0,
        ),
        ("1. e4 ; a {b} c\n e5 *", "1.e4 {a {b) c} 1...e5 *", 0, 0, 1),
        (
            "1. e4 {a\u{1}b} e5 *",
            "1.e4 {a\u{FFFD}b} 1...e5 *",
            0,
            0,
            1,
        ),
        (
            "1. e4 e5 1-0 and White won",
            "1.e4 e5 {and White won} 1-0",
            0,
            1,
            0,
        ),
        (
            "[Variant \"Atomic\"]\n\n1. Nf3 Nc6 2. N@f7 *",
            "1. Nf3 Nc6 2. N@f7 *",
            3,
            0,
            0,
        ),
    ] {
        let (out, written) = rewrite(text, &Options::default());
        let (_, movetext) = out.split_once("\n\n").expect("an empty line");
        assert_eq!(movetext, format!("{expected}\n\n"));
        let counts = Written {
            unresolved,
            noted,
            replaced,
            ..Written::default()
        };
        assert_eq!(written, counts, "{text}");
        assert_eq!(export(&out), out);
    }
}

/// A word that hides a line where it begins one is never put there; one that cannot be kept from
/// it is not written at all.
#[test]
fn words_keep_their_meaning() {
    for columns in [1, 10, 20, 80] {
        let options = Options {
            columns,
            ..Options::default()
        };
        let text = "1. e4 e5 2. %Ke9 Nf6 [Nf9 3. Nf3 *";
        let (out, written) = rewrite(text, &options);
        assert_eq!(written.unresolved, 4);
        assert_eq!(rewrite(&out, &options).0, out);
    }
    let unknown = "[Variant \"Atomic\"]\n[FEN \"odd\"]\n\n %Ke9 Nf6 *";
    let games = games(unknown.as_bytes());
    let mut out = Vec::new();
    let result = <Writer>::new(Options::default()).write(&games[0], &mut out);
    assert!(matches!(result, Err(WriteError::Unfaithful)), "{result:?}");
    assert!(out.is_empty());
}

/// CH-I16: no line of a comment begins with a percent sign.
#[test]
fn percent_signs_begin_no_line() {
    let comment = "a %b ".repeat(60);
    for columns in 1..100 {
        let options = Options {
            columns,
            ..Options::default()
        };
        let (out, _) = rewrite(&format!("1. e4 {{{comment}}} *"), &options);
        assert!(!out.contains("\n%"), "{out}");
        let widest = out.lines().map(str::len).max();
        assert!(columns < 40 || widest <= Some(columns), "{out}");
    }
}

/// CH-008, CH-I09: the roster and the main line; games that would be others are refused.
#[test]
fn reduced_games() {
    let options = Options {
        form: Form::Reduced,
        ..Options::default()
    };
    let (out, _) = rewrite(
        "[ECO \"C20\"]\n[Result \"1-0\"]\n\n{a} 1. e4! (1. d4 {b}) 1... e5 {c} 2. Nf3 1-0",
        &options,
    );
    assert_eq!(
        out,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
         [Black \"?\"]\n[Result \"1-0\"]\n\n1.e4 e5 2.Nf3 1-0\n\n"
    );
    for text in [
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *",
        "[Variant \"Atomic\"]\n\n1. e4 *",
    ] {
        let games = games(text.as_bytes());
        let result = <Writer>::new(options.clone()).write(&games[0], &mut Vec::new());
        assert!(matches!(result, Err(WriteError::Reduced)), "{result:?}");
    }
}

#[test]
fn layout_options() {
    let text = "1. e4 e5 {c} 2. Nf3 (2. Bc4) 2... Nc6 3. Bb5 a6 4. Bxc6 *";
    let written = |space_after_number, notation| {
        let options = Options {
            space_after_number,
            notation: Cow::Borrowed(notation),
            columns: 0,
            ..Options::default()
        };
        let out = rewrite(text, &options).0;
        assert_eq!(rewrite(&out, &options).0, out);
        out.lines().nth(8).expect("movetext").to_owned()
    };
    assert_eq!(
        written(true, "san"),
        "1. e4 e5 {c} 2. Nf3 (2. Bc4) 2... Nc6 3. Bb5 a6 4. Bxc6 *"
    );
    assert_eq!(
        written(false, "lan"),
        "1.e2-e4 e7-e5 {c} 2.Ng1-f3 (2.Bf1-c4) 2...Nb8-c6 3.Bf1-b5 a7-a6 4.Bb5xc6 *"
    );
    assert_eq!(
        written(true, "uci"),
        "1. e2e4 e7e5 {c} 2. g1f3 (2. f1c4) 2... b8c6 3. f1b5 a7a6 4. b5c6 *"
    );
}

/// A game that was never read is of no variant.
#[test]
fn games_of_no_variant_are_refused() {
    let result = <Writer>::new(Options::default()).write(&Game::new(), &mut Vec::new());
    assert_eq!(
        result.expect_err("no variant").to_string(),
        "the variant of the game is unknown"
    );
}

/// Deeply nested variations cost no stack.
#[test]
fn deep_variations() {
    let depth = 100_000;
    let text = format!("1. e4 {}{} *", "(1. e4 ".repeat(depth), ")".repeat(depth));
    let limits = Limits {
        depth: usize::MAX,
        ..Limits::default()
    };
    let mut reader = Reader::builder()
        .limits(limits)
        .chunk(8 << 20)
        .from_reader(text.as_bytes())
        .expect("memory");
    let mut game = Game::new();
    assert!(reader.read_game(&mut game, &mut ()).expect("memory"));
    let options = Options {
        columns: 0,
        ..Options::default()
    };
    let (out, _) = write(&game, &options);
    assert_eq!(out.matches("(1.e4").count(), depth);
}

/// Without an edit a game is what it was, byte for byte.
#[test]
fn lossless_games() {
    let options = LOSSLESS;
    let text = "[White \"x\"]\r\n\r\n1  e4!! ; odd\r\n  e5 [%junk]( 1... c5)1-0 {end}\r\n\r\n\
                [White \"y\"]\r\n\r\n1. Qd9 *\r\n\r\n";
    let out: String = games(text.as_bytes())
        .iter()
        .map(|game| write(game, &options).0)
        .collect();
    assert_eq!(out, text);
}

/// What holds for every game that can be written: writing again changes nothing, and what is
/// valid stays so. Returns whether the game conforms to the grammar; or what does not hold.
fn hold(game: &Game) -> Result<bool, String> {
    let options = Options::default();
    let mut bytes = Vec::new();
    let mut writer = <Writer>::new(options);
    let written = match writer.write(game, &mut bytes) {
        Ok(written) => written,
        Err(WriteError::Variant(_)) => return Ok(false),
        Err(error) => return Err(error.to_string()),
    };
    let text = String::from_utf8(bytes).expect("UTF-8");
    let again = games(text.as_bytes());
    if again.len() != 1 {
        return Err(format!("{} games in\n{text}", again.len()));
    }
    let mut twice = Vec::new();
    match writer.write(&again[0], &mut twice) {
        Ok(counts) if (counts.noted, counts.replaced) != (0, 0) => {
            return Err(format!("{counts:?} of\n{text}"));
        }
        Ok(_) if twice == text.as_bytes() => {}
        result => {
            let twice = String::from_utf8_lossy(&twice);
            return Err(format!("{result:?}\n{text}\nwritten again:\n{twice}"));
        }
    }
    // CH-022, CH-147, CH-151, CH-152.
    for line in text.lines() {
        let fits = line.chars().count() <= 80 || line.starts_with('[') || !line.contains(' ');
        if line.trim_matches(' ') != line || line.contains(['\t', '\x0B']) || !fits {
            return Err(format!("{line:?} in\n{text}"));
        }
    }
    let summary = &game.summary;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let names = game.tags().iter().all(|tag| tag.name().bytes().all(plain));
    if !names || summary.errors > 0 || summary.warnings > 0 || written != Written::default() {
        return Ok(false);
    }
    match check::<Chess>(Entry::Document, &text, &Limits::default()) {
        Ok(()) => Ok(true),
        // The specification knows no null moves.
        Err(error) if text[error.span.start..].starts_with("--") => Ok(false),
        Err(error) => Err(format!("{error}:\n{text}")),
    }
}

/// Pieces of movetext and tags, good and bad.
const PIECES: &[&str] = &[
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "d4",
    "Ke2",
    "Qh9",
    "O-O",
    "O-O-O",
    "0-0",
    "bxa8=Q+",
    "b8=R",
    "gxh8N",
    "bxa1=B",
    "g1=Q+",
    "exd6",
    "ed",
    "dxe3",
    "Rxa8+",
    "Kxh8",
    "--",
    "1.",
    "2...",
    "(",
    ")",
    "()",
    "{a}",
    "{",
    "}",
    "; x } y\n",
    "!?",
    "$7",
    "$999",
    "*",
    "1-0",
    "½-½",
    "\n",
    "\n\n",
    "\n%x5\n",
    "%e4",
    "[",
    "[Nf3",
    "\"a5\"",
    "]",
    "5:e4",
    "e4:5",
    "\u{7}",
    "\u{a0}",
    "ä1",
    "[%clk 1:2]",
    "\t",
    "#",
    "[Event \"x\"]",
    "\n[Result \"0-1\"]\n",
    "\n[Variant \"Atomic\"]\n",
    "\n[a b \"c \\\" d\"]\n",
    "\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\"]\n",
    "\n[FEN \"odd\"]\n",
    "{%y\n%z}",
];

/// Positions before the moves: the usual one, and one with castlings, promotions, captures in passing
/// and checks.
const STARTS: &[&str] = &[
    "",
    "[SetUp \"1\"]\n[FEN \"r3k2r/1P4P1/8/3pP3/3Pp3/8/1p4p1/R3K2R w KQkq d6 0 1\"]\n",
    "[SetUp \"1\"]\n[FEN \"r3k2r/1P4P1/8/3pP3/3Pp3/8/1p4p1/R3K2R b KQkq d3 0 1\"]\n",
];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// CH-005, CH-022 for any text: what is written is one game, and stays as it is; or it is refused.
    #[test]
    fn any_text(start in select(STARTS), pieces in vec(select(PIECES), 0..24), glue in vec(bool::ANY, 24)) {
        let mut text = format!("[Site \"?\"]\n{start}\n");
        for (piece, glue) in pieces.iter().zip(glue) {
            text.push_str(piece);
            text.push_str(if glue { "" } else { " " });
        }
        for game in games(text.as_bytes()) {
            match hold(&game) {
                Ok(_) => {}
                Err(fault) if fault == WriteError::Unfaithful.to_string() => {}
                Err(fault) => return Err(TestCaseError::fail(format!("{text:?}: {fault}"))),
            }
        }
    }
}

/// The generated games conform, and stay what they are.
#[test]
fn generated_games() {
    let mut valid = 0;
    for style in [Style::Otb, Style::Online, Style::Annotated] {
        for notation in ["san", "lan", "uci"] {
            let mut text = Vec::new();
            Database {
                notation: Some(notation.to_owned()),
                style,
                games: Some(100),
                ..Database::new("chess")
            }
            .write(&mut text)
            .expect("memory");
            for game in games(&text) {
                valid += u64::from(hold(&game).unwrap_or_else(|fault| panic!("{fault}")));
            }
        }
    }
    assert_eq!(valid, 900);
}

/// The corpora, if they are there.
/// Every real game comes out byte for byte where it is to be as it was; CH-005:
/// export(export(x)) = export(x) for every one, and those without a finding conform.
#[test]
fn real_games() {
    let Some(folder) = movetext_generate::real_files("chess") else {
        return;
    };
    let (mut read, mut valid) = (0, 0);
    let mut faults = Vec::new();
    for path in files(folder) {
        let bytes = std::fs::read(&path).expect("a file");
        let mut reader = Reader::builder().from_reader(&*bytes).expect("memory");
        let mut game = Game::new();
        while reader.read_game(&mut game, &mut ()).expect("memory") {
            read += 1;
            let span = &game.summary.span;
            let source = &bytes[span.start as usize..span.end as usize];
            let mut out = Vec::new();
            let lossless = <Writer>::new(LOSSLESS).write(&game, &mut out).is_ok();
            if !lossless || !out.starts_with(source) || !out[source.len()..].trim_ascii().is_empty()
            {
                faults.push(format!("{} {span:?} is not as it was", path.display()));
            }
            match hold(&game) {
                Ok(conforms) => valid += u64::from(conforms),
                Err(fault) => {
                    let number = game.summary.ordinal;
                    faults.push(format!("{} {number}: {fault}", path.display()));
                }
            }
        }
    }
    println!("{read} games, {valid} of them valid");
    let first = &faults[..faults.len().min(5)];
    assert!(faults.is_empty(), "{}: {}", faults.len(), first.join("\n"));
    assert!(read > 57_000 && valid > 50_000, "{read}, {valid}");
}
