//! How chess is drawn: Staunton figures on squares.

use super::info::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::core::board::{Piece, Side};
use crate::draw::drawings;
use crate::variant::picture::{Drawing, Picture, PieceSet, Tint};

pub(super) const PICTURE: Picture = Picture {
    royal: Some(KING),
    sets: &[PieceSet {
        name: "staunton",
        tints: [Tint::White, Tint::Black],
        drawing,
        figurine,
        labels: None,
        inscriptions: &[],
    }],
    ..Picture::PLAIN
};

fn drawing(piece: Piece) -> Option<Drawing> {
    Some(match piece.role {
        PAWN => drawings::PAWN,
        KNIGHT => drawings::KNIGHT,
        BISHOP => drawings::BISHOP,
        ROOK => drawings::ROOK,
        QUEEN => drawings::QUEEN,
        KING => drawings::KING,
        _ => return None,
    })
}

fn figurine(piece: Piece) -> Option<char> {
    const FIGURINES: [[char; 6]; 2] = [
        ['♙', '♘', '♗', '♖', '♕', '♔'],
        ['♟', '♞', '♝', '♜', '♛', '♚'],
    ];
    let side = match piece.side {
        Side::First => FIGURINES[0],
        Side::Second => FIGURINES[1],
    };
    side.get(piece.role.index()).copied()
}
