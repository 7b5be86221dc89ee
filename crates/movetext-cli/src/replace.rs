//! Writing a file anew: beside it first, then in its place, at once and as a whole.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A new file in the same folder as the one that it is to replace. It is gone if it does not.
pub struct Beside {
    target: PathBuf,
    out: BufWriter<NamedTempFile>,
}

impl Beside {
    pub fn new(path: &Path) -> io::Result<Beside> {
        let target = fs::canonicalize(path)?;
        let folder = target.parent().unwrap_or(Path::new("."));
        let out = BufWriter::new(NamedTempFile::new_in(folder)?);
        Ok(Beside { target, out })
    }

    /// Takes the place of the old file, unless they are the same.
    pub fn replace(self) -> io::Result<()> {
        let new = self.out.into_inner().map_err(|error| error.into_error())?;
        let mut compare = Compare::new(BufReader::new(File::open(&self.target)?));
        io::copy(&mut new.reopen()?, &mut compare)?;
        if compare.finish()? {
            return Ok(());
        }
        let file = new.as_file();
        file.set_permissions(fs::metadata(&self.target)?.permissions())?;
        file.sync_all()?;
        new.persist(&self.target).map_err(|error| error.error)?;
        Ok(())
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
