//! Typed values of tags.
//!
//! A type here reads whatever has one plain meaning, also where it is not in the proper form, and
//! writes the form of the specification. So a value is in proper form if it is what its reading is
//! written as; [`proper`] says so for any of them. What has no plain meaning is an error, and stays
//! with the caller as the text that it is.
//!
//! ```
//! use movetext::values::{Date, Proper, TimeControl, proper};
//!
//! assert_eq!(proper::<Date>("1992.08.31"), Ok(Proper::Already)); // CH-115
//! assert_eq!(
//!     proper::<Date>("1992/8/31"),
//!     Ok(Proper::Is("1992.08.31".into()))
//! );
//! let error = proper::<Date>("1992.13.01").unwrap_err();
//! assert_eq!(error.to_string(), "a month from 01 to 12 is expected at byte 5");
//! assert_eq!(proper::<TimeControl>("40/7200:3600"), Ok(Proper::Already));
//! ```
//!
//! [`Form`] checks the value of a tag by the form that the specification gives it; which tag of
//! orthodox chess has which form stands in [`crate::variants::chess_tags`].

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

/// A value that has no plain meaning as what it should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueError {
    expected: &'static str,
    at: usize,
}

impl ValueError {
    /// Something else is expected at a byte offset of the value.
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

/// How a value stands to the form of the specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proper {
    /// It has that form.
    Already,
    /// It has another; this is the same value in the proper form.
    Is(String),
}

/// Whether a value is in proper form, and what its proper form is.
///
/// # Errors
///
/// If the value has no plain meaning as a `T`.
pub fn proper<T: FromStr<Err = ValueError> + Display>(value: &str) -> Result<Proper, ValueError> {
    let written = value.parse::<T>()?.to_string();
    Ok(if written == value {
        Proper::Already
    } else {
        Proper::Is(written)
    })
}

/// The offset of the first byte that is not blank, and the text without blanks around it.
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

/// Letters and digits in lower case: how words are compared whose case and blanks do not matter.
fn folded(text: &str) -> String {
    let alphanumeric = text.chars().filter(|c| c.is_alphanumeric());
    alphanumeric.flat_map(char::to_lowercase).collect()
}
