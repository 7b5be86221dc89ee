//! How a reader fared on a vector, and on all of them.

use super::grade::Difference;
use super::vector::{Aspect, Class, Vector};
use serde::Serialize;
use std::collections::BTreeMap;

/// How a reader fared on a vector.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome<'v> {
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub id: &'v str,
    /// Which of the readers of movetext.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lane: Option<&'static str>,
    pub class: Class,
    pub status: Status,
    /// What was graded.
    pub graded: Vec<Aspect>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Difference>,
    /// What the reader said at its end, if that was not as it should be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Whether the failure is known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub known: bool,
    #[serde(skip)]
    pub vector: &'v Vector,
}

impl<'v> Outcome<'v> {
    pub fn new(vector: &'v Vector, lane: Option<&'static str>, status: Status) -> Outcome<'v> {
        Outcome {
            kind: "result",
            id: &vector.id,
            lane,
            class: vector.class,
            status,
            graded: Vec::new(),
            differences: Vec::new(),
            message: None,
            known: false,
            vector,
        }
    }

    /// What failed, in words.
    pub fn failed(&self) -> Vec<&'static str> {
        match self.status {
            Status::Pass | Status::Unclaimed => Vec::new(),
            Status::Fail => self
                .differences
                .iter()
                .map(|one| one.aspect.as_str())
                .collect(),
            other => vec![other.as_str()],
        }
    }

    /// Whether this counts against the reader.
    pub fn is_failure(&self) -> bool {
        !matches!(self.status, Status::Pass | Status::Unclaimed)
    }
}

/// How it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Pass,
    Fail,
    /// The reader does not claim to read such texts.
    Unclaimed,
    Crash,
    Timeout,
    /// Its output is not what is asked for.
    Garbage,
}

impl Status {
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Pass => "pass",
            Status::Fail => "fail",
            Status::Unclaimed => "unclaimed",
            Status::Crash => "crash",
            Status::Timeout => "timeout",
            Status::Garbage => "garbage",
        }
    }
}

/// How many vectors were graded on something, and how many of these are right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    pub right: u64,
    pub of: u64,
}

impl Count {
    fn add(&mut self, right: bool) {
        self.right += u64::from(right);
        self.of += 1;
    }

    /// For tables: empty if nothing was graded.
    pub fn shown(self) -> String {
        match self.of {
            0 => String::new(),
            of => format!("{}/{of}", self.right),
        }
    }
}

/// How a reader fared on the vectors of a topic.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Topic {
    pub vectors: u64,
    pub unclaimed: u64,
    /// Crashes, timeouts and garbage.
    pub broken: u64,
    pub all: Count,
    pub aspects: BTreeMap<Aspect, Count>,
}

impl Topic {
    pub fn add(&mut self, outcome: &Outcome<'_>) {
        self.vectors += 1;
        match outcome.status {
            Status::Unclaimed => {
                self.unclaimed += 1;
                return;
            }
            Status::Crash | Status::Timeout | Status::Garbage => self.broken += 1,
            Status::Pass | Status::Fail => {}
        }
        self.all.add(!outcome.is_failure());
        for aspect in &outcome.graded {
            let differs = outcome.differences.iter().any(|one| one.aspect == *aspect);
            self.aspects.entry(*aspect).or_default().add(!differs);
        }
    }
}

/// What is said at the end.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub topics: BTreeMap<String, Topic>,
    pub total: Topic,
    /// Failures that are not known, if some are; else all of them.
    pub failures: u64,
    /// Known failures that are there no more.
    pub missing: u64,
}

impl Summary {
    pub fn add(&mut self, outcome: &Outcome<'_>) {
        self.kind = "summary";
        let topic = outcome.vector.topic().to_owned();
        self.topics.entry(topic).or_default().add(outcome);
        self.total.add(outcome);
        self.failures += u64::from(outcome.is_failure() && !outcome.known);
    }
}
