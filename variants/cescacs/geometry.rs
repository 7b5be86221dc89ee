//! The 169 hexes: columns and transversal lines.
//!
//! Fifteen columns `P T A B C D E F G H I K L X Z`, numbered -7 to 7, and lines 0 to 28. The hex of
//! column `c` and line `l` exists if both have the same parity and |c| ≤ l ≤ 28 − |c|. Hexes are
//! indexed column by column from P, each from White's side upwards: P7 is 0, Z21 is 168.

pub(super) mod hexes;

use crate::core::board::{Cells, Geometry, Side, Square, SquareName};

/// The number of hexes.
pub const HEXES: usize = 169;

/// The number of the last line.
pub const LAST_LINE: i8 = 28;

/// The letters of the columns, from White's left.
pub const COLUMNS: [u8; 15] = *b"PTABCDEFGHIKLXZ";

/// The six orthogonal steps, as (columns, lines).
pub const ORTHOGONAL: [(i8, i8); 6] = [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)];

/// The six diagonal steps; they keep the colour of the hex.
pub const DIAGONAL: [(i8, i8); 6] = [(1, 3), (2, 0), (1, -3), (-1, -3), (-2, 0), (-1, 3)];

/// The twelve knight jumps.
pub const JUMPS: [(i8, i8); 12] = [
    (1, 5),
    (2, 4),
    (3, 1),
    (3, -1),
    (2, -4),
    (1, -5),
    (-1, -5),
    (-2, -4),
    (-3, -1),
    (-3, 1),
    (-2, 4),
    (-1, 5),
];

/// The board in the form that the common code uses.
pub const GEOMETRY: Geometry = Geometry {
    squares: HEXES as u8,
    cells: Cells::Hexagons,
    name,
    square,
    centre,
};

/// No hex, or no column.
const NONE: u8 = u8::MAX;

/// The hex of each column (from 0) and line.
const GRID: [[u8; 29]; 15] = {
    let mut grid = [[NONE; 29]; 15];
    let mut index = 0;
    let mut column = 0_usize;
    while column < 15 {
        let offset = column.abs_diff(7);
        let mut line = offset;
        while line <= 28 - offset {
            grid[column][line] = index;
            index += 1;
            line += 2;
        }
        column += 1;
    }
    assert!(index as usize == HEXES);
    grid
};

/// The column (-7 to 7) and line of each hex.
const COORDINATES: [(i8, i8); HEXES] = {
    let mut coordinates = [(0, 0); HEXES];
    let mut column = 0;
    while column < 15 {
        let mut line = 0;
        while line < 29 {
            let index = GRID[column][line];
            if index != NONE {
                coordinates[index as usize] = (column as i8 - 7, line as i8);
            }
            line += 1;
        }
        column += 1;
    }
    coordinates
};

/// The column (from 0) of each capital letter.
const COLUMN_OF: [u8; 26] = {
    let mut table = [NONE; 26];
    let mut column = 0;
    while column < 15 {
        table[(COLUMNS[column] - b'A') as usize] = column as u8;
        column += 1;
    }
    table
};

/// The hex of a column (-7 to 7) and a line, if it is on the board.
#[inline]
pub const fn at(column: i8, line: i8) -> Option<Square> {
    if column < -7 || column > 7 || line < 0 || line > LAST_LINE {
        return None;
    }
    match GRID[(column + 7) as usize][line as usize] {
        NONE => None,
        index => Some(Square(index)),
    }
}

/// The column, from -7 to 7.
#[inline]
pub const fn column(hex: Square) -> i8 {
    COORDINATES[hex.index()].0
}

/// The line, from 0 to 28.
#[inline]
pub const fn line(hex: Square) -> i8 {
    COORDINATES[hex.index()].1
}

/// The hex at a distance in columns and lines, if it is on the board.
#[inline]
pub const fn step(from: Square, (columns, lines): (i8, i8)) -> Option<Square> {
    at(column(from) + columns, line(from) + lines)
}

/// The difference in columns and lines from one hex to another.
#[inline]
pub const fn difference(from: Square, to: Square) -> (i8, i8) {
    (column(to) - column(from), line(to) - line(from))
}

/// The hex that mirrors `hex` for the other side.
#[inline]
pub const fn mirror(hex: Square) -> Square {
    match at(column(hex), LAST_LINE - line(hex)) {
        Some(mirrored) => mirrored,
        None => hex,
    }
}

/// The colour of a hex: 0 black, 1 white, 2 "colour".
#[inline]
pub const fn colour(hex: Square) -> u8 {
    (line(hex) % 3) as u8
}

/// The direction in which a side's pawns move: 1 or -1.
#[inline]
pub const fn forward(side: Side) -> i8 {
    match side {
        Side::First => 1,
        Side::Second => -1,
    }
}

/// Whether it is the last hex of its column for this side.
#[inline]
pub const fn is_promotion_hex(hex: Square, side: Side) -> bool {
    let edge = column(hex).abs();
    match side {
        Side::First => line(hex) == LAST_LINE - edge,
        Side::Second => line(hex) == edge,
    }
}

/// The hexes of a line, in the order of PDTL: from White's left.
pub fn row(line: i8) -> impl Iterator<Item = Square> {
    (-7..=7).filter_map(move |column| at(column, line))
}

/// Reads the hex that `text` begins with, and the length of its name.
#[inline]
pub const fn read(text: &[u8]) -> Option<(Square, usize)> {
    let [letter @ b'A'..=b'Z', tens @ b'0'..=b'9', ..] = text else {
        return None;
    };
    let mut line = (*tens - b'0') as usize;
    let mut len = 2;
    if let [_, _, ones @ b'0'..=b'9', ..] = text {
        if line == 0 {
            return None;
        }
        line = line * 10 + (*ones - b'0') as usize;
        len = 3;
    }
    let column = COLUMN_OF[(*letter - b'A') as usize];
    if column == NONE || line > LAST_LINE as usize {
        return None;
    }
    match GRID[column as usize][line] {
        NONE => None,
        index => Some((Square(index), len)),
    }
}

/// The hex with this name, for constants.
///
/// # Panics
///
/// If there is none: at compile time, where it is used in constants.
pub const fn hex(name: &str) -> Square {
    match read(name.as_bytes()) {
        Some((hex, len)) if len == name.len() => hex,
        _ => panic!("no such hex"),
    }
}

/// The name of a hex.
pub fn name(hex: Square) -> SquareName {
    let letter = COLUMNS[(column(hex) + 7) as usize];
    let line = line(hex) as u8;
    let ones = b'0' + line % 10;
    if line < 10 {
        SquareName::new(&[letter, ones])
    } else {
        SquareName::new(&[letter, b'0' + line / 10, ones])
    }
}

/// The hex with a name.
pub fn square(name: &str) -> Option<Square> {
    let (hex, len) = read(name.as_bytes())?;
    (len == name.len()).then_some(hex)
}

/// The centre of a hex with a flat side at the bottom: columns are three quarters of a width apart, and a hex
/// is √3/2 of its width high.
fn centre(hex: Square) -> (f32, f32) {
    let half_height = 3f32.sqrt() / 4.0;
    (
        0.5 + 0.75 * f32::from(column(hex) + 7),
        half_height * f32::from(line(hex) + 1),
    )
}
