//! Grand C'escacs (CE-194, CE-195): its start, its pieces, moves by coherence.

use super::*;
use crate::Reader;
use crate::check::Checker;
use crate::diagnostic::Diagnostic;
use crate::format::pcn;
use crate::format::pgn::{Options, Writer};
use crate::game::{Game, NodeId};
use crate::variants::Standard;

const START: &str = "/28:v/27:dk/26:gjg/25:nnnn/24:rejer/23:1meem1/22:pppjppp/21:pmppppmp/20:3p3/\
    19:1p4p1/9:1P4P1/8:3P3/7:PMPPPPMP/6:PPPJPPP/5:1MEEM1/4:REJER/3:NNNN/2:GJG/1:DK/0:V/ \
    w RKRrkr - 0 1";

const VARIANT: (&str, &str) = ("Variant", "Grand C'escacs");

/// A position of Grand C'escacs of which nothing but the game itself is to be noted.
fn grand(pdtl: &str) -> CescacsPosition {
    let (start, notes) = set_up(&[VARIANT, ("PDTL", pdtl)]);
    let codes: Vec<_> = notes.iter().map(|note| note.code.id).collect();
    assert_eq!(codes, ["coherence-only"], "{pdtl}: {notes:?}");
    start.unwrap_or_else(|e| panic!("{pdtl}: {e:?}")).position
}

fn resolve(text: &str, position: &CescacsPosition) -> Result<Move, crate::core::moves::MoveError> {
    let dialect = Dialect::default().with_ruleset(Ruleset::Grand);
    let lexed = notation::lex(text.as_bytes(), &dialect).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(lexed.len, text.len(), "{text}");
    Cescacs::resolve(lexed.token, position, &dialect)
}

fn played(pdtl: &str, moves: &str) -> CescacsPosition {
    let mut position = grand(pdtl);
    for text in moves.split_whitespace() {
        let mv = resolve(text, &position).unwrap_or_else(|e| panic!("{text}: {e}"));
        position.play(&mv);
    }
    position
}

/// What checking a text finds: the ids of the codes.
fn codes(text: &str) -> Vec<&'static str> {
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut reader = Reader::builder()
        .from_reader(text.as_bytes())
        .expect("memory");
    reader
        .read(&mut Checker::default(), &mut findings)
        .expect("memory");
    findings.iter().map(|d| d.code.id).collect()
}

fn only(text: &str) -> Game {
    let mut reader = Reader::builder()
        .from_reader(text.as_bytes())
        .expect("memory");
    let mut game = Game::new();
    assert!(reader.read_game(&mut game, &mut ()).expect("memory"));
    game
}

fn export(game: &Game, notation: &'static str) -> String {
    let mut out = Vec::new();
    let options = Options {
        notation: notation.into(),
        ..Options::default()
    };
    let written = <Writer>::new(options)
        .write(game, &mut out)
        .expect("a record");
    assert_eq!(written, Default::default());
    String::from_utf8(out).expect("UTF-8")
}

/// A record of Grand C'escacs that is written unchanged.
fn record(tags: &str, moves: &str) -> String {
    let id = if moves.contains("\n(") { "X1-V" } else { "X1" };
    format!(
        "[Variant \"Grand C'escacs\"]\n[Id \"Club-{id}\"]\n[Annotator \"Club\"]\n\
         {tags}{moves}\n*\n\n"
    )
}

/// The start position is the program's, and is written as it was read.
#[test]
fn start_position() {
    let (start, _) = set_up(&[VARIANT]);
    let start = start.expect("the usual start");
    assert!(!start.custom && !start.position.is_standard());
    assert_eq!(start.position, CescacsPosition::GRAND_START);
    assert_eq!(start.position.describe(), START);
    assert_eq!(grand(START), CescacsPosition::GRAND_START);
    assert!(!set_up(&[VARIANT, ("PDTL", START)]).0.expect("read").custom);
    let mut moves = Vec::new();
    start.position.moves(&mut moves);
    assert_eq!(moves.len(), 82, "as many as the author's program has");
    assert_eq!(
        start
            .position
            .pdtl(crate::variants::cescacs::Symbols::Figurines)
            .to_string(),
        "/28:🩒/27:♛♚/26:🩓♝🩓/25:♞♞♞♞/24:♜☗♝☗♜/23:1m☗☗m1/22:♟♟♟♝♟♟♟/21:♟m♟♟♟♟m♟/20:3♟3/\
         19:1♟4♟1/9:1♙4♙1/8:3♙3/7:♙M♙♙♙♙M♙/6:♙♙♙♗♙♙♙/5:1M☖☖M1/4:♖☖♗☖♖/3:♘♘♘♘/2:🩐♗🩐/1:♕♔/0:🩏/ \
         w ♖♔♖♜♚♜ - 0 1"
    );
    // Equal pieces are not an equal position: the rules differ.
    let pdtl = "/27:1k/1:1K/ w -- - 0 1";
    assert_ne!(grand(pdtl).key(), position(pdtl).key());
    assert_ne!(grand(pdtl), position(pdtl));
}

