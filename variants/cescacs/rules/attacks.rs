//! Which hexes the men attack.

use crate::board::{Piece, Side, Square};
use crate::variants::cescacs::geometry::{DIAGONAL, JUMPS, ORTHOGONAL, forward, step};
use crate::variants::cescacs::position::Men;
use crate::variants::cescacs::profile::{
    BISHOP, ELEPHANT, KING, KNIGHT, PAWN, PEGASUS, QUEEN, ROOK, WYVERN,
};

/// Whether a man of side `by` attacks the hex.
///
/// Pinned men attack too; the leap of a king that has not moved does not.
pub fn is_attacked(men: &Men, hex: Square, by: Side) -> bool {
    let ahead = forward(by);
    let slides = ORTHOGONAL.iter().any(|&way| {
        sees(men, hex, by, way, |piece, distance| match piece.role {
            ROOK | WYVERN | QUEEN => true,
            KING => distance == 1,
            // Straight forward, one hex or two.
            ELEPHANT => way == (0, -2 * ahead) && distance <= 2,
            _ => false,
        })
    });
    let slants = || {
        DIAGONAL.iter().any(|&way| {
            sees(men, hex, by, way, |piece, distance| match piece.role {
                BISHOP | PEGASUS | QUEEN => true,
                KING => distance == 1,
                // Not sideways.
                ELEPHANT => way.1 != 0 && distance == 1,
                PAWN => way.1 == -3 * ahead && distance == 1,
                _ => false,
            })
        })
    };
    let jumps = || {
        JUMPS.iter().any(|&way| {
            step(hex, way)
                .and_then(|from| men.get(from))
                .is_some_and(|piece| {
                    piece.side == by && matches!(piece.role, KNIGHT | WYVERN | PEGASUS)
                })
        })
    };
    slides || slants() || jumps()
}

/// Whether the first man on a way from `hex` is of side `by` and passes the test, which is told
/// how many steps away it stands.
fn sees(
    men: &Men,
    hex: Square,
    by: Side,
    way: (i8, i8),
    attacks: impl Fn(Piece, u8) -> bool,
) -> bool {
    let mut from = hex;
    for distance in 1.. {
        match step(from, way) {
            None => return false,
            Some(next) => from = next,
        }
        if let Some(piece) = men.get(from) {
            return piece.side == by && attacks(piece, distance);
        }
    }
    false
}
