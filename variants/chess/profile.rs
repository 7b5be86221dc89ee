//! The facts of orthodox chess.

use super::{geometry, tags};
use crate::board::Role;
use crate::lexis::Lexis;
use crate::outcome::Outcome;
use crate::variant::{Norm, Profile, RoleInfo};

pub(super) const PAWN: Role = Role::new(1);
pub(super) const KNIGHT: Role = Role::new(2);
pub(super) const BISHOP: Role = Role::new(3);
pub(super) const ROOK: Role = Role::new(4);
pub(super) const QUEEN: Role = Role::new(5);
pub(super) const KING: Role = Role::new(6);

const fn role(letter: char, name: &'static str) -> RoleInfo {
    RoleInfo { letter, name }
}

pub(super) const PROFILE: Profile = Profile {
    id: "chess",
    name: "chess",
    requirements: "CH",
    selectors: &[
        (
            "Variant",
            &[
                "standard",
                "chess",
                "normal",
                "orthodox",
                "from position",
                "fromposition",
                "chess960",
                "chess 960",
                "fischerandom",
                "fischerrandom",
                "fischer random",
                "freestyle",
            ],
        ),
        ("Game", &["chess", "international chess"]),
    ],
    kin: &[
        "atomic",
        "crazyhouse",
        "bughouse",
        "antichess",
        "suicide",
        "giveaway",
        "losers",
        "horde",
        "king of the hill",
        "kingofthehill",
        "koth",
        "racing kings",
        "racingkings",
        "three-check",
        "threecheck",
        "3check",
        "three check",
        "5check",
        "s-chess",
        "seirawan",
        "capablanca",
        "gothic",
        "grand",
        "duck",
        "fog of war",
        "makruk",
        "sittuyin",
        "shatranj",
        "placement",
        "setup chess",
    ],
    first: &["White"],
    second: &["Black"],
    sides: ["White", "Black"],
    roster: &["Event", "Site", "Date", "Round", "White", "Black", "Result"],
    repeatable: &[],
    roles: &[
        role('P', "pawn"),
        role('N', "knight"),
        role('B', "bishop"),
        role('R', "rook"),
        role('Q', "queen"),
        role('K', "king"),
    ],
    castlings: &["O-O", "O-O-O"],
    results: &[
        ("1-0", Outcome::FirstWins),
        ("0-1", Outcome::SecondWins),
        ("1/2-1/2", Outcome::Draw),
        ("*", Outcome::Unknown),
        ("½-½", Outcome::Draw),
        // With colons, and with dashes and signs that look like a hyphen.
        ("1:0", Outcome::FirstWins),
        ("0:1", Outcome::SecondWins),
        ("½:½", Outcome::Draw),
        ("1\u{2013}0", Outcome::FirstWins),
        ("0\u{2013}1", Outcome::SecondWins),
        ("½\u{2013}½", Outcome::Draw),
        ("1/2\u{2013}1/2", Outcome::Draw),
        ("1\u{2010}0", Outcome::FirstWins),
        ("0\u{2010}1", Outcome::SecondWins),
        ("½\u{2010}½", Outcome::Draw),
        ("1/2\u{2010}1/2", Outcome::Draw),
        ("1\u{2011}0", Outcome::FirstWins),
        ("0\u{2011}1", Outcome::SecondWins),
        ("½\u{2011}½", Outcome::Draw),
        ("1/2\u{2011}1/2", Outcome::Draw),
        ("1\u{2012}0", Outcome::FirstWins),
        ("0\u{2012}1", Outcome::SecondWins),
        ("½\u{2012}½", Outcome::Draw),
        ("1/2\u{2012}1/2", Outcome::Draw),
        ("1\u{2014}0", Outcome::FirstWins),
        ("0\u{2014}1", Outcome::SecondWins),
        ("½\u{2014}½", Outcome::Draw),
        ("1/2\u{2014}1/2", Outcome::Draw),
        ("1\u{2212}0", Outcome::FirstWins),
        ("0\u{2212}1", Outcome::SecondWins),
        ("½\u{2212}½", Outcome::Draw),
        ("1/2\u{2212}1/2", Outcome::Draw),
        ("½", Outcome::Draw),
        ("1/2", Outcome::Draw),
    ],
    setup: &["FEN"],
    geometry: geometry::GEOMETRY,
    lexis: Lexis::PGN,
    extensions: &["pgn"],
    norm: Norm {
        results: 4,
        last_nag: 139,
        signs: false,
        wide_blanks: false,
        reviewed: false,
        tags: &tags::NAMES,
        tag_faults: tags::check,
        section: tags::section,
        notation_tag: None,
        spaced: false,
        dotted_second: false,
        has_moves: false,
    },
};
