//! Editing, on awkward layouts and at random.

use super::*;
use crate::Reader;
use crate::event::CommentForm;
use crate::game::RemarkKind;
use crate::io::Chunk;
use crate::scan::{ScanOptions, Scanner};
use encoding_rs::WINDOWS_1252;
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

fn game(text: &[u8]) -> Option<Game> {
    let mut game = Game::new();
    let mut scanner = Scanner::<Standard>::new(ScanOptions::default());
    scanner.begin(0, false);
    scanner.game(&Chunk::from(text), &mut game, &mut ())?;
    Some(game)
}

fn editor(text: &str) -> Editor {
    Editor::new(&game(text.as_bytes()).expect(text)).expect(text)
}

fn text(editor: &Editor) -> String {
    editor.game().source().to_string()
}

/// A move of the main line, from 0.
fn main(editor: &Editor, ply: usize) -> NodeId {
    let node = editor.game().line(NodeId::ROOT).nth(ply);
    node.expect("a move")
}

/// A variation of a move of the main line, from 0.
fn variation(editor: &Editor, ply: usize, index: usize) -> NodeId {
    let head = editor.game().variations(main(editor, ply)).nth(index);
    head.expect("a variation")
}

type Edit = fn(&mut Editor) -> Result<(), EditError>;

/// Texts before and after edits.
fn check(cases: &[(&str, Edit, &str)]) {
    for (before, edit, after) in cases {
        let mut editor = editor(before);
        edit(&mut editor).unwrap_or_else(|error| panic!("{before}: {error}"));
        assert_eq!(text(&editor), *after, "{before}");
    }
}

#[test]
fn tags() {
    check(&[
        // Values without quotation marks, with escapes, over several pairs on a line.
        (
            "[White A]\n\n*",
            |e| e.set_tag("White", "B"),
            "[White \"B\"]\n\n*",
        ),
        (
            "[White \"A \\\"x\\\"\"][Black \"B\"]\n\n*",
            |e| e.set_tag("white", "C\\D"),
            "[White \"C\\\\D\"][Black \"B\"]\n\n*",
        ),
        // The first of a name, the others stay.
        (
            "[A \"1\"]\n[A \"2\"]\n\n*",
            |e| e.set_tag("A", "3"),
            "[A \"3\"]\n[A \"2\"]\n\n*",
        ),
        (
            "1. e4 *",
            |e| e.set_tag("White", "A"),
            "[White \"A\"]\n\n1. e4 *",
        ),
        (
            "[White \"A\"]\r\n\r\n1. e4 *",
            |e| e.set_tag("Black", "B"),
            "[White \"A\"]\r\n[Black \"B\"]\r\n\r\n1. e4 *",
        ),
        (
            "[White \"A\"] 1. e4 *",
            |e| e.set_tag("Black", "B"),
            "[White \"A\"]\n[Black \"B\"] 1. e4 *",
        ),
        (
            "[White \"A\"]\n[Black \"B\"]\n[ECO \"C\"]\n\n*",
            |e| e.remove_tag("Black"),
            "[White \"A\"]\n[ECO \"C\"]\n\n*",
        ),
        (
            "[White \"A\"][Black \"B\"]\n\n*",
            |e| e.remove_tag("White"),
            "[Black \"B\"]\n\n*",
        ),
        (
            "[White \"A\"]\n\n1. e4 *",
            |e| e.remove_tag("White"),
            "1. e4 *",
        ),
        (
            "[White \"A\"]\n; between\n[Black \"B\"] 1. e4 *",
            |e| e.remove_tag("Black"),
            "[White \"A\"]\n; between\n 1. e4 *",
        ),
        (
            "[  white  \"A\"  ]\n\n*",
            |e| e.rename_tag("White", "White"),
            "[  White  \"A\"  ]\n\n*",
        ),
    ]);
}

#[test]
fn tags_that_cannot_be() {
    let mut e = editor("[White \"A\"]\n[Black \"B\"]\n\n1. e4 *");
    let before = text(&e);
    assert_eq!(
        e.set_tag("Wh ite", "A"),
        Err(EditError::TagName("Wh ite".into()))
    );
    assert_eq!(e.set_tag("", "A"), Err(EditError::TagName("".into())));
    assert_eq!(e.set_tag("White", "A\nB"), Err(EditError::Character('\n')));
    assert_eq!(e.remove_tag("Event"), Err(EditError::NoTag("Event".into())));
    assert_eq!(
        e.rename_tag("White", "black"),
        Err(EditError::TagExists("black".into()))
    );
    // The moves cannot be played from there, or are those of another game.
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(e.set_tag("FEN", fen), Err(EditError::Unfaithful));
    assert_eq!(e.set_tag("Variant", "atomic"), Err(EditError::Unfaithful));
    assert_eq!(text(&e), before);
}

