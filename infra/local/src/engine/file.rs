//! The settings of the database file.
//!
//! The engine opens the file by its path and does not let us configure its connection. So these are the settings that `SQLite` keeps
//! in the file and applies to every connection.

use std::path::Path;
use std::time::Instant;

use rusqlite::Connection;

use super::error::EngineError;

/// The page cache of a connection, in pages of 4 KB: 32 MB. `SQLite`'s default of 2 MB does not hold the inner pages of the
/// indexes of 50,000 favorites, so each write reads them again.
const CACHE_PAGES: i64 = 8_192;

/// The value of `auto_vacuum` at which the file gives free pages back when it is told to.
const INCREMENTAL: i64 = 2;

/// Prepares a new or an existing file before the engine opens it.
///
/// A file without `auto_vacuum`, which an earlier version created, is rewritten once. This also compacts it.
pub(super) fn prepare(path: &Path) -> Result<(), EngineError> {
    let failed = |source| EngineError::File { name: path.display().to_string(), source };
    let connection = Connection::open(path).map_err(failed)?;
    if number(&connection, "auto_vacuum").map_err(failed)? != INCREMENTAL {
        let is_new = number(&connection, "page_count").map_err(failed)? == 0;
        connection.pragma_update(None, "auto_vacuum", INCREMENTAL).map_err(failed)?;
        if !is_new {
            rewrite(&connection, path);
        }
    }
    if number(&connection, "default_cache_size").map_err(failed)? != CACHE_PAGES {
        connection.pragma_update(None, "default_cache_size", CACHE_PAGES).map_err(failed)?;
    }
    Ok(())
}

/// Rewrites the file with its new settings. If that fails, for example on a full disk, the file stays as it was, and the next start
/// tries again.
fn rewrite(connection: &Connection, path: &Path) {
    let path = path.display();
    tracing::info!(%path, "compacting the database once, because an earlier version wrote it");
    let begin = Instant::now();
    match connection.execute_batch("VACUUM") {
        Ok(()) => tracing::info!(%path, seconds = begin.elapsed().as_secs_f32(), "compacted the database"),
        Err(error) => tracing::warn!(%path, %error, "the database can't be compacted, and stays as it is"),
    }
}

pub(super) fn number(connection: &Connection, pragma: &str) -> rusqlite::Result<i64> {
    connection.pragma_query_value(None, pragma, |row| row.get(0))
}
