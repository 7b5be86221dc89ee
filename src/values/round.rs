//! Rounds: `3`, `4.1.2`, `-`, `?`.

use super::{ValueError, folded, number, trimmed};
use std::fmt;
use std::str::FromStr;

/// The playing round within an event (CH-117 to CH-121).
///
/// ```
/// use movetext::values::Round;
///
/// assert_eq!("4.1.2".parse(), Ok(Round::Numbers(vec![4, 1, 2])));
/// assert_eq!("-".parse(), Ok(Round::NotApplicable));
/// assert!("3-1".parse::<Round>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Round {
    /// `?`: unknown.
    Unknown,
    /// `-`: there are no rounds.
    NotApplicable,
    /// The number of the round, then of the round within it, and so on; at least one.
    Numbers(Vec<u32>),
}

const ROUND: &str = "a number, or numbers with periods between";

impl FromStr for Round {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Round, ValueError> {
        let (start, text) = trimmed(text);
        match text {
            "" | "?" => return Ok(Round::Unknown),
            "-" => return Ok(Round::NotApplicable),
            _ if folded(text) == "na" => return Ok(Round::NotApplicable),
            _ => {}
        }
        let mut at = start;
        let mut numbers = Vec::new();
        for field in text.split('.') {
            if field.is_empty() {
                return Err(ValueError::new(ROUND, at));
            }
            numbers.push(number(field, at, ROUND)?);
            at += field.len() + 1;
        }
        Ok(Round::Numbers(numbers))
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Round::Unknown => f.write_str("?"),
            Round::NotApplicable => f.write_str("-"),
            Round::Numbers(numbers) => {
                for (index, number) in numbers.iter().enumerate() {
                    let separator = if index > 0 { "." } else { "" };
                    write!(f, "{separator}{number}")?;
                }
                Ok(())
            }
        }
    }
}
