//! The entries of a file, of any format.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bookmark_files::{
    Bookmarks, DetectError, Entry, Field, FileLimit, Format, LimitUnit, Limits, Outcome, TextReader,
};

use super::line::{FavoriteLine, Line, TagLine, TrashedLine};
use crate::jobs::ImportFormat;
use crate::limits::{IMPORT_BYTES, IMPORT_ENTRY_BYTES, IMPORT_LINE_BYTES};
use crate::transfer::record::{BEGINNING, FORMAT, FORMAT_WITH_END};

/// An entry of a file, or the reason why it is not one.
pub(super) struct ImportRow {
    /// The number of the entry in the file, from 0.
    pub(super) number: u64,
    /// The place of the entry, for the report.
    pub(super) place: String,
    pub(super) content: Result<RowContent, String>,
}

/// The content of an entry.
pub(super) enum RowContent {
    /// An entry of another service's file.
    Bookmark(Box<Entry>),
    /// A tag of an export.
    Tag(Box<TagLine>),
    /// A favorite of an export.
    Favorite(Box<FavoriteLine>),
    /// A favorite in the trash of an export.
    Trashed(Box<TrashedLine>),
}

/// The entries, read one by one. An error ends them, and says why and where.
pub(super) struct ImportRows {
    number: u64,
    /// The most entries of a file.
    most: u64,
    source: Source,
}

enum Source {
    Bookmarks(Box<Bookmarks<BufReader<ImportFile>>>),
    Records(Records),
}

/// A file that can't be read any more when `is_over` is set.
pub(super) struct ImportFile {
    pub(super) file: File,
    pub(super) is_over: Arc<AtomicBool>,
}

/// The place of an entry, and its content or the reason why it is not one.
type Placed = (String, Result<RowContent, String>);

/// The lines of an export.
struct Records {
    reader: BufReader<TextReader<ImportFile>>,
    line: u64,
    /// The lines of tags and favorites since the header.
    count: u64,
    /// True from the header of a file that has an end until this end.
    ends: bool,
}

impl Read for ImportFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.is_over.load(Ordering::Relaxed) {
            return Err(io::Error::other("nobody waits for the file any more"));
        }
        self.file.read(buffer)
    }
}

impl Seek for ImportFile {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.file.seek(place)
    }
}

/// Returns the format of a file.
pub(super) fn detect(file: &mut ImportFile) -> Result<ImportFormat, String> {
    let mut beginning = Vec::new();
    let read = file.take(Format::DETECT_BYTES as u64).read_to_end(&mut beginning);
    read.and_then(|_| file.rewind()).map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    let read = TextReader::new(&beginning[..]).take(BEGINNING.len() as u64).read_to_end(&mut text);
    read.map_err(|error| error.to_string())?;
    if text == BEGINNING {
        return Ok(ImportFormat::JsonLines);
    }
    Format::detect(&beginning).map(ImportFormat::Bookmarks).map_err(|error| match error {
        DetectError::Unknown => {
            let names: Vec<_> = ImportFormat::names().collect();
            format!(
                "the file's format is not recognized; export it in a known format, or give it with --format: {}",
                names.join(", ")
            )
        }
        error => error.to_string(),
    })
}

impl ImportRows {
    /// Opens a file.
    pub(super) fn open(
        format: ImportFormat,
        columns: &BTreeMap<Field, String>,
        file: ImportFile,
    ) -> Result<Self, String> {
        let limits =
            Limits { file_bytes: IMPORT_BYTES, entry_bytes: IMPORT_ENTRY_BYTES, ..Limits::default() };
        let source = match format {
            ImportFormat::JsonLines => {
                let reader = BufReader::new(TextReader::new(file));
                Source::Records(Records { reader, line: 0, count: 0, ends: false })
            }
            ImportFormat::Bookmarks(format) => {
                let bookmarks = Bookmarks::open_mapped(format, BufReader::new(file), limits, columns);
                Source::Bookmarks(Box::new(bookmarks.map_err(|error| error.to_string())?))
            }
        };
        Ok(Self { number: 0, most: limits.entries, source })
    }

    /// Returns the name of the encoding that the file is read in.
    pub(super) fn encoding(&self) -> &'static str {
        match &self.source {
            Source::Bookmarks(rows) => rows.encoding(),
            Source::Records(records) => records.reader.get_ref().encoding(),
        }
    }

    /// Reads the next entry.
    pub(super) fn next(&mut self) -> Result<Option<ImportRow>, String> {
        let row = match &mut self.source {
            Source::Bookmarks(rows) => {
                rows.next().transpose().map_err(|error| error.to_string())?.map(|row| {
                    let content = match row.outcome {
                        Outcome::Entry(entry) => Ok(RowContent::Bookmark(entry)),
                        Outcome::Invalid(reason) => Err(reason.to_string()),
                    };
                    (row.position.to_string(), content)
                })
            }
            Source::Records(records) => records.next()?,
        };
        let Some((place, content)) = row else { return Ok(None) };
        let number = self.number;
        if number == self.most {
            return Err(FileLimit { unit: LimitUnit::Entries, limit: self.most }.to_string());
        }
        self.number += 1;
        Ok(Some(ImportRow { number, place, content }))
    }
}

impl Records {
    /// Reads the next tag or favorite.
    fn next(&mut self) -> Result<Option<Placed>, String> {
        loop {
            let mut bytes = Vec::new();
            // One byte more tells a line at the limit from a longer one.
            let limit = IMPORT_LINE_BYTES as u64 + 1;
            let read = self.reader.by_ref().take(limit).read_until(b'\n', &mut bytes);
            if read.map_err(|error| error.to_string())? == 0 {
                return if self.ends { Err(TOO_EARLY.to_owned()) } else { Ok(None) };
            }
            self.line += 1;
            let place = format!("line {}", self.line);
            if bytes.len() > IMPORT_LINE_BYTES {
                return Err(format!("{place} is longer than {IMPORT_LINE_BYTES} bytes"));
            }
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            let content = match Line::read(&bytes) {
                Ok(Line::Header(version)) => {
                    self.begin(version)?;
                    continue;
                }
                Ok(Line::End(lines)) => {
                    self.end(lines, &place)?;
                    continue;
                }
                Ok(Line::Tag(tag)) => Ok(RowContent::Tag(tag)),
                Ok(Line::Favorite(favorite)) => Ok(RowContent::Favorite(favorite)),
                Ok(Line::Trashed(trashed)) => Ok(RowContent::Trashed(trashed)),
                Err(reason) => Err(reason),
            };
            self.count += 1;
            return Ok(Some((place, content)));
        }
    }

    /// Begins a file of this version.
    fn begin(&mut self, version: u64) -> Result<(), String> {
        if !(1..=FORMAT).contains(&version) {
            return Err(format!(
                "the file has version {version} of the format, and this service reads up to version {FORMAT}"
            ));
        }
        (self.count, self.ends) = (0, version >= FORMAT_WITH_END);
        Ok(())
    }

    /// Ends the file. The header of another one may follow.
    fn end(&mut self, expected: u64, place: &str) -> Result<(), String> {
        self.ends = false;
        let found = self.count;
        if expected > found {
            return Err(format!(
                "the file is damaged: {place} says that {expected} lines come before it, and there are {found}; \
                 export it again"
            ));
        }
        Ok(())
    }
}

/// The reason of a file without its end.
const TOO_EARLY: &str =
    "the file ends too early: its last line, which begins with {\"end\":, is missing; export it again";
