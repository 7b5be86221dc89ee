//! Legality by the rules of the standard game; and that resolving and generating moves agree.

use super::walk::game;
use super::*;
use crate::variants::cescacs::notation::Token;
use crate::variants::cescacs::position::{Pieces, Rights};
use proptest::prelude::*;

fn moves(position: &CescacsPosition) -> Vec<Move> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves
}

/// A board of pieces such as `KG1 kG27 F8 pF20`; White's pawns have no letter. No piece has rights.
fn board(pieces: &str, turn: Side) -> CescacsPosition {
    board_with(pieces, turn, Rights::NONE)
}

fn board_with(pieces: &str, turn: Side, rights: Rights) -> CescacsPosition {
    let mut board = Pieces::EMPTY;
    for piece in pieces.split_whitespace() {
        let (piece, place) = match geometry::square(piece) {
            Some(place) => ('P', place),
            None => (piece.chars().next().expect("a letter"), hex(&piece[1..])),
        };
        let piece = Dialect::default().piece(piece).expect("a piece");
        board.put(place, piece.role, piece.side);
    }
    CescacsPosition::new(
        Ruleset::Standard,
        board,
        turn,
        rights,
        Special::None,
        0,
        None,
    )
}

/// The legal moves that pass, as they are written, without check marks.
fn written(position: &CescacsPosition, filter: impl Fn(&Move) -> bool) -> String {
    let mut names: Vec<String> = moves(position)
        .iter()
        .filter(|mv| filter(mv))
        .map(|mv| {
            let mut text = String::new();
            Cescacs::write(mv, position, Default::default(), &mut text);
            text.trim_end_matches(['+', '^', '∞', '#']).to_owned()
        })
        .collect();
    names.sort();
    names.join(" ")
}

/// The targets of the piece on a hex, with its captures.
fn targets(position: &CescacsPosition, from: &str) -> String {
    let from = hex(from);
    let all = written(position, |mv| {
        mv.from == from && !matches!(mv.kind, MoveKind::Castling(_))
    });
    let name = geometry::name(from).to_string();
    all.split(' ')
        .map(|mv| mv.split_once(&name).map_or("", |(_, target)| target))
        .collect::<Vec<_>>()
        .join(" ")
}

/// How each piece goes and captures (CE-038 to CE-042).
#[test]
fn pieces() {
    let kings = "KG1 kG27";
    for (pieces, from, expected) in [
        // Knight: jumps, and rides that capture nothing and that a piece on the first jump stops.
        (
            "NF14",
            "F14",
            "-B22 -B6 -C13 -C15 -D10 -D18 -D24 -D4 -E19 -E9 -G19 -G9 -H10 -H18 -H24 -H4 -I13 -I15 \
             -K22 -K6 -T12 -T16 -X12 -X16",
        ),
        (
            "NF14 pC13 pC15 pD10 pD18 pE19 pE9 pG19 pG9 pH10 NH18 pX16 rX12",
            "F14",
            "-I13 -I15 ×C13 ×C15 ×D10 ×D18 ×E19 ×E9 ×G19 ×G9 ×H10",
        ),
        // Rook, bishop and queen slide up to the first piece.
        (
            "RF14 F18 eG15 pE13",
            "F14",
            "-A19 -B18 -C17 -D16 -E15 -F10 -F12 -F16 -F2 -F4 -F6 -F8 -G13 -H12 -I11 -K10 -L9 -P21 \
             -T20 -X8 -Z7 ×E13 ×EG15 -F0",
        ),
        (
            "JF14 nG17 D14 E15 F16 G15",
            "F14",
            "-C23 -D20 -D8 -E11 -E17 -G11 -H14 -H8 -I5 -K14 -X14 -C5 ×NG17",
        ),
        // Wyvern and pegasus jump but do not ride.
        (
            "VF14 E13 E15 F12 F16 G13 G15",
            "F14",
            "-C13 -C15 -D10 -D18 -E19 -E9 -G19 -G9 -H10 -H18 -I13 -I15",
        ),
        (
            "GF14 D14 E11 E17 G11 G17 H14 E15",
            "F14",
            "-C13 -C15 -D10 -D18 -E19 -E9 -G19 -G9 -H10 -H18 -I13 -I15",
        ),
        // Elephant: four diagonal steps and two hexes straight ahead, captures alike.
        ("EF14", "F14", "-E11 -E17 -F16 -F18 -G11 -G17"),
        ("EF14 rF18 rE11", "F14", "-E17 -F16 -G11 -G17 ×RE11 ×RF18"),
        ("EF14 pF16", "F14", "-E11 -E17 -G11 -G17 ×F16"),
        // Pawn: two hexes from anywhere, three only from eight hexes; captures by a diagonal step.
        ("F12", "F12", "-E13 -F14 -F16 -G13"),
        ("B4", "B4", "-A5 -B10 -B6 -B8 -C5"),
        ("F8", "F8", "-E9 -F10 -F12 -G9"),
        ("A5", "A5", "-A7 -A9 -B6 -T6"),
        ("B4 pB10", "B4", "-A5 -B6 -B8 -C5"),
        ("B4 pB8", "B4", "-A5 -B6 -C5"),
        ("F12 pF14 eE13 eG13 dE15 pG15", "F12", "×DE15 ×G15"),
    ] {
        let position = board(&format!("{kings} {pieces}"), Side::First);
        let sorted = |text: &str| {
            let mut words: Vec<_> = text.split_whitespace().map(str::to_owned).collect();
            words.sort();
            words
        };
        assert_eq!(
            sorted(&targets(&position, from)),
            sorted(expected),
            "{pieces}"
        );
    }
}

