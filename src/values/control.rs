//! Time controls: `40/7200:3600`.

use super::{ValueError, folded};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The time control of a game: its periods in the order of use (CH-247 to CH-249). All numbers are seconds,
/// whatever they look like (CH-I07).
///
/// ```
/// use movetext::values::{Period, TimeControl};
///
/// let control: TimeControl = "40/7200:3600".parse()?;
/// assert_eq!(control.periods()[0], Period::Moves { moves: 40, seconds: 7200 });
/// // The last period holds for all that come after it: CH-250.
/// let control: TimeControl = "40/9000".parse()?;
/// assert_eq!(control.period(1), &Period::Moves { moves: 40, seconds: 9000 });
/// # Ok::<(), movetext::values::ValueError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TimeControl(Vec<Period>);

/// A field of a time control (CH-251).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Period {
    /// `?`: unknown (CH-252).
    Unknown,
    /// `-`: there was none (CH-254).
    None,
    /// `40/9000`: so many moves in so many seconds (CH-256).
    Moves {
        /// The moves.
        moves: u32,
        /// The seconds for them.
        seconds: u32,
    },
    /// `300`: so many seconds for the rest of the game (CH-257).
    SuddenDeath {
        /// The seconds.
        seconds: u32,
    },
    /// `300+5`: so many seconds, and more after each move (CH-259).
    Increment {
        /// The seconds at the start.
        seconds: u32,
        /// The seconds after each move.
        increment: u32,
    },
    /// `40/5400+30`: so many moves in so many seconds, and more after each move. The specification
    /// does not know this kind; it is common.
    MovesIncrement {
        /// The moves.
        moves: u32,
        /// The seconds for them.
        seconds: u32,
        /// The seconds after each move.
        increment: u32,
    },
    /// `*180`: a sandclock. The time that one player uses is added to the other's (CH-261, CH-263).
    Sandclock {
        /// The seconds of both players together.
        seconds: u32,
    },
    /// Another kind, as written (CH-264).
    Other(String),
}

impl TimeControl {
    /// The periods as written, at least one.
    pub fn periods(&self) -> &[Period] {
        &self.0
    }

    /// The period of this number, from 0: the last one repeats (CH-250).
    pub fn period(&self, number: usize) -> &Period {
        // There is at least one.
        &self.0[number.min(self.0.len() - 1)]
    }
}

impl Period {
    /// The time on a player's clock when the period begins. With a sandclock it is half of the total (CH-263).
    pub fn time(&self) -> Option<Duration> {
        let seconds = match self {
            Period::Unknown | Period::None | Period::Other(_) => return None,
            Period::Sandclock { seconds } => {
                return Some(Duration::from_secs((*seconds).into()) / 2);
            }
            Period::Moves { seconds, .. }
            | Period::SuddenDeath { seconds }
            | Period::Increment { seconds, .. }
            | Period::MovesIncrement { seconds, .. } => *seconds,
        };
        Some(Duration::from_secs(seconds.into()))
    }

    /// Whether no other period can follow (CH-258, CH-260, CH-262).
    pub(super) fn is_last(&self) -> bool {
        matches!(
            self,
            Period::SuddenDeath { .. } | Period::Increment { .. } | Period::Sandclock { .. }
        )
    }

    /// Reads a field, or `None` if it is of no known kind.
    fn known(field: &str) -> Option<Period> {
        match (field, folded(field).as_str()) {
            ("?", _) | (_, "unknown") => return Some(Period::Unknown),
            ("-", _) | (_, "none") => return Some(Period::None),
            _ => {}
        }
        if let Some(seconds) = field.strip_prefix('*') {
            let seconds = integer(seconds)?;
            return Some(Period::Sandclock { seconds });
        }
        let (moves, rest) = match field.split_once('/') {
            Some((moves, rest)) => (Some(integer(moves)?), rest),
            None => (None, field),
        };
        let (seconds, increment) = match rest.split_once('+') {
            Some((seconds, increment)) => (integer(seconds)?, Some(integer(increment)?)),
            None => (integer(rest)?, None),
        };
        Some(match (moves, increment) {
            (None, None) => Period::SuddenDeath { seconds },
            (Some(moves), None) => Period::Moves { moves, seconds },
            (None, Some(increment)) => Period::Increment { seconds, increment },
            (Some(moves), Some(increment)) => Period::MovesIncrement {
                moves,
                seconds,
                increment,
            },
        })
    }
}

/// Digits only, without a sign.
fn integer(text: &str) -> Option<u32> {
    super::number(text, 0, "").ok()
}

impl FromStr for TimeControl {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<TimeControl, ValueError> {
        let mut at = 0;
        let mut periods = Vec::new();
        for field in text.split(':') {
            if field.trim().is_empty() {
                return Err(ValueError::new("a time control period", at));
            }
            at += field.len() + 1;
            let known = Period::known(field.trim());
            periods.push(known.unwrap_or_else(|| Period::Other(field.to_owned())));
        }
        Ok(TimeControl(periods))
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Period::Unknown => f.write_str("?"),
            Period::None => f.write_str("-"),
            Period::Moves { moves, seconds } => write!(f, "{moves}/{seconds}"),
            Period::SuddenDeath { seconds } => write!(f, "{seconds}"),
            Period::Increment { seconds, increment } => write!(f, "{seconds}+{increment}"),
            Period::MovesIncrement {
                moves,
                seconds,
                increment,
            } => write!(f, "{moves}/{seconds}+{increment}"),
            Period::Sandclock { seconds } => write!(f, "*{seconds}"),
            Period::Other(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, period) in self.0.iter().enumerate() {
            let separator = if index > 0 { ":" } else { "" };
            write!(f, "{separator}{period}")?;
        }
        Ok(())
    }
}
