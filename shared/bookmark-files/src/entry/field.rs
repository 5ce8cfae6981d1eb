//! The names of an entry's fields, for errors and remarks.

use std::fmt;

/// A field of an [`Entry`](crate::Entry).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    /// The address.
    Url,
    /// The title.
    Title,
    /// The user's note.
    Note,
    /// The excerpt of the page.
    Excerpt,
    /// The text of an entry without an address.
    Text,
    /// The time at which the user saved the entry.
    Created,
    /// The time at which the user last changed the entry.
    Modified,
    /// A tag, or all tags where the file has them in one text.
    Tags,
    /// The name of a folder, or the path where the file has it in one text.
    Folder,
    /// The address of the cover picture.
    Cover,
}

impl fmt::Display for Field {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Url => "url",
            Self::Title => "title",
            Self::Note => "note",
            Self::Excerpt => "excerpt",
            Self::Text => "text",
            Self::Created => "created",
            Self::Modified => "modified",
            Self::Tags => "tags",
            Self::Folder => "folder",
            Self::Cover => "cover",
        })
    }
}
