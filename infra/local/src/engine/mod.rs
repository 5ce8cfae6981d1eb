//! The embedded DynamoDB engine.

mod compact;
mod error;
mod expiry;
mod file;
mod reader;
mod shared_index;
pub(crate) mod snapshot;
mod sql;
mod thread;
mod trim;

use std::path::{Path, PathBuf};
use std::time::Instant;

use dynoxide::{Database, DynoxideError};
use rusqlite::{Connection, OptionalExtension as _};
use tokio::task::JoinError;

pub(crate) use self::compact::Compaction;
pub use self::error::EngineError;
pub(crate) use self::expiry::ExpirySweep;
use self::reader::Reader;
use self::thread::EngineThread;
pub(crate) use self::trim::StreamTrimmer;

/// Creates an index for the newest stream record of a table, which every write reads. Without it, `SQLite` reads all records, and
/// each write is slower than the one before.
const STREAM_INDEX: &str = "CREATE INDEX IF NOT EXISTS favorites_stream_position
    ON _stream_records (table_name, CAST(sequence_number AS INTEGER))";

/// The name in errors of a database in memory.
const MEMORY: &str = "memory";

/// An engine in this process.
pub(crate) struct EmbeddedEngine {
    database: Database,
    /// Unused by an engine in memory, whose connections would wait for each other.
    reader: Reader,
    reads: EngineThread,
    writes: EngineThread,
    file: Option<PathBuf>,
}

impl EmbeddedEngine {
    pub(crate) fn in_file(path: &Path) -> Result<Self, EngineError> {
        let name = path.display().to_string();
        let failed = |source| EngineError::File { name: name.clone(), source };
        let mut connection = Connection::open(path).map_err(failed)?;
        file::prepare(&connection).map_err(failed)?;
        if schema_version(&connection).map_err(failed)? != engine_version()? {
            // The engine is about to change its own tables.
            shared_index::unshare(&mut connection).map_err(failed)?;
        }
        let database = open(&name, &name)?;
        index_stream(&connection, &name)?;
        let engine = Self::new(database, Some(path.to_owned()))?;
        engine.share_indexes()?;
        Ok(engine)
    }

    /// Opens a database in memory. It has a unique name, so that a second connection can create the index.
    pub(crate) fn in_memory() -> Result<Self, EngineError> {
        let uri = memory_uri();
        let database = open(&uri, MEMORY)?;
        index_stream(&connect(&uri)?, MEMORY)?;
        Self::new(database, None)
    }

    fn new(database: Database, file: Option<PathBuf>) -> Result<Self, EngineError> {
        let reads = EngineThread::new("engine-reads").map_err(EngineError::Thread)?;
        let writes = EngineThread::new("engine-writes").map_err(EngineError::Thread)?;
        Ok(Self { database, reader: Reader::default(), reads, writes, file })
    }

    pub(crate) fn database(&self) -> Database {
        self.database.clone()
    }

    /// Returns the connection for reads of items and stream records. Reads on it see every write that has been answered.
    pub(crate) fn reader(&self) -> Database {
        let reader = self.file.as_deref().and_then(|file| self.reader.database(file));
        reader.unwrap_or_else(|| self.database())
    }

