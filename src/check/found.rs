//! What was found in a game, up to a limit; what is beyond is counted.

use super::provenance;
use crate::diagnostic::{Beyond, Finding};
use crate::event::Provenance;
use std::mem::take;
use std::ops::{Deref, DerefMut};

/// The findings of a game, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Found {
    list: Vec<Finding>,
    /// How many of each severity are in the list.
    kept: Beyond,
    /// The last finding, if it is beyond the limit: it may yet be taken back.
    last: Option<Finding>,
    /// How many are beyond the limit.
    beyond: Beyond,
    /// So many of each severity are kept.
    limit: usize,
    /// What the text of the game is: some findings do not concern it.
    provenance: Provenance,
}

impl Found {
    /// Begins with nothing found in a text of this sort. So many of each severity will be kept.
    pub(super) fn begin(&mut self, provenance: Provenance, limit: usize) {
        self.list.clear();
        self.kept = Beyond::default();
        self.last = None;
        self.beyond = Beyond::default();
        self.provenance = provenance;
        self.limit = limit;
    }

    /// Keeps a finding, unless there are as many of its severity as may be.
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

    /// Takes the last finding back if it is such a one.
    pub(super) fn pop_if(&mut self, mut such: impl FnMut(&mut Finding) -> bool) -> Option<Finding> {
        if self.last.is_some() {
            return self.last.take_if(|last| such(last));
        }
        let last = self.list.pop_if(|last| such(last))?;
        self.kept.discount(last.code.severity);
        Some(last)
    }

    /// Takes back all findings that are not such ones.
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

    /// Gives out those that concern the text.
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

    /// Counts the last finding, which can no longer be taken back.
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
