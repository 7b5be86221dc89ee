//! The form of export as far as it is the variant's own.

/// How a variant's games are laid out in export format ([`Variant::EXPORT_STYLE`](crate::Variant::EXPORT_STYLE)).
#[derive(Clone, Copy, Debug)]
pub struct ExportStyle {
    /// The tags that have a place of their own, in this order.
    pub tags: &'static [TagRule],
    /// The order of all other tags.
    pub others: Order,
    /// Names that are written in the place of a proper one, and that one: `White` for `Red`.
    pub aliases: &'static [(&'static str, &'static str)],
    /// A tag pair that stands wherever a start position is set up.
    pub setup: Option<(&'static str, &'static str)>,
    /// The tags that hold a date, and what stands between year, month and day; dates that are known
    /// are written so. None leaves them as they were read.
    pub dates: Option<(&'static [&'static str], char)>,
    /// Whether an empty line parts tags and movetext.
    pub blank_after_tags: bool,
    /// What a line is filled with.
    pub fill: Fill,
    /// Whether a blank always stands between a number and the move.
    pub spaced: bool,
    /// What stands after the number of the second player's move.
    pub ellipsis: &'static str,
    /// Whether the second player's move is numbered after a comment or a variation; at the beginning
    /// of a line it always is.
    pub renumber: bool,
    /// How comments are written.
    pub comments: Comments,
    /// Whether comments may stand after the termination marker.
    pub closing: bool,
    /// The characters that no comment can hold, and what stands for them.
    pub braces: &'static [(char, char)],
    /// How many columns a text takes.
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

/// A tag with a place of its own.
#[derive(Clone, Copy, Debug)]
pub struct TagRule {
    /// Its name.
    pub name: &'static str,
    /// When it is written.
    pub need: Need,
}

impl TagRule {
    /// A tag that every game has; this is its value if nobody knows it.
    pub const fn required(name: &'static str, unknown: &'static str) -> TagRule {
        let need = Need::Always(unknown);
        TagRule { name, need }
    }

    /// A tag that every game has, with this very value; it says which variant the game is of.
    pub const fn fixed(name: &'static str, value: &'static str) -> TagRule {
        let need = Need::Fixed(value);
        TagRule { name, need }
    }

    /// A tag that stands where it is known.
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
    /// Always, with this value instead of any other that means the same.
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

/// What a line is filled with; it is broken nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Numbers and moves by themselves.
    Moves,
    /// Rounds: a number and the moves of both players.
    Rounds,
}

/// How comments are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// Their words fill the lines like moves do; white space is one blank.
    Filled,
    /// As they were read; in the main line on lines of their own.
    Apart,
}

/// A tag that says in which notation the moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotationTag {
    /// Its name.
    pub tag: &'static str,
    /// Its value.
    pub value: &'static str,
    /// Whether it has to be there. Without it this notation is understood if false.
    pub needed: bool,
}
