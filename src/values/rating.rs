//! Ratings: `2785`, `-`.

use super::{ValueError, folded, number, trimmed};
use std::fmt;
use std::str::FromStr;

/// A rating (CH-223 to CH-225).
///
/// ```
/// use movetext::values::Rating;
///
/// assert_eq!("2785".parse(), Ok(Rating::Points(2785)));
/// assert_eq!("-".parse(), Ok(Rating::Unrated));
/// assert_eq!("0".parse(), Ok(Rating::Unknown)); // CH-I18
/// assert!("2785.5".parse::<Rating>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rating {
    /// Unknown: `?`, `0`, `unknown` or nothing. The specification has no form for it; the tag is left out
    /// (CH-I18).
    Unknown,
    /// `-`: the player is unrated.
    Unrated,
    /// The rating, from 1.
    Points(u32),
}

impl FromStr for Rating {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Rating, ValueError> {
        let (start, text) = trimmed(text);
        match text {
            "" | "?" => return Ok(Rating::Unknown),
            "-" => return Ok(Rating::Unrated),
            _ => {}
        }
        match folded(text).as_str() {
            "unrated" => return Ok(Rating::Unrated),
            "unknown" => return Ok(Rating::Unknown),
            _ => {}
        }
        let (at, digits) = match text.strip_prefix('+') {
            Some(digits) if !digits.is_empty() => (start + 1, digits),
            _ => (start, text),
        };
        Ok(match number(digits, at, "a whole number or -")? {
            0 => Rating::Unknown,
            points => Rating::Points(points),
        })
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rating::Unknown => f.write_str("?"),
            Rating::Unrated => f.write_str("-"),
            Rating::Points(points) => write!(f, "{points}"),
        }
    }
}
