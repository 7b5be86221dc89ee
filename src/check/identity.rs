//! Records of a source with the same name, or different versions of one record.

use crate::diagnostic::{self, Code, Diagnostic, LineColumn, Requirements};
use crate::game::{Game, NodeId};
use crate::variant::RecordIdentity;
use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// A named record, as the [`Checker`](super::Checker) found it.
#[derive(Clone, Debug)]
pub struct Named {
    identity: RecordIdentity,
    /// A hash of the start and the moves of the main line, or `None` if some could not be played.
    line: Option<u64>,
    /// The position of the tag, as offsets into the text of the chunk.
    pub span: Range<usize>,
    /// The prefix of the ids of the requirements that apply to it.
    prefix: &'static str,
}

impl Named {
    pub(super) fn new(identity: RecordIdentity, game: &Game, base: usize) -> Named {
        let span = game.tags().spans().get(identity.tag);
        let span = span.map_or(0..0, |tag| tag.span.clone());
        Named {
            identity,
            line: line(game),
            span: base + span.start..base + span.end,
            prefix: game.info.map_or("", |info| info.requirements),
        }
    }
}

/// A hash that identifies the main line.
fn line(game: &Game) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    game.setup.hash(&mut hasher);
    for node in game.line(NodeId::ROOT) {
        game.mv(node)?.hash(&mut hasher);
    }
    Some(hasher.finish())
}

/// The records of a source so far, by name.
///
/// It remembers up to [`MOST`](Self::MOST) bytes of names, including the data kept for each; later records are
/// compared with those.
#[derive(Debug, Default)]
pub struct Names {
    records: HashMap<String, First>,
    works: HashMap<String, (First, u64)>,
    bytes: usize,
}

/// The first record with a name.
#[derive(Clone, Copy, Debug)]
struct First {
    game: u64,
    line: u64,
}

impl Names {
    /// The maximum number of bytes remembered.
    pub const MOST: usize = 64 << 20;

    /// Whether nothing more can be remembered.
    pub fn is_full(&self) -> bool {
        self.bytes >= Self::MOST
    }

    /// Adds the next record: the number of its game, the bytes of its tag in the source and their position.
    /// Returns a diagnostic if an earlier record has the same name, or is another version of it with different
    /// moves.
    pub fn add(
        &mut self,
        named: &Named,
        game: u64,
        span: Range<u64>,
        place: LineColumn,
    ) -> Option<Diagnostic> {
        let RecordIdentity {
            name,
            work,
            unique,
            shared,
            ..
        } = &named.identity;
        let first = First {
            game,
            line: place.line,
        };
        let report = |code: &'static Code, message: String| Diagnostic {
            code,
            message: message.into(),
            span: span.clone(),
            place,
            game,
            help: code.help.map(Into::into),
            requirements: Requirements::of(code.requirements, named.prefix),
            fix: None,
            label: None,
        };
        let full = self.is_full();
        let mut bytes = 0;
        let mut found = None;
        match self.records.entry(unique.clone()) {
            Entry::Occupied(other) => {
                let First { game, line } = other.get();
                let message = format!("game {game} in line {line} has the same name, {name}");
                found = Some(report(&diagnostic::DUPLICATE_ID, message));
            }
            Entry::Vacant(place) if !full => {
                bytes += Self::cost(unique);
                place.insert(first);
            }
            Entry::Vacant(_) => {}
        }
        if let (Some(shared), Some(moves)) = (shared, named.line) {
            match self.works.entry(shared.clone()) {
                Entry::Occupied(other) => {
                    let (First { game, line }, other) = other.get();
                    if *other != moves && found.is_none() {
                        let message = format!(
                            "game {game} in line {line} is another version of {work}, with other moves \
                             in its main line"
                        );
                        found = Some(report(&diagnostic::CHANGED_MAIN_LINE, message));
                    }
                }
                Entry::Vacant(place) if !full => {
                    bytes += Self::cost(shared);
                    place.insert((first, moves));
                }
                Entry::Vacant(_) => {}
            }
        }
        self.bytes += bytes;
        found
    }

    /// The memory that a name takes, with room for the table's growth.
    fn cost(name: &str) -> usize {
        name.len() + 2 * size_of::<(String, (First, u64))>()
    }
}
