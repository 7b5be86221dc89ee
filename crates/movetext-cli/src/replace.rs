//! Writing a file anew: beside it first, then in its place, at once and as a whole.

mod attributes;
mod leftovers;
mod output;
mod stamp;

pub use leftovers::is_leftover;
pub use output::{Output, unwritable, write_file};
pub use stamp::{Hashing, Stamp};

use crate::output::reason;
use leftovers::Leftover;
use std::ffi::OsString;
use std::fs::{self, File, Metadata};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// How files are replaced.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Also those that are read-only.
    pub force: bool,
    /// What was there is kept under its name with this suffix.
    pub backup: Option<String>,
}

/// Why a file is left alone.
#[derive(Debug)]
pub enum Obstacle {
    /// It is read-only.
    ReadOnly,
    /// It is not the file that was read.
    Changed,
    /// Something failed.
    Io(io::Error),
}

impl From<io::Error> for Obstacle {
    fn from(error: io::Error) -> Obstacle {
        Obstacle::Io(error)
    }
}

impl Obstacle {
    /// What is said of the file.
    pub fn describe(&self) -> String {
        match self {
            Obstacle::ReadOnly => {
                "not replaced: the file is read-only (use --force to replace it)".to_owned()
            }
            Obstacle::Changed => {
                "not replaced: another program has changed the file; try again".to_owned()
            }
            Obstacle::Io(error) => format!("cannot rewrite the file: {}", reason(error)),
        }
    }
}

/// A new file in the same folder as the one that it is to replace. It is gone if it does not.
pub struct Beside {
    target: PathBuf,
    out: BufWriter<Leftover>,
}

impl Beside {
    /// Begins a file to take the place of this one, which need not exist.
    pub fn new(path: &Path) -> io::Result<Beside> {
        let (target, exists) = match fs::canonicalize(path) {
            Ok(target) => (target, true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (path.to_path_buf(), false),
            Err(error) => return Err(error),
        };
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let out = BufWriter::new(Leftover::new_in(folder, exists)?);
        Ok(Beside { target, out })
    }

    /// What was written so far, to be read from its beginning.
    pub fn reopen(&mut self) -> io::Result<File> {
        self.out.flush()?;
        File::open(self.out.get_ref().path())
    }

    /// Takes the place of the old file, unless they are the same. `read` is the file that the new one
    /// was made of, if it is the old one. Returns what could not be kept of it.
    pub fn replace(
        self,
        policy: &Policy,
        read: Option<&Stamp>,
    ) -> Result<Vec<&'static str>, Obstacle> {
        let Beside { target, out } = self;
        let new = out.into_inner().map_err(|error| error.into_error())?;
        let old = match fs::metadata(&target) {
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error.into()),
        };
        let Some(old) = old else {
            if read.is_some() {
                return Err(Obstacle::Changed);
            }
            new.file().sync_all()?;
            new.persist(&target)?;
            return Ok(Vec::new());
        };
        if same_content(&new, &target, &old)? {
            return Ok(Vec::new());
        }
        if old.permissions().readonly() && !policy.force {
            return Err(Obstacle::ReadOnly);
        }
        let lost = attributes::keep(new.file(), new.path(), &target, &old)?;
        new.file().sync_all()?;
        let changed = || !read.is_none_or(|read| read.is_still(&target));
        if let Some(suffix) = &policy.backup {
            // An older backup stays if nothing is replaced.
            if changed() {
                return Err(Obstacle::Changed);
            }
            keep_backup(&target, suffix)?;
        }
        // As late as can be.
        if changed() {
            return Err(Obstacle::Changed);
        }
        new.persist(&target)?;
        Ok(lost)
    }
}

impl Write for Beside {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.out.write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn same_content(new: &Leftover, target: &Path, old: &Metadata) -> io::Result<bool> {
    if new.file().metadata()?.len() != old.len() {
        return Ok(false);
    }
    let mut compare = Compare::new(BufReader::new(File::open(target)?));
    io::copy(&mut File::open(new.path())?, &mut compare)?;
    compare.finish()
}

/// Keeps a file under another name beside it: as itself where the file system can, else as a copy.
fn keep_backup(target: &Path, suffix: &str) -> io::Result<()> {
    let mut name = OsString::from(target);
    name.push(suffix);
    let backup = PathBuf::from(name);
    match fs::remove_file(&backup) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    if fs::hard_link(target, &backup).is_err() {
        fs::copy(target, &backup)?;
    }
    Ok(())
}

/// Compares what is written to it with something else.
pub struct Compare<R> {
    expected: R,
    same: bool,
    buffer: Vec<u8>,
}

impl<R: Read> Compare<R> {
    pub fn new(expected: R) -> Compare<R> {
        Compare {
            expected,
            same: true,
            buffer: Vec::new(),
        }
    }

    /// Whether all of it was the same, and there is no more.
    pub fn finish(mut self) -> io::Result<bool> {
        Ok(self.same && self.expected.read(&mut [0])? == 0)
    }
}

impl<R: Read> Write for Compare<R> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        if self.same {
            self.buffer.clear();
            let mut part = self.expected.by_ref().take(data.len() as u64);
            part.read_to_end(&mut self.buffer)?;
            self.same = self.buffer == data;
        }
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
