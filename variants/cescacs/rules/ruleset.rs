//! The standard game and Grand C'escacs: the differences.
//!
//! Games of Grand C'escacs, which is experimental, are checked for algebraic coherence only (CE-194, CE-195).
//! The moves of its pieces are known well enough to generate moves, but not to call one illegal.

use super::super::geometry::hex;
use super::super::info::{
    ALMOGAVAR, BISHOP, ELEPHANT, KING, KNIGHT, PAWN, PEGASUS, QUEEN, ROLES, ROOK, WYVERN,
};
use crate::core::board::{Role, Square};
use crate::core::tags::Tags;

/// One of the two games on the board of 169 hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ruleset {
    /// The game of the specification.
    #[default]
    Standard,
    /// A game with more pawns and knights, and a piece of its own, the almogavar.
    Grand,
}

/// Hexes of White's pieces, with their roles.
pub(in super::super) type Array = &'static [(&'static [&'static str], Role)];

/// White's hexes of the unmoved rooks.
pub(in super::super) struct Rooks {
    pub(in super::super) queens: Square,
    pub(in super::super) kings: Square,
}

/// Values of the tag Variant that name Grand C'escacs, in lower case.
pub(in super::super) const GRAND: [&str; 7] = [
    "grand c'escacs",
    "grand c\u{2019}escacs",
    "grand c\u{2018}escacs",
    "grand c\u{2bc}escacs",
    "grand c`escacs",
    "grand c\u{b4}escacs",
    "grand cescacs",
];

impl Ruleset {
    /// The ruleset in the tags of a game, and the index of the tag that names it.
    pub(in super::super) fn of(tags: &Tags<'_>) -> (Ruleset, Option<usize>) {
        let tag = tags.position("Variant");
        let value = tag.and_then(|at| tags.nth(at)).map(|tag| tag.value());
        let grand = value.is_some_and(|value| is_grand(&value));
        if grand {
            (Ruleset::Grand, tag)
        } else {
            (Ruleset::Standard, None)
        }
    }

    /// The name in the tag Variant.
    pub const fn name(self) -> &'static str {
        match self {
            Ruleset::Standard => "C'escacs",
            Ruleset::Grand => "Grand C'escacs",
        }
    }

    /// The number of pieces of each role that a side starts with, in the order of the roles.
    pub(in super::super) const fn army(self) -> &'static [u8; ROLES.len()] {
        match self {
            Ruleset::Standard => &[11, 4, 3, 2, 2, 2, 1, 1, 1, 0],
            Ruleset::Grand => &[15, 4, 3, 4, 2, 2, 1, 1, 1, 4],
        }
    }

    /// White's pieces at the start; Black's are opposite.
    pub(in super::super) const fn array(self) -> Array {
        match self {
            Ruleset::Standard => &[
                (
                    &[
                        "A5", "B4", "C5", "D6", "E7", "F8", "G7", "H6", "I5", "K4", "L5",
                    ],
                    PAWN,
                ),
                (&["D4", "E5", "G5", "H4"], ELEPHANT),
                (&["F2", "F4", "F6"], BISHOP),
                (&["E3", "G3"], KNIGHT),
                (&["D2", "H2"], PEGASUS),
                (&["C3", "I3"], ROOK),
                (&["F0"], WYVERN),
                (&["E1"], QUEEN),
                (&["G1"], KING),
            ],
            Ruleset::Grand => &[
                (
                    &[
                        "P7", "T6", "A9", "B6", "C7", "D6", "E7", "F8", "G7", "H6", "I7", "K6",
                        "L9", "X6", "Z7",
                    ],
                    PAWN,
                ),
                (&["D4", "E5", "G5", "H4"], ELEPHANT),
                (&["F2", "F4", "F6"], BISHOP),
                (&["C3", "E3", "G3", "I3"], KNIGHT),
                (&["D2", "H2"], PEGASUS),
                (&["B4", "K4"], ROOK),
                (&["F0"], WYVERN),
                (&["E1"], QUEEN),
                (&["G1"], KING),
                (&["A7", "C5", "I5", "L7"], ALMOGAVAR),
            ],
        }
    }

    pub(in super::super) const fn rooks(self) -> Rooks {
        match self {
            Ruleset::Standard => Rooks {
                queens: hex("C3"),
                kings: hex("I3"),
            },
            Ruleset::Grand => Rooks {
                queens: hex("B4"),
                kings: hex("K4"),
            },
        }
    }

    /// Whether a piece of this role captures en passant, and can be captured like that.
    pub(in super::super) fn passes(self, role: Role) -> bool {
        role == PAWN || self == Ruleset::Grand && matches!(role, ELEPHANT | ALMOGAVAR)
    }
}

/// Whether a value of the tag Variant names Grand C'escacs.
fn is_grand(value: &str) -> bool {
    let value = value.trim().to_lowercase();
    GRAND.contains(&&*value)
}

/// Whether the tags in the text of a record name Grand C'escacs.
pub(in super::super) fn is_grand_record(text: &str) -> bool {
    let lines = text.lines().map(str::trim_start);
    let mut tags = lines
        .skip_while(|line| line.is_empty())
        .map_while(|line| line.strip_prefix('['));
    tags.any(|tag| {
        let words = tag.trim_start();
        let value = words
            .get(..7)
            .filter(|name| name.eq_ignore_ascii_case("Variant"))
            .and_then(|_| words[7..].trim_start().strip_prefix('"'));
        value
            .and_then(|value| value.split('"').next())
            .is_some_and(is_grand)
    })
}
