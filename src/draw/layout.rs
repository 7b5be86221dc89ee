//! Where things are in a picture.

use super::{Diagram, Style};
use crate::core::board::{Cells, Square};

/// The width of a cell in the units of a picture.
pub(super) const CELL: f32 = 100.0;
/// Half the height of a hexagon that stands on a flat side, in widths.
const HALF_HEXAGON: f32 = 0.433_012_7;
/// What is left around the board, in widths of a cell, without and with coordinates.
const MARGINS: [f32; 2] = [0.12, 0.46];

/// A place in a picture: x to the right, y downwards.
pub(super) type Point = (f32, f32);

/// Where things are in the picture of a diagram.
pub(super) struct Layout {
    /// The middle of the upper left corner, in widths of a cell as whoever looks at the board sees it.
    origin: (f32, f32),
    sign: f32,
    pub width: f32,
    pub height: f32,
    /// The board without its margins.
    pub board: [Point; 2],
}

impl Layout {
    pub fn new(diagram: &Diagram, style: &Style) -> Layout {
        let sign = if style.flip { -1.0 } else { 1.0 };
        let (half_width, half_height) = half(diagram.shape);
        let (mut low, mut high) = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
        for cell in &diagram.cells {
            let (x, y) = (sign * cell.centre.0, sign * -cell.centre.1);
            low = (low.0.min(x - half_width), low.1.min(y - half_height));
            high = (high.0.max(x + half_width), high.1.max(y + half_height));
        }
        if diagram.cells.is_empty() {
            (low, high) = ((0.0, 0.0), (1.0, 1.0));
        }
        let margin = MARGINS[usize::from(style.coordinates)];
        let origin = (low.0 - margin, low.1 - margin);
        let size = |low: f32, high: f32| (high - low + 2.0 * margin) * CELL;
        let corner = |at: (f32, f32)| ((at.0 - origin.0) * CELL, (at.1 - origin.1) * CELL);
        Layout {
            origin,
            sign,
            width: size(low.0, high.0),
            height: size(low.1, high.1),
            board: [corner(low), corner(high)],
        }
    }

    /// The place of a point of the board, in widths of a cell as the first player sees it.
    pub fn place(&self, (x, y): (f32, f32)) -> Point {
        (
            (self.sign * x - self.origin.0) * CELL,
            (self.sign * -y - self.origin.1) * CELL,
        )
    }
}

/// Half the width and height of a cell.
pub(super) fn half(shape: Cells) -> (f32, f32) {
    match shape {
        Cells::Squares | Cells::Points => (0.5, 0.5),
        Cells::Hexagons => (0.5, HALF_HEXAGON),
    }
}

impl Diagram {
    /// The width and height of the picture in its own units, of which a cell is 100 wide: the `viewBox`.
    pub fn size(&self, style: &Style) -> (f32, f32) {
        let layout = Layout::new(self, style);
        (layout.width, layout.height)
    }

    /// The middle of a square in the units of the picture, x to the right and y downwards. None if the board does
    /// not have the square.
    pub fn centre(&self, square: Square, style: &Style) -> Option<(f32, f32)> {
        let cell = self.cells.get(square.index())?;
        Some(Layout::new(self, style).place(cell.centre))
    }

    /// The middles of all squares, in the order of [`square_names`](Self::square_names).
    pub fn centres(&self, style: &Style) -> Vec<(f32, f32)> {
        let layout = Layout::new(self, style);
        let places = self.cells.iter().map(|cell| layout.place(cell.centre));
        places.collect()
    }

    /// The names of the squares.
    pub fn square_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.cells.iter().map(|cell| cell.name.as_str())
    }

    /// The shape of the squares.
    pub fn shape(&self) -> Cells {
        self.shape
    }
}
