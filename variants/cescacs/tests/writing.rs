//! Moves written, and read again.

use super::walk::game;
use super::*;
use crate::variants::cescacs::write::{Hyphen, Notation, Symbols};

const AN: Notation = Notation {
    symbols: Some(Symbols::Letters(*b"PEJNGRVDKM")),
    hyphen: Hyphen::Ascii,
};
const FAN: Notation = Notation {
    symbols: Some(Symbols::Figurines),
    hyphen: Hyphen::Unicode,
};

/// The forms of moves and marks: CE-043 to CE-098, CE-011 to CE-016, CE-I07.
#[test]
fn forms() {
    let table = [
        (START, "E7-E13", "E7-E13", "E7\u{2010}E13"),
        (START, "EE5-D8", "EE5-D8", "☖E5\u{2010}D8"),
        (
            "/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 0 1",
            "RC3×RC25",
            "RC3×RC25",
            "♖C3×♖C25",
        ),
        (
            "/27:1k/15:4p3/12:3P3/1:1K/ b -- - 0 1",
            "G15*F12",
            "G15×F12",
            "G15×F12",
        ),
        // Castlings keep their letters.
        (
            "/27:1k/25:r3/3:R2R/1:1K/ w RKRrk - 0 1",
            "KRR-HGG",
            "KRR-HGG+∞",
            "KRR\u{2010}HGG+∞",
        ),
        // En passant and the scornful pawn
        (
            "/27:1k/14:3p3/13:4P3/12:3p3/1:1K/ b -- G13@9-11 0 1",
            "F14@G11",
            "F14@G11",
            "F14@G11",
        ),
        (
            "/27:1k/14:3p3/13:4P3/12:3p3/1:1K/ b -- G13@9-11 0 1",
            "F12@@G9",
            "F12@@G9",
            "F12@@G9",
        ),
        (
            "/27:1k/14:3p3/13:3PP3/1:1K/ w -- F14 0 1",
            "E13@F14",
            "E13@F14",
            "E13@F14",
        ),
        (
            "/28:k/27:d1/23:p5/22:D6/1:1K/ b -- T22@20 0 1",
            "A23@DT20",
            "A23@DT20",
            "A23@♕T20",
        ),
        (
            "/28:k/23:p5/22:1P5/1:1K/ w -- A23 0 1",
            "B22@A23=V",
            "B22@A23=V+∞",
            "B22@A23=🩏+∞",
        ),
        // Promotions
        (
            "/28:v/27:1k/25:1P2/1:1K/ w -- - 3 1",
            "E25×VF28=D",
            "E25×VF28=D+^",
            "E25×🩏F28=♕+^",
        ),
        (
            "/28:v/27:dk/26:gjg/25:rnnr/20:P6/6:3J3/4:2J2/3:RNNR/2:GJG/1:DK/0:V/ w -- - 0 1",
            "T20-P21",
            "T20-P21=&",
            "T20\u{2010}P21=&",
        ),
        ("/27:1k/21:P7/1:1K/ w -- - 0 1", "P21=R", "P21=R", "P21=♖"),
        // The classes of check
        (
            "/27:1k/15:3R4/1:1K/ w -- - 0 1",
            "RE15-G13",
            "RE15-G13+∞",
            "♖E15\u{2010}G13+∞",
        ),
        (
            "/27:1k/21:4N3/1:1K/ w -- - 0 1",
            "NG21-E17",
            "NG21-E17",
            "♘G21\u{2010}E17",
        ),
        (
            "/27:1k/17:4N3/1:1K/ w -- - 0 1",
            "NG17-H22",
            "NG17-H22+^",
            "♘G17\u{2010}H22+^",
        ),
        (
            "/27:1k/19:4E3/1:1K/ w -- - 0 1",
            "EG19-G23",
            "EG19-G23+∞",
            "☖G19\u{2010}G23+∞",
        ),
        (
            "/27:1k/19:4G3/13:4R3/1:1K/ w -- - 0 1",
            "GG19-F22",
            "GG19-F22++",
            "🩐G19\u{2010}F22++",
        ),
    ];
    for (pdtl, text, letters, figurines) in table {
        let position = position(pdtl);
        let mv = resolve(text, &position).unwrap_or_else(|e| panic!("{text}: {e}"));
        for (notation, expected) in [(AN, letters), (FAN, figurines)] {
            let mut out = String::new();
            Cescacs::write(&mv, &position, notation, &mut out);
            assert_eq!(out, expected);
        }
    }
    assert_eq!(Notation::default().symbols, None);
    assert_eq!(Cescacs::notation("ctl-an", &[]), Some(AN));
}

