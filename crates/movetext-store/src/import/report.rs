//! What an import tells while it runs, and at its end.

use movetext::scan::Counts;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// What came of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SourceOutcome {
    /// It was read to its end, and all of it is stored.
    Imported {
        /// Its id.
        source: i64,
        /// What is stored of it.
        counts: Counts,
        /// Whether an earlier import had stored a part of it.
        resumed: bool,
    },
    /// The same content was stored before, perhaps from another file.
    Known {
        /// The id of that source.
        source: i64,
        /// The file that it was read from.
        path: PathBuf,
    },
    /// The same content was stored before, from a file that is no longer there: the source has this path from now on.
    Moved {
        /// The id of that source.
        source: i64,
        /// The file that it was read from.
        from: PathBuf,
    },
    /// It is no record of games; nothing is stored.
    NotGames {
        /// What it is.
        reason: String,
    },
    /// It could not be read, or not to its end; what was read is stored.
    Failed {
        /// Its id; none if nothing was read.
        source: Option<i64>,
        /// What is stored of it.
        counts: Counts,
        /// Why it could not be read.
        error: String,
    },
    /// It was not touched, because what is stored of it forbids that.
    Refused {
        /// The id of what is stored.
        source: i64,
        /// Why, and what to do.
        reason: String,
    },
    /// The observer stopped the import; it can be resumed.
    Stopped {
        /// Its id; none if nothing is stored.
        source: Option<i64>,
        /// What is stored of it.
        counts: Counts,
    },
}

/// A source and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceReport {
    /// The file, as it was given.
    pub path: PathBuf,
    /// What came of it.
    pub outcome: SourceOutcome,
}

/// What came of an import.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ImportReport {
    /// The sources in their order.
    pub sources: Vec<SourceReport>,
    /// Whether the observer stopped it before the last source was done.
    pub stopped: bool,
}

/// Something that happened during an import.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A source begins to be read.
    Begun {
        /// The file.
        path: &'a Path,
        /// Its size.
        bytes: u64,
        /// Whether an earlier import has stored a part of it.
        resumed: bool,
        /// The games of that part.
        games: u64,
    },
    /// A chunk more was read.
    Read {
        /// The file.
        path: &'a Path,
        /// How many of its bytes were read.
        bytes_read: u64,
        /// Its size.
        bytes: u64,
        /// The games that were read, those of an earlier import included.
        games: u64,
    },
    /// A source is done with. Comes for every source, also for those that did not begin.
    Ended(&'a SourceReport),
}

/// Hears what happens during an import, and may stop it.
///
/// `()` hears nothing; a closure is an observer too.
pub trait Observer {
    /// Takes an event. [`ControlFlow::Break`] stops the import: what was read is committed, and a
    /// later import goes on from there.
    fn on(&mut self, event: &Event<'_>) -> ControlFlow<()>;
}

impl Observer for () {
    fn on(&mut self, _: &Event<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: FnMut(&Event<'_>) -> ControlFlow<()>> Observer for F {
    fn on(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        self(event)
    }
}
