//! The two kinds of records, and their tags.

use crate::core::tags::Tags;
use crate::game::Game;

/// The tags of the specification, as spelled there; those that identify a game first, in order (CE-197, CE-213
/// to CE-221, CE-251, CE-I34).
pub const KNOWN_TAGS: [&str; 30] = [
    "Variant",
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "WhiteNA",
    "WhiteAlias",
    "Black",
    "BlackNA",
    "BlackAlias",
    "Result",
    "Id",
    "Annotator",
    "AnnotatorId",
    "EventDate",
    "MatchDate",
    "Mode",
    "WhiteType",
    "BlackType",
    "TimeControl",
    "Termination",
    "Model",
    "Revisited",
    "Example",
    "Lang",
    "Title",
    "Redefine",
    "PDTL",
    "DPTL",
];

/// The number of those that identify a game.
const OF_GAMES: usize = 13;

/// Those of a model or a draft (CE-222, CE-227, CE-239, CE-240).
const OF_MODELS: [&str; 5] = ["Variant", "Id", "Date", "Result", "Annotator"];

/// The two kinds of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A game with players, or a part of one.
    Game,
    /// A model or a draft, named by its Id alone (CE-222).
    Model,
}

impl Kind {
    pub fn of(game: &Game) -> Kind {
        Kind::of_tags(game.tags())
    }

    /// The kind of a record with these tags.
    pub fn of_tags(tags: Tags<'_>) -> Kind {
        let identifies = |name: &&str| tags.position(name).is_some();
        let players = [
            "Event", "Site", "Round", "White", "WhiteNA", "Black", "BlackNA",
        ];
        if tags.position("Id").is_some() && !players.iter().any(identifies) {
            Kind::Model
        } else {
            Kind::Game
        }
    }

    /// The tags with a fixed place, in order.
    pub fn order(self) -> &'static [&'static str] {
        match self {
            Kind::Game => KNOWN_TAGS.split_at(OF_GAMES).0,
            Kind::Model => &OF_MODELS,
        }
    }
}
