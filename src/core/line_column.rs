//! Line and column in a source.

use std::fmt;

/// A line and a column in a source, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LineColumn {
    /// The line, from 1. LF, CRLF and lone CR end a line.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
}

/// Line and column: `4:13`.
impl fmt::Display for LineColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
