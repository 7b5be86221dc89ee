//! The database file.

use crate::error::{Error, Result};
use crate::integrity;
use crate::raw::text_at;
use crate::schema::{self, Kind};
use crate::table::{self, Source};
use rusqlite::{Connection, OpenFlags};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A database of games.
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
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
    /// # Errors
    ///
    /// If there is none, it is no database of games, or it is damaged.
    pub fn open_read_only(path: impl AsRef<Path>) -> Result<Store> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let store = Store::connect(path.as_ref(), flags)?;
        match store.kind()? {
            Kind::Store => {
                store.verify()?;
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
    fn verify(&self) -> Result<()> {
        let problem = self.check(|connection| integrity::problem(connection, &self.path))?;
        problem.map_or(Ok(()), |problem| Err(self.damaged(problem)))
    }

    fn damaged(&self, problem: String) -> Error {
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

    /// The bytes of a game as they stand in its source (after decompression), which is read anew.
    ///
    /// They are in the source's encoding, from the first character of the game to its last.
    ///
    /// # Errors
    ///
    /// If there is no such game, or its source cannot be read or has another size than before.
    pub fn text(&self, game: i64) -> Result<Vec<u8>> {
        let extent = self
            .check(|connection| table::extent(connection, game))?
            .ok_or_else(|| Error::NotFound {
                path: self.path.clone(),
                id: game,
            })?;
        let path = extent.path;
        let unreadable = |source| Error::Source {
            path: path.clone(),
            source,
        };
        let file = File::open(&path).map_err(unreadable)?;
        if file.metadata().map_err(unreadable)?.len() != extent.bytes {
            return Err(Error::Changed { path });
        }
        let (_, text) = text_at(file, extent.start, u64::MAX).map_err(unreadable)?;
        let mut bytes = Vec::new();
        text.take(extent.len)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        match bytes.len() as u64 == extent.len {
            true => Ok(bytes),
            false => Err(Error::Changed { path }),
        }
    }

    /// Removes a source and all that was stored of it, so that it can be imported anew.
    ///
    /// # Errors
    ///
    /// If there is no such source, or the database cannot be written to.
    pub fn remove(&mut self, source: i64) -> Result<()> {
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
