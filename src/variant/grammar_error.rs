//! Where a text violates the grammar of its notation.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// A violation of the grammar.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GrammarError {
    /// What is wrong.
    pub kind: GrammarErrorKind,
    /// The bytes that it concerns.
    pub span: Range<usize>,
    /// The ids of the requirements that say what is expected here, if known.
    pub requirements: &'static [&'static str],
}

/// The kinds of violation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GrammarErrorKind {
    /// Something else is expected here.
    Syntax {
        /// What is expected, as text; empty if nothing is allowed here.
        expected: Vec<Cow<'static, str>>,
        /// What was found; empty at the end of the text.
        found: String,
    },
    /// A character that is not allowed here.
    Unprintable {
        /// The character.
        found: char,
        /// Whether it is in a tag value.
        value: bool,
    },
    /// A move uses a symbol that the tags of its game do not declare.
    Undeclared {
        /// The move.
        found: String,
    },
    /// Variations are nested deeper than the limit.
    Depth {
        /// The limit.
        limit: usize,
    },
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            GrammarErrorKind::Syntax { expected, found } => {
                match expected.as_slice() {
                    [] => f.write_str("unexpected")?,
                    [one] => write!(f, "expected {one}, found")?,
                    [most @ .., last] => {
                        write!(f, "expected {} or {last}, found", most.join(", "))?;
                    }
                }
                match found.as_str() {
                    "" => f.write_str(" the end of the text"),
                    "\n" | "\r" => f.write_str(" the end of the line"),
                    found => write!(f, " `{found}`"),
                }
            }
            GrammarErrorKind::Unprintable { found, value } => {
                let place = if *value { " in a tag value" } else { "" };
                write!(
                    f,
                    "the character U+{:04X} is not allowed{place}",
                    u32::from(*found)
                )
            }
            GrammarErrorKind::Undeclared { found } => {
                write!(f, "`{found}` uses a symbol that the tags do not declare")
            }
            GrammarErrorKind::Depth { limit } => {
                write!(f, "variations are nested more than {limit} deep")
            }
        }
    }
}

impl std::error::Error for GrammarError {}
