//! Copies of a database at one moment, and their checks.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

/// Writes the database `database`, as it is at one moment, to `file`, which must be empty. Other connections can read and write
/// meanwhile.
pub(crate) fn save(database: &Path, file: &Path) -> rusqlite::Result<()> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.execute("VACUUM INTO ?1", [file.to_string_lossy()])?;
    Ok(())
}

/// Returns the damage that `SQLite` finds first in the database `file`, or `None` if all pages, indexes and values are in order. A
/// file that is not a database is damaged.
pub(crate) fn damage(file: &Path) -> Option<String> {
    let check = || {
        let connection = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0))
    };
    match check() {
        Ok(result) if result == "ok" => None,
        Ok(damage) => Some(damage),
        Err(error) => Some(error.to_string()),
    }
}
