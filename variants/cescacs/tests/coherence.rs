//! Moves that agree with the board, and moves that do not.

use super::*;

/// As the specification's minimal reader does.
fn resolve(text: &str, position: &CescacsPosition) -> Result<Move, crate::core::moves::MoveError> {
    resolve_at(Strictness::Minimal, text, position)
}

fn play(position: &mut CescacsPosition, moves: &str) {
    play_at(Strictness::Minimal, position, moves);
}

/// The table of final hexes: name, White's king, king's rook and queen's rook, and Black's.
const FINAL: [(&str, [&str; 3], [&str; 3]); 24] = [
    ("KRK-II", ["I5", "I7", ""], ["I23", "I21", ""]),
    ("KRK-IK", ["I5", "K4", ""], ["I23", "K24", ""]),
    ("KRK-IH", ["I5", "H4", ""], ["I23", "H24", ""]),
    ("KRK-HIO", ["H6", "I5", ""], ["H22", "I23", ""]),
    ("KRK-HIOO", ["H6", "I7", ""], ["H22", "I21", ""]),
    ("KRK-HH", ["H6", "H4", ""], ["H22", "H24", ""]),
    ("KRK-HG", ["H6", "G5", ""], ["H22", "G23", ""]),
    ("KRK-FG", ["F6", "G5", ""], ["F22", "G23", ""]),
    ("KRK-FE", ["F6", "E7", ""], ["F22", "E21", ""]),
    ("KRK-EF", ["E5", "F6", ""], ["E23", "F22", ""]),
    ("KRK-EE", ["E5", "E7", ""], ["E23", "E21", ""]),
    ("KRD-DD", ["D2", "", "D4"], ["D26", "", "D24"]),
    ("KRD-DE", ["D2", "", "E1"], ["D26", "", "E27"]),
    ("KRD-HH", ["H6", "", "H8"], ["H22", "", "H20"]),
    ("KRD-HG", ["H6", "", "G7"], ["H22", "", "G21"]),
    ("KRD-FG", ["F6", "", "G7"], ["F22", "", "G21"]),
    ("KRD-FE", ["F6", "", "E5"], ["F22", "", "E23"]),
    ("KRD-EF", ["E5", "", "F6"], ["E23", "", "F22"]),
    ("KRD-ED", ["E5", "", "D4"], ["E23", "", "D24"]),
    ("KRR-HIH", ["H6", "I7", "H8"], ["H22", "I21", "H20"]),
    ("KRR-HGG", ["H6", "G5", "G7"], ["H22", "G23", "G21"]),
    ("KRR-FGG", ["F6", "G5", "G7"], ["F22", "G23", "G21"]),
    ("KRR-FEE", ["F6", "E7", "E5"], ["F22", "E21", "E23"]),
    ("KRR-EEF", ["E5", "E7", "F6"], ["E23", "E21", "F22"]),
];

/// CE-078 to CE-084, CE-168, CE-379: all castlings, both sides.
#[test]
fn castlings() {
    let standard = |castling: &&Castling| castling.ruleset == Ruleset::Standard;
    assert_eq!(CASTLINGS.iter().filter(standard).count(), FINAL.len());
    let board = "/27:1k/25:r2r/3:R2R/1:1K/";
    for (name, white, black) in FINAL {
        for (side, turn, ends, homes) in [
            (Side::First, "w", white, ["G1", "I3", "C3"]),
            (Side::Second, "b", black, ["G27", "I25", "C25"]),
        ] {
            let before = position(&format!("{board} {turn} RKRrkr - 4 9"));
            let mv = resolve(name, &before).expect(name);
            assert_eq!(mv.from, hex(homes[0]), "{name}");
            assert_eq!(mv.to, hex(ends[0]), "{name}");
            let mut after = before.clone();
            after.play(&mv);
            let mut expected: Vec<(Square, crate::Role)> = vec![(hex(ends[0]), KING)];
            for (end, home) in ends.into_iter().zip(homes).skip(1) {
                expected.push((hex(if end.is_empty() { home } else { end }), ROOK));
            }
            for index in 0..169 {
                let found = after
                    .piece_on(Square(index))
                    .filter(|piece| piece.side == side);
                let wanted = expected
                    .iter()
                    .find(|(square, _)| square.0 == index)
                    .map(|&(_, role)| Piece { role, side });
                assert_eq!(found, wanted, "{name} {turn}");
            }
            let fields = match side {
                Side::First => " b -rkr - 5 9",
                Side::Second => " w RKR- - 5 10",
            };
            assert!(after.describe().ends_with(fields), "{}", after.describe());
            // Neither a missing rook nor a piece on a target is coherent.
            for (end, home) in ends.into_iter().zip(homes) {
                if !end.is_empty() {
                    let mut blocked = before.pieces().clone();
                    blocked.put(hex(end), PAWN, side.other());
                    assert_incoherent(name, &blocked, side);
                    let mut missing = before.pieces().clone();
                    missing.clear(hex(home));
                    assert_incoherent(name, &missing, side);
                }
            }
        }
    }
}

