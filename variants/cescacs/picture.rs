//! How C'escacs is drawn: figures on hexagons of three colours.

use super::geometry::{HEXES, LAST_LINE, colour, column, line, name};
use super::info::{ALMOGAVAR, BISHOP, ELEPHANT, KING, KNIGHT, PAWN, PEGASUS, QUEEN, ROOK, WYVERN};
use super::notation::dialect::FIGURINES;
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

/// The whole names of the hexes at both ends of each column, which show its letter, and at the left the numbers of
/// the lines that begin there.
fn labels(flip: bool) -> Vec<Label> {
    let mut labels = Vec::new();
    for hex in (0..HEXES as u8).map(Square) {
        let edge = column(hex).abs();
        let (lowest, highest, leftmost) = if flip {
            (LAST_LINE - edge, edge, 7)
        } else {
            (edge, LAST_LINE - edge, -7)
        };
        let label = |edge| Label::new(hex, edge, name(hex).as_str());
        if line(hex) == lowest {
            labels.push(label(Edge::Below));
        } else if line(hex) == highest {
            labels.push(label(Edge::Above));
        } else if column(hex) == leftmost {
            labels.push(Label::new(hex, Edge::Left, line(hex).to_string()));
        }
    }
    labels
}
