//! The settings of the database file.
//!
//! The engine opens the file by its path and does not let us configure its connection. So these are the settings that `SQLite` keeps
//! in the file and applies to every connection.

use rusqlite::Connection;

/// The size of a page in a new file, in bytes. An item has about 1 KB and does not continue on another page, so a page of
/// `SQLite`'s default of 4 KB is a sixth empty.
pub(super) const PAGE_BYTES: i64 = 16 * 1_024;

/// The page cache of a connection, in bytes. `SQLite`'s default of 2 MB does not hold the inner pages of the indexes of 50,000
/// favorites, so each write reads them again.
const CACHE_BYTES: i64 = 16 * 1_024 * 1_024;

/// The value of `auto_vacuum` at which the file gives free pages back when it is told to.
const INCREMENTAL: i64 = 2;

/// Prepares a new or an existing file before the engine opens it.
pub(super) fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    if number(connection, "page_count")? == 0 {
        // Later, both take a `VACUUM`.
        connection.pragma_update(None, "page_size", PAGE_BYTES)?;
        connection.pragma_update(None, "auto_vacuum", INCREMENTAL)?;
    }
    let cache_pages = CACHE_BYTES / number(connection, "page_size")?;
    if number(connection, "default_cache_size")? != cache_pages {
        connection.pragma_update(None, "default_cache_size", cache_pages)?;
    }
    Ok(())
}

pub(super) fn number(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, pragma, |row| row.get(0))
}
