//! Failures that are known: a file of JSON lines.

use super::result::Outcome;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::Path;

/// A failure: which vector, by which reader of movetext, and what failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lane: Option<String>,
    pub failed: Vec<String>,
}

impl Known {
    pub fn of(outcome: &Outcome<'_>) -> Known {
        Known {
            id: outcome.id.to_owned(),
            lane: outcome.lane.map(str::to_owned),
            failed: outcome.failed().into_iter().map(str::to_owned).collect(),
        }
    }
}

/// Reads the known failures.
pub fn read(path: &Path) -> io::Result<Vec<Known>> {
    let mut known = Vec::new();
    for (number, line) in (1..).zip(fs::read_to_string(path)?.lines()) {
        if !line.trim().is_empty() {
            known.push(serde_json::from_str(line).map_err(|error| {
                io::Error::new(
                    io::ErrorKind::InvalidData,
                    format!("line {number}: {error}"),
                )
            })?);
        }
    }
    Ok(known)
}

/// Marks what is known, and returns what is known but did not happen to any of these vectors. What is known of
/// vectors that were not run is let be.
pub fn compare(known: Vec<Known>, outcomes: &mut [Outcome<'_>]) -> Vec<Known> {
    let mut missing = Vec::new();
    for one in known {
        let same = |outcome: &&mut Outcome<'_>| {
            outcome.id == one.id && outcome.lane == one.lane.as_deref()
        };
        match outcomes.iter_mut().find(same) {
            Some(outcome) if Known::of(outcome) == one => outcome.known = true,
            Some(_) => missing.push(one),
            None => {}
        }
    }
    missing
}
