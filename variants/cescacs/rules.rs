//! What the rules say of a move and of a position.
//!
//! [`coherence`] asks whether a written move agrees with the board, and no more. How the men move
//! is in [`attacks`].

mod attacks;
pub(super) mod castling;
mod coherence;

pub use attacks::is_attacked;
pub use coherence::coherent;

use super::geometry::colour;
use super::position::Men;
use super::profile::{ARMY, BISHOP, ELEPHANT, KING, PAWN};
use crate::board::{Role, Side, Square};

/// Whether a pawn of this side may become such a man on `hex`: one of the side's own that is no
/// longer on the board, a bishop only on a hex of its colour.
pub fn is_regainable(men: &Men, role: Role, side: Side, hex: Square) -> bool {
    if [PAWN, ELEPHANT, KING].contains(&role) {
        return false;
    }
    let mut present = men.find(role, side);
    if role == BISHOP {
        return present.all(|other| colour(other) != colour(hex));
    }
    present.count() < usize::from(ARMY[role.index()])
}
