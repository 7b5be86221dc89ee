//! Diagnostics: what is wrong, where, and what to do about it.
//!
//! Every deviation of the input is reported as a [`Diagnostic`] with a stable [`Code`]. A diagnostic is a plain
//! value; displaying it is up to the caller. The type of the [`Sink`] decides where diagnostics go: `()` drops
//! them, `Vec<Diagnostic>` keeps them, a closure receives them one by one.
//!
//! A code's [`Page`] explains its meaning, with an example and a fix; [`Requirement::find`] gives the text of a
//! numbered requirement.

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

/// How serious a diagnostic is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Severity {
    /// An unusual spelling with one clear meaning.
    #[default]
    Info,
    /// Something a careful writer would fix; nothing was lost.
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

/// A kind of diagnostic: its stable name and its description.
///
/// Two codes are the same if they have the same [`id`](Code::id).
#[derive(Debug)]
pub struct Code {
    /// The stable name, in kebab case, e.g. `illegal-move`.
    pub id: &'static str,
    /// How serious it is.
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

/// A problem found in a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The kind of diagnostic.
    pub code: &'static Code,
    /// What was found, as text.
    pub message: Cow<'static, str>,
    /// The bytes that it concerns, as offsets into the (decompressed) source.
    pub span: Range<u64>,
    /// Line and column of the first of these bytes.
    pub place: LineColumn,
    /// The game that it concerns, counted from 1 in the source; 0 for the source itself.
    pub game: u64,
    /// What the writer of the text could do.
    pub help: Option<Cow<'static, str>>,
    /// The numbered requirements of the game's variant that are violated; those of all variants if it concerns
    /// the source.
    pub requirements: Requirements,
    /// A fix, if there is one clear correction.
    pub fix: Option<Fix>,
    /// A second, related position.
    pub label: Option<Label>,
}

/// The second position of a diagnostic: for example, where an unclosed bracket should have been closed at the
/// latest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The bytes, as offsets into the (decompressed) source.
    pub span: Range<u64>,
    /// Line and column of the first of them.
    pub place: LineColumn,
    /// What is there, as text.
    pub message: Cow<'static, str>,
}

/// A replacement for some bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// The bytes to replace, as offsets into the (decompressed) source; an empty range inserts the text.
    pub span: Range<u64>,
    /// The replacement.
    pub text: String,
}

/// A diagnostic reported while reading a game: its positions are offsets into the chunk that holds the game.
/// The reader turns it into a [`Diagnostic`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The kind of diagnostic.
    pub code: &'static Code,
    /// What was found, as text.
    pub message: Cow<'static, str>,
    /// The bytes that it concerns.
    pub span: Range<usize>,
    /// A fix: the bytes to replace, and their replacement.
    pub fix: Option<(Range<usize>, String)>,
    /// The ids of the violated requirements; by default those of the code.
    pub requirements: &'static [&'static str],
}

impl Finding {
    /// A diagnostic without a fix.
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

    /// Adds a fix that replaces some bytes by a text.
    #[must_use]
    pub fn with_fix(mut self, span: Range<usize>, text: impl Into<String>) -> Finding {
        self.fix = Some((span, text.into()));
        self
    }

    /// Adds a fix that replaces the diagnostic's own bytes by a text.
    #[must_use]
    pub fn replaced_by(mut self, text: impl Into<String>) -> Finding {
        self.fix = Some((self.span.clone(), text.into()));
        self
    }
}

impl Diagnostic {
    /// A diagnostic that concerns a source as a whole.
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

    /// The same diagnostic with its game counted after `games` further games.
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
    /// The ids that begin with a prefix.
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
    /// Whether anything receives the diagnostics. If false, they are not even created.
    const LISTENS: bool = true;

    /// Takes one diagnostic.
    fn report(&mut self, diagnostic: Diagnostic);

    /// Receives one diagnostic while the text that it concerns is still available: `range` of the chunk's text.
    /// For sinks that show the text; others need only [`report`](Sink::report).
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

/// A sink of any type, so that reading is not compiled anew for each.
pub(crate) struct AnySink<'k>(&'k mut dyn Receive);

impl<'k> AnySink<'k> {
    pub(crate) fn new<K: Sink>(sink: &'k mut K) -> AnySink<'k> {
        AnySink(sink)
    }
}

impl Sink for AnySink<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.0.receive(diagnostic);
    }

    fn report_in(&mut self, diagnostic: Diagnostic, chunk: &Chunk, range: Range<usize>) {
        self.0.receive_in(diagnostic, chunk, range);
    }
}

/// The methods of [`Sink`], which its constant keeps from being called through a pointer.
trait Receive {
    fn receive(&mut self, diagnostic: Diagnostic);
    fn receive_in(&mut self, diagnostic: Diagnostic, chunk: &Chunk, range: Range<usize>);
}

impl<K: Sink> Receive for K {
    fn receive(&mut self, diagnostic: Diagnostic) {
        self.report(diagnostic);
    }

    fn receive_in(&mut self, diagnostic: Diagnostic, chunk: &Chunk, range: Range<usize>) {
        self.report_in(diagnostic, chunk, range);
    }
}
