//! Moving what is committed from SQLite's log into the database, while an import goes on.
//!
//! Without it the writing thread would do so now and then, and wait for the disk each time.

use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::Scope;

/// Wakes the thread that moves what is committed. Dropping it ends the thread.
pub(crate) struct Checkpointer(SyncSender<()>);

impl Checkpointer {
    /// Starts the thread.
    pub(crate) fn start<'scope>(scope: &'scope Scope<'scope, '_>, path: &'scope Path) -> Self {
        let (wake, committed) = sync_channel(1);
        scope.spawn(move || run(path, &committed));
        Checkpointer(wake)
    }

    /// Tells that something was committed.
    pub(crate) fn wake(&self) {
        // If it is at work, it will look again; if it is gone, the writer does its work.
        let _ = self.0.try_send(());
    }
}

fn run(path: &Path, committed: &Receiver<()>) {
    let mut connection = None;
    for () in committed {
        if connection.is_none() {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let Ok(opened) = Connection::open_with_flags(path, flags) else {
                return;
            };
            connection = Some(opened);
        }
        // What fails here is left to the writer, who reports it if it fails there.
        if let Some(connection) = &connection {
            let _ = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        }
    }
}
