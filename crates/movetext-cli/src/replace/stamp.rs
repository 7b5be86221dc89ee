//! Which file was read, and what was in it, to find out whether it is still the same.

use blake3::{Hash, Hasher};
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// A file as it was when it was read.
#[derive(Clone, Debug)]
pub struct Stamp {
    facts: Facts,
    hash: Hash,
}

/// What the system says of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Facts {
    /// The device and the number of the file there, where there are such numbers.
    identity: Option<(u64, u64)>,
    len: u64,
    modified: Option<SystemTime>,
}

impl Facts {
    fn of(metadata: &Metadata) -> Facts {
        #[cfg(unix)]
        let identity = {
            use std::os::unix::fs::MetadataExt;
            Some((metadata.dev(), metadata.ino()))
        };
        #[cfg(not(unix))]
        let identity = None;
        Facts {
            identity,
            len: metadata.len(),
            modified: metadata.modified().ok(),
        }
    }
}

impl Stamp {
    /// Whether the file of this name is the same as then, and has the same content.
    pub fn is_still(&self, path: &Path) -> bool {
        let look =
            || -> io::Result<bool> {
                let mut file = File::open(path)?;
                let mut hasher = Hasher::new();
                if Facts::of(&file.metadata()?) != self.facts {
                    return Ok(false);
                }
                io::copy(&mut file, &mut hasher)?;
                Ok(hasher.finalize() == self.hash
                    && Facts::of(&std::fs::metadata(path)?) == self.facts)
            };
        look().unwrap_or(false)
    }
}

/// Takes the stamp of a file while it is read.
#[derive(Clone, Debug)]
pub struct Hashing {
    facts: Facts,
    hasher: Arc<Mutex<Hasher>>,
}

/// A file whose bytes are hashed as they are read.
pub struct HashedFile {
    file: File,
    hasher: Arc<Mutex<Hasher>>,
}

impl Hashing {
    /// A file that was just opened.
    pub fn begin(file: File) -> io::Result<(Hashing, HashedFile)> {
        let facts = Facts::of(&file.metadata()?);
        let hasher = Arc::new(Mutex::new(Hasher::new()));
        let hashed = HashedFile {
            file,
            hasher: Arc::clone(&hasher),
        };
        Ok((Hashing { facts, hasher }, hashed))
    }

    /// The stamp of what was read so far.
    pub fn stamp(&self) -> Stamp {
        let hasher = self.hasher.lock().unwrap_or_else(PoisonError::into_inner);
        Stamp {
            facts: self.facts.clone(),
            hash: hasher.finalize(),
        }
    }
}

impl Read for HashedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        let mut hasher = self.hasher.lock().unwrap_or_else(PoisonError::into_inner);
        hasher.update(&buffer[..count]);
        Ok(count)
    }
}