fn assert_incoherent(text: &str, pieces: &crate::variants::cescacs::position::Pieces, side: Side) {
    use crate::variants::cescacs::position::Rights;
    let position = CescacsPosition::new(
        Ruleset::Standard,
        pieces.clone(),
        side,
        Rights::NONE,
        Special::None,
        0,
        None,
    );
    assert!(resolve(text, &position).is_err(), "{text} {position:?}");
}

/// Before, moves, PDTL after them. The special captures and the promotions.
#[test]
fn lines() {
    let table = [
        // CE-058, CE-059, CE-170, CE-173: triple step, both captures
        (
            "/27:1k/14:3p3/12:3p3/7:4P3/1:1K/ w -- - 7 1",
            "G7-G13",
            "/27:1k/14:3p3/13:4P3/12:3p3/1:1K/ b -- G13@9-11 0 1",
        ),
        (
            "/27:1k/14:3p3/12:3p3/7:4P3/1:1K/ w -- - 0 1",
            "G7-G13 F14@G11",
            "/27:1k/12:3p3/11:4p3/1:1K/ w -- - 0 2",
        ),
        (
            "/27:1k/14:3p3/12:3p3/7:4P3/1:1K/ w -- - 0 1",
            "G7-G13 F12@@G9",
            "/27:1k/14:3p3/9:4p3/1:1K/ w -- - 0 2",
        ),
        // CE-056, CE-172: double step, White captures
        (
            "/27:1k/18:3p3/15:3P4/1:1K/ b -- - 0 ?",
            "F18-F14",
            "/27:1k/15:3P4/14:3p3/1:1K/ w -- F14@16 0 ?",
        ),
        (
            "/27:1k/18:3p3/13:3P4/1:1K/ b -- - 0 ?",
            "F18-F14 E13@F16",
            "/27:1k/16:3P3/1:1K/ b -- - 0 ?",
        ),
        (
            "/27:1k/21:4p3/11:5P2/1:1K/ b -- - 0 4",
            "G21-G15",
            "/27:1k/15:4p3/11:5P2/1:1K/ w -- G15@19-17 0 5",
        ),
        // CE-057, CE-175, CE-176: scornful
        (
            "/27:1k/15:3p4/13:3PP3/1:1K/ b -- - 0 1",
            "E15-F14",
            "/27:1k/14:3p3/13:3PP3/1:1K/ w -- F14 0 2",
        ),
        (
            "/27:1k/15:3p4/13:3PP3/1:1K/ b -- - 0 1",
            "E15-F14 E13@F14",
            "/27:1k/14:3P3/13:4P3/1:1K/ b -- - 0 2",
        ),
        // CE-066, CE-067, CE-068, CE-I03, CE-I04: a pawn captured in its promotion
        (
            "/28:k/27:d1/23:p5/18:P6/1:1K/ w -- - 0 1",
            "T18-T22=D",
            "/28:k/27:d1/23:p5/22:D6/1:1K/ b -- T22@20 0 1",
        ),
        (
            "/28:k/27:d1/23:p5/18:P6/1:1K/ w -- - 0 1",
            "T18-T22=D A23@DT20",
            "/28:k/27:d1/20:p6/1:1K/ w -- - 0 2",
        ),
        (
            "/28:k/27:d1/23:p5/18:P6/1:1K/ w -- - 0 1",
            "T18-T22=& A23@T20",
            "/28:k/27:d1/20:p6/1:1K/ w -- - 0 2",
        ),
        (
            "/28:k/27:d1/23:p5/21:1P6/1:1K/ w -- - 0 1",
            "A21-T22=V",
            "/28:k/27:d1/23:p5/22:V6/1:1K/ b -- T22 0 1",
        ),
        (
            "/28:k/27:d1/23:p5/21:1P6/1:1K/ w -- - 0 1",
            "A21-T22=V A23@VT22",
            "/28:k/27:d1/22:p6/1:1K/ w -- - 0 2",
        ),
        (
            "/28:k/27:d1/22:p6/20:P6/1:1K/ w -- - 0 1",
            "T20-P21=R T22@RP21",
            "/28:k/27:d1/21:p7/1:1K/ w -- - 0 2",
        ),
        // A scornful capture that promotes the captor
        (
            "/28:k/24:p4/22:1P5/1:1K/ b -- - 0 1",
            "B24-A23 B22@A23=V",
            "/28:k/23:V5/1:1K/ b -- - 0 2",
        ),
        // CE-072 to CE-076: promotion, with a capture, and a pawn that waits
        (
            "/27:1k/26:1v1/25:1P2/1:1K/ w -- - 3 1",
            "E25-E27=D",
            "/27:Dk/26:1v1/1:1K/ b -- - 0 1",
        ),
        (
            "/28:v/27:1k/25:1P2/1:1K/ w -- - 3 1",
            "E25×VF28=D+",
            "/28:D/27:1k/1:1K/ b -- - 0 1",
        ),
        (
            "/27:1k/20:P6/1:DK/0:V/ w -- - 3 1",
            "T20-P21=&",
            "/27:1k/21:P7/1:DK/0:V/ b -- - 0 1",
        ),
        // The author's program leaves `=&` out.
        (
            "/27:1k/20:P6/1:DK/0:V/ w -- - 3 1",
            "T20-P21",
            "/27:1k/21:P7/1:DK/0:V/ b -- - 0 1",
        ),
        (
            "/27:1k/23:P5/1:DK/0:V/ w -- - 3 1",
            "A23-B24=J",
            "/27:1k/24:J4/1:DK/0:V/ b -- - 0 1",
        ),
        // CE-168, CE-178, CE-179: rights and the counter
        (
            "/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 0 1",
            "RC3-D4",
            "/27:1k/25:r2r/4:1R3/3:3R/1:1K/ b KRrkr - 1 1",
        ),
        (
            "/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 5 1",
            "RC3×RC25",
            "/27:1k/25:R2r/3:3R/1:1K/ b KRkr - 0 1",
        ),
        (
            "/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 0 1",
            "KG1-H6 RI25-I23",
            "/27:1k/25:r3/23:4r1/6:4K2/3:R2R/ w -rk - 2 2",
        ),
    ];
    for (before, moves, after) in table {
        let mut position = position(before);
        play(&mut position, moves);
        assert_eq!(position.describe(), after, "{before} {moves}");
    }
}

