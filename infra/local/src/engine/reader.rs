//! A second connection to the file, for reads.
//!
//! The engine runs one request at a time on its connection. Reads on a connection of their own do not wait for a large write:
//! `SQLite` shows them the data of the last commit, and a write is committed before it is answered.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use dynoxide::Database;

/// The connection for reads. It is opened when it is needed.
#[derive(Default)]
pub(super) struct Reader(Mutex<Option<Database>>);

impl Reader {
    /// Returns the connection to `file`, or `None` if it can't be opened. Then the connection for writes must serve the read.
    pub(super) fn database(&self, file: &Path) -> Option<Database> {
        let mut open = self.open();
        if open.is_none() {
            match Database::new(&file.display().to_string()) {
                Ok(database) => *open = Some(database),
                Err(error) => {
                    tracing::warn!(%error, "the connection for reads can't be opened: reads wait for writes");
                }
            }
        }
        open.clone()
    }

    /// Closes the connection. Call this after the definition of a table has changed: each connection caches definitions, and only the
    /// one that makes the change drops its copy.
    pub(super) fn close(&self) {
        *self.open() = None;
    }

    fn open(&self) -> MutexGuard<'_, Option<Database>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
