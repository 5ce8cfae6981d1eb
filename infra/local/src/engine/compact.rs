//! Gives the space back that a large import leaves unused.
//!
//! Pages of the file that were split or emptied have gaps, and `SQLite`'s log keeps the size that it once
//! had. After an import of 50,000 links, the gaps were 8 % of the file, and the log had 23 MB.

use std::path::Path;
use std::time::{Duration, Instant};

use dynoxide::Database;
use rusqlite::Connection;

use super::error::EngineError;
use super::file::{PAGE_BYTES, number};

/// The least growth, in pages, after which the file is rewritten: 32 MB. It must also have grown by a
/// quarter.
pub(super) const GROWN_PAGES: i64 = 32 * 1_024 * 1_024 / PAGE_BYTES;

/// The largest file that is rewritten, in pages: 1 GB. Writes wait meanwhile, a second for each 100 MB.
const MAX_PAGES: i64 = 1_024 * 1_024 * 1_024 / PAGE_BYTES;

/// The number of calls without a write in between after which the service counts as idle.
pub(super) const IDLE_CALLS: u32 = 10;

/// Rewrites a file that has grown, and truncates its log, when nobody writes.
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
            // The log need not be truncated at a time when another connection reads from it.
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

    /// Does what is due, once in each idle time. Call this periodically.
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
        if pages - self.pages >= GROWN_PAGES.max(self.pages / 4) && pages <= MAX_PAGES {
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