/// What is too many in the one game is not in the other; rights are those of the own rooks.
#[test]
fn setups() {
    grand("/27:1k/24:r3r/4:R3R/3:NNNN/1:1K/ w RKRrkr - 0 1");
    for (pdtl, code) in [
        ("/27:1k/5:1N4/3:NNNN/1:1K/ w -- - 0 1", "impossible-setup"),
        ("/27:1k/7:MMMMM3/1:1K/ w -- - 0 1", "impossible-setup"),
        ("/27:1k/3:R2R/1:1K/ w RKR- - 0 1", "impossible-setup"),
        // An almogavar gives check by a diagonal step.
        ("/27:1k/24:2M2/1:1K/ w -- - 0 1", "impossible-setup"),
    ] {
        let notes = set_up(&[VARIANT, ("PDTL", pdtl)]).1;
        assert!(
            notes.iter().any(|note| note.code.id == code),
            "{pdtl}: {notes:?}"
        );
    }
    let pdtl = "/27:1k/7:1M6/1:1K/ w -- - 0 1";
    let refused = set_up(&[("Variant", "C'escacs"), ("PDTL", pdtl)]).0;
    let message = refused.expect_err("no piece of the standard game").message;
    assert_eq!(message, "\"M\" is a piece of Grand C'escacs");
}

/// The twelve castlings of both sides, and each game's refused by the other.
#[test]
fn castlings() {
    let table = [
        ("KRK-FF", ["F6", "F8", ""], ["F22", "F20", ""]),
        ("KRK-FG", ["F6", "G7", ""], ["F22", "G21", ""]),
        ("KRK-HG", ["H6", "G7", ""], ["H22", "G21", ""]),
        ("KRK-HI", ["H6", "I5", ""], ["H22", "I23", ""]),
        ("KRD-DE", ["D2", "", "E1"], ["D26", "", "E27"]),
        ("KRD-DC", ["D2", "", "C5"], ["D26", "", "C23"]),
        ("KRD-ED", ["E5", "", "D6"], ["E23", "", "D22"]),
        ("KRD-EE", ["E5", "", "E7"], ["E23", "", "E21"]),
        ("KRD-FE", ["F6", "", "E7"], ["F22", "", "E21"]),
        ("KRD-FF", ["F6", "", "F8"], ["F22", "", "F20"]),
        ("KRR-FFE", ["F6", "F8", "E7"], ["F22", "F20", "E21"]),
        ("KRR-FGF", ["F6", "G7", "F8"], ["F22", "G21", "F20"]),
    ];
    let grands = CASTLINGS.iter().filter(|c| c.ruleset == Ruleset::Grand);
    assert!(grands.map(|c| c.name).eq(table.map(|(name, ..)| name)));
    for (name, white, black) in table {
        for (side, turn, ends, homes) in [
            (Side::First, "w", white, ["G1", "K4", "B4"]),
            (Side::Second, "b", black, ["G27", "K24", "B24"]),
        ] {
            let before = format!("/27:1k/24:r3r/4:R3R/1:1K/ {turn} RKRrkr - 4 9");
            let after = played(&before, name);
            for (end, home) in ends.into_iter().zip(homes) {
                let role = if home.starts_with('G') { KING } else { ROOK };
                let at = if end.is_empty() { home } else { end };
                assert_eq!(
                    after.piece_on(hex(at)),
                    Some(Piece { role, side }),
                    "{name}"
                );
                assert!(
                    end.is_empty() || after.piece_on(hex(home)).is_none(),
                    "{name}"
                );
            }
            assert_eq!(after.pieces().side(side).len(), 3, "{name}");
            assert!(!after.rights().king(side) && after.rights().king(side.other()));
        }
    }
    // CE-082: letters that exist only in the other game are reported as such.
    let reported = |text: &str, position: &CescacsPosition, grand: bool| {
        let refused = if grand {
            resolve(text, position)
        } else {
            super::resolve(text, position)
        };
        refused.expect_err(text).detail.into_owned()
    };
    let start = &CescacsPosition::START;
    assert_eq!(
        reported("KRK-HI", start, false),
        "it is a castling of Grand C'escacs, not of C'escacs, which has KRK-HIO and KRK-HIOO"
    );
    assert_eq!(
        reported("KRD-DC", start, false),
        "it is a castling of Grand C'escacs, not of C'escacs"
    );
    assert_eq!(
        reported("KRK-II", &CescacsPosition::GRAND_START, true),
        "it is a castling of C'escacs, not of Grand C'escacs"
    );
}

