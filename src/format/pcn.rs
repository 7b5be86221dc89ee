//! Portable Chess Notation: games of any chess, on any board, as JSON.
//!
//! A document has the board before the first move, as arrays in any number of dimensions, and the
//! moves as lists of actions: which piece does what to which square. It names no game and asks for
//! the rules of none (PN-002), so there is a reading without rules, [`read`], which plays the actions
//! on the board; and, for boards of a variant that is known here, a way from its games to documents
//! and back ([`convert`]).
//!
//! What the specification leaves open is read as follows.
//!
//! - A side is told by the case of a piece's abbreviation alone. A captured piece changes that case
//!   and keeps the one of its style: `x:s` becomes `x:S` (PN-I01).
//! - The upper-case side begins and stands at the bottom; a side that moves out of turn is worth a
//!   remark (PN-I15).
//! - All squares are counted from zero (PN-I03).
//! - Actions have three or four elements; they are written with three where there are no options
//!   (PN-I02). The form in which squares are named is kept (PN-I14).
//! - After `jump` a piece is in the air, above a square, whatever stands there. `land` and `stun` bring
//!   it down: to another square or, if it is free by then, to the one that it is above (PN-I06). A
//!   move that ends in the air is an error.
//! - What `stun` takes goes to a hand if the style of the taker is a kind of Shogi, else it leaves the
//!   game (PN-I07).
//! - What is dropped comes from a hand, but for styles of which nothing is known: stones of Go come from
//!   nowhere (PN-062).
//! - The cache is compared with what the moves give and never believed (PN-I05, PN-I08).
//! - Rows may differ in length only where a variant that is known here has such a board, as C'escacs
//!   has; else it is an error (PN-009), though the moves are played all the same.
//!
//! ```
//! use movetext::pcn;
//!
//! let text = r#"{
//!     "starting_position": ["w:k", "w:p", null, "X:S", null, "X:G"],
//!     "previous_moves": [[[3, "shift", 2]], [[1, "capture", [2]]], [["X:S", "shift", 4]]]
//! }"#;
//! let reading = pcn::read(text);
//! let reported: Vec<_> = reading.findings.iter().map(|f| format!("{}: {}", f.path, f.message)).collect();
//! assert_eq!(reported, ["$.previous_moves[2][0]: no X:S is on the board"]);
//! assert_eq!(reading.replay.expect("a board").moves(), 2);
//! ```

mod board;
mod check;
pub mod convert;
mod document;
mod finding;
mod mapping;
mod piece;
mod reading;
mod replay;
mod version;
mod writing;

#[cfg(test)]
mod tests;

pub use crate::variant::loss::{ConvertError, Lost, OnLoss};
pub use crate::variant::mapping::{Family, Mapping, PieceAt};
pub use board::Board;
pub use convert::{Record, from_game, to_record};
pub use document::{Action, Document, Member, Move, Options, Spot, State, Verb, keys};
pub use finding::Finding;
pub use piece::Piece;
pub use replay::{Remark, Replay, Taken};
pub use version::Version;
pub use writing::{Layout, Writer};

use crate::diagnostic::{
    BAD_JSON, Beyond, DEPTH_LIMIT, GAME_LIMIT, OTHER_VERSION, PCN_MOVE, PCN_VALUE, UNKNOWN_VERB,
    UNPLAYED_MOVES,
};
use crate::format::json::tree::{Fault, Kind, SyntaxError, Tree};
use crate::variant::registry::VariantSet;
use crate::variants::Standard;
use finding::Findings;

/// What was read of a document.
#[derive(Debug)]
pub struct Reading {
    /// Which form of the format it is in, if its keys tell.
    pub version: Option<Version>,
    /// The document, if it is one of 2012.
    pub document: Option<Document>,
    /// The board after the moves that could be played, if there is a board.
    pub replay: Option<Replay>,
    /// How many moves could not be played.
    pub unresolved: usize,
    /// What was found, in the order of the text; of very many diagnostics the first ones.
    pub findings: Vec<Finding>,
    /// How many there are beyond those.
    pub further: Beyond,
}

