//! Detecting a file's format from its beginning.

use std::io::{Cursor, Read};

use struson::reader::{JsonReader, JsonStreamReader, ReaderError, ValueType};

use crate::format::Format;
use crate::limits::Limits;
use crate::read::csv::records::Records;
use crate::read::csv::rows::column_name;
use crate::read::text::reader::TextReader;

/// The reason why a file's format is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DetectError {
    /// The file has no bytes besides white space.
    #[error("the file is empty; export it again")]
    Empty,
    /// The file has none of the formats.
    #[error("the file has none of the known formats: {}; export it in one of them", known())]
    Unknown,
}

fn known() -> String {
    Format::ALL.map(|format| format.to_string()).join(", ")
}

impl Format {
    /// The bytes from the beginning of a file that are enough for [`Format::detect`].
    pub const DETECT_BYTES: usize = 65_536;

    /// Returns the format of the file that starts with `start`.
    ///
    /// `start` is the whole file, or at least its first [`DETECT_BYTES`](Self::DETECT_BYTES) bytes, in any encoding that
    /// [`TextReader`] reads.
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
            return Ok(Self::PocketZip);
        }
        let mut text = Vec::new();
        // A reader of bytes in memory never fails.
        let _ = TextReader::new(start).read_to_end(&mut text);
        let text = text.trim_ascii();
        let format = match text {
            [] => return Err(DetectError::Empty),
            [b'{' | b'[', ..] => json_format(text).unwrap_or(None),
            [b'<', ..] => html_format(text),
            _ => csv_format(text),
        };
        format.ok_or(DetectError::Unknown)
    }
}

fn html_format(text: &[u8]) -> Option<Format> {
    let text = text.to_ascii_lowercase();
    let has = |part: &[u8]| memchr::memmem::find(&text, part).is_some();
    if has(b"<title>pocket export</title>") {
        Some(Format::PocketHtml)
    } else if has(b"<!doctype netscape-bookmark-file-1>") || (has(b"<dl") && has(b"<dt")) {
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
            &[("bookmarks", Format::Karakeep), ("collections", Format::Linkwarden)],
        );
    }
    json.begin_array()?;
    if !json.has_next()? {
        // The file of a user without bookmarks.
        return Ok(Some(Format::Pinboard));
    }
    first_name(&mut json, &[("href", Format::Pinboard)])
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
    if has(&["url", "time_added"]) {
        Some(Format::PocketCsv)
    } else if has(&["url", "folder", "modified", "private"]) {
        Some(Format::Csv)
    } else if has(&["url", "folder", "created"]) || has(&["url", "folder", "excerpt"]) {
        Some(Format::RaindropCsv)
    } else {
        None
    }
}
