//! The rows of a ZIP.

use std::io::{self, Read, Seek};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::FileError;
use crate::format::Format;
use crate::read::archive::list::{ListedFile, list_files};
use crate::read::archive::part::{Part, Shared};
use crate::read::file::FileRows;
use crate::read::opening::Opening;
use crate::row::Row;

/// Reads a ZIP row by row.
pub(crate) struct ArchiveRows<R: Read + Seek> {
    opening: Opening,
    reader: Shared<R>,
    files: std::vec::IntoIter<ListedFile>,
    current: Option<(Arc<str>, FileRows<Part<R>>)>,
    /// The unpacked bytes of the current file so far.
    unpacked: Arc<AtomicU64>,
}

impl<R: Read + Seek> ArchiveRows<R> {
    pub(crate) fn open(format: Format, reader: R, opening: Opening) -> Result<Self, FileError> {
        let (files, reader) = list_files(reader, opening.limits, is_part)?;
        if files.is_empty() {
            return Err(FileError::Missing { format, part: "file \"part_….csv\"" });
        }
        let (reader, files) = (Shared::new(reader), files.into_iter());
        Ok(Self { opening, reader, files, current: None, unpacked: Arc::default() })
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        loop {
            if let Some((name, rows)) = &mut self.current {
                if let Some(mut row) = rows.next_row().map_err(part_error)? {
                    row.position.file = Some(name.clone());
                    return Ok(Some(row));
                }
                self.current = None;
                self.opening.file_bytes =
                    self.opening.file_bytes.saturating_sub(self.unpacked.load(Ordering::Relaxed));
            }
            let Some(file) = self.files.next() else { return Ok(None) };
            let name = file.name.clone();
            let part = Part::open(self.reader.clone(), file, self.unpacked.clone())?;
            let rows = FileRows::open(Format::PocketCsv, part, &self.opening).map_err(part_error)?;
            self.current = Some((name, rows));
        }
    }
}

/// Whether a file of the ZIP has bookmarks. Pocket's ZIP has `part_000000.csv` and so on, and JSON files with annotations.
fn is_part(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.strip_suffix(".csv").is_some_and(|stem| stem.starts_with("part_"))
}

/// Damaged packed bytes are errors of the ZIP, not of its source.
fn part_error(error: FileError) -> FileError {
    match error {
        FileError::Io(error)
            if matches!(
                error.kind(),
                io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof
            ) =>
        {
            FileError::Archive(Box::new(error))
        }
        error => error,
    }
}
