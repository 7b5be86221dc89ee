//! Strict verdicts: every fault of a record is an error of its own, with the requirement that it does not
//! meet, whatever else was found there.

use movetext::check::{Checker, Conformance};
use movetext::{Diagnostic, Reader, Severity};

/// A requirement, and the errors of a record: each with the requirement that it cites first, line and
/// column.
type Case = (&'static str, String, &'static [&'static str]);

fn found(text: &[u8], conformance: Conformance) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut reader = Reader::builder().from_reader(text).unwrap();
    reader
        .read(&mut Checker::new(conformance), &mut found)
        .unwrap();
    found
}

fn errors(text: &str) -> Vec<String> {
    let found = found(text.as_bytes(), Conformance::Import);
    let errors = found.iter().filter(|d| d.code.severity == Severity::Error);
    let shown = errors.map(|d| {
        let first = d.requirements.iter().next().unwrap_or("none");
        format!("{first} {}:{}", d.place.line, d.place.column)
    });
    shown.collect()
}

fn hold(cases: &[Case]) {
    let mut wrong = String::new();
    for (ids, text, expected) in cases {
        let told = errors(text);
        if told != *expected {
            wrong += &format!("{ids}: {text:?}\n  found    {told:?}\n  expected {expected:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn chess(movetext: &str) -> String {
    format!(
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
         [Black \"?\"]\n[Result \"*\"]\n\n{movetext}\n"
    )
}

fn xiangqi(movetext: &str) -> String {
    format!(
        "[Game \"Chinese Chess\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Red \"?\"]\n\
         [Black \"?\"]\n[Result \"*\"]\n\n{movetext}\n"
    )
}

fn cescacs(movetext: &str) -> String {
    format!("[Variant \"C'escacs\"]\n[Event \"CG\"]\n\n{movetext}\n")
}

#[test]
fn every_fault_of_a_chess_game() {
    let tabs = chess("1. e4 *").replace("Site \"?\"", "Site \"a\tb\u{1}c\"");
    hold(&[
        ("CH-023 CH-048", tabs, &["CH-023 2:9", "CH-013 2:11"]),
        ("CH-202", chess("1. e4 ( ) e5 *"), &["CH-202 9:9"]),
        (
            "CH-013 CH-166",
            chess("1. e2-e4 e5\u{7} 2. Ng1-f3 *"),
            &["CH-166 9:4", "CH-013 9:12", "CH-166 9:20"],
        ),
        (
            "CH-017 CH-202",
            chess("1. e4 {a\u{7f}b\u{1b}} e5 () 2. Nf3 $999 *"),
            &["CH-017 9:9", "CH-013 9:11", "CH-202 9:18", "CH-142 9:27"],
        ),
        (
            "CH-166",
            chess("1. e2-e4 e7-e5 (1... d7-d5 {so} 2. e4xd5) 2. 0-0 *"),
            &[
                "CH-166 9:4",
                "CH-166 9:10",
                "CH-166 9:22",
                "CH-166 9:36",
                "CH-143 9:46",
            ],
        ),
        ("CH-012", chess("1. e4 {Таль} e5 {é} *"), &["CH-012 9:8"]),
        (
            "CH-003",
            chess("1.  e4\ne5 ! {x} (1... d5)(1... c5 $1) 2 Nf3 *"),
            &["CH-142 10:4"],
        ),
    ]);
}

/// CH-012: bytes of ISO 8859-1 conform, as written by people and by programs; other scripts do not.
#[test]
fn latin_bytes() {
    let text = chess("1.e4 e5 *\n").replace("White \"?\"", "White \"Müller, Karl\"");
    let (bytes, _, _) = encoding_rs::WINDOWS_1252.encode(&text);
    for conformance in [Conformance::Import, Conformance::Export] {
        let found = found(&bytes, conformance);
        assert!(found.is_empty(), "{found:?}");
    }
    let text = text.replace("Müller", "李");
    for conformance in [Conformance::Import, Conformance::Export] {
        let found = found(text.as_bytes(), conformance);
        let cited: Vec<_> = found.iter().flat_map(|d| d.requirements.iter()).collect();
        assert_eq!(cited, ["CH-012"], "{found:?}");
    }
}

#[test]
fn every_fault_of_a_xiangqi_game() {
    hold(&[
        ("XQ-053", xiangqi("1. 炮二平五 炮8平5 *"), &[]),
        (
            "XQ-053",
            xiangqi("1. 炮二平五\u{B}炮8平5 *"),
            &["XQ-053 9:8"],
        ),
        (
            "XQ-056",
            xiangqi("1. 炮二平五 ; 炮8平5 *\n*"),
            &["XQ-056 9:9"],
        ),
        ("XQ-070", xiangqi("1. 炮二平五 {x}\n炮8平5 *"), &[]),
        (
            "XQ-070",
            xiangqi("1. 炮二平五 {x}\n1. ... 炮8平5 *"),
            &["XQ-070 10:4"],
        ),
        (
            "XQ-086",
            xiangqi("1. 炮二平五 () 炮8平5 *"),
            &["XQ-086 9:10"],
        ),
        (
            "XQ-049 XQ-050",
            xiangqi("1.炮二平五 炮8平5 2.马二进三 *"),
            &["XQ-049 9:1", "XQ-049 9:15"],
        ),
    ]);
}

#[test]
fn every_fault_of_a_cescacs_game() {
    hold(&[
        ("CE-120", cescacs("1. E7-E13, E21-E15 :\n*"), &[]),
        (
            "CE-121",
            cescacs("1. E7-E13,\nE21-E15 :\n*"),
            &["CE-121 4:10"],
        ),
        (
            "CE-139",
            cescacs("7. … G21-G19 :\n*"),
            &["CE-139 4:5", "CE-381 4:6"],
        ),
        (
            "CE-323",
            cescacs("1. E7-E13, E21-E15\n()\n*"),
            &["CE-323 5:2"],
        ),
    ]);
}

/// What was expected is called by what it is, not by the name of a rule.
#[test]
fn expectations_name_things() {
    for text in [
        chess("1. e4 ( ) e5 *"),
        chess("x *"),
        chess("1. Ni3 e5 *"),
        chess("1. e8 *"),
        xiangqi("1. 炮二 炮8平5 *"),
        xiangqi("1 炮二平五 *"),
        xiangqi("1. P++1 *"),
        cescacs("1. E7 E21-E15 :\n*"),
        cescacs("1. KRK-XX, E21-E15 :\n*"),
        cescacs("1. E7-E13 E21-E15 :\n*"),
    ] {
        for finding in found(text.as_bytes(), Conformance::Import) {
            assert!(!finding.message.contains(" parts"), "{finding:?}");
            assert!(!finding.message.contains("resum"), "{finding:?}");
            assert!(!finding.message.contains('_'), "{finding:?}");
        }
    }
}

/// A document as one line of codes, in the order of their places.
fn pcn(text: &str, conformance: Conformance) -> Vec<&'static str> {
    let found = found(text.as_bytes(), conformance);
    found.iter().map(|d| d.code.id).collect()
}

/// PN-032, PN-033: the case of pieces is an error where a document has to conform. PN-085, PN-086,
/// PN-069: options, the state, jumps over nothing.
#[test]
fn documents() {
    let board = r#""starting_position": [[null, "w:k"], ["W:R", null]]"#;
    let document = |members: &str| format!("{{{members}, {board}, \"previous_moves\": []}}");
    let whole = document(r#""over?": false, "...result?": null"#);
    assert_eq!(pcn(&whole, Conformance::Import), [] as [&str; 0]);
    let mixed = whole.replace("w:k", "w:K");
    assert_eq!(pcn(&mixed, Conformance::Consistency), ["piece-case"]);
    let strict = ["piece-case", "not-conforming"];
    assert_eq!(pcn(&mixed, Conformance::Import), strict);
    for half in [r#""over?": true"#, r#""...result?": null"#] {
        let half = document(half);
        assert_eq!(pcn(&half, Conformance::Consistency), ["pcn-key"]);
        assert_eq!(
            pcn(&half, Conformance::Import),
            ["pcn-key", "not-conforming"]
        );
    }
    let moves = |moves: &str| whole.replace("[]}", &format!("[[{moves}]]}}"));
    let noted = moves(r#"[[1, 0], "shift", [1, 1], {"note": 1}]"#);
    assert_eq!(pcn(&noted, Conformance::Consistency), ["unknown-option"]);
    let jump = moves(r#"[[1, 0], "jump", [0, 0]], [[0, 0], "land", [1, 1]]"#);
    assert_eq!(pcn(&jump, Conformance::Consistency), ["empty-jump"]);
    // PN-095: a blank does not part date and time.
    let moment = document(r#""started_at": "2012-09-29 18:48:40+02:00""#);
    assert_eq!(pcn(&moment, Conformance::Consistency), ["date-time"]);
}

/// CH-150: in export format nothing stands before the first game, and exactly one empty line after each. The fixes
/// make it so.
#[test]
fn text_around_games_in_export_format() {
    let game = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
                [Black \"?\"]\n[Result \"*\"]\n\n1.e4 e5 *";
    let two = format!("{game}\n\n{game}\n\n");
    for (text, places, fixed) in [
        (two.clone(), &[][..], Some(&two)),
        (format!("{game}\n\n\n{game}\n\n"), &[(9, 10)], Some(&two)),
        (format!("\n{game}\n\n{game}\n\n"), &[(1, 1)], Some(&two)),
        (format!("{game}\n\n{game}\n"), &[(19, 10)], Some(&two)),
        (format!("{game}\n\n{game}"), &[(19, 10)], Some(&two)),
        (format!("{game}\n\n{game}\n\n\n"), &[(19, 10)], Some(&two)),
        (
            format!("{game}\n{game}\n \n"),
            &[(9, 10), (18, 10)],
            Some(&two),
        ),
        (format!("% escaped\n{game}\n\n"), &[(1, 1)], None),
        (
            format!("{game}\n\n% escaped\n{game}\n\n"),
            &[(10, 1), (11, 10)],
            None,
        ),
    ] {
        let found = found(text.as_bytes(), Conformance::Export);
        let of_export = found.iter().filter(|d| d.code.id == "not-export-format");
        let found: Vec<_> = of_export.collect();
        let places_found: Vec<_> = found
            .iter()
            .map(|d| (d.place.line, d.place.column))
            .collect();
        assert_eq!(places_found, places, "{text:?}");
        let mut written = text.clone();
        for finding in found.iter().rev() {
            if let Some(fix) = &finding.fix {
                let range = fix.span.start as usize..fix.span.end as usize;
                written.replace_range(range, &fix.text);
            }
        }
        if let Some(fixed) = fixed {
            assert_eq!(written, *fixed, "{text:?}");
        }
    }
}
