//! Files and folders in a certain order.

use std::io;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The files that some paths stand for: a file for itself, a folder for all files in it and in its
/// folders, in the order of their names.
///
/// Symbolic links are followed. What cannot be read, and a link that leads back to a folder it is
/// in, comes as an error, and the walk goes on. A path that is given itself comes whatever it is.
///
/// ```no_run
/// for file in movetext_store::walk(["games", "more.pgn"]) {
///     match file {
///         Ok(path) => println!("{}", path.display()),
///         Err(error) => eprintln!("{error}"),
///     }
/// }
/// ```
pub fn walk<P: AsRef<Path>>(
    paths: impl IntoIterator<Item = P>,
) -> impl Iterator<Item = Result<PathBuf, Unreadable>> {
    paths.into_iter().flat_map(|path| {
        WalkDir::new(path)
            .follow_links(true)
            .sort_by_file_name()
            .into_iter()
            .filter_map(|entry| match entry {
                Ok(entry) if entry.file_type().is_dir() => None,
                Ok(entry) if entry.depth() > 0 && !entry.file_type().is_file() => None,
                Ok(entry)
                    if entry.depth() > 0 && is_leftover(&entry.file_name().to_string_lossy()) =>
                {
                    None
                }
                Ok(entry) => Some(Ok(entry.into_path())),
                Err(error) => Some(Err(Unreadable {
                    path: error.path().map(Path::to_path_buf).unwrap_or_default(),
                    source: error.into(),
                })),
            })
    })
}

/// Whether a file of this name is one that the command `movetext` left when it was killed while it wrote a
/// file anew.
fn is_leftover(name: &str) -> bool {
    name.starts_with(".movetext-") && name.ends_with(".tmp")
}

/// A file or folder that cannot be read.
#[derive(Debug)]
pub struct Unreadable {
    /// The file or folder.
    pub path: PathBuf,
    /// Why it cannot be read.
    pub source: io::Error,
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.source)
    }
}

impl std::error::Error for Unreadable {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}
