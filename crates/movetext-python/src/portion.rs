//! Portions of a source: stretches that can be read without what stands before them, in any order and anywhere.

use crate::arrow::plan::CHUNK;
use crate::errors::os_error;
use crate::input::Input;
use crate::text::{Settings, encoding, variant};
use movetext::io::{
    Checkpoint, Chunk, ChunkOptions, Chunks, Compression, Restart, Restarts, decompress,
    decompress_noting,
};
use movetext::parallel::ChunkReader;
use movetext::reader::sniff;
use movetext::registry::VariantSet;
use movetext::scan::{ScanOptions, Scanner};
use movetext::variants::Standard;
use movetext::{Format, Level, Limits, Tags, VariantInfo, Visitor};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::io::{self, Read};

/// Where a portion begins and ends, how many games stand before it, and what is known there of the source.
#[derive(FromPyObject, IntoPyObject, Clone, Debug)]
#[pyo3(from_item_all)]
pub struct Mark {
    /// The offset of the first byte; 0 for the beginning of the source.
    pub start: u64,
    /// The offset behind the last one; none for the end of the source.
    pub end: Option<u64>,
    /// How many games stand before, if they were counted.
    pub games: Option<u64>,
    place: (u64, u64),
    ahead: (u64, u64, bool),
    encoding: Option<String>,
    continued: bool,
    hint: String,
    /// Of a compressed source, where to begin decompressing: the offset there, and that of what begins there.
    frame: Option<(u64, u64)>,
}

impl Mark {
    fn new(
        at: &Checkpoint,
        games: Option<u64>,
        continued: bool,
        hint: usize,
        frame: Option<Restart>,
    ) -> Mark {
        Mark {
            frame: frame.map(|frame| (frame.compressed, frame.text)),
            start: at.offset,
            end: None,
            games,
            place: (at.line, at.column),
            ahead: (at.pending, at.ahead, at.ended),
            encoding: at.encoding.map(|encoding| encoding.name().to_owned()),
            continued,
            hint: Standard::VARIANTS[hint].id.to_owned(),
        }
    }

    fn checkpoint(&self) -> PyResult<Checkpoint> {
        Ok(Checkpoint {
            offset: self.start,
            line: self.place.0,
            column: self.place.1,
            pending: self.ahead.0,
            ahead: self.ahead.1,
            ended: self.ahead.2,
            encoding: self.encoding.as_deref().map(encoding).transpose()?,
        })
    }
}

fn chunk_options(settings: &Settings) -> ChunkOptions {
    ChunkOptions {
        encoding: settings.encoding,
        target: CHUNK,
        ..ChunkOptions::default()
    }
}

fn scan_options(settings: &Settings, hint: usize) -> ScanOptions {
    ScanOptions {
        variant: settings.variant,
        hint,
        notation: settings.notation.clone().into(),
        strictness: settings.strictness,
        ..ScanOptions::default()
    }
}

/// The chunks of a portion, one after another.
pub struct PortionReader {
    chunks: Chunks<Box<dyn Read + Send>>,
    scanner: Scanner<Standard>,
    chunk: Chunk,
    /// Whether the chunk was read from the source.
    ready: bool,
    continued: bool,
    end: Option<u64>,
}

impl PortionReader {
    /// Goes to where a portion begins.
    pub fn open(input: &Input, mark: &Mark, settings: &Settings) -> PyResult<PortionReader> {
        let failed = |error| os_error(error, &input.name);
        let bytes = opened(input, mark).map_err(failed)?;
        let options = chunk_options(settings);
        let hint = variant(&mark.hint)?;
        let mut scanner = Scanner::new(scan_options(settings, hint));
        let mut chunk = Chunk::default();
        let mut ready = false;
        let chunks = if mark.start == 0 {
            let mut chunks = Chunks::new(bytes, options);
            let given = settings.variant.is_some();
            sniff(&mut scanner, &mut chunks, &mut chunk, given).map_err(failed)?;
            ready = true;
            chunks
        } else {
            Chunks::resume(bytes, options, &mark.checkpoint()?)
        };
        Ok(PortionReader {
            chunks,
            scanner,
            chunk,
            ready,
            continued: mark.continued,
            end: mark.end,
        })
    }

