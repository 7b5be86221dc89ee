//! Diagrams as text, for terminals.

use super::{Diagram, Figure};
use crate::core::board::{Cells, Side};
use unicode_width::UnicodeWidthStr;

/// What a board is written with, for terminals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Characters {
    /// The characters that Unicode has for the pieces.
    Unicode,
    /// The letters of the pieces, the second player's in lower case.
    Ascii,
}

/// The place of a cell as whoever looks at the board sees it, y downwards, in thousandths of a cell.
fn seen((x, y): (f32, f32), flip: bool) -> (i32, i32) {
    let sign = if flip { -1.0 } else { 1.0 };
    let thousandths = |value: f32| (sign * value * 1000.0).round() as i32;
    (thousandths(x), -thousandths(y))
}

impl Diagram {
    /// The board as lines of text, with coordinates below and at the left. `flip` puts the second player's side at
    /// the bottom.
    pub fn text(&self, characters: Characters, flip: bool) -> String {
        let unicode = characters == Characters::Unicode;
        let places: Vec<(i32, i32)> = self.cells.iter().map(|c| seen(c.centre, flip)).collect();
        let sorted = |mut values: Vec<i32>| {
            values.sort_unstable();
            values.dedup();
            values
        };
        let columns = sorted(places.iter().map(|place| place.0).collect());
        let rows = sorted(places.iter().map(|place| place.1).collect());
        let mut cells: Vec<Vec<Option<usize>>> = vec![vec![None; columns.len()]; rows.len()];
        for (index, (x, y)) in places.iter().enumerate() {
            if let (Ok(column), Ok(row)) = (columns.binary_search(x), rows.binary_search(y)) {
                cells[row][column] = Some(index);
            }
        }
        let mut figures: Vec<Option<&Figure>> = vec![None; self.cells.len()];
        for (square, figure) in &self.figures {
            if let Some(place) = figures.get_mut(*square) {
                *place = Some(figure);
            }
        }
        let rank = |row: &Vec<Option<usize>>| {
            let first = row.iter().flatten().next();
            first.map_or("", |cell| &*self.cells[*cell].rank)
        };
        let margin = cells.iter().map(|row| rank(row).len()).max().unwrap_or(0);
        let shown = |cell: usize, row: usize, column: usize| match figures[cell] {
            Some(figure) => self.character(figure, unicode),
            None if unicode && self.shape == Cells::Points => {
                let edges = [
                    row == 0,
                    row + 1 == rows.len(),
                    column == 0,
                    column + 1 == columns.len(),
                ];
                crossing(edges).to_owned()
            }
            None => if unicode { "·" } else { "." }.to_owned(),
        };
        let widest = self
            .figures
            .iter()
            .map(|(_, figure)| self.character(figure, unicode).width());
        let wide = match self.shape {
            Cells::Hexagons => 3,
            Cells::Squares | Cells::Points => 2,
        };
        // A letter needs a blank behind it; a Chinese character has one in itself.
        let points = self.shape == Cells::Points && unicode;
        let width = widest
            .map(|width| width + usize::from(!points))
            .max()
            .unwrap_or(0)
            .max(wide);
        let mut out = String::new();
        for (row, line) in cells.iter().enumerate() {
            let mut text = format!("{:>margin$} ", rank(line));
            for (column, cell) in line.iter().enumerate() {
                let character = cell.map_or(String::new(), |cell| shown(cell, row, column));
                let missing = width.saturating_sub(character.width());
                let is_crossing = points && cell.is_some_and(|cell| figures[cell].is_none());
                text += &character;
                let is_last = column + 1 == line.len();
                let filler = if is_crossing && !is_last { "─" } else { " " };
                text += &filler.repeat(missing);
            }
            out += text.trim_end();
            out.push('\n');
        }
        let mut files = " ".repeat(margin + 1);
        for column in 0..columns.len() {
            let lowest = cells.iter().rev().find_map(|row| row[column]);
            let file = lowest.map_or("", |cell| &*self.cells[cell].file);
            files += &format!("{file:width$}");
        }
        out += files.trim_end();
        out.push('\n');
        out
    }

    fn character(&self, figure: &Figure, unicode: bool) -> String {
        if let (true, Some((_, piece))) = (unicode, figure.known) {
            let set = self.chosen(figure.sets);
            let own = set.and_then(|set| (set.figurine)(piece));
            if let Some(own) = own {
                return own.to_string();
            }
        }
        match figure.side {
            Some(Side::Second) => figure.letters.to_lowercase(),
            _ => figure.letters.clone(),
        }
    }
}

/// How lines cross at a point: on the upper, lower, left, right edge or none of them.
fn crossing(edges: [bool; 4]) -> &'static str {
    match edges {
        [true, _, true, _] => "┌",
        [true, _, _, true] => "┐",
        [_, true, true, _] => "└",
        [_, true, _, true] => "┘",
        [true, ..] => "┬",
        [_, true, ..] => "┴",
        [_, _, true, _] => "├",
        [_, _, _, true] => "┤",
        _ => "┼",
    }
}
