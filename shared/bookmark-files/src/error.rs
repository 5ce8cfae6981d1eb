//! The errors that end the reading of a file.

use std::error::Error;
use std::io;

use crate::format::Format;

/// An error that ends the reading of a file. The rows before it are valid.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file is over one of the [`Limits`](crate::Limits) of a file.
    #[error(transparent)]
    Limit(#[from] FileLimit),
    /// The file ends inside an entry.
    #[error("the {format} file ends inside an entry on line {line}; export it again")]
    Truncated {
        /// The file's format.
        format: Format,
        /// The line on which the unfinished part starts.
        line: u64,
    },
    /// The file does not follow its format.
    #[error("the file is not a {format} file, or it is damaged, on line {line}; export it again")]
    Malformed {
        /// The file's format.
        format: Format,
        /// The line of the error.
        line: u64,
        /// The parser's error.
        source: Box<dyn Error + Send + Sync>,
    },
    /// A part that the format requires is missing.
    #[error("the file has no {part}, which a {format} file has; choose the format of the file")]
    Missing {
        /// The file's format.
        format: Format,
        /// The missing column, JSON name or file in the ZIP.
        part: &'static str,
    },
    /// The CSV file doesn't have a column that the user chose.
    #[error("the file has no column {column:?}; it has: {columns}")]
    NoColumn {
        /// The name that the user gave.
        column: String,
        /// The beginning of the list of the file's columns.
        columns: String,
    },
    /// The ZIP is damaged, encrypted, or compressed in an unknown way.
    #[error(
        "the ZIP can't be read; create it again without a password, with the usual compression (deflate)"
    )]
    Archive(#[source] Box<dyn Error + Send + Sync>),
    /// Reading from the source failed.
    #[error("the file can't be read")]
    Io(#[source] io::Error),
}

/// A limit that a file is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the file has more than {limit} {unit}, which is the limit; {}", unit.advice())]
pub struct FileLimit {
    /// The unit of the limit.
    pub unit: LimitUnit,
    /// The limit, as in [`Limits`](crate::Limits).
    pub limit: u64,
}

/// The unit of a limit that ends the reading of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitUnit {
    /// [`Limits::file_bytes`](crate::Limits::file_bytes).
    FileBytes,
    /// [`Limits::entries`](crate::Limits::entries).
    Entries,
    /// [`Limits::entry_bytes`](crate::Limits::entry_bytes).
    EntryBytes,
    /// [`Limits::depth`](crate::Limits::depth).
    Depth,
    /// [`Limits::archive_files`](crate::Limits::archive_files).
    ArchiveFiles,
    /// The size of a ZIP's list of files, which is read at once.
    ArchiveIndexBytes,
    /// [`Limits::columns`](crate::Limits::columns).
    Columns,
    /// [`Limits::folder_bytes`](crate::Limits::folder_bytes).
    FolderBytes,
    /// [`Limits::text_bytes`](crate::Limits::text_bytes), for the names in JSON objects and of XML elements.
    NameBytes,
}

impl std::fmt::Display for LimitUnit {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::FileBytes => "bytes after unpacking",
            Self::Entries => "entries",
            Self::EntryBytes => "bytes in an entry",
            Self::Depth => "levels of folders, JSON values or XML elements",
            Self::ArchiveFiles => "files in the ZIP",
            Self::ArchiveIndexBytes => "bytes in the ZIP's list of files",
            Self::Columns => "columns",
            Self::FolderBytes => "bytes of folder names",
            Self::NameBytes => "bytes in a name of a JSON object or XML element",
        })
    }
}

impl LimitUnit {
    fn advice(self) -> &'static str {
        match self {
            Self::FileBytes | Self::Entries | Self::FolderBytes => "split it into smaller files",
            Self::ArchiveFiles | Self::ArchiveIndexBytes => "make a ZIP of the files with bookmarks only",
            Self::EntryBytes => "shorten the entry",
            Self::Depth => "move the innermost folders further out",
            Self::Columns | Self::NameBytes => "export it again",
        }
    }
}

impl FileLimit {
    pub(crate) fn new(unit: LimitUnit, limit: usize) -> Self {
        Self { unit, limit: u64::try_from(limit).unwrap_or(u64::MAX) }
    }

    /// Returns the limit that a reader of this crate reported through an I/O error.
    pub(crate) fn in_io(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}

impl From<FileLimit> for io::Error {
    fn from(limit: FileLimit) -> Self {
        io::Error::other(limit)
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        match FileLimit::in_io(&error) {
            Some(limit) => Self::Limit(limit),
            None => Self::Io(error),
        }
    }
}
