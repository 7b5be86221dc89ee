//! Documents as the text of records, which the scanner reads like any other.

use crate::diagnostic::{Beyond, Code};
use crate::event::Provenance;
use crate::format::source_map::{Piece, SourceMap};
use encoding_rs::{Encoding, UTF_8};
use std::borrow::Cow;
use std::ops::{Deref, DerefMut, Range};

/// A record that represents a document.
#[derive(Debug)]
pub(crate) struct Record {
    /// Tags and movetext.
    pub(crate) bytes: Vec<u8>,
    /// Their encoding.
    pub(crate) encoding: &'static Encoding,
    /// The variant to read it as, overriding its tags.
    pub(crate) variant: Option<usize>,
    /// The variant to expect if its tags do not name one.
    pub(crate) hint: usize,
    /// Its original bytes and encoding, if it was read from an encoding that is not a superset of ASCII.
    pub(crate) original: Option<(Vec<u8>, &'static Encoding)>,
    /// The bytes before and after it there, if known.
    pub(crate) around: Option<[Vec<u8>; 2]>,
    /// The origins of its pieces.
    pub(crate) origin: SourceMap,
    /// What its text was in the document.
    pub(crate) provenance: Provenance,
}

impl Record {
    /// A record in UTF-8, of this variant.
    pub(crate) fn new(text: String, variant: Option<usize>) -> Record {
        Record {
            bytes: text.into_bytes(),
            encoding: UTF_8,
            variant,
            hint: variant.unwrap_or(0),
            original: None,
            around: None,
            origin: SourceMap::default(),
            provenance: Provenance::List,
        }
    }

    /// Sets the origins of its pieces.
    pub(crate) fn of(self, pieces: Vec<Piece>) -> Record {
        Record {
            origin: SourceMap::new(pieces),
            ..self
        }
    }

    /// Sets what its text was in the document.
    pub(crate) fn worded(self, provenance: Provenance) -> Record {
        Record { provenance, ..self }
    }
}

/// A remark on a document: its range in the text, its code, its message.
pub(crate) type Remark = (Range<usize>, &'static Code, Cow<'static, str>);

/// The remarks on a document; those beyond a limit are counted.
#[derive(Debug)]
pub(crate) struct Remarks {
    list: Vec<Remark>,
    kept: Beyond,
    beyond: Beyond,
    limit: usize,
}

impl Remarks {
    /// No remarks yet; up to `limit` of each severity will be kept.
    pub(crate) fn new(limit: usize) -> Remarks {
        Remarks {
            list: Vec::new(),
            kept: Beyond::default(),
            beyond: Beyond::default(),
            limit,
        }
    }

    /// Adds a remark.
    pub(crate) fn push(&mut self, remark: Remark) {
        let severity = remark.1.severity;
        if self.kept.of(severity) as usize >= self.limit {
            self.beyond.count(severity);
            return;
        }
        self.kept.count(severity);
        self.list.push(remark);
    }

    /// The remarks that were kept, and the number of the others.
    pub(crate) fn finish(self) -> (Vec<Remark>, Beyond) {
        (self.list, self.beyond)
    }
}

impl Deref for Remarks {
    type Target = [Remark];

    fn deref(&self) -> &[Remark] {
        &self.list
    }
}

impl DerefMut for Remarks {
    fn deref_mut(&mut self) -> &mut [Remark] {
        &mut self.list
    }
}
