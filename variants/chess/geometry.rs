//! The 64 squares: index = 8 × rank + file, a1 = 0.

use crate::core::board::{Cells, Geometry, Square, SquareName};

pub(super) const GEOMETRY: Geometry = Geometry {
    squares: 64,
    cells: Cells::Squares,
    name: |square| {
        let (file, rank) = (square.0 & 7, square.0 >> 3 & 7);
        SquareName::new(&[b'a' + file, b'1' + rank])
    },
    square: |name| match *name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Square((rank - b'1') * 8 + (file - b'a'))),
        _ => None,
    },
    centre: |square| (f32::from(square.0 & 7), f32::from(square.0 >> 3)),
};
