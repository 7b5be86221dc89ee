//! What the records of a variant look like, beyond what the variant itself says.

use crate::Style;
use crate::heading::Heading;
use movetext::variant::Write;
use movetext::variants::{Chess, Xiangqi};

type ChessNotation = <Chess as Write>::Notation;
type XiangqiNotation = <Xiangqi as Write>::Notation;

/// What the records of a variant look like. The defaults do for a variant of which nothing is said.
pub trait Habits: Write {
    /// The notations and their names, the standard one first; none: only the standard one.
    const NOTATIONS: &'static [(&'static str, Self::Notation)] = &[];
    /// How often the men of each role move in the opening, in the order of the roles; later roles
    /// count as 10.
    const OPENING: &'static [u32] = &[];
    /// The same after the opening.
    const LATER: &'static [u32] = &[];
    /// What the men of each role are worth.
    const VALUES: &'static [u32] = &[];
    /// Whether a player without a legal move has lost, in check or not.
    const STALEMATE_LOSES: bool = false;
    /// Whether comments are in Chinese.
    const CHINESE: bool = false;

    /// How moves are numbered.
    fn numbers(style: Style) -> Numbers {
        let _ = style;
        Numbers::SPACED
    }

    /// Writes the tags of a game.
    fn head(heading: &mut Heading<'_>, style: Style, notation: Self::Notation) {
        let (_, _) = (style, notation);
        heading.seven(Self::PROFILE.first[0], Self::PROFILE.second[0]);
    }
}

/// How moves are numbered.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// What stands between a number and the first player's move.
    pub first: &'static str,
    /// What stands between a number and the second player's move.
    pub second: &'static str,
    /// Whether the number is repeated for the second player after a comment or variation.
    pub again: bool,
}

impl Numbers {
    /// `1. e4 (1. ... e5`
    const SPACED: Numbers = Numbers {
        first: ". ",
        second: ". ... ",
        again: false,
    };
}

impl Habits for Chess {
    const NOTATIONS: &'static [(&'static str, ChessNotation)] = &[
        ("san", ChessNotation::San),
        ("lan", ChessNotation::Lan),
        ("uci", ChessNotation::Uci),
    ];
    // As in a thousand master games.
    const OPENING: &'static [u32] = &[41, 25, 19, 3, 6, 5];
    const LATER: &'static [u32] = &[20, 15, 14, 23, 15, 12];
    const VALUES: &'static [u32] = &[1, 3, 3, 5, 9, 0];

    fn numbers(style: Style) -> Numbers {
        match style {
            Style::Otb | Style::Annotated => Numbers {
                first: ".",
                second: "...",
                again: true,
            },
            Style::Online => Numbers {
                first: ". ",
                second: "... ",
                again: true,
            },
        }
    }

    fn head(heading: &mut Heading<'_>, style: Style, _: ChessNotation) {
        match style {
            Style::Otb => {
                heading.seven("White", "Black");
                heading.elo("White", "Black");
                heading.eco();
            }
            Style::Online => heading.online("White", "Black"),
            Style::Annotated => {
                heading.seven("White", "Black");
                heading.annotator();
            }
        }
    }
}

impl Habits for Xiangqi {
    const NOTATIONS: &'static [(&'static str, XiangqiNotation)] = &[
        ("chinese", XiangqiNotation::ChineseSimplified),
        ("traditional", XiangqiNotation::ChineseTraditional),
        ("wxf", XiangqiNotation::Wxf),
        ("iccs", XiangqiNotation::Iccs),
    ];
    const OPENING: &'static [u32] = &[1, 4, 8, 30, 18, 20, 19];
    const LATER: &'static [u32] = &[4, 6, 6, 24, 28, 20, 12];
    const VALUES: &'static [u32] = &[0, 2, 2, 4, 9, 4, 1];
    const STALEMATE_LOSES: bool = true;
    const CHINESE: bool = true;

    fn head(heading: &mut Heading<'_>, style: Style, notation: XiangqiNotation) {
        heading.tag("Game", "Chinese Chess");
        heading.seven("Red", "Black");
        if style == Style::Otb {
            heading.eco_of("ECCO");
        }
        heading.tag(
            "Format",
            match notation {
                XiangqiNotation::ChineseSimplified | XiangqiNotation::ChineseTraditional => {
                    "Chinese"
                }
                XiangqiNotation::Wxf => "WXF",
                XiangqiNotation::Iccs => "ICCS",
            },
        );
    }
}
