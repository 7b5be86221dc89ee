//! The exit code.

use std::process::ExitCode;

/// Some input could not be read, or the output could not be written.
pub const UNREADABLE: u8 = 3;
/// There are findings of severity error.
const FINDINGS: u8 = 1;

/// What the exit code depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// There are findings of severity error.
    pub errors: bool,
    /// Some input could not be read.
    pub unreadable: bool,
}

impl Verdict {
    /// Takes in the verdict on another input.
    pub fn add(&mut self, other: Verdict) {
        self.errors |= other.errors;
        self.unreadable |= other.unreadable;
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> ExitCode {
        match verdict {
            Verdict {
                unreadable: true, ..
            } => ExitCode::from(UNREADABLE),
            Verdict { errors: true, .. } => ExitCode::from(FINDINGS),
            _ => ExitCode::SUCCESS,
        }
    }
}
