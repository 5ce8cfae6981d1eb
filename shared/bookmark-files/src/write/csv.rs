//! Writing the CSV file.

use std::io::{self, Write};

use crate::entry::data::{Entry, Flag};
use crate::entry::folder_tag::folder_tag;
use crate::entry::timestamp::Timestamp;
use crate::write::error::WriteError;
use crate::write::tags::joined_tags;

/// The columns of the file: those that Raindrop.io imports, and seven more.
const COLUMNS: [&str; 16] = [
    "title", "note", "excerpt", "url", "folder", "tags", "created", "cover", "favorite", "modified",
    "archived", "unread", "private", "text", "type", "id",
];

/// Writes a CSV file with a header, in UTF-8 with a byte order mark, so that Excel detects the encoding.
///
/// | Column | Contents |
/// | --- | --- |
/// | `title`, `note`, `excerpt`, `url`, `cover`, `text` | the text |
/// | `folder` | the first folder as [`folder_tag`] gives it, such as `Work/Rust` |
/// | `tags` | the tags with commas between them, and other folders as tags; a comma in a tag becomes `，` |
/// | `created`, `modified` | RFC 3339 with milliseconds, such as `2023-11-14T22:13:20.123Z` |
/// | `type`, `id` | the kind and the id of the entry in the service |
/// | `favorite`, `archived`, `unread`, `private` | `true` or `false` |
///
/// Raindrop.io imports the columns `title` to `cover`.
///
/// Cells that start with `=`, `+`, `-` or `@` are not changed, unless the writer is [guarded](Self::guarded).
///
/// ```
/// use bookmark_files::{CsvWriter, Entry};
///
/// let mut writer = CsvWriter::begin(Vec::new())?;
/// writer.entry(&Entry { text: Some("Milk, eggs".into()), ..Default::default() })?;
/// let file = String::from_utf8(writer.end()?)?;
/// assert!(file.ends_with(",,,,,,,,false,,false,false,false,\"Milk, eggs\",,\n"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CsvWriter<W: Write> {
    output: csv::Writer<W>,
    is_guarded: bool,
}

/// The characters that make a spreadsheet program take a cell for a formula.
const FORMULA_STARTS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

impl<W: Write> CsvWriter<W> {
    /// Writes the byte order mark and the header.
    pub fn begin(mut output: W) -> io::Result<Self> {
        output.write_all("\u{feff}".as_bytes())?;
        let mut writer = Self::resume(output);
        writer.output.write_record(COLUMNS)?;
        Ok(writer)
    }

    /// Goes on with a file that has its header.
    pub fn resume(output: W) -> Self {
        Self { output: csv::Writer::from_writer(output), is_guarded: false }
    }

    /// Puts an apostrophe before each cell that starts with `=`, `+`, `-`, `@`, a tab or a carriage return,
    /// so that a spreadsheet program doesn't take the cell for a formula.
    ///
    /// The apostrophe becomes part of the text in every service that imports the file. This crate keeps it
    /// too, because a user's own text can begin with an apostrophe.
    ///
    /// ```
    /// use bookmark_files::{CsvWriter, Entry};
    ///
    /// let mut writer = CsvWriter::begin(Vec::new())?.guarded();
    /// writer.entry(&Entry { title: Some("=1+1".into()), ..Default::default() })?;
    /// assert!(String::from_utf8(writer.end()?)?.contains("\n'=1+1,"));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn guarded(self) -> Self {
        Self { is_guarded: true, ..self }
    }

    /// Writes one entry, with an address or a text.
    pub fn entry(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let date = |time: Option<Timestamp>| time.map(Timestamp::to_rfc3339).unwrap_or_default();
        let flag = |flag: Flag| entry.flags.contains(&flag).to_string();
        let folder = entry.folders.first().and_then(|path| folder_tag(path)).unwrap_or_default();
        let mut cells: [String; COLUMNS.len()] = [
            text(&entry.title),
            text(&entry.note),
            text(&entry.excerpt),
            text(&entry.url),
            folder,
            joined_tags(entry),
            date(entry.created),
            text(&entry.cover),
            flag(Flag::Favorite),
            date(entry.modified),
            flag(Flag::Archived),
            flag(Flag::Unread),
            flag(Flag::Private),
            text(&entry.text),
            text(&entry.kind),
            text(&entry.id),
        ];
        for cell in cells.iter_mut().filter(|cell| self.is_guarded && cell.starts_with(FORMULA_STARTS)) {
            cell.insert(0, '\'');
        }
        self.output.write_record(&cells).map_err(io::Error::from)?;
        Ok(())
    }

    /// Writes what is buffered, and returns the output.
    pub fn end(self) -> io::Result<W> {
        self.output.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}
