//! Kinds of data.

use serde::{Deserialize, Serialize};

use super::{ValueError, serde_as_text};

/// A media type such as `image/png` (RFC 6838, section 4.2, without parameters).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MediaType(String);

impl MediaType {
    /// Checks the media type; the names are 1 to 127 characters each.
    ///
    /// # Errors
    /// [`ValueError::MediaType`].
    pub fn parse(text: impl Into<String>) -> Result<Self, ValueError> {
        let text = text.into();
        let name = |part: &str| {
            (1..=127).contains(&part.len())
                && part.starts_with(|c: char| c.is_ascii_alphanumeric())
                && part.chars().all(|c| c.is_ascii_alphanumeric() || "!#$&-^_.+".contains(c))
        };
        match text.split_once('/') {
            Some((kind, subtype)) if name(kind) && name(subtype) => Ok(Self(text)),
            _ => Err(ValueError::MediaType { given: text.chars().take(100).collect() }),
        }
    }

    /// The media type as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

serde_as_text!(MediaType);
