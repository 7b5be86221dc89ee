//! Games that continue after a draw.

use super::Report;
use crate::core::outcome::Outcome;
use crate::diagnostic::{ENDING_MISMATCH, PLAYED_ON, UNFINISHED_DRAW};
use crate::game::{Game, NodeId};
use crate::variant::Position;
use crate::variants::cescacs::rules::ending::{End, History};
use crate::variants::cescacs::rules::ruleset::Ruleset;
use crate::variants::cescacs::setup;

/// CE-180: no move follows the fifth occurrence of a position, or 75 moves of each player without a capture or
/// a pawn move; and the result is a draw then.
pub fn check(game: &Game, report: &mut Report<'_>) {
    let Ok(start) = setup::start(&game.tags(), &mut Vec::new()) else {
        return;
    };
    let mut position = start.position;
    if position.ruleset() == Ruleset::Grand {
        return;
    }
    let mut history = History::default();
    history.push(&position);
    for node in game.line(NodeId::ROOT) {
        let Some(mv) = game.mv(node) else {
            return;
        };
        if let Some(end) = history.end() {
            let message = format!("the game was drawn before this move: {}", end.name());
            return report.find(&PLAYED_ON, game.span(node), message);
        }
        position.play(&mv);
        history.push(&position);
    }
    let drawn = match position.end() {
        Some(End::Mate | End::Stalemate) => None,
        end => end.or(history.end()),
    };
    let (Some(end), Some(span)) = (drawn, game.result_span()) else {
        return;
    };
    match (end, game.outcome()) {
        // The player who stopped recording there may not have known.
        (end, Some(Outcome::Unknown)) => {
            let message = format!("the game is drawn: {}; '*' means unfinished", end.name());
            report.find(&UNFINISHED_DRAW, span, message);
        }
        // The other ends are visible on the board itself.
        (End::Repetition, Some(outcome)) if outcome != Outcome::Draw => {
            let message = "the position occurred for the fifth time, which is a draw";
            report.under(&["CE-134", "CE-180"], &ENDING_MISMATCH, span, message);
        }
        _ => {}
    }
}
