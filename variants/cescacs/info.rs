//! The properties of C'escacs.

use super::geometry::GEOMETRY;
use super::record::KNOWN_TAGS;
use super::rules::castling;
use super::rules::ruleset::GRAND;
use crate::core::board::Role;
use crate::core::byte_class::{ByteClass, ByteClasses};
use crate::core::outcome::Outcome;
use crate::variant::{RoleInfo, SpecRules, VariantInfo};

/// Pawn.
pub const PAWN: Role = Role::new(1);
/// Elephant.
pub const ELEPHANT: Role = Role::new(2);
/// Bishop.
pub const BISHOP: Role = Role::new(3);
/// Knight.
pub const KNIGHT: Role = Role::new(4);
/// Pegasus: bishop and knight.
pub const PEGASUS: Role = Role::new(5);
/// Rook.
pub const ROOK: Role = Role::new(6);
/// Wyvern: rook and knight.
pub const WYVERN: Role = Role::new(7);
/// Queen.
pub const QUEEN: Role = Role::new(8);
/// King.
pub const KING: Role = Role::new(9);

/// Almogavar, a piece of Grand C'escacs.
pub const ALMOGAVAR: Role = Role::new(10);

/// The pieces in the order of their roles.
pub const ROLES: [RoleInfo; 10] = [
    role('P', "pawn"),
    role('E', "elephant"),
    role('J', "bishop"),
    role('N', "knight"),
    role('G', "pegasus"),
    role('R', "rook"),
    role('V', "wyvern"),
    role('D', "queen"),
    role('K', "king"),
    role('M', "almogavar"),
];

/// The names of the tag with a start position, the canonical one first. The other two occur in the
/// specification's own sample and in older files.
pub const SETUP: [&str; 3] = ["PDTL", "DPTL", "TLPD"];

/// Values of the tag Variant that name the standard game, in lower case.
const STANDARD: [&str; 7] = [
    "c'escacs",
    "c\u{2019}escacs",
    "c\u{2018}escacs",
    "c\u{2bc}escacs",
    "c`escacs",
    "c\u{b4}escacs",
    "cescacs",
];

/// The values that name either game.
const NAMES: [&str; STANDARD.len() + GRAND.len()] = {
    let mut names = [""; STANDARD.len() + GRAND.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = if index < STANDARD.len() {
            STANDARD[index]
        } else {
            GRAND[index - STANDARD.len()]
        };
        index += 1;
    }
    names
};

/// The variant in the form that the common code uses.
pub const INFO: VariantInfo = VariantInfo {
    id: "cescacs",
    name: "C'escacs",
    requirements: "CE",
    selectors: &[("Variant", &NAMES)],
    unsupported: &[],
    first: &["White", "WhiteAlias", "WhiteNA"],
    second: &["Black", "BlackAlias", "BlackNA"],
    sides: ["White", "Black"],
    roster: &[
        "Variant", "Event", "Site", "Date", "Round", "White", "Black", "Result",
    ],
    repeatable: &["Annotator", "Example"],
    roles: &ROLES,
    castlings: &castling::NAMES,
    results: &[
        ("3-0", Outcome::FirstWins),
        ("2-1", Outcome::FirstStalemates),
        ("0-3", Outcome::SecondWins),
        ("1-2", Outcome::SecondStalemates),
        ("1-1", Outcome::Draw),
        ("*", Outcome::Unknown),
        // With the other hyphen of moves (CE-129).
        ("3\u{2010}0", Outcome::FirstWins),
        ("2\u{2010}1", Outcome::FirstStalemates),
        ("0\u{2010}3", Outcome::SecondWins),
        ("1\u{2010}2", Outcome::SecondStalemates),
        ("1\u{2010}1", Outcome::Draw),
    ],
    setup: &SETUP,
    notation_tags: &["Redefine"],
    geometry: GEOMETRY,
    classes: LEXIS,
    extensions: &["ctl-pgn"],
    spec_rules: SpecRules {
        results: 6,
        last_nag: 255,
        punctuation: true,
        wide_blanks: true,
        reviewed: true,
        tags: &KNOWN_TAGS,
        tag_faults: SpecRules::no_tag_faults,
        section: SpecRules::no_section_faults,
        notation_tag: None,
        spaced: false,
        dotted_second: false,
        has_moves: false,
        private: super::record::private,
        latin: false,
        line_comments: false,
    },
};

const LEXIS: ByteClasses = ByteClasses {
    open_punctuation: true,
    variations_by_number: true,
    ..ByteClasses::PGN.with(b",:", ByteClass::Punctuation)
};

const fn role(letter: char, name: &'static str) -> RoleInfo {
    RoleInfo { letter, name }
}
