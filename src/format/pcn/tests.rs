//! The format against its specification: each requirement by its id.

use super::*;
use crate::core::board::Side;
use crate::diagnostic::Code;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// The boards that the specification draws.
const WESTERN: &str = r#"[
    ["w:r","w:n","w:b","w:q","w:k","w:b","w:n","w:r"],
    ["w:p","w:p","w:p","w:p","w:p","w:p","w:p","w:p"],
    [null,null,null,null,null,null,null,null],
    [null,null,null,null,null,null,null,null],
    [null,null,null,null,null,null,null,null],
    [null,null,null,null,null,null,null,null],
    ["W:P","W:P","W:P","W:P","W:P","W:P","W:P","W:P"],
    ["W:R","W:N","W:B","W:Q","W:K","W:B","W:N","W:R"]]"#;
const LINE: &str = r#"["w:k", "w:p", null, "X:S", null, "X:G"]"#;
const MIXED: &str = r#"[
    ["x:r","x:h","x:e","x:a","x:g","x:a","x:e","x:h","x:r"],
    [null,null,null,null,null,null,null,null,null],
    [null,"x:c",null,null,null,null,null,"x:c",null],
    ["x:s",null,"x:s",null,"x:s",null,"x:s",null,"x:s"],
    [null,null,null,null,null,null,null,null,null],
    [null,null,null,null,null,null,null,null,null],
    ["S:P","S:P","S:P","S:P","S:P","S:P","S:P","S:P","S:P"],
    [null,"S:B",null,null,null,null,null,"S:R",null],
    ["S:L","S:N","S:S","S:G","S:K","S:G","S:S","S:N","S:L"]]"#;
const CUBE: &str = r#"[
    [[null,null,null,null],[null,null,"w:k",null]],
    [["w:p","w:p","w:p","w:p"],[null,null,"w:p",null]],
    [[null,null,null,null],[null,null,"w:p",null]],
    [["w:p","w:P",null,null],["S:P",null,null,"S:P"]],
    [[null,"S:P",null,null],["S:P","S:P","S:P","S:P"]],
    [[null,null,null,"S:K"],[null,null,null,null]]]"#;

fn game(board: &str, moves: &str) -> String {
    format!("{{\"starting_position\": {board}, \"previous_moves\": {moves}}}")
}

/// The codes that are found, in the order of their places.
fn codes(text: &str) -> Vec<&'static str> {
    read(text).findings.iter().map(|f| f.code.id).collect()
}

/// Moves on a board, and the codes of the diagnostics apart from irrelevant remarks.
fn faults(board: &str, moves: &str) -> Vec<&'static str> {
    let grave = |code: &&Code| code.severity != crate::diagnostic::Severity::Info;
    let reading = read(&game(board, moves));
    let found = reading.findings.iter().map(|f| f.code).filter(grave);
    found.map(|code| code.id).collect()
}

/// The board after the moves, a row on each line.
fn drawn(board: &Board) -> String {
    let mut out = String::new();
    let width = board.sizes().unwrap()[1];
    for (index, piece) in board.squares().iter().enumerate() {
        let name = piece.as_ref().map_or(".", Piece::as_str);
        let _ = write!(
            out,
            "{name}{}",
            if (index + 1) % width == 0 { '\n' } else { ' ' }
        );
    }
    out
}

/// The files with real documents, or `None` if they are not there.
fn corpus() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("MOVETEXT_CORPORA")?).join("pcn");
    folder.is_dir().then_some(folder)
}

/// The specification's sample, PN-102: 49 moves and 61 actions, and the board that comes of them.
const FINAL: &str = "\
x:r x:h x:e . . x:C . x:h x:r
. . x:a . x:S . . . .
x:c . . . . x:a . . x:e
. . . x:s . . . x:s .
S:P . . . . S:P . . .
. x:s . . . . . S:P S:P
S:N . S:P S:P S:P . S:P . S:L
S:L S:B . . S:G S:S S:G S:R .
. . . x:S . . S:K S:N .
";

/// The specification's sample game, unchanged.
const SAMPLE: &str = include_str!("sample.json");

