//! The diagnostics of a game, up to a limit; the rest is counted.

use super::provenance;
use crate::diagnostic::{Beyond, Finding};
use crate::event::Provenance;
use std::mem::take;
use std::ops::{Deref, DerefMut};

/// The diagnostics of a game, in order of arrival.
#[derive(Debug, Default)]
pub(super) struct Found {
    list: Vec<Finding>,
    /// How many of each severity are in the list.
    kept: Beyond,
    /// The last diagnostic, if it is beyond the limit: it may yet be withdrawn.
    last: Option<Finding>,
    /// How many are beyond the limit.
    beyond: Beyond,
    /// The maximum number of each severity.
    limit: usize,
    /// What the text of the game was: some diagnostics do not concern it.
    provenance: Provenance,
}

impl Found {
    /// Starts with no diagnostics. Up to `limit` of each severity will be kept.
    pub(super) fn begin(&mut self, provenance: Provenance, limit: usize) {
        self.list.clear();
        self.kept = Beyond::default();
        self.last = None;
        self.beyond = Beyond::default();
        self.provenance = provenance;
        self.limit = limit;
    }

    /// Adds a diagnostic, unless the limit of its severity is reached.
    pub(super) fn push(&mut self, finding: Finding) {
        self.settle();
        let severity = finding.code.severity;
        if self.kept.of(severity) as usize >= self.limit {
            self.last = Some(finding);
            return;
        }
        self.kept.count(severity);
        self.list.push(finding);
    }

    /// Withdraws the last diagnostic if it matches.
    pub(super) fn pop_if(&mut self, mut such: impl FnMut(&mut Finding) -> bool) -> Option<Finding> {
        if self.last.is_some() {
            return self.last.take_if(|last| such(last));
        }
        let last = self.list.pop_if(|last| such(last))?;
        self.kept.discount(last.code.severity);
        Some(last)
    }

    /// Withdraws all diagnostics that do not match.
    pub(super) fn retain(&mut self, such: impl Fn(&Finding) -> bool) {
        let kept = &mut self.kept;
        self.list.retain(|finding| {
            let stays = such(finding);
            if !stays {
                kept.discount(finding.code.severity);
            }
            stays
        });
    }

    /// Removes and returns those that concern the text.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Finding> {
        self.settle();
        let provenance = self.provenance;
        self.kept = Beyond::default();
        self.list
            .drain(..)
            .filter(move |finding| provenance::concerns(provenance, finding.code))
    }

    /// How many there were beyond the limit.
    pub(super) fn take_beyond(&mut self) -> Beyond {
        self.settle();
        take(&mut self.beyond)
    }

    /// Counts the last diagnostic, which can no longer be withdrawn.
    fn settle(&mut self) {
        if let Some(last) = self.last.take()
            && provenance::concerns(self.provenance, last.code)
        {
            self.beyond.count(last.code.severity);
        }
    }
}

impl Deref for Found {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.list
    }
}

impl DerefMut for Found {
    fn deref_mut(&mut self) -> &mut [Finding] {
        &mut self.list
    }
}
