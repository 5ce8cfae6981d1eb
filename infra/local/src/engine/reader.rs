//! A second connection to the file, for reads.
//!
//! The engine runs one request at a time on its connection. Reads on a connection of their own do not wait for a large write:
//! `SQLite` shows them the data of the last commit, and a write is committed before it is answered.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use dynoxide::Database;

/// The connection for reads. It is opened when it is needed.
pub(super) struct Reader {
    file: PathBuf,
    open: Mutex<Option<Database>>,
}

impl Reader {
    pub(super) fn new(file: PathBuf) -> Self {
        Self { file, open: Mutex::default() }
    }

    /// Returns the connection, or `None` if it can't be opened. The connection for writes can do its work then.
    pub(super) fn database(&self) -> Option<Database> {
        let mut open = self.open();
        if open.is_none() {
            match Database::new(&self.file.display().to_string()) {
                Ok(database) => *open = Some(database),
                Err(error) => tracing::warn!(%error, "reads have no connection of their own"),
            }
        }
        open.clone()
    }

    /// Closes the connection, after the definition of a table has changed: the engine keeps definitions in memory, and only the
    /// connection that changes one forgets it.
    pub(super) fn close(&self) {
        *self.open() = None;
    }

    fn open(&self) -> MutexGuard<'_, Option<Database>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
