//! The ends of games by the rules alone: mate, stalemate, and draws.

use crate::core::board::Side;
use crate::core::outcome::Outcome;
use crate::variant::Position;
use crate::variants::cescacs::info::{BISHOP, ELEPHANT, KNIGHT};
use crate::variants::cescacs::movegen;
use crate::variants::cescacs::position::CescacsPosition;

/// Why a game is over, or could be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The player to move is in check and has no move.
    Mate,
    /// The player to move has no move, but is not in check: a narrow win for the other.
    Stalemate,
    /// Neither player has the pieces to give mate.
    Material,
    /// Too many moves without a capture or a pawn move: after 75 of each player the game is drawn, after 50 it
    /// may be claimed.
    Exhaustion,
    /// The same position too often: at the fifth occurrence the game is drawn, at the third it may be claimed.
    Repetition,
}

impl End {
    /// The name for people.
    pub const fn name(self) -> &'static str {
        match self {
            End::Mate => "mate",
            End::Stalemate => "stalemate",
            End::Material => "insufficient material",
            End::Exhaustion => "too many moves without a capture or pawn move",
            End::Repetition => "the same position too often",
        }
    }

    /// The result, if this player is to move.
    pub const fn outcome(self, turn: Side) -> Outcome {
        match (self, turn) {
            (End::Mate, Side::First) => Outcome::SecondWins,
            (End::Mate, Side::Second) => Outcome::FirstWins,
            (End::Stalemate, Side::First) => Outcome::SecondStalemates,
            (End::Stalemate, Side::Second) => Outcome::FirstStalemates,
            (End::Material | End::Exhaustion | End::Repetition, _) => Outcome::Draw,
        }
    }
}

/// Half-moves without a capture or a pawn move after which a draw may be claimed, and after which the game is
/// drawn (CE-180).
const EXHAUSTION: [u16; 2] = [100, 150];

/// The number of occurrences of a position after which a draw may be claimed, and after which the game is
/// drawn.
const REPETITION: [u32; 2] = [3, 5];

/// The end that the position itself dictates. For positions other than those of the standard game the rules say
/// nothing.
pub fn dictated(position: &CescacsPosition) -> Option<End> {
    if !position.is_standard() {
        return None;
    }
    if !movegen::has_legal_moves(position) {
        return Some(if position.is_check() {
            End::Mate
        } else {
            End::Stalemate
        });
    }
    if [Side::First, Side::Second]
        .into_iter()
        .all(|side| cannot_mate(position, side))
    {
        return Some(End::Material);
    }
    (position.clock() >= EXHAUSTION[1]).then_some(End::Exhaustion)
}

/// Whether a side has nothing but its king and at most one knight, one bishop or one elephant.
fn cannot_mate(position: &CescacsPosition, side: Side) -> bool {
    let pieces = position.pieces();
    let minor = pieces.of(KNIGHT) | pieces.of(BISHOP) | pieces.of(ELEPHANT);
    match pieces.side(side).len() {
        1 => true,
        2 => minor.meets(pieces.side(side)),
        _ => false,
    }
}

/// The positions of a game so far, for draws that a single position does not show.
///
/// ```
/// use movetext::variants::Cescacs;
/// use movetext::variants::cescacs::{CescacsPosition, End, History};
/// use movetext::{Position, Variant};
///
/// let (mut position, mut history) = (CescacsPosition::START, History::default());
/// history.push(&position);
/// for text in ["NE3-D8", "NE25-D20", "ND8-E3", "ND20-E25"].repeat(2) {
///     let token = Cescacs::lex(text.as_bytes(), &Default::default()).expect(text).token;
///     let mv = Cescacs::resolve(token, &position, &Default::default()).expect(text);
///     position.play(&mv);
///     history.push(&position);
/// }
/// assert_eq!(history.claim(), Some(End::Repetition));
/// assert_eq!(history.end(), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct History {
    /// The keys of the positions since the last capture or pawn move: no earlier one can occur again.
    keys: Vec<u64>,
    clock: u16,
}

impl History {
    /// Adds the next position; the first one is that before the first move.
    ///
    /// Two positions are the same if their pieces, side to move, castling and leap rights, and possible special
    /// captures by a pawn are.
    pub fn push(&mut self, position: &CescacsPosition) {
        if position.clock() == 0 {
            self.keys.clear();
        }
        self.keys.push(position.key());
        self.clock = position.clock();
    }

    /// How often the last position has occurred.
    pub fn repetitions(&self) -> u32 {
        let last = self.keys.last();
        self.keys.iter().filter(|&key| Some(key) == last).count() as u32
    }

    /// The draw that the player to move may claim.
    pub fn claim(&self) -> Option<End> {
        self.drawn(0)
    }

    /// The draw that ends the game without a claim.
    pub fn end(&self) -> Option<End> {
        self.drawn(1)
    }

    fn drawn(&self, step: usize) -> Option<End> {
        if self.repetitions() >= REPETITION[step] {
            Some(End::Repetition)
        } else {
            (self.clock >= EXHAUSTION[step]).then_some(End::Exhaustion)
        }
    }
}
