//! The tables, and what makes a database one of ours.

use rusqlite::config::DbConfig;
use rusqlite::{Connection, TransactionBehavior};

/// The version of the tables, kept as `user_version`.
pub(crate) const VERSION: i64 = 3;

/// Marks the file as a store, kept as `application_id`: `MVTX`.
const APPLICATION: i64 = 0x4D56_5458;

/// The statements that make an empty database a store.
pub(crate) const TABLES: &str = include_str!("schema.sql");

/// What a database is, before anything is done to it.
pub(crate) enum Kind {
    Store,
    Empty,
    Foreign,
    OtherVersion(i64),
}

/// Finds out what the database is.
pub(crate) fn kind(connection: &Connection) -> rusqlite::Result<Kind> {
    let number = |pragma| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let (application, version) = (number("application_id")?, number("user_version")?);
    if application == APPLICATION {
        return Ok(match version {
            VERSION => Kind::Store,
            other => Kind::OtherVersion(other),
        });
    }
    let objects: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok(match (objects, application, version) {
        (0, 0, 0) => Kind::Empty,
        _ => Kind::Foreign,
    })
}

/// Sets up what must be set before there are tables. Large pages take fewer calls to write.
pub(crate) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "page_size", 16384)?;
    connection.pragma_update(None, "journal_mode", "WAL")
}

/// Makes an empty database a store, as a whole or not at all.
pub(crate) fn create(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been faster.
    if matches!(kind(&transaction)?, Kind::Empty) {
        transaction.execute_batch(TABLES)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()
}

/// Sets a connection up. What is set for writing does no harm to a reader.
pub(crate) fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    // In WAL mode a commit survives the death of the process; that of the machine may undo the last
    // commits, but never a part of one.
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "cache_size", -4096)?;
    // An import asks more questions than are kept otherwise, and asks all of them for every file.
    connection.set_prepared_statement_cache_capacity(64);
    // A question is planned once, not anew for each value.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    // 64 MB; before that, imports have a thread of their own for it.
    connection.pragma_update(None, "wal_autocheckpoint", 4000)?;
    Ok(())
}
