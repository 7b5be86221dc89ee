//! Opening inputs and keeping count of what is read of them.

use crate::args::Sources;
use crate::exit::Verdict;
use crate::input::{Bytes, Input, Stored};
use crate::ordered::Turn;
use crate::output::{printable, reason};
use crate::progress;
use crate::replace::{Hashing, Stamp};
use movetext::io::Compression;
use movetext::parallel::{ChunkReader, Part};
use movetext::registry::VariantSet;
use movetext::scan::ReadStats;
use movetext::variants::Standard;
use movetext::{Format, Reader, ReaderBuilder};
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// An input that is being read.
pub struct Source {
    /// The reader of its games.
    pub reader: Reader<'static>,
    raw: Arc<AtomicU64>,
    /// For files that may be replaced.
    hashing: Option<Hashing>,
}

/// Counts the bytes as they come from the system.
struct Counted<R> {
    inner: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        progress::advance(read as u64);
        Ok(read)
    }
}

impl Source {
    /// Opens an input.
    pub fn open(input: &Input, options: &ReaderBuilder) -> io::Result<Source> {
        match &input.bytes {
            // What is known of a piece need not be found out.
            Bytes::Stored(Stored {
                games: Some(selected),
                ..
            }) => {
                let mut options = options.clone();
                let (format, expected) = selected.format;
                options
                    .encoding(Some(selected.encoding))
                    .format(format, expected);
                Source::of(input.open()?, &options)
            }
            _ => Source::of(input.open()?, options),
        }
    }

    /// Opens a file that may be replaced afterwards, if it is still the same.
    pub fn open_stamped(input: &Input, options: &ReaderBuilder) -> io::Result<Source> {
        let Some(path) = input.path() else {
            return Source::open(input, options);
        };
        let (hashing, file) = Hashing::begin(File::open(path)?)?;
        Ok(Source {
            hashing: Some(hashing),
            ..Source::of(Box::new(file), options)?
        })
    }

    fn of(bytes: Box<dyn Read + Send>, options: &ReaderBuilder) -> io::Result<Source> {
        let raw = Arc::new(AtomicU64::new(0));
        let counted = Counted {
            inner: bytes,
            count: Arc::clone(&raw),
        };
        Ok(Source {
            reader: options.from_reader(counted)?,
            raw,
            hashing: None,
        })
    }

    /// The file as it was read, if it was opened for that.
    pub fn stamp(&self) -> Option<Stamp> {
        self.hashing.as_ref().map(Hashing::stamp)
    }

    /// Opens an input to read its games. None if there are none to be read: then the reason is
    /// noted, and the verdict tells whether that is a fault.
    pub fn open_games(
        input: &Input,
        options: &ReaderBuilder,
        stamped: bool,
        turn: &mut Turn<'_, '_>,
    ) -> Result<Source, Verdict> {
        if let Bytes::Skipped(reason) = &input.bytes {
            note_skipped(turn, input, reason);
            return Err(Verdict::default());
        }
        let opened = if stamped {
            Source::open_stamped(input, options)
        } else {
            Source::open(input, options)
        };
        opened.map_err(|error| {
            note_failed(turn, input, &error);
            Verdict {
                unreadable: true,
                ..Verdict::default()
            }
        })
    }

    /// Reads the games in parts, each by one of the threads: `work` makes something of a part, and
    /// `take` gets that in the order of the source, with the number of games before the part. What
    /// concerns the source as a whole, and a failure to read it, comes from the reader after that.
    pub fn read_parts<T: Send>(
        &mut self,
        threads: usize,
        work: impl Fn(ChunkReader<'_, Standard>, &mut dyn FnMut(T)) -> ReadStats + Sync,
        mut take: impl FnMut(u64, T) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // One thread alone does its own taking.
        let threads = if threads > 1 { threads } else { 0 };
        self.reader.read_parallel(threads, work, |part| match part {
            Part::Output { before, output } => take(before, output),
            Part::End { .. } => ControlFlow::Continue(()),
        })
    }

    /// How many bytes came from the system, before decompression.
    pub fn raw_bytes(&self) -> u64 {
        self.raw.load(Ordering::Relaxed)
    }

    /// What is known of the source so far.
    pub fn facts(&self) -> Facts {
        let reader = &self.reader;
        let decision = reader.encoding();
        Facts {
            bytes: reader.bytes_read(),
            compressed_bytes: self.raw_bytes(),
            compression: reader.compression(),
            encoding: decision.encoding.name(),
            encoding_how: decision.how.as_str(),
            format: reader.format(),
            stats: reader.stats().clone(),
        }
    }

    /// Whether the source was found in a folder and holds no games: such files are passed
    /// over and are no fault.
    pub fn is_passed_over(&self, input: &Input) -> bool {
        !input.named && !self.reader.format().has_games()
    }
}

/// What is known of a source.
#[derive(Clone, Debug)]
pub struct Facts {
    pub bytes: u64,
    pub compressed_bytes: u64,
    pub compression: Compression,
    pub encoding: &'static str,
    pub encoding_how: &'static str,
    pub format: Format,
    pub stats: ReadStats,
}

impl Facts {
    /// The variants of its games, each with their number.
    pub fn variants(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let games = self.stats.variants.iter().copied();
        let ids = Standard::VARIANTS.iter().map(|profile| profile.id);
        ids.zip(games).filter(|&(_, games)| games > 0)
    }

    /// What follows for the exit code, if the source could be read to its end and counts.
    pub fn verdict(&self) -> Verdict {
        Verdict {
            errors: self.stats.counts.errors > 0,
            unreadable: self.format.is_binary(),
        }
    }
}

/// A builder of readers with the options of the command line.
pub fn options(sources: &Sources) -> ReaderBuilder {
    let mut options = Reader::builder();
    options
        .variant(sources.variant)
        .encoding(sources.encoding)
        .strictness(sources.rules.strictness())
        .limits(sources.limits());
    if let Some(notation) = sources.notation() {
        options.notation(notation);
    }
    options
}

/// Says that an input is passed over.
pub fn note_skipped(turn: &mut Turn<'_, '_>, input: &Input, reason: &str) {
    turn.note(&format!("skipped: {}: {reason}", printable(&input.name)));
}

/// Says that an input cannot be read.
pub fn note_failed(turn: &mut Turn<'_, '_>, input: &Input, error: &io::Error) {
    // The decompressor would take more memory than it is granted.
    let advice = if error.kind() == io::ErrorKind::OutOfMemory {
        "; --zstd-window raises it"
    } else {
        ""
    };
    turn.note(&format!(
        "movetext: cannot read {}: {}{advice}",
        printable(&input.name),
        printable(&reason(error))
    ));
}

/// Says that an input has findings, for commands that do not list them.
pub fn note_findings(turn: &mut Turn<'_, '_>, input: &Input, facts: &Facts) {
    let name = printable(&input.name);
    if !facts.format.has_games() {
        turn.note(&format!("{name}: {}: no games", facts.format.describe()));
        return;
    }
    match facts.stats.counts.errors {
        0 => {}
        1 => turn.note(&format!("{name}: 1 error; `movetext check` shows it")),
        errors => turn.note(&format!(
            "{name}: {errors} errors; `movetext check` shows them"
        )),
    }
}
