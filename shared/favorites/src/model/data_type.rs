//! The nine kinds of favorites.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::model::value::{ValueError, named};

/// The kind of a favorite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DataType {
    /// A picture.
    Image,
    /// A film.
    Video,
    /// A web page.
    Link,
    /// A document or any other file.
    File,
    /// A song.
    Music,
    /// Messages of a conversation.
    ChatRecord,
    /// A voice note.
    Voice,
    /// Text of one's own.
    Note,
    /// A place.
    Location,
}

impl DataType {
    /// All nine, in the order of the documentation.
    pub const ALL: [Self; 9] = [
        Self::Image,
        Self::Video,
        Self::Link,
        Self::File,
        Self::Music,
        Self::ChatRecord,
        Self::Voice,
        Self::Note,
        Self::Location,
    ];

    /// Its name in keys and in JSON.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Video => "video",
            Self::Link => "link",
            Self::File => "file",
            Self::Music => "music",
            Self::ChatRecord => "chatRecord",
            Self::Voice => "voice",
            Self::Note => "note",
            Self::Location => "location",
        }
    }

    /// Returns true if a favorite of this type needs a `contentUrl`.
    #[must_use]
    pub fn needs_content_url(self) -> bool {
        !matches!(self, Self::ChatRecord | Self::Note | Self::Location)
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for DataType {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        named(&Self::ALL, Self::as_str, text)
    }
}

single_table::keys::key_component!(DataType as String, |data_type| data_type.as_str(), |text: String| {
    text.parse::<DataType>()
});
