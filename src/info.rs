//! The properties of a variant, as data.

use crate::core::board::{Geometry, Square, SquareName};
use crate::core::byte_class::ByteClasses;
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::diagnostic::Finding;
use crate::values::{CheckedValues, Fault};

/// The properties of a variant.
#[derive(Clone, Copy, Debug)]
pub struct VariantInfo {
    /// The short name for commands and data: lower case, ASCII, no blanks.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// The prefix of the ids of the numbered requirements that apply to it, e.g. `CH`.
    pub requirements: &'static str,
    /// The tags that choose the variant, each with the values that do so, in lower case.
    pub selectors: &'static [Selector],
    /// Values of those tags that name other games of the family, which are recognized but not replayed; in
    /// lower case.
    pub unsupported: &'static [&'static str],
    /// The tag names of the first player, the canonical one first.
    pub first: &'static [&'static str],
    /// The tag names of the second player.
    pub second: &'static [&'static str],
    /// The names of the two sides.
    pub sides: [&'static str; 2],
    /// The tag roster in order.
    pub roster: &'static [&'static str],
    /// The tags that may occur several times in a game.
    pub repeatable: &'static [&'static str],
    /// The pieces: letter and name, in the order of [`Role`](crate::Role)'s index.
    pub roles: &'static [RoleInfo],
    /// The names of the castling moves, in the order of [`MoveKind::Castling`](crate::MoveKind)'s index.
    pub castlings: &'static [&'static str],
    /// The termination markers. If one is a prefix of another, the longer comes first.
    pub results: &'static [(&'static str, Outcome)],
    /// The tags that hold a start position.
    pub setup: &'static [&'static str],
    /// The tags that say how the moves are written, and nothing of the game.
    pub notation_tags: &'static [&'static str],
    /// The board.
    pub geometry: Geometry,
    /// How the movetext is split into tokens.
    pub classes: ByteClasses,
    /// File extensions, without the dot, in lower case.
    pub extensions: &'static [&'static str],
    /// The canonical forms, where the reader accepts more than the specification.
    pub spec_rules: SpecRules,
}

