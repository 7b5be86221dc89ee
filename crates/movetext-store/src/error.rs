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
    /// A source cannot be read.
    Source {
        /// The source.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A source is not what it was when it was imported.
    Changed {
        /// The source.
        path: PathBuf,
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
                "{}: the database has version {found}, but this program supports version {}",
                path.display(),
                crate::schema::VERSION
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
            Error::Changed { path } => write!(
                f,
                "{}: the file has changed since it was imported",
                path.display()
            ),
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
