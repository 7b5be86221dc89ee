//! Whether a game starts from the usual position.

use super::{ValueError, trimmed};
use std::fmt;
use std::str::FromStr;

/// Where a game starts (CH-265 to CH-267).
///
/// ```
/// use movetext::values::SetUp;
///
/// assert_eq!("1".parse(), Ok(SetUp::Other));
/// assert!("yes".parse::<SetUp>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SetUp {
    /// `0`: from the usual position.
    Usual,
    /// `1`: from another position.
    Other,
}

impl FromStr for SetUp {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<SetUp, ValueError> {
        match trimmed(text) {
            (_, "0") => Ok(SetUp::Usual),
            (_, "1") => Ok(SetUp::Other),
            (at, _) => Err(ValueError::new("0 or 1", at)),
        }
    }
}

impl fmt::Display for SetUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SetUp::Usual => "0",
            SetUp::Other => "1",
        })
    }
}
