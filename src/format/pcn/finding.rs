//! What is found wrong with a document, and where.

use crate::diagnostic::{Beyond, Code};
use crate::format::json::tree::Value;
use std::borrow::Cow;
use std::ops::Range;

/// So many diagnostics of one document are kept.
const MOST: usize = 1000;

/// A diagnostic in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What sort of finding it is.
    pub code: &'static Code,
    /// The path to what it concerns, from the document `$`: `$.previous_moves[3][0]`.
    pub path: String,
    /// What was found, in words.
    pub message: Cow<'static, str>,
    /// What it concerns: byte offsets into the text of the document.
    pub span: Range<usize>,
}

/// Collects diagnostics, but not without end.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<Finding>,
    /// How many there are beyond those.
    beyond: Beyond,
}

impl Findings {
    /// Adds a diagnostic about a value.
    pub(super) fn add(
        &mut self,
        code: &'static Code,
        value: Value<'_, '_>,
        message: impl Into<Cow<'static, str>>,
    ) {
        if self.list.len() < MOST {
            self.push(code, value.path(), value.span(), message)
        } else {
            self.beyond.count(code.severity)
        }
    }

    /// Adds a diagnostic about a place.
    pub(super) fn push(
        &mut self,
        code: &'static Code,
        path: String,
        span: Range<usize>,
        message: impl Into<Cow<'static, str>>,
    ) {
        if self.list.len() >= MOST {
            return self.beyond.count(code.severity);
        }
        self.list.push(Finding {
            code,
            path,
            message: message.into(),
            span,
        });
    }

    /// What the first of them says.
    pub(super) fn first(&self) -> Option<&str> {
        self.list.first().map(|finding| &*finding.message)
    }

    /// All of them, in the order of their places, and how many there are beyond.
    pub(super) fn finish(mut self) -> (Vec<Finding>, Beyond) {
        self.list.sort_by_key(|finding| finding.span.start);
        (self.list, self.beyond)
    }
}
