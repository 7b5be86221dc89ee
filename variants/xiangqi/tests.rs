//! Tests of Xiangqi: rules, notations, start positions, and complete collections where they are available.

mod ranks;
mod schemes;

use super::geometry;
use super::info::SOLDIER;
use super::position::Board;
use super::setup;
use super::write::Notation;
use super::{Dialect, Xiangqi};
use crate::core::board::{Side, Square};
use crate::core::moves::{Move, MoveError, MoveErrorKind};
use crate::core::outcome::Outcome;
use crate::core::tags::{TagSpan, Tags};
use crate::core::text::Text;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Finding;
use crate::event::Visitor;
use crate::reader::Reader;
use crate::variant::{InitialState, Position, Punctuation, SetupError, Variant, perft};
use encoding_rs::{BIG5, UTF_8};
use proptest::prelude::*;
use std::collections::BTreeMap;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

fn board(fen: &str) -> Board {
    match setup::read(fen) {
        Ok(fen) => fen.board,
        Err(message) => panic!("{fen}: {message}"),
    }
}

/// Reads a text that is exactly one move.
fn read(board: &Board, text: &str) -> Result<Move, MoveError> {
    let lexed = Xiangqi::lex(text.as_bytes(), &Dialect::default())
        .unwrap_or_else(|| panic!("{text} is no move"));
    assert_eq!(lexed.len, text.len(), "{text} is not read to its end");
    Xiangqi::resolve(lexed.token, board, &Dialect::default())
}

/// A move in ICCS.
fn iccs(mv: &Move) -> String {
    format!("{}{}", geometry::name(mv.from), geometry::name(mv.to))
}

/// What a written move comes to: the move in ICCS, or the kind of failure and its words.
fn outcome(fen: &str, text: &str) -> String {
    match read(&board(fen), text) {
        Ok(mv) => iccs(&mv),
        Err(error) => format!("{:?}: {error}", error.kind),
    }
}

/// One of the real files.
fn corpus(name: &str) -> Option<Vec<u8>> {
    let path = movetext_generate::real_files(&format!("xiangqi/{name}"))?;
    Some(std::fs::read(path).expect("a readable file"))
}

// Rules.

fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.moves(&mut moves);
    moves
}

#[test]
fn move_counts_are_those_published() {
    let cases: &[(&str, &[u64])] = &[
        (START, &[44, 1_920, 79_666, 3_290_240]),
        (
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
            &[38, 1_128, 43_929],
        ),
        (
            "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w",
            &[7, 281, 8_620],
        ),
        (
            "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w",
            &[25, 424, 9_850],
        ),
        (
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w",
            &[28, 516, 14_808],
        ),
        (
            "R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w",
            &[21, 364, 7_626],
        ),
        ("C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w", &[28, 222, 6_241]),
        ("4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w", &[23, 345, 8_124]),
        ("2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w", &[21, 195, 3_883]),
        (
            "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w",
            &[30, 830, 22_787],
        ),
        (
            "CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w",
            &[19, 583, 11_714],
        ),
        // The handicap start of XQ-074.
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR r - - 0 1",
            &[45, 1_884, 82_772],
        ),
    ];
    for (fen, counts) in cases {
        let board = board(fen);
        for (depth, count) in (1..).zip(*counts) {
            assert_eq!(perft(&board, depth), *count, "{fen} to depth {depth}");
        }
    }
}

#[test]
fn check_is_seen_from_every_piece() {
    let cases = [
        // Chariot, cannon over a screen, and not without one or over two.
        ("4k4/9/9/4R4/9/9/9/9/9/3K5 b", true),
        ("4k4/9/4n4/4R4/9/9/9/9/9/3K5 b", false),
        ("4k4/4a4/9/4C4/9/9/9/9/9/3K5 b", true),
        ("4k4/9/9/4C4/9/9/9/9/9/3K5 b", false),
        ("4k4/4a4/4b4/4C4/9/9/9/9/9/3K5 b", false),
        // A horse is held at its own leg: on d8, not on e8.
        ("4k4/9/3N5/9/9/9/9/9/9/3K5 b", true),
        ("4k4/3r5/3N5/9/9/9/9/9/9/3K5 b", false),
        ("4k4/4r4/3N5/9/9/9/9/9/9/3K5 b", true),
        // A soldier beside or before the general, not behind it.
        ("9/4k4/9/9/9/9/9/9/9/3K5 b", false),
        ("9/4kP3/9/9/9/9/9/9/9/3K5 b", true),
        ("9/4k4/4P4/9/9/9/9/9/9/3K5 b", true),
        ("4P4/4k4/9/9/9/9/9/9/9/3K5 b", false),
        // The generals face each other.
        ("4k4/9/9/9/9/9/9/9/9/4K4 w", true),
        ("4k4/9/9/9/4P4/9/9/9/9/4K4 w", false),
        // A missing general is never in check.
        ("4k4/9/9/9/4r4/9/9/9/9/9 w", false),
    ];
    for (fen, check) in cases {
        assert_eq!(board(fen).is_check(), check, "{fen}");
    }
}

// Notations.

/// A position and, for each move in ICCS, its written forms.
type Written<'a> = (&'a str, &'a [(&'a str, &'a [&'a str])]);

