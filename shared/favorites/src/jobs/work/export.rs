//! The work of an export, and its progress.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

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
        let (upload, parts, kind, after) = (None, Vec::new(), ExportedKind::Tags, None);
        Self { format, written: Written::default(), upload, parts, kind, after }
    }
}

impl ExportFormat {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::JsonLines, Self::Netscape, Self::Csv];

    /// Returns the name in requests and answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::JsonLines => "jsonLines",
            Self::Netscape => "netscape",
            Self::Csv => "csv",
        }
    }

    /// Returns the name that a downloaded file gets.
    #[must_use]
    pub fn file_name(self) -> &'static str {
        match self {
            Self::JsonLines => "favorites.jsonl",
            Self::Netscape => "favorites.html",
            Self::Csv => "favorites.csv",
        }
    }

    /// Returns the media type of the file.
    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::JsonLines => "application/jsonl",
            Self::Netscape => "text/html; charset=utf-8",
            Self::Csv => "text/csv; charset=utf-8",
        }
    }
}

impl FromStr for ExportFormat {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        named(&Self::ALL, Self::as_str, text)
    }
}

impl ExportedKind {
    /// Returns the kind that follows.
    pub(crate) fn next(self) -> Self {
        match self {
            Self::Tags => Self::Favorites,
            Self::Favorites => Self::Trash,
            Self::Trash | Self::End => Self::End,
        }
    }
}