#[test]
fn the_sample_is_played_to_its_end_and_its_cache_is_not_believed() {
    // PN-002, PN-052, PN-053, PN-072, PN-094, PN-095, PN-096, PN-097, PN-098, PN-099, PN-101,
    // PN-102, PN-104, PN-105, PN-106, PN-107, PN-108, PN-109, PN-110, PN-I05,
    // PN-I08, PN-I09, PN-I14
    let reading = read(SAMPLE);
    let reported: Vec<String> = reading
        .findings
        .iter()
        .map(|f| format!("{} {}: {}", f.code.id, f.path, f.message))
        .collect();
    assert_eq!(
        reported,
        [
            "cache-position $['...cache'].current_position: incomplete board: \"...\" is not the \
             name of a piece, such as w:k or +s:b",
            "cache-pieces $['...cache'].topside.dropable_pieces: the moves give S:s, not nothing",
            "cache-pieces $['...cache'].topside.captures: the moves give S:P, S:S, not x:g",
            "cache-pieces $['...cache'].bottomside.dropable_pieces: the moves give x:G, not nothing",
            "cache-pieces $['...cache'].bottomside.captures: the moves give x:c, x:g, 2 x:s, not nothing",
        ]
    );
    let replay = reading.replay.unwrap();
    assert_eq!((replay.moves(), replay.actions()), (49, 61));
    assert_eq!(reading.unresolved, 0);
    assert_eq!(drawn(replay.board()), FINAL);
    let document = reading.document.unwrap();
    assert_eq!(document.state(), Some(State::Won(Side::First)));
    assert_eq!(document.topside_player.as_deref(), Some("Alice"));
    assert_eq!(document.bottomside_player.as_deref(), Some("Bob"));
    assert_eq!(
        document.started_at.as_deref(),
        Some("2012-09-29T18:48:40+02:00")
    );
    let taken: Vec<(&str, bool)> = replay
        .taken(Side::Second)
        .iter()
        .map(|taken| (taken.piece.as_str(), taken.kept))
        .collect();
    assert_eq!(taken, [("S:S", true), ("S:P", false)]);
    assert_eq!(replay.turn(), Side::Second);
}