    /// Runs work that only reads from [`reader`](Self::reader), after all earlier work of this kind.
    ///
    /// # Errors
    /// Returns an error if `work` panics.
    pub(crate) async fn run_read<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        self.reads.run(work).await
    }

    /// Runs work on [`database`](Self::database), after all earlier work of this kind.
    ///
    /// # Errors
    /// Returns an error if `work` panics.
    pub(crate) async fn run_write<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, JoinError> {
        self.writes.run(work).await
    }

    /// Replaces all data by those of `snapshot`, a database of this engine whose indexes are shared. If that fails, the data stay as
    /// they were. Requests wait meanwhile.
    pub(crate) fn restore(&self, snapshot: &Path) -> Result<(), EngineError> {
        let restored = self.database.restore_from(&snapshot.display().to_string());
        self.reader.close();
        restored.map_err(|source| self.use_error(source))
    }

    /// Returns a trimmer for the stream records of `table`, or `None` for an engine in memory, which does not run long enough to
    /// need one.
    pub(crate) fn stream_trimmer(&self, table: &str) -> Result<Option<StreamTrimmer>, EngineError> {
        self.file.as_deref().map(|file| StreamTrimmer::open(file, table)).transpose()
    }

    /// Returns a compaction of the file, or `None` for an engine in memory.
    pub(crate) fn compaction(&self) -> Result<Option<Compaction>, EngineError> {
        self.file.as_deref().map(|file| Compaction::open(self.database(), file)).transpose()
    }

    /// Returns a sweep of expired items.
    pub(crate) fn expiry_sweep(&self) -> Result<ExpirySweep, EngineError> {
        ExpirySweep::open(self.database(), self.file.as_deref(), self.name())
    }

    /// Makes the indexes of new tables share their items with the table. An engine in memory keeps the copies.
    pub(crate) fn share_indexes(&self) -> Result<(), EngineError> {
        let shared = self.change_indexes(shared_index::share);
        self.reader.close();
        shared
    }

    /// Gives each index its copies again, which the engine needs to change or delete a table.
    pub(crate) fn unshare_indexes(&self) -> Result<(), EngineError> {
        self.change_indexes(shared_index::unshare)?;
        // `SQLite` notices a changed schema when a statement reads from the database. Without one, the engine's connection takes the
        // index for a view still, and refuses to drop it.
        self.database.table_count().map(drop).map_err(|source| self.use_error(source))
    }

    /// Returns the name of the database in errors.
    fn name(&self) -> String {
        self.file.as_ref().map_or_else(|| MEMORY.to_owned(), |file| file.display().to_string())
    }

    fn use_error(&self, source: DynoxideError) -> EngineError {
        EngineError::Use { name: self.name(), source: Box::new(source) }
    }

    fn change_indexes(
        &self,
        change: fn(&mut Connection) -> rusqlite::Result<bool>,
    ) -> Result<(), EngineError> {
        let Some(file) = &self.file else { return Ok(()) };
        let begin = Instant::now();
        match Connection::open(file).and_then(|mut connection| change(&mut connection)) {
            Ok(true) => {
                let seconds = begin.elapsed().as_secs_f32();
                tracing::debug!(file = %file.display(), seconds, "changed the form of the indexes");
                Ok(())
            }
            Ok(false) => Ok(()),
            Err(source) => Err(EngineError::File { name: file.display().to_string(), source }),
        }
    }
}

fn memory_uri() -> String {
    format!("file:{}?mode=memory&cache=shared", uuid::Uuid::new_v4().simple())
}

fn open(path: &str, name: &str) -> Result<Database, EngineError> {
    Database::new(path)
        .map_err(|source| EngineError::Open { name: name.to_owned(), source: Box::new(source) })
}

fn connect(uri: &str) -> Result<Connection, EngineError> {
    Connection::open(uri).map_err(|source| EngineError::File { name: MEMORY.to_owned(), source })
}

fn index_stream(connection: &Connection, name: &str) -> Result<(), EngineError> {
    connection
        .execute_batch(STREAM_INDEX)
        .map_err(|source| EngineError::Stream { name: name.to_owned(), source })
}

/// Returns the version that the engine has recorded in a database, or `None` for a new one.
fn schema_version(connection: &Connection) -> rusqlite::Result<Option<String>> {
    if !connection.table_exists(None, "_config")? {
        return Ok(None);
    }
    let version = "SELECT value FROM _config WHERE key = 'schema_version'";
    connection.query_row(version, [], |row| row.get(0)).optional()
}

/// Returns the version that this engine gives a new database.
fn engine_version() -> Result<Option<String>, EngineError> {
    let uri = memory_uri();
    let _database = open(&uri, MEMORY)?;
    schema_version(&connect(&uri)?).map_err(|source| EngineError::File { name: MEMORY.to_owned(), source })
}

#[cfg(test)]
mod tests;
