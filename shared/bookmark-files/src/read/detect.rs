//! Detecting a file's format from its beginning.

use std::io::{Cursor, Read};

use struson::reader::{JsonReader, JsonStreamReader, ReaderError, ValueType};

use crate::entry::field::Field;
use crate::format::Format;
use crate::limits::Limits;
use crate::read::archive::list::is_of_pocket;
use crate::read::csv::columns::Column;
use crate::read::csv::header::{column_name, is_own};
use crate::read::csv::records::Records;
use crate::read::text::reader::TextReader;

/// The reason why a file's format is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DetectError {
    /// The file has no bytes besides white space.
    #[error("the file is empty; export it again")]
    Empty,
    /// The file has none of the formats.
    #[error(
        "the file's format is not recognized; export it in a known format, or give it with --format: {}",
        Format::ALL.map(Format::id).join(", ")
    )]
    Unknown,
}

/// The number of lines that must be addresses in a list of addresses.
const LIST_LINES: usize = 3;

impl Format {
    /// The bytes from the beginning of a file that are enough for [`Format::detect`].
    pub const DETECT_BYTES: usize = 65_536;

    /// Returns the format of the file that starts with `start`.
    ///
    /// `start` is the whole file, or at least its first [`DETECT_BYTES`](Self::DETECT_BYTES) bytes, in any
    /// encoding that [`TextReader`] reads.
    ///
    /// # Errors
    ///
    /// Returns a [`DetectError`] with the known formats if it is none of them.
    ///
    /// ```
    /// use bookmark_files::{DetectError, Format};
    ///
    /// assert_eq!(Format::detect(b"title,url,time_added,tags,status\n"), Ok(Format::PocketCsv));
    /// assert_eq!(Format::detect(b"%PDF-1.7"), Err(DetectError::Unknown));
    /// ```
    pub fn detect(start: &[u8]) -> Result<Self, DetectError> {
        if start.starts_with(b"PK\x03\x04") {
            return Ok(if first_file(start).is_some_and(is_of_pocket) { Self::PocketZip } else { Self::Zip });
        }
        let text = decoded(start);
        let format = match text.as_slice() {
            [] => return Err(DetectError::Empty),
            [b'{' | b'[', ..] => json_format(&text).unwrap_or(None),
            [b'<', ..] => markup_format(&text),
            text if is_list(text) => Some(Self::List),
            _ => csv_format(&text),
        };
        format.ok_or(DetectError::Unknown)
    }

    /// Returns the format of a file in a ZIP if the file has bookmarks. Any HTML page can have lists like
    /// those of a bookmarks file, so HTML in a ZIP must declare that it has bookmarks.
    pub(crate) fn in_archive(start: &[u8]) -> Option<Self> {
        let format = Self::detect(start).ok()?;
        let says_it = || memchr::memmem::find(&decoded(start).to_ascii_lowercase(), DOCTYPE).is_some();
        match format {
            Self::Zip | Self::PocketZip => None,
            Self::Netscape => says_it().then_some(format),
            format => Some(format),
        }
    }
}

/// The declaration of an HTML file with bookmarks, in lower case.
const DOCTYPE: &[u8] = b"<!doctype netscape-bookmark-file-1>";

/// Returns the text as UTF-8, without white space around it.
fn decoded(start: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    // Reading from memory never fails.
    let _ = TextReader::new(start).read_to_end(&mut text);
    text.trim_ascii().to_vec()
}

/// Returns the name of the first file in a ZIP.
fn first_file(start: &[u8]) -> Option<&str> {
    let length = u16::from_le_bytes([*start.get(26)?, *start.get(27)?]);
    str::from_utf8(start.get(30..30 + usize::from(length))?).ok()
}

/// Returns whether the first lines of a text are web addresses.
fn is_list(text: &[u8]) -> bool {
    let lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines =
        lines.filter(|line| !line.is_empty() && !line.starts_with(b"#")).take(LIST_LINES).peekable();
    let is_address = |line: &[u8]| {
        let start = line.get(..8).unwrap_or(line).to_ascii_lowercase();
        start.starts_with(b"http://") || start == b"https://"
    };
    lines.peek().is_some() && lines.all(is_address)
}

fn markup_format(text: &[u8]) -> Option<Format> {
    let text = text.to_ascii_lowercase();
    let has = |part: &[u8]| memchr::memmem::find(&text, part).is_some();
    if has(b"<title>pocket export</title>") {
        Some(Format::PocketHtml)
    } else if has(b"<title>instapaper: export</title>") {
        Some(Format::InstapaperHtml)
    } else if has(b"<xbel") && !has(b"<html") {
        Some(Format::Xbel)
    } else if has(DOCTYPE) || (has(b"<dl") && has(b"<dt")) {
        Some(Format::Netscape)
    } else {
        None
    }
}

/// The text can end anywhere, so an error of the parser means that no name of a format came before.
fn json_format(text: &[u8]) -> Result<Option<Format>, ReaderError> {
    let mut json = JsonStreamReader::new(text);
    if json.peek()? == ValueType::Object {
        return first_name(
            &mut json,
            &[
                ("bookmarks", Format::Karakeep),
                ("collections", Format::Linkwarden),
                ("typeCode", Format::FirefoxJson),
                ("root", Format::FirefoxJson),
                ("children", Format::FirefoxJson),
            ],
        );
    }
    json.begin_array()?;
    if !json.has_next()? {
        // The file of a user without bookmarks.
        return Ok(Some(Format::Pinboard));
    }
    first_name(
        &mut json,
        &[
            ("href", Format::Pinboard),
            ("savedAt", Format::Omnivore),
            ("readingProgress", Format::Omnivore),
            ("is_archived", Format::Wallabag),
            ("is_starred", Format::Wallabag),
            ("hashed_url", Format::Wallabag),
        ],
    )
}

/// Returns the format of the first name in the object that a format has.
fn first_name(
    json: &mut JsonStreamReader<&[u8]>,
    formats: &[(&str, Format)],
) -> Result<Option<Format>, ReaderError> {
    json.begin_object()?;
    while json.has_next()? {
        let name = json.next_name()?;
        if let Some((_, format)) = formats.iter().find(|(known, _)| *known == name) {
            return Ok(Some(*format));
        }
        json.skip_value()?;
    }
    Ok(None)
}

fn csv_format(text: &[u8]) -> Option<Format> {
    let limits = Limits::default();
    let header = Records::new(Cursor::new(text), limits.text_bytes).next(limits.columns).ok()??;
    let names: Vec<_> = header.cells.iter().map(|cell| column_name(cell.kept())).collect();
    let has = |columns: &[&str]| columns.iter().all(|column| names.iter().any(|name| name == column));
    if has(&["url", "time_added", "status"]) {
        Some(Format::PocketCsv)
    } else if has(&["url", "selection", "folder", "timestamp"]) {
        Some(Format::InstapaperCsv)
    } else if has(&["url", "document tags", "saved date"]) {
        Some(Format::ReadwiseCsv)
    } else if has(&["url", "in queue", "last interaction date"]) {
        Some(Format::MatterCsv)
    } else if !is_own(&names) && has(&["url", "folder", "excerpt", "created"]) {
        Some(Format::RaindropCsv)
    } else if names.iter().any(|name| Column::usual(name).is_of(Field::Url)) {
        Some(Format::Csv)
    } else {
        None
    }
}
