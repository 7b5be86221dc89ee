//! Typed values of tags.
//!
//! The types here read every value that has one plain meaning, even if it is not in canonical form, and write
//! the form of the specification. So a value is in canonical form if reading and writing it leaves it
//! unchanged; [`canonical`] says so for any of them. A value without a plain meaning is an error, and the
//! caller keeps it as text.
//!
//! ```
//! use movetext::values::{Canonical, Date, TimeControl, canonical};
//!
//! assert_eq!(canonical::<Date>("1992.08.31"), Ok(Canonical::Already)); // CH-115
//! assert_eq!(
//!     canonical::<Date>("1992/8/31"),
//!     Ok(Canonical::Is("1992.08.31".into()))
//! );
//! let error = canonical::<Date>("1992.13.01").unwrap_err();
//! assert_eq!(error.to_string(), "a month from 01 to 12 is expected at byte 5");
//! assert_eq!(canonical::<TimeControl>("40/7200:3600"), Ok(Canonical::Already));
//! ```
//!
//! [`Form`] checks the value of a tag against the form that the specification gives it;
//! [`crate::variants::chess_tags`] says which tag of orthodox chess has which form.

mod checked;
pub mod commands;
mod control;
mod date;
mod eco;
mod form;
mod mode;
mod names;
mod rating;
mod result;
mod round;
mod setup;
mod termination;
mod time;
mod title;

#[cfg(test)]
mod tests;

pub use checked::CheckedValues;
pub use control::{Period, TimeControl};
pub use date::Date;
pub use eco::Eco;
pub use form::{Degree, Fault, Form};
pub use mode::Mode;
pub use names::{Name, Names};
pub use rating::Rating;
pub use result::ResultValue;
pub use round::Round;
pub use setup::SetUp;
pub use termination::Termination;
pub use time::Time;
pub use title::{PlayerType, Title};

use std::fmt::{self, Display};
use std::str::FromStr;

/// A value without a plain meaning as the expected type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueError {
    expected: &'static str,
    at: usize,
}

impl ValueError {
    /// `expected` was not found at a byte offset of the value.
    pub const fn new(expected: &'static str, at: usize) -> ValueError {
        ValueError { expected, at }
    }

    /// What is expected, with its article: `a month from 01 to 12`.
    pub const fn expected(&self) -> &'static str {
        self.expected
    }

    /// Where: a byte offset into the value.
    pub const fn at(&self) -> usize {
        self.at
    }
}

impl Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is expected at byte {}", self.expected, self.at)
    }
}

impl std::error::Error for ValueError {}

/// How a value relates to the form of the specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Canonical {
    /// It has that form.
    Already,
    /// It has another form; this is the same value in canonical form.
    Is(String),
}

/// Whether a value is in canonical form, and what its canonical form is.
///
/// # Errors
///
/// If the value has no plain meaning as a `T`.
pub fn canonical<T: FromStr<Err = ValueError> + Display>(
    value: &str,
) -> Result<Canonical, ValueError> {
    let written = value.parse::<T>()?.to_string();
    Ok(if written == value {
        Canonical::Already
    } else {
        Canonical::Is(written)
    })
}

/// The offset of the first non-blank byte, and the text without surrounding blanks.
fn trimmed(text: &str) -> (usize, &str) {
    let start = text.len() - text.trim_start().len();
    (start, text.trim())
}

/// A whole number, of ASCII digits alone.
fn number(text: &str, at: usize, expected: &'static str) -> Result<u32, ValueError> {
    let odd = text.bytes().position(|b| !b.is_ascii_digit());
    match odd {
        None => text.parse().map_err(|_| ValueError::new(expected, at)),
        Some(odd) => Err(ValueError::new(expected, at + odd)),
    }
}

/// Letters and digits in lower case, for comparing words regardless of case and blanks.
pub(crate) fn folded(text: &str) -> String {
    if text.is_ascii() {
        let alphanumeric = text.bytes().filter(u8::is_ascii_alphanumeric);
        return alphanumeric
            .map(|byte| char::from(byte.to_ascii_lowercase()))
            .collect();
    }
    let alphanumeric = text.chars().filter(|c| c.is_alphanumeric());
    alphanumeric.flat_map(char::to_lowercase).collect()
}