#[test]
fn every_school_names_several_men_on_a_file() {
    let cases: &[Written<'_>] = &[
        (
            "3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w",
            &[
                ("e7f7", &["前兵平四", "P+.4", "15=4"]),
                ("e6d6", &["中兵平六", "P5.6", "P..6", "25=6"]),
                ("e5f5", &["后兵平四", "P-.4", "35=4"]),
            ],
        ),
        (
            "3k5/4P4/4P4/4P4/4P4/9/9/9/9/4K4 w",
            &[
                ("e8f8", &["一兵平四", "前兵平四", "++.4", "Pa.4", "15=4"]),
                ("e7f7", &["二兵平四", "P+.4", "Pb.4", "25=4"]),
                ("e6f6", &["三兵平四", "P-.4", "Pc.4", "35=4"]),
                ("e5f5", &["四兵平四", "后兵平四", "--.4", "Pd.4", "45=4"]),
            ],
        ),
        (
            "3k5/9/2P3P2/2P3P2/2P6/9/9/9/9/4K4 w",
            &[
                (
                    "g7f7",
                    &["一兵平四", "前三平四", "前兵三平四", "3+.4", "Pa.4", "13=4"],
                ),
                ("g6f6", &["二兵平四", "后三平四", "3-.4", "Pb.4", "23=4"]),
                ("c7d7", &["三兵平六", "前七平六", "7+.6", "Pc.6", "17=6"]),
                ("c6d6", &["四兵平六", "中七平六", "77.6", "Pd.6", "27=6"]),
                ("c5d5", &["五兵平六", "后七平六", "7-.6", "Pe.6", "37=6"]),
            ],
        ),
        (
            "4k4/9/9/9/9/2p3p2/2p3p2/9/9/3K5 b",
            &[
                ("c3d3", &["一卒平4", "前3平4", "3+.4", "Pa.4", "13=4"]),
                ("c4d4", &["二卒平4", "后3平4", "3-.4", "Pb.4", "23=4"]),
                ("g3f3", &["三卒平6", "前7平6", "7+.6", "Pc.6", "17=6"]),
                ("g4f4", &["四卒平6", "后7平6", "7-.6", "Pd.6", "27=6"]),
            ],
        ),
        (
            "3k5/9/9/2C6/9/9/2C6/9/9/4K4 w",
            &[
                (
                    "c6e6",
                    &["前炮平五", "炮前平五", "C+.5", "+C.5", "fC.5", "C+=5"],
                ),
                ("c3e3", &["后炮平五", "C-.5", "-C=5", "rC.5", "bC.5"]),
                ("c6c9", &["前炮进三", "C++3", "＋Ｃ＋３"]),
            ],
        ),
    ];
    for (fen, moves) in cases {
        for (expected, forms) in *moves {
            for form in *forms {
                assert_eq!(outcome(fen, form), *expected, "{form} in {fen}");
            }
        }
    }
}

/// XQ-032 to XQ-035, XQ-080, XQ-082 to XQ-084: all NAGs, numerals, letters and separators.
#[test]
fn one_move_has_many_forms() {
    let cases = [
        (
            "h2e2",
            "炮二平五 砲二平五 包二平五 炮2平5 炮２平５ 炮二平5 砲貳平伍 炮贰平伍 炮二平五+ \
             C2.5 C2=5 C25 c2.5 Ｃ２＝５ C2＝5 C2.5+ H2-E2 h2e2 H2E2 h2-e2 H2–E2 Ｈ２－Ｅ２ H2-E2#",
        ),
        ("h0g2", "马二进三 馬二進三 傌二进三 H2+3 N2+3 h2+3 H0-G2"),
        ("g0e2", "相三进五 象三进五 相三進五 E3+5 B3+5 M3+5"),
        ("f0e1", "仕四进五 士四进五 仕四上五 A4+5 G4+5"),
        ("e0e1", "帅五进一 帥五進一 将五进一 將五进一 K5+1 G5+1"),
        ("i0i1", "车一进一 車一進一 俥一进一 硨一进一 砗一进一 R1+1"),
        ("g3g4", "兵三进一 卒三进一 兵叁进壹 P3+1 S3+1 p3+1"),
    ];
    for (expected, forms) in cases {
        for form in forms.split(' ') {
            assert_eq!(outcome(START, form), *expected, "{form}");
        }
    }
    let black = START.replace(" w ", " b ");
    for (expected, form) in [
        ("b9c7", "马2进3"),
        ("b9c7", "馬２進３"),
        ("b9c7", "马二进三"),
        ("b9c7", "h2+3"),
        ("b7e7", "炮2平5"),
        ("g9e7", "象7进5"),
        ("f9e8", "士6进5"),
        ("c6c5", "卒3进1"),
    ] {
        assert_eq!(outcome(&black, form), expected, "{form}");
    }
}

/// XQ-054, XQ-060, XQ-081: text that is not a move is not read as one.
#[test]
fn other_text_is_left_alone() {
    let cases = "|炮|炮八|炮八平|车六进|炮八 平五|炮 八 平 五|兵五{x}平四|炮二移五|底兵平四|边炮平五|\
                 炮0平5|炮八平零|红胜|和棋|一|一平|六兵平四|前|前炮|前平五|前中平五|前兵四五|…|\u{3000}|\
                 P|P6|P6.|P6.0|C0.5|Q2.5|cbe2|h2e|h2 e2|h2ex|h2-|j2e2|a0a10|a10a0|Event|e.p.|\
                 1.|1-0|0-1|1/2-1/2|12|12.|15|15.|15.4.|1.5|2004.01.05|20.04|15.12|33.45|\
                 3+|3+.|++|--|+-|+|-";
    for text in cases.split('|') {
        assert_eq!(
            Xiangqi::lex(text.as_bytes(), &Dialect::default()),
            None,
            "{text:?}"
        );
    }
}

/// XQ-034 (XQ-I06): moves that begin with digits, next to numbers that do.
#[test]
fn digits_begin_a_move_only_if_it_is_whole() {
    for (text, len) in [
        ("15=4", Some(4)),
        ("15=4 ", Some(4)),
        ("15=4!", Some(4)),
        ("15=4)", Some(4)),
        ("15=4\u{3000}", Some(4)),
        ("33.4\n", Some(4)),
        ("3+.4{x}", Some(4)),
        ("3+.4+", Some(5)),
        ("33.4.", None),
        ("33.45", None),
        ("33.4-", None),
        ("33.4炮", None),
        ("1.15=4", None),
    ] {
        let lexed = Xiangqi::lex(text.as_bytes(), &Dialect::default()).map(|lexed| lexed.len);
        assert_eq!(lexed, len, "{text:?}");
    }
}

/// The length covers the move and its check marks, not other text that adjoins it.
#[test]
fn a_move_ends_where_it_ends() {
    for (text, len) in [
        ("炮二平五炮8平5", 12),
        ("炮二平五!?", 12),
        ("C2.5+!", 5),
        ("C2.5++", 6),
        ("h2e2#", 5),
        ("H2-E2 H9-G7", 5),
        ("前兵四平五 ", 15),
    ] {
        let lexed = Xiangqi::lex(text.as_bytes(), &Dialect::default()).map(|lexed| lexed.len);
        assert_eq!(lexed, Some(len), "{text}");
    }
}

