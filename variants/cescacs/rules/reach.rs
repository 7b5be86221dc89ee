//! Precomputed targets of a piece on each hex of an empty board.

use crate::core::board::{Piece, Side, Square};
use crate::variants::cescacs::geometry::hexes::HexSet;
use crate::variants::cescacs::geometry::{
    DIAGONAL, HEXES, JUMPS, LAST_LINE, ORTHOGONAL, column, is_promotion_hex, line, step,
};
use crate::variants::cescacs::info::{
    ALMOGAVAR, BISHOP, ELEPHANT, KING, KNIGHT, PAWN, PEGASUS, QUEEN, ROOK, WYVERN,
};
use crate::variants::cescacs::rules::ruleset::Ruleset;

/// The twelve directions of sliding: the orthogonal ones, then the diagonal ones. The opposite direction has
/// the index three higher or lower.
pub const WAYS: [(i8, i8); 12] = {
    let mut ways = [(0, 0); 12];
    let mut way = 0;
    while way < 6 {
        ways[way] = ORTHOGONAL[way];
        ways[way + 6] = DIAGONAL[way];
        way += 1;
    }
    ways
};

/// The number of orthogonal [`WAYS`].
pub const ORTHOGONALS: usize = 6;

/// The relation of two hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// A number of steps along one of the [`WAYS`].
    Line {
        /// The index of the direction.
        way: u8,
        /// The number of steps.
        distance: u8,
    },
    /// A knight's jump.
    Jump,
    /// Two jumps in one direction.
    Ride,
    /// No piece moves like this.
    None,
}

/// The relation of `to` to `from`.
#[inline]
pub fn relation(from: Square, to: Square) -> Relation {
    let columns = (column(to) - column(from) + COLUMNS) as usize;
    let lines = (line(to) - line(from) + LINES) as usize;
    RELATIONS[columns][lines]
}

/// The largest differences of columns and of lines.
const COLUMNS: i8 = 14;
const LINES: i8 = 28;

static RELATIONS: [[Relation; 2 * LINES as usize + 1]; 2 * COLUMNS as usize + 1] = {
    let mut table = [[Relation::None; 2 * LINES as usize + 1]; 2 * COLUMNS as usize + 1];
    let mut way = 0;
    while way < WAYS.len() {
        let (columns, lines) = WAYS[way];
        let mut distance = 1;
        while distance * columns.abs() <= COLUMNS && distance * lines.abs() <= LINES {
            let column = (distance * columns + COLUMNS) as usize;
            let line = (distance * lines + LINES) as usize;
            table[column][line] = Relation::Line {
                way: way as u8,
                distance: distance as u8,
            };
            distance += 1;
        }
        way += 1;
    }
    let mut jump = 0;
    while jump < JUMPS.len() {
        let (columns, lines) = JUMPS[jump];
        table[(columns + COLUMNS) as usize][(lines + LINES) as usize] = Relation::Jump;
        table[(2 * columns + COLUMNS) as usize][(2 * lines + LINES) as usize] = Relation::Ride;
        jump += 1;
    }
    table
};

/// The forward direction of a side.
#[inline]
pub const fn ahead(side: Side) -> u8 {
    match side {
        Side::First => 0,
        Side::Second => 3,
    }
}

/// The two diagonal-forward orthogonal directions of a side's pawns.
#[inline]
pub const fn diagonal(side: Side) -> [u8; 2] {
    match side {
        Side::First => [1, 5],
        Side::Second => [2, 4],
    }
}

/// The two capturing directions of a side's pawns.
#[inline]
pub const fn capturing(side: Side) -> [u8; 2] {
    match side {
        Side::First => [6, 11],
        Side::Second => [8, 9],
    }
}

/// The four diagonal directions of elephants.
pub const ELEPHANT_DIAGONALS: [u8; 4] = [6, 8, 9, 11];

/// The hexes along each of the [`WAYS`], up to the edge.
pub static RAYS: [[HexSet; HEXES]; WAYS.len()] = {
    let mut rays = [[HexSet::EMPTY; HEXES]; WAYS.len()];
    let mut way = 0;
    while way < WAYS.len() {
        let mut index = 0;
        while index < HEXES {
            let mut ray = HexSet::EMPTY;
            let mut next = step(Square(index as u8), WAYS[way]);
            while let Some(hex) = next {
                ray.insert(hex);
                next = step(hex, WAYS[way]);
            }
            rays[way][index] = ray;
            index += 1;
        }
        way += 1;
    }
    rays
};

/// The hexes between two hexes on a line; empty otherwise.
#[inline]
pub fn between(from: Square, to: Square) -> HexSet {
    match relation(from, to) {
        Relation::Line { way, .. } => between_along(way, from, to),
        _ => HexSet::EMPTY,
    }
}

/// The hexes between two, where the second is in that direction from the first.
#[inline]
pub fn between_along(way: u8, from: Square, to: Square) -> HexSet {
    let way = usize::from(way);
    let back = if way % 6 < 3 { way + 3 } else { way - 3 };
    RAYS[way][from.index()] & RAYS[back][to.index()]
}

/// All hexes on the orthogonals through a hex.
pub static ORTHOGONAL_RAYS: [HexSet; HEXES] = joined(0);

