//! The rows of a ZIP.

use std::io::{self, Read, Seek};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::FileError;
use crate::format::Format;
use crate::read::archive::list::{ListedFile, extension, list_files};
use crate::read::archive::part::{Part, Shared};
use crate::read::file::FileRows;
use crate::read::opening::Opening;
use crate::row::Row;

/// Names the missing file in the error for a ZIP without bookmarks.
const PART: &str = "file with bookmarks (.csv, .html, .json, .txt, .xbel or .xml)";

/// The bytes in which an HTML file must declare that it has bookmarks. A ZIP can have thousands of other
/// pages, so only their beginnings are unpacked.
const HTML_START: usize = 4_096;

/// Reads a ZIP row by row.
pub(crate) struct ArchiveRows<R: Read + Seek> {
    format: Format,
    opening: Opening,
    reader: Shared<R>,
    files: std::vec::IntoIter<ListedFile>,
    current: Option<(Arc<str>, FileRows<Part<R>>)>,
    had_bookmarks: bool,
    /// The unpacked bytes of the current file so far.
    unpacked: Arc<AtomicU64>,
}

impl<R: Read + Seek> ArchiveRows<R> {
    pub(crate) fn open(format: Format, reader: R, opening: Opening) -> Result<Self, FileError> {
        let (files, reader) = list_files(reader, opening.limits)?;
        let (reader, files) = (Shared::new(reader), files.into_iter());
        Ok(Self {
            format,
            opening,
            reader,
            files,
            current: None,
            had_bookmarks: false,
            unpacked: Arc::default(),
        })
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        loop {
            if let Some((name, rows)) = &mut self.current {
                if let Some(mut row) = rows.next_row().map_err(part_error)? {
                    row.position.file = Some(name.clone());
                    return Ok(Some(row));
                }
                self.current = None;
                let unpacked = self.unpacked.load(Ordering::Relaxed);
                self.opening.file_bytes = self.opening.file_bytes.saturating_sub(unpacked);
            }
            match self.files.next() {
                Some(file) => self.open_file(file)?,
                None if self.had_bookmarks => return Ok(None),
                None => return Err(FileError::Missing { format: self.format, part: PART }),
            }
        }
    }

    /// Opens a file if it has bookmarks.
    fn open_file(&mut self, file: ListedFile) -> Result<(), FileError> {
        let name = file.name.clone();
        let mut part = Part::open(self.reader.clone(), file, self.unpacked.clone())?;
        let mut start = Vec::new();
        let is_html = matches!(extension(&name).as_str(), "htm" | "html");
        let bytes = if is_html { HTML_START } else { Format::DETECT_BYTES };
        let read = part.by_ref().take(bytes as u64).read_to_end(&mut start);
        read.map_err(FileError::from).map_err(part_error)?;
        let Some(format) = Format::in_archive(&start) else {
            return Ok(());
        };
        part.rewind()?;
        self.opening.entry.begin();
        let rows = FileRows::open(format, part, &self.opening).map_err(part_error)?;
        self.current = Some((name, rows));
        self.had_bookmarks = true;
        Ok(())
    }
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
