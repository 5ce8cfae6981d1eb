//! The embedded engine without a server.

use aws_sdk_dynamodb::Client;
use axum::http::StatusCode;
use dynoxide::Database;

use crate::dynamodb;
use crate::engine::EngineError;
use crate::table::{self, TableError};
use crate::template::Table;

/// An engine in this process's memory that answers where it is called: no port, no connection, no thread. For tests that
/// need very many tables, or that must see each write before the next one. Clones are one engine.
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
    /// Starts one that has no table.
    ///
    /// # Errors
    /// [`EngineError::Open`].
    pub fn start() -> Result<Self, EngineError> {
        let opened = Database::memory();
        Ok(Self(
            opened.map_err(|source| EngineError::Open {
                name: "memory".to_owned(),
                source: Box::new(source),
            })?,
        ))
    }

    /// What it answers to a request with this header `X-Amz-Target` and this body: the HTTP status and the JSON.
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

/// Makes a template's table under `name` through `client`.
///
/// # Errors
/// [`TableError`], also where there is another table of that name.
pub async fn make_table(client: &Client, table: &Table, name: &str) -> Result<(), TableError> {
    table::ensure(client, table, name).await
}
