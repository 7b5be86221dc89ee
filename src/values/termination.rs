//! How a game was terminated.

use super::folded;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// How a game was terminated (CH-270 to CH-278).
///
/// ```
/// use movetext::values::Termination;
///
/// assert_eq!("time forfeit".parse(), Ok(Termination::TimeForfeit));
/// assert_eq!("Time_Forfeit".parse(), Ok(Termination::TimeForfeit));
/// assert_eq!("White won".parse(), Ok(Termination::Other("White won".into())));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// The game was abandoned.
    Abandoned,
    /// An adjudicator awarded the result.
    Adjudication,
    /// Death of a player.
    Death,
    /// An unforeseen event ended the game.
    Emergency,
    /// The game ended normally.
    Normal,
    /// A player lost by breaking the rules of the game or of the event.
    RulesInfraction,
    /// A player exceeded the time limit.
    TimeForfeit,
    /// The game is not finished.
    Unterminated,
    /// Another termination, as written.
    Other(String),
}

const VALUES: [(Termination, &str); 8] = [
    (Termination::Abandoned, "abandoned"),
    (Termination::Adjudication, "adjudication"),
    (Termination::Death, "death"),
    (Termination::Emergency, "emergency"),
    (Termination::Normal, "normal"),
    (Termination::RulesInfraction, "rules infraction"),
    (Termination::TimeForfeit, "time forfeit"),
    (Termination::Unterminated, "unterminated"),
];

impl FromStr for Termination {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Termination, Infallible> {
        let words = folded(text);
        let known = VALUES.into_iter().find(|(_, name)| folded(name) == words);
        Ok(match known {
            Some((value, _)) => value,
            None => Termination::Other(text.to_owned()),
        })
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = VALUES.into_iter().find(|(value, _)| value == self);
        f.write_str(match (self, &known) {
            (Termination::Other(text), _) => text,
            (_, Some((_, name))) => name,
            (_, None) => "",
        })
    }
}
