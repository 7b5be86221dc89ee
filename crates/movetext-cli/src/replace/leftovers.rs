//! Files under way: they are taken away when the program is told to end, and known again if it was
//! killed.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use tempfile::{Builder, NamedTempFile};

const PREFIX: &str = ".movetext-";
const SUFFIX: &str = ".tmp";

/// Whether a file of this name is one that was under way when the program was killed.
pub fn is_leftover(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with(PREFIX) && name.ends_with(SUFFIX)
}

/// The files under way. Who holds the lock may make one, or take one away.
static UNDER_WAY: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

fn under_way() -> MutexGuard<'static, Option<HashSet<PathBuf>>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file under way.
pub struct Leftover(Option<NamedTempFile>);

impl Leftover {
    /// A new file in this folder. One that is to replace another is private until then.
    pub fn new_in(folder: &Path, private: bool) -> io::Result<Leftover> {
        static WATCH: Once = Once::new();
        WATCH.call_once(watch);
        let mut under_way = under_way();
        let mut builder = Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        #[cfg(unix)]
        if !private {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        #[cfg(not(unix))]
        let _ = private;
        let file = builder.tempfile_in(folder)?;
        let files = under_way.get_or_insert_default();
        files.insert(file.path().to_path_buf());
        Ok(Leftover(Some(file)))
    }

    fn temp(&self) -> &NamedTempFile {
        self.0.as_ref().expect("it is there until it is dropped")
    }

    pub fn file(&self) -> &File {
        self.temp().as_file()
    }

    pub fn path(&self) -> &Path {
        self.temp().path()
    }

    /// Takes the place of another file, or of none.
    pub fn persist(mut self, target: &Path) -> io::Result<()> {
        let mut under_way = under_way();
        let Some(file) = self.0.take() else {
            return Ok(());
        };
        let path = file.path().to_path_buf();
        let done = file.persist(target);
        if let Some(files) = &mut *under_way {
            files.remove(&path);
        }
        done.map(drop).map_err(|error| error.error)
    }
}

impl Write for Leftover {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.file().write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

impl Drop for Leftover {
    fn drop(&mut self) {
        if let Some(file) = self.0.take() {
            let mut under_way = under_way();
            if let Some(files) = &mut *under_way {
                files.remove(file.path());
            }
            drop(file);
        }
    }
}

/// Takes the files under way with it when the program is told to end: by the keyboard, another
/// program, or the terminal that closes. Then it ends as it would have.
#[cfg(unix)]
fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    // What was to be ignored, as by `nohup`, is still ignored.
    let signals: Vec<i32> = [SIGHUP, SIGINT, SIGTERM]
        .into_iter()
        .filter(|&signal| !is_ignored(signal))
        .collect();
    let Ok(mut signals) = Signals::new(signals) else {
        return;
    };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let under_way = under_way();
            for path in under_way.iter().flatten() {
                let _ = std::fs::remove_file(path);
            }
            // Nothing is begun any more: the lock is held to the end.
            let _ = emulate_default_handler(signal);
            std::process::exit(128 + signal);
        }
    });
}

#[cfg(not(unix))]
fn watch() {}

/// Whether the program was started with this signal ignored, where the system tells.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}