#[test]
fn remarks() {
    check(&[
        // Without blanks.
        (
            "1.e4 e5*",
            |e| e.add_comment(main(e, 0), "x"),
            "1.e4 {x} e5*",
        ),
        (
            "1.e4{a}e5*",
            |e| e.add_comment(main(e, 0), "x"),
            "1.e4{a} {x}e5*",
        ),
        (
            "1.e4{a}e5*",
            |e| e.remove_comment(main(e, 0), 0),
            "1.e4 e5*",
        ),
        (
            "1.e4(1.d4)e5*",
            |e| e.add_comment(main(e, 0), "x"),
            "1.e4 {x}(1.d4)e5*",
        ),
        ("1.e4!e5*", |e| e.add_nag(main(e, 0), 14), "1.e4! $14 e5*"),
        ("1.e4!e5*", |e| e.remove_nag(main(e, 0), 1), "1.e4 e5*"),
        ("1.e4$1e5*", |e| e.add_nag(main(e, 0), 1), "1.e4$1e5*"),
        // Comments to the end of the line.
        (
            "1. e4 ; a\ne5 *",
            |e| e.add_comment(main(e, 0), "x"),
            "1. e4 ; a\n{x}\ne5 *",
        ),
        (
            "1. e4 ; a\r\n{x}\r\ne5 *",
            |e| e.remove_comment(main(e, 0), 1),
            "1. e4 ; a\r\ne5 *",
        ),
        (
            "1. e4 ; a\ne5 *",
            |e| e.remove_comment(main(e, 0), 0),
            "1. e4\ne5 *",
        ),
        (
            "1. e4 ; a\ne5 *",
            |e| e.set_comment(main(e, 0), 0, "b}"),
            "1. e4 ;b}\ne5 *",
        ),
        (
            "1. e4 ; a\ne5 *",
            |e| e.set_comment(main(e, 0), 0, "b\nc"),
            "1. e4 {b\nc}\ne5 *",
        ),
        // Between number and move: a comment on the move before.
        (
            "1. e4 1... {a} e5 *",
            |e| e.set_comment(main(e, 0), 0, "b"),
            "1. e4 1... {b} e5 *",
        ),
        (
            "1. {a} e4 *",
            |e| e.remove_comment(NodeId::ROOT, 0),
            "1. e4 *",
        ),
        // Before the first move.
        (
            "[A \"\"]\n\n*",
            |e| e.add_comment(NodeId::ROOT, "x"),
            "[A \"\"]\n\n{x} *",
        ),
        (
            "[A \"\"]",
            |e| e.add_comment(NodeId::ROOT, "x"),
            "[A \"\"]\n\n{x}",
        ),
        (
            "{a} [A \"\"]\n\n1. e4 *",
            |e| e.add_comment(NodeId::ROOT, "x"),
            "{a} [A \"\"]\n\n{x} 1. e4 *",
        ),
        (
            "{a}\n\n1. e4 *",
            |e| e.remove_comment(NodeId::ROOT, 0),
            "1. e4 *",
        ),
        (
            "1. e4 ( 1. d4 ) e5 *",
            |e| e.add_comment(variation(e, 0, 0), "x"),
            "1. e4 ( {x} 1. d4 ) e5 *",
        ),
        // What is written against a move stays there.
        (
            "1. e4 d5 2. e5 f5 3. exf6ep Nc6 *",
            |e| e.add_nag(main(e, 4), 3),
            "1. e4 d5 2. e5 f5 3. exf6ep $3 Nc6 *",
        ),
        // Behind the marker.
        (
            "1. e4 * {a}",
            |e| e.set_comment(main(e, 0), 0, "b"),
            "1. e4 * {b}",
        ),
        (
            "1. e4 * {a}",
            |e| e.add_comment(main(e, 0), "b"),
            "1. e4 {b} * {a}",
        ),
    ]);
}

#[test]
fn remarks_that_cannot_be() {
    let mut e = editor("1. e4 *");
    let e4 = main(&e, 0);
    assert_eq!(e.add_comment(e4, "a}b"), Err(EditError::Character('}')));
    assert_eq!(e.set_comment(e4, 0, "a"), Err(EditError::Nothing));
    assert_eq!(e.remove_comment(e4, 0), Err(EditError::Nothing));
    assert_eq!(e.remove_nag(e4, 1), Err(EditError::Nothing));
    assert_eq!(e.add_nag(NodeId::ROOT, 1), Err(EditError::NotAMove));
    assert_eq!(e.add_nag(NodeId::new(7), 1), Err(EditError::NotAMove));
    // A tag pair after an empty line is part of a comment that is closed.
    let pair = "a\n\n[Event \"?\"]\n";
    assert_eq!(e.add_comment(e4, pair), Ok(()));
    // Nothing can follow a comment that is never closed.
    let mut e = editor("1. e4 {open");
    assert_eq!(e.add_comment(main(&e, 0), "x"), Err(EditError::Unfaithful));
    assert_eq!(e.set_comment(main(&e, 0), 0, "closed"), Ok(()));
    assert_eq!(text(&e), "1. e4 {closed}");
}

