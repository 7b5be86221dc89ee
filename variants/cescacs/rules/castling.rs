//! Castling moves, 24 in the standard game and 12 in Grand C'escacs: their names, and the targets of king and
//! rooks.

use crate::core::board::{Side, Square};
use crate::variants::cescacs::geometry::hexes::HexSet;
use crate::variants::cescacs::geometry::{hex, mirror};
use crate::variants::cescacs::rules::reach::between;
use crate::variants::cescacs::rules::ruleset::Ruleset;

/// A castling move, with White's hexes.
#[derive(Clone, Copy, Debug)]
pub struct Castling {
    /// Its name, which means different moves in the two games.
    pub name: &'static str,
    /// The ruleset that it belongs to.
    pub ruleset: Ruleset,
    king: Square,
    kings_rook: Option<Square>,
    queens_rook: Option<Square>,
}

/// The path of a piece in castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Its home hex.
    pub from: Square,
    /// Its target.
    pub to: Square,
}

/// White's hex of the unmoved king.
pub const KING: Square = hex("G1");

/// All castling moves; a move's castling index counts from the first.
pub const CASTLINGS: [Castling; 36] = [
    short("KRK-II", "I5", "I7"),
    short("KRK-IK", "I5", "K4"),
    short("KRK-IH", "I5", "H4"),
    short("KRK-HIO", "H6", "I5"),
    short("KRK-HIOO", "H6", "I7"),
    short("KRK-HH", "H6", "H4"),
    short("KRK-HG", "H6", "G5"),
    short("KRK-FG", "F6", "G5"),
    short("KRK-FE", "F6", "E7"),
    short("KRK-EF", "E5", "F6"),
    short("KRK-EE", "E5", "E7"),
    long("KRD-DD", "D2", "D4"),
    long("KRD-DE", "D2", "E1"),
    long("KRD-HH", "H6", "H8"),
    long("KRD-HG", "H6", "G7"),
    long("KRD-FG", "F6", "G7"),
    long("KRD-FE", "F6", "E5"),
    long("KRD-EF", "E5", "F6"),
    long("KRD-ED", "E5", "D4"),
    double("KRR-HIH", "H6", "I7", "H8"),
    double("KRR-HGG", "H6", "G5", "G7"),
    double("KRR-FGG", "F6", "G5", "G7"),
    double("KRR-FEE", "F6", "E7", "E5"),
    double("KRR-EEF", "E5", "E7", "F6"),
    grand(short("KRK-FF", "F6", "F8")),
    grand(short("KRK-FG", "F6", "G7")),
    grand(short("KRK-HG", "H6", "G7")),
    grand(short("KRK-HI", "H6", "I5")),
    grand(long("KRD-DE", "D2", "E1")),
    grand(long("KRD-DC", "D2", "C5")),
    grand(long("KRD-ED", "E5", "D6")),
    grand(long("KRD-EE", "E5", "E7")),
    grand(long("KRD-FE", "F6", "E7")),
    grand(long("KRD-FF", "F6", "F8")),
    grand(double("KRR-FFE", "F6", "F8", "E7")),
    grand(double("KRR-FGF", "F6", "G7", "F8")),
];

/// The names in the order of [`CASTLINGS`].
pub const NAMES: [&str; CASTLINGS.len()] = {
    let mut names = [""; CASTLINGS.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = CASTLINGS[index].name;
        index += 1;
    }
    names
};

const fn short(name: &'static str, king: &str, rook: &str) -> Castling {
    Castling {
        name,
        ruleset: Ruleset::Standard,
        king: hex(king),
        kings_rook: Some(hex(rook)),
        queens_rook: None,
    }
}

const fn long(name: &'static str, king: &str, rook: &str) -> Castling {
    Castling {
        name,
        ruleset: Ruleset::Standard,
        king: hex(king),
        kings_rook: None,
        queens_rook: Some(hex(rook)),
    }
}

const fn double(name: &'static str, king: &str, kings_rook: &str, queens_rook: &str) -> Castling {
    Castling {
        name,
        ruleset: Ruleset::Standard,
        king: hex(king),
        kings_rook: Some(hex(kings_rook)),
        queens_rook: Some(hex(queens_rook)),
    }
}

/// The castling move with the hexes of Grand C'escacs.
const fn grand(castling: Castling) -> Castling {
    Castling {
        ruleset: Ruleset::Grand,
        ..castling
    }
}

/// The index of the castling move with this name: in this game or, if it has none, in the other.
pub fn find(name: impl Fn(&str) -> bool, ruleset: Ruleset) -> Option<u8> {
    let named = |own: bool| {
        let mut all = CASTLINGS.iter();
        all.position(|castling| (castling.ruleset == ruleset) == own && name(castling.name))
    };
    named(true)
        .or_else(|| named(false))
        .map(|index| index as u8)
}

impl Castling {
    /// The path of the king.
    pub fn king(&self, side: Side) -> Way {
        way(KING, self.king, side)
    }

    /// The paths of the rooks that take part.
    pub fn rooks(&self, side: Side) -> impl Iterator<Item = Way> {
        let homes = self.ruleset.rooks();
        let kings = self.kings_rook.map(|to| way(homes.kings, to, side));
        let queens = self.queens_rook.map(|to| way(homes.queens, to, side));
        kings.into_iter().chain(queens)
    }

    /// Whether the king's rook takes part, and the queen's.
    pub fn uses(&self) -> (bool, bool) {
        (self.kings_rook.is_some(), self.queens_rook.is_some())
    }

    /// The hexes that must be empty: the king's target, and the rooks' paths with their targets.
    pub fn path(&self, side: Side) -> HexSet {
        self.rooks(side)
            .map(|rook| between(rook.from, rook.to).with(rook.to))
            .fold(HexSet::of(self.king(side).to), HexSet::union)
    }
}

fn way(from: Square, to: Square, side: Side) -> Way {
    match side {
        Side::First => Way { from, to },
        Side::Second => Way {
            from: mirror(from),
            to: mirror(to),
        },
    }
}