#[test]
fn what_is_written_says_what_was_read() {
    // PN-103, PN-085, PN-I14, PN-I02: order, unknown members, forms of squares.
    let text = concat!(
        "{\"event\":{\"b\":1e3,\"a\":[]},\"previous_moves\":[[[51,\"shift\",[7,3],",
        "{\"note\":\"x\",\"promotion\":\"w:n\",\"z\":0}]],[[\"W:K\",\"shift\",0]],[{\"bad\":1}],",
        "[[0,\"hover\",1]]],\"over?\":false,\"starting_position\":[[null,\"W:K\"],[null,null]],",
        "\"over?\":true,\"...result?\":null,\"topside_player\":7,\"site\":\"\\u00e9\"}"
    );
    let reading = read(text);
    assert_eq!(reading.document.unwrap().to_json(), text);
    let mut pages = String::new();
    read(SAMPLE)
        .document
        .unwrap()
        .write(Layout::Pages, &mut pages);
    let again = read(&pages);
    assert_eq!(drawn(again.replay.unwrap().board()), FINAL);
    let mut twice = String::new();
    again.document.unwrap().write(Layout::Pages, &mut twice);
    assert_eq!(pages, twice);
    assert!(
        pages.contains("\n    [[\"x:S\", \"drop\", 75]],\n"),
        "{pages}"
    );
    assert!(
        pages.contains("\n    [null, \"S:B\", null, null, null, null, null, \"S:R\", null],\n")
    );
    // Braces without anything between them are no options.
    let empty = game(
        LINE,
        r#"[[[3, "shift", 2, {}]], [[1, "capture", 2, null]]]"#,
    );
    let written = read(&empty).document.unwrap().to_json();
    assert!(
        written.ends_with(r#"[[[3,"shift",2]],[[1,"capture",2]]]}"#),
        "{written}"
    );
}

#[test]
fn boards_have_any_number_of_dimensions() {
    // PN-004, PN-005, PN-006, PN-007, PN-008, PN-009, PN-010, PN-011, PN-098
    let sizes = |board: &str| {
        let reading = read(&game(board, "[]"));
        reading.document.unwrap().start.unwrap().sizes()
    };
    assert_eq!(sizes("[null, null, null, null, null, null]"), Some(vec![6]));
    assert_eq!(sizes(LINE), Some(vec![6]));
    assert_eq!(sizes("[[null, null], [null, null]]"), Some(vec![2, 2]));
    assert_eq!(
        sizes("[[[null], [null]], [[null], [null]]]"),
        Some(vec![2, 2, 1])
    );
    assert_eq!(sizes(CUBE), Some(vec![6, 2, 4]));
    assert_eq!(sizes("[]"), Some(vec![0]));
    let row = |length: usize| format!("[{}]", vec!["null"; length].join(","));
    let rows = |count: usize, length: usize| format!("[{}]", vec![row(length); count].join(","));
    // Tori Shogi and Banqi.
    assert_eq!(sizes(&rows(7, 7)), Some(vec![7, 7]));
    assert_eq!(sizes(&rows(4, 8)), Some(vec![4, 8]));
    for (board, code) in [
        ("[[null, null], [null]]", "ragged-board"),
        ("[null, [null]]", "ragged-board"),
        ("{\"a1\": null}", "pcn-value"),
        ("\"rnbqkbnr/8\"", "pcn-value"),
        ("[\"\"]", "no-piece"),
        ("[\".\"]", "no-piece"),
        ("[\" \"]", "no-piece"),
        ("[0]", "no-piece"),
        ("[true]", "no-piece"),
        ("[{\"piece\": \"w:k\"}]", "no-piece"),
        ("[\"p\", \"P\"]", "no-piece"),
    ] {
        assert_eq!(codes(&game(board, "[]"))[0], code, "{board}");
    }
    // What is ragged is played all the same, if it is clear which square is which.
    let reading = read(&game(
        "[[null, \"w:k\"], [null]]",
        r#"[[["w:k", "shift", [1, 0]]]]"#,
    ));
    assert_eq!(reading.replay.unwrap().moves(), 1);
}

#[test]
fn squares_are_named_in_three_ways() {
    // PN-037, PN-038, PN-039, PN-040, PN-041, PN-042, PN-043, PN-044, PN-045, PN-046, PN-047,
    // PN-048, PN-058, PN-059, PN-I03, PN-I11, PN-I12: a piece that steps aside from each
    // of its names, on each of the boards that the specification draws.
    for (board, names, aside) in [
        (WESTERN, &["[0, 4]", "4", "\"w:k\""][..], "[3, 3]"),
        (LINE, &["[5]", "5", "\"X:G\""], "2"),
        (MIXED, &["[0, 0]", "0"], "[1, 1]"),
        (CUBE, &["[0, 1, 2]", "6", "\"w:k\""], "0"),
        (CUBE, &["[5, 0, 3]", "43", "\"S:K\""], "[0, 0, 0]"),
    ] {
        for name in names {
            let moves = format!("[[[{name}, \"shift\", {aside}]]]");
            // The cube of the specification has a piece w:P, as if it had been taken.
            let mut found = faults(board, &moves);
            found.retain(|code| *code != "piece-case");
            assert!(found.is_empty(), "{name}: {found:?}");
        }
    }
}

#[test]
fn squares_that_are_none_are_told() {
    // PN-038, PN-039, PN-040, PN-041, PN-043, PN-044, PN-047, PN-056, PN-074, PN-075, PN-076
    for (board, action, code) in [
        (WESTERN, "[[0], \"shift\", [3, 3]]", "no-square"),
        (WESTERN, "[[0, 4, 0], \"shift\", [3, 3]]", "no-square"),
        (WESTERN, "[[\"0\", \"4\"], \"shift\", [3, 3]]", "no-square"),
        (WESTERN, "[[0.5, 1], \"shift\", [3, 3]]", "no-square"),
        (WESTERN, "[[8, 0], \"shift\", [3, 3]]", "no-square"),
        (WESTERN, "[[-1, 0], \"shift\", [3, 3]]", "no-square"),
        (WESTERN, "[4.0, \"shift\", 30]", "no-square"),
        (WESTERN, "[-1, \"shift\", 30]", "no-square"),
        (WESTERN, "[64, \"shift\", 30]", "no-square"),
        (
            WESTERN,
            "[99999999999999999999, \"shift\", 30]",
            "no-square",
        ),
        (
            WESTERN,
            "[18446744073709551615, \"shift\", 30]",
            "no-square",
        ),
        (WESTERN, "[\"4\", \"shift\", 30]", "no-piece"),
        (WESTERN, "[\"W:P\", \"shift\", [4, 4]]", "ambiguous-piece"),
        (WESTERN, "[\"w:r\", \"shift\", [4, 4]]", "ambiguous-piece"),
        (MIXED, "[\"x:r\", \"shift\", [4, 4]]", "ambiguous-piece"),
        (
            WESTERN,
            "[\"W:Q\", \"capture\", \"w:p\"]",
            "ambiguous-piece",
        ),
        (WESTERN, "[\"w:K\", \"shift\", [4, 4]]", "impossible-action"),
        (WESTERN, "[\"W:Q\", \"shift\", \"d4\"]", "no-piece"),
        (WESTERN, "[\"W:Q\", \"shift\", \"w:q\"]", "no-square"),
        (WESTERN, "[\"W:Q\", \"shift\", null]", "no-square"),
        (WESTERN, "[\"W:Q\", \"shift\", true]", "no-square"),
    ] {
        let moves = format!("[[{action}]]");
        assert_eq!(faults(board, &moves), [code], "{action}");
    }
    let reading = read(&game(WESTERN, "[[[\"w:r\", \"shift\", [4, 4]]]]"));
    assert_eq!(
        reading.findings[0].message,
        "2 pieces are called w:r: on [0, 0], [0, 7]"
    );
}

#[test]
fn moves_are_lists_of_actions() {
    // PN-049, PN-050, PN-051, PN-054, PN-060, PN-077, PN-078, PN-079
    for (mv, code) in [
        ("[[6, 0], \"shift\", [5, 0]]", "pcn-move"),
        ("\"e2e4\"", "pcn-move"),
        ("[]", "pcn-move"),
        ("[[\"shift\", 48, 40]]", "no-piece"),
        ("[{\"verb\": \"shift\"}]", "pcn-move"),
        ("[[48, 40]]", "pcn-move"),
        ("[[48, \"shift\", 40, {}, 5]]", "pcn-move"),
        ("[[48, 5, 40]]", "pcn-move"),
        ("[[48, \"Shift\", 40]]", "unknown-verb"),
        ("[[48, \"move\", 40]]", "unknown-verb"),
        (
            "[[48, \"shift\", 40, [\"promotion\", \"W:N\"]]]",
            "pcn-move",
        ),
        ("[[48, \"shift\", 40, \"W:N\"]]", "pcn-move"),
        ("[[48, \"shift\", 40, {\"promotion\": true}]]", "no-piece"),
        ("[[48, \"shift\", 40, {\"promotion\": null}]]", "no-piece"),
        ("[[48, \"shift\", 40, {\"promotion\": \"n\"}]]", "no-piece"),
    ] {
        let found = faults(WESTERN, &format!("[{mv}, [[49, \"shift\", 41]]]"));
        let all: Vec<&str> = found
            .iter()
            .copied()
            .filter(|c| *c != "unplayed-moves")
            .collect();
        assert!(all.contains(&code), "{mv}: {found:?}");
        assert!(found.contains(&"unplayed-moves"), "{mv}: {found:?}");
    }
    for mv in [
        "[[48, \"shift\", 40]]",
        "[[48, \"shift\", 40, {}]]",
        "[[48, \"shift\", 40, null]]",
        "[[48, \"shift\", 40, {\"note\": 1}]]",
    ] {
        assert!(faults(WESTERN, &format!("[{mv}]")).is_empty(), "{mv}");
    }
}

#[test]
fn each_verb_has_its_condition() {
    // PN-057, PN-061, PN-062, PN-063, PN-064, PN-065, PN-066, PN-067, PN-068, PN-069, PN-070,
    // PN-071, PN-072, PN-073, PN-I06, PN-I07, PN-I10
    let board = r#"[["s:p", null, "W:Q", "X:C"], ["w:q", "s:r", null, null], ["w:12", "go:S", null, null]]"#;
    for (mv, code) in [
        // drop
        (r#"[["S:L", "drop", [0, 1]]]"#, "impossible-action"),
        (r#"[["w:q", "drop", [0, 1]]]"#, "impossible-action"),
        (r#"[["go:s", "drop", [0, 1]]]"#, ""),
        (r#"[["go:s", "drop", [0, 0]]]"#, "impossible-action"),
        (r#"[[[2, 1], "drop", [0, 1]]]"#, "impossible-action"),
        (
            r#"[["W:Q", "capture", "s:p"]], [["S:P", "drop", [0, 1]]]"#,
            "impossible-action",
        ),
        (
            r#"[["W:Q", "capture", "s:p"]], [["s:P", "drop", [0, 1]]]"#,
            "",
        ),
        (
            r#"[["W:Q", "capture", "s:p"]], [["s:p", "drop", [0, 1]]]"#,
            "impossible-action",
        ),
        (
            r#"[["W:Q", "remove", "s:p"]], [["s:P", "drop", [0, 1]]]"#,
            "impossible-action",
        ),
        (
            r#"[["W:Q", "capture", "s:p"]], [["s:P", "drop", 1]], [["s:P", "drop", 2]]"#,
            "impossible-action",
        ),
        // capture, remove
        (r#"[["W:Q", "capture", [0, 0]]]"#, ""),
        (r#"[["W:Q", "capture", [0, 1]]]"#, "impossible-action"),
        (r#"[["W:Q", "capture", [0, 3]]]"#, "impossible-action"),
        (r#"[["W:Q", "capture", [0, 2]]]"#, "impossible-action"),
        (r#"[["W:Q", "capture", [2, 0]]]"#, "impossible-action"),
        (r#"[["w:12", "capture", [0, 0]]]"#, "impossible-action"),
        (r#"[["W:Q", "remove", [0, 1]]]"#, "impossible-action"),
        (r#"[["W:Q", "remove", [1, 0]]]"#, ""),
        // shift
        (r#"[["W:Q", "shift", [0, 1]]]"#, ""),
        (r#"[["W:Q", "shift", [0, 0]]]"#, "impossible-action"),
        (r#"[[[0, 1], "shift", [1, 2]]]"#, "impossible-action"),
        (r#"[["w:12", "shift", [0, 1]]]"#, ""),
        // jump, land, stun
        (r#"[["X:C", "jump", [0, 2]]]"#, "left-in-the-air"),
        (r#"[["X:C", "jump", [0, 2]], [[0, 2], "land", [0, 1]]]"#, ""),
        (r#"[["X:C", "jump", [0, 2]], ["X:C", "land", [0, 1]]]"#, ""),
        (
            r#"[["X:C", "jump", [0, 2]], [[0, 2], "land", [0, 0]]]"#,
            "impossible-action",
        ),
        (r#"[["X:C", "jump", [0, 2]], [[0, 2], "stun", [0, 0]]]"#, ""),
        (
            r#"[["X:C", "jump", [0, 2]], [[0, 2], "stun", [0, 1]]]"#,
            "impossible-action",
        ),
        (
            r#"[["X:C", "jump", [0, 2]], [[0, 2], "stun", [0, 2]]]"#,
            "impossible-action",
        ),
        (r#"[["X:C", "jump", [0, 1]], [[0, 1], "land", [0, 1]]]"#, ""),
        (
            r#"[["X:C", "jump", [0, 2]], [[0, 1], "land", [0, 1]]]"#,
            "impossible-action",
        ),
        (
            r#"[["X:C", "jump", [0, 2]], ["W:Q", "jump", [0, 1]]]"#,
            "impossible-action",
        ),
        (
            r#"[["X:C", "jump", [0, 2]], [[0, 2], "jump", [0, 1]], [[0, 1], "land", 1]]"#,
            "",
        ),
        (r#"[["X:C", "land", [0, 1]]]"#, "impossible-action"),
        (r#"[["X:C", "stun", [0, 0]]]"#, "impossible-action"),
        // While one is in the air, the piece below it can still be meant by others.
        (
            r#"[["X:C", "jump", 2], [2, "shift", 1], [2, "land", 2]]"#,
            "",
        ),
    ] {
        let expected: Vec<&str> = Some(code).into_iter().filter(|c| !c.is_empty()).collect();
        let found = faults(board, &format!("[{mv}]"));
        let aside = ["piece-case", "empty-jump"];
        let found: Vec<&str> = found.into_iter().filter(|c| !aside.contains(c)).collect();
        assert_eq!(found, expected, "{mv}");
    }
    let stunned = game(
        r#"["S:B", null, "x:g", null]"#,
        r#"[[["S:B", "jump", 2], [2, "land", 1]], [["x:g", "shift", 3]], [["S:B", "jump", 2], [2, "stun", 3]]]"#,
    );
    let reading = read(&stunned);
    let hand: Vec<_> = reading.replay.as_ref().unwrap().hand(Side::First).collect();
    assert_eq!(hand, [(&Piece::parse("x:G").unwrap(), 1)]);
    assert_eq!(reading.findings.last().unwrap().code.id, "stunned-piece");
}

#[test]
fn the_examples_of_the_verbs_and_of_promotion_hold() {
    // PN-063, PN-068, PN-079, PN-080, PN-081, PN-082, PN-083, PN-084
    let rows = |rows: &[(usize, usize, &str)], size: usize| {
        let row = |row: usize| {
            let square = |column: usize| match rows.iter().find(|at| (at.0, at.1) == (row, column))
            {
                Some((_, _, name)) => format!("\"{name}\""),
                None => "null".to_owned(),
            };
            let squares: Vec<String> = (0..size).map(square).collect();
            format!("[{}]", squares.join(","))
        };
        format!("[{}]", (0..size).map(row).collect::<Vec<_>>().join(","))
    };
    let after = |board: &str, moves: &str| {
        let reading = read(&game(board, moves));
        assert_eq!(reading.unresolved, 0, "{moves}: {:?}", reading.findings);
        reading.replay.unwrap()
    };
    let name = |replay: &Replay, square| replay.board().piece(square).map(Piece::to_string);
    let replay = after(
        &rows(&[(6, 3, "w:p")], 8),
        r#"[[[51, "shift", 59, {"promotion": "w:n"}]]]"#,
    );
    assert_eq!(name(&replay, 59).as_deref(), Some("w:n"));
    let replay = after(
        &rows(&[(0, 1, "s:r"), (7, 1, "W:P")], 9),
        r#"[[["s:r", "capture", [7, 1], {"promotion": "+s:r"}]]]"#,
    );
    assert_eq!(name(&replay, 64).as_deref(), Some("+s:r"));
    assert_eq!(replay.hand(Side::Second).next().unwrap().0.as_str(), "W:p");
    let replay = after(
        &rows(&[(7, 3, "W:Q")], 8),
        r#"[[["W:Q", "shift", [4, 2]]]]"#,
    );
    assert_eq!(name(&replay, 34).as_deref(), Some("W:Q"));
    // The three drops: each piece has to be taken first.
    let board = rows(
        &[
            (0, 0, "s:l"),
            (1, 0, "S:G"),
            (3, 0, "W:Q"),
            (4, 0, "s:g"),
            (5, 0, "S:p"),
        ],
        9,
    );
    let replay = after(
        &board,
        r#"[[["S:G", "capture", "s:l"]], [["s:g", "capture", "W:Q"]], [["s:L", "drop", [2, 4]]],
            [["W:q", "drop", 10]]]"#,
    );
    assert_eq!(name(&replay, 22).as_deref(), Some("s:L"));
    assert_eq!(name(&replay, 10).as_deref(), Some("W:q"));
    // What is promoted stays on its side.
    let found = codes(&game(
        &rows(&[(6, 3, "w:p")], 8),
        r#"[[[51, "shift", 59, {"promotion": "W:N"}]]]"#,
    ));
    assert_eq!(found, ["piece-case", "wrong-turn"]);
}

#[test]
fn sides_and_styles_are_remarked_on_but_do_not_hinder() {
    // PN-019, PN-020, PN-021, PN-025, PN-026, PN-027, PN-028, PN-029, PN-030, PN-032, PN-033,
    // PN-036, PN-055, PN-100, PN-101, PN-I15
    let found = |piece: &str| codes(&game(&format!("[\"{piece}\"]"), "[]"));
    for piece in [
        "W:P",
        "w:p",
        "TAIKYOKU_SHOGI:GD",
        "taikyoku_shogi:gd",
        "j:g",
        "j:a",
        "j:e",
        "j:r",
        "j:c",
        "j:h",
        "j:s",
        "m:k",
        "m:q",
        "m:r",
        "m:b",
        "m:n",
        "m:p",
        "s:k",
        "s:g",
        "s:s",
        "s:r",
        "s:b",
        "s:n",
        "s:l",
        "s:p",
        "w:k",
        "w:q",
        "w:r",
        "w:b",
        "w:n",
        "x:g",
        "x:a",
        "x:e",
        "x:r",
        "x:c",
        "x:h",
        "x:s",
        "shatranj:k",
        "wa_shogi:p",
        "dai_dai_shogi:k",
        "modern_chess:k",
        "shatar:k",
        "cannon_shogi:k",
        "okisaki_shogi:k",
        "unlisted_style:zz",
    ] {
        assert!(found(piece).is_empty(), "{piece}: {:?}", found(piece));
    }
    for piece in [
        "j:k",
        "m:m",
        "s:q",
        "w:s",
        "x:k",
        "x:n",
        "x:b",
        "w:archbishop",
        "sh:k",
        "western:k",
    ] {
        assert_eq!(found(piece), ["piece-style"], "{piece}");
    }
    for piece in [
        "W:p",
        "Taikyoku_Shogi:GD",
        "w:P",
        "taikyoku_shogi:Gd",
        "taikyoku_shogi:12",
    ] {
        assert_eq!(found(piece), ["piece-case"], "{piece}");
    }
    assert_eq!(
        codes(&game("[\"W:K\", null, \"w:k\"]", "[]")),
        ["board-orientation"]
    );
    let moves =
        r#"[[["w:k", "shift", [3, 3]]], [["w:k", "shift", [4, 3]]], [["W:K", "shift", [3, 3]]]]"#;
    assert_eq!(codes(&game(WESTERN, moves)), ["wrong-turn", "wrong-turn"]);
}

#[test]
fn the_table_of_states_is_read() {
    // PN-086, PN-087, PN-088, PN-089, PN-090, PN-091, PN-092, PN-093, PN-I16
    use State::{DrawOffered, Drawn, InProgress, Won};
    for (over, result, state) in [
        ("false", "false", DrawOffered(Side::Second)),
        ("false", "true", DrawOffered(Side::First)),
        ("false", "null", InProgress),
        ("true", "false", Won(Side::Second)),
        ("true", "true", Won(Side::First)),
        ("true", "null", Drawn),
    ] {
        let text = format!(
            "{{\"over?\":{over},\"...result?\":{result},\"starting_position\":[],\"previous_moves\":[]}}"
        );
        let reading = read(&text);
        assert!(reading.findings.is_empty());
        let mut document = reading.document.unwrap();
        assert_eq!(document.state(), Some(state));
        assert_eq!(document.to_json(), text);
        document.set_state(state);
        assert_eq!(document.to_json(), text);
    }
    let state = |members: &str| {
        let text = format!("{{\"starting_position\":[],\"previous_moves\":[]{members}}}");
        let reading = read(&text);
        let found: Vec<&str> = reading.findings.iter().map(|f| f.code.id).collect();
        (reading.document.unwrap().state(), found)
    };
    assert_eq!(state(",\"over?\":true"), (Some(Drawn), vec!["pcn-key"]));
    assert_eq!(state(",\"...result?\":null"), (None, vec!["pcn-key"]));
    assert_eq!(state(""), (None, vec![]));
    assert_eq!(
        state(",\"over\":true,\"result\":true"),
        (None, vec!["pcn-key"; 2])
    );
    assert_eq!(
        state(",\"over?\":true,\"result?\":true"),
        (Some(Drawn), vec!["pcn-key"])
    );
    assert_eq!(state(",\"over?\":\"true\""), (None, vec!["pcn-value"]));
    assert_eq!(state(",\"over?\":null"), (None, vec!["pcn-value"]));
    assert_eq!(state(",\"...result?\":1"), (None, vec!["pcn-value"]));
}

#[test]
fn the_members_of_a_game_are_checked() {
    // PN-001, PN-094, PN-095, PN-096, PN-097, PN-098, PN-099, PN-I13
    let found = |members: &str| {
        codes(&format!(
            "{{\"starting_position\":[],\"previous_moves\":[]{members}}}"
        ))
    };
    assert!(found("").is_empty());
    for moment in ["2012-09-29T18:48:40+02:00", "2012-09-29T16:48:40Z"] {
        assert!(found(&format!(",\"started_at\":\"{moment}\"")).is_empty());
    }
    for moment in ["\"2012-09-29\"", "\"29.09.2012 18:48\""] {
        assert_eq!(found(&format!(",\"started_at\":{moment}")), ["date-time"]);
    }
    assert_eq!(found(",\"started_at\":1348937320"), ["pcn-value"]);
    assert!(found(",\"topside_player\":\"Alice\",\"bottomside_player\":\"Bob\"").is_empty());
    assert_eq!(
        found(",\"topside_player\":{\"name\":\"Alice\"}"),
        ["pcn-value"]
    );
    assert_eq!(
        found(",\"over?\":true,\"over?\":false"),
        ["pcn-key", "duplicate-key"]
    );
    assert!(found(",\"event\":\"x\"").is_empty());
    assert_eq!(found(",\"cache\":{}"), ["pcn-key"]);
    assert_eq!(codes("{\"previous_moves\":[]}"), ["missing-key"]);
    assert_eq!(codes("{\"starting_position\":[]}"), ["missing-key"]);
    assert_eq!(
        codes("{\"starting_position\":[],\"previous_moves\":{}}"),
        ["pcn-value"]
    );
    assert_eq!(codes("{starting_position: []}"), ["bad-json"]);
    assert_eq!(codes("// comment\n{}"), ["bad-json"]);
    assert_eq!(codes("[1]"), ["pcn-value"]);
}

#[test]
fn the_cache_is_compared() {
    // PN-104, PN-105, PN-106, PN-107, PN-108, PN-109, PN-110
    let found = |cache: &str| {
        codes(&format!(
            "{{\"over?\":true,\"...result?\":null,\"starting_position\":[\"s:k\",null,\"s:p\",\"S:K\"],\"previous_moves\":\
             [[[3,\"capture\",2]]],\"...cache\":{cache}}}"
        ))
    };
    assert!(found("{}").is_empty());
    assert!(
        found(
            "{\"current_position\":[\"s:k\",null,\"S:K\",null],\"possible_moves\":[],\
             \"bottomside\":{\"dropable_pieces\":[\"s:P\"],\"captures\":[{\"piece\":\"s:p\",\"from\":[3]}]},\
             \"topside\":{\"dropable_pieces\":[],\"captures\":[]},\"unknown\":7}"
        )
        .is_empty()
    );
    for (cache, code) in [
        ("[]", "pcn-value"),
        (
            "{\"current_position\":[\"s:k\",null,\"s:p\",\"S:K\"]}",
            "cache-position",
        ),
        (
            "{\"current_position\":[\"s:k\",null,\"S:K\"]}",
            "cache-position",
        ),
        (
            "{\"current_position\":[[\"s:k\",null,\"S:K\",null]]}",
            "cache-position",
        ),
        ("{\"current_position\":null}", "cache-position"),
        ("{\"possible_moves\":[1]}", "cache-position"),
        ("{\"possible_moves\":{}}", "pcn-value"),
        ("{\"bottomside\":[]}", "pcn-value"),
        ("{\"bottomside\":{\"dropable_pieces\":[]}}", "cache-pieces"),
        ("{\"bottomside\":{\"dropable_pieces\":7}}", "pcn-value"),
        ("{\"bottomside\":{\"droppable_pieces\":[]}}", "pcn-key"),
        (
            "{\"topside\":{\"captures\":[{\"piece\":\"s:p\",\"from\":0}]}}",
            "cache-pieces",
        ),
        ("{\"topside\":{\"captures\":[\"x:g\"]}}", "pcn-value"),
    ] {
        assert_eq!(found(cache), [code], "{cache}");
    }
}

#[test]
fn other_forms_of_the_format_are_named() {
    for (text, version) in [
        (
            "{\"sides\":{},\"startpos\":[],\"moves\":[]}",
            Version::Of2014,
        ),
        (
            "{\"side_top_name\":\"\",\"startpos\":[],\"moves\":[]}",
            Version::OfJuly2014,
        ),
        (
            "{\"topside_style\":\"western\",\"topside_player\":\"\",\"indexes\":[8,8]}",
            Version::Of2015,
        ),
        (
            "{\"topside\":{},\"state\":\"\",\"indexes\":[8,8]}",
            Version::Of2017,
        ),
        (
            "{\"is_in_check\":true,\"indexes\":[8,8],\"startpos\":[]}",
            Version::Of2020,
        ),
        ("{\"meta\":{},\"setup\":\"\",\"moves\":[]}", Version::Of2025),
        (
            "{\"sides\":{},\"starting_position\":[],\"version\":1}",
            Version::Of2013,
        ),
    ] {
        let reading = read(text);
        assert_eq!(reading.version, Some(version), "{text}");
        assert_eq!(reading.findings[0].code.id, "other-version");
        assert!(reading.document.is_none());
    }
}

#[test]
fn real_documents_are_named_by_their_form() {
    let Some(folder) = corpus() else { return };
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let expected = match name.as_bytes() {
            [b'p', b'c', b'n', b'_', b'2', b'0', b'1', b'4', ..] => Version::Of2014,
            [b'p', b'c', b'n', b'_', b'2', b'0', b'1', b'5', ..] => Version::Of2015,
            [b'p', b'c', b'n', b'_', b'2', b'0', b'1', b'7', ..] => Version::Of2017,
            [b'p', b'c', b'n', b'_', b'2', b'0', b'2', b'0', ..] => Version::Of2020,
            _ => Version::Of2012,
        };
        let reading = read(&fs::read_to_string(&path).unwrap());
        assert_eq!(reading.version, Some(expected), "{name}");
        if let Some(replay) = reading.replay {
            assert_eq!(drawn(replay.board()), FINAL);
        }
        seen += 1;
    }
    assert!(seen > 10, "only {seen} files");
}

#[test]
fn hostile_texts_cost_little() {
    let deep = game(&"[".repeat(100_000), "[]");
    assert_eq!(codes(&deep), ["depth-limit"]);
    // As many diagnostics as are kept, and the number of the rest.
    let bad = game(&format!("[{}0]", "0,".repeat(200_000)), "[]");
    let reading = read(&bad);
    assert_eq!(reading.findings.len(), 1000);
    assert_eq!(reading.further.warnings + reading.further.errors, 199_001);
    // Names are looked up without searching the whole board.
    let wide = format!("[\"W:K\",{}null]", "null,".repeat(100_000));
    let moves: Vec<String> = (1..50_000)
        .map(|at| format!("[[\"W:K\",\"shift\",{at}]]"))
        .collect();
    let reading = read(&game(&wide, &format!("[{}]", moves.join(","))));
    assert_eq!(reading.replay.unwrap().moves(), 49_999);
}

mod never_panics {
    use super::*;
    use proptest::prelude::*;

    /// A piece of a document.
    fn json() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("null".to_owned()),
            Just("true".to_owned()),
            (0..12u32).prop_map(|n| n.to_string()),
            "[+]?[wxsg]{0,2}:?[KkPp1]{0,2}".prop_map(|name| format!("\"{name}\"")),
            Just("\"shift\"".to_owned()),
            Just("\"jump\"".to_owned()),
            Just("\"land\"".to_owned()),
            Just("\"capture\"".to_owned()),
            Just("\"drop\"".to_owned()),
            Just("-1e9".to_owned()),
            Just("18446744073709551616".to_owned()),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5)
                    .prop_map(|v| format!("[{}]", v.join(","))),
                prop::collection::vec(("[a-z?.]{0,3}|promotion|captures", inner), 0..3).prop_map(
                    |v| {
                        let members: Vec<String> =
                            v.iter().map(|(k, v)| format!("\"{k}\":{v}")).collect();
                        format!("{{{}}}", members.join(","))
                    }
                ),
            ]
        })
    }

    proptest! {
        #[test]
        fn on_any_text(text in "\\PC{0,200}") {
            let _ = read(&text);
        }

        #[test]
        fn on_damaged_documents(at in 0..SAMPLE.len(), with in "\\PC{0,3}", len in 0..40usize) {
            let end = (at + len).min(SAMPLE.len());
            let _ = read(&format!("{}{with}{}", &SAMPLE[..at], &SAMPLE[end..]));
        }

        /// What is read of anything is written, and read again, as the same.
        #[test]
        fn on_documents_of_anything(board in json(), moves in json(), cache in json()) {
            let text = format!(
                "{{\"starting_position\":{board},\"previous_moves\":{moves},\"...cache\":{cache}}}"
            );
            let reading = read(&text);
            if let Some(document) = reading.document {
                let json = document.to_json();
                let again = read(&json);
                prop_assert_eq!(again.document.unwrap().to_json(), json);
                prop_assert_eq!(again.unresolved, reading.unresolved);
            }
        }

        #[test]
        fn on_moves_of_anything(moves in prop::collection::vec(json(), 0..4)) {
            let _ = read(&game(r#"[["W:K", "w:k", null], ["S:P", "s:p", null]]"#, &format!("[{}]", moves.join(","))));
        }
    }
}
