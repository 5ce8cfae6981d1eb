//! The rows of a file of any format.

use std::collections::BTreeMap;
use std::io::{Read, Seek};
use std::sync::Arc;

use crate::entry::field::Field;
use crate::error::{FileError, FileLimit, LimitUnit};
use crate::format::Format;
use crate::limits::Limits;
use crate::read::archive::rows::ArchiveRows;
use crate::read::file::FileRows;
use crate::read::opening::Opening;
use crate::row::Row;

/// The rows of a file, read one by one as they are pulled.
///
/// Each entry of the file is exactly one row, in the file's order. Folders and separators are not entries. An
/// error ends the rows.
///
/// Memory is bounded by the [`Limits`]: the current row, the names of the folders, and buffers of some
/// kilobytes.
///
/// ```
/// use std::io::Cursor;
///
/// use bookmark_files::{Bookmarks, Format, Limits, Outcome};
///
/// let file = r#"[{"href": "https://www.rust-lang.org/", "description": "Rust", "tags": "language fast"}]"#;
/// let mut rows = Bookmarks::open(Format::Pinboard, Cursor::new(file), Limits::default())?;
/// let row = rows.next().expect("one row")?;
/// let Outcome::Entry(entry) = row.outcome else { panic!("the row is valid") };
/// assert_eq!(entry.tags, ["language", "fast"]);
/// assert!(rows.next().is_none());
/// # Ok::<_, bookmark_files::FileError>(())
/// ```
pub struct Bookmarks<R: Read + Seek> {
    opening: Opening,
    rows: u64,
    ended: bool,
    source: Source<R>,
}

enum Source<R: Read + Seek> {
    File(FileRows<R>),
    Archive(Box<ArchiveRows<R>>),
}

impl<R: Read + Seek> Bookmarks<R> {
    /// Opens a file of the given format, and reads it from its beginning.
    ///
    /// Reads files of Karakeep and Linkwarden to their end, because their folders come after the entries. So
    /// `open` itself returns an error if such a file is over a limit. A damaged file still gives the rows
    /// before the damage, without the folders after it.
    ///
    /// # Errors
    ///
    /// Returns a [`FileError`] if the file can't be read, is over one of the `limits`, or has no header of
    /// the format.
    pub fn open(format: Format, reader: R, limits: Limits) -> Result<Self, FileError> {
        Self::open_mapped(format, reader, limits, &BTreeMap::new())
    }

    /// Opens a CSV file for which the user chose the columns of some fields. The other columns keep the
    /// meaning of their names.
    ///
    /// `columns` maps a field to the name of its column, in upper or lower case.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`open`](Self::open), and [`FileError::NoColumn`] if the file lacks one of the
    /// columns or is not a CSV file.
    ///
    /// ```
    /// use std::io::Cursor;
    ///
    /// use bookmark_files::{Bookmarks, Field, Format, Limits, Outcome};
    ///
    /// let columns = [(Field::Url, "Adresse".to_owned()), (Field::Title, "Titel".to_owned())].into();
    /// let file = Cursor::new("Titel;Adresse\nRust;https://www.rust-lang.org/\n");
    /// let mut rows = Bookmarks::open_mapped(Format::Csv, file, Limits::default(), &columns)?;
    /// let row = rows.next().expect("one row")?;
    /// let Outcome::Entry(entry) = row.outcome else { panic!("the row is valid") };
    /// assert_eq!(entry.url.as_deref(), Some("https://www.rust-lang.org/"));
    /// # Ok::<_, bookmark_files::FileError>(())
    /// ```
    pub fn open_mapped(
        format: Format,
        mut reader: R,
        limits: Limits,
        columns: &BTreeMap<Field, String>,
    ) -> Result<Self, FileError> {
        reader.rewind()?;
        let opening = Opening { columns: Arc::new(columns.clone()), ..Opening::new(limits) };
        let source = match format {
            Format::PocketZip | Format::Zip => {
                Source::Archive(Box::new(ArchiveRows::open(format, reader, opening.clone())?))
            }
            format => Source::File(FileRows::open(format, reader, &opening)?),
        };
        Ok(Self { opening, rows: 0, ended: false, source })
    }

    /// Returns the name of the file's encoding, such as `UTF-8`, `gb18030` or `windows-1252`, as
    /// [`TextReader::encoding`](crate::TextReader::encoding) does. In a ZIP, returns that of the current
    /// file.
    #[must_use]
    pub fn encoding(&self) -> &'static str {
        self.opening.assumed.name()
    }

    fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        self.opening.entry.begin();
        let row = match &mut self.source {
            Source::File(rows) => rows.next_row(),
            Source::Archive(rows) => rows.next_row(),
        }?;
        if row.is_some() {
            let limit = self.opening.limits.entries;
            if self.rows == limit {
                return Err(FileLimit { unit: LimitUnit::Entries, limit }.into());
            }
            self.rows += 1;
        }
        Ok(row)
    }
}

impl<R: Read + Seek> Iterator for Bookmarks<R> {
    type Item = Result<Row, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let row = self.next_row().transpose();
        self.ended = !matches!(row, Some(Ok(_)));
        row
    }
}

impl<R: Read + Seek> std::iter::FusedIterator for Bookmarks<R> {}

impl<R: Read + Seek> std::fmt::Debug for Bookmarks<R> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Bookmarks").field("rows", &self.rows).finish_non_exhaustive()
    }
}