/// CE-194, CE-195: coherence is asked, how pieces move is not.
#[test]
fn coherence() {
    let start = &CescacsPosition::GRAND_START;
    for text in [
        "B6-B12",
        "MA7-A11",
        "MA7-F14",
        "NC3-T14",
        "KG1-E5",
        "ME5-E9",
        "MA7×PA21",
    ] {
        let dialect = Dialect::default().with_ruleset(Ruleset::Grand);
        let coherent = notation::lex(text.as_bytes(), &dialect)
            .filter(|lexed| lexed.len == text.len())
            .is_some_and(|lexed| Cescacs::resolve(lexed.token, start, &dialect).is_ok());
        let expected = !matches!(text, "KG1-E5" | "ME5-E9" | "MA7×PA21");
        assert_eq!(coherent, expected, "{text}");
    }
    // Four knights can be regained; an almogavar cannot.
    let pawn = grand("/27:1k/26:2P/3:NN2/1:1K/ w -- - 0 1");
    assert!(resolve("H26=N", &pawn).is_ok());
    assert!(resolve("H26=M", &pawn).is_err());
    let pawn = grand("/27:1k/26:2P/3:NNNN/1:1K/ w -- - 0 1");
    assert!(resolve("H26=N", &pawn).is_err());
}

/// Captures en passant, by and of pawns, elephants and almogavars; the field that remembers them.
#[test]
fn en_passant() {
    for (before, moves, field) in [
        // An almogavar's oblique way, and back.
        ("/27:1k/7:1M6/1:1K/ w -- - 0 1", "MA7-C9", "C9@8"),
        ("/27:1k/12:1M5/1:1K/ w -- - 0 1", "MB12-B8", "B8@10"),
        ("/27:1k/7:1M6/1:1K/ w -- - 0 1", "MA7-E7", "-"),
        ("/27:1k/5:2E3/1:1K/ w -- - 0 1", "EE5-E9", "E9@7"),
        ("/27:1k/5:2E3/1:1K/ w -- - 0 1", "EE5-E7", "-"),
        ("/27:1k/7:2P5/1:1K/ w -- - 0 1", "C7-C13", "C13@9-11"),
        // A pawn that captures instead of facing another is scornful here.
        (
            "/27:1k/16:3p3/15:3p4/13:3P4/1:1K/ w -- - 0 1",
            "E13×F16",
            "F16",
        ),
    ] {
        let after = played(before, moves);
        let pdtl = after.describe();
        assert_eq!(pdtl.split(' ').nth(3), Some(field), "{moves}");
        assert_eq!(grand(&pdtl), after, "{pdtl}");
    }
    for (before, moves, gone) in [
        (
            "/27:1k/11:2p5/7:1M6/1:1K/ w -- - 0 1",
            "MA7-C9 C11@MB8",
            "C9",
        ),
        (
            "/27:1k/10:3p3/5:2E3/1:1K/ w -- - 0 1",
            "EE5-E9 F10@EE7",
            "E9",
        ),
        (
            "/27:1k/12:1m5/7:2P5/1:1K/ w -- - 0 1",
            "C7-C11 MB12@C9",
            "C11",
        ),
        (
            "/27:1k/12:2e4/7:2P5/1:1K/ w -- - 0 1",
            "C7-C11 ED12@C9",
            "C11",
        ),
        (
            "/27:1k/12:2p4/7:2P5/1:1K/ w -- - 0 1",
            "C7-C13 D12@@C9",
            "C13",
        ),
        (
            "/27:1k/16:3p3/15:3p4/13:3P4/1:1K/ w -- - 0 1",
            "E13×F16 E15@F16",
            "E13",
        ),
    ] {
        let (first, last) = moves.split_once(' ').expect("two moves");
        let middle = played(before, first);
        let mv = resolve(last, &middle).unwrap_or_else(|e| panic!("{last}: {e}"));
        let mut offered = Vec::new();
        middle.moves(&mut offered);
        assert!(offered.contains(&mv), "{last}");
        let mut text = String::new();
        Cescacs::write(&mv, &middle, Default::default(), &mut text);
        assert_eq!(text, last);
        let after = played(before, moves);
        assert_eq!(after.piece_on(hex(gone)), None, "{moves}");
        assert_eq!(after.pieces().side(Side::First).len(), 1, "{moves}");
    }
    // Not known to have crossed: the only one beside the hex, if there is but one.
    let beside = |pieces: &str| {
        let position = grand(&format!("/27:1k/11:2p5/{pieces}1:1K/ b -- - 0 1"));
        resolve("C11@MB8", &position).map(|mv| mv.kind)
    };
    assert_eq!(
        beside("7:1M6/"),
        Ok(MoveKind::EnPassant { victim: hex("A7") })
    );
    assert!(beside("9:1MM5/").is_err() && beside("").is_err());
}

