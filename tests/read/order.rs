//! What stands behind a move keeps its order, and what could not be played its numbers: in the tree and in
//! every format that can hold them.

use crate::common::{games, only, write};
use movetext::game::{Annotation, Game, NodeId};
use movetext::pgn::Options;
use movetext::writing::WriteGame;
use movetext::{json, xml};

/// The annotations of the first move, in words.
fn behind_first(game: &Game) -> Vec<String> {
    let first = game.next(NodeId::ROOT).expect("a move");
    let words = game.annotations(first).map(|annotation| match annotation {
        Annotation::Remark { text, .. } => text.trim().to_owned(),
        Annotation::Variation(head) => {
            let line: Vec<_> = game.line(head).map(|node| game.text(node)).collect();
            format!("({})", line.join(" "))
        }
    });
    words.collect()
}

fn read(text: &str) -> Game {
    only(games(text.as_bytes()), text)
}

fn as_xml(game: &Game) -> String {
    let mut out = Vec::new();
    let written = <xml::Writer>::default().write_game(game, &mut out);
    let _ = written.expect("memory takes it all");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn comments_glyphs_and_variations_keep_their_order() {
    for (text, order, written) in [
        (
            "1. e4 (1. d4 d5) {Back to the game} 1... e5 *\n",
            &["(d4 d5)", "Back to the game"][..],
            "1.e4 (1.d4 d5) {Back to the game} 1...e5 *",
        ),
        (
            "1. e4 {a} $1 {b} (1. d4) $14 (1. c4 {c}) {d} e5 *\n",
            &["a", "$1", "b", "(d4)", "$14", "(c4)", "d"],
            "1.e4 {a} $1 {b} (1.d4) $14 (1.c4 {c}) {d} 1...e5 *",
        ),
        (
            "[Game \"Chinese Chess\"]\n\n1. 炮二平五 (1. 兵七进一 马8进7) {回} $1 马8进7 *\n",
            &["(兵七进一 马8进7)", "回", "$1"],
            "1. 炮二平五 (1. 兵七进一 马8进7)\n{回}\n$1 马8进7 *",
        ),
        // A glyph before its move comes first.
        (
            "[Game \"Chinese Chess\"]\n\n!炮二平五 {a} (兵七进一) {b} 马8进7 *\n",
            &["!", "a", "(兵七进一)", "b"],
            "",
        ),
    ] {
        let game = read(text);
        assert_eq!(behind_first(&game), order, "{text}");
        let (out, _) = write(&game, &Options::default());
        assert!(out.contains(written), "{out}");
        let again = read(&out);
        assert_eq!(behind_first(&again).len(), order.len(), "{out}");
        assert!(game.says_the_same(&again), "{out}");
        let document = as_xml(&game);
        assert!(game.says_the_same(&read(&document)), "{document}");
    }
}

/// In C'escacs all of it stands behind the round, in its order.
#[test]
fn rounds_keep_the_order_of_what_stands_behind_them() {
    let text = "[Variant \"C'escacs\"]\n\n1. NG3-I7, NG25-I15\n(1. NG3-I13 )\n{ @B: good }\n(1. …, D22-D20 )\n{ @W: too }\n*\n";
    let game = read(text);
    let (out, _) = write(&game, &Options::default());
    let places: Vec<_> = ["(1. NG3-I13", "@B: good", "(1. …, D22-D20", "@W: too"]
        .iter()
        .map(|piece| {
            out.find(piece)
                .unwrap_or_else(|| panic!("{piece} in {out}"))
        })
        .collect();
    assert!(places.is_sorted(), "{out}");
    assert!(game.says_the_same(&read(&out)), "{out}");
    assert!(game.says_the_same(&read(&as_xml(&game))));
}

/// The lists of JSON have their sequence beside them, where it is not theirs.
#[test]
fn json_tells_the_order() {
    for (text, order) in [
        ("1. e4 $1 {a} (1. d4) e5 *\n", None),
        (
            "1. e4 (1. d4) {a} $1 e5 *\n",
            Some("\"order\":[\"variation\",\"comment\",\"nag\"],\"variations\":"),
        ),
        (
            "{a} $1 1. e4 *\n",
            Some("\"order\":[\"comment\",\"nag\"],\"moves\":"),
        ),
    ] {
        let mut out = Vec::new();
        json::write_game(&mut out, &read(text), "a.pgn").expect("memory");
        let out = String::from_utf8(out).expect("UTF-8");
        match order {
            Some(order) => assert!(out.contains(order), "{out}"),
            None => assert!(!out.contains("\"order\""), "{out}"),
        }
    }
}

/// Whose move it is, and which, is not said anew of what could not be played.
#[test]
fn what_was_not_played_keeps_its_numbers() {
    for (text, kept) in [
        (
            "1.e4 e5 2.Nf3 Nc6 3.Ke3 a6 5.Ba4 b5 *\n",
            "3.Ke3 a6 5.Ba4 b5 *",
        ),
        (
            "1. e4 e5 2. Ke3 Nf6 9. Nf3 9... Nc6 *\n",
            "2. Ke3 Nf6 9. Nf3 9... Nc6 *",
        ),
        (
            "1. e4 e5 2. Nf3 2. ... Ke3 4 . Bb5 *\n",
            "2. ... Ke3 4 . Bb5 *",
        ),
        (
            "1. e4 (1. Ke3 e5 7. d4) e5 *\n",
            "(1. Ke3 e5 7. d4) 1...e5 *",
        ),
        (
            "1. e4 e5 2. Ke3 {why} 3. Nf3 (3. Nc3) 5. d4 *\n",
            "2. Ke3 {why} 3. Nf3 (3. Nc3) 5. d4 *",
        ),
        (
            "1. e4 e5 2. {why} Ke3 Nf6 4. d4 *\n",
            "1.e4 e5 {why} 2. Ke3 Nf6 4. d4 *",
        ),
        (
            "[Variant \"Atomic\"]\n\n1. Nf3 Nc6 3. N@f7 *\n",
            "1. Nf3 Nc6 3. N@f7 *",
        ),
        (
            "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进7 2. 车一进九 车9平8 4. 马二进三 *\n",
            "2. 车一进九 车9平8 4. 马二进三",
        ),
        (
            "[Variant \"C'escacs\"]\n\n1. NG3-I7, NG25-I15\n2. NI7-X1, D22-D20\n5. D6-D8, …\n*\n",
            "2. NI7-X1, D22-D20\n5. D6-D8",
        ),
    ] {
        let game = read(text);
        let (out, written) = write(&game, &Options::default());
        assert!(written.unresolved > 0, "{out}");
        assert!(out.contains(kept), "{out}");
        let again = read(&out);
        assert!(game.says_the_same(&again), "{out}");
        assert_eq!(write(&again, &Options::default()).0, out);
    }
}