/// XQ-047, XQ-053: the blanks and stops of Chinese text part tokens.
#[test]
fn ideographic_blanks_and_stops_are_separators() {
    for (text, len) in [
        ("\u{3000}炮", Some(3)),
        ("、炮", Some(3)),
        ("。", Some(3)),
        ("１．炮二平五", Some(6)),
        ("１２、炮二平五", Some(9)),
        ("１.炮", Some(4)),
        ("１５＝４", None),
        ("．", None),
        ("「", None),
        ("炮", None),
        ("", None),
    ] {
        let sign = Xiangqi::punctuation(text.as_bytes());
        assert_eq!(
            sign,
            len.map(|len| (Punctuation::Separator, len)),
            "{text:?}"
        );
    }
}

/// The rule that no specification has: the file alone, though there are two equal pieces on it, if only one of
/// them can legally make the move.
#[test]
fn legality_decides_where_the_text_does_not() {
    // There are two cannons on file 2, but the one on b0 has no board in front of it.
    let fen = "2bak1bn1/4a4/1cNr5/p1p1p3p/6P2/6C2/P1Pr4P/4BCR2/R3K4/1cB6 b";
    assert_eq!(outcome(fen, "炮２進３"), "b7b4");
    // One of the two horses is pinned.
    let fen = "4k4/4r4/9/9/4N4/9/4N4/9/9/4K4 w";
    assert!(outcome(fen, "马五进四").starts_with("Ambiguous"));
    let fen = "3k5/9/9/4N4/9/4r4/9/4N4/9/4K4 w";
    assert_eq!(outcome(fen, "马五退四"), "e6f4");
    // Two advisors or elephants on a file are distinguished by the direction.
    let fen = "4k4/9/9/9/9/3P5/9/3A5/9/3AK4 w";
    assert_eq!(outcome(fen, "仕六进五"), "d0e1");
    assert_eq!(outcome(fen, "仕六退五"), "d2e1");
    assert_eq!(outcome(fen, "前仕退五"), "d2e1");
    assert_eq!(outcome(fen, "A-+5"), "d0e1");
}

