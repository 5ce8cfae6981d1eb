//! The rows of Pocket's ZIP.

use std::io::{self, Read, Seek};

use crate::error::{FileError, FileLimit, LimitUnit};
use crate::format::Format;
use crate::limits::Limits;
use crate::read::archive::list::{ListedFile, list_files};
use crate::read::archive::part::Part;
use crate::read::csv::rows::CsvRows;
use crate::read::metered::{EntryMeter, Metered};
use crate::row::Row;

/// Reads Pocket's ZIP row by row.
pub(crate) struct ArchiveRows<R: Read> {
    limits: Limits,
    entry: EntryMeter,
    files: std::vec::IntoIter<ListedFile>,
    /// The bytes of all files that may still be unpacked.
    left: u64,
    source: Source<R>,
}

/// The reader of the ZIP, or of the current file in it.
enum Source<R: Read> {
    Idle(R),
    Part(Box<CsvRows<Part<R>>>),
    /// The place of the reader after an error.
    Failed,
}

impl<R: Read + Seek> ArchiveRows<R> {
    pub(crate) fn open(reader: R, limits: Limits, entry: EntryMeter) -> Result<Self, FileError> {
        let (files, reader) = list_files(reader, limits, is_part)?;
        if files.is_empty() {
            return Err(FileError::Missing { format: Format::PocketZip, part: "file \"part_….csv\"" });
        }
        let files = files.into_iter();
        Ok(Self { limits, entry, files, left: limits.file_bytes, source: Source::Idle(reader) })
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        loop {
            match std::mem::replace(&mut self.source, Source::Failed) {
                Source::Idle(reader) => match self.files.next() {
                    Some(file) => self.source = self.open_part(reader, &file)?,
                    None => return Ok(None),
                },
                Source::Part(mut rows) => match rows.next_row().map_err(part_error)? {
                    Some(row) => {
                        self.source = Source::Part(rows);
                        return Ok(Some(row));
                    }
                    None => self.source = self.close_part(*rows),
                },
                Source::Failed => return Ok(None),
            }
        }
    }

    fn open_part(&self, reader: R, file: &ListedFile) -> Result<Source<R>, FileError> {
        let part = Part::open(reader, file)?;
        let limit = FileLimit { unit: LimitUnit::FileBytes, limit: self.limits.file_bytes };
        let bytes = Metered::continued(part, self.left, limit).of_entries(self.entry.clone());
        let name = Some(file.name.clone());
        let rows = CsvRows::open(Format::PocketCsv, bytes, name, self.limits).map_err(part_error)?;
        Ok(Source::Part(Box::new(rows)))
    }

    fn close_part(&mut self, rows: CsvRows<Part<R>>) -> Source<R> {
        let bytes = rows.into_inner();
        self.left = bytes.left();
        Source::Idle(bytes.into_inner().into_inner())
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