/// The king's leap: its first move, not out of check, to hexes that are not attacked; it captures.
#[test]
fn leaps() {
    let leaps = |pieces: &str, rights| {
        let position = board_with(&format!("kG27 KG1 {pieces}"), Side::First, rights);
        written(&position, |mv| {
            let columns = geometry::column(mv.from).abs_diff(geometry::column(mv.to));
            let lines = geometry::line(mv.from).abs_diff(geometry::line(mv.to));
            mv.piece == KING && [(1, 5), (2, 4), (3, 1)].contains(&(columns, lines))
        })
    };
    let unmoved = Rights::NONE.with(Side::First, false, false);
    assert_eq!(
        leaps("", unmoved),
        "KG1-D2 KG1-E5 KG1-F6 KG1-H6 KG1-I5",
        "every leap on the board"
    );
    assert_eq!(leaps("", Rights::NONE), "", "the king has moved");
    assert_eq!(leaps("rG21", unmoved), "", "in check");
    assert_eq!(leaps("rH6", unmoved), "KG1-E5 KG1-F6 KG1×RH6");
    // The second rook protects the first.
    assert_eq!(leaps("rH6 rH26", unmoved), "KG1-E5 KG1-F6");
}

/// The castling moves of the standard game, which come first.
const STANDARD: &[&str] = Cescacs::INFO.castlings.split_at(24).0;