    /// The next chunk; none at the end of the portion.
    pub fn next(&mut self) -> io::Result<Option<ChunkReader<'_, Standard>>> {
        if !std::mem::take(&mut self.ready) && !self.chunks.next(&mut self.chunk)? {
            return Ok(None);
        }
        if self.chunk.text.is_empty() || self.end.is_some_and(|end| self.chunk.start >= end) {
            return Ok(None);
        }
        let continued = std::mem::replace(&mut self.continued, self.chunk.cut);
        self.scanner.begin(0, continued);
        Ok(Some(ChunkReader::new(&self.chunk, &mut self.scanner)))
    }
}

/// The text of a portion, and all that follows it.
fn opened(input: &Input, mark: &Mark) -> io::Result<Box<dyn Read + Send>> {
    let Some((compressed, text)) = mark.frame else {
        return input.open_at(mark.start);
    };
    let (_, mut bytes) = decompress(input.open_at(compressed)?, Limits::default().window)?;
    let before = mark.start.saturating_sub(text);
    io::copy(&mut (&mut bytes).take(before), &mut io::sink())?;
    Ok(bytes)
}

/// Counts games without a look at their moves.
struct Count;

impl Visitor for Count {
    fn tags(&mut self, _: &Tags<'_>, _: &'static VariantInfo) -> Level {
        Level::Skip
    }
}

/// Splits a source into portions of so many bytes or a little more; a compressed one at frames or streams that can be
/// decompressed alone. None if it cannot be split.
#[pyfunction]
#[pyo3(signature = (input, size, count, *, variant=None, encoding=None, notation=None, minimal=false))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn split(
    py: Python<'_>,
    input: Input,
    size: u64,
    count: bool,
    variant: Option<&str>,
    encoding: Option<&str>,
    notation: Option<&str>,
    minimal: bool,
) -> PyResult<Option<Vec<Mark>>> {
    if size == 0 {
        return Err(PyValueError::new_err("size is at least 1"));
    }
    let settings = Settings::new(variant, encoding, notation, minimal)?;
    py.detach(|| marks(&input, size, count, &settings))
        .map_err(|error| os_error(error, &input.name))
}

/// Of a compressed source, where a second frame has not begun after so many bytes of text, or twice the size that portions are to
/// have, it is not looked for any longer.
const GIVE_UP: u64 = 64 << 20;

fn marks(
    input: &Input,
    size: u64,
    count: bool,
    settings: &Settings,
) -> io::Result<Option<Vec<Mark>>> {
    let restarts = Restarts::default();
    let window = Limits::default().window;
    let (compression, bytes) = decompress_noting(input.open_at(0)?, window, restarts.clone())?;
    let compressed = match compression {
        Compression::None => false,
        Compression::Zstd | Compression::Bzip2 => true,
        _ => return Ok(None),
    };
    let frame = |offset| compressed.then(|| restarts.before(offset));
    let mut chunks = Chunks::new(bytes, chunk_options(settings));
    let mut scanner = Scanner::<Standard>::new(scan_options(settings, 0));
    let mut chunk = Chunk::default();
    let given = settings.variant.is_some();
    let (format, hint) = sniff(&mut scanner, &mut chunks, &mut chunk, given)?;
    if format != Format::Records {
        return Ok(None);
    }
    let mut games = count.then_some(0);
    let mut continued = false;
    let mut marks: Vec<Mark> = Vec::new();
    let begin = Checkpoint {
        offset: 0,
        line: 1,
        column: 1,
        pending: 0,
        ahead: 0,
        ended: false,
        encoding: None,
    };
    marks.push(Mark::new(&begin, games, false, hint, frame(0)));
    loop {
        if let Some(games) = &mut games {
            scanner.begin(0, continued);
            let reader = ChunkReader::new(&chunk, &mut scanner);
            *games += reader.read(&mut Count, &mut ()).counts.games;
        }
        continued = chunk.cut;
        let at = chunks.checkpoint();
        if !chunks.next(&mut chunk)? {
            return Ok((!compressed || marks.len() > 1).then_some(marks));
        }
        let frame = frame(at.offset);
        // Probably all of it is one frame; then decompressing it here would be for nothing.
        if frame.is_some_and(|frame| frame.text == 0)
            && at.offset >= GIVE_UP.max(size.saturating_mul(2))
        {
            return Ok(None);
        }
        if let Some(last) = marks.last_mut()
            && at.offset - last.start >= size
            // What begins in the frame in which the last one begins would have that decompressed once more.
            && (frame.is_none() || last.frame != frame.map(|frame| (frame.compressed, frame.text)))
        {
            last.end = Some(at.offset);
            marks.push(Mark::new(&at, games, continued, hint, frame));
        }
    }
}
