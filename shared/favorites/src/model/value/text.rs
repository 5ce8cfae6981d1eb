//! Text with a limit.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ValueError;
use crate::limits;
use bookmark_files::has_visible;

/// Text of at most `MAX` characters, of which at least one shows something. Line breaks and tabs are text; other control characters
/// are not.
///
/// ```
/// # use favorites::Text;
/// let title: Text<8> = Text::parse("Rust").unwrap();
/// assert_eq!(title.as_str(), "Rust");
/// assert_eq!(
///     Text::<8>::parse("ferris the crab").unwrap_err().to_string(),
///     "must have at most 8 characters; 15 were given"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Text<const MAX: usize>(String);

impl<const MAX: usize> Text<MAX> {
    /// Checks and keeps `text` as it is.
    ///
    /// # Errors
    /// [`ValueError::Empty`], [`ValueError::TooLong`], [`ValueError::Control`] or [`ValueError::Invisible`].
    pub fn parse(text: impl Into<String>) -> Result<Self, ValueError> {
        let text = Self::try_from(text.into())?;
        if has_visible(text.as_str()) { Ok(text) } else { Err(ValueError::Invisible) }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Checks and keeps `text`, or as much of its beginning as fits, with an ellipsis.
    ///
    /// ```
    /// # use favorites::Text;
    /// assert_eq!(Text::<8>::beginning("ferris the crab").unwrap().as_str(), "ferris \u{2026}");
    /// assert_eq!(Text::<8>::beginning("Rust").unwrap().as_str(), "Rust");
    /// ```
    ///
    /// # Errors
    /// Those of [`parse`](Self::parse) except [`ValueError::TooLong`].
    pub fn beginning(text: &str) -> Result<Self, ValueError> {
        if text.chars().nth(MAX).is_none() {
            return Self::parse(text);
        }
        let kept: String = text.chars().take(MAX - 1).collect();
        // The ellipsis is visible, and must not hide that the text is not.
        Self::parse(kept.as_str())?;
        Self::parse(kept + "\u{2026}")
    }

    /// The first `chars` characters, and whether anything was cut.
    #[must_use]
    pub fn shortened(&self, chars: usize) -> (Self, bool) {
        match self.0.char_indices().nth(chars) {
            // A cut that would leave only white space keeps the text whole: it must not become empty.
            Some((end, _)) if !self.0[..end].trim().is_empty() => (Self(self.0[..end].to_owned()), true),
            _ => (self.clone(), false),
        }
    }
}

/// Reads a text that is stored. Some were stored before a text needed a visible character, so this does not ask for one.
impl<const MAX: usize> TryFrom<String> for Text<MAX> {
    type Error = ValueError;

    fn try_from(text: String) -> Result<Self, ValueError> {
        if text.trim().is_empty() {
            return Err(ValueError::Empty);
        }
        let given = text.chars().count();
        if given > MAX {
            return Err(ValueError::TooLong { limit: MAX, given });
        }
        match text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
            Some(control) => Err(ValueError::Control { code: u32::from(control) }),
            None => Ok(Self(text)),
        }
    }
}

impl<const MAX: usize> From<Text<MAX>> for String {
    fn from(text: Text<MAX>) -> Self {
        text.0
    }
}

impl<const MAX: usize> fmt::Debug for Text<MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl<const MAX: usize> fmt::Display for Text<MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A favorite's title.
pub type Title = Text<{ limits::TITLE_CHARS }>;
/// A name, an address, an artist, a sender.
pub type ShortText = Text<{ limits::SHORT_TEXT_CHARS }>;
/// A description or a transcript.
pub type LongText = Text<{ limits::LONG_TEXT_CHARS }>;
/// The text of a note.
pub type NoteText = Text<{ limits::NOTE_CHARS }>;
/// A message of a chat record.
pub type MessageText = Text<{ limits::CHAT_MESSAGE_CHARS }>;
/// The id of the creator of a favorite, from the caller's own system.
pub type CreatorId = Text<{ limits::CREATOR_ID_CHARS }>;
/// The value of the header field `Idempotency-Key`.
pub type IdempotencyKey = Text<{ limits::IDEMPOTENCY_KEY_CHARS }>;
