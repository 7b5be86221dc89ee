//! Whether a database is sound, before anything is read from it or written to it.
//!
//! What is looked at before reading: the header of the file, and the tables as they were made. Before writing: also all
//! pages and rows as far as SQLite's quick check goes, that no row hangs in the air, and that no games are missing. So
//! the time for that grows with the database, at about the speed of reading it.

use crate::schema::TABLES;
use rusqlite::{Connection, ErrorCode};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The bytes of the header of an SQLite file.
const HEADER: usize = 100;

/// What is wrong with a database that exists; none if nothing is.
///
/// # Errors
///
/// If the database cannot be asked, for another reason than that it is damaged.
pub(crate) fn problem(connection: &Connection, path: &Path) -> rusqlite::Result<Option<String>> {
    first_of(connection, path, &[schema, pages, rows])
}

/// What is wrong with the header or the tables of a database, which is soon seen; none if nothing is.
///
/// # Errors
///
/// As [`problem`].
pub(crate) fn form(connection: &Connection, path: &Path) -> rusqlite::Result<Option<String>> {
    first_of(connection, path, &[schema])
}

type Look = fn(&Connection) -> rusqlite::Result<Option<String>>;

fn first_of(
    connection: &Connection,
    path: &Path,
    looks: &[Look],
) -> rusqlite::Result<Option<String>> {
    if let Some(problem) = header(path) {
        return Ok(Some(problem));
    }
    for look in looks {
        match look(connection) {
            Ok(None) => {}
            Err(error) if is_damage(&error) => return Ok(Some(error.to_string())),
            found => return found,
        }
    }
    Ok(None)
}

/// Whether an error says that the file is damaged.
pub(crate) fn is_damage(error: &rusqlite::Error) -> bool {
    match error {
        // Values of types that the tables do not allow.
        rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::Utf8Error(..) => true,
        error => error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt),
    }
}

/// Whether SQLite takes a file for none of its own that begins as one of its own.
pub(crate) fn was_database(error: &rusqlite::Error, path: &Path) -> bool {
    const MAGIC: &[u8; 16] = b"SQLite format 3\0";
    let mut magic = [0; MAGIC.len()];
    error.sqlite_error_code() == Some(ErrorCode::NotADatabase)
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut magic).is_ok())
        && magic == *MAGIC
}

/// What SQLite passes over in the header. A file that cannot be read is its to complain of.
fn header(path: &Path) -> Option<String> {
    let look = || -> io::Result<([u8; HEADER], u64)> {
        let mut file = File::open(path)?;
        let mut header = [0; HEADER];
        file.read_exact(&mut header)?;
        Ok((header, file.metadata()?.len()))
    };
    let (header, len) = look().ok()?;
    let two = |at: usize| u64::from(u16::from_be_bytes([header[at], header[at + 1]]));
    let four = |at: usize| (two(at) << 16) + two(at + 2);
    let page = match two(16) {
        1 => 65536,
        page => page,
    };
    // What is not yet moved from the log is not in the file.
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let logged = std::fs::metadata(log).is_ok_and(|log| log.len() > 0);
    let pages = four(28);
    if header[20] != 0 || header[21..24] != [64, 32, 32] {
        Some("its header is not one of SQLite".to_owned())
    } else if (four(44) != 4 || four(56) != 1) && !(logged && four(44) + four(56) == 0) {
        Some("its header names another format of the tables".to_owned())
    } else if !logged && page > 0 && (pages * page > len || len % page != 0) {
        Some(format!(
            "it should have {pages} pages of {page} bytes, and has {len} bytes"
        ))
    } else {
        None
    }
}

/// What is not as it was made: tables, indices and views.
fn schema(connection: &Connection) -> rusqlite::Result<Option<String>> {
    const OBJECTS: &str = "SELECT type, name, sql FROM sqlite_schema ORDER BY name";
    let objects = |connection: &Connection| -> rusqlite::Result<Vec<[Option<String>; 3]>> {
        let mut statement = connection.prepare(OBJECTS)?;
        let rows = statement.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]))?;
        rows.collect()
    };
    let proper = Connection::open_in_memory()?;
    proper.execute_batch(TABLES)?;
    // There may be more: others may add what they need.
    let found = objects(connection)?;
    let missing = objects(&proper)?
        .into_iter()
        .find(|object| !found.contains(object));
    Ok(missing.map(|[kind, name, _]| {
        format!(
            "the {} {} is missing or altered",
            kind.unwrap_or_default(),
            name.unwrap_or_default()
        )
    }))
}

fn pages(connection: &Connection) -> rusqlite::Result<Option<String>> {
    let said: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((said != "ok").then(|| said.trim().replace('\n', " ")))
}

fn rows(connection: &Connection) -> rusqlite::Result<Option<String>> {
    if connection.prepare("PRAGMA foreign_key_check")?.exists([])? {
        return Ok(Some(
            "there are rows of sources that are not there".to_owned(),
        ));
    }
    // A document may hold games of no variant that is known here: they are counted, and have no row.
    let missing: bool = connection.query_row(
        "WITH packed AS (SELECT source_id, sum(games) AS games FROM lines GROUP BY source_id), \
         counted AS (SELECT source_id, sum(games) AS games FROM source_variants GROUP BY source_id) \
         SELECT (SELECT count(*) FROM games NOT INDEXED) <> (SELECT ifnull(sum(games), 0) FROM packed) \
         OR EXISTS (SELECT 1 FROM sources LEFT JOIN packed ON packed.source_id = sources.id \
         LEFT JOIN counted ON counted.source_id = sources.id \
         WHERE ifnull(packed.games, 0) <> ifnull(counted.games, 0) \
         OR sources.games < ifnull(packed.games, 0) \
         OR format = 'pgn' AND sources.games <> ifnull(packed.games, 0))",
        [],
        |row| row.get(0),
    )?;
    Ok(missing.then(|| "there are not as many games as were stored".to_owned()))
}
