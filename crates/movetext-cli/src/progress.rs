//! The progress bar: on a terminal only, and on the standard error.

use crate::input::{Bytes, Input};
use crate::output::{self, printable};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

const TEMPLATE: &str = "{bar:24} {bytes}/{total_bytes} {bytes_per_sec} {eta} {msg}";
/// The name of the file may take so many columns.
const NAME: usize = 32;

/// Shows how much of some files is read.
pub struct Progress {
    bar: ProgressBar,
    /// The bytes of the files that are done with.
    before: u64,
}

impl Progress {
    /// Begins with nothing of so many bytes. Hidden where there is no terminal.
    pub fn new(bytes: u64) -> Progress {
        Progress {
            bar: bar(bytes),
            before: 0,
        }
    }

    /// A file begins, of which so much was read before.
    pub fn begin(&self, file: &Path, read: u64) {
        let name = file
            .file_name()
            .unwrap_or(file.as_os_str())
            .to_string_lossy();
        let name: String = printable(&name).chars().take(NAME).collect();
        self.bar.set_message(name);
        self.read(read);
    }

    /// So much of the file was read.
    pub fn read(&self, read: u64) {
        self.bar.set_position(self.before + read);
    }

    /// A file of this size is done with.
    pub fn end(&mut self, bytes: u64) {
        self.before += bytes;
        self.bar.set_position(self.before);
    }

    /// Writes a line to the standard error, above the bar.
    pub fn note(&self, line: &str) {
        self.bar.suspend(|| output::note(&format!("{line}\n")));
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn bar(bytes: u64) -> ProgressBar {
    let bar = ProgressBar::new(bytes);
    if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar
}

/// Shows how far the stages of some work are, one after another. Hidden where there is no terminal.
pub struct Stages(ProgressBar);

impl Stages {
    /// Nothing is done yet.
    pub fn new() -> Stages {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {percent}% {eta} {msg}") {
            bar.set_style(style.progress_chars("=> "));
        }
        Stages(bar)
    }

    /// So much of a stage is done.
    pub fn show(&self, stage: &'static str, done: u64, all: u64) {
        if self.0.message() != stage {
            self.0.set_message(stage);
            self.0.reset_eta();
        }
        self.0.set_length(all);
        self.0.set_position(done);
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

/// Commands that are done sooner show no bar.
const DELAY: Duration = Duration::from_secs(1);

/// What [`waiting`] shows of a search.
pub const SEARCH: &str = "searching games";

/// Does work that says nothing of how far it is, and shows that it goes on: on a terminal, and if it takes long.
/// Nothing else is written meanwhile.
pub fn waiting<R>(name: &'static str, work: impl FnOnce() -> R) -> R {
    if !io::stderr().is_terminal() {
        return work();
    }
    let (done, waits) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if waits.recv_timeout(DELAY) == Err(RecvTimeoutError::Timeout) {
                let bar = ProgressBar::new_spinner().with_elapsed(DELAY);
                if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
                    bar.set_style(style);
                }
                bar.set_message(name);
                bar.enable_steady_tick(Duration::from_millis(100));
                // Until the other end is dropped.
                let _ = waits.recv();
                bar.finish_and_clear();
            }
        });
        let _done = done;
        work()
    })
}

/// The bar of a command that reads several inputs at a time: there is one standard error.
static READING: OnceLock<Reading> = OnceLock::new();

struct Reading {
    bar: ProgressBar,
    begun: Instant,
    bytes: AtomicU64,
}

impl Reading {
    fn is_shown(&self) -> bool {
        self.begun.elapsed() >= DELAY && !self.bar.is_finished()
    }
}

/// From now on, shows how much of these inputs is read. How much standard input holds is not known.
pub fn show(inputs: &[Input]) {
    let size = |input: &Input| match &input.bytes {
        Bytes::File(path) => fs::metadata(path).map_or(0, |metadata| metadata.len()),
        _ => 0,
    };
    let bytes = inputs.iter().map(size).sum();
    if bytes > 0 {
        READING.get_or_init(|| Reading {
            bar: bar(bytes),
            begun: Instant::now(),
            bytes: AtomicU64::new(0),
        });
    }
}

/// So many more bytes were read.
pub fn advance(bytes: u64) {
    if let Some(reading) = READING.get() {
        let read = reading.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if reading.is_shown() {
            reading.bar.set_position(read);
        }
    }
}

/// Takes the bar away while something is written.
pub fn suspend<R>(write: impl FnOnce() -> R) -> R {
    match READING.get() {
        Some(reading) if reading.is_shown() => reading.bar.suspend(write),
        _ => write(),
    }
}

/// Everything is read: takes the bar away.
pub fn clear() {
    if let Some(reading) = READING.get() {
        reading.bar.finish_and_clear();
    }
}