/// CE-087, CE-088, CE-378: the author's test position for a pawn that waits.
#[test]
fn in_place() {
    let mut position = position(
        "/28:v/27:dk/26:gjg/25:2nr/24:r1jep/23:3epp/22:p2jp2/21:P1n1p3/20:3p3/19:3e4/18:1J5/\
         17:2p5/16:1Re4/15:3p4/14:1pP4/8:3P3/7:3PP3/6:2P1P2/5:2EEPP/4:PEJEP/3:1NNR/2:GJG/\
         1:DK/0:V/ w KRkr - 4 13",
    );
    for text in ["P21=J", "P21=D", "P21=N"] {
        assert!(resolve(text, &position).is_err(), "{text}");
    }
    play(&mut position, "JB18×NC21 GD26×JC21");
    let mv = resolve("P21=J", &position).expect("P21=J");
    assert_eq!(mv.kind, MoveKind::InPlace);
    assert_eq!(
        (mv.from, mv.to, mv.promotion),
        (hex("P21"), hex("P21"), Some(BISHOP))
    );
    position.play(&mv);
    assert_eq!(
        position.piece_on(hex("P21")),
        Some(Piece {
            role: BISHOP,
            side: Side::First
        })
    );
    assert!(position.describe().ends_with(" b KRkr - 0 14"));
}

/// CE-I04: special captures in the common form of moves.
#[test]
fn kinds() {
    let table = [
        (
            "/27:1k/14:3p3/13:4P3/1:1K/ b -- G13@9-11 0 1",
            "F14@G11",
            MoveKind::EnPassant { victim: hex("G13") },
            Some(PAWN),
        ),
        (
            "/28:k/27:d1/23:p5/22:V6/1:1K/ b -- T22 0 1",
            "A23@VT22",
            MoveKind::Scornful,
            Some(WYVERN),
        ),
        (
            "/27:1k/20:P6/1:1K/ w -- - 0 1",
            "T20-P21=&",
            MoveKind::Await,
            None,
        ),
        (
            "/27:1k/20:P6/1:1K/ w -- - 0 1",
            "T20-P21=D",
            MoveKind::Normal,
            None,
        ),
    ];
    for (pdtl, text, kind, captured) in table {
        let mv = resolve(text, &position(pdtl)).expect(text);
        assert_eq!((mv.kind, mv.captured), (kind, captured), "{text}");
    }
}

