//! Legal games with many of the moves that are rare (promotions, castlings, captures in passing, checks), from
//! positions that were set up: written in every notation and read back.

use crate::common::{games_as, moves, only, write};
use movetext::grammar::{Entry, Grammar, check};
use movetext::pgn::{Form, Options};
use movetext::variants::{Cescacs, Chess, Xiangqi};
use movetext::{Game, Limits, Move, MoveKind, Position, Side};
use proptest::prelude::*;
use proptest::{collection::vec, sample::select};
use std::cell::Cell;
use std::fmt::Write as _;

const CHESS: &[&str] = &[
    "[SetUp \"1\"]\n[FEN \"r3k2r/1P4P1/8/3pP3/3Pp3/8/1p4p1/R3K2R w KQkq d6 0 1\"]\n",
    "[SetUp \"1\"]\n[FEN \"r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPpP/R3K2R b KQkq - 3 7\"]\n",
    "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1rk1r3/1P4P1/8/3pP3/3Pp3/8/1p4p1/1RK1R3 w BEbe - 0 1\"]\n",
];
const XIANGQI: &[&str] = &[
    "",
    "[FEN \"4k4/2P1P1P2/4P4/9/P8/8p/9/3p1p3/2p3p2/3K5 w - - 0 1\"]\n",
    "[FEN \"2bakab2/1C2n2C1/4c1n2/p1R1R3p/6p2/P1P6/2r1r3P/2N1C1N2/4A1c2/2BAK1B2 b - - 0 9\"]\n",
];
const CESCACS: &[&str] = &[
    "",
    "[PDTL \"/27:1k/25:r3/16:3J3/3:R2R/1:1K/ w RKRrk - 0 1\"]\n",
    "[PDTL \"/27:1k/12:ppppppp/11:pppppppp/10:ppppppp/7:PPPPPPPP/6:PPPPPPP/5:PPPPPP/4:PPPPP/1:1K/ w -- - 0 1\"]\n",
    "[PDTL \"/27:1k/22:1P1P3/20:1P2P2/13:1p3P2/9:2p2p2/8:1p2p2/1:1K/ b -- - 0 1\"]\n",
];

/// How many rare moves were met.
#[derive(Debug, Default)]
struct Met {
    promotions: Cell<u32>,
    castlings: Cell<u32>,
    in_passing: Cell<u32>,
    captures: Cell<u32>,
    checks: Cell<u32>,
}

fn assert_all_met(met: &Met) {
    let Met {
        promotions,
        castlings,
        in_passing,
        captures,
        checks,
    } = met;
    for rare in [promotions, castlings, in_passing, captures, checks] {
        assert!(rare.get() > 30, "{met:?}");
    }
}

fn count(counter: &Cell<u32>, met: bool) {
    counter.set(counter.get() + u32::from(met));
}

/// A movetext of moves picked at random, rare ones rather than others.
fn movetext<V: Grammar>(start: &Game, picks: &[u32], met: &Met) -> (String, Vec<Option<Move>>) {
    let start = V::initial_state(&start.tags(), &mut Vec::new()).expect("a start");
    let mut position = start.position;
    let (mut text, mut line, mut legal, mut number) = (String::new(), vec![], vec![], 1);
    for pick in picks {
        legal.clear();
        position.moves(&mut legal);
        let weight = |mv: &Move| {
            let mut after = position.clone();
            after.play(mv);
            let rare = mv.promotion.is_some() || mv.kind != MoveKind::Normal;
            let in_passing = matches!(mv.kind, MoveKind::EnPassant { .. });
            1 + 20 * u32::from(rare)
                + 500 * u32::from(in_passing)
                + 4 * u32::from(after.is_check())
                + 3 * u32::from(mv.captured.is_some())
        };
        let weighed = legal.iter().flat_map(|mv| (0..weight(mv)).map(move |_| mv));
        let weighed: Vec<&Move> = weighed.collect();
        let Some(&&mv) = weighed.get(*pick as usize % weighed.len().max(1)) else {
            break;
        };
        let (gap, dots) = match V::INFO.id {
            "cescacs" => (", ", " …"),
            _ => (" ", ".."),
        };
        let _ = match (position.turn(), line.is_empty()) {
            (Side::First, _) => write!(text, "\n{number}. "),
            (Side::Second, true) => write!(text, "{number}.{dots}{gap}"),
            (Side::Second, false) => write!(text, "{gap}"),
        };
        V::write(&mv, &position, V::Notation::default(), &mut text);
        number += u32::from(position.turn() == Side::Second);
        position.play(&mv);
        count(&met.promotions, mv.promotion.is_some());
        count(&met.castlings, matches!(mv.kind, MoveKind::Castling(_)));
        count(
            &met.in_passing,
            matches!(mv.kind, MoveKind::EnPassant { .. }),
        );
        count(&met.captures, mv.captured.is_some());
        count(&met.checks, position.is_check());
        line.push(Some(mv));
    }
    (text, line)
}

