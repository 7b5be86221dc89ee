//! Working on several files at a time, with the output in the order of the files.
//!
//! The worker whose turn it is writes through; the others keep what they write until it is their
//! turn, and wait if it becomes much. So memory is bounded however large the files are.

use crate::output;
use crate::progress;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// So much is written at a time.
const BLOCK: usize = 64 << 10;
/// So much is kept by a worker whose turn has not come.
const KEPT: usize = 4 << 20;

/// Calls `work` for each item, on so many threads, and gives what it returns in the order of the
/// items.
///
/// # Errors
///
/// If writing fails; the work is then broken off.
pub fn run<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    out: &mut (dyn Write + Send),
    work: impl Fn(&T, &mut Turn<'_, '_>) -> io::Result<R> + Sync,
) -> io::Result<Vec<R>> {
    let workers = jobs.min(items.len()).max(1);
    let shared = Shared {
        out: Mutex::new(Out { out, error: None }),
        spare: AtomicUsize::new(jobs.saturating_sub(workers)),
        turn: AtomicUsize::new(0),
        passed: Condvar::new(),
        broken: AtomicBool::new(false),
    };
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let worker = || {
        while !shared.broken.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            let mut turn = Turn {
                shared: &shared,
                index,
                claimed: 0,
                kept: Vec::new(),
                notes: String::new(),
            };
            if let Ok(result) = work(item, &mut turn) {
                let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                results.push((index, result));
            }
        }
        shared.spare.fetch_add(1, Ordering::Relaxed);
    };
    std::thread::scope(|scope| {
        for _ in 1..workers {
            scope.spawn(worker);
        }
        worker();
    });
    progress::clear();
    let mut out = shared.lock();
    match out.error.take() {
        Some(error) => return Err(error),
        None => out.out.flush()?,
    }
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

struct Shared<'o> {
    out: Mutex<Out<'o>>,
    /// The index of the item whose turn it is.
    turn: AtomicUsize,
    passed: Condvar,
    /// Threads for which there is no item.
    spare: AtomicUsize,
    /// Writing failed.
    broken: AtomicBool,
}

struct Out<'o> {
    out: &'o mut (dyn Write + Send),
    error: Option<io::Error>,
}

impl<'o> Shared<'o> {
    fn lock(&self) -> MutexGuard<'_, Out<'o>> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One item's share of the output.
pub struct Turn<'s, 'o> {
    shared: &'s Shared<'o>,
    index: usize,
    /// Spare threads that the item uses.
    claimed: usize,
    kept: Vec<u8>,
    notes: String,
}

impl Turn<'_, '_> {
    /// How many threads may work on the item: its own, and those for which there is no other item
    /// at this time.
    pub fn threads(&mut self) -> usize {
        self.claimed += self.shared.spare.swap(0, Ordering::Relaxed);
        1 + self.claimed
    }

    /// Keeps a line for the standard error until the item is done.
    pub fn note(&mut self, line: &str) {
        self.notes.push_str(line);
        self.notes.push('\n');
    }

    /// Waits for the turn and writes what was kept.
    fn write_through(&mut self) -> io::Result<()> {
        let mut out = self.shared.lock();
        while self.shared.turn.load(Ordering::Acquire) != self.index {
            let passed = self.shared.passed.wait(out);
            out = passed.unwrap_or_else(PoisonError::into_inner);
        }
        if !self.shared.broken.load(Ordering::Relaxed)
            && let Err(error) = progress::suspend(|| out.out.write_all(&self.kept))
        {
            out.error = Some(error);
            self.shared.broken.store(true, Ordering::Relaxed);
        }
        self.kept.clear();
        match self.shared.broken.load(Ordering::Relaxed) {
            true => Err(io::ErrorKind::BrokenPipe.into()),
            false => Ok(()),
        }
    }
}

impl Write for Turn<'_, '_> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        if self.shared.broken.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.kept.extend_from_slice(data);
        let turn = self.shared.turn.load(Ordering::Acquire) == self.index;
        if self.kept.len() >= if turn { BLOCK } else { KEPT } {
            self.write_through()?;
        }
        Ok(data.len())
    }

    /// Nothing: what is written need not be seen at once.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The turn passes on even if the work panicked, or others would wait for ever.
impl Drop for Turn<'_, '_> {
    fn drop(&mut self) {
        self.shared.spare.fetch_add(self.claimed, Ordering::Relaxed);
        let _ = self.write_through();
        if !self.notes.is_empty() {
            let _ = self.shared.lock().out.flush();
            progress::suspend(|| output::note(&self.notes));
        }
        let _out = self.shared.lock();
        self.shared.turn.store(self.index + 1, Ordering::Release);
        self.shared.passed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_keeps_the_order_of_the_items() -> io::Result<()> {
        let items: Vec<usize> = (0..50).collect();
        for jobs in [1, 2, 8] {
            let mut out = Vec::new();
            let results = run(&items, jobs, &mut out, |&item, turn| {
                // More than is kept, so that workers have to wait.
                for _ in 0..(KEPT / 100 + 1000) * usize::from(item % 7 == 3) {
                    turn.write_all(&[b'a' + (item % 26) as u8; 100])?;
                }
                writeln!(turn, "{item}")?;
                Ok(item)
            })?;
            assert_eq!(results, items);
            let text = String::from_utf8_lossy(&out);
            let lines = text
                .lines()
                .map(|line| line.trim_start_matches(char::is_alphabetic));
            assert!(lines.eq(items.iter().map(usize::to_string)), "{jobs} jobs");
        }
        Ok(())
    }

    #[test]
    fn spare_threads_are_given_once() -> io::Result<()> {
        for (items, jobs, most) in [(1, 1, 1), (1, 8, 8), (3, 8, 6), (9, 2, 2)] {
            let items: Vec<usize> = (0..items).collect();
            let threads = run(&items, jobs, &mut io::sink(), |_, turn| Ok(turn.threads()))?;
            assert!(threads.iter().all(|&threads| (1..=most).contains(&threads)));
            if items.len() == 1 {
                assert_eq!(threads, [most]);
            }
        }
        Ok(())
    }

    #[test]
    fn a_failure_to_write_ends_the_work() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let items: Vec<usize> = (0..1000).collect();
        let done = AtomicUsize::new(0);
        let result = run(&items, 2, &mut Full, |_, turn| {
            done.fetch_add(1, Ordering::Relaxed);
            turn.write_all(b"data")
        });
        assert_eq!(
            result.map_err(|error| error.kind()),
            Err(io::ErrorKind::StorageFull)
        );
        assert!(done.into_inner() < 1000);
    }
}
