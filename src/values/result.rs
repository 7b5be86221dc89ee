//! Results: `1-0`, `0-1`, `1/2-1/2`, `*`.

use super::{ValueError, trimmed};
use crate::core::outcome::Outcome;
use std::fmt;
use std::str::FromStr;

/// The value of the tag Result, also a termination marker (CH-135 to CH-139).
///
/// ```
/// use movetext::Outcome;
/// use movetext::values::ResultValue;
///
/// let result: ResultValue = "1 - O".parse()?;
/// assert_eq!(result.outcome(), Outcome::FirstWins);
/// assert_eq!(result.to_string(), "1-0");
/// # Ok::<(), movetext::values::ValueError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ResultValue(&'static (Outcome, &'static str));

const VALUES: [(Outcome, &str); 4] = [
    (Outcome::FirstWins, "1-0"),
    (Outcome::SecondWins, "0-1"),
    (Outcome::Draw, "1/2-1/2"),
    (Outcome::Unknown, "*"),
];

impl ResultValue {
    /// The outcome that it stands for.
    pub fn outcome(&self) -> Outcome {
        self.0.0
    }
}

impl FromStr for ResultValue {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<ResultValue, ValueError> {
        let (start, text) = trimmed(text);
        let bare: String = text
            .chars()
            .filter(|c| *c != ' ')
            .map(|c| match c {
                'O' | 'o' => '0',
                ':' | '–' | '—' | '−' => '-',
                c => c,
            })
            .collect();
        let value = match bare.as_str() {
            "1-0" => &VALUES[0],
            "0-1" => &VALUES[1],
            "1/2-1/2" | "1/2" | "0.5-0.5" | "½-½" | "½" => &VALUES[2],
            "*" | "?" | "" => &VALUES[3],
            _ => return Err(ValueError::new("1-0, 0-1, 1/2-1/2 or *", start)),
        };
        Ok(ResultValue(value))
    }
}

impl fmt::Display for ResultValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.1)
    }
}
