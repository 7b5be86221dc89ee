//! The contents of a document in Portable Chess Notation.

use super::{Board, Piece};
use crate::core::board::Side;
use std::fmt;
use std::ops::Range;

/// The keys of a game that this format defines, in the order of its sample (PN-094).
pub mod keys {
    /// When the game began.
    pub const STARTED_AT: &str = "started_at";
    /// The player at the top.
    pub const TOPSIDE_PLAYER: &str = "topside_player";
    /// The player at the bottom.
    pub const BOTTOMSIDE_PLAYER: &str = "bottomside_player";
    /// Whether the game has ended.
    pub const OVER: &str = "over?";
    /// Who won, or who offers a draw.
    pub const RESULT: &str = "...result?";
    /// The board before the first move.
    pub const START: &str = "starting_position";
    /// The moves.
    pub const MOVES: &str = "previous_moves";
    /// Values that follow from the rest.
    pub const CACHE: &str = "...cache";
    /// What movetext keeps of records in other formats that this format has no place for.
    pub const EXTENSION: &str = "...movetext";
}

/// A game in Portable Chess Notation, in the form of 2012.
///
/// Its members can be changed; writing keeps the order of the members, everything unknown, and the form in
/// which squares are named.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The moment when the game began: ISO 8601 with an offset (PN-095).
    pub started_at: Option<String>,
    /// The player at the top of the board, whose pieces are in lower case.
    pub topside_player: Option<String>,
    /// The player at the bottom, whose pieces are in upper case.
    pub bottomside_player: Option<String>,
    /// Whether the game has ended.
    pub over: Option<bool>,
    /// Who won or offers a draw; `Some(None)` is a written `null`.
    pub result: Option<Option<bool>>,
    /// The board before the first move.
    pub start: Option<Board>,
    /// All moves, in order.
    pub moves: Option<Vec<Move>>,
    /// All other members: unknown ones, those with values of the wrong type, and the cache.
    pub further: Vec<Member>,
    /// The order in which the members were written.
    pub(super) order: Vec<Slot>,
}

/// A member that is kept as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its value as JSON.
    pub json: String,
}

/// The kinds of members of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    StartedAt,
    Topside,
    Bottomside,
    Over,
    Result,
    Start,
    Moves,
    /// The next one of the further members.
    Further,
}

impl Slot {
    /// In the order of the specification's sample.
    pub(super) const CANONICAL: [Slot; 7] = [
        Slot::StartedAt,
        Slot::Topside,
        Slot::Bottomside,
        Slot::Over,
        Slot::Result,
        Slot::Start,
        Slot::Moves,
    ];
}

/// The state of a game: the six rows of the table of states (PN-088 to PN-093).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It goes on.
    InProgress,
    /// It goes on, and this side has offered a draw.
    DrawOffered(Side),
    /// This side has won.
    Won(Side),
    /// Neither has.
    Drawn,
}

impl State {
    /// The values of `over?` and `...result?`. The first side is the one at the bottom.
    pub const fn values(self) -> (bool, Option<bool>) {
        match self {
            State::InProgress => (false, None),
            State::DrawOffered(side) => (false, Some(matches!(side, Side::First))),
            State::Won(side) => (true, Some(matches!(side, Side::First))),
            State::Drawn => (true, None),
        }
    }
}

impl Document {
    /// The state of the game, if given. A missing result counts as `null`.
    pub fn state(&self) -> Option<State> {
        let side = |bottom| if bottom { Side::First } else { Side::Second };
        Some(match (self.over?, self.result.flatten()) {
            (false, None) => State::InProgress,
            (false, Some(bottom)) => State::DrawOffered(side(bottom)),
            (true, Some(bottom)) => State::Won(side(bottom)),
            (true, None) => State::Drawn,
        })
    }

    /// Sets the state of the game.
    pub fn set_state(&mut self, state: State) {
        let (over, result) = state.values();
        self.over = Some(over);
        self.result = Some(result);
    }

    /// The value of the first further member with this name, as JSON.
    pub fn further(&self, name: &str) -> Option<&str> {
        self.further
            .iter()
            .find(|member| member.name == name)
            .map(|member| member.json.as_str())
    }
}

