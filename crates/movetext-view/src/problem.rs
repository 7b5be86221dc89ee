//! What is wrong with a game, for the panel of problems.

use crate::collect::Game;
use crate::place::{Document, Places};
use movetext::Diagnostic;
use std::ops::Range;
use std::sync::Arc;

/// A diagnostic with the line that it concerns.
#[derive(Clone, Debug)]
pub struct Problem {
    diagnostic: Diagnostic,
    excerpt: Option<(String, Range<usize>)>,
    place: Place,
}

/// Where a problem begins.
#[derive(Clone, Debug)]
enum Place {
    /// This is not known.
    Unknown,
    /// In the text that was read with the game.
    Record(usize),
    /// In the document that the game was read from.
    Document(Arc<Document>, usize),
}

impl Problem {
    /// A diagnostic, with what is shown of its line and the part of that which is meant, in bytes.
    pub fn new(diagnostic: Diagnostic, excerpt: Option<(String, Range<usize>)>) -> Problem {
        Problem {
            diagnostic,
            excerpt,
            place: Place::Unknown,
        }
    }

    /// Says where it begins in the text of the chunk ([`Sink::report_in`](movetext::Sink::report_in)), so that a
    /// click on it goes to the move there. Only for records: what documents are read as has other places.
    #[must_use]
    pub fn at(mut self, offset: usize) -> Problem {
        self.place = Place::Record(offset);
        self
    }

    /// Says where it begins in the text of its document, so that a click on it goes to the move that stands there, if
    /// the text tells which that is; else to the start of the game.
    #[must_use]
    pub fn in_document(mut self, document: Arc<Document>, offset: usize) -> Problem {
        self.place = Place::Document(document, offset);
        self
    }

    /// The number of the game that it concerns, from 1 in its source; 0 for the source itself.
    pub fn game(&self) -> u64 {
        self.diagnostic.game
    }

    /// The severity as a number: 2 for errors, 1 for warnings.
    pub(crate) fn severity(&self) -> u8 {
        self.diagnostic.code.severity as u8
    }

    /// The places of the moves in the document of some problems of a game, if they have one.
    pub(crate) fn places(problems: &[Problem], game: &Game) -> Option<Places> {
        problems.iter().find_map(|problem| match &problem.place {
            Place::Document(document, _) => Some(Places::of(game, document)),
            _ => None,
        })
    }

    /// As data: severity, code, message, line, column, excerpt in three parts, the move that it is about (0 before all
    /// moves, -1 if it is about no game), help, requirements, the number of the game.
    pub(crate) fn data(&self, game: Option<(&Game, Option<&Places>)>) -> serde_json::Value {
        let diagnostic = &self.diagnostic;
        let excerpt = self.excerpt.as_ref().and_then(|(text, range)| {
            let range = range.clone();
            Some([
                text.get(..range.start)?,
                text.get(range.clone())?,
                text.get(range.end..)?,
            ])
        });
        let node = game.map_or(-1, |(game, places)| i64::from(self.node(game, places)));
        let requirements: Vec<&str> = diagnostic.requirements.iter().collect();
        serde_json::json!([
            self.severity(),
            diagnostic.code.id,
            diagnostic.message,
            diagnostic.place.line,
            diagnostic.place.column,
            excerpt,
            node,
            diagnostic.help,
            requirements,
            diagnostic.game,
        ])
    }

    /// The move that the problem is about: the last one that begins before its end, or 0 before all moves, and where it
    /// is not known.
    fn node(&self, game: &Game, places: Option<&Places>) -> u32 {
        match &self.place {
            Place::Record(at) => {
                let behind = game
                    .places
                    .partition_point(|(start, _)| *start as usize <= *at);
                behind as u32
            }
            Place::Document(_, at) => {
                let of_path = |places: &Places| places.main(ply(&self.diagnostic.message)?);
                let node = places.and_then(|places| of_path(places).or_else(|| places.node(*at)));
                node.unwrap_or(0)
            }
            Place::Unknown => 0,
        }
    }
}

/// The index of the move that the path at the beginning of a message about Portable Chess Notation names.
fn ply(message: &str) -> Option<usize> {
    let path = message.strip_prefix("$.previous_moves[")?;
    path.split_once(']')?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_name_moves() {
        assert_eq!(ply("$.previous_moves[2][0]: [0, 0] is empty"), Some(2));
        assert_eq!(ply("$.starting_position[2]: no"), None);
        assert_eq!(ply("unrecognized token: $.previous_moves[1]"), None);
    }
}
