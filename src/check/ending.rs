//! The end of the game: on the board, by its marker, by its tags.

use super::Checker;
use crate::core::outcome::Outcome;
use crate::diagnostic;
use crate::variant::{GameEnd, Position, Variant};
use std::any::Any;
use std::fmt;

/// How the board ends the game, and whether no move is possible.
type Ended = (GameEnd, bool);

/// The last position of the main line, for any variant.
#[derive(Default)]
pub(super) struct LastPosition {
    position: Option<Box<dyn Any + Send>>,
    /// Determines whether it ends the game.
    ending: Option<fn(&dyn Any) -> Option<Ended>>,
}

impl fmt::Debug for LastPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LastPosition").finish_non_exhaustive()
    }
}

impl LastPosition {
    /// Clears the position. Its memory is kept for the next one.
    pub(super) fn clear(&mut self) {
        self.ending = None;
    }

    pub(super) fn set<V: Variant>(&mut self, position: &V::Position) {
        let kept = self.position.as_mut();
        match kept.and_then(|kept| kept.downcast_mut::<V::Position>()) {
            Some(kept) => kept.clone_from(position),
            None => self.position = Some(Box::new(position.clone())),
        }
        self.ending = Some(|position| {
            let position = position.downcast_ref::<V::Position>()?;
            let ending = V::game_end(position)?;
            let mut moves = Vec::new();
            position.moves(&mut moves);
            Some((ending, moves.is_empty()))
        });
    }

    fn ending(&self) -> Option<Ended> {
        let position = self.position.as_deref()?;
        self.ending?(position)
    }
}

impl Checker {
    /// Compares the end on the board with the marker or, where that is missing, the Result tag.
    pub(super) fn check_ending(&mut self) {
        let Some((outcome, span)) = self.marked.clone().or_else(|| self.tagged.clone()) else {
            return;
        };
        if !self.main_line.1 {
            return;
        }
        let Some((ending, stuck)) = self.last.ending() else {
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
