//! Decides what is to be done with a file, before anything is.

use super::{ImportOptions, SourceOutcome};
use crate::error::Result;
use crate::raw::{Mark, RawFile, hash_file, hash_text, prefix_hash, text_at};
use crate::reading::{self, After, Reading};
use crate::store::Store;
use crate::table::{self, Source, State};
use movetext::Format;
use movetext::io::{Chunk, Chunks, Compression, looks_binary};
use movetext::reader::sniff;
use movetext::registry::VariantSet;
use movetext::scan::{Counts, Scanner};
use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

/// How many bytes of text are looked at to tell what is no text.
const PREFIX: u64 = 4096;

/// What is to be done with a file.
pub(super) enum Plan {
    /// Nothing.
    Settled(SourceOutcome),
    /// It is to be read.
    Read(Box<WithVariant>),
}

/// A file to be read.
pub(super) struct WithVariant {
    pub(super) path: PathBuf,
    pub(super) bytes: u64,
    pub(super) compression: Compression,
    /// The variant to try first.
    pub(super) hint: usize,
    /// The hash of the first bytes of the text.
    pub(super) prefix: i64,
    /// What precedes the first chunk: a byte order mark.
    pub(super) head: Vec<u8>,
    /// What is stored of it already.
    pub(super) stored: Option<Source>,
    /// Where its reading stands.
    pub(super) after: After,
    pub(super) reading: Reading,
}

/// Why a file is not read.
enum Obstacle {
    Outcome(SourceOutcome),
    Io(io::Error),
    Store(crate::Error),
}

impl From<io::Error> for Obstacle {
    fn from(error: io::Error) -> Obstacle {
        Obstacle::Io(error)
    }
}

impl From<crate::Error> for Obstacle {
    fn from(error: crate::Error) -> Obstacle {
        Obstacle::Store(error)
    }
}

pub(super) fn plan<S: VariantSet>(
    store: &Store,
    path: &Path,
    options: &ImportOptions,
    fingerprint: &str,
    own: &[PathBuf],
) -> Result<Plan> {
    match try_plan::<S>(store, path, options, fingerprint, own) {
        Ok(plan) => Ok(plan),
        Err(Obstacle::Outcome(outcome)) => Ok(Plan::Settled(outcome)),
        Err(Obstacle::Io(error)) => Ok(Plan::Settled(SourceOutcome::Failed {
            source: None,
            counts: Counts::default(),
            error: error.to_string(),
        })),
        Err(Obstacle::Store(error)) => Err(error),
    }
}

fn try_plan<S: VariantSet>(
    store: &Store,
    path: &Path,
    options: &ImportOptions,
    fingerprint: &str,
    own: &[PathBuf],
) -> std::result::Result<Plan, Obstacle> {
    let path = std::path::absolute(path)?;
    let metadata = fs::metadata(&path)?;
    let bytes = metadata.len();
    if !metadata.is_file() {
        return Err(not_games("it is not a regular file"));
    }
    if fs::canonicalize(&path).is_ok_and(|path| own.contains(&path)) {
        return Err(not_games("it is the database itself"));
    }
    if bytes == 0 {
        return Err(not_games("it is empty"));
    }
    if let Some(source) = store.check(|c| table::source_by_path(c, &path))? {
        return match source.state {
            State::Importing => resume::<S>(store, path, bytes, source, options, fingerprint),
            _ => Err(Obstacle::Outcome(settled(&path, bytes, source)?)),
        };
    }
    if let Some(outcome) = same_content(store, &path, bytes)? {
        return Err(Obstacle::Outcome(outcome));
    }
    fresh::<S>(store, path, bytes, options)
}

/// A file whose import has ended already.
fn settled(path: &Path, bytes: u64, source: Source) -> io::Result<SourceOutcome> {
    let same = source.bytes == bytes
        && match source.content_hash {
            Some(hash) => hash_file(path)? == hash,
            // It could not be read to its end; its size must do.
            None => true,
        };
    let id = source.id;
    let reason = match source.state {
        _ if !same => {
            "the file has changed since it was imported; remove what is stored of it first, or \
             import it under another name"
                .to_owned()
        }
        State::Failed => failed_before(&source),
        _ => {
            return Ok(SourceOutcome::Known {
                source: id,
                path: source.path,
            });
        }
    };
    Ok(SourceOutcome::Refused { source: id, reason })
}

