//! Deletes expired items.
//!
//! The engine's sweep reads every item of a table with a TTL. With 50,000 favorites, the sweeps of an idle service read 1.2 GB a minute
//! and took 4 % of a core. So a sweep only runs if an index of the TTL attribute has an expired item. Few items have the attribute, so
//! the index is small.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use dynoxide::Database;
use rusqlite::{Connection, OptionalExtension as _};

use super::error::EngineError;
use super::sql::{attribute, quoted};

/// Deletes expired items. Each call makes one sweep.
pub(crate) struct ExpirySweep {
    database: Database,
    /// Absent for an engine in memory, which has few items.
    check: Option<ExpiryCheck>,
    /// The file, or `memory`.
    name: String,
}

/// Finds out whether any item has expired.
struct ExpiryCheck(Connection);

/// A table whose items expire.
struct Expiring {
    table: String,
    ttl: String,
}

impl ExpirySweep {
    /// Connects to the database in `file`, if it is not in memory. Errors call it `name`.
    pub(super) fn open(database: Database, file: Option<&Path>, name: String) -> Result<Self, EngineError> {
        match file.map(ExpiryCheck::open).transpose() {
            Ok(check) => Ok(Self { database, check, name }),
            Err(source) => Err(EngineError::File { name, source }),
        }
    }

    /// Deletes the items that have expired at this time. Returns their number.
    pub(crate) fn run(&self, now: SystemTime) -> Result<usize, EngineError> {
        let any = self.check.as_ref().map_or(Ok(true), |check| check.any_expired(now));
        if !any.map_err(|source| EngineError::File { name: self.name.clone(), source })? {
            return Ok(0);
        }
        let swept = self.database.sweep_ttl();
        swept.map_err(|source| EngineError::Use { name: self.name.clone(), source: Box::new(source) })
    }
}

impl ExpiryCheck {
    fn open(file: &Path) -> rusqlite::Result<Self> {
        let connection = Connection::open(file)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        Ok(Self(connection))
    }

    fn any_expired(&self, now: SystemTime) -> rusqlite::Result<bool> {
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        for expiring in self.expiring()? {
            if expiring.has_expired(&self.0, now)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn expiring(&self) -> rusqlite::Result<Vec<Expiring>> {
        let mut tables = self.0.prepare_cached(
            "SELECT table_name, ttl_attribute FROM _tables WHERE ttl_enabled AND ttl_attribute IS NOT NULL",
        )?;
        let tables = tables.query_map([], |row| Ok(Expiring { table: row.get(0)?, ttl: row.get(1)? }))?;
        tables.collect()
    }
}

impl Expiring {
    /// Finds an item that the engine takes for expired: the attribute is a number of seconds that is not negative and before `now`.
    fn has_expired(&self, connection: &Connection, now: u64) -> rusqlite::Result<bool> {
        if self.ttl.contains(['"', '\\']) {
            // SQLite has no JSON path for such a name, so the engine must read the items.
            return Ok(true);
        }
        self.create_index(connection)?;
        let found = found(&self.table, &self.ttl);
        Ok(connection.prepare_cached(&found)?.query_row([now], |_| Ok(())).optional()?.is_some())
    }

    fn create_index(&self, connection: &Connection) -> rusqlite::Result<()> {
        let name = format!("{}::ttl::{}", self.table, self.ttl);
        let index = "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = ?1";
        if connection.prepare_cached(index)?.exists([&name])? {
            return Ok(());
        }
        connection.execute_batch(&format!(
            "CREATE INDEX IF NOT EXISTS {} ON {} ({}) WHERE {} IS NOT NULL",
            quoted(&name),
            quoted(&self.table),
            seconds(&self.ttl),
            attribute(&self.ttl, "N")
        ))
    }
}

/// Returns the query for an expired item. Its parameter is the current time in seconds.
pub(super) fn found(table: &str, ttl: &str) -> String {
    format!(
        "SELECT 1 FROM {} WHERE {} IS NOT NULL AND {} BETWEEN 0 AND ?1 - 1 LIMIT 1",
        quoted(table),
        attribute(ttl, "N"),
        seconds(ttl)
    )
}

fn seconds(ttl: &str) -> String {
    format!("CAST({} AS INTEGER)", attribute(ttl, "N"))
}
