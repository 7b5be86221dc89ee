//! Sorting more than memory holds: sorted runs in a file, merged while they are read.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

/// Something that is written to and read from at any place.
pub trait Storage: Read + Write + Seek + Send {}

impl<T: Read + Write + Seek + Send> Storage for T {}

/// Makes storage for what is not kept in memory: by default memory all the same.
#[derive(Clone)]
pub struct Scratch(Arc<dyn Fn() -> io::Result<Box<dyn Storage>> + Send + Sync>);

impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scratch")
    }
}

impl Default for Scratch {
    fn default() -> Scratch {
        Scratch::new(|| Ok(Cursor::new(Vec::new())))
    }
}

impl Scratch {
    /// Storage as this function makes it, such as temporary files.
    pub fn new<T: Storage + 'static>(
        make: impl Fn() -> io::Result<T> + Send + Sync + 'static,
    ) -> Scratch {
        Scratch(Arc::new(move || Ok(Box::new(make()?))))
    }

    fn make(&self) -> io::Result<Box<dyn Storage>> {
        (self.0)()
    }
}

/// Bytes that are appended, and read at any place.
pub(super) struct Heap {
    storage: Box<dyn Storage>,
    len: u64,
    /// What is not written yet.
    tail: Vec<u8>,
}

/// So much is written at a time.
const BLOCK: usize = 64 << 10;

impl Heap {
    pub(super) fn new(scratch: &Scratch) -> io::Result<Heap> {
        Ok(Heap {
            storage: scratch.make()?,
            len: 0,
            tail: Vec::with_capacity(BLOCK),
        })
    }

    /// Appends bytes; returns where they begin.
    pub(super) fn append(&mut self, bytes: &[u8]) -> io::Result<u64> {
        let at = self.len;
        self.tail.extend_from_slice(bytes);
        self.len += bytes.len() as u64;
        if self.tail.len() >= BLOCK {
            self.flush()?;
        }
        Ok(at)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.storage.seek(SeekFrom::End(0))?;
        self.storage.write_all(&self.tail)?;
        self.tail.clear();
        Ok(())
    }

    /// Reads bytes that were appended.
    pub(super) fn read(&mut self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        if !self.tail.is_empty() {
            self.flush()?;
        }
        self.storage.seek(SeekFrom::Start(at))?;
        self.storage.read_exact(bytes)
    }
}

/// What is sorted: bytes, in their order.
pub(super) type Row = [u8; 32];

const ROW: usize = size_of::<Row>();
/// So many rows are kept in memory: 4 MiB.
const KEPT: usize = 1 << 17;
/// So many rows of each run are read at a time.
const READ: usize = 256;

/// Takes rows in any order and gives them back in theirs.
pub(super) struct Sorter {
    scratch: Scratch,
    kept: Vec<Row>,
    most: usize,
    /// The runs, if there are any: where each begins, in rows.
    runs: Option<(Heap, Vec<u64>)>,
}

impl Sorter {
    pub(super) fn new(scratch: &Scratch) -> Sorter {
        Sorter::keeping(scratch, KEPT)
    }

    fn keeping(scratch: &Scratch, most: usize) -> Sorter {
        Sorter {
            scratch: scratch.clone(),
            kept: Vec::new(),
            most,
            runs: None,
        }
    }

    pub(super) fn push(&mut self, row: Row) -> io::Result<()> {
        self.kept.push(row);
        if self.kept.len() == self.most {
            self.spill()?;
        }
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        self.kept.sort_unstable();
        if self.runs.is_none() {
            self.runs = Some((Heap::new(&self.scratch)?, Vec::new()));
        }
        if let Some((heap, runs)) = &mut self.runs {
            runs.push(heap.len / ROW as u64);
            for row in self.kept.drain(..) {
                heap.append(&row)?;
            }
        }
        Ok(())
    }

    /// The rows in their order; they can be gone through several times.
    pub(super) fn sorted(&mut self) -> io::Result<Sorted<'_>> {
        if self.runs.is_some() && !self.kept.is_empty() {
            self.spill()?;
        }
        self.kept.sort_unstable();
        let mut sorted = Sorted {
            kept: self.kept.iter(),
            merge: None,
        };
        if let Some((heap, starts)) = &mut self.runs {
            let end = heap.len / ROW as u64;
            let ends = starts.iter().copied().skip(1).chain([end]);
            let runs = starts.iter().zip(ends).map(|(&next, end)| Run {
                next,
                end,
                read: Vec::new().into_iter(),
            });
            let mut merge = Merge {
                runs: runs.collect(),
                heap,
                first: BinaryHeap::new(),
            };
            for index in 0..merge.runs.len() {
                merge.advance(index)?;
            }
            sorted.merge = Some(merge);
        }
        Ok(sorted)
    }
}

/// Rows in their order.
pub(super) struct Sorted<'s> {
    kept: std::slice::Iter<'s, Row>,
    merge: Option<Merge<'s>>,
}

struct Merge<'s> {
    heap: &'s mut Heap,
    runs: Vec<Run>,
    first: BinaryHeap<Reverse<(Row, usize)>>,
}

/// A sorted run, and what was read of it.
struct Run {
    next: u64,
    end: u64,
    read: std::vec::IntoIter<Row>,
}

impl Merge<'_> {
    /// Takes the next row of a run.
    fn advance(&mut self, index: usize) -> io::Result<()> {
        let run = &mut self.runs[index];
        if run.read.len() == 0 && run.next < run.end {
            let rows = (run.end - run.next).min(READ as u64);
            let mut bytes = vec![0; rows as usize * ROW];
            self.heap.read(run.next * ROW as u64, &mut bytes)?;
            run.next += rows;
            run.read = bytes.as_chunks::<ROW>().0.to_vec().into_iter();
        }
        if let Some(row) = run.read.next() {
            self.first.push(Reverse((row, index)));
        }
        Ok(())
    }
}

impl Sorted<'_> {
    pub(super) fn next(&mut self) -> io::Result<Option<Row>> {
        let Some(merge) = &mut self.merge else {
            return Ok(self.kept.next().copied());
        };
        let Some(Reverse((row, index))) = merge.first.pop() else {
            return Ok(None);
        };
        merge.advance(index)?;
        Ok(Some(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_in_their_order_however_few_are_kept() -> io::Result<()> {
        let rows: Vec<Row> = (0..1000u32)
            .map(|number| {
                let mut row = Row::default();
                row[..4].copy_from_slice(&(number.wrapping_mul(2_654_435_761) >> 8).to_be_bytes());
                row
            })
            .collect();
        let mut expected = rows.clone();
        expected.sort_unstable();
        for most in [1, 7, 999, 1000, 1001] {
            let mut sorter = Sorter::keeping(&Scratch::default(), most);
            for row in &rows {
                sorter.push(*row)?;
            }
            for _ in 0..2 {
                let mut sorted = sorter.sorted()?;
                let mut found = Vec::new();
                while let Some(row) = sorted.next()? {
                    found.push(row);
                }
                assert_eq!(found, expected, "{most}");
            }
        }
        Ok(())
    }
}
