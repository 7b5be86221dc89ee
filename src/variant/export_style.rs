//! The variant's own settings of the export format.

/// How a variant's games are laid out in export format ([`Variant::EXPORT_STYLE`](crate::Variant::EXPORT_STYLE)).
#[derive(Clone, Copy, Debug)]
pub struct ExportStyle {
    /// The tags with a fixed place, in this order.
    pub tags: &'static [TagRule],
    /// The order of all other tags.
    pub others: Order,
    /// Names that are written instead of the canonical one, each with that one: `White` for `Red`.
    pub aliases: &'static [(&'static str, &'static str)],
    /// A tag pair that is written whenever a start position is set up.
    pub setup: Option<(&'static str, &'static str)>,
    /// The tags that hold a date, and the separator of year, month and day; known dates are written with it.
    /// `None` leaves them unchanged.
    pub dates: Option<(&'static [&'static str], char)>,
    /// Whether an empty line separates tags and movetext.
    pub blank_after_tags: bool,
    /// The units that fill a line.
    pub fill: Fill,
    /// Whether a blank always separates a number from the move.
    pub spaced: bool,
    /// What follows the number of the second player's move.
    pub ellipsis: &'static str,
    /// Whether the second player's move is numbered after a comment or a variation; at the beginning of a line
    /// it always is.
    pub renumber: bool,
    /// How comments are written.
    pub comments: Comments,
    /// Whether comments may follow the termination marker.
    pub closing: bool,
    /// The characters that are not allowed in a comment, with their replacements.
    pub braces: &'static [(char, char)],
    /// The width of a text in columns.
    pub width: fn(&str) -> usize,
}

impl ExportStyle {
    /// The export format of PGN (CH-005): seven tags, all others sorted, lines filled with moves.
    pub const PGN: ExportStyle = ExportStyle {
        tags: &[
            TagRule::required("Event", "?"),
            TagRule::required("Site", "?"),
            TagRule::required("Date", "????.??.??"),
            TagRule::required("Round", "?"),
            TagRule::required("White", "?"),
            TagRule::required("Black", "?"),
            TagRule::required("Result", "*"),
        ],
        others: Order::Sorted,
        aliases: &[],
        setup: Some(("SetUp", "1")),
        dates: None,
        blank_after_tags: true,
        fill: Fill::Moves,
        spaced: false,
        ellipsis: "...",
        renumber: true,
        comments: Comments::Filled,
        closing: false,
        braces: &[('}', ')')],
        width: |text| text.chars().count(),
    };
}

/// A tag with a fixed place.
#[derive(Clone, Copy, Debug)]
pub struct TagRule {
    /// Its name.
    pub name: &'static str,
    /// When it is written.
    pub need: Need,
}

impl TagRule {
    /// A tag that every game has, with a value for unknown ones.
    pub const fn required(name: &'static str, unknown: &'static str) -> TagRule {
        let need = Need::Always(unknown);
        TagRule { name, need }
    }

    /// A tag that every game has, with a fixed value; it names the variant.
    pub const fn fixed(name: &'static str, value: &'static str) -> TagRule {
        let need = Need::Fixed(value);
        TagRule { name, need }
    }

    /// A tag that is written if it is known.
    pub const fn optional(name: &'static str) -> TagRule {
        let need = Need::IfKnown;
        TagRule { name, need }
    }
}

/// When a tag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Always, with this value if there is none.
    Always(&'static str),
    /// Always, with this value replacing any other that means the same.
    Fixed(&'static str),
    /// If the game has it.
    IfKnown,
}

/// The order of tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By name, in the order of ASCII.
    Sorted,
    /// As they were read.
    AsRead,
}

/// The units that fill a line; lines are broken only between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Single numbers and moves.
    Moves,
    /// Rounds: a number and the moves of both players.
    Rounds,
}

/// How comments are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// Their words fill the lines like moves; white space becomes one blank.
    Filled,
    /// As they were read; in the main line on lines of their own.
    Apart,
}

/// A tag that names the notation of the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotationTag {
    /// Its name.
    pub tag: &'static str,
    /// Its value.
    pub value: &'static str,
    /// Whether it is required. If not, this notation is assumed without it.
    pub needed: bool,
}
