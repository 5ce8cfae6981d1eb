//! The numbers of an import.

use serde::Serialize;

/// The number of entries of a file by what became of them. Together they are all entries of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    /// The format of the file.
    pub(crate) format: &'static str,
    /// Entries that are favorites now and were not before.
    pub(crate) created: u64,
    /// Entries whose favorite existed already.
    pub(crate) already_there: u64,
    /// Entries that the service refused.
    pub(crate) refused: u64,
    /// Entries that can't be favorites, or can't be read.
    pub(crate) invalid: u64,
    /// Tags that did not exist before.
    pub(crate) created_tags: u64,
}

impl Report {
    /// Returns the number of entries that are not imported.
    pub(crate) fn left(&self) -> u64 {
        self.refused + self.invalid
    }

    /// Returns the report as text.
    pub(crate) fn text(&self) -> String {
        let Self { format, created, already_there, refused, invalid, created_tags } = self;
        let total = created + already_there + refused + invalid;
        format!(
            "{total} entries in a file of the format {format}: {created} created, {already_there} already there, {refused} refused, \
             {invalid} invalid. {created_tags} tags created."
        )
    }
}
