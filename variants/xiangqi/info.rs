//! The properties of Xiangqi.

use super::{geometry, record};
use crate::core::board::{Cells, Geometry, Role};
use crate::core::byte_class::{ByteClass, ByteClasses};
use crate::core::outcome::Outcome;
use crate::variant::{RoleInfo, SpecRules, VariantInfo};

pub const GENERAL: Role = Role::new(1);
pub const ADVISOR: Role = Role::new(2);
pub const ELEPHANT: Role = Role::new(3);
pub const HORSE: Role = Role::new(4);
pub const CHARIOT: Role = Role::new(5);
pub const CANNON: Role = Role::new(6);
pub const SOLDIER: Role = Role::new(7);

pub const INFO: VariantInfo = VariantInfo {
    id: "xiangqi",
    name: "Xiangqi",
    requirements: "XQ",
    selectors: &[
        (
            "Game",
            &[
                "chinese chess",
                "xiangqi",
                "cchess",
                "象棋",
                "中国象棋",
                "中國象棋",
                "象棋谱大全",
                "象棋譜大全",
            ],
        ),
        (
            "Variant",
            &[
                "xiangqi",
                "chinese chess",
                "cchess",
                "象棋",
                "中国象棋",
                "中國象棋",
            ],
        ),
    ],
    unsupported: &[
        "janggi",
        "janggicasual",
        "janggimodern",
        "janggitraditional",
        "korean chess",
        "jieqi",
        "揭棋",
        "manchu",
        "minixiangqi",
        "supply",
    ],
    first: &["Red", "White"],
    second: &["Black"],
    sides: ["Red", "Black"],
    roster: &[
        "Game", "Event", "Site", "Date", "Round", "Red", "Black", "Result",
    ],
    repeatable: &[],
    roles: &[
        RoleInfo {
            letter: 'K',
            name: "general",
        },
        RoleInfo {
            letter: 'A',
            name: "advisor",
        },
        RoleInfo {
            letter: 'B',
            name: "elephant",
        },
        RoleInfo {
            letter: 'N',
            name: "horse",
        },
        RoleInfo {
            letter: 'R',
            name: "chariot",
        },
        RoleInfo {
            letter: 'C',
            name: "cannon",
        },
        RoleInfo {
            letter: 'P',
            name: "soldier",
        },
    ],
    castlings: &[],
    results: &[
        ("1-0", Outcome::FirstWins),
        ("0-1", Outcome::SecondWins),
        ("1/2-1/2", Outcome::Draw),
        ("*", Outcome::Unknown),
        ("0-0", Outcome::Unknown),
        ("红先胜", Outcome::FirstWins),
        ("紅先勝", Outcome::FirstWins),
        ("红先负", Outcome::SecondWins),
        ("紅先負", Outcome::SecondWins),
        ("红先和", Outcome::Draw),
        ("紅先和", Outcome::Draw),
        ("红胜", Outcome::FirstWins),
        ("紅勝", Outcome::FirstWins),
        ("黑胜", Outcome::SecondWins),
        ("黑勝", Outcome::SecondWins),
        ("和棋", Outcome::Draw),
        ("和局", Outcome::Draw),
        ("和", Outcome::Draw),
        ("未知", Outcome::Unknown),
    ],
    setup: &["FEN"],
    notation_tags: &["Format"],
    geometry: Geometry {
        squares: geometry::POINTS as u8,
        cells: Cells::Points,
        name: geometry::name,
        square: geometry::square,
        centre: geometry::centre,
    },
    // WXF moves may begin with a tandem mark (`+C-2`) or look like a number (`33.4`). 0xE3 begins the
    // ideographic blank, comma and stop, which separate moves; no character of a move begins with it.
    classes: ByteClasses {
        dotted_moves: true,
        prefix_annotations: true,
        glued_words: true,
        ..ByteClasses::PGN
            .with(b"+-", ByteClass::Word)
            .with(&[0xE3], ByteClass::Punctuation)
    },
    extensions: &["pgn", "pgns"],
    spec_rules: SpecRules {
        results: 4,
        last_nag: 139,
        punctuation: false,
        wide_blanks: false,
        tags: record::NAMES,
        tag_faults: record::values,
        section: record::section,
        notation_tag: Some("Format"),
        spaced: true,
        dotted_second: true,
        has_moves: true,
        private: SpecRules::never_private,
        latin: false,
        line_comments: false,
        reviewed: false,
    },
};
