//! Codes of the Encyclopaedia of Chess Openings: `B97`, `E12/09`.

use super::{ValueError, trimmed};
use std::fmt;
use std::str::FromStr;

/// A code of the five-volume Encyclopaedia of Chess Openings (CH-241, CH-242).
///
/// ```
/// use movetext::values::Eco;
///
/// let eco: Eco = "E12/09".parse()?;
/// assert_eq!((eco.volume(), eco.number(), eco.part()), ('E', 12, Some(9)));
/// assert_eq!("b97".parse::<Eco>()?.to_string(), "B97");
/// assert!("F00".parse::<Eco>().is_err());
/// # Ok::<(), movetext::values::ValueError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Eco {
    volume: u8,
    number: u8,
    part: Option<u8>,
}

impl Eco {
    /// The volume, from `A` to `E`.
    pub fn volume(&self) -> char {
        self.volume.into()
    }

    /// The number in the volume, from 0 to 99.
    pub fn number(&self) -> u8 {
        self.number
    }

    /// The number after the slash, from 0 to 99.
    pub fn part(&self) -> Option<u8> {
        self.part
    }
}

impl FromStr for Eco {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Eco, ValueError> {
        let (start, text) = trimmed(text);
        let bytes = text.as_bytes();
        let error = |expected, at| Err(ValueError::new(expected, start + at));
        let volume = match bytes.first().map(u8::to_ascii_uppercase) {
            Some(volume @ b'A'..=b'E') => volume,
            _ => return error("a letter from A to E", 0),
        };
        let Some(number) = two_digits(bytes, 1) else {
            return error("a number of two digits", 1);
        };
        let part = match bytes.get(3..).unwrap_or_default() {
            [] => None,
            [b'/', _, _] if let Some(part) = two_digits(bytes, 4) => Some(part),
            [b'/', ..] => return error("a number of two digits", 4),
            _ => return error("the end or a slash", 3),
        };
        Ok(Eco {
            volume,
            number,
            part,
        })
    }
}

fn two_digits(bytes: &[u8], at: usize) -> Option<u8> {
    match bytes.get(at..at + 2)? {
        [a @ b'0'..=b'9', b @ b'0'..=b'9'] => Some(10 * (a - b'0') + b - b'0'),
        _ => None,
    }
}

impl fmt::Display for Eco {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:02}", self.volume(), self.number)?;
        match self.part {
            Some(part) => write!(f, "/{part:02}"),
            None => Ok(()),
        }
    }
}
