//! The work of an export, and its progress.

use std::collections::BTreeSet;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Fault;
use crate::limits::EXPORT_BEGUN_AGAIN;
use crate::model::ids::{DataId, TagId};
use crate::model::json::{FromJson, from_text};
use crate::model::page::Position;
use crate::model::value::{ValueError, named};

/// An export.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Export {
    /// The format of the file.
    pub format: ExportFormat,
    /// The numbers of what is written.
    pub written: Written,
    /// The upload of the file to S3. `None` before the first part, and after the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) upload: Option<String>,
    /// The `ETag` of each part that is uploaded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) parts: Vec<String>,
    /// The kind of items that the next part begins with.
    pub(crate) kind: ExportedKind,
    /// The place in the list of these items at which the next part begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) after: Option<Position>,
    /// The number of times that the file was begun again.
    #[serde(default)]
    pub(crate) begun_again: u8,
    /// The tags that were created while the export ran and are written: before the first favorite that has
    /// them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) late_tags: BTreeSet<TagId>,
    /// The favorites that were restored while the export ran and that it met among the others.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) met: BTreeSet<DataId>,
}

/// The format of an exported file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ExportFormat {
    /// JSON Lines with everything: favorites, the trash and tags, with their ids, times and versions.
    JsonLines,
    /// The HTML file that browsers and bookmark services import. It has favorites with an address.
    Netscape,
    /// A table with a row for each favorite.
    Csv,
    /// As [`Csv`](Self::Csv), with an apostrophe before each cell that a spreadsheet program would take for a
    /// formula.
    CsvGuarded,
}

/// A kind of items in an export, in the order of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ExportedKind {
    /// Tags.
    Tags,
    /// Favorites outside the trash.
    Favorites,
    /// Favorites in the trash.
    Trash,
    /// Favorites that were restored from the trash after the export had passed their place among the
    /// favorites.
    Restored,
    /// Nothing is left.
    End,
}

/// The numbers of what an export has written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Written {
    /// Tags.
    pub tags: u64,
    /// Favorites outside the trash.
    pub favorites: u64,
    /// Favorites in the trash.
    pub trashed: u64,
    /// Favorites that the format has no place for, such as notes in a Netscape file.
    pub left_out: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

impl Export {
    /// Makes an export that has not begun.
    pub(crate) fn new(format: ExportFormat) -> Self {
        Self {
            format,
            written: Written::default(),
            upload: None,
            parts: Vec::new(),
            kind: ExportedKind::Tags,
            after: None,
            begun_again: 0,
            late_tags: BTreeSet::new(),
            met: BTreeSet::new(),
        }
    }

    /// Returns the export from its beginning. `None` if it was begun again too often.
    pub(crate) fn again(&self) -> Option<Self> {
        let begun_again = self.begun_again + 1;
        (begun_again <= EXPORT_BEGUN_AGAIN).then(|| Self { begun_again, ..Self::new(self.format) })
    }
}

impl ExportFormat {
    /// All formats.
    pub const ALL: [Self; 4] = [Self::JsonLines, Self::Netscape, Self::Csv, Self::CsvGuarded];

    /// Returns the name in requests and answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::JsonLines => "jsonLines",
            Self::Netscape => "netscape",
            Self::Csv => "csv",
            Self::CsvGuarded => "csvGuarded",
        }
    }

    /// Returns the name that a downloaded file gets.
    #[must_use]
    pub fn file_name(self) -> &'static str {
        match self {
            Self::JsonLines => "favorites.jsonl",
            Self::Netscape => "favorites.html",
            Self::Csv | Self::CsvGuarded => "favorites.csv",
        }
    }

    /// Returns the media type of the file.
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::JsonLines => "application/jsonl",
            Self::Netscape => "text/html; charset=utf-8",
            Self::Csv | Self::CsvGuarded => "text/csv; charset=utf-8",
        }
    }
}

impl FromStr for ExportFormat {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        named(&Self::ALL, Self::as_str, text)
    }
}

impl FromJson for ExportFormat {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        from_text(value, at, faults, str::parse)
    }
}

impl ExportedKind {
    /// Returns the kind that follows.
    pub(crate) fn next(self) -> Self {
        match self {
            Self::Tags => Self::Favorites,
            Self::Favorites => Self::Trash,
            Self::Trash => Self::Restored,
            Self::Restored | Self::End => Self::End,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_begun_again_ten_times_at_most() {
        let begun = (0..10).try_fold(Export::new(ExportFormat::Csv), |export, _| {
            let export = Export { parts: vec!["part".to_owned()], kind: ExportedKind::Trash, ..export };
            export.again()
        });
        let begun = begun.expect("ten times");
        assert_eq!(begun, Export { begun_again: 10, ..Export::new(ExportFormat::Csv) });
        assert_eq!(begun.again(), None);
    }
}
