//! Differences as data.

/// So many differences of a pair are kept, that memory is bounded.
const MOST: usize = 4096;

/// What a difference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// The variant or the start position.
    Setup,
    /// A move of the main line.
    Move,
    /// The result.
    Result,
    /// A tag.
    Tag,
    /// A comment, or text that was not understood.
    Comment,
    /// A glyph, or an offer of a draw.
    Nag,
    /// A variation, or a move in one.
    Variation,
    /// The order of what stands behind a move, or of the games.
    Order,
}

impl What {
    /// The name for data: lower case, no blanks.
    pub const fn as_str(self) -> &'static str {
        match self {
            What::Setup => "setup",
            What::Move => "move",
            What::Result => "result",
            What::Tag => "tag",
            What::Comment => "comment",
            What::Nag => "nag",
            What::Variation => "variation",
            What::Order => "order",
        }
    }
}

/// One difference between two games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What it is about.
    pub what: What,
    /// The ply, from 1; 0 before the first move. None for what concerns the game as a whole.
    pub ply: Option<u32>,
    /// The name of the tag; `variant` and `position` for the setup; in variations, which one: for each of them
    /// the ply that it replaces and its number there, `24.1/26.2`; `game` for the order of games.
    pub name: Option<String>,
    /// What the first game says; none if it says nothing.
    pub a: Option<String>,
    /// What the second game says.
    pub b: Option<String>,
    /// The position before the ply, in the variant's own notation.
    pub fen: Option<String>,
}

/// How two games relate: the gravest of their differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The same, byte for byte.
    Same,
    /// The same meaning in another spelling.
    Spelling,
    /// The same at another place among the games.
    Order,
    /// Other comments, glyphs or variations, or these in another order.
    Annotations,
    /// Other tags.
    Tags,
    /// Another result.
    Result,
    /// The moves of one game are the beginning of the other's.
    Prefix,
    /// The moves differ from some ply on.
    Moves,
    /// Another start position or another variant.
    Setup,
}

impl Class {
    /// All classes, the least first.
    pub const ALL: [Class; 9] = [
        Class::Same,
        Class::Spelling,
        Class::Order,
        Class::Annotations,
        Class::Tags,
        Class::Result,
        Class::Prefix,
        Class::Moves,
        Class::Setup,
    ];

    /// The name for data: lower case, no blanks.
    pub const fn as_str(self) -> &'static str {
        match self {
            Class::Same => "same",
            Class::Spelling => "spelling",
            Class::Order => "order",
            Class::Annotations => "annotations",
            Class::Tags => "tags",
            Class::Result => "result",
            Class::Prefix => "prefix",
            Class::Moves => "moves",
            Class::Setup => "setup",
        }
    }

    /// A few words for people.
    pub const fn describe(self) -> &'static str {
        match self {
            Class::Same => "the same",
            Class::Spelling => "the same in another spelling",
            Class::Order => "the same at another place",
            Class::Annotations => "other annotations",
            Class::Tags => "other tags",
            Class::Result => "another result",
            Class::Prefix => "one is the beginning of the other",
            Class::Moves => "other moves",
            Class::Setup => "another start",
        }
    }

    /// Whether both games mean the same.
    pub fn is_same(self) -> bool {
        self <= Class::Spelling
    }

    fn of(difference: &Difference) -> Class {
        match difference.what {
            What::Setup => Class::Setup,
            What::Move if difference.a.is_some() && difference.b.is_some() => Class::Moves,
            What::Move => Class::Prefix,
            What::Result => Class::Result,
            What::Tag => Class::Tags,
            What::Order if difference.ply.is_none() => Class::Order,
            What::Comment | What::Nag | What::Variation | What::Order => Class::Annotations,
        }
    }
}

/// What one game lacks because its format cannot hold it; so it is no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Omission {
    /// What is lacking.
    pub what: What,
    /// Whether it is the second game that lacks it.
    pub second: bool,
    /// How many of them.
    pub count: u64,
}

/// What came of comparing two games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How they relate.
    pub class: Class,
    /// Their differences: setup, tags, result, then the moves and what stands behind them. At most 4,096 are
    /// kept.
    pub differences: Vec<Difference>,
    /// How many there are beyond those.
    pub further: u64,
    /// What cannot be compared.
    pub omissions: Vec<Omission>,
}

impl Comparison {
    /// Two games without differences.
    pub(super) fn same(class: Class) -> Comparison {
        Comparison {
            class,
            differences: Vec::new(),
            further: 0,
            omissions: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, difference: Difference) {
        self.class = self.class.max(Class::of(&difference));
        if self.differences.len() < MOST {
            self.differences.push(difference);
        } else {
            self.further += 1;
        }
    }

    pub(super) fn omit(&mut self, what: What, second: bool) {
        let same = |omission: &&mut Omission| omission.what == what && omission.second == second;
        match self.omissions.iter_mut().find(same) {
            Some(omission) => omission.count += 1,
            None => self.omissions.push(Omission {
                what,
                second,
                count: 1,
            }),
        }
    }
}
