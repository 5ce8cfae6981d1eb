//! The embedded DynamoDB engine.

mod error;
mod file;
mod trim;

use std::path::{Path, PathBuf};

use dynoxide::Database;
use rusqlite::Connection;

pub use self::error::EngineError;
pub(crate) use self::trim::StreamTrimmer;

/// Creates an index for the newest stream record of a table, which every write reads. Without it, `SQLite` reads all records, and
/// each write is slower than the one before.
const STREAM_INDEX: &str = "CREATE INDEX IF NOT EXISTS favorites_stream_position
    ON _stream_records (table_name, CAST(sequence_number AS INTEGER))";

/// An engine in this process.
pub(crate) struct EmbeddedEngine {
    database: Database,
    file: Option<PathBuf>,
}

impl EmbeddedEngine {
    pub(crate) fn in_file(path: &Path) -> Result<Self, EngineError> {
        let name = path.display().to_string();
        file::prepare(path)?;
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
    pub(crate) fn stream_trimmer(&self, table: &str) -> Result<Option<StreamTrimmer>, EngineError> {
        self.file.as_deref().map(|file| StreamTrimmer::open(file, table)).transpose()
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

#[cfg(test)]
mod tests;
