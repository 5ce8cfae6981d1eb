//! The names of an entry's fields, for errors and remarks.

use std::fmt;
use std::str::FromStr;

/// A field of an [`Entry`](crate::Entry).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// The kind of the entry in the service that wrote the file.
    Kind,
    /// The id of the entry in the service that wrote the file.
    Id,
}

impl Field {
    /// The fields for which a user can choose a CSV column: all except the kind and the id.
    pub const ALL: [Self; 10] = [
        Self::Url,
        Self::Title,
        Self::Note,
        Self::Excerpt,
        Self::Text,
        Self::Created,
        Self::Modified,
        Self::Tags,
        Self::Folder,
        Self::Cover,
    ];

    /// Returns the field's name, such as `url`. [`str::parse`] is the inverse.
    ///
    /// ```
    /// use bookmark_files::Field;
    ///
    /// assert_eq!(Field::Url.name(), "url");
    /// assert_eq!("url".parse(), Ok(Field::Url));
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
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
            Self::Kind => "type",
            Self::Id => "id",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A text that is not the [name](Field::name) of a field.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{given:?} is not a field; use one of {}", Field::ALL.map(Field::name).join(", "))]
pub struct UnknownField {
    /// The text.
    pub given: String,
}

impl FromStr for Field {
    type Err = UnknownField;

    fn from_str(name: &str) -> Result<Self, UnknownField> {
        let known = Self::ALL.into_iter().find(|field| field.name() == name);
        known.ok_or_else(|| UnknownField { given: name.to_owned() })
    }
}