#[test]
fn results() {
    check(&[
        ("1. e4 *", |e| e.set_result(Outcome::FirstWins), "1. e4 1-0"),
        ("1. e4", |e| e.set_result(Outcome::Draw), "1. e4 1/2-1/2"),
        (
            "1. e4 ; so\n",
            |e| e.set_result(Outcome::Draw),
            "1. e4 ; so\n1/2-1/2",
        ),
        (
            "[Result \"*\"]\n\n1. e4 1-0 {late}",
            |e| e.set_result(Outcome::SecondWins),
            "[Result \"0-1\"]\n\n1. e4 0-1 {late}",
        ),
        (
            "[Event \"?\"]",
            |e| e.set_result(Outcome::Unknown),
            "[Event \"?\"]\n[Result \"*\"]\n\n*",
        ),
        (
            "1. e4 (1. d4 1-0) *",
            |e| e.set_result(Outcome::SecondWins),
            "1. e4 (1. d4 1-0) 0-1",
        ),
    ]);
    let mut e = editor("1. e4 *");
    let result = e.set_result(Outcome::FirstStalemates);
    assert_eq!(result, Err(EditError::Outcome(Outcome::FirstStalemates)));
}

#[test]
fn moves() {
    check(&[
        ("*", |e| e.append(NodeId::ROOT, "e4").map(drop), "1.e4 *"),
        (
            "[Event \"?\"]",
            |e| e.append(NodeId::ROOT, "e4").map(drop),
            "[Event \"?\"]\n\n1.e4",
        ),
        (
            "e4 e5 *",
            |e| e.append(main(e, 1), "Nf3").map(drop),
            "e4 e5 Nf3 *",
        ),
        (
            "1.e4 e5*",
            |e| e.append(main(e, 1), "Nf3").map(drop),
            "1.e4 e5 2.Nf3 *",
        ),
        (
            "12. e4 e5 *",
            |e| e.append(main(e, 1), "g1f3").map(drop),
            "12. e4 e5 13. Nf3 *",
        ),
        (
            "1. e4 ; so\n*",
            |e| e.append(main(e, 0), "e5").map(drop),
            "1. e4 ; so\n1... e5\n*",
        ),
        (
            "1. e4 (1. d4 d5 (1... Nf6)) 1... e5 *",
            |e| {
                let head = variation(e, 0, 0);
                let d5 = e.game().line(head).nth(1).expect("a move");
                e.append(d5, "c4").map(drop)
            },
            "1. e4 (1. d4 d5 (1... Nf6) 2. c4) 1... e5 *",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 7\"]\n\n*",
            |e| e.append(NodeId::ROOT, "Kd7").map(drop),
            "[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 7\"]\n\n7...Kd7 *",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 7\"]\n\n7... Kd7 8. Kd2 *",
            |e| {
                let mv = e.append(main(e, 1), "Kd6")?;
                e.append(mv, "Rh6").map(drop)
            },
            "[FEN \"4k3/8/8/8/8/8/8/4K2R b - - 0 7\"]\n\n7... Kd7 8. Kd2 Kd6 9. Rh6+ *",
        ),
        (
            "1. e4 e5 2. -- *",
            |e| {
                let null = main(e, 2);
                let pass = e.game().mv(null).expect("a null move");
                e.add_variation(null, &[pass])?;
                e.append(null, "--").map(drop)
            },
            "1. e4 e5 2. -- (2. --) 2... -- *",
        ),
        ("1. e4 e5 2. Nf3 *", |e| e.remove(main(e, 0)), "*"),
        (
            "1. e4 1... {a} e5 *",
            |e| e.remove(main(e, 1)),
            "1. e4 {a} *",
        ),
        (
            "1. e4 (1. d4 {x} d5) e5 *",
            |e| {
                let first = e.game().next(variation(e, 0, 0)).expect("a move");
                e.remove(first)
            },
            "1. e4 e5 *",
        ),
        (
            "1. e4 (1. d4 d5\n{x} 2. c4) 1... e5 *",
            |e| {
                let second = e.game().line(variation(e, 0, 0)).nth(1).expect("a move");
                e.replace(second, "Nf6").map(drop)
            },
            "1. e4 (1. d4 Nf6) 1... e5 *",
        ),
    ]);
}

