//! Games of every variant as documents of Portable Chess Notation, and back.

use crate::common::{games, made_up, moves};
use movetext::pcn::{self, Layout, OnLoss};
use movetext::variants::Standard;
use movetext::{Game, Reader};
use movetext_generate::{Style, VARIANTS};

/// The record of a document, read by the reader of its variant.
fn read_back(json: &str, on_loss: OnLoss) -> Game {
    let reading = pcn::read(json);
    assert_eq!(reading.unresolved, 0, "{:?}\n{json}", reading.findings);
    assert!(reading.findings.is_empty(), "{:?}", reading.findings);
    let record = pcn::to_record::<Standard>(&reading, on_loss)
        .unwrap_or_else(|error| panic!("{error}: {json}"));
    assert!(!record.stale && record.lost.is_nothing(), "{json}");
    read_record(&record)
}

/// The game of a record in which nothing is wrong.
fn read_record(record: &pcn::Record) -> Game {
    let (game, findings) = read_any_record(record);
    assert_eq!(findings, [], "{}", record.text);
    game
}

/// The game of a record. A text that a document keeps may itself be faulty.
fn read_any_record(record: &pcn::Record) -> (Game, Vec<movetext::Diagnostic>) {
    let mut reader = Reader::builder()
        .variant(Some(record.variant))
        .from_reader(record.text.as_bytes())
        .expect("bytes in memory");
    let mut game = Game::new();
    let mut findings = Vec::new();
    let read = reader.read_game(&mut game, &mut findings);
    assert!(read.expect("bytes in memory"), "{}", record.text);
    (game, findings)
}

/// Games with the same moves, pieces, players, dates and results.
fn come_back(variant: &str) {
    for game in games(&made_up(variant, Style::Otb, 1000)) {
        let (document, lost) =
            pcn::from_game::<Standard>(&game, OnLoss::Keep).expect("a game of the variant");
        assert!(lost.is_nothing());
        let again = read_back(&document.to_json(), OnLoss::Keep);
        assert_eq!(moves(&again), moves(&game));
        assert_eq!(again.outcome(), game.outcome());
        assert_eq!(again.setup, game.setup);
        let tags = |game: &Game| -> Vec<(String, String)> {
            let pair = |tag: movetext::Tag<'_>| (tag.name().into(), tag.value().into());
            game.tags().iter().map(pair).collect()
        };
        assert_eq!(tags(&again), tags(&game));
    }
}

/// PN-102: a thousand games of each variant.
#[test]
fn games_of_chess_come_back() {
    come_back("chess");
}

/// PN-102, and PN-029: the pieces have other letters than in FEN.
#[test]
fn games_of_xiangqi_come_back() {
    come_back("xiangqi");
}

/// PN-102, and PN-009: on a board whose rows differ in length.
#[test]
fn games_of_cescacs_come_back() {
    come_back("cescacs");
}

/// PN-103: comments, glyphs and variations are kept beside the moves, to the letter, or counted.
#[test]
fn what_documents_cannot_hold_is_kept_or_counted() {
    for variant in VARIANTS {
        for game in games(&made_up(variant, Style::Annotated, 60)) {
            let (kept, lost) = pcn::from_game::<Standard>(&game, OnLoss::Keep).expect("a game");
            assert!(lost.is_nothing());
            let again = read_back(&kept.to_json(), OnLoss::Keep);
            assert_eq!(again.source().as_bytes(), game.source().as_bytes());
            let (bare, lost) = pcn::from_game::<Standard>(&game, OnLoss::Report).expect("a game");
            assert!(lost.tags > 0, "{lost:?}");
            assert_eq!(lost.variations > 0, game.summary.variation_plies > 0);
            assert_eq!(
                moves(&read_back(&bare.to_json(), OnLoss::Keep)),
                moves(&game)
            );
        }
    }
}

fn one(text: &str) -> Game {
    games(text.as_bytes()).remove(0)
}

fn document(text: &str) -> String {
    let game = one(text);
    let (document, _) = pcn::from_game::<Standard>(&game, OnLoss::Report).expect("a game");
    let mut json = String::new();
    document.write(Layout::Line, &mut json);
    json
}