fn failed_before(source: &Source) -> String {
    format!(
        "the same file could not be read to its end before ({}); what was read is stored; remove \
         that to try again",
        source.error.as_deref().unwrap_or("for an unknown reason")
    )
}

/// Looks for the content of a file among the sources of its size.
fn same_content(
    store: &Store,
    path: &Path,
    bytes: u64,
) -> std::result::Result<Option<SourceOutcome>, Obstacle> {
    if store.check(|c| table::has_size(c, bytes))? {
        let hash = hash_file(path)?;
        let known = store.check(|c| table::source_by_content(c, &Mark { bytes, hash }))?;
        if let Some(source) = known {
            return Ok(Some(match source.state {
                State::Failed => SourceOutcome::Refused {
                    source: source.id,
                    reason: failed_before(&source),
                },
                _ => known_content(store, path, source)?,
            }));
        }
    }
    for source in store.check(|c| table::unfinished_sources(c, bytes))? {
        if let Some(resume) = store.check(|c| table::resume(c, source.id))?
            && RawFile::open(path)?.verify(resume.after.raw)?
        {
            return Ok(Some(SourceOutcome::Refused {
                source: source.id,
                reason: format!(
                    "it begins like {}, which has the same size and whose import is not finished; \
                     finish or remove that first",
                    source.path.display()
                ),
            }));
        }
    }
    Ok(None)
}

/// A source whose content is stored already. If its file is no longer where it was, it has moved here.
fn known_content(
    store: &Store,
    path: &Path,
    source: Source,
) -> std::result::Result<SourceOutcome, Obstacle> {
    if fs::symlink_metadata(&source.path).is_ok_and(|found| found.is_file()) {
        return Ok(SourceOutcome::Known {
            source: source.id,
            path: source.path,
        });
    }
    store.check(|c| table::move_source(c, source.id, path))?;
    Ok(SourceOutcome::Moved {
        source: source.id,
        from: source.path,
    })
}

/// Looks for the text of a file among the sources that begin alike: it may be stored from a file that is
/// compressed in another way.
fn same_text(
    store: &Store,
    path: &Path,
    prefix: i64,
    compression: Compression,
    options: &ImportOptions,
) -> std::result::Result<Option<SourceOutcome>, Obstacle> {
    let mut candidates = store.check(|c| table::sources_by_prefix(c, prefix))?;
    let plain = compression == Compression::None;
    candidates.retain(|source| !(plain && source.compression == Compression::None.as_str()));
    if candidates.is_empty() {
        return Ok(None);
    }
    let hash = match hash_text(path, options.limits.window) {
        Ok(hash) => hash,
        // It is damaged, so it is not the same; what can be read of it will be.
        Err(_) => return Ok(None),
    };
    let same = candidates
        .into_iter()
        .find(|source| source.text_hash == Some(*hash.as_bytes()));
    Ok(same.map(|source| SourceOutcome::Known {
        source: source.id,
        path: source.path,
    }))
}

fn resume<S: VariantSet>(
    store: &Store,
    path: PathBuf,
    bytes: u64,
    source: Source,
    options: &ImportOptions,
    fingerprint: &str,
) -> std::result::Result<Plan, Obstacle> {
    let refused = |reason: String| {
        Obstacle::Outcome(SourceOutcome::Refused {
            source: source.id,
            reason,
        })
    };
    let mut raw = RawFile::open(&path)?;
    let resume = store.check(|c| table::resume(c, source.id))?;
    let unchanged = match &resume {
        Some(resume) => source.bytes == bytes && raw.verify(resume.after.raw)?,
        None => false,
    };
    let (Some(resume), true) = (resume, unchanged) else {
        return Err(refused(
            "the file has changed since its import began; remove what is stored of it first, or \
             import it under another name"
                .to_owned(),
        ));
    };
    let hint = S::find(&resume.hint);
    let (Some(hint), true) = (hint, source.options == fingerprint) else {
        return Err(refused(format!(
            "its import was begun with other options ({}); go on with the same, or remove what is \
             stored of it first",
            source.options
        )));
    };
    let checkpoint = &resume.after.checkpoint;
    let hashed = raw.hashed();
    let format = format_of::<S>(&path, options)?;
    let is_records = format == Format::Records;
    let from = if is_records { checkpoint.offset } else { 0 };
    let file = text_at(raw, from, options.limits.window)?;
    let reading = Reading {
        chunks: match is_records {
            true => Chunks::resume(file.text, options.chunks(), checkpoint),
            false => Chunks::new(file.text, options.chunks()),
        },
        first: None,
        continued: is_records && resume.after.continued,
        hashed,
        text_hashed: file.hashed,
        format,
        options: options.scan(hint),
        stored_to: (!is_records).then_some(checkpoint.offset),
    };
    Ok(Plan::Read(Box::new(WithVariant {
        path,
        bytes,
        compression: file.compression,
        hint,
        prefix: 0,
        head: Vec::new(),
        stored: Some(source),
        after: resume.after,
        reading,
    })))
}

