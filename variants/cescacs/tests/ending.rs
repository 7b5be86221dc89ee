//! How games end by the rules.

use super::*;
use crate::core::outcome::Outcome;
use crate::variants::cescacs::{End, History};

/// The end that a position dictates, and the result.
fn end(pdtl: &str) -> Option<(End, Outcome)> {
    let position = position(pdtl);
    position
        .end()
        .map(|end| (end, end.outcome(position.turn())))
}

/// CE-098, CE-130 to CE-134, CE-180: mate, stalemate, the pieces, the counter.
#[test]
fn dictated() {
    for (pdtl, expected) in [
        (START, None),
        (
            "/28:k/26:D2/9:4R3/1:1K/ b -- - 3 40",
            Some((End::Mate, Outcome::FirstWins)),
        ),
        (
            "/28:k/24:1D3/9:4R3/1:1K/ b -- - 3 40",
            Some((End::Stalemate, Outcome::FirstStalemates)),
        ),
        // The same for White.
        (
            "/27:1k/19:4r3/2:d2/0:K/ w -- - 3 40",
            Some((End::Mate, Outcome::SecondWins)),
        ),
        (
            "/27:1k/19:4r3/4:1d3/0:K/ w -- - 3 40",
            Some((End::Stalemate, Outcome::SecondStalemates)),
        ),
        // A pawn that can be promoted on its hex is a move.
        ("/28:k/24:1D3/9:4R3/7:p7/1:1K/ b -- - 0 40", None),
        // Neither can give mate.
        (
            "/27:1k/1:1K/ w -- - 0 1",
            Some((End::Material, Outcome::Draw)),
        ),
        (
            "/27:1k/14:3N3/1:1K/ w -- - 0 1",
            Some((End::Material, Outcome::Draw)),
        ),
        (
            "/27:1k/16:3j3/14:3E3/1:1K/ b -- - 0 1",
            Some((End::Material, Outcome::Draw)),
        ),
        ("/27:1k/14:3G3/1:1K/ w -- - 0 1", None),
        ("/27:1k/14:3NJ2/1:1K/ w -- - 0 1", None),
        ("/27:1k/14:3P3/1:1K/ w -- - 0 1", None),
        // 75 moves of each player.
        ("/27:1k/14:3R3/1:1K/ w -- - 149 90", None),
        (
            "/27:1k/14:3R3/1:1K/ w -- - 150 90",
            Some((End::Exhaustion, Outcome::Draw)),
        ),
        // Mate goes before.
        (
            "/28:k/26:D2/9:4R3/1:1K/ b -- - 150 40",
            Some((End::Mate, Outcome::FirstWins)),
        ),
    ] {
        assert_eq!(end(pdtl), expected, "{pdtl}");
    }
    // Where there is no king to mate the rules say nothing.
    let (start, _) = set_up(&[("PDTL", "/14:3R3/ w -- - 200 1")]);
    assert_eq!(start.expect("readable").position.end(), None);
}

/// CE-180: when a draw may be claimed, and when the game ends.
#[test]
fn history() {
    let mut position = position(START);
    let mut history = History::default();
    history.push(&position);
    let mut reported = Vec::new();
    for _ in 0..4 {
        for text in ["NE3-D8", "NE25-D20", "ND8-E3", "ND20-E25"] {
            play(&mut position, text);
            history.push(&position);
        }
        reported.push((history.repetitions(), history.claim(), history.end()));
    }
    let repeated = Some(End::Repetition);
    assert_eq!(
        reported,
        [
            (2, None, None),
            (3, repeated, None),
            (4, repeated, None),
            (5, repeated, repeated),
        ]
    );
    // A pawn's move ends the count.
    play(&mut position, "E7-E9");
    history.push(&position);
    assert_eq!(
        (history.repetitions(), history.claim(), history.end()),
        (1, None, None)
    );

    // The same pieces with other rights are another position.
    let mut position = super::position("/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 0 1");
    let mut history = History::default();
    history.push(&position);
    for expected in [1, 2] {
        for text in ["RC3-C5", "RC25-C23", "RC5-C3", "RC23-C25"] {
            play(&mut position, text);
            history.push(&position);
        }
        assert_eq!(history.repetitions(), expected);
    }

    let mut history = History::default();
    for (clock, claim, end) in [
        (99, None, None),
        (100, Some(End::Exhaustion), None),
        (149, Some(End::Exhaustion), None),
        (150, Some(End::Exhaustion), Some(End::Exhaustion)),
    ] {
        let pdtl = format!("/27:1k/14:3R3/1:1K/ w -- - {clock} 90");
        history.push(&super::position(&pdtl));
        assert_eq!((history.claim(), history.end()), (claim, end), "{clock}");
        history = History::default();
    }
}
