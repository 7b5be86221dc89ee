//! A source on its way into the database: how it is read, and where the reading stands.

use crate::raw::{Hashed, Mark};
use encoding_rs::Encoding;
use movetext::Format;
use movetext::io::{Checkpoint, Chunk, Chunks};
use movetext::scan::ScanOptions;
use std::io::Read;

pub(crate) type Source = Chunks<Box<dyn Read + Send>>;

/// A source to be read to its end.
pub(crate) struct Reading {
    pub(crate) chunks: Source,
    /// The first chunk, if it was looked at already.
    pub(crate) first: Option<Chunk>,
    /// Whether the next chunk begins inside a game larger than the limit.
    pub(crate) continued: bool,
    pub(crate) hashed: Hashed,
    /// What is hashed of the text, if that is not the file's own bytes.
    pub(crate) text_hashed: Option<Hashed>,
    pub(crate) format: Format,
    pub(crate) options: ScanOptions,
    /// What precedes this offset is stored: it is read once more, since a document may have begun there.
    pub(crate) stored_to: Option<u64>,
}

/// Where the reading stands after a chunk.
#[derive(Clone, Debug)]
pub(crate) struct After {
    pub(crate) checkpoint: Checkpoint,
    pub(crate) continued: bool,
    pub(crate) raw: Mark,
    pub(crate) encoding: &'static Encoding,
}

impl After {
    pub(crate) fn new(chunks: &Source, chunk: &Chunk, hashed: &Hashed) -> After {
        After {
            checkpoint: chunks.checkpoint(),
            continued: chunk.cut,
            raw: hashed.mark(),
            encoding: chunks.decision().encoding,
        }
    }
}