/// What a file is, judged by its first chunk.
fn format_of<S: VariantSet>(path: &Path, options: &ImportOptions) -> io::Result<Format> {
    let text = text_at(File::open(path)?, 0, options.limits.window)?.text;
    let mut chunk = Chunk::default();
    let mut chunks = Chunks::new(text, options.chunks());
    let mut scanner = Scanner::<S>::new(options.scan(0));
    let given = options.variant.is_some();
    Ok(sniff(&mut scanner, &mut chunks, &mut chunk, given)?.0)
}

/// A file of which nothing is known yet.
fn fresh<S: VariantSet>(
    store: &Store,
    path: PathBuf,
    bytes: u64,
    options: &ImportOptions,
) -> std::result::Result<Plan, Obstacle> {
    let raw = RawFile::open(&path)?;
    let hashed = raw.hashed();
    let file = text_at(raw, 0, options.limits.window)?;
    let mut text = file.text;
    let mut prefix = Vec::new();
    (&mut text).take(PREFIX).read_to_end(&mut prefix)?;
    if looks_binary(&prefix) {
        return Err(not_games("it is not text"));
    }
    let prefix_hash = prefix_hash(&prefix);
    if let Some(outcome) = same_text(store, &path, prefix_hash, file.compression, options)? {
        return Err(Obstacle::Outcome(outcome));
    }
    let text: Box<dyn Read + Send> = Box::new(Cursor::new(prefix.clone()).chain(text));
    let mut chunks: reading::Source = Chunks::new(text, options.chunks());
    let start = After::new(&chunks, &Chunk::default(), &hashed);
    let mut chunk = Chunk::default();
    let mut scanner = Scanner::<S>::new(options.scan(0));
    let given = options.variant.is_some();
    let (format, hint) = sniff(&mut scanner, &mut chunks, &mut chunk, given)?;
    if !format.has_games() {
        return Err(not_games(format!("it is {}", format.describe())));
    }
    let head = usize::try_from(chunk.start).unwrap_or(usize::MAX);
    let head = prefix[..head.min(prefix.len())].to_vec();
    let reading = Reading {
        chunks,
        first: Some(chunk),
        continued: false,
        hashed,
        text_hashed: file.hashed,
        format,
        options: options.scan(hint),
        stored_to: None,
    };
    Ok(Plan::Read(Box::new(WithVariant {
        path,
        bytes,
        compression: file.compression,
        hint,
        prefix: prefix_hash,
        head,
        stored: None,
        after: start,
        reading,
    })))
}

fn not_games(reason: impl Into<String>) -> Obstacle {
    Obstacle::Outcome(SourceOutcome::NotGames {
        reason: reason.into(),
    })
}

/// The database and the files that SQLite keeps beside it, whether they are there or not.
pub(super) fn own_files(store: &Store) -> Vec<PathBuf> {
    let Ok(path) = fs::canonicalize(&store.path) else {
        return Vec::new();
    };
    ["", "-wal", "-shm", "-journal"]
        .iter()
        .map(|suffix| {
            let mut name = path.clone().into_os_string();
            name.push(suffix);
            PathBuf::from(name)
        })
        .collect()
}
