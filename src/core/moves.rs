//! Moves in the engine's common form, the same for every variant.

use crate::core::board::{Role, Square};
use std::borrow::Cow;
use std::fmt;

/// A move that was resolved on a board: which piece went where, and what came of it.
///
/// It is complete without the position: reversible, convertible and comparable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// Where the piece came from. For a castling: the king's square. For a promotion in place and a
    /// null move: the same as `to`.
    pub from: Square,
    /// Where it went. For a castling: where the king ends.
    pub to: Square,
    /// What moved (before any promotion).
    pub piece: Role,
    /// What was captured.
    pub captured: Option<Role>,
    /// What a pawn became.
    pub promotion: Option<Role>,
    /// What sort of move it is.
    pub kind: MoveKind,
}

/// The sorts of move that the engine tells apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// From one square to another, capturing what stands there.
    Normal,
    /// A capture of a piece that stands elsewhere than on the target: en passant in all its forms.
    EnPassant {
        /// Where the captured piece stood.
        victim: Square,
    },
    /// A capture, by special right, of a pawn that has just sidestepped; it stands on the target.
    Scornful,
    /// A castling: an index into the variant's own list ([`crate::VariantInfo::castlings`]).
    Castling(u8),
    /// A pawn reaches its last square and waits there for a piece to become.
    Await,
    /// A waiting pawn is promoted where it stands.
    InPlace,
    /// No piece moves and the turn passes.
    Null,
}

impl Move {
    /// The plain move of `piece`, without capture or promotion.
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
    /// The sort of failure.
    pub kind: MoveErrorKind,
    /// What exactly is wrong, as a clause without a final stop.
    pub detail: Cow<'static, str>,
}

/// The sorts of failure of [`MoveError`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveErrorKind {
    /// No piece of that kind is there, or none can reach the square.
    NoSuchMove,
    /// The piece could go there, but its own king would be left in check.
    LeavesCheck,
    /// More than one legal move fits what is written.
    Ambiguous,
    /// The text contradicts the board: a wrong captured piece, an occupied square and the like.
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