#[test]
fn failures_say_what_is_wrong() {
    use insta::assert_snapshot;
    let facing = "4k4/9/9/9/4R4/9/9/9/9/4K4 w";
    assert_snapshot!(outcome(START, "炮三平五"), @"NoSuchMove: Red has no cannon on file 3, but on 2, 8");
    assert_snapshot!(outcome(START, "马二进四"), @"NoSuchMove: the horse cannot move h0-f1, since the elephant on g0 blocks it");
    assert_snapshot!(outcome(START, "马二平三"), @"NoSuchMove: the horse on h0 cannot move sideways");
    assert_snapshot!(outcome(START, "马二进七"), @"NoSuchMove: the horse on h0 cannot reach file 7");
    assert_snapshot!(outcome(START, "车一进五"), @"NoSuchMove: the chariot cannot move i0-i5, since the soldier on i3 is in the way");
    assert_snapshot!(outcome(START, "车一进三"), @"NoSuchMove: the chariot cannot move i0-i3, since the soldier on i3 is on its own side");
    assert_snapshot!(outcome(START, "车一退一"), @"NoSuchMove: the chariot on i0 would leave the board");
    assert_snapshot!(outcome(START, "炮二平二"), @"NoSuchMove: the cannon on h2 is already on file 2");
    assert_snapshot!(outcome(START, "炮二进八"), @"NoSuchMove: the cannon on h2 would leave the board");
    assert_snapshot!(outcome(START, "炮二进五"), @"NoSuchMove: the cannon cannot move h2-h7, since cannons capture over exactly one piece, and none is between");
    assert_snapshot!(outcome(START, "兵五平四"), @"NoSuchMove: the soldier cannot move e3-f3, since soldiers move sideways only beyond the river");
    assert_snapshot!(outcome(START, "兵五退一"), @"NoSuchMove: the soldier cannot move e3-e2, since soldiers do not move back");
    assert_snapshot!(outcome(START, "帅五平四"), @"NoSuchMove: the general cannot move e0-f0, since the advisor on f0 is on its own side");
    assert_snapshot!(outcome(START, "前炮平五"), @"NoSuchMove: Red has no two cannons on one file");
    assert_snapshot!(outcome(START, "三兵平四"), @"NoSuchMove: Red has no soldier number 3 among those that share a file");
    assert_snapshot!(outcome(START, "15=4"), @"NoSuchMove: Red has no such soldier on file 5");
    assert_snapshot!(outcome(START, "h4e4"), @"NoSuchMove: there is no piece on h4");
    assert_snapshot!(outcome(START, "h7e7"), @"NoSuchMove: the cannon on h7 is Black's");
    assert_snapshot!(outcome(START, "b0d1"), @"NoSuchMove: the horse cannot move b0-d1, since the elephant on c0 blocks it");
    assert_snapshot!(outcome(facing, "车五平四"), @"LeavesCheck: the chariot cannot move e5-f5, since the generals would face each other");
    assert_snapshot!(outcome(facing, "e5f5"), @"LeavesCheck: the chariot cannot move e5-f5, since the generals would face each other");
    assert_snapshot!(outcome(facing, "马八进七"), @"NoSuchMove: Red has no horse");
    assert_snapshot!(outcome("3k5/9/9/9/4r4/9/9/4N4/9/4K4 w", "马五进四"), @"LeavesCheck: the horse cannot move e2-f4, since the chariot on e5 would attack the general");
    assert_snapshot!(outcome("3k5/9/9/2C6/9/9/2C6/9/9/4K4 w", "炮七平五"), @"Ambiguous: it can mean c3-e3 or c6-e6");
    assert_snapshot!(outcome("3k5/9/3P5/9/9/9/9/9/9/4K4 w", "前兵进一"), @"NoSuchMove: Red has no two soldiers on one file");
    assert_snapshot!(outcome("3k5/2P1P4/2P1P4/9/9/9/9/9/9/4K4 w", "前兵进一"), @"Ambiguous: it can mean c8-c9 or e8-e9");
    assert_snapshot!(outcome("4k4/9/3a5/9/9/9/9/9/9/3K5 b", "士4进3"), @"NoSuchMove: the advisor cannot move d7-c6, since advisors stay in the palace");
    assert_snapshot!(outcome("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "相七进五"), @"NoSuchMove: the elephant cannot move c4-e6, since elephants do not cross the river");
}

/// A token that two published rules read as different pieces is refused.
#[test]
fn rules_that_contradict_each_other_are_reported() {
    // `33`: the middle soldier of file 3 by the older rule, the third one by the newer.
    let fen = "3k5/9/2P3P2/2P3P2/6P2/9/9/9/9/4K4 w";
    let error = read(&board(fen), "33.4").expect_err("both can move");
    assert_eq!(error.kind, MoveErrorKind::Ambiguous);
    assert_eq!(error.detail, "it can mean g5-f5 or g6-f6");
}

/// 6,021 positions with several equal pieces on a file, each move in four written forms.
#[test]
fn several_men_on_a_file_in_every_form() {
    let Some(bytes) = corpus("stacked_cases.json") else {
        return;
    };
    let cases: Vec<BTreeMap<String, serde_json::Value>> =
        serde_json::from_slice(&bytes).expect("the cases are JSON");
    let mut ambiguous = Vec::new();
    for case in &cases {
        let text = |name: &str| case[name].as_str().expect("a string");
        let board = board(text("fen"));
        for form in ["cn", "cn2", "wxf", "w18", "m"] {
            let written = text(form);
            match read(&board, written) {
                Ok(mv) => assert_eq!(iccs(&mv), text("m"), "{written} in {}", text("fen")),
                Err(error) if error.kind == MoveErrorKind::Ambiguous => ambiguous.push(written),
                Err(error) => panic!("{form} {written} in {}: {error}", text("fen")),
            }
        }
    }
    // With three soldiers on file 1 or 3 and two on another, the older rule doubles the digit for
    // the middle soldier and the newer one counts to it; both pieces can make these moves.
    assert_eq!(ambiguous, ["33=2", "33=4", "11=2", "11=2"]);
}

// Start positions.

/// Sets up the position of these tags.
fn start(tags: &[(&str, &str)]) -> (Result<InitialState<Xiangqi>, SetupError>, Vec<Finding>) {
    let mut text = String::new();
    let mut spans = Vec::new();
    for (name, value) in tags {
        let begin = text.len();
        text.push_str(&format!("[{name} \"{value}\"]"));
        let name = begin + 1..begin + 1 + name.len();
        spans.push(TagSpan {
            span: begin..text.len(),
            value: name.end + 2..text.len() - 2,
            name,
        });
    }
    let mut notes = Vec::new();
    let tags = Tags::new(&spans, text.as_bytes(), UTF_8);
    (Xiangqi::initial_state(&tags, &mut notes), notes)
}

/// XQ-029, XQ-031, XQ-075, XQ-076 (XQ-I05): the forms of FEN.
#[test]
fn fen_is_read_in_all_its_forms() {
    const HANDICAP: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR";
    let red = format!("{HANDICAP} w - - 0 1");
    let black = format!("{HANDICAP} b - - 0 1");
    for (fen, expected) in [
        (format!("{HANDICAP} r - - 0 1"), &red),
        (format!("{HANDICAP} R - - 0 1"), &red),
        (format!("{HANDICAP} w - - 0 1"), &red),
        (format!("{HANDICAP} W"), &red),
        (HANDICAP.to_owned(), &red),
        (format!("  {HANDICAP}  w - -  "), &red),
        (format!("{HANDICAP} b - -"), &black),
        (format!("{HANDICAP} B"), &black),
        (HANDICAP.replace("RN2K2NR", "RH2G2HR"), &red),
    ] {
        let (start, notes) = start(&[("Game", "Chinese Chess"), ("fen", &fen)]);
        let start = start.unwrap_or_else(|error| panic!("{fen}: {}", error.message));
        assert_eq!(start.position.describe(), *expected, "{fen}");
        assert!(start.custom && notes.is_empty(), "{fen}: {notes:?}");
    }
    let letters = "rhemgmehr/9/1c5c1/s1s1s1s1s/9/9/S1S1S1S1S/1C5C1/9/RHEAKAEHR w";
    let (usual, notes) = start(&[("FEN", letters)]);
    let usual = usual.expect("the letters of other schools");
    // `m` is an elephant, so this has four of them on one side and no advisor.
    assert_eq!(
        usual.position.describe().split('/').next(),
        Some("rnbbkbbnr")
    );
    assert!(notes.iter().all(|note| note.code.id == "impossible-setup"));
    let counted = format!("{HANDICAP} b - - 7 12");
    assert_eq!(board(&counted).describe(), counted);
}

#[test]
fn the_usual_start_is_not_custom() {
    for tags in [
        &[][..],
        &[("FEN", "")],
        &[("FEN", " ")],
        &[("FEN", START)],
        &[(
            "FEN",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r",
        )],
    ] {
        let (start, notes) = start(tags);
        let start = start.expect("the usual start");
        assert_eq!(start.position.describe(), START, "{tags:?}");
        assert!(!start.custom && notes.is_empty(), "{tags:?}: {notes:?}");
    }
}

#[test]
fn unreadable_positions_say_why() {
    use insta::assert_snapshot;
    let message = |fen: &str| match start(&[("Event", "x"), ("FEN", fen)]).0 {
        Ok(start) => format!("read as {}", start.position.describe()),
        Err(error) => {
            assert_eq!(error.tag, 1);
            error.message.into_owned()
        }
    };
    assert_snapshot!(message("rnbakabnr/9/1c5c1"), @"the position has 3 ranks instead of ten");
    assert_snapshot!(message("9/9/9/9/9/9/9/9/9/9/9"), @"the position has more than ten ranks");
    assert_snapshot!(message("9/9/9/9/4k5/9/9/9/9/9"), @"rank 5 is wider than nine points");
    assert_snapshot!(message("9/9/9/9/4k3/9/9/9/9/9"), @"rank 5 has 8 points instead of nine");
    assert_snapshot!(message("9/9/9/9/4q4/9/9/9/9/9"), @"invalid piece letter 'q' on rank 5");
    assert_snapshot!(message("9/9/9/9/4車4/9/9/9/9/9"), @"invalid piece letter '車' on rank 5");
    assert_snapshot!(message("0k8/9/9/9/9/9/9/9/9/9"), @"'0' on rank 9 is not a gap");
    assert_snapshot!(message("9//9/9/9/9/9/9/9/9"), @"rank 8 has 0 points instead of nine");
    assert_snapshot!(message(&START.replace(" w ", " x ")), @"the side to move is neither r, w nor b");
}

/// Positions that cannot come about are read all the same, with a note for each reason.
#[test]
fn impossible_positions_are_noted() {
    let notes = |fen: &str| -> Vec<String> {
        let (start, notes) = start(&[("FEN", fen)]);
        assert!(start.is_ok(), "{fen}");
        let text = |note: &Finding| format!("{}: {}", note.code.id, note.message);
        notes.iter().map(text).collect()
    };
    for (fen, expected) in [
        (
            "rnbakabnr/9/9/9/9/9/9/9/9/RNBA1ABNR w",
            &["impossible-setup: Red has no general"][..],
        ),
        (
            "4k4/9/9/9/9/9/9/9/3K5/3K2a2 w",
            &[
                "impossible-setup: Red has 2 generals",
                "impossible-setup: Black's advisor cannot be on g0",
            ],
        ),
        (
            "4k4/9/9/9/9/9/1P7/9/9/3K2E2 w",
            &["impossible-setup: Red's soldier cannot be on b3"],
        ),
        (
            "4k4/9/9/9/9/9/9/9/9/3K1E3 w",
            &["impossible-setup: Red's elephant cannot be on f0"],
        ),
        (
            "4k4/9/9/9/9/9/9/9/9/4K4 w",
            &["impossible-setup: Red is to move and could capture the general"],
        ),
        (
            "4k4/9/9/9/9/9/9/9/9/3K5 w - - x",
            &["tag-value: the counts of moves in the FEN are not read"],
        ),
        (
            "4k4/9/9/9/9/9/9/9/9/3K5 w -",
            &["tag-value: a FEN has one, two, four or six fields"],
        ),
        (
            "4k4/9/9/9/9/9/9/9/9/3K5 w KQkq -",
            &["tag-value: the third and fourth fields are not used in Xiangqi"],
        ),
        (
            "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1 moves h2e2",
            &["tag-value: text after the FEN is not read"],
        ),
    ] {
        assert_eq!(notes(fen), expected, "{fen}");
    }
}

/// XQ-032: Format takes one of three values, compared without case.
#[test]
fn an_unknown_format_is_noted() {
    for (format, count) in [
        ("Chinese", 0),
        ("wxf", 0),
        ("ICCS", 0),
        ("", 1),
        ("UCI", 1),
        ("中文", 1),
    ] {
        let (start, notes) = start(&[("Format", format)]);
        assert!(start.is_ok());
        assert_eq!(notes.len(), count, "{format}: {notes:?}");
    }
}

#[test]
fn points_have_names() {
    for index in 0..90 {
        let square = Square(index);
        let name = geometry::name(square);
        assert_eq!(geometry::square(name.as_str()), Some(square));
    }
    assert_eq!(geometry::name(Square(0)).as_str(), "a0");
    assert_eq!(geometry::name(Square(89)).as_str(), "i9");
    assert_eq!(geometry::square("j0"), None);
    assert_eq!(geometry::square("a10"), None);
    assert_eq!(geometry::centre(Square(10)), (1.0, 1.0));
}

// Writing.

const NOTATIONS: [Notation; 4] = [
    Notation::CHINESE,
    Notation::TRADITIONAL,
    Notation::WXF,
    Notation::Iccs,
];

fn written(mv: &Move, board: &Board, notation: Notation) -> String {
    let mut out = String::new();
    Xiangqi::write(mv, board, notation, &mut out);
    out
}

#[test]
fn each_notation_has_its_form() {
    let black = START.replace(" w ", " b ");
    for (fen, mv, forms) in [
        (START, "h2e2", ["炮二平五", "炮二平五", "C2.5", "H2-E2"]),
        (START, "h0g2", ["马二进三", "馬二進三", "H2+3", "H0-G2"]),
        (START, "g0e2", ["相三进五", "相三進五", "E3+5", "G0-E2"]),
        (START, "e0e1", ["帅五进一", "帥五進一", "K5+1", "E0-E1"]),
        (START, "f0e1", ["仕四进五", "仕四進五", "A4+5", "F0-E1"]),
        (&black, "b9c7", ["马2进3", "馬2進3", "H2+3", "B9-C7"]),
        (&black, "c6c5", ["卒3进1", "卒3進1", "P3+1", "C6-C5"]),
        (&black, "e9e8", ["将5进1", "將5進1", "K5+1", "E9-E8"]),
        // Back, and one of two.
        (
            "3k5/9/9/2C6/9/9/2C6/9/9/4K4 w",
            "c3c1",
            ["后炮退二", "後炮退二", "C--2", "C3-C1"],
        ),
        (
            "3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w",
            "e6d6",
            ["中兵平六", "中兵平六", "P..6", "E6-D6"],
        ),
        // Four on one file.
        (
            "3k5/4P4/4P4/4P4/4P4/9/9/9/9/4K4 w",
            "e6f6",
            ["三兵平四", "三兵平四", "Pc.4", "E6-F6"],
        ),
        // Advisors and elephants need no mark.
        (
            "3k5/9/9/9/9/3A5/9/9/9/3AK4 w",
            "d0e1",
            ["仕六进五", "仕六進五", "A6+5", "D0-E1"],
        ),
        // Six soldiers on two files are more than there are names for.
        (
            "3k5/2P3P2/2P3P2/2P3P2/9/9/9/9/9/4K4 w",
            "c6d6",
            ["C6-D6", "C6-D6", "C6-D6", "C6-D6"],
        ),
    ] {
        let board = board(fen);
        let mv = read(&board, mv).expect(mv);
        for (notation, form) in NOTATIONS.into_iter().zip(forms) {
            assert_eq!(written(&mv, &board, notation), form, "{fen}");
        }
    }
}

/// The notation of a name with its settings.
fn notation(text: &str) -> Notation {
    crate::format::pgn::notation::<Xiangqi>(text).unwrap_or_else(|| panic!("no notation {text}"))
}

/// Reads a move where the notation is known.
fn read_as(board: &Board, text: &str, notation: Notation) -> Result<Move, MoveError> {
    let mut dialect = Dialect::default();
    Xiangqi::assume_notation(notation, &mut dialect);
    let lexed = Xiangqi::lex(text.as_bytes(), &dialect).expect(text);
    assert_eq!(lexed.len, text.len(), "{text}");
    Xiangqi::resolve(lexed.token, board, &dialect)
}

/// XQ-083, and two schemes for soldiers in Chinese and three in WXF where it is silent: 6,021 forms of
/// independent writers in four of these, and each read as the same move in all of them.
#[test]
fn several_men_on_a_file_are_written_as_others_do() {
    let Some(bytes) = corpus("stacked_cases.json") else {
        return;
    };
    let cases: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
    let cases = cases.as_array().expect("a list");
    let listed = [
        ("cn", notation("chinese,digits=full")),
        ("cn2", notation("chinese,digits=full,soldiers=by-file")),
        ("wxf", notation("wxf")),
        ("w18", notation("wxf,scheme=wxr2018")),
    ];
    let others = [
        "chinese,script=traditional",
        "wxf,scheme=axf",
        "wxf,scheme=axf,sideways=nothing",
        "wxf,sideways=nothing",
        "iccs",
        "uci",
    ]
    .map(notation);
    let mut same = [0; 4];
    for case in cases {
        let text = |key: &str| case[key].as_str().expect(key);
        let board = board(text("fen"));
        let mv = read(&board, text("m")).expect("a legal move");
        for ((key, notation), same) in listed.iter().zip(&mut same) {
            let form = written(&mv, &board, *notation);
            *same += usize::from(form == text(key));
            assert_eq!(form, text(key), "{key} in {}", text("fen"));
        }
        for notation in listed
            .map(|(_, notation)| notation)
            .into_iter()
            .chain(others)
        {
            let form = written(&mv, &board, notation);
            let again = read_as(&board, &form, notation);
            assert_eq!(again, Ok(mv), "{form} in {}", text("fen"));
        }
    }
    assert_eq!(same, [6_021; 4]);
}

/// What names one of several soldiers in each scheme, and is read back in it.
#[test]
fn schemes_for_soldiers() {
    let names = [
        "chinese,soldiers=by-file",
        "wxf,scheme=axf",
        "wxf",
        "wxf,scheme=wxr2018",
    ];
    for (fen, moves) in [
        (
            "3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w",
            &[
                ("e7f7", ["前兵平四", "P+.4", "P+.4", "15=4"]),
                ("e6d6", ["中兵平六", "P5.6", "P..6", "25=6"]),
                ("e5f5", ["后兵平四", "P-.4", "P-.4", "35=4"]),
            ][..],
        ),
        (
            "3k5/4P4/4P4/4P4/4P4/9/9/9/9/4K4 w",
            &[
                ("e8f8", ["前兵平四", "++.4", "Pa.4", "15=4"]),
                ("e7f7", ["二兵平四", "P+.4", "Pb.4", "25=4"]),
                ("e6f6", ["三兵平四", "P-.4", "Pc.4", "35=4"]),
                ("e5f5", ["后兵平四", "--.4", "Pd.4", "45=4"]),
            ],
        ),
        (
            "3k1P3/5P3/5P3/5P3/5P3/9/9/9/9/4K4 w",
            &[
                ("f9e9", ["前兵平五", "++.5", "Pa.5", "14=5"]),
                ("f7g7", ["三兵平三", "P4.3", "Pc.3", "34=3"]),
                ("f5e5", ["后兵平五", "--.5", "Pe.5", "54=5"]),
            ],
        ),
        (
            "3k5/9/2P3P2/2P3P2/2P6/9/9/9/9/4K4 w",
            &[
                ("g7f7", ["前三平四", "3+.4", "Pa.4", "13=4"]),
                ("c6d6", ["中七平六", "77.6", "Pd.6", "27=6"]),
                ("c5d5", ["后七平六", "7-.6", "Pe.6", "37=6"]),
            ],
        ),
    ] {
        let board = board(fen);
        for (mv, forms) in moves {
            let mv = read(&board, mv).expect("a legal move");
            for (name, form) in names.into_iter().zip(forms) {
                let notation = notation(name);
                assert_eq!(written(&mv, &board, notation), *form, "{name} in {fen}");
                assert_eq!(read_as(&board, form, notation), Ok(mv), "{name} in {fen}");
            }
        }
    }
}

/// XQ-034: where two schemes give a text two meanings it is ambiguous, unless the scheme is known.
#[test]
fn the_scheme_settles_what_is_ambiguous() {
    let board = board("3k5/9/4P1P2/4P1P2/6P2/9/9/9/9/4K4 w");
    let error = read(&board, "33.4").expect_err("two soldiers can do that");
    assert_eq!(error.kind, MoveErrorKind::Ambiguous);
    assert_eq!(error.detail, "it can mean g5-f5 or g6-f6");
    // The third scheme has other names, so it decides nothing.
    assert_eq!(read_as(&board, "33.4", notation("wxf")), Err(error));
    for (name, expected) in [("wxf,scheme=axf", "g6f6"), ("wxf,scheme=wxr2018", "g5f5")] {
        let mv = read_as(&board, "33.4", notation(name)).expect("one of them");
        assert_eq!(iccs(&mv), expected, "{name}");
    }
}

/// 2,000 master games are written as they are in the files of each notation.
#[test]
fn real_games_are_written_as_they_are() {
    for (name, words) in [
        ("games2000_chinese_halfwidth.pgn", "chinese"),
        ("games2000_chinese_simp.pgn", "chinese,digits=full"),
        ("games2000_wxf_xqbase.pgn", "wxf"),
        ("games2000_wxf_axf1982.pgn", "wxf,scheme=axf"),
        ("games2000_wxf_wxr2018.pgn", "wxf,scheme=wxr2018"),
        ("games2000_iccs.pgn", "iccs"),
        ("games2000_iccs_lower.pgn", "uci"),
    ] {
        let notation = notation(words);
        let Some(bytes) = corpus(name) else { continue };
        let text = String::from_utf8(bytes).expect("the file is in UTF-8");
        let mut plies = 0;
        for (fen, words) in games(&text) {
            let mut position = fen.map_or_else(Board::start, board);
            for word in words {
                if Xiangqi::lex(word.as_bytes(), &Dialect::default()).is_none() {
                    continue;
                }
                let mv = read(&position, word).expect("a legal move");
                assert_eq!(written(&mv, &position, notation), word, "{name}");
                position.play(&mv);
                plies += 1;
            }
        }
        assert_eq!(plies, 176_719, "{name}");
    }
}

// Whole games.

/// The games of a file, as the test needs them: the FEN, and the words of the movetext.
fn games(text: &str) -> Vec<(Option<&str>, Vec<&str>)> {
    let mut games: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
    let mut in_tags = false;
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            if !in_tags {
                games.push((None, Vec::new()));
            }
            in_tags = true;
            if let (Some(rest), Some(game)) = (line.strip_prefix("[FEN \""), games.last_mut()) {
                game.0 = rest.split('"').next();
            }
        } else if !line.is_empty() {
            in_tags = false;
            if let Some(game) = games.last_mut() {
                game.1.extend(line.split_whitespace());
            }
        }
    }
    games
}

