//! Games of C'escacs in Portable Chess Notation: style `cescacs`, White at the bottom.
//!
//! The rows are the transversal lines in the order of PDTL, from line 28 down to line 0, each with its hexes
//! from White's left. So they differ in length, from one hex to eight.

use super::geometry::{HEXES, LAST_LINE, line, row};
use super::info::ALMOGAVAR;
use super::position::{CescacsPosition, Pieces, Rights, Special};
use super::rules::ruleset::Ruleset;
use crate::core::board::{Piece, Side, Square};
use crate::format::pcn::{Family, Mapping};
use crate::variant::Position;
use std::num::NonZeroU32;

/// The number of lines.
const LINES: usize = LAST_LINE as usize + 1;

pub(super) const MAPPING: Mapping = Mapping {
    style: "cescacs",
    pieces: &["p", "e", "j", "n", "g", "r", "v", "d", "k", "m"],
    rows: &ROWS,
    place,
    setup,
    family: Some(family),
};

/// The lengths of the lines from the top: a line has a hex in every other column, limited by the corners of the
/// board.
const ROWS: [u8; LINES] = {
    let mut rows = [0; LINES];
    let mut at = 0;
    while at < LINES {
        let to_corner = if at < LINES - 1 - at {
            at
        } else {
            LINES - 1 - at
        };
        rows[at] = match to_corner {
            near @ 0..7 => near as u8 + 1,
            far => 8 - (far as u8 - 7) % 2,
        };
        at += 1;
    }
    rows
};

fn place(hex: Square) -> (u8, u8) {
    let line = line(hex);
    let before = row(line).take_while(|other| *other != hex).count();
    ((LAST_LINE - line) as u8, before as u8)
}

/// Almogavars indicate a game of Grand C'escacs.
fn ruleset(pieces: &dyn Fn(Square) -> Option<Piece>) -> Ruleset {
    let mut all = (0..HEXES as u8).filter_map(|hex| pieces(Square(hex)));
    if all.any(|piece| piece.role == ALMOGAVAR) {
        Ruleset::Grand
    } else {
        Ruleset::Standard
    }
}

fn family(pieces: &dyn Fn(Square) -> Option<Piece>) -> Option<Family> {
    match ruleset(pieces) {
        Ruleset::Standard => None,
        grand => Some(("Variant", grand.name())),
    }
}

/// A PDTL with all castling rights; reading it keeps those for which the pieces are on their home hexes.
fn setup(pieces: &dyn Fn(Square) -> Option<Piece>, turn: Side) -> String {
    let mut board = Pieces::EMPTY;
    for hex in (0..HEXES as u8).map(Square) {
        if let Some(Piece { role, side }) = pieces(hex) {
            board.put(hex, role, side);
        }
    }
    CescacsPosition::new(
        ruleset(pieces),
        board,
        turn,
        Rights::ALL,
        Special::None,
        0,
        NonZeroU32::new(1),
    )
    .describe()
}
