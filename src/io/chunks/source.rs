//! What is read of a source, and what was read ahead of it.

use std::io::{self, Read};
use std::mem;

/// A reader, and the bytes read ahead.
pub(super) struct Source<R> {
    pub(super) reader: R,
    pub(super) ahead: Vec<u8>,
    pub(super) ahead_at: usize,
    /// The reader has no more, or failed.
    pub(super) ended: bool,
    pub(super) error: Option<io::Error>,
    pub(super) read: u64,
}

impl<R: Read> Source<R> {
    pub(super) fn new(reader: R) -> Source<R> {
        Source {
            reader,
            ahead: Vec::new(),
            ahead_at: 0,
            ended: false,
            error: None,
            read: 0,
        }
    }

    /// Makes `ahead` hold `count` bytes if the source has them.
    pub(super) fn look_ahead(&mut self, count: usize) {
        let missing = count.saturating_sub(self.ahead.len());
        let mut ahead = mem::take(&mut self.ahead);
        self.read_on(missing, &mut ahead);
        self.ahead = ahead;
    }

    /// Puts back bytes that were read last.
    pub(super) fn put_back(&mut self, bytes: &[u8]) {
        self.ahead.splice(..self.ahead_at, bytes.iter().copied());
        self.ahead_at = 0;
    }

    /// Appends up to `count` bytes: fewer only at the end, or at the end of what was read ahead.
    pub(super) fn read(&mut self, count: usize, into: &mut Vec<u8>) {
        let ahead = &self.ahead[self.ahead_at..];
        if ahead.is_empty() {
            self.read_on(count, into);
            return;
        }
        let taken = count.min(ahead.len());
        into.extend_from_slice(&ahead[..taken]);
        self.ahead_at += taken;
        if self.ahead_at == self.ahead.len() {
            self.ahead = Vec::new();
            self.ahead_at = 0;
        }
    }

    fn read_on(&mut self, count: usize, into: &mut Vec<u8>) {
        if self.ended || count == 0 {
            return;
        }
        let before = into.len();
        into.reserve(count);
        let result = (&mut self.reader).take(count as u64).read_to_end(into);
        self.read += (into.len() - before) as u64;
        match result {
            Ok(read) => self.ended = read < count,
            Err(error) => self.fail(error),
        }
    }

    pub(super) fn fail(&mut self, error: io::Error) {
        self.ended = true;
        self.error = Some(error);
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.ended && self.ahead_at == self.ahead.len()
    }
}
