//! Files that are written as a whole, and what takes data as it comes.

use super::{Beside, Obstacle, Policy};
use crate::exit::Verdict;
use crate::output::{complain, printable, reason};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Where data is written to.
pub enum Output {
    /// What takes them as they come.
    Open(Box<dyn Write + Send>),
    /// A file under way, and whether it is to take the place of another.
    Beside(Beside, bool),
}

impl Output {
    /// A file that becomes what it is to be at the end; but a terminal or a pipe takes what comes.
    pub fn open(path: &Path, force: bool) -> Result<Output, Obstacle> {
        let exists = match fs::metadata(path) {
            Ok(old) if !old.is_file() => {
                return Ok(Output::Open(Box::new(File::create(path)?)));
            }
            Ok(old) if old.permissions().readonly() && !force => return Err(Obstacle::ReadOnly),
            Ok(_) => true,
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(error.into()),
        };
        Ok(Output::Beside(Beside::new(path)?, exists))
    }
}

impl Write for Output {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        match self {
            Output::Open(out) => out.write(data),
            Output::Beside(out, _) => out.write(data),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Open(out) => out.flush(),
            Output::Beside(out, _) => out.flush(),
        }
    }
}

/// Says that a file cannot be written.
pub fn unwritable(path: &Path, obstacle: &Obstacle) -> Verdict {
    let name = path.to_string_lossy();
    let name = printable(&name);
    complain(&match obstacle {
        Obstacle::Io(error) => format!("cannot write {name}: {}", reason(error)),
        other => format!("{name} {}", other.describe()),
    });
    Verdict {
        unreadable: true,
        ..Verdict::default()
    }
}

/// Writes a file as a whole or not at all.
pub fn write_file(path: &Path, data: &[u8]) -> Verdict {
    let written = Output::open(path, false).and_then(|mut out| {
        out.write_all(data)?;
        out.flush()?;
        match out {
            Output::Beside(beside, _) => beside.replace(&Policy::default(), None).map(drop),
            Output::Open(_) => Ok(()),
        }
    });
    match written {
        Ok(()) => Verdict::default(),
        Err(obstacle) => unwritable(path, &obstacle),
    }
}