#[test]
fn moves_that_cannot_be() {
    let mut e = editor("1. e4 e5 *");
    let before = text(&e);
    let (e4, e5) = (main(&e, 0), main(&e, 1));
    assert_eq!(e.append(e4, "e5"), Err(EditError::NotTheEnd));
    assert_eq!(e.append(NodeId::ROOT, "e4"), Err(EditError::NotTheEnd));
    for mv in ["Ke3", "Nf3!", "", "e4 e5", "blah"] {
        let refused = e.append(e5, mv);
        assert!(
            matches!(refused, Err(EditError::Unplayable { .. })),
            "{mv}: {refused:?}"
        );
    }
    let mv = e.game().mv(e4).expect("it can be played");
    assert!(matches!(
        e.append(e5, mv),
        Err(EditError::Unplayable { .. })
    ));
    assert!(matches!(
        e.add_variation(e4, &["d4", "d4"]),
        Err(EditError::Unplayable { .. })
    ));
    assert_eq!(e.add_variation::<&str>(e4, &[]), Err(EditError::Nothing));
    assert_eq!(e.remove(NodeId::ROOT), Err(EditError::NotAMove));
    assert_eq!(e.delete_variation(e4), Err(EditError::NotAVariation));
    assert_eq!(e.promote(NodeId::ROOT), Err(EditError::NotAVariation));
    assert_eq!(text(&e), before);
    // After a move that could not be played the position is unknown.
    let mut e = editor("1. e4 e5 2. Ke3 *");
    assert_eq!(e.append(main(&e, 2), "a6"), Err(EditError::NoPosition));
    assert_eq!(e.remove(main(&e, 2)), Ok(()));
    assert_eq!(text(&e), "1. e4 e5 *");
    // Nor is anything played in a game of a variant that is known by name only.
    let mut e = editor("[Variant \"atomic\"]\n\n1. e4 *");
    assert_eq!(e.append(main(&e, 0), "e5"), Err(EditError::NoPosition));
    assert_eq!(e.add_comment(main(&e, 0), "x"), Ok(()));
}

