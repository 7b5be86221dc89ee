//! The database file.

use crate::error::{Error, Result};
use crate::integrity;
use crate::schema::{self, Kind};
use crate::table::{self, Source};
use rusqlite::{Connection, OpenFlags};
use std::cell::RefCell;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A database of games.
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
    /// The block of text that was read last: games are mostly asked for in their order.
    pub(crate) last: LastBlock,
}

/// A block of a source's text.
#[derive(Default)]
pub(crate) struct LastBlock(pub(crate) RefCell<Option<TextBlock>>);

/// The source, where in it the block begins, and its bytes.
pub(crate) type TextBlock = (i64, u64, Vec<u8>);

impl fmt::Debug for LastBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LastBlock")
    }
}

impl Store {
    /// Opens a database, or creates it.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, is no database of games, or is damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Store> {
        let mut store = Store::connect(path.as_ref(), OpenFlags::default())?;
        match store.kind()? {
            Kind::Store => store.verify()?,
            Kind::Empty => {
                store.check(schema::prepare)?;
                let created = schema::create(&mut store.connection);
                created.map_err(|source| store.error(source))?;
            }
            other => return Err(store.unfit(&other)),
        }
        Ok(store)
    }

    /// Opens a database that exists, without ever changing it.
    ///
    /// Of its bytes, no more than the header and the list of tables are looked at: see
    /// [`check_all`](Store::check_all).
    ///
    /// # Errors
    ///
    /// If there is none, it is no database of games, or it is seen to be damaged.
    pub fn open_read_only(path: impl AsRef<Path>) -> Result<Store> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let store = Store::connect(path.as_ref(), flags)?;
        match store.kind()? {
            Kind::Store => {
                store.refuse(integrity::form)?;
                Ok(store)
            }
            other => Err(store.unfit(&other)),
        }
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Store> {
        let failed = |source| Error::Database {
            path: path.to_path_buf(),
            source,
        };
        // A name that begins with `file:` is a file like any other.
        let flags = flags.difference(OpenFlags::SQLITE_OPEN_URI);
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        if let Err(error) = schema::configure(&connection) {
            if integrity::was_database(&error, path) {
                return Err(Error::Damaged {
                    path: path.to_path_buf(),
                    problem: error.to_string(),
                });
            }
            return Err(failed(error));
        }
        Ok(Store {
            connection,
            path: path.to_path_buf(),
            last: LastBlock::default(),
        })
    }

    /// What the database is.
    fn kind(&self) -> Result<Kind> {
        schema::kind(&self.connection).map_err(|error| {
            if integrity::is_damage(&error) || integrity::was_database(&error, &self.path) {
                self.damaged(error.to_string())
            } else {
                self.error(error)
            }
        })
    }

    /// Refuses a database that is damaged.
    pub(crate) fn verify(&self) -> Result<()> {
        self.refuse(integrity::problem)
    }

    /// Refuses a database with a problem.
    fn refuse(
        &self,
        look: impl FnOnce(&Connection, &Path) -> rusqlite::Result<Option<String>>,
    ) -> Result<()> {
        let problem = self.check(|connection| look(connection, &self.path))?;
        problem.map_or(Ok(()), |problem| Err(self.damaged(problem)))
    }

    /// A further connection to the same database, to read.
    pub(crate) fn again(&self) -> Result<Store> {
        Store::reader(&self.path)
    }

    /// A connection to a database that was opened before, to read.
    pub(crate) fn reader(path: &Path) -> Result<Store> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        Store::connect(path, flags)
    }

    /// Whether a file looks like a database of games, of whatever version: by its first bytes alone.
    pub fn is_store(path: impl AsRef<Path>) -> bool {
        const MAGIC: &[u8; 16] = b"SQLite format 3\0";
        let mut head = [0; 72];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
        read.is_ok() && head.starts_with(MAGIC) && head[68..] == *b"MVTX"
    }

    pub(crate) fn damaged(&self, problem: String) -> Error {
        Error::Damaged {
            path: self.path.clone(),
            problem,
        }
    }

    fn unfit(&self, kind: &Kind) -> Error {
        let path = self.path.clone();
        match *kind {
            Kind::OtherVersion(found) => Error::Version { path, found },
            _ => Error::NotAStore { path },
        }
    }

    /// The database file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The connection, for queries of all sorts.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// All sources that are stored, in the order in which they came.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn sources(&self) -> Result<Vec<Source>> {
        self.check(table::sources)
    }

    /// Removes a source and all that was stored of it, so that it can be imported anew.
    ///
    /// # Errors
    ///
    /// If there is no such source, or the database cannot be written to.
    pub fn remove(&mut self, source: i64) -> Result<()> {
        self.last = LastBlock::default();
        let removed = (|| {
            let transaction = self.connection.transaction()?;
            let removed = table::remove(&transaction, source)?;
            transaction.commit()?;
            Ok(removed)
        })()
        .map_err(|error| self.error(error))?;
        match removed {
            true => Ok(()),
            false => Err(Error::NotFound {
                path: self.path.clone(),
                id: source,
            }),
        }
    }

    pub(crate) fn error(&self, source: rusqlite::Error) -> Error {
        if integrity::is_damage(&source) {
            return self.damaged(source.to_string());
        }
        Error::Database {
            path: self.path.clone(),
            source,
        }
    }

    /// Does something with the connection; a failure names the file.
    pub(crate) fn check<'s, T>(
        &'s self,
        work: impl FnOnce(&'s Connection) -> rusqlite::Result<T>,
    ) -> Result<T> {
        work(&self.connection).map_err(|error| self.error(error))
    }
}
