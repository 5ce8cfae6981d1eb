//! Reads the export files of browsers and bookmark services, and writes files that they import.
//!
//! The crate is synchronous and does no I/O besides the given reader and writer. [`Format::detect`] detects a
//! file's format from its first bytes. [`Bookmarks`] is an iterator that reads the file row by row in bounded
//! memory. [`TextReader`] decodes a file in any encoding. [`NetscapeWriter`] and [`CsvWriter`] write entries
//! one by one. [`has_visible`] tells whether a text shows anything. The README lists the fields of each
//! format.
//!
//! ```
//! use std::io::Cursor;
//!
//! use bookmark_files::{Bookmarks, Format, Limits, NetscapeWriter, Outcome};
//!
//! let pocket = "title,url,time_added,tags,status\n\
//!               Rust,https://www.rust-lang.org/,1700000000,language|fast,unread\n\
//!               No address,,1700000001,,archive\n";
//! let format = Format::detect(pocket.as_bytes())?;
//! let mut writer = NetscapeWriter::begin(Vec::new())?;
//! for row in Bookmarks::open(format, Cursor::new(pocket), Limits::default())? {
//!     let row = row?;
//!     match row.outcome {
//!         Outcome::Entry(entry) => writer.entry(&entry)?,
//!         Outcome::Invalid(reason) => assert_eq!(
//!             format!("line {}: {reason}", row.position.line),
//!             "line 3: the entry has neither an address nor a text, so there is nothing to save",
//!         ),
//!     }
//! }
//! let netscape = String::from_utf8(writer.end()?)?;
//! assert!(netscape.contains(r#"ADD_DATE="1700000000" TOREAD="1" TAGS="language,fast">Rust</A>"#));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod entry;
mod error;
mod format;
mod limits;
mod linkding;
mod read;
mod row;
mod visible;
mod write;

pub use crate::entry::data::{Entry, Flag, FolderPath};
pub use crate::entry::field::{Field, UnknownField};
pub use crate::entry::folder_tag::{folder_path, folder_tag};
pub use crate::entry::remark::Remark;
pub use crate::entry::timestamp::Timestamp;
pub use crate::error::{FileError, FileLimit, LimitUnit};
pub use crate::format::{Format, UnknownFormat};
pub use crate::limits::Limits;
pub use crate::read::bookmarks::Bookmarks;
pub use crate::read::detect::DetectError;
pub use crate::read::text::reader::TextReader;
pub use crate::row::{Outcome, Position, Reason, Row};
pub use crate::visible::has_visible;
pub use crate::write::csv::CsvWriter;
pub use crate::write::error::WriteError;
pub use crate::write::netscape::NetscapeWriter;
