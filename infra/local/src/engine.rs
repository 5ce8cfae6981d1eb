//! The embedded DynamoDB engine.

use std::path::{Path, PathBuf};
use std::time::Duration;

use dynoxide::{Database, DynoxideError};
use rusqlite::Connection;

/// Creates an index for the newest stream record of a table, which every write reads. Without it, `SQLite` reads all records, and
/// each write is slower than the one before.
const STREAM_INDEX: &str = "CREATE INDEX IF NOT EXISTS favorites_stream_position
    ON _stream_records (table_name, CAST(sequence_number AS INTEGER))";

/// The number that the engine adds to sequence numbers in its answers, so that they are as long as DynamoDB's.
const SEQUENCE_NUMBER_OFFSET: u128 = 100_000_000_000_000_000_000;

/// The time for which DynamoDB keeps a stream record (see "Change data capture for DynamoDB Streams").
const STREAM_RETENTION: Duration = Duration::from_hours(24);

/// The most records that one transaction deletes. Writers wait for it.
const TRIM_CHUNK: u32 = 500;

/// The embedded engine does not work.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The database can't be opened.
    #[error("the database {name} can't be opened: {source}")]
    Open {
        /// The file, or `memory`.
        name: String,
        /// The error from the engine.
        source: Box<DynoxideError>,
    },
    /// The stream records can't be read or changed.
    #[error("the stream records in {name} can't be read or changed: {source}")]
    Stream {
        /// The file, or `memory`.
        name: String,
        /// The error from `SQLite`.
        source: rusqlite::Error,
    },
}

/// An engine in this process.
pub(crate) struct EmbeddedEngine {
    database: Database,
    file: Option<PathBuf>,
}

impl EmbeddedEngine {
    pub(crate) fn in_file(path: &Path) -> Result<Self, EngineError> {
        let name = path.display().to_string();
        let database = open(&name, &name)?;
        index_stream(&name, &name)?;
        Ok(Self { database, file: Some(path.to_owned()) })
    }

    /// Opens a database in memory. It has a unique name, so that a second connection can create the index.
    pub(crate) fn in_memory() -> Result<Self, EngineError> {
        let uri = format!("file:{}?mode=memory&cache=shared", uuid::Uuid::new_v4().simple());
        let database = open(&uri, "memory")?;
        index_stream(&uri, "memory")?;
        Ok(Self { database, file: None })
    }

    pub(crate) fn database(&self) -> Database {
        self.database.clone()
    }

    /// Returns a trimmer for the stream records of `table`, or `None` for an engine in memory, which does not run long enough to
    /// need one.
    pub(crate) fn stream_trimmer(&self, table: &str) -> Option<StreamTrimmer> {
        Some(StreamTrimmer { file: self.file.clone()?, table: table.to_owned() })
    }
}

fn open(path: &str, name: &str) -> Result<Database, EngineError> {
    Database::new(path)
        .map_err(|source| EngineError::Open { name: name.to_owned(), source: Box::new(source) })
}

fn index_stream(path: &str, name: &str) -> Result<(), EngineError> {
    Connection::open(path)
        .and_then(|connection| connection.execute_batch(STREAM_INDEX))
        .map_err(|source| EngineError::Stream { name: name.to_owned(), source })
}

/// Deletes stream records that no consumer needs any more.
#[derive(Debug, Clone)]
pub(crate) struct StreamTrimmer {
    file: PathBuf,
    table: String,
}

impl StreamTrimmer {
    /// Deletes the records that are older than 24 hours at `now` and not newer than `consumed`, which is a sequence number from
    /// the stream. Returns the number of deleted records. AWS also deletes unconsumed records, but the local service should not
    /// lose any.
    pub(crate) fn trim(&self, consumed: &str, now: std::time::SystemTime) -> Result<usize, EngineError> {
        let failed = |source| EngineError::Stream { name: self.file.display().to_string(), source };
        let Some(consumed) = stored_sequence_number(consumed) else { return Ok(0) };
        let oldest = now.checked_sub(STREAM_RETENTION).map_or(0, unix_seconds);
        let connection = Connection::open(&self.file).map_err(failed)?;
        connection.busy_timeout(Duration::from_secs(5)).map_err(failed)?;
        let mut total = 0;
        loop {
            let dropped = connection
                .execute(
                    "DELETE FROM _stream_records WHERE id IN (
                         SELECT id FROM _stream_records
                         WHERE table_name = ?1 AND CAST(sequence_number AS INTEGER) <= ?2 AND created_at < ?3
                         LIMIT ?4)",
                    rusqlite::params![self.table, consumed, oldest, TRIM_CHUNK],
                )
                .map_err(failed)?;
            total += dropped;
            if dropped == 0 {
                return Ok(total);
            }
        }
    }
}

