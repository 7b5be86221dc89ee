//! A comparison as JUnit XML: a test case for every pair and every game without counterpart.

use super::records::{Record, letter};
use super::text::Text;
use super::{Form, Summary};
use crate::junit::{write_case, write_document};
use movetext::compare::Item;
use serde_json::Value;
use std::io::{self, Seek, Write};
use tempfile::{SpooledTempFile, spooled_tempfile};

/// Keeps the test cases until their number is known.
pub struct Junit {
    cases: SpooledTempFile,
    tests: u64,
    failures: u64,
}

impl Junit {
    /// Without any test case.
    pub fn new() -> Junit {
        Junit {
            cases: spooled_tempfile(super::KEPT),
            tests: 0,
            failures: 0,
        }
    }

    fn case(&mut self, file: &str, name: &str, failure: Option<(&str, &str)>) -> io::Result<()> {
        self.tests += 1;
        self.failures += u64::from(failure.is_some());
        write_case(&mut self.cases, file, name, failure)
    }
}

impl Form for Junit {
    fn item(&mut self, record: &Record<'_>, item: &Item, _: &mut dyn Write) -> io::Result<()> {
        let mut text = Vec::new();
        Text::new(false, false).item(record, item, &mut text)?;
        let text = String::from_utf8_lossy(&text);
        match (record, item) {
            (Record::Pair { a, b, .. }, Item::Pair(pair)) => {
                let name = format!("game {} | {} game {}", a.game, b.file, b.game);
                let failure = (pair.comparison.class.describe(), &*text);
                self.case(a.file, &name, (!record.is_same()).then_some(failure))
            }
            (Record::Only { file, game, .. }, Item::Only { origin, .. }) => {
                let message = format!("only in {}", letter(*origin).to_uppercase());
                self.case(file, &format!("game {game}"), Some((&message, &text)))
            }
            _ => Ok(()),
        }
    }

    fn missing(&mut self, known: &Value, _: &mut dyn Write) -> io::Result<()> {
        let mut text = Vec::new();
        Text::new(false, false).missing(known, &mut text)?;
        let text = String::from_utf8_lossy(&text);
        self.case(
            "expected",
            text.trim_end(),
            Some(("expected to differ, and does not", "")),
        )
    }

    fn end(&mut self, _: &Summary, out: &mut dyn Write) -> io::Result<()> {
        self.cases.rewind()?;
        let counts = (self.tests, self.failures);
        write_document(out, "compare", counts, &mut self.cases)
    }
}
