//! The colours.

use crate::core::board::Cells;
use crate::values::commands::Colour;
use crate::variant::picture::{Shade, Tint};

/// The colours of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// For light pages: wood and paper.
    #[default]
    Light,
    /// For dark pages: slate.
    Dark,
}

impl Theme {
    /// The name by which people choose it.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
        }
    }

    pub(super) fn palette(self) -> &'static Palette {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }
}

/// The colours of what is no piece.
pub(super) struct Palette {
    pub page: &'static str,
    pub label: &'static str,
    dark: &'static str,
    light: &'static str,
    third: &'static str,
    /// A board of lines.
    points: &'static str,
    /// Lines, and the edges of hexagons.
    pub line: &'static str,
    pub edge: &'static str,
    pub last_move: &'static str,
    pub check: &'static str,
}

impl Palette {
    /// The colour of a cell.
    pub fn cell(&self, shape: Cells, shade: Shade) -> &'static str {
        match (shape, shade) {
            (Cells::Points, _) => self.points,
            (_, Shade::Dark) => self.dark,
            (_, Shade::Light) => self.light,
            (_, Shade::Third) => self.third,
        }
    }
}

const LIGHT: Palette = Palette {
    page: "#fbf6ec",
    label: "#6e5740",
    dark: "#b38b66",
    light: "#f2e4cb",
    third: "#cfc08a",
    points: "#f1d9a7",
    line: "#7b5630",
    edge: "#7d6045",
    last_move: "#e8b93a",
    check: "#d8392b",
};

const DARK: Palette = Palette {
    page: "#1f242b",
    label: "#b4bdc7",
    dark: "#687a8d",
    light: "#a6b2be",
    third: "#8ba294",
    points: "#4b5561",
    line: "#aeb8c2",
    edge: "#2b323b",
    last_move: "#e0b437",
    check: "#ef5546",
};

/// The colours of a side's pieces.
pub(super) struct Inks {
    pub body: &'static str,
    pub line: &'static str,
    pub detail: &'static str,
    /// Of a character on a disc.
    pub ink: &'static str,
}

/// The colours of pieces are the same in both themes, so that they can be told apart on both.
pub(super) fn inks(tint: Tint) -> Inks {
    match tint {
        Tint::White => Inks {
            body: "#fffdf7",
            line: "#28221e",
            detail: "#28221e",
            ink: "#28221e",
        },
        Tint::Black => Inks {
            body: "#3d3834",
            line: "#14110f",
            detail: "#f4eee3",
            ink: "#1c1917",
        },
        Tint::Red => Inks {
            body: "#d63a2e",
            line: "#4a0b07",
            detail: "#fff3e2",
            ink: "#b01c14",
        },
    }
}

/// The colour of an arrow or a coloured square.
pub(super) fn mark(colour: Colour) -> &'static str {
    match colour {
        'R' => "#d0342c",
        'G' => "#2f8f46",
        'B' => "#2f6fc0",
        'Y' => "#dba511",
        'O' => "#e2791d",
        'C' => "#1f9fae",
        'M' | 'P' => "#a2459f",
        _ => "#6b7280",
    }
}

/// The name of the colour of an arrow or a coloured square, for people.
pub(super) fn mark_name(colour: Colour) -> &'static str {
    match colour {
        'R' => "red",
        'G' => "green",
        'B' => "blue",
        'Y' => "yellow",
        'O' => "orange",
        'C' => "cyan",
        'M' | 'P' => "purple",
        _ => "grey",
    }
}
