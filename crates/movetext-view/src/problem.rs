//! What is wrong with a game, for the panel of problems.

use crate::collect::Game;
use movetext::Diagnostic;
use std::ops::Range;

/// A diagnostic with the line that it concerns.
#[derive(Clone, Debug)]
pub struct Problem {
    diagnostic: Diagnostic,
    excerpt: Option<(String, Range<usize>)>,
    /// Where it begins in the text that was read with the game.
    at: Option<usize>,
}

impl Problem {
    /// A diagnostic, with what is shown of its line and the part of that which is meant, in bytes.
    pub fn new(diagnostic: Diagnostic, excerpt: Option<(String, Range<usize>)>) -> Problem {
        Problem {
            diagnostic,
            excerpt,
            at: None,
        }
    }

    /// Says where it begins in the text of the chunk ([`Sink::report_in`](movetext::Sink::report_in)), so that a
    /// click on it goes to the move there. Only for records: what documents are read as has other places.
    #[must_use]
    pub fn at(mut self, offset: usize) -> Problem {
        self.at = Some(offset);
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

    /// As data: severity, code, message, line, column, excerpt in three parts, the move that it is about (or -1), help,
    /// requirements, the number of the game.
    pub(crate) fn data(&self, game: Option<&Game>) -> serde_json::Value {
        let diagnostic = &self.diagnostic;
        let excerpt = self.excerpt.as_ref().and_then(|(text, range)| {
            let range = range.clone();
            Some([
                text.get(..range.start)?,
                text.get(range.clone())?,
                text.get(range.end..)?,
            ])
        });
        let node = game.map_or(-1, |game| self.node(game));
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

    /// The move that the problem is about: the last one that begins before its end, or 0 before all moves.
    fn node(&self, game: &Game) -> i64 {
        match self.at {
            Some(at) => {
                let behind = game
                    .places
                    .partition_point(|(start, _)| *start as usize <= at);
                behind as i64
            }
            // The first move that cannot be played is what errors of documents are about.
            None if self.severity() == 2 => {
                game.body.open.first().map_or(-1, |node| i64::from(*node))
            }
            None => -1,
        }
    }
}
