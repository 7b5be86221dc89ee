//! Moves in a common form, the same for every variant.

use crate::core::board::{Role, Square};
use std::borrow::Cow;
use std::fmt;

/// A move that was resolved on a board: which piece moved where, and its effect.
///
/// It is complete without the position: reversible, convertible and comparable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Where the piece came from. For castling: the king's square. For a promotion in place and a null move:
    /// the same as `to`.
    pub from: Square,
    /// Where the piece went. For castling: where the king ends up.
    pub to: Square,
    /// The piece that moved (before any promotion).
    pub piece: Role,
    /// The captured piece.
    pub captured: Option<Role>,
    /// The piece that a pawn was promoted to.
    pub promotion: Option<Role>,
    /// The kind of move.
    pub kind: MoveKind,
}

/// The kinds of move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// From one square to another, capturing any piece there.
    Normal,
    /// A capture of a piece that is not on the target square: en passant in all its forms.
    EnPassant {
        /// Where the captured piece stood.
        victim: Square,
    },
    /// A capture, by special right, of a pawn that has just moved sideways; the pawn is on the target square.
    Scornful,
    /// Castling: an index into the variant's list ([`crate::VariantInfo::castlings`]).
    Castling(u8),
    /// A pawn reaches its last square and waits there for its promotion.
    Await,
    /// A waiting pawn is promoted on its square.
    InPlace,
    /// No piece moves and the turn passes.
    Null,
}

impl Move {
    /// A plain move of `piece`, without capture or promotion.
    pub const fn quiet(piece: Role, from: Square, to: Square) -> Move {
        Move {
            from,
            to,
            piece,
            captured: None,
            promotion: None,
            kind: MoveKind::Normal,
        }
    }
}

/// Why a written move could not be played on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveError {
    /// The kind of failure.
    pub kind: MoveErrorKind,
    /// What exactly is wrong, as a clause without a final stop.
    pub detail: Cow<'static, str>,
}

/// The kinds of failure of a [`MoveError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveErrorKind {
    /// No such piece is there, or none can reach the square.
    NoSuchMove,
    /// The piece could go there, but its own king would be in check.
    LeavesCheck,
    /// More than one legal move matches the text.
    Ambiguous,
    /// The text contradicts the board: a wrong captured piece, an occupied square or the like.
    Incoherent,
}

impl MoveError {
    /// A failure with its reason.
    pub fn new(kind: MoveErrorKind, detail: impl Into<Cow<'static, str>>) -> MoveError {
        MoveError {
            kind,
            detail: detail.into(),
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for MoveError {}
