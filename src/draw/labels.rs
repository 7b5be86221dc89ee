//! The coordinates around a board.

use super::layout::{CELL, Layout, Point, half};
use super::svg::number;
use super::{Diagram, Style, lettering};
use crate::core::board::Cells;
use crate::variant::picture::{Edge, LabelText};
use std::fmt::Write;

/// How far the middle of a coordinate is from the edge of the board, in widths of a cell.
const GAP: f32 = 0.23;
/// The size of letters, in the units of the picture.
const SIZE: f32 = 27.0;
/// How much larger the box of an outline is than a font of this size.
const OUTLINE: f32 = 1.9;
/// The size of the names of hexagons, which stand closer.
const SMALL: f32 = 21.0;

/// Appends the coordinates.
pub(super) fn write(diagram: &Diagram, layout: &Layout, style: &Style, out: &mut String) {
    let own = diagram.chosen(diagram.sets).or(diagram.sets.first());
    let labels = match own.and_then(|set| set.labels) {
        Some(labels) => {
            let all = labels(style.flip).into_iter();
            all.map(|label| (label.square.index(), label.edge, label.text))
                .collect()
        }
        None => by_names(diagram, style.flip),
    };
    let size = match diagram.shape {
        Cells::Hexagons => SMALL,
        _ => SIZE,
    };
    for (square, edge, text) in labels {
        let Some(cell) = diagram.cells.get(square) else {
            continue;
        };
        let at = beside(layout.place(cell.centre), diagram.shape, edge);
        match &text {
            LabelText::Text(text) => lettering::write(text, at, size, out),
            LabelText::Outline(path) => {
                let scale = size * OUTLINE / 100.0;
                let corner = |middle: f32| number(middle - 50.0 * scale);
                let _ = write!(
                    out,
                    "<path transform=\"translate({} {}) scale({})\" d=\"{path}\"/>",
                    corner(at.0),
                    corner(at.1),
                    number(scale)
                );
            }
        }
    }
}

/// The place beside a cell.
fn beside((x, y): Point, shape: Cells, edge: Edge) -> Point {
    let (half_width, half_height) = half(shape);
    let (across, along) = (CELL * (half_width + GAP), CELL * (half_height + GAP));
    match edge {
        Edge::Above => (x, y - along),
        Edge::Below => (x, y + along),
        Edge::Left => (x - across, y),
        Edge::Right => (x + across, y),
    }
}

/// Letters below the lowest squares and numbers at the left of the first ones; the whole name below the lowest
/// hexagon of each column.
fn by_names(diagram: &Diagram, flip: bool) -> Vec<(usize, Edge, LabelText)> {
    let sign = if flip { -1.0 } else { 1.0 };
    let seen: Vec<(f32, f32)> = diagram
        .cells
        .iter()
        .map(|cell| (sign * cell.centre.0, sign * cell.centre.1))
        .collect();
    let bottom = seen.iter().map(|at| at.1).fold(f32::MAX, f32::min);
    let first = seen.iter().map(|at| at.0).fold(f32::MAX, f32::min);
    let mut labels = Vec::new();
    for (square, (cell, (x, y))) in diagram.cells.iter().zip(&seen).enumerate() {
        let mut label = |edge, text: &str| {
            labels.push((square, edge, LabelText::Text(text.to_owned())));
        };
        if diagram.shape == Cells::Hexagons {
            if seen.iter().all(|other| other.0 != *x || other.1 >= *y) {
                label(Edge::Below, &cell.name);
            }
            continue;
        }
        if *y == bottom {
            label(Edge::Below, &cell.file);
        }
        if *x == first {
            label(Edge::Left, &cell.rank);
        }
    }
    labels
}
