//! Diagnostics of a document, and their positions.

use crate::diagnostic::{Beyond, Code};
use crate::format::json::tree::Value;
use std::borrow::Cow;
use std::ops::Range;

/// The maximum number of diagnostics kept for one document.
const MOST: usize = 1000;

/// A diagnostic in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind of diagnostic.
    pub code: &'static Code,
    /// The path of the value that it concerns, from the document `$`: `$.previous_moves[3][0]`.
    pub path: String,
    /// What was found, as text.
    pub message: Cow<'static, str>,
    /// The range: byte offsets into the text of the document.
    pub span: Range<usize>,
}

/// Collects diagnostics, up to a limit.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<Finding>,
    /// The number beyond the limit.
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

    /// Adds a diagnostic about a range.
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

    /// The message of the first diagnostic.
    pub(super) fn first(&self) -> Option<&str> {
        self.list.first().map(|finding| &*finding.message)
    }

    /// All diagnostics, in the order of their positions, and the number beyond the limit.
    pub(super) fn finish(mut self) -> (Vec<Finding>, Beyond) {
        self.list.sort_by_key(|finding| finding.span.start);
        (self.list, self.beyond)
    }
}
