//! The bytes of a file as they are stored, hashed as they stream through.

use blake3::{Hash, Hasher};
use movetext::io::{Compression, decoder};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How much of a file was read, and the hash of that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    pub(crate) bytes: u64,
    pub(crate) hash: Hash,
}

/// A file whose bytes are hashed when they are read for the first time.
pub(crate) struct RawFile {
    file: File,
    position: u64,
    hashed: Hashed,
}

/// What was hashed of a [`RawFile`], wherever that is.
#[derive(Clone, Default)]
pub(crate) struct Hashed(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    hasher: Hasher,
    bytes: u64,
}

impl RawFile {
    pub(crate) fn open(path: &Path) -> io::Result<RawFile> {
        Ok(RawFile {
            file: File::open(path)?,
            position: 0,
            hashed: Hashed::default(),
        })
    }

    pub(crate) fn hashed(&self) -> Hashed {
        self.hashed.clone()
    }

    /// Reads the first bytes; false if they are fewer, or have another hash.
    pub(crate) fn verify(&mut self, mark: Mark) -> io::Result<bool> {
        io::copy(&mut self.take(mark.bytes), &mut io::sink())?;
        Ok(self.hashed.mark() == mark)
    }
}

impl Hashed {
    /// What was hashed so far.
    pub(crate) fn mark(&self) -> Mark {
        let state = self.lock();
        Mark {
            bytes: state.bytes,
            hash: state.hasher.finalize(),
        }
    }

    /// Hashes what the file has beyond what was read of it.
    pub(crate) fn finish(&self, path: &Path) -> io::Result<Mark> {
        let mut file = File::open(path)?;
        let mut state = self.lock();
        file.seek(SeekFrom::Start(state.bytes))?;
        let more = io::copy(&mut file, &mut state.hasher)?;
        state.bytes += more;
        drop(state);
        Ok(self.mark())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Read for RawFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        let mut state = self.hashed.lock();
        let known = state.bytes.saturating_sub(self.position);
        let known = usize::try_from(known).unwrap_or(usize::MAX).min(count);
        state.hasher.update(&buffer[known..count]);
        state.bytes += (count - known) as u64;
        self.position += count as u64;
        Ok(count)
    }
}

impl Seek for RawFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position = self.file.seek(to)?;
        Ok(self.position)
    }
}

/// What comes out of a decompressor, hashed as it streams through.
struct HashedText<R> {
    text: R,
    hashed: Hashed,
}

impl<R: Read> Read for HashedText<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.text.read(buffer)?;
        let mut state = self.hashed.lock();
        state.hasher.update(&buffer[..count]);
        state.bytes += count as u64;
        Ok(count)
    }
}

/// The text of a file.
pub(crate) struct FileText {
    pub(crate) compression: Compression,
    pub(crate) text: Box<dyn Read + Send>,
    /// What was hashed of the text; none if the text is the file's own bytes.
    pub(crate) hashed: Option<Hashed>,
}

/// The hash of the first bytes of a text.
pub(crate) fn prefix_hash(bytes: &[u8]) -> i64 {
    let hash = blake3::hash(bytes);
    let mut first = [0; 8];
    first.copy_from_slice(&hash.as_bytes()[..8]);
    i64::from_le_bytes(first)
}

/// The hash of all the text of a file.
pub(crate) fn hash_text(path: &Path, window: u64) -> io::Result<Hash> {
    let mut file = text_at(File::open(path)?, 0, window)?;
    let mut hasher = Hasher::new();
    io::copy(&mut file.text, &mut hasher)?;
    Ok(hasher.finalize())
}

/// The hash of a whole file.
pub(crate) fn hash_file(path: &Path) -> io::Result<Hash> {
    let mut hasher = Hasher::new();
    io::copy(&mut File::open(path)?, &mut hasher)?;
    Ok(hasher.finalize())
}

/// Undoes the compression of a file, and goes to an offset of what comes out.
pub(crate) fn text_at<R: Read + Seek + Send + 'static>(
    mut file: R,
    offset: u64,
    window: u64,
) -> io::Result<FileText> {
    file.seek(SeekFrom::Start(0))?;
    let mut prefix = Vec::with_capacity(Compression::PREFIX);
    (&mut file)
        .take(Compression::PREFIX as u64)
        .read_to_end(&mut prefix)?;
    let compression = Compression::detect(&prefix);
    if compression == Compression::None {
        file.seek(SeekFrom::Start(offset))?;
        return Ok(FileText {
            compression,
            text: Box::new(file),
            hashed: None,
        });
    }
    file.seek(SeekFrom::Start(0))?;
    let hashed = Hashed::default();
    let mut text = HashedText {
        text: decoder(file, compression, window)?,
        hashed: hashed.clone(),
    };
    io::copy(&mut (&mut text).take(offset), &mut io::sink())?;
    Ok(FileText {
        compression,
        text: Box::new(text),
        hashed: Some(hashed),
    })
}
