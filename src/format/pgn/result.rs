//! The one result of a game, from its tag and its marker (CH-133, CH-208).

use crate::core::outcome::Outcome;
use crate::game::Game;
use crate::variant::VariantInfo;

/// What a game ends with.
pub(crate) struct GameResult {
    /// The marker, also the value of the tag Result.
    pub(crate) token: &'static str,
    /// What was written besides and says something else.
    pub(crate) other: Option<String>,
}

/// Where tag and marker differ the tag is right, unless it leaves open what the marker tells.
pub(crate) fn agree(game: &Game, info: &VariantInfo) -> GameResult {
    let tag = game.tag("Result");
    let tag = tag.as_deref().map(str::trim).unwrap_or_default();
    let tagged = info.outcome(tag);
    let marker = game.outcome();
    let (outcome, other) = match (tagged, marker) {
        // A value that is no result is worth keeping if it says anything.
        (None, marker) => {
            let says = !matches!(tag, "" | "?");
            (marker, says.then(|| tag.to_owned()))
        }
        (Some(Outcome::Unknown), Some(marker)) => (Some(marker), None),
        (Some(tagged), Some(marker)) if tagged != marker && marker != Outcome::Unknown => {
            (Some(tagged), game.result().map(|text| text.into_owned()))
        }
        (tagged, _) => (tagged, None),
    };
    GameResult {
        token: outcome.and_then(|o| info.result(o)).unwrap_or("*"),
        other,
    }
}
