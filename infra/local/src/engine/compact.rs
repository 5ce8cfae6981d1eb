//! Reclaims the space that a large import leaves unused.
//!
//! Items that are rewritten leave gaps in the pages of the file, and `SQLite`'s log keeps its largest size.
//! After an import of 50,000 links, the gaps took 31 MB of 262 MB, and the log 25 MB.

use std::path::Path;
use std::time::{Duration, Instant};

use dynoxide::Database;
use rusqlite::Connection;

use super::error::EngineError;
use super::file::{PAGE_BYTES, number};

/// The smallest growth, in pages, after which the file is rewritten: 32 MB.
pub(super) const GROWN_PAGES: i64 = 32 * 1_024 * 1_024 / PAGE_BYTES;

/// The largest file that is rewritten, in pages: 1 GB. Writes wait about a second for each 100 MB.
const MAX_PAGES: i64 = 1_024 * 1_024 * 1_024 / PAGE_BYTES;

/// The number of calls without a write in between after which the service counts as idle.
pub(super) const IDLE_CALLS: u32 = 10;

/// Rewrites a file that has grown, and truncates its log, when the service is idle.
pub(crate) struct Compaction {
    database: Database,
    connection: Connection,
    /// The file, for errors.
    name: String,
    /// The size after the last time that the file was rewritten.
    pages: i64,
    /// `SQLite` changes this number with each write of another connection.
    data_version: i64,
    idle_calls: u32,
}

impl Compaction {
    pub(super) fn open(database: Database, file: &Path) -> Result<Self, EngineError> {
        let name = file.display().to_string();
        let connect = || {
            let connection = Connection::open(file)?;
            // If another connection uses the log, the next idle time is early enough.
            connection.busy_timeout(Duration::ZERO)?;
            let (pages, data_version) =
                (number(&connection, "page_count")?, number(&connection, "data_version")?);
            Ok((connection, pages, data_version))
        };
        match connect() {
            Ok((connection, pages, data_version)) => {
                Ok(Self { database, connection, name, pages, data_version, idle_calls: 0 })
            }
            Err(source) => Err(EngineError::File { name, source }),
        }
    }

    /// Does what is due, once in each idle time. Call this method periodically.
    pub(crate) fn run(&mut self) -> Result<(), EngineError> {
        let data_version = self.number("data_version")?;
        if data_version != self.data_version {
            (self.data_version, self.idle_calls) = (data_version, 0);
        }
        self.idle_calls = self.idle_calls.saturating_add(1);
        if self.idle_calls != IDLE_CALLS {
            return Ok(());
        }
        let pages = self.number("page_count")?;
        if is_due(self.pages, pages) {
            self.rewrite()?;
        }
        self.truncate_log()
    }

    fn rewrite(&mut self) -> Result<(), EngineError> {
        let begin = Instant::now();
        self.database
            .vacuum()
            .map_err(|source| EngineError::Use { name: self.name.clone(), source: Box::new(source) })?;
        self.pages = self.number("page_count")?;
        tracing::debug!(
            pages = self.pages,
            seconds = begin.elapsed().as_secs_f32(),
            "compacted the database"
        );
        Ok(())
    }

    /// Truncates the log, unless another connection uses it.
    fn truncate_log(&self) -> Result<(), EngineError> {
        let truncated = self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        truncated.map_err(|source| self.error(source))
    }

    fn number(&self, pragma: &str) -> Result<i64, EngineError> {
        number(&self.connection, pragma).map_err(|source| self.error(source))
    }

    fn error(&self, source: rusqlite::Error) -> EngineError {
        EngineError::File { name: self.name.clone(), source }
    }
}

/// Returns true if a file that had `before` pages and has `now` is to be rewritten: it has grown by
/// [`GROWN_PAGES`] and by a quarter, and has at most [`MAX_PAGES`].
fn is_due(before: i64, now: i64) -> bool {
    now - before >= GROWN_PAGES.max(before / 4) && now <= MAX_PAGES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_rewritten_after_it_has_grown_by_32_mb_and_a_quarter_up_to_1_gb() {
        assert!(is_due(0, GROWN_PAGES));
        assert!(!is_due(0, GROWN_PAGES - 1));
        let large = GROWN_PAGES * 8;
        assert!(is_due(large, large + large / 4));
        assert!(!is_due(large, large + large / 4 - 1));
        assert!(is_due(0, MAX_PAGES));
        assert!(!is_due(0, MAX_PAGES + 1));
    }
}
