//! The lower bound of all reading: looking for line ends.

use super::Count;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Counts lines; a game is a line here, since there is nothing else.
pub fn run(mode: &str, path: &Path) -> io::Result<Option<Count>> {
    if mode != "lines" {
        return Ok(None);
    }
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 256 << 10];
    let mut count = Count::default();
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(Some(count));
        }
        count.games += memchr::memchr_iter(b'\n', &buffer[..read]).count() as u64;
    }
}