/// All hexes on the diagonals through a hex.
pub static DIAGONAL_RAYS: [HexSet; HEXES] = joined(ORTHOGONALS);

const fn joined(first: usize) -> [HexSet; HEXES] {
    let mut table = [HexSet::EMPTY; HEXES];
    let mut index = 0;
    while index < HEXES {
        let mut way = first;
        while way < first + 6 {
            table[index] = table[index].union(RAYS[way][index]);
            way += 1;
        }
        index += 1;
    }
    table
}

/// The hexes a knight's jump away.
pub static JUMP_TARGETS: [HexSet; HEXES] = around(&JUMPS);

/// The hexes that are adjacent to a hex, or one diagonal step away.
pub static NEIGHBOURS: [HexSet; HEXES] = around(&WAYS);

/// The hexes one diagonal step away.
pub static DIAGONAL_STEPS: [HexSet; HEXES] = around(&DIAGONAL);

/// The hexes from which a side's pawns attack a hex.
pub static PAWNS: [[HexSet; HEXES]; 2] = [around(&[(-1, -3), (1, -3)]), around(&[(-1, 3), (1, 3)])];

/// The hexes from which a side's elephants attack a hex; from the last ones only if the hex between is empty.
pub static ELEPHANTS: [[HexSet; HEXES]; 2] = [
    around(&[(-1, -3), (1, -3), (-1, 3), (1, 3), (0, -2), (0, -4)]),
    around(&[(-1, -3), (1, -3), (-1, 3), (1, 3), (0, 2), (0, 4)]),
];

const fn around(ways: &[(i8, i8)]) -> [HexSet; HEXES] {
    let mut table = [HexSet::EMPTY; HEXES];
    let mut index = 0;
    while index < HEXES {
        let mut way = 0;
        while way < ways.len() {
            if let Some(hex) = step(Square(index as u8), ways[way]) {
                table[index].insert(hex);
            }
            way += 1;
        }
        index += 1;
    }
    table
}

/// The hexes where a side's pawns are promoted or wait.
pub const PROMOTION: [HexSet; 2] = [promotion(Side::First), promotion(Side::Second)];

const fn promotion(side: Side) -> HexSet {
    let mut hexes = HexSet::EMPTY;
    let mut index = 0;
    while index < HEXES {
        if is_promotion_hex(Square(index as u8), side) {
            hexes.insert(Square(index as u8));
        }
        index += 1;
    }
    hexes
}

/// Where a piece could go from a hex, of either game, if nothing stood in its way.
pub fn of(piece: Piece, from: Square) -> HexSet {
    let at = from.index();
    match piece.role {
        PAWN => {
            let obliquely = diagonal(piece.side)
                .into_iter()
                .chain(capturing(piece.side));
            let ways = obliquely.filter_map(|way| step(from, WAYS[usize::from(way)]));
            let steps = along(from, &[ahead(piece.side)], 3);
            ways.fold(steps, HexSet::with)
        }
        ELEPHANT => along(from, &[ahead(piece.side)], 2) | along(from, &ELEPHANT_DIAGONALS, 1),
        BISHOP => DIAGONAL_RAYS[at],
        KNIGHT => {
            let rides = JUMPS.map(|(columns, lines)| step(from, (2 * columns, 2 * lines)));
            rides
                .into_iter()
                .flatten()
                .fold(JUMP_TARGETS[at], HexSet::with)
        }
        PEGASUS => DIAGONAL_RAYS[at] | JUMP_TARGETS[at],
        ROOK => ORTHOGONAL_RAYS[at],
        WYVERN => ORTHOGONAL_RAYS[at] | JUMP_TARGETS[at],
        QUEEN => ORTHOGONAL_RAYS[at] | DIAGONAL_RAYS[at],
        KING => NEIGHBOURS[at] | JUMP_TARGETS[at],
        ALMOGAVAR => {
            let twice = ORTHOGONAL.map(|(columns, lines)| step(from, (2 * columns, 2 * lines)));
            twice
                .into_iter()
                .flatten()
                .fold(DIAGONAL_STEPS[at], HexSet::with)
        }
        _ => HexSet::EMPTY,
    }
}

/// The hexes along some of the [`WAYS`], up to so many steps.
fn along(from: Square, ways: &[u8], most: usize) -> HexSet {
    let steps = ways.iter().flat_map(|way| {
        let next = move |hex: &Square| step(*hex, WAYS[usize::from(*way)]);
        std::iter::successors(next(&from), next).take(most)
    });
    steps.fold(HexSet::EMPTY, HexSet::with)
}

/// Whether a side's pawns may advance three hexes from here. The right belongs to the hex, not to the pawn: the
/// home hexes of pawns on the columns B to E and G to K.
#[inline]
pub const fn is_triple_hex(hex: Square, side: Side, ruleset: Ruleset) -> bool {
    let edge = column(hex).abs();
    let home = match side {
        Side::First => line(hex),
        Side::Second => LAST_LINE - line(hex),
    };
    let first = match ruleset {
        Ruleset::Standard => 8 - edge,
        Ruleset::Grand => 6 + edge % 2,
    };
    edge >= 1 && edge <= 4 && home == first
}
