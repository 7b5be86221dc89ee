//! The progress bar: on a terminal only, and on the standard error.

use crate::output::{self, printable};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;

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
        let bar = ProgressBar::new(bytes);
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress { bar, before: 0 }
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
