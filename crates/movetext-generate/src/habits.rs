//! What the records of a variant look like, beyond what the variant itself says.

use crate::Style;
use crate::heading::Heading;
use movetext::Variant;
use movetext::variants::cescacs::{Hyphen, Symbols};
use movetext::variants::{Cescacs, Chess, Xiangqi};
use movetext::{Outcome, Side};

type ChessNotation = <Chess as Variant>::Notation;
type XiangqiNotation = <Xiangqi as Variant>::Notation;
type CescacsNotation = <Cescacs as Variant>::Notation;

const fn cescacs_notation(symbols: Option<Symbols>) -> CescacsNotation {
    CescacsNotation {
        symbols,
        hyphen: Hyphen::Ascii,
    }
}

/// What the records of a variant look like. The defaults do for a variant of which nothing is said.
pub trait Habits: Variant {
    /// The notations and their names, the standard one first; none: only the standard one.
    const NOTATIONS: &'static [(&'static str, Self::Notation)] = &[];
    /// How often the pieces of each role move in the opening, in the order of the roles; later roles
    /// count as 10.
    const OPENING: &'static [u32] = &[];
    /// The same after the opening.
    const LATER: &'static [u32] = &[];
    /// What the pieces of each role are worth.
    const VALUES: &'static [u32] = &[];
    /// Whether comments are in Chinese.
    const CHINESE: bool = false;

    /// What parts the year, the month and the day of a date.
    const DATES: char = '.';

    /// How moves are numbered, and what stands between them.
    fn layout(style: Style) -> Rounds {
        let _ = style;
        Rounds::SPACED
    }

    /// What it means that this side has no legal move and is not in check.
    fn stalemate(side: Side) -> Outcome {
        let _ = side;
        Outcome::Draw
    }

    /// Writes the tags of a game.
    fn head(heading: &mut Heading<'_>, style: Style, notation: Self::Notation) {
        let (_, _) = (style, notation);
        heading.seven(Self::INFO.first[0], Self::INFO.second[0]);
    }
}

/// How the rounds of a game are written.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    /// What stands between a number and the first player's move.
    pub first: &'static str,
    /// What stands between a number and the second player's move.
    pub second: &'static str,
    /// What parts the moves of a round, beside a blank.
    pub comma: &'static str,
    /// Whether the number is repeated for the second player after a comment or variation.
    pub again: bool,
    /// Whether a round stays whole: comments stand behind it, on lines of their own, and variations;
    /// glyphs stand behind a blank, and are signs only.
    pub whole: bool,
    /// What stands behind the last move of a game that does not end on the board.
    pub stop: &'static str,
}

impl Rounds {
    /// `1. e4 (1. ... e5`
    const SPACED: Rounds = Rounds {
        first: ". ",
        second: ". ... ",
        comma: "",
        again: false,
        whole: false,
        stop: "",
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

    fn layout(style: Style) -> Rounds {
        let (first, second) = match style {
            Style::Otb | Style::Annotated => (".", "..."),
            Style::Online => (". ", "... "),
        };
        Rounds {
            first,
            second,
            again: true,
            ..Rounds::SPACED
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
        ("chinese", XiangqiNotation::CHINESE),
        ("traditional", XiangqiNotation::TRADITIONAL),
        ("wxf", XiangqiNotation::WXF),
        ("iccs", XiangqiNotation::Iccs),
    ];
    const OPENING: &'static [u32] = &[1, 4, 8, 30, 18, 20, 19];
    const LATER: &'static [u32] = &[4, 6, 6, 24, 28, 20, 12];
    const VALUES: &'static [u32] = &[0, 2, 2, 4, 9, 4, 1];
    const CHINESE: bool = true;

    /// The player who cannot move has lost, in check or not.
    fn stalemate(side: Side) -> Outcome {
        match side {
            Side::First => Outcome::SecondWins,
            Side::Second => Outcome::FirstWins,
        }
    }

    fn head(heading: &mut Heading<'_>, style: Style, notation: XiangqiNotation) {
        heading.tag("Game", "Chinese Chess");
        heading.seven("Red", "Black");
        if style == Style::Otb {
            heading.eco_of("ECCO");
        }
        if let Some(announced) = Xiangqi::notation_tag(notation) {
            heading.tag(announced.tag, announced.value);
        }
    }
}

impl Habits for Cescacs {
    const NOTATIONS: &'static [(&'static str, CescacsNotation)] = &[
        ("ctl-an", cescacs_notation(None)),
        ("ctl-fan", cescacs_notation(Some(Symbols::Figurines))),
        // As in Catalan and Spanish.
        (
            "act",
            cescacs_notation(Some(Symbols::Letters(*b"PEACGTVDKM"))),
        ),
    ];
    const DATES: char = '-';

    fn layout(_: Style) -> Rounds {
        Rounds {
            second: ". …, ",
            comma: ",",
            whole: true,
            stop: " :",
            ..Rounds::SPACED
        }
    }

    /// The player who leaves the other without a move has half a victory.
    fn stalemate(side: Side) -> Outcome {
        match side {
            Side::First => Outcome::SecondStalemates,
            Side::Second => Outcome::FirstStalemates,
        }
    }

    fn head(heading: &mut Heading<'_>, style: Style, notation: CescacsNotation) {
        heading.tag("Variant", "C'escacs");
        heading.seven("White", "Black");
        if style == Style::Annotated {
            heading.annotator();
        }
        if let Some(symbols) = notation.symbols.and_then(Symbols::redefine) {
            heading.tag("Redefine", &symbols);
        }
    }
}
