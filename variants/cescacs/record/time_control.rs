//! The time control.

use super::values::is_hyphen;
use std::fmt;

/// The time that the players had: the value of the tag TimeControl (CE-284 to CE-289).
///
/// ```
/// use movetext::variants::cescacs::TimeControl;
///
/// let control = TimeControl::parse("4500+60").unwrap();
/// assert_eq!(control, TimeControl::Increment { seconds: 4500, each: 60 });
/// assert_eq!(control.to_string(), "4500+60");
/// assert_eq!(TimeControl::parse("75m"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TimeControl {
    /// `?`: unknown.
    Unknown,
    /// `-`: there was none.
    None,
    /// `40/9000`: so many moves in so many seconds.
    Moves {
        /// The moves.
        moves: u32,
        /// The seconds for them.
        seconds: u32,
    },
    /// `4500`: so many seconds for the game.
    Total(u32),
    /// `4500+60`: so many seconds for the game, and an increment for each move.
    Increment {
        /// The seconds for the game.
        seconds: u32,
        /// The seconds added with each move.
        each: u32,
    },
    /// `*180`: so many seconds for each move.
    PerMove(u32),
}

impl TimeControl {
    /// Reads the value of the tag, or returns `None` if it has none of the forms.
    pub fn parse(value: &str) -> Option<TimeControl> {
        let count = |text: &str| -> Option<u32> {
            let digits = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
            text.parse().ok().filter(|_| digits)
        };
        if value == "?" {
            return Some(TimeControl::Unknown);
        }
        if is_hyphen(value) {
            return Some(TimeControl::None);
        }
        if let Some(seconds) = value.strip_prefix('*') {
            return count(seconds).map(TimeControl::PerMove);
        }
        if let Some((moves, seconds)) = value.split_once('/') {
            let (moves, seconds) = (count(moves)?, count(seconds)?);
            return Some(TimeControl::Moves { moves, seconds });
        }
        if let Some((seconds, each)) = value.split_once('+') {
            let (seconds, each) = (count(seconds)?, count(each)?);
            return Some(TimeControl::Increment { seconds, each });
        }
        count(value).map(TimeControl::Total)
    }
}

/// As written in the tag.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Unknown => f.write_str("?"),
            TimeControl::None => f.write_str("-"),
            TimeControl::Moves { moves, seconds } => write!(f, "{moves}/{seconds}"),
            TimeControl::Total(seconds) => write!(f, "{seconds}"),
            TimeControl::Increment { seconds, each } => write!(f, "{seconds}+{each}"),
            TimeControl::PerMove(seconds) => write!(f, "*{seconds}"),
        }
    }
}
