//! The single result of a game, from its tag and its termination marker (CH-133, CH-208).

use crate::core::outcome::Outcome;
use crate::game::Game;
use crate::variant::VariantInfo;

/// The result to write.
pub(crate) struct GameResult {
    /// The termination marker, which is also the value of the tag Result.
    pub(crate) token: &'static str,
    /// A different result that was also written.
    pub(crate) other: Option<String>,
}

/// If tag and marker differ, the tag takes precedence, unless it leaves open what the marker says.
pub(crate) fn agree(game: &Game, info: &VariantInfo) -> GameResult {
    let tag = game.tag("Result");
    let tag = tag.as_deref().map(str::trim).unwrap_or_default();
    let tagged = info.outcome(tag);
    let marker = game.outcome();
    let (outcome, other) = match (tagged, marker) {
        // An invalid value is worth keeping if it says anything.
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
