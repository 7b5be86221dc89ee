//! The end of the game: on the board, by its marker, by its tags.

use super::Checker;
use crate::core::outcome::Outcome;
use crate::diagnostic;
use crate::variant::{GameEnd, Position, Variant};

/// How the board ends the game, and whether no move is possible.
pub(super) type Ended = (GameEnd, bool);

impl Checker {
    /// The main line ends in a position. A set-up position without moves may be anything.
    pub(super) fn end_line<V: Variant>(&mut self, last: &V::Position) {
        if self.main_line.0 == 0 {
            return;
        }
        self.ended = V::game_end(last).map(|ending| {
            let mut moves = Vec::new();
            last.moves(&mut moves);
            (ending, moves.is_empty())
        });
    }

    /// Compares the end on the board with the marker or, where that is missing, the Result tag.
    pub(super) fn check_ending(&mut self) {
        let Some((outcome, span)) = self.marked.clone().or_else(|| self.tagged.clone()) else {
            return;
        };
        if !self.main_line.1 {
            return;
        }
        let Some((ending, stuck)) = self.ended else {
            return;
        };
        // A record may break off where the game was as good as over.
        if ending.outcome == outcome || outcome == Outcome::Unknown && !stuck {
            return;
        }
        let info = self.info.expect("moves were played");
        let marker = |outcome: Outcome| info.result(outcome).unwrap_or("no result");
        self.find(
            &diagnostic::ENDING_MISMATCH,
            span,
            format!(
                "the game ends by {}, which is {}, not {}",
                ending.name,
                marker(ending.outcome),
                marker(outcome)
            ),
        );
    }

    /// Compares PlyCount with the actual number of moves.
    pub(super) fn check_ply_count(&mut self) {
        let Some((count, span)) = self.ply_count.clone() else {
            return;
        };
        let (plies, played) = self.main_line;
        if played && count != plies {
            self.find_fixed(
                &diagnostic::PLY_COUNT,
                span,
                format!("the game has {plies} half-moves, not {count}"),
                plies.to_string(),
            );
        }
    }
}
