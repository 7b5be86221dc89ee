//! What can go wrong with a store.

use rusqlite::ErrorCode;
use std::fmt;
use std::io;
use std::path::PathBuf;

/// The result of what is done with a store.
pub type Result<T> = std::result::Result<T, Error>;

/// A failure of a store, naming the file that it is about.
///
/// Sources that cannot be read are no such failure: they are part of the
/// [`ImportReport`](crate::ImportReport).
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The database failed. What was committed before is kept.
    Database {
        /// The database file.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
    /// The database is not sound: bytes of it were lost or changed.
    Damaged {
        /// The database file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
    /// The file is an SQLite database, but not one of this crate.
    NotAStore {
        /// The database file.
        path: PathBuf,
    },
    /// The database is of another version of this crate.
    Version {
        /// The database file.
        path: PathBuf,
        /// Its version.
        found: i64,
    },
    /// Another process imported the same source at the same time.
    Concurrent {
        /// The database file.
        path: PathBuf,
        /// The source.
        file: PathBuf,
    },
    /// There is no game, or no source, with this id.
    NotFound {
        /// The database file.
        path: PathBuf,
        /// The id.
        id: i64,
    },
    /// A source is not imported to its end.
    Unfinished {
        /// The database file.
        path: PathBuf,
        /// The source.
        file: PathBuf,
    },
    /// Games cannot be taken out of a source.
    NotRemoved {
        /// The database file.
        path: PathBuf,
        /// The source.
        file: PathBuf,
        /// Why not.
        reason: String,
    },
    /// Two databases hold different content from the same path.
    Conflict {
        /// The database that was to be added.
        path: PathBuf,
        /// The source.
        file: PathBuf,
    },
    /// Sources that are needed to read them again are gone, or are no longer what they were.
    SourcesGone {
        /// The database file.
        path: PathBuf,
        /// The sources, each with what is wrong.
        files: Vec<(PathBuf, String)>,
    },
    /// A source cannot be read.
    Source {
        /// The source.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Database { path, source } => {
                write!(f, "{}: ", path.display())?;
                match source.sqlite_error_code() {
                    Some(ErrorCode::DiskFull) => {
                        f.write_str("the disk is full; what was committed before is kept")
                    }
                    Some(ErrorCode::ReadOnly) => f.write_str("the database is read-only"),
                    Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                        f.write_str("the database is in use by another process")
                    }
                    Some(ErrorCode::CannotOpen) => f.write_str("the database cannot be opened"),
                    Some(ErrorCode::NotADatabase) => f.write_str("not an SQLite database"),
                    Some(ErrorCode::DatabaseCorrupt) => f.write_str("the database is damaged"),
                    _ => write!(f, "{source}"),
                }
            }
            Error::Damaged { path, problem } => write!(
                f,
                "{}: the database is damaged ({problem}); nothing was changed in it: put a sound copy in its \
                 place, or import the files into a new database",
                path.display()
            ),
            Error::NotAStore { path } => write!(f, "{}: not a movetext database", path.display()),
            Error::Version { path, found } => write!(
                f,
                "{}: the database has version {found}, but this program supports version {}{}",
                path.display(),
                crate::schema::VERSION,
                if *found < crate::schema::VERSION {
                    "; movetext db migrate makes one of the other"
                } else {
                    ""
                }
            ),
            Error::Concurrent { path, file } => write!(
                f,
                "{}: another process is importing {}, too",
                path.display(),
                file.display()
            ),
            Error::NotFound { path, id } => {
                write!(f, "{}: no entry with id {id}", path.display())
            }
            Error::Source { path, source } => write!(f, "{}: {source}", path.display()),
            Error::Unfinished { path, file } => write!(
                f,
                "{}: the import of {} is not finished; finish it or remove the source first",
                path.display(),
                file.display()
            ),
            Error::NotRemoved { path, file, reason } => write!(
                f,
                "{}: nothing was removed of {}: {reason}",
                path.display(),
                file.display()
            ),
            Error::Conflict { path, file } => write!(
                f,
                "{}: both databases have a source {}, with different content; remove one of them first",
                path.display(),
                file.display()
            ),
            Error::SourcesGone { path, files } => {
                write!(
                    f,
                    "{}: this version did not store the text of the sources, so they have to be read again",
                    path.display()
                )?;
                for (file, problem) in files {
                    write!(f, "\n{}: {problem}", file.display())?;
                }
                f.write_str("\nput them back, or remove what is stored of them with the version that wrote it")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Database { source, .. } => Some(source),
            Error::Source { source, .. } => Some(source),
            _ => None,
        }
    }
}
