//! The errors of the embedded engine.

use dynoxide::DynoxideError;

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
    /// The database can't be read or replaced.
    #[error("the database {name} can't be read or replaced: {source}")]
    Use {
        /// The file, or `memory`.
        name: String,
        /// The error from the engine.
        source: Box<DynoxideError>,
    },
    /// The runtime of an engine thread can't be created.
    #[error("the runtime of an engine thread can't be created: {0}")]
    Thread(#[source] std::io::Error),
    /// The settings of the database file can't be read or changed.
    #[error("the settings of the database {name} can't be read or changed: {source}")]
    File {
        /// The path of the file.
        name: String,
        /// The error from `SQLite`.
        source: rusqlite::Error,
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
