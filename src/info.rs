//! The facts of a variant, as data.

use crate::core::board::{Geometry, Square, SquareName};
use crate::core::byte_class::ByteClasses;
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::diagnostic::Finding;
use crate::values::Fault;

/// The facts of a variant.
#[derive(Clone, Copy, Debug)]
pub struct VariantInfo {
    /// The short name for commands and data: lower case, ASCII, no blanks.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What the ids of the numbered requirements begin with that hold for it, e.g. `CH`.
    pub requirements: &'static str,
    /// The tags that choose the variant, each with the values that do, in lower case.
    pub selectors: &'static [Selector],
    /// Values of those tags that name other games of the family, which are recognised but not
    /// replayed; in lower case.
    pub unsupported: &'static [&'static str],
    /// The tag names of the first player, the most proper one first.
    pub first: &'static [&'static str],
    /// The tag names of the second player.
    pub second: &'static [&'static str],
    /// The names of the two sides.
    pub sides: [&'static str; 2],
    /// The tag roster in its order.
    pub roster: &'static [&'static str],
    /// The tags that may stand several times in a game.
    pub repeatable: &'static [&'static str],
    /// The pieces: letter and name, in the order of [`Role`](crate::Role)'s index.
    pub roles: &'static [RoleInfo],
    /// The names of the castlings, in the order of [`MoveKind::Castling`](crate::MoveKind)'s index.
    pub castlings: &'static [&'static str],
    /// The termination markers. Of two that begin alike the longer comes first.
    pub results: &'static [(&'static str, Outcome)],
    /// The tags that hold a start position.
    pub setup: &'static [&'static str],
    /// The tags that say how the moves are written, and nothing of the game.
    pub notation_tags: &'static [&'static str],
    /// The board.
    pub geometry: Geometry,
    /// How the movetext is cut into tokens.
    pub classes: ByteClasses,
    /// File extensions, without the dot, in lower case.
    pub extensions: &'static [&'static str],
    /// What the specification calls proper, where more than that is understood.
    pub spec_rules: SpecRules,
}

/// What a specification calls proper, for those who check records.
#[derive(Clone, Copy, Debug)]
pub struct SpecRules {
    /// So many of the [termination markers](VariantInfo::results), from the first on, are proper.
    pub results: usize,
    /// The highest numeric annotation glyph that has a meaning.
    pub last_nag: u8,
    /// Whether valuations by signs, `!` and `?` among them, are proper.
    pub punctuation: bool,
    /// Whether other signs than blanks and dots may part tokens: blanks of other scripts, commas.
    pub wide_blanks: bool,
    /// Whether the variant checks the record itself ([`Variant::validate_record`](crate::Variant::validate_record)), the roster included.
    pub reviewed: bool,
    /// The names of the tags that the specification defines.
    pub tags: &'static [&'static str],
    /// What is wrong with the values of tags.
    pub tag_faults: fn(Tags<'_>) -> Vec<TagFault>,
    /// What is wrong with the names of tags and their order.
    pub section: fn(Tags<'_>, &mut dyn FnMut(Finding)),
    /// The tag that says which notation the moves are in.
    pub notation_tag: Option<&'static str>,
    /// Whether something has to stand between a move and a number or comment beside it.
    pub spaced: bool,
    /// Whether dots have to stand for the first player's move between a number and the second
    /// player's.
    pub dotted_second: bool,
    /// Whether a record has moves, and is no mere position.
    pub has_moves: bool,
    /// The tag by which a record says that it is meant for its editor's own database only, an index, if it
    /// does.
    pub private: fn(Tags<'_>) -> Option<usize>,
    /// Whether all characters are of ISO 8859-1.
    pub latin: bool,
    /// Whether a semicolon begins a comment.
    pub line_comments: bool,
}

/// A fault in the value of a tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagFault {
    /// The index of the tag in the game.
    pub tag: usize,
    /// The requirement that defines the tag; none if the specification does not know it.
    pub requirement: Option<&'static str>,
    /// What is wrong.
    pub fault: Fault,
}

impl SpecRules {
    /// What PGN calls canonical, whatever the game: four termination markers, glyphs up to 139, and no
    /// demands on tags beyond those of the format.
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

    /// For specifications that say nothing of the tag section as a whole.
    pub const fn no_section_faults(_: Tags<'_>, _: &mut dyn FnMut(Finding)) {}

    /// For specifications that say nothing of whom records are meant for.
    pub const fn never_private(_: Tags<'_>) -> Option<usize> {
        None
    }

    /// For specifications that say nothing of the values of tags.
    pub const fn no_tag_faults(_: Tags<'_>) -> Vec<TagFault> {
        Vec::new()
    }
}

/// A tag that chooses a variant, and the values (in lower case) that do.
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

    /// The facts of records in PGN, from which those of a variant of one's own may start; it adds at
    /// least its id, name, pieces, board, and the tags that choose it.
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

    /// What a result token or tag value means.
    pub fn outcome(&self, token: &str) -> Option<Outcome> {
        self.results
            .iter()
            .find(|(text, _)| *text == token)
            .map(|&(_, outcome)| outcome)
    }

    /// The most proper token for an outcome.
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
