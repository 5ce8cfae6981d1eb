//! The work of an import, and its progress.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use bookmark_files::{Field, Format, UnknownField};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Fault;
use crate::limits::NAMED_TAGS;
use crate::model::json::{FromJson, from_text};
use crate::model::new_favorite::OnExisting;
use crate::model::tag::TagName;
use crate::model::value::{ShortText, ValueError, named};

/// An import. The counts of its job are those of entries: `changed` are imported, `unchanged` are duplicates, and `failed` are not
/// imported. Together they are all entries that the import has read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Import {
    /// The bytes of the file.
    pub bytes: u64,
    /// The options.
    pub options: ImportOptions,
    /// The format of the file, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<ImportFormat>,
    /// The name of the encoding in which the file is read, such as `UTF-8` or `gb18030`, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    /// The names of the tags that the import has created, or would create. A longer list ends after
    /// [`NAMED_TAGS`](crate::limits::NAMED_TAGS).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub created_tags: Vec<TagName>,
    /// The number of these tags.
    #[serde(default)]
    pub created_tag_count: u64,
    /// The number of entries with remarks: something of them was shortened, dropped or replaced.
    #[serde(default)]
    pub remarked: u64,
    /// The number of entries that are done.
    pub(crate) rows: u64,
    /// The entries of the next step that exist before it, by their numbers. `None` if the next step has not begun. A step that is
    /// repeated finds what it has created itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) existing: Option<BTreeSet<u64>>,
}

/// The options of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ImportOptions {
    /// The format of the file. `None` detects it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<ImportFormat>,
    /// Only reports what an import would do.
    #[serde(default)]
    pub dry_run: bool,
    /// The action for an entry whose favorite exists.
    pub on_existing: OnExisting,
    /// The columns of a CSV file whose names the service does not know.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub columns: BTreeMap<CsvField, ColumnName>,
    /// The names of more tags for each favorite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tag_names: Vec<TagName>,
}

/// A part of an entry that a column of a CSV file can have, such as `url`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CsvField(Field);

/// The name of a column of a CSV file.
pub type ColumnName = ShortText;

/// The format of a file to import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ImportFormat {
    /// A file of a browser or of another service.
    Bookmarks(Format),
    /// The JSON Lines of an export.
    JsonLines,
}

impl Import {
    /// Counts a tag that the import creates.
    pub(crate) fn note_created_tag(&mut self, name: TagName) {
        self.created_tag_count += 1;
        if self.created_tags.len() < NAMED_TAGS {
            self.created_tags.push(name);
        }
    }

    /// Makes an import that has not begun.
    pub(crate) fn new(bytes: u64, options: ImportOptions) -> Self {
        Self {
            bytes,
            options,
            format: None,
            encoding: None,
            created_tags: Vec::new(),
            created_tag_count: 0,
            remarked: 0,
            rows: 0,
            existing: None,
        }
    }
}

impl ImportFormat {
    /// The name of the JSON Lines of an export.
    const JSON_LINES: &'static str = "jsonLines";

    /// Returns the name in requests and answers.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bookmarks(format) => format.id(),
            Self::JsonLines => Self::JSON_LINES,
        }
    }

    /// Returns the names of all formats.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::all().map(Self::as_str)
    }

    fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::JsonLines).chain(Format::ALL.into_iter().map(Self::Bookmarks))
    }
}

impl CsvField {
    /// Returns the field of the reader of files.
    pub(crate) fn field(self) -> Field {
        self.0
    }
}

impl TryFrom<String> for CsvField {
    type Error = UnknownField;

    fn try_from(name: String) -> Result<Self, UnknownField> {
        name.parse().map(Self)
    }
}

impl From<CsvField> for String {
    fn from(CsvField(field): CsvField) -> Self {
        field.name().to_owned()
    }
}

impl FromStr for ImportFormat {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        named(&Self::all().collect::<Vec<_>>(), Self::as_str, text)
    }
}

impl FromJson for ImportFormat {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        from_text(value, at, faults, str::parse)
    }
}

impl TryFrom<String> for ImportFormat {
    type Error = ValueError;

    fn try_from(text: String) -> Result<Self, ValueError> {
        text.parse()
    }
}

impl From<ImportFormat> for String {
    fn from(format: ImportFormat) -> Self {
        format.as_str().to_owned()
    }
}
