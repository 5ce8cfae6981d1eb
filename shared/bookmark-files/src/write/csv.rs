//! Writing the CSV file.

use std::io::{self, Write};

use crate::entry::data::{Entry, Flag};
use crate::entry::folder_tag::folder_tag;
use crate::entry::timestamp::Timestamp;
use crate::write::error::WriteError;
use crate::write::tags::joined_tags;

/// The columns of the file: those that Raindrop.io imports, and five more.
const COLUMNS: [&str; 14] = [
    "title", "note", "excerpt", "url", "folder", "tags", "created", "cover", "favorite", "modified",
    "archived", "unread", "private", "text",
];

/// Writes a CSV file with a header, in UTF-8 without a byte order mark.
///
/// | Column | Contents |
/// | --- | --- |
/// | `title`, `note`, `excerpt`, `url`, `cover`, `text` | the text |
/// | `folder` | the first folder as [`folder_tag`] gives it, such as `Work/Rust` |
/// | `tags` | the tags with a comma between two; a comma inside a tag is written as `，` (U+FF0C), and other folders follow as tags |
/// | `created`, `modified` | RFC 3339 with milliseconds, such as `2023-11-14T22:13:20.123Z` |
/// | `favorite`, `archived`, `unread`, `private` | `true` or `false` |
///
/// Raindrop.io imports the columns `title` to `cover`.
///
/// Cells that start with `=`, `+`, `-` or `@` are not changed. A spreadsheet program can take them for formulas, but the usual
/// guard, an apostrophe before them, would become a part of the text in every service that imports the file.
///
/// ```
/// use bookmark_files::{CsvWriter, Entry};
///
/// let mut writer = CsvWriter::begin(Vec::new())?;
/// writer.entry(&Entry { text: Some("Milk, eggs".into()), ..Default::default() })?;
/// let file = String::from_utf8(writer.end()?)?;
/// assert!(file.ends_with(",,,,,,,,false,,false,false,false,\"Milk, eggs\"\n"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct CsvWriter<W: Write> {
    output: csv::Writer<W>,
}

impl<W: Write> CsvWriter<W> {
    /// Writes the header.
    pub fn begin(output: W) -> io::Result<Self> {
        let mut output = csv::Writer::from_writer(output);
        output.write_record(COLUMNS)?;
        Ok(Self { output })
    }

    /// Goes on with a file that has its header.
    pub fn resume(output: W) -> Self {
        Self { output: csv::Writer::from_writer(output) }
    }

    /// Writes one entry, with an address or a text.
    pub fn entry(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let date = |time: Option<Timestamp>| time.map(Timestamp::to_rfc3339).unwrap_or_default();
        let flag = |flag: Flag| entry.flags.contains(&flag).to_string();
        let folder = entry.folders.first().and_then(|path| folder_tag(path)).unwrap_or_default();
        let cells: [String; COLUMNS.len()] = [
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
        ];
        self.output.write_record(&cells).map_err(io::Error::from)?;
        Ok(())
    }

    /// Writes what is buffered, and returns the output.
    pub fn end(self) -> io::Result<W> {
        self.output.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}