/// How each kind of move is said: captures, castling, en passant, promotion, Chess960, a pass.
#[test]
fn each_kind_of_move_has_its_actions() {
    for (text, actions) in [
        ("1. e4 d5 2. exd5 *", r#"[[[4,4],"remove",[3,3]]]]"#),
        (
            "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"] 1. O-O O-O-O *",
            r#"[[[[7,4],"shift",[7,6]],[[7,7],"shift",[7,5]]],[[[0,4],"shift",[0,2]],[[0,0],"shift",[0,3]]]]"#,
        ),
        (
            "1. e4 a6 2. e5 d5 3. exd6 *",
            r#"[[[3,4],"remove",[3,3]],[[3,3],"shift",[2,3]]]]"#,
        ),
        (
            "[FEN \"1n6/P7/8/8/8/8/8/k1K5 w - - 0 1\"] 1. axb8=N *",
            r#"[[[[1,0],"remove",[0,1],{"promotion":"W:N"}]]]"#,
        ),
        // King and rook exchange their places; the king stays; the rook stays.
        (
            "[Variant \"Chess960\"] [FEN \"5k2/8/8/8/8/8/8/5KR1 w G - 0 1\"] 1. O-O *",
            r#"[[[[7,5],"jump",[7,6]],[[7,6],"shift",[7,5]],[[7,6],"land",[7,6]]]]"#,
        ),
        (
            "[Variant \"Chess960\"] [FEN \"6k1/8/8/8/8/8/8/6KR w H - 0 1\"] 1. O-O *",
            r#"[[[[7,7],"shift",[7,5]]]]"#,
        ),
        (
            "[Variant \"Chess960\"] [FEN \"7k/8/8/8/8/8/8/4KR2 w F - 0 1\"] 1. O-O *",
            r#"[[[[7,4],"shift",[7,6]]]]"#,
        ),
        (
            "1. e4 -- *",
            r#"[[[0,4],"jump",[0,4]],[[0,4],"land",[0,4]]]]"#,
        ),
        ("1. C2.5 *", r#"[[[[7,7],"shift",[7,4]]]]"#),
    ] {
        let json = document(text);
        assert!(json.contains(actions), "{text}: {json}");
        assert_eq!(
            moves(&read_back(&json, OnLoss::Report)),
            moves(&one(text)),
            "{text}"
        );
    }
}

/// PN-088, PN-089, PN-090, PN-091, PN-092, PN-093, PN-094, PN-095, PN-096, PN-097: what stands
/// around the moves.
#[test]
fn players_moments_and_states_have_their_keys() {
    let heading = |tags: &str, movetext: &str| {
        let json = document(&format!("[Event \"?\"]\n{tags}\n\n{movetext}\n"));
        let end = json.find("\"starting_position\"").expect("a board");
        let end = if end > 1 { end - 1 } else { end };
        json[1..end].to_owned()
    };
    for (tags, movetext, expected) in [
        ("", "1. e4 *", r#""over?":false,"...result?":null"#),
        ("", "1. e4 1-0", r#""over?":true,"...result?":true"#),
        ("", "1. e4 0-1", r#""over?":true,"...result?":false"#),
        ("", "1. e4 1/2-1/2", r#""over?":true,"...result?":null"#),
        (
            "[White \"Bob\"][Black \"Alice\"][Date \"2012.09.29\"]",
            "1. e4 *",
            r#""topside_player":"Alice","bottomside_player":"Bob","over?":false,"...result?":null"#,
        ),
        (
            "[UTCDate \"2012.09.29\"][UTCTime \"16:48:40\"]",
            "1. e4 *",
            r#""started_at":"2012-09-29T16:48:40Z","over?":false,"...result?":null"#,
        ),
        (
            "[Date \"2012.09.30\"][Time \"00:48:40\"][UTCDate \"2012.09.29\"][UTCTime \"22:48:40\"]",
            "1. e4 *",
            r#""started_at":"2012-09-30T00:48:40+02:00","over?":false,"...result?":null"#,
        ),
    ] {
        assert_eq!(heading(tags, movetext), expected, "{tags}{movetext}");
    }
}

/// PN-103: what a record cannot hold of a document comes back from it.
#[test]
fn what_records_cannot_hold_comes_back() {
    let plain = document("1. e4 e5 *");
    for members in [
        "",
        r#""event":{"a":[1,2]},"#,
        r#""started_at":"2012-09-29T18:48:40.5+02:00","#,
        r#""started_at":"yesterday","note":"say \"no\" \\ \u00e9","#,
        r#""started_at":"2012-09-29T18:48:40+02:00","bottomside_player":"B\"ob\\","#,
        r#""topside_player":"two\nlines","bottomside_player":" ","#,
        r#""started_at":7,"topside_player":[],"#,
    ] {
        let json = match members.is_empty() {
            // A draw is offered.
            true => plain.replace("\"...result?\":null", "\"...result?\":false"),
            false => plain.replacen('{', &format!("{{{members}"), 1),
        };
        let reading = pcn::read(&json);
        let record = pcn::to_record::<Standard>(&reading, OnLoss::Keep).expect("a legal game");
        assert!(record.lost.is_nothing());
        let (again, lost) =
            pcn::from_game::<Standard>(&one(&record.text), OnLoss::Keep).expect("a game");
        assert!(lost.is_nothing());
        let members = |json: &str| {
            let mut value: serde_json::Value = serde_json::from_str(json).expect("JSON");
            let object = value.as_object_mut().expect("an object");
            object.remove("...movetext");
            value
        };
        assert_eq!(members(&again.to_json()), members(&json), "{}", record.text);
        let dropped = pcn::to_record::<Standard>(&reading, OnLoss::Report).expect("a legal game");
        let kept = record.text.contains("[PCN ");
        assert_eq!(dropped.lost.tags > 0, kept, "{json}");
    }
}

/// PN-002, PN-110: what was kept of a record does not count against the document itself.
#[test]
fn a_changed_document_counts_for_more_than_what_it_keeps() {
    let game = one("[White \"A\"]\n\n1. e4 {best by test} e5 1-0\n");
    let (document, _) = pcn::from_game::<Standard>(&game, OnLoss::Keep).expect("a game");
    let json = document.to_json();
    let record =
        |json: &str| pcn::to_record::<Standard>(&pcn::read(json), OnLoss::Keep).expect("a game");
    assert!(record(&json).text.contains("best by test"));
    for (from, to) in [
        ("\"bottomside_player\":\"A\"", "\"bottomside_player\":\"B\""),
        ("[[[6,4],\"shift\",[4,4]]]", "[[[6,4],\"shift\",[5,4]]]"),
        ("\"...result?\":true", "\"...result?\":null"),
    ] {
        let changed = json.replace(from, to);
        assert_ne!(changed, json);
        let record = record(&changed);
        assert!(
            record.stale && !record.text.contains("best"),
            "{}",
            record.text
        );
    }
    let error =
        |json: &str| pcn::to_record::<Standard>(&pcn::read(json), OnLoss::Keep).unwrap_err();
    let illegal = json.replace("[[[6,4],\"shift\",[4,4]]]", "[[[6,4],\"shift\",[2,4]]]");
    assert_eq!(error(&illegal), pcn::ConvertError::NotByRules(0, "chess"));
    assert_eq!(
        error(&json.replace("W:Q", "S:Q")),
        pcn::ConvertError::NoVariant
    );
    assert_eq!(error("{}"), pcn::ConvertError::NotWhole);
}

mod never_panics {
    use super::*;
    use proptest::prelude::*;

    /// An action on an 8 x 8 board, more or less.
    fn action() -> impl Strategy<Value = String> {
        let spot = prop_oneof![
            (0..66u8).prop_map(|square| square.to_string()),
            (0..9u8, 0..9u8).prop_map(|(row, column)| format!("[{row},{column}]")),
            "[Ww]:[KkQqPpRrNn]".prop_map(|name| format!("\"{name}\"")),
        ];
        let verb = prop::sample::select(vec!["shift", "remove", "capture", "jump", "land", "stun"]);
        let options = prop::sample::select(vec![
            "",
            ",{\"promotion\":\"W:Q\"}",
            ",{\"promotion\":\"w:k\"}",
        ]);
        (spot.clone(), verb, spot, options).prop_map(|(subject, verb, object, options)| {
            format!("[{subject},\"{verb}\",{object}{options}]")
        })
    }

    proptest! {
        /// Whatever the moves are: a record is given for games by the rules alone, and it is read as
        /// the same moves.
        #[test]
        fn on_moves_of_anything(
            fen in prop::sample::select(vec![
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
                "4k3/P7/8/8/8/8/p7/4K3 w - - 0 1",
            ]),
            moves in prop::collection::vec(prop::collection::vec(action(), 1..3), 0..3),
            extension in "(\"(setup|text|tags|variant)\":(\"[ -!#-\\[\\]-~]{0,20}\"|\\[\\]|7),?){0,2}",
        ) {
            let plain = document(&format!("[FEN \"{fen}\"]\n\n*\n"));
            let moves: Vec<String> = moves.iter().map(|mv| format!("[{}]", mv.join(","))).collect();
            let extension = extension.trim_end_matches(',');
            let json = plain
                .replace("\"previous_moves\":[]", &format!("\"previous_moves\":[{}]", moves.join(",")))
                .replacen('{', &format!("{{\"...movetext\":{{{extension}}},"), 1);
            let reading = pcn::read(&json);
            if let Ok(record) = pcn::to_record::<Standard>(&reading, OnLoss::Keep) {
                let (game, _) = read_any_record(&record);
                let read = super::moves(&game);
                prop_assert_eq!(read.iter().flatten().count(), moves.len());
                // Only a record that is kept whole may hold words that are not moves as well.
                prop_assert!(extension.contains("\"text\"") || read.len() == moves.len());
            }
        }
    }
}