#[test]
fn variations() {
    check(&[
        (
            "1.e4 e5*",
            |e| e.add_variation(main(e, 0), &["d4"]).map(drop),
            "1.e4 (1.d4) 1...e5*",
        ),
        (
            "1. e4 {a} $1 (1. c4) {b} e5 *",
            |e| e.add_variation(main(e, 0), &["d4"]).map(drop),
            "1. e4 {a} $1 (1. c4) {b} (1. d4) 1... e5 *",
        ),
        (
            "1. e4 ; so\ne5 *",
            |e| e.add_variation(main(e, 0), &["d4"]).map(drop),
            "1. e4 ; so\n(1. d4)\n1... e5 *",
        ),
        (
            "1.e4(1.d4)1...e5*",
            |e| e.delete_variation(variation(e, 0, 0)),
            "1.e4 e5*",
        ),
        (
            "1. e4 {a} (1. d4) 1... e5 *",
            |e| e.delete_variation(variation(e, 0, 0)),
            "1. e4 {a} 1... e5 *",
        ),
        (
            "1. e4 (1. d4) (1. c4) 1... e5 *",
            |e| e.delete_variation(variation(e, 0, 0)),
            "1. e4 (1. c4) 1... e5 *",
        ),
        // One goes up.
        (
            "1. e4 (1. d4)\n{a}  (1. c4 {b} (1. b4)) 1... e5 *",
            |e| e.promote(variation(e, 0, 1)).map(drop),
            "1. e4 (1. c4 {b} (1. b4))\n{a}  (1. d4) 1... e5 *",
        ),
        // Into the line: White's move, Black's, without blanks, with remarks everywhere.
        (
            "1.e4(1.d4)e5*",
            |e| e.promote(variation(e, 0, 0)).map(drop),
            "1.d4 (1.e4 e5)*",
        ),
        (
            "1. e4 e5 2. Nf3 (2. f4 exf4 3. Nf3) 2... Nc6 3. Bb5 *",
            |e| e.promote(variation(e, 2, 0)).map(drop),
            "1. e4 e5 2. f4 (2. Nf3 Nc6 3. Bb5) 2... exf4 3. Nf3 *",
        ),
        (
            "1. e4 {a} 1... e5 $1 {b} ({c} 1... c5 {d} (1... d5 {e}) 2. Nf3 {f}) {g} (1... e6) 2. Nc3 {h} 1-0 {i}",
            |e| e.promote(variation(e, 1, 0)).map(drop),
            "1. e4 {a} {c} 1... c5 {d} (1... e5 $1 {b} {g} 2. Nc3 {h}) (1... e6) (1... d5 {e}) 2. Nf3 {f} 1-0 {i}",
        ),
        (
            "1. e4 ; a\n(1. d4 ; b\n) e5 ; c\n*",
            |e| e.promote(variation(e, 0, 0)).map(drop),
            "1. d4 ; b\n(1. e4 ; a\n1... e5 ; c\n)\n*",
        ),
        // What is passed over goes along: escaped lines, words against a move; but not dots without a
        // number.
        (
            "1. e4\n% a\n(1. d4\n% b\nd5) (... c4)\n% c\ne5 2. Nf3 *",
            |e| e.promote(variation(e, 0, 0)).map(drop),
            "1. d4\n% b\n(1. e4\n% a\ne5 2. Nf3) (... c4)\n% c\n1... d5 *",
        ),
        (
            "1. e4 d5 2. e5 f5 3. exf6ep (... d4) Nc6 *",
            |e| e.promote(variation(e, 4, 0)).map(drop),
            "1. e4 d5 2. e5 f5 3. d4 (3. exf6ep Nc6) *",
        ),
        (
            "1. e4 (1. d4 ; b\n) e5 *",
            |e| e.promote(variation(e, 0, 0)).map(drop),
            "1. d4 ; b\n(1. e4 e5) *",
        ),
        (
            "1. e4 (1. d4 d5 ; b\n) *",
            |e| e.promote(variation(e, 0, 0)).map(drop),
            "1. d4 (1. e4) 1... d5 ; b\n *",
        ),
        // With moves that could not be played.
        (
            "1. e4 (1. d4 Ke4 2. c4) e5 2. Ke3 a6 *",
            |e| e.promote(variation(e, 0, 0)).map(drop),
            "1. d4 (1. e4 e5 2. Ke3 a6) 1... Ke4 2. c4 *",
        ),
        (
            "1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3)) 2. c4) 1... e5 *",
            |e| {
                let d5 = e.game().line(variation(e, 0, 0)).nth(1).expect("a move");
                let nf6 = e.game().variations(d5).next().expect("a variation");
                let first = e.promote_to_main(nf6)?;
                assert_eq!(e.game().text(first), "Nf6");
                Ok(())
            },
            "1. d4 (1. e4 e5) 1... Nf6 (1... d5 2. c4) 2. c4 (2. Nf3) *",
        ),
    ]);
    let mut e = editor("1. e4 (1. d4) (1. c4) (1. b4) *");
    let first = e
        .promote(variation(&e, 0, 2))
        .expect("there are two before");
    assert_eq!(e.game().text(first), "b4");
    let head = e.demote(variation(&e, 0, 0)).expect("there are two behind");
    let down = e.game().next(head).expect("a move");
    assert_eq!(e.game().text(down), "d4");
    assert_eq!(text(&e), "1. e4 (1. b4) (1. d4) (1. c4) *");
    assert_eq!(e.demote(variation(&e, 0, 2)), Err(EditError::Nothing));
}

#[test]
fn an_empty_variation_stays() {
    let mut e = editor("1. e4 ({only}) e5 *");
    assert_eq!(e.promote(variation(&e, 0, 0)), Err(EditError::Nothing));
    assert_eq!(e.delete_variation(variation(&e, 0, 0)), Ok(()));
    assert_eq!(text(&e), "1. e4 e5 *");
}

#[test]
fn encodings() {
    let pgn = "[White \"Müller\"]\n\n1. e4 {schön} *\n";
    let (bytes, ..) = WINDOWS_1252.encode(pgn);
    let mut reader = Reader::builder()
        .encoding(Some(WINDOWS_1252))
        .from_reader(&bytes[..])
        .expect("memory");
    let mut game = Game::new();
    assert!(reader.read_game(&mut game, &mut ()).expect("memory"));
    let mut e = <Editor>::new(&game).expect("windows-1252");
    let e4 = main(&e, 0);
    e.set_tag("Black", "Größe").expect("Latin");
    e.add_comment(e4, "häßlich").expect("Latin");
    assert_eq!(e.set_tag("Event", "партия"), Err(EditError::Encoding('п')));
    assert_eq!(e.add_comment(e4, "≥"), Err(EditError::Encoding('≥')));
    let expected = "[White \"Müller\"]\n[Black \"Größe\"]\n\n1. e4 {schön} {häßlich} *";
    assert_eq!(text(&e), expected);
    assert_eq!(
        e.game().source().as_bytes(),
        &*WINDOWS_1252.encode(expected).0
    );

    let mut e = editor("[White \"Мюллер\"]\n\n1. e4 {да} *");
    e.set_comment(main(&e, 0), 0, "нет ≥ é").expect("UTF-8");
    assert_eq!(text(&e), "[White \"Мюллер\"]\n\n1. e4 {нет ≥ é} *");
}