/// Plays all games of a file; returns how many plies there were and which games failed.
fn replay(text: &str) -> (usize, Vec<String>) {
    let (mut plies, mut failures) = (0, Vec::new());
    for (index, (fen, words)) in games(text).into_iter().enumerate() {
        let mut position = match fen {
            Some(fen) => board(fen),
            None => Board::start(),
        };
        for word in words {
            let Some(lexed) = Xiangqi::lex(word.as_bytes(), &Dialect::default()) else {
                assert!(
                    word.ends_with('.') || Xiangqi::INFO.outcome(word).is_some(),
                    "game {}: {word}",
                    index + 1
                );
                continue;
            };
            assert_eq!(lexed.len, word.len(), "{word}");
            match Xiangqi::resolve(lexed.token, &position, &Dialect::default()) {
                Ok(mv) => position.play(&mv),
                Err(error) => {
                    failures.push(format!("{} {word}: {error}", index + 1));
                    break;
                }
            }
            plies += 1;
        }
    }
    (plies, failures)
}

/// XQ-074, XQ-083, XQ-090: the specification's long example, and its variation of move 7.
#[test]
fn the_example_of_the_specification_is_played() {
    let fen = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR r - - 0 1";
    let game = "炮八平五 炮8平5 炮五进五 象7进5 炮二平五 马8进7 马二进三 车9平8 马八进七 马2进1 \
        车九平六 车1平2 车六进八 炮2进7 车一进四 炮2平1 马七进八 炮1退4 马八退七 炮1进4 \
        马七进八 车2进2 炮五平八 炮1退4 炮八进五 炮1平9 炮八平三 车8进2 炮三进一 车8进2 \
        马八进六 炮9平5 炮三平一 士6进5 马六进四 车8平5 帅五平六 车5平6 马四进三 将5平6 \
        车六退四 卒5进1 车六进二 炮5平7 前马退二 象5进7 马二退三 卒5进1 车六平三 卒5平6 \
        车三进三 将6进1 后马进二 士5进6 马二进三 将6平5 前马进二 将5进1 车三平六 士6退5 \
        马二退三 车6退1 车六退三 车6平7 车六平三 卒6平7 车三平五 将5平6 帅六平五 将6退1 \
        车五进二 将6退1 车五进一 将6进1 车五平七";
    let variation = "炮2平3 帅五平六 炮3进5 车六进一 将5进1 炮五退二";
    let play = |position: &mut Board, moves: &str| {
        for text in moves.split_whitespace() {
            let mv = read(position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
            position.play(&mv);
        }
    };
    let mut position = board(fen);
    play(&mut position, game);
    assert_eq!(
        position.describe(),
        "2R6/5k2C/n8/p1p5p/6b2/6p2/9/9/9/4K4 b - - 0 38"
    );
    // The variation replaces Black's seventh move, the fourteenth of the game.
    let mut position = board(fen);
    let before: Vec<&str> = game.split_whitespace().take(13).collect();
    play(&mut position, &before.join(" "));
    play(&mut position, variation);
    assert!(!position.is_check());
}

/// 2,000 master games, the same in every notation.
#[test]
fn real_games_in_every_notation() {
    for name in [
        "games2000_chinese_simp.pgn",
        "games2000_chinese_halfwidth.pgn",
        "games2000_iccs.pgn",
        "games2000_iccs_lower.pgn",
        "games2000_wxf_axf1982.pgn",
        "games2000_wxf_wxr2018.pgn",
        "games2000_wxf_xqbase.pgn",
    ] {
        let Some(bytes) = corpus(name) else { continue };
        let text = String::from_utf8(bytes).expect("the file is in UTF-8");
        let (plies, failures) = replay(&text);
        assert_eq!(failures, [""; 0], "{name}");
        assert_eq!(plies, 176_719, "{name}");
    }
}

/// 5,000 real files with traditional characters and full-width digits; many set up a position.
#[test]
fn real_files_with_traditional_characters() {
    let Some(bytes) = corpus("ccpd_5000.big5.pgn") else {
        return;
    };
    let text = BIG5.decode(&bytes).0;
    let (plies, failures) = replay(&text);
    assert_eq!(failures, [""; 0]);
    assert_eq!(plies, 386_086);
}

/// Remembers the termination marker.
#[derive(Default)]
struct LastOutcome {
    outcome: Option<Outcome>,
}

impl Visitor for LastOutcome {
    fn outcome(&mut self, outcome: Outcome, _: Text<'_>) {
        self.outcome = Some(outcome);
    }
}

/// XQ-018 to XQ-021, XQ-047 to XQ-049, XQ-053: movetext as people type it, read completely.
#[test]
fn untidy_movetext_is_read() {
    let stacked = "[Game \"Chinese Chess\"]\n[FEN \"3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w\"]\n\n";
    let doubled = "[Game \"Chinese Chess\"]\n\
                   [FEN \"3k5/9/2P6/2P3P2/2P3P2/9/9/9/9/4K4 w\"]\n\n";
    let plain = "[Game \"Chinese Chess\"]\n\n";
    for (tags, movetext, plies, outcome) in [
        (
            plain,
            "1.炮二平五 炮8平5 2.马二进三 马8进7 1-0",
            4,
            Outcome::FirstWins,
        ),
        (
            plain,
            "1、炮二平五\u{3000}炮8平5 2。马二进三 马8进7 红胜",
            4,
            Outcome::FirstWins,
        ),
        (
            plain,
            "１．炮二平五 炮８平５ ２．马二进三 馬８進７ 黑勝",
            4,
            Outcome::SecondWins,
        ),
        (
            plain,
            "1. 炮二平五! 炮8平5?! 2. 马二进三{好} 马8进7 和棋",
            4,
            Outcome::Draw,
        ),
        (
            plain,
            "炮二平五 炮8平5 马二进三 马8进7 *",
            4,
            Outcome::Unknown,
        ),
        (plain, "1.C2.5 C8.5 2.H2+3 H8+7 1/2-1/2", 4, Outcome::Draw),
        (
            plain,
            "1.H2-E2 H7-E7 2.h0g2 h9g7 0-1",
            4,
            Outcome::SecondWins,
        ),
        (
            stacked,
            "1. 15=4 K4+1 2.P++1 K4-1 3.P-.6! 1-0",
            5,
            Outcome::FirstWins,
        ),
        (
            doubled,
            "1. 77.6 K4+1 2. 3+.4 K4-1 3.7-.8 1-0",
            5,
            Outcome::FirstWins,
        ),
    ] {
        let text = format!("{tags}{movetext}\n");
        let mut findings: Vec<Diagnostic> = Vec::new();
        let mut last = LastOutcome::default();
        let stats = Reader::builder()
            .from_reader(text.as_bytes())
            .and_then(|mut reader| reader.read(&mut last, &mut findings))
            .expect("reading from memory does not fail");
        assert_eq!(stats.counts.plies, plies, "{movetext}: {findings:?}");
        assert_eq!(last.outcome, Some(outcome), "{movetext}");
        assert_eq!(stats.counts.errors, 0, "{movetext}: {findings:?}");
        assert_eq!(stats.accounted, text.len() as u64, "{movetext}");
    }
}

// Properties.

/// Plays moves chosen by the numbers and returns every position on the way.
fn walk(choices: &[u8]) -> Vec<Board> {
    let mut positions = vec![Board::start()];
    for &choice in choices {
        let mut board = positions[positions.len() - 1].clone();
        let moves = legal_moves(&board);
        if moves.is_empty() {
            break;
        }
        board.play(&moves[choice as usize % moves.len()]);
        positions.push(board);
    }
    positions
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The state of a played position equals that of its FEN.
    #[test]
    fn a_position_survives_its_fen(choices in proptest::collection::vec(any::<u8>(), 0..120)) {
        for position in walk(&choices) {
            let again = board(&position.describe());
            prop_assert_eq!(&again, &position);
            prop_assert_eq!(again.key(), position.key());
        }
    }

    /// Every legal move is read back from ICCS, and no other pair of points is a move.
    #[test]
    fn iccs_means_exactly_the_legal_moves(choices in proptest::collection::vec(any::<u8>(), 0..60)) {
        let positions = walk(&choices);
        let position = &positions[positions.len() - 1];
        let mut legal: Vec<String> = legal_moves(position).iter().map(iccs).collect();
        legal.sort();
        let mut found = Vec::new();
        for from in 0..90 {
            for to in 0..90 {
                let text = format!("{}{}", geometry::name(Square(from)), geometry::name(Square(to)));
                if read(position, &text).is_ok() {
                    found.push(text);
                }
            }
        }
        found.sort();
        prop_assert_eq!(found, legal);
    }

    /// Every legal move is read back from each notation, and no two are written alike.
    #[test]
    fn what_is_written_is_read_back(choices in proptest::collection::vec(any::<u8>(), 0..200)) {
        for position in walk(&choices) {
            for notation in NOTATIONS {
                let mut seen = std::collections::BTreeSet::new();
                for mv in legal_moves(&position) {
                    let form = written(&mv, &position, notation);
                    prop_assert_eq!(read(&position, &form), Ok(mv), "{}", form);
                    prop_assert!(seen.insert(form));
                }
            }
        }
    }

    /// No text makes the readers fail otherwise than by saying so.
    #[test]
    fn any_bytes_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..12)) {
        if let Some(lexed) = Xiangqi::lex(&bytes, &Dialect::default()) {
            prop_assert!(lexed.len <= bytes.len());
        }
        if let Some((_, len)) = Xiangqi::punctuation(&bytes) {
            prop_assert!(0 < len && len <= bytes.len());
        }
    }

    /// Whatever looks like a move can be resolved or refused on any board.
    #[test]
    fn any_move_can_be_tried(
        text in "[炮兵马前后中一五帅士A-IPRa-p1-9+-]{2}[炮兵四2-5]?[进退平+.=-]?[a-i]?[0-9一九]",
        fen in "[1KkAaBbNnRrCcPp]{9}(/[1KkAaBbNnRrCcPp]{9}){9} [wb]",
    ) {
        let board = board(&fen);
        if let Some(lexed) = Xiangqi::lex(text.as_bytes(), &Dialect::default())
            && let Ok(mv) = Xiangqi::resolve(lexed.token, &board, &Dialect::default())
        {
            prop_assert!(legal_moves(&board).contains(&mv));
        }
    }

    /// Any text is a FEN or is refused.
    #[test]
    fn any_text_can_be_tried_as_fen(text in "[1-9KkPpx/ ]{0,60}|\\PC{0,40}") {
        if let Ok(fen) = setup::read(&text) {
            prop_assert!(matches!(fen.board.turn(), Side::First | Side::Second));
        }
    }
}
