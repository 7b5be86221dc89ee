//! Differences that are known: a file of JSON lines, as `--format jsonl` has them.

use super::records::Record;
use serde_json::Value;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The differences that are known, and which of them were met.
#[derive(Clone, Default)]
pub struct Expected {
    known: Vec<Known>,
    /// By what says which difference it is: where such stand that were not met yet, the last one first.
    waiting: HashMap<String, Vec<usize>>,
}

#[derive(Clone)]
struct Known {
    record: Value,
    met: bool,
}

impl Expected {
    /// Reads the file. Pairs that are the same and the summary are passed over, so it may be the whole output.
    pub fn read(path: &Path) -> io::Result<Expected> {
        let mut expected = Expected::default();
        for (number, line) in (1..).zip(BufReader::new(File::open(path)?).lines()) {
            let line = line?;
            if line.trim().is_empty() {
                continue;
            }
            let wrong = |what: &dyn std::fmt::Display| {
                io::Error::new(io::ErrorKind::InvalidData, format!("line {number}: {what}"))
            };
            let record: Value = serde_json::from_str(&line).map_err(|error| wrong(&error))?;
            match record["type"].as_str() {
                Some("only") => {}
                Some("pair") if matches!(record["class"].as_str(), Some("same" | "spelling")) => {
                    continue;
                }
                Some("pair") => {}
                Some("summary" | "missing") => continue,
                _ => return Err(wrong(&"not a line of `movetext compare --format jsonl`")),
            }
            let place = expected.known.len();
            expected
                .waiting
                .entry(key(&record))
                .or_default()
                .push(place);
            expected.known.push(Known { record, met: false });
        }
        for places in expected.waiting.values_mut() {
            places.reverse();
        }
        Ok(expected)
    }

    /// Whether a difference is known; each is met once.
    pub fn takes(&mut self, record: &Record<'_>) -> io::Result<bool> {
        let key = key(&serde_json::to_value(record)?);
        let place = self.waiting.get_mut(&key).and_then(Vec::pop);
        if let Some(place) = place {
            self.known[place].met = true;
        }
        Ok(place.is_some())
    }

    /// What was not met.
    pub fn missing(&self) -> impl Iterator<Item = &Value> {
        let missing = self.known.iter().filter(|known| !known.met);
        missing.map(|known| &known.record)
    }
}

/// What says which difference it is: all but where the games begin and how they were paired.
fn key(record: &Value) -> String {
    let mut record = record.clone();
    if let Some(members) = record.as_object_mut() {
        for name in ["by", "omitted"] {
            members.remove(name);
        }
        for side in ["a", "b"] {
            if let Some(place) = members.get_mut(side).and_then(Value::as_object_mut) {
                place.remove("byte_start");
            }
        }
    }
    record.to_string()
}