/// Reads a document, plays its moves and compares its cache with them.
pub fn read(text: &str) -> Reading {
    read_with::<Standard>(text)
}

/// The same for a set of variants of one's own: boards of their shapes may be ragged.
pub fn read_with<S: VariantSet>(text: &str) -> Reading {
    let mut findings = Findings::default();
    let mut reading = Reading {
        version: None,
        document: None,
        replay: None,
        unresolved: 0,
        findings: Vec::new(),
        further: Beyond::default(),
    };
    match Tree::parse(text) {
        Ok(tree) => take::<S>(&tree, &mut reading, &mut findings),
        Err(error) => {
            let SyntaxError {
                at,
                path,
                message,
                fault,
            } = error;
            let code = match fault {
                Fault::Syntax => &BAD_JSON,
                Fault::Depth => &DEPTH_LIMIT,
                Fault::Size => &GAME_LIMIT,
            };
            findings.push(code, path, at..at, message);
        }
    }
    (reading.findings, reading.further) = findings.finish();
    reading
}

fn take<S: VariantSet>(tree: &Tree<'_>, reading: &mut Reading, findings: &mut Findings) {
    let root = tree.root();
    if root.kind() != Kind::Object {
        let message = format!("a game is an object, not {}", root.kind().describe());
        findings.add(&PCN_VALUE, root, message);
        return;
    }
    reading.version = Version::of(root);
    if let Some(version) = reading.version
        && version != Version::Of2012
    {
        let message = format!(
            "this is Portable Chess Notation in {}; the form of 2012 is read here",
            version.describe()
        );
        findings.add(&OTHER_VERSION, root, message);
        return;
    }
    let document = reading::read(root, &mapping::is_known_shape::<S>, findings);
    if let Some(board) = &document.start {
        let mut replay = Replay::new(board.clone());
        reading.unresolved = play(&document, &mut replay, findings);
        // What does not come of all moves says nothing of the cache.
        if reading.unresolved == 0
            && let Some(cache) = root.get(keys::CACHE)
        {
            check::cache(&document, cache, &replay, findings);
        }
        reading.replay = Some(replay);
    }
    reading.document = Some(document);
}

/// Plays the moves up to the first that cannot be played; returns how many there are from that on.
fn play(document: &Document, replay: &mut Replay, findings: &mut Findings) -> usize {
    let moves = document.moves.as_deref().unwrap_or_default();
    let mut remarks = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let played = replay.play(mv, &mut remarks);
        let actions = mv.actions();
        let stopped = played.is_err();
        // What is unread, and a verb that is none, was told when it was read.
        remarks.extend(
            played
                .err()
                .filter(|remark| remark.code != &PCN_MOVE && remark.code != &UNKNOWN_VERB),
        );
        for Remark {
            code,
            action,
            message,
        } in remarks.drain(..)
        {
            let path = format!("$.{}[{index}][{action}]", keys::MOVES);
            let span = actions
                .get(action)
                .map_or(0..0, |action| action.span.clone());
            findings.push(code, path, span, message);
        }
        if stopped {
            let left = moves.len() - index;
            if left > 1 {
                // A move that is unread has no place of its own.
                let next = moves.get(index + 1).map(Move::actions);
                let first = next.and_then(<[Action]>::first).or(actions.first());
                let span = first.map_or(0..0, |action| action.span.clone());
                let path = format!("$.{}[{}]", keys::MOVES, index + 1);
                let message = match left - 1 {
                    1 => "one more move is kept but not played".to_owned(),
                    more => format!("{more} more moves are kept but not played"),
                };
                findings.push(&UNPLAYED_MOVES, path, span, message);
            }
            return left;
        }
    }
    0
}
