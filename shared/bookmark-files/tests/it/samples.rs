//! Files and expected rows.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::Path;

use bookmark_files::{
    Bookmarks, Entry, Field, FileError, FileLimit, Flag, Format, Limits, Outcome, Position, Reason, Remark,
    Row, Timestamp,
};

/// The bytes of a file in `tests/files`.
pub(crate) fn file(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of bytes, and the error that ends them.
pub(crate) fn read(format: Format, bytes: &[u8], limits: Limits) -> (Vec<Row>, Option<FileError>) {
    let mut rows = match Bookmarks::open(format, Cursor::new(bytes), limits) {
        Ok(rows) => rows,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut read = Vec::new();
    for row in &mut rows {
        match row {
            Ok(row) => read.push(row),
            Err(error) => {
                assert!(rows.next().is_none(), "rows came after an error");
                return (read, Some(error));
            }
        }
    }
    (read, None)
}

/// The rows of a file in `tests/files` of the given format, which is also the detected one.
pub(crate) fn rows(format: Format, name: &str) -> Vec<Row> {
    let bytes = file(name);
    assert_eq!(Format::detect(&bytes), Ok(format), "{name}");
    let (rows, error) = read(format, &bytes, Limits::default());
    assert!(error.is_none(), "{name}: {error:?}");
    rows
}

/// A valid row.
pub(crate) fn row(line: u64, entry: Entry) -> Row {
    Row { position: Position { file: None, line }, outcome: Outcome::Entry(Box::new(entry)) }
}

/// An invalid row.
pub(crate) fn invalid(line: u64, reason: Reason) -> Row {
    Row { position: Position { file: None, line }, outcome: Outcome::Invalid(reason) }
}

/// An entry with an address and a title.
pub(crate) fn link(url: &str, title: &str) -> Entry {
    Entry { url: text(url), title: text(title), ..Entry::default() }
}

/// A text as the readers return it: an empty one is `None`.
pub(crate) fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

pub(crate) fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

pub(crate) fn flags(flags: &[Flag]) -> BTreeSet<Flag> {
    flags.iter().copied().collect()
}

pub(crate) fn seconds(seconds: u64) -> Option<Timestamp> {
    millis(seconds * 1_000)
}

pub(crate) fn millis(millis: u64) -> Option<Timestamp> {
    Timestamp::from_millis(millis)
}

/// The limit that ended the rows.
pub(crate) fn limit(error: Option<FileError>) -> FileLimit {
    match error {
        Some(FileError::Limit(limit)) => limit,
        other => panic!("{other:?}"),
    }
}

/// The remark of a text that is cut at the default limit.
pub(crate) fn cut(field: Field, size: u64) -> Remark {
    Remark::Cut { field, limit: 65_536, size }
}

/// The rows of HTML that is read to its end.
pub(crate) fn html(html: &str) -> Vec<Row> {
    let (rows, error) = read(Format::Netscape, html.as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    rows
}