fn stored_sequence_number(shown: &str) -> Option<i64> {
    i64::try_from(shown.parse::<u128>().ok()?.checked_sub(SEQUENCE_NUMBER_OFFSET)?).ok()
}

fn unix_seconds(time: std::time::SystemTime) -> i64 {
    let seconds = time.duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_secs();
    i64::try_from(seconds).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use serde_json::json;

    use super::*;

    const NEWEST: &str =
        "SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = 'things'";

    fn file_engine(folder: &Path) -> EmbeddedEngine {
        EmbeddedEngine::in_file(&folder.join("dynamodb.sqlite")).unwrap()
    }

    fn make_table(database: &Database) {
        let table = json!({
            "TableName": "things",
            "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
            "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
            "BillingMode": "PAY_PER_REQUEST",
            "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"},
        });
        database.create_table(serde_json::from_value(table).unwrap()).unwrap();
    }

    fn put(database: &Database, pk: &str) {
        let item = json!({"TableName": "things", "Item": {"pk": {"S": pk}}});
        database.put_item(serde_json::from_value(item).unwrap()).unwrap();
    }

    fn stored_numbers(file: &Path) -> Vec<i64> {
        let connection = Connection::open(file).unwrap();
        let mut statement = connection
            .prepare("SELECT CAST(sequence_number AS INTEGER) AS n FROM _stream_records ORDER BY n")
            .unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    fn plan(path: &str) -> String {
        let connection = Connection::open(path).unwrap();
        connection.query_row(&format!("EXPLAIN QUERY PLAN {NEWEST}"), [], |row| row.get("detail")).unwrap()
    }

    #[test]
    fn the_newest_stream_record_is_found_by_an_index() {
        let folder = tempfile::tempdir().unwrap();
        let _engine = file_engine(folder.path());
        let plan = plan(folder.path().join("dynamodb.sqlite").to_str().unwrap());
        assert!(plan.contains("favorites_stream_position"), "{plan}");
    }

    #[test]
    fn in_memory_too() {
        let uri = "file:index-test?mode=memory&cache=shared";
        let _database = open(uri, "memory").unwrap();
        index_stream(uri, "memory").unwrap();
        let plan = plan(uri);
        assert!(plan.contains("favorites_stream_position"), "{plan}");
    }

    #[test]
    fn engines_in_memory_share_nothing() {
        let one = EmbeddedEngine::in_memory().unwrap();
        let two = EmbeddedEngine::in_memory().unwrap();
        make_table(&one.database());
        assert_eq!(two.database().table_count().unwrap(), 0);
        assert!(one.stream_trimmer("things").is_none());
    }

    #[test]
    fn only_old_consumed_records_are_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let engine = file_engine(folder.path());
        make_table(&engine.database());
        for pk in ["a", "b", "c"] {
            put(&engine.database(), pk);
        }
        let trimmer = engine.stream_trimmer("things").unwrap();
        let numbers = stored_numbers(&trimmer.file);
        let second = (SEQUENCE_NUMBER_OFFSET + u128::from(numbers[1].unsigned_abs())).to_string();
        let today = SystemTime::now();
        let tomorrow = today + Duration::from_hours(25);
        assert_eq!(trimmer.trim(&second, today).unwrap(), 0);
        assert_eq!(trimmer.trim("no number", tomorrow).unwrap(), 0);
        assert_eq!(trimmer.trim(&second, tomorrow).unwrap(), 2);
        assert_eq!(stored_numbers(&trimmer.file), numbers[2..]);
        put(&engine.database(), "d");
        assert!(stored_numbers(&trimmer.file)[1] > numbers[2]);
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        let error = EmbeddedEngine::in_file(Path::new("/missing/folder/dynamodb.sqlite")).err().unwrap();
        assert!(matches!(error, EngineError::Open { .. }), "{error}");
    }

    #[test]
    fn a_stream_that_cannot_be_trimmed_is_an_error() {
        let trimmer =
            StreamTrimmer { file: "/missing/folder/dynamodb.sqlite".into(), table: "things".to_owned() };
        let consumed = (SEQUENCE_NUMBER_OFFSET + 1).to_string();
        assert!(matches!(trimmer.trim(&consumed, SystemTime::now()), Err(EngineError::Stream { .. })));
    }
}
