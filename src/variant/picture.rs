//! How the board and the pieces of a variant are drawn, as data.
//!
//! A [`Picture`] says what [`draw`](crate::draw) cannot know from the [geometry](crate::Geometry): the shades
//! of the squares, lines on the board, coordinates, and what the pieces look like. All lengths are in widths
//! of a cell, x to the right and y upwards, as the first player sees the board; only paths of drawings have a
//! box of their own, 100 × 100 with y downwards.

use crate::core::board::{Piece, Role, Square};

/// How the board and the pieces of a variant are drawn
/// ([`Variant::PICTURE`](crate::Variant::PICTURE)).
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// The shade of a square. None: squares alternate, and the lower left one is dark; other boards have one
    /// shade.
    pub shade: Option<fn(Square) -> Shade>,
    /// Lines on the board, each from one point to another. Square and hexagonal cells need none for their
    /// edges.
    pub lines: fn() -> Vec<Line>,
    /// The piece that is marked when it is in check. None: the one whose name is `king`, if there is one.
    pub royal: Option<Role>,
    /// The sets of pieces that people can choose from, the usual one first. If it is empty, pieces are drawn by
    /// their names where there is a drawing, and else as discs with their letters.
    pub sets: &'static [PieceSet],
}

/// A line from one point to another, in widths of a cell.
pub type Line = [(f32, f32); 2];

/// The shade of a square. What colour that is, the theme says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// A dark square.
    Dark,
    /// A light square.
    Light,
    /// The third colour of boards of hexagons.
    Third,
}

/// A way to draw all pieces of a variant, and what on the board goes with it.
#[derive(Clone, Copy, Debug)]
pub struct PieceSet {
    /// The name by which people choose it: lower case, ASCII, no blanks.
    pub name: &'static str,
    /// The colours of the two sides.
    pub tints: [Tint; 2],
    /// What a piece looks like; none if it is drawn as a disc with its letter.
    pub drawing: fn(Piece) -> Option<Drawing>,
    /// The character of a piece in a board that is written as text; none if that is its letter.
    pub figurine: fn(Piece) -> Option<char>,
    /// The coordinates, for a board that is seen by the first player (`false`) or the second (`true`). None: the
    /// letters of the squares' names below, their numbers at the left.
    pub labels: Option<fn(bool) -> Vec<Label>>,
    /// What is written on the board. It stands upright, whoever sees the board.
    pub inscriptions: &'static [Inscription],
}

/// The colours of a side's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// Light bodies with dark lines.
    White,
    /// Dark bodies with light details.
    Black,
    /// Red bodies; red characters on discs.
    Red,
}

/// What a piece looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawing {
    /// A figure of several layers, the lowest first.
    Figure(&'static [Layer]),
    /// A disc with a character on it: its outline.
    Disc(&'static str),
}

/// A part of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layer {
    /// What is done with the path.
    pub paint: Paint,
    /// The path, in the syntax of SVG.
    pub path: &'static str,
}

/// What is done with a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paint {
    /// It is filled with the colour of the body and has a line around it.
    Body,
    /// A line on the body.
    Line,
    /// It is filled with the colour of lines on the body.
    Detail,
}

/// A coordinate beside a square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The square.
    pub square: Square,
    /// On which side of the square, for whoever sees the board.
    pub edge: Edge,
    /// What it says.
    pub text: LabelText,
}

/// The side of a square, for whoever sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// Above it.
    Above,
    /// Below it.
    Below,
    /// At its left.
    Left,
    /// At its right.
    Right,
}

/// What a coordinate says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LabelText {
    /// ASCII letters and digits; others are not drawn.
    Text(String),
    /// The outline of a character, in the box of drawings.
    Outline(&'static str),
}

/// Something that is written on the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Inscription {
    /// The outline of a character, in the box of drawings.
    pub outline: &'static str,
    /// Where its middle is, in widths of a cell.
    pub centre: (f32, f32),
    /// The width of its box, in widths of a cell.
    pub size: f32,
}

impl Picture {
    /// A picture of which only the geometry and the names of the pieces are known.
    pub const PLAIN: Picture = Picture {
        shade: None,
        lines: Vec::new,
        royal: None,
        sets: &[],
    };
}

impl Label {
    /// A coordinate of letters and digits.
    pub fn new(square: Square, edge: Edge, text: impl Into<String>) -> Label {
        Label {
            square,
            edge,
            text: LabelText::Text(text.into()),
        }
    }
}

impl Layer {
    /// A filled shape with a line around it.
    pub const fn body(path: &'static str) -> Layer {
        Layer {
            paint: Paint::Body,
            path,
        }
    }

    /// A line on a shape.
    pub const fn line(path: &'static str) -> Layer {
        Layer {
            paint: Paint::Line,
            path,
        }
    }

    /// A filled detail on a shape.
    pub const fn detail(path: &'static str) -> Layer {
        Layer {
            paint: Paint::Detail,
            path,
        }
    }
}