/// CE-098, CE-099: mate, and stalemate, which has no mark.
#[test]
fn mate() {
    let mut game = CescacsPosition::START;
    play(
        &mut game,
        "H6-H12 I23-I19 JF6-C15 GH26-Z11 L5-L7 NG25-L17 EH4-H8 GZ11-L5 I5-I9 NL17-G9 K4-K10",
    );
    let mv = resolve("GL5-H6#", &game).expect("mate");
    assert_eq!(game.check_after(&mv), Check::Mate);
    game.play(&mv);
    let mut moves = Vec::new();
    game.moves(&mut moves);
    assert!(moves.is_empty() && game.is_check());
    // What a mark may say of a check
    for (written, given, agrees) in [
        (Check::None, Check::None, true),
        (Check::None, Check::Close, false),
        (Check::Plain, Check::None, false),
        (Check::Plain, Check::Distant, true),
        (Check::Plain, Check::Double, true),
        (Check::Plain, Check::Mate, false),
        (Check::Close, Check::Close, true),
        (Check::Close, Check::Distant, false),
        (Check::Mate, Check::Mate, true),
        (Check::Mate, Check::Double, false),
    ] {
        assert_eq!(written.agrees(given), agrees, "{written:?} {given:?}");
    }
}

/// Every legal move of random games is read as it was written: the same move and its mark, completely, in all
/// notations; and the check is the one that the next position has.
#[test]
fn read_again() {
    let sets = ["", "ACT", "BQW", "LSTW", "FCTWQ"].map(|set| Symbols::with(set).expect(set));
    let notations = sets
        .into_iter()
        .chain([Symbols::Figurines])
        .flat_map(|symbols| {
            let symbols = Some(symbols);
            [Hyphen::Ascii, Hyphen::Unicode].map(|hyphen| Notation { symbols, hyphen })
        });
    let notations: Vec<Notation> = notations.collect();
    let mut marks = HashSet::new();
    let mut written = 0;
    for seed in 1_000..1_060 {
        let mut ply = 0;
        game(seed, 100, |position, moves| {
            ply += 1;
            if ply % 5 != 0 {
                return;
            }
            for mv in moves {
                let notation = notations[written % notations.len()];
                written += 1;
                let mut text = String::from("1. ");
                Cescacs::write(mv, position, notation, &mut text);
                let text = &text[3..];
                let dialect = notation.symbols().dialect(Ruleset::Standard);
                let lexed = notation::lex(text.as_bytes(), &dialect).expect(text);
                assert_eq!(lexed.len, text.len(), "{text}");
                let check = lexed.token.check;
                assert_eq!(check, position.check_after(mv), "{text} {position:?}");
                assert_eq!(
                    Cescacs::resolve(lexed.token, position, &dialect).as_ref(),
                    Ok(mv),
                    "{text} {position:?}"
                );
                let mut next = position.clone();
                next.play(mv);
                assert_eq!(next.is_check(), check != Check::None, "{text} {position:?}");
                marks.insert(format!("{check:?}"));
            }
        });
    }
    assert!(written > 20_000, "{written}");
    let mut marks: Vec<_> = marks.into_iter().collect();
    marks.sort();
    assert_eq!(marks, ["Close", "Distant", "Double", "Mate", "None"]);
}

/// The key that is kept move by move is that of the same position set up.
#[test]
fn keys() {
    for seed in 2_000..2_040 {
        game(seed, 100, |position, _| {
            // PDTL does not say which pawn a scornful one faced.
            if matches!(position.special(), Special::Scornful { .. }) {
                return;
            }
            let again = position_again(position);
            assert_eq!(again, *position);
            assert_eq!(again.key(), position.key(), "{position:?}");
        });
    }
}

/// The position that its description says.
fn position_again(position: &CescacsPosition) -> CescacsPosition {
    let (start, _) = set_up(&[("PDTL", &position.describe())]);
    start.expect("described").position
}
