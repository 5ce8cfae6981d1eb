//! The embedded engine without a server.

use aws_sdk_dynamodb::Client;
use axum::http::StatusCode;
use dynoxide::Database;

use crate::dynamodb;
use crate::engine::EngineError;
use crate::table::{self, TableError};
use crate::template::Table;

/// An engine in this process's memory. Calls run in the calling thread, without a port or a connection. Use it in tests that need
/// very many tables, or that must observe each write before the next one. Clones share the engine.
///
/// ```
/// use favorites_local::MemoryEngine;
///
/// let engine = MemoryEngine::start()?;
/// let (status, json) = engine.ask("DynamoDB_20120810.ListTables", b"{}");
/// assert_eq!((status.as_u16(), json.as_str()), (200, r#"{"TableNames":[]}"#));
/// # Ok::<(), favorites_local::EngineError>(())
/// ```
#[derive(Clone)]
pub struct MemoryEngine(Database);

impl MemoryEngine {
    /// Starts an engine without tables.
    ///
    /// # Errors
    /// Returns [`EngineError::Open`] if the database in memory can't be opened.
    pub fn start() -> Result<Self, EngineError> {
        let opened = Database::memory();
        Ok(Self(
            opened.map_err(|source| EngineError::Open {
                name: "memory".to_owned(),
                source: Box::new(source),
            })?,
        ))
    }

    /// Answers a request with this `X-Amz-Target` header and this body. Returns the HTTP status and the JSON.
    #[must_use]
    pub fn ask(&self, target: &str, body: &[u8]) -> (StatusCode, String) {
        dynamodb::ask(&self.0, target, body)
    }
}

impl std::fmt::Debug for MemoryEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("MemoryEngine").finish_non_exhaustive()
    }
}

/// Creates a template's table under `name` through `client`.
///
/// # Errors
/// Returns a [`TableError`] if the table can't be created, or if a different table of that name exists.
pub async fn make_table(client: &Client, table: &Table, name: &str) -> Result<(), TableError> {
    table::ensure(client, table, name).await
}