/// A move.
#[derive(Clone, Debug)]
pub enum Move {
    /// What is done, in order (PN-049, PN-052).
    Actions(Vec<Action>),
    /// Something that is not a move, as written.
    Unread(String),
}

impl Move {
    /// Its actions; empty if it is not a move.
    pub fn actions(&self) -> &[Action] {
        match self {
            Move::Actions(actions) => actions,
            Move::Unread(_) => &[],
        }
    }
}

/// A part of a move: one piece does something to another piece or to a square (PN-050).
#[derive(Clone, Debug)]
pub struct Action {
    /// The piece.
    pub subject: Spot,
    /// What it does.
    pub verb: Verb,
    /// The target square or piece.
    pub object: Spot,
    /// Its options, if any were written.
    pub options: Option<Options>,
    /// Its range in the text that it was read from.
    pub span: Range<usize>,
}

impl Action {
    /// An action without options.
    pub fn new(subject: Spot, verb: Verb, object: Spot) -> Action {
        Action {
            subject,
            verb,
            object,
            options: None,
            span: 0..0,
        }
    }

    /// Adds the promotion of the subject after the action.
    #[must_use]
    pub fn promoting(mut self, promotion: Option<Piece>) -> Action {
        self.options = promotion.map(|piece| Options {
            promotion: Some(piece),
            ..Options::default()
        });
        self
    }

    /// What the subject becomes after the action.
    pub fn promotion(&self) -> Option<&Piece> {
        self.options.as_ref()?.promotion.as_ref()
    }
}

/// A piece or a square, in one of the three ways of naming it (PN-037). Writing keeps the way (PN-I14).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// By one coordinate for each dimension: `[8, 3]`.
    Cartesian(Vec<u64>),
    /// By the flat index: `75`.
    Flat(u64),
    /// By the name of a piece: `"x:S"`.
    Name(Piece),
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Cartesian(coordinates) => write_coordinates(coordinates, f),
            Spot::Flat(index) => index.fmt(f),
            Spot::Name(piece) => write!(f, "\"{piece}\""),
        }
    }
}

/// Coordinates as they are written.
pub(super) fn write_coordinates(coordinates: &[u64], out: &mut impl fmt::Write) -> fmt::Result {
    out.write_char('[')?;
    for (index, coordinate) in coordinates.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        write!(out, "{comma}{coordinate}")?;
    }
    out.write_char(']')
}

/// What a piece does (PN-060).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verb {
    /// Comes from a hand, or from nowhere, to an empty square.
    Drop,
    /// Moves to an enemy's square; the captured piece goes to its owner's hand.
    Capture,
    /// Moves to an enemy's square; the captured piece leaves the game.
    Remove,
    /// Moves to an empty square.
    Shift,
    /// Rises into the air above a square.
    Jump,
    /// Comes down from the air to an empty square.
    Land,
    /// Comes down from the air to an enemy's square and captures the piece there.
    Stun,
    /// An unknown verb: the replay stops before it.
    Other(String),
}

impl Verb {
    /// The known verbs.
    pub const ALL: [Verb; 7] = [
        Verb::Drop,
        Verb::Capture,
        Verb::Remove,
        Verb::Shift,
        Verb::Jump,
        Verb::Land,
        Verb::Stun,
    ];

    /// The word.
    pub fn as_str(&self) -> &str {
        match self {
            Verb::Drop => "drop",
            Verb::Capture => "capture",
            Verb::Remove => "remove",
            Verb::Shift => "shift",
            Verb::Jump => "jump",
            Verb::Land => "land",
            Verb::Stun => "stun",
            Verb::Other(word) => word,
        }
    }
}

impl From<&str> for Verb {
    fn from(word: &str) -> Verb {
        let known = Verb::ALL.into_iter().find(|verb| verb.as_str() == word);
        known.unwrap_or_else(|| Verb::Other(word.to_owned()))
    }
}

/// The fourth element of an action (PN-077).
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What the subject becomes after the action (PN-079 to PN-081).
    pub promotion: Option<Piece>,
    /// Unknown members (PN-085).
    pub further: Vec<Member>,
    /// How many of these precede the promotion.
    pub(super) before: usize,
}