/// CE-064, CE-073, CE-373 to CE-381: moves that contradict the board, and their messages.
#[test]
fn incoherent() {
    use MoveErrorKind::{Incoherent, NoSuchMove};
    let promotion = "/28:v/27:1k/25:1P2/1:DK/0:V/ w -- - 0 1";
    let table = [
        // CE-381, CE-I43: the specification's first sample, after its second round
        (
            START,
            "E7-E13 E21-E15 EE5-E11 G21-G15",
            "G7-E13",
            Incoherent,
            "E13 holds White's own pawn",
        ),
        // CE-374
        (
            START,
            "",
            "NF6-C15",
            NoSuchMove,
            "F6 holds White's own bishop, not a knight",
        ),
        (
            START,
            "",
            "EF6-C15",
            NoSuchMove,
            "F6 holds White's own bishop, not an elephant",
        ),
        (START, "", "JE9-C15", NoSuchMove, "E9 is empty"),
        (
            START,
            "",
            "JF22-I13",
            NoSuchMove,
            "F22 holds Black's bishop",
        ),
        (
            START,
            "E7-E13",
            "E13-E15",
            NoSuchMove,
            "E13 holds White's pawn",
        ),
        // CE-375
        (START, "", "JF6-F8", Incoherent, "F8 holds White's own pawn"),
        (
            START,
            "",
            "VF0-F20",
            Incoherent,
            "F20 holds Black's pawn, and the move is not written as a capture",
        ),
        // CE-064, CE-376
        (
            START,
            "",
            "E7×E13",
            Incoherent,
            "E13 is empty, not a pawn to capture",
        ),
        (
            START,
            "",
            "E7×NE21",
            Incoherent,
            "E21 holds Black's pawn, not a knight to capture",
        ),
        (START, "", "VF0×F8", Incoherent, "F8 holds White's own pawn"),
        (
            START,
            "",
            "VF0×E23",
            Incoherent,
            "E23 holds Black's elephant, not a pawn to capture",
        ),
        // CE-060, CE-377
        (
            START,
            "E7-E13 E21-E15 F8-F12",
            "E15@D12",
            Incoherent,
            "D14 is empty, not a pawn to capture",
        ),
        (
            START,
            "",
            "EE5@D14",
            Incoherent,
            "an elephant does not capture with @, only a pawn does",
        ),
        // CE-059: one sign for the other
        (
            START,
            "G7-G13 A23-A21",
            "E7@G13",
            Incoherent,
            "G13 holds White's own pawn",
        ),
        (
            "/27:1k/14:3p3/12:3p3/7:4P3/1:1K/ w -- - 0 1",
            "G7-G13",
            "F12@G9",
            Incoherent,
            "G11 is empty, not a pawn to capture",
        ),
        // CE-066, CE-067, CE-070
        (
            "/28:k/27:d1/23:p5/22:D6/1:1K/ b -- T22@20 0 1",
            "",
            "A23@T20",
            Incoherent,
            "T22 holds White's queen, not a pawn to capture",
        ),
        (
            "/28:k/25:p3/22:1D5/1:1K/ b -- - 0 1",
            "",
            "C25@DB20",
            Incoherent,
            "B22 holds White's queen, which no pawn can have been promoted to there",
        ),
        (
            START,
            "",
            "A5@@DB8",
            Incoherent,
            "only a pawn can be captured with @@",
        ),
        // CE-073, CE-378
        (
            START,
            "",
            "E7-E13=D",
            Incoherent,
            "E13 is not a promotion hex of White",
        ),
        (
            START,
            "",
            "RC3-C15=D",
            Incoherent,
            "a rook is not promoted, only a pawn",
        ),
        (START, "", "P21=J", NoSuchMove, "P21 is empty"),
        // CE-074: nothing to regain, or never
        (
            promotion,
            "",
            "E25-E27=D",
            Incoherent,
            "White has no queen to regain on E27",
        ),
        (
            promotion,
            "",
            "E25-E27=E",
            Incoherent,
            "White has no elephant to regain on E27",
        ),
        (
            promotion,
            "",
            "E25-E27=K",
            Incoherent,
            "White has no king to regain on E27",
        ),
        (
            "/28:v/27:1k/25:1P2/6:3J3/1:DK/0:V/ w -- - 0 1",
            "",
            "E25-E27=J",
            Incoherent,
            "White has no bishop to regain on E27",
        ),
        // CE-379
        (
            START,
            "",
            "KRD-DE",
            Incoherent,
            "D2 holds White's own pegasus",
        ),
    ];
    for (pdtl, before, text, kind, detail) in table {
        let mut position = position(pdtl);
        play(&mut position, before);
        let error = resolve(text, &position).expect_err(text);
        assert_eq!(
            (error.kind, error.detail.as_ref()),
            (kind, detail),
            "{text}"
        );
    }
}

/// CE-380: no rule of movement is asked.
#[test]
fn not_asked() {
    for text in ["EE5-E11", "NE3-P13", "KG1-G13", "E7-E9", "RC3-C15"] {
        assert!(resolve(text, &CescacsPosition::START).is_ok(), "{text}");
    }
}