/// The rules of a specification, for checking records.
#[derive(Clone, Copy, Debug)]
pub struct SpecRules {
    /// The first so many [termination markers](VariantInfo::results) are canonical.
    pub results: usize,
    /// The highest NAG that has a meaning.
    pub last_nag: u8,
    /// Whether suffix annotations written as symbols, such as `!` and `?`, are canonical.
    pub punctuation: bool,
    /// Whether tokens may be separated by other characters than blanks and dots: blanks of other scripts,
    /// commas.
    pub wide_blanks: bool,
    /// Whether the variant checks the record itself
    /// ([`Variant::validate_record`](crate::Variant::validate_record)), including the roster.
    pub reviewed: bool,
    /// The names of the tags that the specification defines.
    pub tags: &'static [&'static str],
    /// The problems with tag values. Values that were checked before may be passed over.
    pub tag_faults: fn(Tags<'_>, &mut CheckedValues) -> Vec<TagFault>,
    /// The problems with the names and the order of tags.
    pub section: fn(Tags<'_>, &mut dyn FnMut(Finding)),
    /// The tag that names the notation of the moves.
    pub notation_tag: Option<&'static str>,
    /// Whether a move must be separated from an adjacent number or comment.
    pub spaced: bool,
    /// Whether the second player's move after a number needs dots for the first player's move.
    pub dotted_second: bool,
    /// Whether a record must have moves rather than a position only.
    pub has_moves: bool,
    /// The index of the tag that declares a record to be meant for its editor's own database only, if there is
    /// one.
    pub private: fn(Tags<'_>) -> Option<usize>,
    /// Whether all characters must be in ISO 8859-1.
    pub latin: bool,
    /// Whether a semicolon begins a comment.
    pub line_comments: bool,
}

/// A problem with the value of a tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagFault {
    /// The index of the tag in the game.
    pub tag: usize,
    /// The requirement that defines the tag, or `None` if the specification does not know it.
    pub requirement: Option<&'static str>,
    /// What is wrong.
    pub fault: Fault,
}

impl SpecRules {
    /// What PGN calls canonical, whatever the game: four termination markers, NAGs up to 139, and no
    /// requirements on tags beyond those of the format.
    pub const PGN: SpecRules = SpecRules {
        results: 4,
        last_nag: 139,
        punctuation: false,
        wide_blanks: false,
        reviewed: false,
        tags: &[],
        tag_faults: SpecRules::no_tag_faults,
        section: SpecRules::no_section_faults,
        notation_tag: None,
        spaced: false,
        dotted_second: false,
        has_moves: false,
        private: SpecRules::never_private,
        latin: false,
        line_comments: true,
    };

    /// For specifications without rules for the tag section as a whole.
    pub const fn no_section_faults(_: Tags<'_>, _: &mut dyn FnMut(Finding)) {}

    /// For specifications without private records.
    pub const fn never_private(_: Tags<'_>) -> Option<usize> {
        None
    }

    /// For specifications without rules for tag values.
    pub const fn no_tag_faults(_: Tags<'_>, _: &mut CheckedValues) -> Vec<TagFault> {
        Vec::new()
    }
}

/// A tag that chooses a variant, and the values (in lower case) that do so.
pub type Selector = (&'static str, &'static [&'static str]);

/// A kind of piece.
#[derive(Clone, Copy, Debug)]
pub struct RoleInfo {
    /// The letter of the variant's standard notation.
    pub letter: char,
    /// The English name.
    pub name: &'static str,
}

impl RoleInfo {
    /// A kind of piece with this letter and name.
    pub const fn new(letter: char, name: &'static str) -> RoleInfo {
        RoleInfo { letter, name }
    }
}

impl VariantInfo {
    /// Whether a tag with this value chooses the variant.
    pub(crate) fn is_selected_by(&self, name: &str, value: &str) -> bool {
        let value = value.trim().to_lowercase();
        let mut selectors = self.selectors.iter();
        selectors.any(|(tag, values)| *tag == name && values.contains(&&*value))
    }

    /// The properties of PGN records, a starting point for your own variant, which adds at least its id, name,
    /// pieces, board, and the tags that choose it.
    ///
    /// ```
    /// use movetext::VariantInfo;
    /// use movetext::board::Geometry;
    /// use movetext::variant::RoleInfo;
    ///
    /// const MINI: VariantInfo = VariantInfo {
    ///     id: "mini",
    ///     name: "Mini chess",
    ///     selectors: &[("Variant", &["mini", "mini chess"])],
    ///     roles: &[RoleInfo { letter: 'P', name: "pawn" }, RoleInfo { letter: 'K', name: "king" }],
    ///     geometry: Geometry::grid::<5, 5>(),
    ///     ..VariantInfo::PGN
    /// };
    /// assert_eq!(MINI.square_name(movetext::Square(7)).as_str(), "c2");
    /// ```
    pub const PGN: VariantInfo = VariantInfo {
        id: "",
        name: "",
        requirements: "",
        selectors: &[],
        unsupported: &[],
        first: &["White"],
        second: &["Black"],
        sides: ["White", "Black"],
        roster: &["Event", "Site", "Date", "Round", "White", "Black", "Result"],
        repeatable: &[],
        roles: &[],
        castlings: &[],
        results: &[
            ("1-0", Outcome::FirstWins),
            ("0-1", Outcome::SecondWins),
            ("1/2-1/2", Outcome::Draw),
            ("*", Outcome::Unknown),
        ],
        setup: &["FEN"],
        notation_tags: &[],
        geometry: Geometry::grid::<8, 8>(),
        classes: ByteClasses::PGN,
        extensions: &["pgn"],
        spec_rules: SpecRules::PGN,
    };

    /// The meaning of a result token or tag value.
    pub fn outcome(&self, token: &str) -> Option<Outcome> {
        self.results
            .iter()
            .find(|(text, _)| *text == token)
            .map(|&(_, outcome)| outcome)
    }

    /// The canonical token for an outcome.
    pub fn result(&self, outcome: Outcome) -> Option<&'static str> {
        self.results
            .iter()
            .find(|&&(_, o)| o == outcome)
            .map(|&(text, _)| text)
    }

    /// The name of a square.
    pub fn square_name(&self, square: Square) -> SquareName {
        (self.geometry.name)(square)
    }
}
