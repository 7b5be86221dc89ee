//! Diagnostics that are counted but not reported one by one.

use super::Severity;
use std::borrow::Cow;
use std::ops::AddAssign;

/// The number of diagnostics of each severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beyond {
    /// Errors.
    pub errors: u32,
    /// Warnings.
    pub warnings: u32,
    /// Diagnostics of severity info.
    pub infos: u32,
}

impl Beyond {
    /// Counts one more of this severity.
    pub fn count(&mut self, severity: Severity) {
        let count = self.of_mut(severity);
        *count = count.saturating_add(1);
    }

    /// Whether there are none.
    pub fn is_none(&self) -> bool {
        *self == Beyond::default()
    }

    /// The number of this severity.
    pub fn of(&self, severity: Severity) -> u32 {
        match severity {
            Severity::Error => self.errors,
            Severity::Warning => self.warnings,
            Severity::Info => self.infos,
        }
    }

    fn of_mut(&mut self, severity: Severity) -> &mut u32 {
        match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Info => &mut self.infos,
        }
    }

    /// Counts one less of this severity.
    pub(crate) fn discount(&mut self, severity: Severity) {
        let count = self.of_mut(severity);
        *count = count.saturating_sub(1);
    }

    /// The message that reports them.
    pub(crate) fn message(&self) -> Cow<'static, str> {
        let count = u64::from(self.errors) + u64::from(self.warnings) + u64::from(self.infos);
        match count {
            1 => "1 further problem of this game is counted, not shown".into(),
            _ => format!("{count} further problems of this game are counted, not shown").into(),
        }
    }
}

impl AddAssign for Beyond {
    fn add_assign(&mut self, other: Beyond) {
        self.errors = self.errors.saturating_add(other.errors);
        self.warnings = self.warnings.saturating_add(other.warnings);
        self.infos = self.infos.saturating_add(other.infos);
    }
}
