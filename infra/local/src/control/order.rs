//! Orders to a running service.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// An order to a running service. Paths are absolute.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Order {
    /// Write a backup to a new file.
    Backup {
        /// The file.
        file: PathBuf,
    },
    /// Replace the data by those of a backup.
    Restore {
        /// The backup.
        file: PathBuf,
    },
}
