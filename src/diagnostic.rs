//! Findings: what deviates, where, and what to do about it.
//!
//! Every deviation of the input becomes a [`Diagnostic`] with a stable [`Code`]. A diagnostic is a
//! plain value; drawing it is the caller's business. Where diagnostics go is decided by the type of
//! the [`Sink`]: `()` drops them, `Vec<Diagnostic>` keeps them, a closure takes them one by one.
//!
//! What a code means, with an example and how to fix it, is on its [`Page`]; what a numbered requirement asks
//! for says [`Requirement::find`].

mod beyond;
mod codes;
mod pages;
mod requirements;

pub use beyond::Beyond;
pub use codes::*;
pub use pages::{Example, Page};
pub use requirements::Requirement;

pub use crate::core::line_column::LineColumn;

use crate::io::Chunk;
use std::borrow::Cow;
use std::ops::Range;

/// How grave a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// A departure from the written form with one plain meaning.
    Info,
    /// Something a careful writer would mend; nothing was lost.
    Warning,
    /// Something that could not be understood; it is kept as text.
    Error,
}

impl Severity {
    /// `info`, `warning` or `error`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A sort of finding: its stable name and what is known of it.
///
/// Two codes are the same if they have the same [`id`](Code::id).
#[derive(Debug)]
pub struct Code {
    /// The stable name, in kebab case, e.g. `illegal-move`.
    pub id: &'static str,
    /// How grave it is.
    pub severity: Severity,
    /// What it means, in a sentence.
    pub summary: &'static str,
    /// The numbered requirements that it enforces, e.g. `CH-101`.
    pub requirements: &'static [&'static str],
    /// What the writer of the text could do.
    pub help: Option<&'static str>,
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        self.id == other.id
    }
}

impl Eq for Code {}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// What sort of finding it is.
    pub code: &'static Code,
    /// What was found, in words.
    pub message: Cow<'static, str>,
    /// The bytes that it concerns, as offsets into the (decompressed) source.
    pub span: Range<u64>,
    /// Line and column of the first of these bytes.
    pub place: LineColumn,
    /// The game that it concerns, counted from 1 in the source; 0 for the source itself.
    pub game: u64,
    /// What the writer of the text could do.
    pub help: Option<Cow<'static, str>>,
    /// The numbered requirements of the game's variant that it offends against; those of all
    /// variants if it concerns the source.
    pub requirements: Requirements,
    /// How it could be mended, where there is one plain way.
    pub fix: Option<Fix>,
    /// Another place that belongs to it.
    pub label: Option<Label>,
}

/// A second place of a finding: where a bracket that is never closed would have to be by then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The bytes, as offsets into the (decompressed) source.
    pub span: Range<u64>,
    /// Line and column of the first of them.
    pub place: LineColumn,
    /// What is there, in words.
    pub message: Cow<'static, str>,
}

/// A text to put in the place of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The bytes to replace, as offsets into the (decompressed) source; none of them to put the text
    /// between others.
    pub span: Range<u64>,
    /// What to put there.
    pub text: String,
}

/// A finding of someone who has the text before him: places are offsets into the chunk that holds the
/// game. The reader makes a [`Diagnostic`] of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What sort of finding it is.
    pub code: &'static Code,
    /// What was found, in words.
    pub message: Cow<'static, str>,
    /// The bytes that it concerns.
    pub span: Range<usize>,
    /// How it could be mended: what to replace by what.
    pub fix: Option<(Range<usize>, String)>,
    /// The ids of the requirements that are not met; by default those of the code.
    pub requirements: &'static [&'static str],
}

impl Finding {
    /// A finding without a fix.
    pub fn new(
        code: &'static Code,
        span: Range<usize>,
        message: impl Into<Cow<'static, str>>,
    ) -> Finding {
        Finding {
            code,
            message: message.into(),
            span,
            fix: None,
            requirements: code.requirements,
        }
    }

    /// The same with a text that should stand in the place of some bytes.
    #[must_use]
    pub fn with_fix(mut self, span: Range<usize>, text: impl Into<String>) -> Finding {
        self.fix = Some((span, text.into()));
        self
    }

    /// The same with the text that its bytes should be replaced by.
    #[must_use]
    pub fn replaced_by(mut self, text: impl Into<String>) -> Finding {
        self.fix = Some((self.span.clone(), text.into()));
        self
    }
}

impl Diagnostic {
    /// A finding that concerns a source as a whole.
    pub fn of_source(
        code: &'static Code,
        message: impl Into<Cow<'static, str>>,
        span: Range<u64>,
        place: LineColumn,
    ) -> Diagnostic {
        Diagnostic {
            code,
            message: message.into(),
            span,
            place,
            game: 0,
            help: code.help.map(Cow::Borrowed),
            requirements: Requirements::of(code.requirements, ""),
            fix: None,
            label: None,
        }
    }

    /// The same finding, if so many games stand before those among which its game was counted.
    #[must_use]
    pub fn after_games(mut self, games: u64) -> Diagnostic {
        if self.game > 0 {
            self.game += games;
        }
        self
    }
}

/// The ids of some numbered requirements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Requirements {
    ids: &'static [&'static str],
    prefix: &'static str,
}

impl Requirements {
    /// Those of these that begin with a prefix.
    pub fn of(ids: &'static [&'static str], prefix: &'static str) -> Requirements {
        Requirements { ids, prefix }
    }

    /// The ids, e.g. `CH-101`.
    pub fn iter(&self) -> impl Iterator<Item = &'static str> {
        let prefix = self.prefix;
        self.ids
            .iter()
            .copied()
            .filter(move |id| id.starts_with(prefix))
    }
}

/// Receives diagnostics.
pub trait Sink {
    /// Whether anything looks at the diagnostics. Where it is false they are not even made.
    const LISTENS: bool = true;

    /// Takes one diagnostic.
    fn report(&mut self, diagnostic: Diagnostic);

    /// Takes one diagnostic while the text that it concerns is still there: `range` of the chunk's
    /// text. For those who show the place; others need only [`report`](Sink::report).
    fn report_in(&mut self, diagnostic: Diagnostic, chunk: &Chunk, range: Range<usize>) {
        let (_, _) = (chunk, range);
        self.report(diagnostic);
    }
}

impl Sink for () {
    const LISTENS: bool = false;

    fn report(&mut self, _: Diagnostic) {}
}

impl Sink for Vec<Diagnostic> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.push(diagnostic);
    }
}

impl<F: FnMut(Diagnostic)> Sink for F {
    fn report(&mut self, diagnostic: Diagnostic) {
        self(diagnostic);
    }
}
