//! Deletes stream records that no consumer needs any more, and gives their space back.

use std::path::Path;
use std::time::Duration;

use rusqlite::Connection;

use super::error::EngineError;
use super::file::{PAGE_BYTES, number};

/// The number that the engine adds to sequence numbers in its answers, so that they are as long as DynamoDB's.
pub(super) const SEQUENCE_NUMBER_OFFSET: u128 = 100_000_000_000_000_000_000;

/// The most records that one step deletes. Writers wait for it: about a millisecond.
const STEP_RECORDS: usize = 100;

/// The most pages that one step gives back to the file system.
const STEP_PAGES: i64 = 16;

/// The free pages that the file keeps for the next records, so that it does not shrink and grow all the time: 4 MB.
const KEPT_PAGES: i64 = 4 * 1_024 * 1_024 / PAGE_BYTES;

/// The page cache, in pages: 1 MB. A deletion reads each page once.
const CACHE_PAGES: i64 = 1_024 * 1_024 / PAGE_BYTES;

/// Deletes stream records that no consumer needs any more. Each call is one short transaction.
#[derive(Debug)]
pub(crate) struct StreamTrimmer {
    connection: Connection,
    file: String,
    table: String,
}

impl StreamTrimmer {
    /// Connects to the database `file`, which must exist, for the stream records of `table`.
    pub(super) fn open(file: &Path, table: &str) -> Result<Self, EngineError> {
        let name = file.display().to_string();
        let connect = || {
            let connection = Connection::open(file)?;
            connection.busy_timeout(Duration::from_secs(5))?;
            // A deletion that a power failure undoes is made again. So it need not wait for the disk, with the lock that writers need.
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            connection.pragma_update(None, "cache_size", CACHE_PAGES)?;
            Ok(connection)
        };
        match connect() {
            Ok(connection) => Ok(Self { connection, file: name, table: table.to_owned() }),
            Err(source) => Err(EngineError::Stream { name, source }),
        }
    }

    /// Deletes the oldest records before `consumed`, which is a sequence number from the stream. Returns true if there may be more.
    ///
    /// DynamoDB keeps records for 24 hours, consumed or not. Here, unconsumed records stay for any time, and consumed ones would
    /// only fill the disk. The record `consumed` itself stays, so that the engine counts on from it.
    pub(crate) fn trim(&self, consumed: &str) -> Result<bool, EngineError> {
        let Some(consumed) = stored_sequence_number(consumed) else { return Ok(false) };
        let deletion = self.connection.prepare_cached(
            "DELETE FROM _stream_records WHERE id IN (
                 SELECT id FROM _stream_records
                 WHERE table_name = ?1 AND CAST(sequence_number AS INTEGER) < ?2
                 ORDER BY CAST(sequence_number AS INTEGER)
                 LIMIT ?3)",
        );
        let deleted =
            deletion.and_then(|mut deletion| deletion.execute((&self.table, consumed, STEP_RECORDS)));
        deleted.map(|deleted| deleted == STEP_RECORDS).map_err(|source| self.error(source))
    }

    /// Gives a few free pages back to the file system. Returns true if there are more.
    pub(crate) fn shrink(&self) -> Result<bool, EngineError> {
        self.shrink_step().map_err(|source| self.error(source))
    }

    fn shrink_step(&self) -> rusqlite::Result<bool> {
        let free = number(&self.connection, "freelist_count")?;
        if free <= KEPT_PAGES {
            return Ok(false);
        }
        // Each row of the answer is a page.
        let mut step = self.connection.prepare(&format!("PRAGMA incremental_vacuum({STEP_PAGES})"))?;
        let mut rows = step.query([])?;
        while rows.next()?.is_some() {}
        Ok(number(&self.connection, "freelist_count")? < free)
    }

    fn error(&self, source: rusqlite::Error) -> EngineError {
        EngineError::Stream { name: self.file.clone(), source }
    }
}

fn stored_sequence_number(shown: &str) -> Option<i64> {
    i64::try_from(shown.parse::<u128>().ok()?.checked_sub(SEQUENCE_NUMBER_OFFSET)?).ok()
}
