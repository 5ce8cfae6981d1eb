//! The errors of backups and restores.

use crate::control::ControlError;
use crate::data_dir::DataDirError;
use crate::engine::EngineError;
use crate::table::TableError;
use crate::template::TemplateError;

/// A backup or a restore failed. Neither has changed the data.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The data folder contains no data.
    #[error(
        "the data folder {folder} contains no data to back up; name the folder of the service with --data-dir"
    )]
    NoData {
        /// The data folder.
        folder: String,
    },
    /// The file of a new backup exists.
    #[error(
        "{file} exists already, and a backup replaces no file; choose another name, or delete the file first"
    )]
    Exists {
        /// The file.
        file: String,
    },
    /// The file can't be written.
    #[error(
        "{file} can't be written: {source}; choose a folder that exists, that you may write to, and that has room"
    )]
    Write {
        /// The file.
        file: String,
        /// The error from the operating system.
        source: std::io::Error,
    },
    /// The backup can't be read.
    #[error("the backup {file} can't be read: {source}")]
    Read {
        /// The file.
        file: String,
        /// The error from the operating system.
        source: std::io::Error,
    },
    /// The database can't be copied.
    #[error("the database {database} can't be copied to {file}: {source}")]
    Copy {
        /// The database.
        database: String,
        /// The file.
        file: String,
        /// The error from `SQLite`.
        source: rusqlite::Error,
    },
    /// The backup is damaged, or it is not a backup.
    #[error(
        "{file} is damaged or not a backup ({damage}); nothing was restored, and the data are as they were"
    )]
    Damaged {
        /// The file.
        file: String,
        /// The damage.
        damage: String,
    },
    /// The engine can't read the backup, for example because a newer version wrote it.
    #[error("{file} can't be restored: {source}; nothing was restored, and the data are as they were")]
    Unreadable {
        /// The file.
        file: String,
        /// The error from the engine.
        source: EngineError,
    },
    /// The file is a database of something else.
    #[error(
        "{file} contains no table {table}, so it is not a backup of this service; the data are as they were"
    )]
    OtherData {
        /// The file.
        file: String,
        /// The table of the service.
        table: String,
    },
    /// The table in the backup has another form.
    #[error(
        "{file} is a backup of another version of this service: {}; restore it with that version. The data are as they were",
        differences.join("; ")
    )]
    OtherVersion {
        /// The file.
        file: String,
        /// The differences, each a sentence.
        differences: Vec<String>,
    },
    /// The numbering of changes in the copy of the backup can't begin again.
    #[error("the numbering of changes in the backup can't begin again: {operation} answers {answer}")]
    Epochs {
        /// The operation of DynamoDB.
        operation: String,
        /// The answer from the engine.
        answer: String,
    },
    /// The table's definition can't be read.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The data folder can't be used.
    #[error(transparent)]
    DataDir(#[from] DataDirError),
    /// The present data can't be opened or replaced.
    #[error(
        "the present data can't be replaced: {source}; if they are damaged, move {database} away and try again"
    )]
    Present {
        /// The database.
        database: String,
        /// The error from the engine.
        source: EngineError,
    },
    /// The template is invalid.
    #[error("template.yaml: {0}")]
    Template(#[from] TemplateError),
    /// The running service can't be asked.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// The task that works on the files ended by itself.
    #[error("the work on the files was cut off: {0}")]
    CutOff(#[from] tokio::task::JoinError),
}
