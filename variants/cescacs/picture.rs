//! How C'escacs is drawn: figures on hexagons of three colours.

use super::dialect::FIGURINES;
use super::geometry::{HEXES, LAST_LINE, colour, column, line};
use super::info::{ALMOGAVAR, BISHOP, ELEPHANT, KING, KNIGHT, PAWN, PEGASUS, QUEEN, ROOK, WYVERN};
use crate::core::board::{Piece, Square};
use crate::draw::drawings;
use crate::variant::picture::{Drawing, Edge, Label, Picture, PieceSet, Shade, Tint};

pub(super) const PICTURE: Picture = Picture {
    shade: Some(|hex| match colour(hex) {
        0 => Shade::Dark,
        1 => Shade::Light,
        _ => Shade::Third,
    }),
    royal: Some(KING),
    sets: &[PieceSet {
        name: "cescacs",
        tints: [Tint::White, Tint::Black],
        drawing,
        figurine: |piece| {
            let side = FIGURINES[piece.side.index()];
            side.get(piece.role.index()).copied()
        },
        labels: Some(labels),
        inscriptions: &[],
    }],
    ..Picture::PLAIN
};

fn drawing(piece: Piece) -> Option<Drawing> {
    Some(match piece.role {
        PAWN => drawings::PAWN,
        ELEPHANT => drawings::ELEPHANT,
        BISHOP => drawings::BISHOP,
        KNIGHT => drawings::KNIGHT,
        PEGASUS => drawings::PEGASUS,
        ROOK => drawings::ROOK,
        WYVERN => drawings::WYVERN,
        QUEEN => drawings::QUEEN,
        KING => drawings::KING,
        ALMOGAVAR => drawings::ALMOGAVAR,
        _ => return None,
    })
}

/// The whole name below the lowest hex of each column, which shows its letter; at the left the numbers of the
/// lines that begin there, and further up, along the slanting edge, of those above.
fn labels(flip: bool) -> Vec<Label> {
    let mut labels = Vec::new();
    for hex in (0..HEXES as u8).map(Square) {
        let edge = column(hex).abs();
        let (lowest, from_left) = if flip {
            (LAST_LINE - edge, -column(hex))
        } else {
            (edge, column(hex))
        };
        if line(hex) == lowest {
            labels.push(Label::new(
                hex,
                Edge::Below,
                super::geometry::name(hex).as_str(),
            ));
        } else if from_left == -7 {
            labels.push(Label::new(hex, Edge::Left, line(hex).to_string()));
        }
    }
    labels
}