/// Plays a line from a start, writes it in each notation, each time as the export format has it, and reads it
/// back.
fn hold<V: Grammar>(
    tags: &str,
    picks: &[u32],
    notations: &[&str],
    met: &Met,
) -> Result<(), TestCaseError> {
    let read = |text: &str| only(games_as(text.as_bytes(), Some(V::INFO.id)), text);
    let start = read(&format!("{tags}\n*\n"));
    let (movetext, expected) = movetext::<V>(&start, picks, met);
    let game = read(&format!("{tags}\n{movetext} *\n"));
    prop_assert_eq!(moves(&game), &*expected, "{}{}", tags, movetext);
    let export = |game: &Game, notation: &str| {
        let options = Options {
            form: Form::Export,
            notation: notation.to_owned().into(),
            ..Options::default()
        };
        write(game, &options).0
    };
    let first = export(&game, "");
    let conforms = check::<V>(Entry::Document, &first, &Limits::default());
    prop_assert!(conforms.is_ok(), "{conforms:?}: {first}");
    for notation in notations {
        let text = export(&game, notation);
        let again = read(&text);
        prop_assert_eq!(moves(&again), &*expected, "{}", text);
        prop_assert_eq!(&export(&again, notation), &text);
    }
    Ok(())
}

/// Runs so many cases; the same ones each time.
fn cases(
    cases: u32,
    starts: &'static [&'static str],
    hold: impl Fn(&str, &[u32]) -> Result<(), TestCaseError>,
) {
    let config = ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let mut runner = prop::test_runner::TestRunner::new(config);
    let lines = (select(starts), vec(any::<u32>(), 0..60));
    runner
        .run(&lines, |(start, picks)| hold(start, &picks))
        .unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn chess() {
    let met = Met::default();
    let notations = ["san", "lan", "uci"];
    cases(400, CHESS, |start, picks| {
        hold::<Chess>(start, picks, &notations, &met)
    });
    assert_all_met(&met);
}

#[test]
fn xiangqi() {
    let met = Met::default();
    let notations = [
        "chinese",
        "script=traditional,digits=full",
        "wxf",
        "wxf,sideways=equals",
        "iccs",
        "uci",
    ];
    cases(400, XIANGQI, |start, picks| {
        let tags = format!("[Game \"Chinese Chess\"]\n{start}");
        hold::<Xiangqi>(&tags, picks, &notations, &met)
    });
    for rare in [&met.captures, &met.checks] {
        assert!(rare.get() > 50, "{met:?}");
    }
}

/// Castlings, promotions, positions in PDTL, and other letters (Redefine).
#[test]
fn cescacs() {
    let met = Met::default();
    let notations = [
        "ctl-an",
        "ctl-fan",
        "letters=AT",
        "letters=Q,hyphen=unicode",
    ];
    cases(400, CESCACS, |start, picks| {
        let tags =
            format!("[Variant \"C'escacs\"]\n[Id \"Club-X1\"]\n[Annotator \"Club\"]\n{start}");
        hold::<Cescacs>(&tags, picks, &notations, &met)
    });
    assert_all_met(&met);
}