const MOVES: &str = "1. B6-B12, MA21-A17\n{ @W: ~MA7, ~JF6 }\n2. MA7-C9+^, H22-H20\n\
    (2. …, ML21-L17 ?!)\n3. MC9×EE23#";

/// Records are written unchanged, including check marks; with other symbols and back.
#[test]
fn records() {
    let text = record("", MOVES);
    assert_eq!(codes(&text), ["coherence-only"]);
    let game = only(&text);
    assert!(game.replayed);
    assert_eq!(export(&game, ""), text);
    let french = text
        .replace("\n1. ", "\n[Redefine \"F@J\"]\n1. ")
        .replace("~JF6", "~FF6");
    assert_eq!(export(&game, "letters=F"), french);
    assert_eq!(export(&only(&french), "ctl-an"), text);
    let figurines = text
        .replace("\n1. ", "\n[Redefine \"FAN\"]\n1. ")
        .replace("~JF6", "~♗F6")
        .replace("×E", "×☖");
    assert_eq!(export(&game, "ctl-fan"), figurines);
    assert_eq!(export(&only(&figurines), "ctl-an"), text);
    // A position of its own.
    let tags = "[PDTL \"/27:1k/11:2p5/9:2M5/1:1K/ b -- C9@8 0 1\"]\n";
    let setup = record(tags, "1. …, C11@MB8+ :");
    assert_eq!(codes(&setup), ["coherence-only"]);
    assert_eq!(export(&only(&setup), ""), setup);
    // What does not agree with the board.
    let wrong = record("", "1. B6-B12, MA21-C19\n2. MA7-B12 :");
    assert_eq!(codes(&wrong), ["coherence-only", "illegal-move"]);
}

/// In documents almogavars show the game, whose moves are found again.
#[test]
fn documents() {
    for (tags, moves) in [
        ("", "1. B6-B12, MA21-C19\n2. MA7-C9, H22-H20\n3. MC9-C13 :"),
        (
            "[PDTL \"/27:1k/11:2p5/9:2M5/1:1K/ b -- C9@8 0 1\"]\n",
            "1. …, C11@MB8 :",
        ),
    ] {
        let game = only(&record(tags, moves));
        for on_loss in [pcn::OnLoss::Keep, pcn::OnLoss::Report] {
            let (document, lost) = pcn::from_game::<Standard>(&game, on_loss).expect("a form");
            assert_eq!(lost.is_nothing(), on_loss == pcn::OnLoss::Keep);
            let reading = pcn::read(&document.to_json());
            let back = pcn::to_record::<Standard>(&reading, on_loss).expect("a record");
            assert!(!back.stale);
            let back = only(&back.text);
            assert_eq!(back.tag("Variant").as_deref(), Some("Grand C'escacs"));
            assert_eq!(back.setup, game.setup);
            let moves = |game: &Game| -> Vec<_> {
                game.line(NodeId::ROOT).map(|node| game.mv(node)).collect()
            };
            assert_eq!(moves(&back), moves(&game));
        }
    }
}
