//! From older versions of the tables to this one.

use crate::error::{Error, Result};
use crate::import::{ImportOptions, Observer, SourceOutcome};
use crate::raw::hash_file;
use crate::store::Store;
use rusqlite::{Connection, OpenFlags};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What came of [`Store::migrate`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MigrateReport {
    /// The version that the database had.
    pub from: i64,
    /// The version that it has.
    pub to: i64,
    /// The sources that were read again.
    pub sources: usize,
    /// The games in it.
    pub games: u64,
}

/// A source of the old database.
struct Old {
    path: PathBuf,
    hash: Option<[u8; 32]>,
    encoding: String,
    state: String,
    games: u64,
}

impl Store {
    /// Brings a database of an older version up to this one, as a whole or not at all: the old file stays until
    /// the new one is complete.
    ///
    /// Databases of version 2 do not hold the text of their sources, so these are read again from where they
    /// were. `options` are those of the import that is done for it. A database of this version is left as it is.
    ///
    /// # Errors
    ///
    /// If a source is gone or has another content than before, if it comes out with other games, or if a
    /// database fails.
    pub fn migrate(
        path: impl AsRef<Path>,
        options: &ImportOptions,
        observer: &mut impl Observer,
    ) -> Result<MigrateReport> {
        let path = path.as_ref();
        let from = match Store::open_read_only(path) {
            Ok(store) => {
                let games = store
                    .sources()?
                    .iter()
                    .map(|source| source.counts.games)
                    .sum();
                let version = crate::schema::VERSION;
                return Ok(MigrateReport {
                    from: version,
                    to: version,
                    sources: 0,
                    games,
                });
            }
            Err(Error::Version { found: 2, .. }) => 2,
            Err(error) => return Err(error),
        };
        let failed = |source| Error::Database {
            path: path.to_path_buf(),
            source,
        };
        let sources = old_sources(path).map_err(failed)?;
        let gone: Vec<_> = sources
            .iter()
            .filter_map(|source| problem(source).map(|problem| (source.path.clone(), problem)))
            .collect();
        if !gone.is_empty() {
            return Err(Error::SourcesGone {
                path: path.to_path_buf(),
                files: gone,
            });
        }
        let beside = Beside::new(path);
        let games = import_anew(path, &beside.0, &sources, options, observer)?;
        let unwritable = |source| Error::Source {
            path: path.to_path_buf(),
            source,
        };
        // The log of the old file must not be taken for one of the new.
        Connection::open(path)
            .and_then(|old| old.pragma_update(None, "journal_mode", "DELETE"))
            .map_err(failed)?;
        fs::rename(&beside.0, path).map_err(unwritable)?;
        Ok(MigrateReport {
            from,
            to: crate::schema::VERSION,
            sources: sources.len(),
            games,
        })
    }
}

/// A file beside the database, which is gone with this unless it took the other's place.
struct Beside(PathBuf);

impl Beside {
    fn new(path: &Path) -> Beside {
        let beside = Beside(with_suffix(path, ".migrating"));
        beside.remove();
        beside
    }

    fn remove(&self) {
        for suffix in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(with_suffix(&self.0, suffix));
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        self.remove();
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

fn old_sources(path: &Path) -> rusqlite::Result<Vec<Old>> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut statement = connection
        .prepare("SELECT path, content_hash, encoding, state, games FROM sources ORDER BY id")?;
    let rows = statement.query_map([], |row| {
        Ok(Old {
            path: crate::table::path_of(row.get(0)?),
            hash: row.get(1)?,
            encoding: row.get(2)?,
            state: row.get(3)?,
            games: row.get::<_, i64>(4)?.unsigned_abs(),
        })
    })?;
    rows.collect()
}

/// Why a source cannot be read again.
fn problem(source: &Old) -> Option<String> {
    match hash_file(&source.path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Some("the file is gone".to_owned())
        }
        Err(error) => Some(error.to_string()),
        Ok(hash) if source.hash.is_some_and(|expected| hash != expected) => {
            Some("the file has changed since it was imported".to_owned())
        }
        Ok(_) => None,
    }
}

/// Imports the sources into a new database; how many games they have.
fn import_anew(
    old: &Path,
    new: &Path,
    sources: &[Old],
    options: &ImportOptions,
    observer: &mut impl Observer,
) -> Result<u64> {
    let mut store = Store::open(new)?;
    let mut games = 0;
    for source in sources {
        let report = store.import([&source.path], options, observer)?;
        let refused = |problem: String| Error::SourcesGone {
            path: old.to_path_buf(),
            files: vec![(source.path.clone(), problem)],
        };
        let outcome = report
            .sources
            .into_iter()
            .map(|source| source.outcome)
            .next();
        let counts = match outcome {
            Some(SourceOutcome::Imported { counts, .. }) => counts,
            Some(SourceOutcome::Failed { counts, .. }) if source.state == "failed" => counts,
            other => {
                return Err(refused(format!(
                    "it cannot be imported any more: {other:?}"
                )));
            }
        };
        if source.state != "importing" && counts.games != source.games {
            return Err(refused(format!(
                "{} games are found in it, and not {} as in the database; give the options of that import \
                 (its encoding was {})",
                counts.games, source.games, source.encoding
            )));
        }
        games += counts.games;
    }
    // All of it in one file.
    store.check(|connection| {
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
    })?;
    Ok(games)
}