#[test]
fn other_variants() {
    // Xiangqi has several notations; a game stays in its own.
    for (moves, next, written) in [
        ("1. 炮二平五 馬8進7 2. 馬二進三", "車9平8", "車9平8"),
        ("1. 炮二平五 马8进7 2. 马二进三", "r9.8", "车9平8"),
        ("1. C2.5 H8+7 2. H2+3", "车9平8", "R9.8"),
        ("1. C2=5 H8+7 2. H2+3", "车9平8", "R9=8"),
        ("1. H2-E2 H9-G7 2. H0-G2", "车9平8", "I9-H9"),
    ] {
        let tag = "[Game \"Chinese Chess\"]\n\n";
        let mut e = editor(&format!("{tag}{moves} *"));
        e.append(main(&e, 2), next).expect(next);
        assert_eq!(text(&e), format!("{tag}{moves} {written} *"));
    }

    // A NAG before its move, or before the number, belongs to the move and moves with it.
    let pgn = "[Game \"Chinese Chess\"]\n\n1. !炮二平五 马8进7 !!2. ?马二进三 *";
    let mut e = editor(pgn);
    let last = main(&e, 2);
    e.add_nag(last, 3).expect("it has it");
    assert_eq!(text(&e), pgn);
    e.add_nag(main(&e, 0), 14).expect("a move");
    e.remove_nag(main(&e, 0), 1).expect("a NAG");
    e.remove_nag(last, 2).expect("a NAG");
    assert_eq!(
        text(&e),
        "[Game \"Chinese Chess\"]\n\n1. 炮二平五 $14 马8进7 !!2. 马二进三 *"
    );
    assert_eq!(e.remove_nag(main(&e, 1), 3), Err(EditError::Nothing));
    e.remove(last).expect("a move");
    assert_eq!(
        text(&e),
        "[Game \"Chinese Chess\"]\n\n1. 炮二平五 $14 马8进7 *"
    );

    // In C'escacs numbers decide what a variation replaces, and commas separate moves.
    let pgn = "[Variant \"C'escacs\"]\n\n1. H6-H12, I23-I19 (1. L5-L7) *";
    let mut e = editor(pgn);
    let first = main(&e, 0);
    e.add_nag(first, 1).expect("a move");
    let head = e.game().variations(first).next();
    e.add_comment(head.expect("a variation of White's move"), "x")
        .expect("a line");
    let edited = "[Variant \"C'escacs\"]\n\n1. H6-H12 $1, I23-I19 (1. {x} L5-L7) *";
    assert_eq!(text(&e), edited);
    let last = main(&e, 1);
    assert_eq!(e.append(last, "L5-L7"), Err(EditError::Variant("C'escacs")));
}

/// What a node says, for comparison: the path of moves to it, and its remarks.
type Said = (Vec<String>, Vec<(RemarkKind, String)>);

fn nodes(game: &Game) -> Vec<Said> {
    let mut found = Vec::new();
    let mut open = vec![(NodeId::ROOT, Vec::new())];
    while let Some((head, before)) = open.pop() {
        let mut path: Vec<String> = before;
        for node in [head].into_iter().chain(game.line(head)) {
            for inner in game.variations(node) {
                open.push((inner, path.clone()));
            }
            if game.is_move(node) {
                path.push(game.text(node).into_owned());
            }
            let remarks = game
                .remarks(node)
                .map(|(kind, text)| (kind, text.into_owned()));
            found.push((path.clone(), remarks.collect()));
        }
    }
    found.sort_by_key(|(path, remarks)| (path.clone(), format!("{remarks:?}")));
    found
}

/// The bytes that two texts share at their beginning and at their end.
fn shared(before: &[u8], after: &[u8]) -> (usize, usize) {
    let start = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let rest = (&before[start..], &after[start..]);
    let end = rest.0.iter().rev().zip(rest.1.iter().rev());
    (start, end.take_while(|(a, b)| a == b).count())
}