/// CE-078 to CE-084: all castlings, and those that attacked hexes and pieces in the way leave.
#[test]
fn castlings() {
    let castlings = |pdtl: &str| {
        let position = super::position(pdtl);
        moves(&position)
            .iter()
            .filter_map(|mv| match mv.kind {
                MoveKind::Castling(index) => Some(Cescacs::INFO.castlings[usize::from(index)]),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    let all = |missing: &[&str]| {
        let left = STANDARD.iter().filter(|name| !missing.contains(name));
        left.copied().collect::<Vec<_>>()
    };
    let table: [(&str, &[&str]); 8] = [
        ("/27:1k/25:r3/3:R2R/1:1K/ w RKRrk - 0 1", &[]),
        ("/27:1k/25:r2r/23:4p1/3:R2R/1:1K/ w RKRrkr - 0 1", &[]),
        (
            "/27:1k/25:r2r/5:1P4/3:R2R/1:1K/ b RKRrkr - 0 1",
            &["KRK-II", "KRK-IK", "KRK-IH"],
        ),
        // The rook on I25 attacks I5.
        (
            "/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 0 1",
            &["KRK-II", "KRK-IK", "KRK-IH"],
        ),
        // I5 and E5 are attacked, E1 is occupied.
        (
            "/27:dk/25:r2r/3:R2R/1:DK/ w RKRrkr - 0 1",
            &[
                "KRK-II", "KRK-IK", "KRK-IH", "KRK-EF", "KRK-EE", "KRD-DE", "KRD-EF", "KRD-ED",
                "KRR-EEF",
            ],
        ),
        // A king in check stays.
        ("/27:1k/25:r2r/13:4d3/3:R2R/1:1K/ w RKRrkr - 0 1", STANDARD),
        // The queen's rook has moved.
        ("/27:1k/25:r3/3:R2R/1:1K/ w KRrk - 0 1", &STANDARD[11..]),
        // The king has moved.
        ("/27:1k/25:r3/3:R2R/1:1K/ w -rk - 0 1", STANDARD),
    ];
    for (pdtl, missing) in table {
        assert_eq!(castlings(pdtl), all(missing), "{pdtl}");
    }
    // The rook's way: a piece on D4 stops all that the queen's rook does by that hex.
    assert_eq!(
        castlings("/27:1k/4:1P3/3:R2R/1:1K/ w RKRk - 0 1"),
        all(&[
            "KRD-DD", "KRD-HH", "KRD-HG", "KRD-FG", "KRD-FE", "KRD-EF", "KRD-ED", "KRR-HIH",
            "KRR-HGG", "KRR-FGG", "KRR-FEE", "KRR-EEF",
        ])
    );
}

/// CE-056 to CE-059, CE-066 to CE-069, CE-I03: the answers to double, triple and scornful moves, which
/// are there in the next half-move only.
#[test]
fn special_captures() {
    let special = |mv: &Move| matches!(mv.kind, MoveKind::EnPassant { .. } | MoveKind::Scornful);
    for (pdtl, mv, answers) in [
        (
            "/27:1k/14:3p3/12:3p3/7:4P3/1:1K/ w -- - 0 1",
            "G7-G13",
            "F12@@G9 F14@G11",
        ),
        (
            "/27:1k/15:3p4/13:3PP3/1:1K/ b -- - 0 1",
            "E15-F14",
            "E13@F14",
        ),
        (
            "/28:k/27:d1/23:p5/18:P6/1:1K/ w -- - 0 1",
            "T18-T22=D",
            "A23@DT20",
        ),
        (
            "/28:k/27:d1/23:p5/21:1P6/1:1K/ w -- - 0 1",
            "A21-T22=V",
            "A23@VT22",
        ),
        (
            "/28:k/27:d1/22:p6/20:P6/1:1K/ w -- - 0 1",
            "T20-P21=R",
            "T22@RP21",
        ),
        (
            "/28:k/27:d1/22:p6/17:P7/1:1K/ w -- - 0 1",
            "P17-P21=D",
            "T22@DP19",
        ),
        (
            "/27:1k/18:3p3/13:3PP3/1:1K/ b -- - 0 1",
            "F18-F14",
            "E13@F16 G13@F16",
        ),
        // A step that no enemy pawn faced is not scornful, nor is a capture.
        ("/27:1k/16:3p3/13:3PP3/1:1K/ b -- - 0 1", "F16-E15", ""),
        (
            "/27:1k/15:3p4/13:3PP3/12:3P3/1:1K/ b -- - 0 1",
            "E15×F12",
            "",
        ),
    ] {
        let mut position = position(pdtl);
        play(&mut position, mv);
        assert_eq!(written(&position, special), answers, "{pdtl} {mv}");
        // One full move later the right is gone.
        for king in [KING, KING] {
            let quiet = moves(&position)
                .into_iter()
                .find(|mv| mv.piece == king && mv.captured.is_none());
            position.play(&quiet.expect("a move of the king"));
        }
        assert_eq!(written(&position, special), "", "{pdtl} {mv}");
    }
    // Which pawn was faced is not written in PDTL: either may capture.
    let either = position("/27:1k/14:3p3/13:3PP3/1:1K/ w -- F14 0 1");
    assert_eq!(written(&either, special), "E13@F14 G13@F14");
}

/// CE-072 to CE-076, CE-087, CE-088: a pawn becomes a piece that can be regained, else it waits, and is
/// promoted as soon as there is one.
#[test]
fn promotions() {
    let of = |pieces: &str, from: &str| targets(&board(pieces, Side::First), from);
    let army = "KG1 kG27 DE1 VF0 RC3 RI3 GD2 GH2 NE3 NG3 JF2 JF4 JF6";
    assert_eq!(of(&format!("{army} C23"), "C23"), "-B24=& -C25=& -D24");
    // One of two rooks; a bishop on its own colour only: B24 is black, C25 white.
    let fewer = army.replace("RI3", "").replace("JF6", "");
    assert_eq!(
        of(&format!("{fewer} C23"), "C23"),
        "-B24=J -B24=R -C25=R -D24"
    );
    // A waiting pawn goes along the edge towards column F, and is promoted there if it can be.
    assert_eq!(of(&format!("{army} A23"), "A23"), "-B24=&");
    assert_eq!(of(&format!("{army} L23"), "L23"), "-K24=&");
    assert_eq!(of(&format!("{army} F28"), "F28"), "");
    let no_black_bishop = army.replace("JF6", "");
    assert_eq!(of(&format!("{no_black_bishop} A23"), "A23"), "-B24=J");
    // What can be regained where the pawn waits is due, whatever else could be done.
    let due = board(
        &format!("{no_black_bishop} B24 P21 Z21 T22 D12"),
        Side::First,
    );
    assert_eq!(written(&due, |_| true), "B24=J P21=J Z21=J");
    let no_queen = board(&format!("{} B24", army.replace("DE1", "")), Side::First);
    assert_eq!(written(&no_queen, |_| true), "B24=D");
    // Out of check first.
    let check = board(&format!("{} B24 nI5", army.replace("DE1", "")), Side::First);
    assert!(check.is_check());
    assert!(!written(&check, |_| true).contains("B24=D"));
    assert!(resolve("KG1-E1", &check).is_ok());
    // Having to promote is having a move: no stalemate.
    let mut game = position(
        "/28:v/27:dk/26:gjg/25:2nr/24:r1jep/23:3epp/22:p2jp2/21:P1n1p3/20:3p3/19:3e4/18:1J5/\
         17:2p5/16:1Re4/15:3p4/14:1pP4/8:3P3/7:3PP3/6:2P1P2/5:2EEPP/4:PEJEP/3:1NNR/2:GJG/\
         1:DK/0:V/ w KRkr - 4 13",
    );
    play(&mut game, "JB18×NC21 GD26×JC21");
    assert_eq!(written(&game, |_| true), "P21=J");
}

/// What is said of moves that agree with the board and are not legal.
#[test]
fn refused() {
    use MoveErrorKind::{LeavesCheck, NoSuchMove};
    let start = || CescacsPosition::START;
    let white = |pieces: &str| board(&format!("KG1 kG27 {pieces}"), Side::First);
    let unmoved = |pieces: &str| {
        let rights = Rights::NONE.with(Side::First, true, true);
        board_with(&format!("KG1 RC3 RI3 kG27 {pieces}"), Side::First, rights)
    };
    let after = |mut position: CescacsPosition, moves: &str| {
        play(&mut position, moves);
        position
    };
    let triple = || super::position("/27:1k/14:3p3/12:3p3/7:4P3/1:1K/ w -- - 0 1");
    let scornful = || super::position("/27:1k/15:3p4/13:3PP3/1:1K/ b -- - 0 1");
    let army = "VF0 RC3 RI3 GD2 GH2 NE3 NG3 JF2 JF4 JF6";
    let table = [
        // How pieces go
        (
            start(),
            "EE5-E11",
            "an elephant does not move from E5 to E11",
        ),
        (start(), "NE3-P13", "a knight does not move from E3 to P13"),
        (start(), "KG1-G13", "a king does not move from G1 to G13"),
        (start(), "F8-F14", "a pawn does not move from F8 to F14"),
        (
            start(),
            "E7-D10",
            "a pawn moves from E7 to D10 only to capture",
        ),
        (
            after(start(), "E7-E13 E21-E15"),
            "E13×E15",
            "a pawn does not capture from E13 to E15",
        ),
        (
            white("NF14 pH24"),
            "NF14×H24",
            "a knight does not capture with its second jump",
        ),
        (white("RG21"), "RG21×KG27", "a king is never captured"),
        // The first piece in the way
        (
            start(),
            "RC3-C15",
            "White's pawn on C5 is in the way of the rook to C15",
        ),
        (
            start(),
            "VF0-F10",
            "White's bishop on F2 is in the way of the wyvern to F10",
        ),
        (
            white("NF14 pG19"),
            "NF14-H24",
            "Black's pawn on G19 is in the way of the knight to H24",
        ),
        // Leaps and castlings
        (white(""), "KG1-I5", "a king that has moved does not leap"),
        (unmoved("vG15"), "KG1-E5", "a king in check does not leap"),
        (white("RI3"), "KRK-HH", "the king has moved"),
        (
            board_with(
                "KG1 RC3 RI3 kG27",
                Side::First,
                Rights::NONE.with(Side::First, true, false),
            ),
            "KRK-HH",
            "the king's rook has moved",
        ),
        (
            board_with(
                "KG1 RC3 RI3 kG27",
                Side::First,
                Rights::NONE.with(Side::First, false, true),
            ),
            "KRR-HGG",
            "the queen's rook has moved",
        ),
        (
            unmoved("nE5"),
            "KRD-HH",
            "Black's knight on E5 is in the way",
        ),
        // En passant and the scornful pawn
        (
            after(triple(), "G7-G13 KG27-G25 KG1-G3"),
            "F14@G11",
            "G13 was not reached by a pawn's double or triple step just now",
        ),
        (
            after(
                super::position("/27:1k/12:3p3/9:4P3/1:1K/ w -- - 0 1"),
                "G9-G13",
            ),
            "F12@@G9",
            "the pawn on G13 did not cross G9",
        ),
        (
            after(
                super::position("/27:1k/16:3p3/7:4P3/1:1K/ w -- - 0 1"),
                "G7-G13",
            ),
            "F16@G11",
            "a pawn does not move from F16 to G11",
        ),
        (
            after(scornful(), "E15-F14"),
            "G13@F14",
            "only the pawn on E13 may capture the scornful pawn on F14",
        ),
        (
            after(scornful(), "E15-F14 KG1-G3 KG27-G25"),
            "E13@F14",
            "no scornful pawn has just moved to F14",
        ),
        // Promotions
        (
            white("T20"),
            "T20-P21=&",
            "the pawn must be promoted on P21, where White has a queen to regain",
        ),
        (
            white("T20"),
            "T20-P21",
            "the pawn must be promoted on P21, where White has a queen to regain",
        ),
        (
            white(&format!("{army} P21")),
            "KG1-H4",
            "the pawn on P21 must be promoted first",
        ),
        (
            white(&format!("{army} P21 nI5")),
            "P21=D",
            "the check must be answered before a pawn is promoted in place",
        ),
    ];
    for (position, text, detail) in table {
        let error = resolve(text, &position).expect_err(text);
        assert_eq!((error.kind, error.detail.as_ref()), (NoSuchMove, detail));
        // The minimal reader does not ask.
        let mv = resolve_at(Strictness::Minimal, text, &position);
        // But no king is ever captured.
        let captured = detail.contains("king")
            && mv
                .as_ref()
                .is_err_and(|e| e.detail == "a king is never captured");
        assert!(mv.is_ok() || captured, "{text}: {mv:?}");
    }
    let uncovered = board("kL17 pF14 RD10 KG1 G7", Side::First);
    let table = [
        (
            unmoved("rI25"),
            "KG1-I5",
            "the king would be in check there",
        ),
        (unmoved("rI25"), "KRK-II", "I5 is attacked"),
        (unmoved("vG15"), "KRK-HH", "a king in check does not castle"),
        (
            white("vG15 NE3"),
            "NE3-C7",
            "the king would still be in check",
        ),
        (
            white("vG15 RG3"),
            "RG3-H4",
            "the rook is pinned to its king",
        ),
        (
            after(uncovered, "G7-G13"),
            "F14@G11",
            "the capture would uncover the king",
        ),
    ];
    for (position, text, detail) in table {
        let error = resolve(text, &position).expect_err(text);
        assert_eq!((error.kind, error.detail.as_ref()), (LeavesCheck, detail));
        assert!(
            resolve_at(Strictness::Minimal, text, &position).is_ok(),
            "{text}"
        );
    }
}

/// A castling's target has to be safe before the move, where the rook that will shield it does not
/// yet, and after it, where the rook no longer shields it.
#[test]
fn castling_is_safe_before_and_after() {
    let castle = |pieces: &str, text: &str| {
        let rights = Rights::NONE.with(Side::First, true, true);
        let position = board_with(&format!("KG1 RC3 RI3 kG27 {pieces}"), Side::First, rights);
        resolve(text, &position)
            .map(|_| ())
            .map_err(|e| e.to_string())
    };
    assert_eq!(castle("", "KRK-IH"), Ok(()));
    // The rook would be on I7, between I5 and the enemy.
    assert_eq!(castle("dI15", "KRK-II"), Err("I5 is attacked".into()));
    // The rook on C3 is between B4 and D2, and moves to E1.
    assert_eq!(castle("rB4", "KRD-DE"), Err("D2 is attacked".into()));
    assert_eq!(castle("rB4", "KRK-HH"), Ok(()));
}

/// Positions to which the rules of the standard game do not apply are checked for coherence: without a king,
/// with two, and with the pieces of Grand C'escacs.
#[test]
fn not_judged() {
    for pieces in [
        "KG1 NF14",
        "kG27 NF14",
        "KG1 KE1 kG27 NF14",
        "KG1 kG27 NF14 NF12 NF10 NF16",
    ] {
        let mut position = board(pieces, Side::First);
        assert!(!position.is_standard(), "{pieces}");
        let mv = resolve("NF14-F18", &position).expect(pieces);
        position.play(&mv);
    }
    // Captures may bring it back under the rules.
    let mut position = board("KG1 kG27 NF14 NF12 NF10 rF20", Side::Second);
    assert!(resolve("RF20-E13", &position).is_ok());
    play(&mut position, "RF20×NF14");
    assert!(position.is_standard());
    assert_eq!(position, board("KG1 kG27 rF14 NF12 NF10", Side::First));
    assert!(resolve("NF10-F8", &position).is_err());
    assert!(CescacsPosition::START.is_standard());
}

/// Everything that could be written in a position without contradicting the board outright.
fn tokens(position: &CescacsPosition) -> Vec<Token> {
    let pieces = position.pieces();
    let side = position.turn();
    let squares = || (0..geometry::HEXES as u8).map(Square);
    let promotions: Vec<Promotion> = [QUEEN, WYVERN, ROOK, PEGASUS, KNIGHT, BISHOP, ELEPHANT, KING]
        .into_iter()
        .map(Promotion::To)
        .chain([Promotion::None, Promotion::Await])
        .collect();
    let mut all = Vec::new();
    for from in squares() {
        let Some(piece) = pieces.get(from).filter(|piece| piece.side == side) else {
            continue;
        };
        for to in squares() {
            let behind = |lines: i8| {
                let hex = geometry::step(to, (0, -lines * geometry::forward(side)))?;
                pieces.get(hex)
            };
            let victims = [
                (Separator::Quiet, None),
                (Separator::Capture, pieces.get(to)),
                (Separator::Passant, pieces.get(to).or(behind(2))),
                (Separator::LongPassant, behind(4)),
            ];
            for (separator, victim) in victims {
                if separator != Separator::Quiet && victim.is_none_or(|piece| piece.side == side) {
                    continue;
                }
                let last = piece.role == PAWN && geometry::is_promotion_hex(to, side);
                let promotions = if last {
                    &promotions[..]
                } else {
                    &[Promotion::None]
                };
                all.extend(promotions.iter().map(|&promotion| Written::Step {
                    piece: piece.role,
                    from,
                    separator,
                    captured: victim.map(|piece| piece.role),
                    to,
                    promotion,
                }));
            }
        }
        for role in [QUEEN, WYVERN, ROOK, PEGASUS, KNIGHT, BISHOP, ELEPHANT, KING] {
            all.push(Written::InPlace { hex: from, role });
        }
    }
    all.extend((0..24).map(Written::Castling));
    let check = Check::None;
    all.into_iter()
        .map(|written| Token { written, check })
        .collect()
}

/// Of everything that can be written in a position, exactly the legal moves are resolved. Covers all kinds of
/// moves, in numbers that would show if one were missing.
#[test]
fn resolved_as_generated() {
    let dialect = Dialect::default();
    let mut kinds: HashSet<String> = HashSet::new();
    let mut positions = 0;
    for seed in 0..300 {
        let mut ply = 0;
        game(seed, 120, |position, moves| {
            ply += 1;
            let rare = moves.iter().any(|mv| !matches!(mv.kind, MoveKind::Normal));
            if !(ply + seed as usize).is_multiple_of(if rare { 20 } else { 60 }) {
                return;
            }
            positions += 1;
            let listed: HashSet<Move> = moves.iter().copied().collect();
            assert_eq!(listed.len(), moves.len(), "{position:?}");
            let resolved: HashSet<Move> = tokens(position)
                .into_iter()
                .filter_map(|token| Cescacs::resolve(token, position, &dialect).ok())
                .collect();
            assert_eq!(
                resolved.symmetric_difference(&listed).collect::<Vec<_>>(),
                Vec::<&Move>::new(),
                "{position:?}"
            );
            kinds.extend(moves.iter().map(|mv| match mv.kind {
                MoveKind::EnPassant { .. } => format!("passant {}", mv.captured == Some(PAWN)),
                MoveKind::Scornful => format!("scornful {}", mv.captured == Some(PAWN)),
                MoveKind::Castling(_) => "castling".to_owned(),
                kind => format!("{kind:?} {}", mv.promotion.is_some()),
            }));
        });
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort();
    assert!(positions > 500, "{positions}");
    assert_eq!(
        kinds,
        [
            "Await false",
            "InPlace true",
            "Normal false",
            "Normal true",
            "castling",
            "passant false",
            "passant true",
            "scornful false",
            "scornful true",
        ]
    );
}

proptest! {
    /// On any board, with or without kings, with pawns anywhere: every listed move is written and read again,
    /// in either strictness.
    #[test]
    fn any_board(pieces in proptest::collection::vec((0..169_u8, 1..=9_u8, any::<bool>()), 0..60)) {
        let mut board = Pieces::EMPTY;
        for (place, role, first) in pieces {
            let side = if first { Side::First } else { Side::Second };
            board.put(Square(place), crate::Role::new(role), side);
        }
        for turn in [Side::First, Side::Second] {
            let position =
                CescacsPosition::new(Ruleset::Standard, board.clone(), turn, Rights::NONE, Special::None, 0, None);
            for mv in moves(&position) {
                let mut text = String::new();
                Cescacs::write(&mv, &position, Default::default(), &mut text);
                for strictness in [Strictness::Legal, Strictness::Minimal] {
                    prop_assert_eq!(resolve_at(strictness, &text, &position), Ok(mv));
                }
                let mut next = position.clone();
                next.play(&mv);
                prop_assert_eq!(next.is_standard(), position.is_standard() || {
                    CescacsPosition::new(Ruleset::Standard, next.pieces().clone(), turn, Rights::NONE, Special::None, 0, None)
                        .is_standard()
                });
            }
        }
    }
}
