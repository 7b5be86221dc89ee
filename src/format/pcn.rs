//! Portable Chess Notation: games of any chess variant, on any board, as JSON.
//!
//! A document has the board before the first move, as arrays in any number of dimensions, and the moves as
//! lists of actions: which piece does what to which square. It names no game and needs no rules (PN-002), so it
//! can be read without rules by [`read`], which plays the actions on the board; and for boards of known
//! variants, games can be converted to documents and back ([`convert`]).
//!
//! Where the specification is silent, this is how it is read:
//!
//! - Only the case of a piece's abbreviation indicates its side. When a piece is captured, that case changes,
//!   and the style keeps its own: `x:s` becomes `x:S` (PN-I01).
//! - The upper-case side begins and is at the bottom; a side that moves out of turn is reported (PN-I15).
//! - All squares are counted from zero (PN-I03).
//! - Actions have three or four elements; they are written with three if there are no options (PN-I02). The
//!   form in which squares are named is kept (PN-I14).
//! - After `jump` a piece is in the air, above a square, which may be occupied. `land` and `stun` bring it
//!   down: to another square or, if that is empty by then, to the one that it is above (PN-I06). A move that
//!   ends with a piece in the air is an error.
//! - A piece taken by `stun` goes to a hand if the style of the taker is a kind of Shogi, else it leaves the
//!   game (PN-I07).
//! - A dropped piece comes from a hand, except for unknown styles: stones of Go come from nowhere (PN-062).
//! - The cache is compared with the result of the moves, and never used (PN-I05, PN-I08).
//! - Rows may differ in length only if a known variant has such a board, as C'escacs has; else it is an error
//!   (PN-009), though the moves are played all the same.
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

/// The result of reading a document.
#[derive(Debug)]
pub struct Reading {
    /// The version of the format, if its keys show it.
    pub version: Option<Version>,
    /// The document, if it is one of 2012.
    pub document: Option<Document>,
    /// The board after the playable moves, if there is a board.
    pub replay: Option<Replay>,
    /// The number of moves that could not be played.
    pub unresolved: usize,
    /// The diagnostics, in the order of the text, up to a limit.
    pub findings: Vec<Finding>,
    /// The number beyond the limit.
    pub further: Beyond,
}

/// Reads a document, plays its moves and compares its cache with them.
pub fn read(text: &str) -> Reading {
    read_with::<Standard>(text)
}

/// [`read`] for your own set of variants: boards of their shapes may be ragged.
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
        let message = format!(
            "expected an object with a game, found {}",
            root.kind().describe()
        );
        findings.add(&PCN_VALUE, root, message);
        return;
    }
    reading.version = Version::of(root);
    if let Some(version) = reading.version
        && version != Version::Of2012
    {
        let message = format!(
            "this is Portable Chess Notation in {}; only the form of 2012 is supported",
            version.describe()
        );
        findings.add(&OTHER_VERSION, root, message);
        return;
    }
    let document = reading::read(root, &mapping::is_known_shape::<S>, findings);
    if let Some(board) = &document.start {
        let mut replay = Replay::new(board.clone());
        reading.unresolved = play(&document, &mut replay, findings);
        // If not all moves were played, their result says nothing about the cache.
        if reading.unresolved == 0
            && let Some(cache) = root.get(keys::CACHE)
        {
            check::cache(&document, cache, &replay, findings);
        }
        reading.replay = Some(replay);
    }
    reading.document = Some(document);
}

/// Plays the moves up to the first unplayable one; returns the number of moves from that one on.
fn play(document: &Document, replay: &mut Replay, findings: &mut Findings) -> usize {
    let moves = document.moves.as_deref().unwrap_or_default();
    let mut remarks = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let played = replay.play(mv, &mut remarks);
        let actions = mv.actions();
        let stopped = played.is_err();
        // An unreadable move or an unknown verb was reported when it was read.
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
                // An unreadable move has no position of its own.
                let next = moves.get(index + 1).map(Move::actions);
                let first = next.and_then(<[Action]>::first).or(actions.first());
                let span = first.map_or(0..0, |action| action.span.clone());
                let path = format!("$.{}[{}]", keys::MOVES, index + 1);
                let message = match left - 1 {
                    1 => "1 following move kept but not played".to_owned(),
                    more => format!("{more} following moves kept but not played"),
                };
                findings.push(&UNPLAYED_MOVES, path, span, message);
            }
            return left;
        }
    }
    0
}