/// Some game of chess in some layout. Moves of Black have numbers exactly where they need them.
fn layouts() -> impl Strategy<Value = String> {
    let gap = prop::sample::select(vec![" ", "\n", "  ", "\r\n", " \n "]);
    let remark = prop_oneof![
        Just(String::new()),
        Just("!".to_owned()),
        Just(" $14".to_owned()),
        Just(" {a b}".to_owned()),
        Just("{}".to_owned()),
        Just(" ; line\n".to_owned()),
        Just("!? {é} $7".to_owned()),
    ];
    let variation = prop_oneof![
        3 => Just(0),
        1 => Just(1),
        1 => Just(2),
        1 => Just(3),
    ];
    const MOVES: [&str; 8] = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"];
    const OTHERS: [[&str; 2]; 8] = [
        ["d4 d5", "c4"],
        ["c5", "e6 {F} 2. d4"],
        ["f4 exf4", "Nc3 {V} 2... Nf6"],
        ["Nf6", "d6 3. d4"],
        ["Bc4 Bc5", "d4 (3. c3) 3... exd4"],
        ["Nf6", "d6"],
        ["Bxc6 dxc6", "Bc4"],
        ["b5", "d6"],
    ];
    let parts = prop::collection::vec((remark, variation, gap), 1..8);
    (parts, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(parts, spaced, tagged, marked)| {
            let blank = if spaced { " " } else { "" };
            let mut out = if tagged {
                "[White \"A\"]\n[Black \"B\"]\n\n".to_owned()
            } else {
                String::new()
            };
            let mut interrupted = true;
            for (ply, (remark, variation, gap)) in parts.iter().enumerate() {
                let number = |second: bool| match (ply % 2 == 0, second) {
                    (true, _) => format!("{}.{blank}", ply / 2 + 1),
                    (false, true) => format!("{}...{blank}", ply / 2 + 1),
                    (false, false) => String::new(),
                };
                out += &number(interrupted);
                out += MOVES[ply];
                out += remark;
                interrupted = remark.contains(['{', ';']);
                for (index, other) in OTHERS[ply].into_iter().enumerate() {
                    if variation & (1 << index) != 0 {
                        out += &format!("{gap}({}{})", number(true), other);
                        interrupted = true;
                    }
                }
                out += gap;
            }
            out += if marked { "1-0" } else { "" };
            out.trim_end().to_owned()
        },
    )
}

/// An edit, and its inverse.
fn there_and_back(e: &mut Editor, node: NodeId, what: u8) -> Result<(), EditError> {
    match what {
        0 => {
            e.set_tag("Annotator", "X \"Y\"")?;
            e.remove_tag("Annotator")
        }
        1 => {
            let count = comments(e.game(), node);
            let before_variations = e.reading.behind(node.index());
            let items = &e.reading.items;
            let index = before_variations
                .iter()
                .take_while(|range| items[range.start].kind.is_remark())
                .filter(|range| matches!(items[range.start].kind, Kind::Comment(_)))
                .count();
            e.add_comment(node, "new")?;
            assert_eq!(comments(e.game(), node), count + 1);
            e.remove_comment(node, index)
        }
        2 => {
            e.add_nag(node, 200)?;
            e.remove_nag(node, 200)
        }
        3 => {
            let text = e.game().text(node).into_owned();
            let head = e.add_variation(node, &[text.as_str()])?;
            e.delete_variation(head)
        }
        4 => {
            let (head, ..) = line_of(e, node);
            let last = e.game().line(head).last().unwrap_or(head);
            let mut moves = Vec::new();
            // Any legal move there.
            for mv in [
                "a6", "a3", "b6", "b3", "h6", "h3", "Nf6", "Nf3", "Kf1", "O-O",
            ] {
                if let Ok(new) = e.append(last, mv) {
                    moves.push(new);
                    break;
                }
            }
            match moves[..] {
                [new] => e.remove(new),
                _ => Ok(()),
            }
        }
        _ => {
            let heads: Vec<NodeId> = e.game().variations(node).collect();
            if heads.len() < 2 {
                return Ok(());
            }
            e.promote(heads[1])?;
            let heads: Vec<NodeId> = e.game().variations(node).collect();
            e.promote(heads[1]).map(drop)
        }
    }
}

fn comments(game: &Game, node: NodeId) -> usize {
    let comment = |kind: &RemarkKind| matches!(kind, RemarkKind::Comment(_));
    game.remarks(node).filter(|(kind, _)| comment(kind)).count()
}

fn line_of(e: &Editor, node: NodeId) -> (NodeId, usize) {
    let node = &e.reading.nodes[node.index()];
    (NodeId::new(node.head), node.ply)
}

/// Edits a game in one way and checks what has changed.
fn edit_once(e: &mut Editor, node: NodeId, what: u8) -> TestCaseResult {
    let before = e.game().clone();
    let old = before.source().as_bytes().to_vec();
    let result = match what {
        0 => e.set_tag("White", "Someone, Else"),
        1 => e.add_comment(node, "new"),
        2 => e.add_nag(node, 200),
        3 => e.remove_comment(node, 0),
        4 => e.set_result(Outcome::Draw),
        5 => e.remove(node),
        6 => e.promote(node).map(drop),
        7 => e.promote_to_main(node).map(drop),
        8 => e.demote(node).map(drop),
        9 => e.delete_variation(node),
        _ => {
            let text = e.game().text(node).into_owned();
            e.add_variation(node, &[text.as_str()]).map(drop)
        }
    };
    let after = e.game();
    let new = after.source().as_bytes();
    if let Err(error) = result {
        prop_assert_eq!(&old[..], new, "{}", error);
        // Without tags, marker, moves and comments there would be no game.
        let bare = before.tags().is_empty() && before.outcome().is_none();
        let nothing_left = bare && matches!(what, 3 | 5);
        prop_assert!(
            nothing_left || error != EditError::Unfaithful,
            "{what} {node:?}"
        );
        return Ok(());
    }
    let (start, end) = shared(&old, new);
    let (gone, come) = (&old[start..old.len() - end], &new[start..new.len() - end]);
    let (gone, come) = (String::from_utf8_lossy(gone), String::from_utf8_lossy(come));
    match what {
        // The tree is the same, but for one remark.
        0 | 4 => prop_assert_eq!(nodes(&before), nodes(after)),
        1 | 2 => {
            prop_assert!(gone.trim().is_empty(), "{gone:?} became {come:?}");
            let expected = nodes(&before);
            let differ = nodes(after)
                .into_iter()
                .filter(|node| !expected.contains(node));
            prop_assert!(differ.count() <= 1);
        }
        3 => prop_assert!(come.trim().is_empty(), "{gone:?} became {come:?}"),
        // Lines are the same in another order.
        6..=8 => {
            let lines = |game: &Game| -> Vec<Vec<String>> {
                let mut lines: Vec<_> = nodes(game).into_iter().map(|(path, _)| path).collect();
                lines.sort();
                lines.dedup();
                lines
            };
            prop_assert_eq!(lines(&before), lines(after));
        }
        _ => {}
    }
    Ok(())
}

proptest! {
    /// What was added can be removed, and leaves no trace.
    #[test]
    fn back_again(pgn in layouts(), node in 0usize..24, what in 0u8..6) {
        let mut e = editor(&pgn);
        let node = NodeId::new(node % e.reading.nodes.len());
        let before = text(&e);
        match there_and_back(&mut e, node, what) {
            Ok(()) => prop_assert_eq!(text(&e), before),
            Err(error) => {
                prop_assert!(matches!(error, EditError::NotAMove), "{error}");
                prop_assert_eq!(text(&e), before);
            }
        }
    }

    /// Everything but the edited part stays as it is.
    #[test]
    fn the_rest_stays(pgn in layouts(), edits in prop::collection::vec((0usize..24, 0u8..11), 1..6)) {
        let mut e = editor(&pgn);
        for (node, what) in edits {
            let node = NodeId::new(node % e.reading.nodes.len());
            edit_once(&mut e, node, what)?;
        }
    }

    /// Whatever the text, nothing panics, and an error changes nothing.
    #[test]
    fn any_text(pgn in "(\\[A \"x\"\\]\n)?([(){};$%\\[ \n]|1\\.|2\\.\\.\\.|e4|e5|Nf3|d4|\\*|1-0|!|\\$1|\\{a\\}|\\(1\\. d4\\)|; c\n){1,24}", node in 0usize..12, what in 0u8..11) {
        let game = game(pgn.as_bytes());
        if let Some(Ok(mut e)) = game.as_ref().map(<Editor>::new) {
            let before = text(&e);
            let nodes = e.reading.nodes.len();
            let node = NodeId::new(node % (nodes + 1));
            let edited = match what {
                0 => e.set_tag("White", "A"),
                1 => e.add_comment(node, "new"),
                2 => e.add_nag(node, 200),
                3 => e.remove_comment(node, 0),
                4 => e.set_result(Outcome::Draw),
                5 => e.remove(node),
                6 => e.promote(node).map(drop),
                7 => e.promote_to_main(node).map(drop),
                8 => e.demote(node).map(drop),
                9 => e.append(node, "d4").map(drop),
                _ => e.add_variation(node, &["d4"]).map(drop),
            };
            if edited.is_err() {
                prop_assert_eq!(text(&e), before);
            }
        }
    }
}

#[test]
fn forms_of_comments_are_known() {
    let e = editor("1. e4 {a} ; b\n {c");
    let kinds: Vec<_> = e.reading.items.iter().map(|item| item.kind).collect();
    let comment = Kind::Comment;
    assert_eq!(
        kinds[2..],
        [
            comment(CommentForm::Brace),
            comment(CommentForm::Line),
            comment(CommentForm::Unclosed),
        ]
    );
}
