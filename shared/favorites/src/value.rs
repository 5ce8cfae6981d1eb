//! Text and numbers that hold their own limits, so that a value that exists is valid.

use std::fmt;

use serde::{Deserialize, Serialize};
use single_table::Timestamp;

use crate::limits;

/// Why a value is refused: names the limit and what was given.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ValueError {
    /// Text without a visible character.
    #[error("must not be empty")]
    Empty,
    /// Too many characters.
    #[error("must have at most {limit} characters; {given} were given")]
    TooLong {
        /// The most characters allowed.
        limit: usize,
        /// The characters given.
        given: usize,
    },
    /// Too many bytes in a form that is stored.
    #[error("must have at most {limit} bytes when {form}; {given} were given")]
    TooManyBytes {
        /// The form that is measured.
        form: &'static str,
        /// The most bytes allowed.
        limit: usize,
        /// The bytes given.
        given: usize,
    },
    /// A control character where only visible text makes sense.
    #[error("must not contain the control character U+{code:04X}")]
    Control {
        /// The code point.
        code: u32,
    },
    /// Not an absolute `http` or `https` URL.
    #[error("must be an absolute http or https URL: {reason}")]
    Url {
        /// What is wrong with it.
        reason: String,
    },
    /// Not a media type such as `image/png`.
    #[error("must be a media type such as image/png; \"{given}\" was given")]
    MediaType {
        /// What was given.
        given: String,
    },
    /// A number outside its range.
    #[error("must be from {min} to {max}; {given} was given")]
    Range {
        /// The least value.
        min: f64,
        /// The greatest value.
        max: f64,
        /// What was given.
        given: f64,
    },
    /// Not an id of ours.
    #[error("must be a UUID; \"{given}\" was given")]
    Id {
        /// What was given.
        given: String,
    },
    /// None of the declared words.
    #[error("must be one of {allowed}; \"{given}\" was given")]
    Unknown {
        /// The declared words.
        allowed: String,
        /// What was given.
        given: String,
    },
    /// A time of keeping before the first id or too far ahead.
    #[error("must be from 1970 to {latest}; {given} was given")]
    ClipTime {
        /// The latest time allowed.
        latest: Timestamp,
        /// What was given.
        given: Timestamp,
    },
    /// An expiry that has passed.
    #[error("must lie in the future; {given} was given and it is {now}")]
    Expired {
        /// What was given.
        given: Timestamp,
        /// The time that it was checked at.
        now: Timestamp,
    },
}

/// Non-empty text of at most `MAX` characters. Line breaks and tabs are text; other control characters are not.
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
    /// [`ValueError::Empty`], [`ValueError::TooLong`] or [`ValueError::Control`].
    pub fn parse(text: impl Into<String>) -> Result<Self, ValueError> {
        let text = text.into();
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

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
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

impl<const MAX: usize> TryFrom<String> for Text<MAX> {
    type Error = ValueError;

    fn try_from(text: String) -> Result<Self, ValueError> {
        Self::parse(text)
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
/// One message of a chat record.
pub type MessageText = Text<{ limits::CHAT_MESSAGE_CHARS }>;
/// Who made what is kept: an id of the caller's own.
pub type CreatorId = Text<{ limits::CREATOR_ID_CHARS }>;
/// What a caller sends as `Idempotency-Key`.
pub type IdempotencyKey = Text<{ limits::IDEMPOTENCY_KEY_CHARS }>;

/// An absolute `http` or `https` URL, kept as it was given.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct WebUrl(String);

impl WebUrl {
    /// Checks the URL.
    ///
    /// # Errors
    /// [`ValueError::TooLong`] past [`limits::URL_CHARS`], [`ValueError::Url`] when it isn't an absolute web address.
    pub fn parse(text: impl Into<String>) -> Result<Self, ValueError> {
        let text = text.into();
        let given = text.chars().count();
        if given > limits::URL_CHARS {
            return Err(ValueError::TooLong { limit: limits::URL_CHARS, given });
        }
        Self::read(&text)?;
        Ok(Self(text))
    }

    fn read(text: &str) -> Result<url::Url, ValueError> {
        let url = url::Url::parse(text).map_err(|error| ValueError::Url { reason: error.to_string() })?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(ValueError::Url { reason: format!("the scheme is {}", url.scheme()) });
        }
        Ok(url)
    }

    /// The URL as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The form by which two URLs are the same link: scheme and host in lower case, no default port, dots resolved
    /// (the URL Standard's serialization), and no fragment, since a fragment names a place in the same page.
    #[must_use]
    pub fn normalized(&self) -> String {
        Self::read(&self.0).map_or_else(
            |_| self.0.clone(),
            |mut url| {
                url.set_fragment(None);
                url.into()
            },
        )
    }
}

impl TryFrom<String> for WebUrl {
    type Error = ValueError;

    fn try_from(text: String) -> Result<Self, ValueError> {
        Self::parse(text)
    }
}

impl From<WebUrl> for String {
    fn from(url: WebUrl) -> Self {
        url.0
    }
}

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

impl TryFrom<String> for MediaType {
    type Error = ValueError;

    fn try_from(text: String) -> Result<Self, ValueError> {
        Self::parse(text)
    }
}

impl From<MediaType> for String {
    fn from(media_type: MediaType) -> Self {
        media_type.0
    }
}

/// Degrees, from minus `MAX` to `MAX`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Degrees<const MAX: u32>(f64);

impl<const MAX: u32> Degrees<MAX> {
    /// Checks the range.
    ///
    /// # Errors
    /// [`ValueError::Range`], also for what is not a number.
    pub fn new(degrees: f64) -> Result<Self, ValueError> {
        let max = f64::from(MAX);
        if (-max..=max).contains(&degrees) {
            Ok(Self(degrees))
        } else {
            Err(ValueError::Range { min: -max, max, given: degrees })
        }
    }

    /// The degrees.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }
}

impl<const MAX: u32> TryFrom<f64> for Degrees<MAX> {
    type Error = ValueError;

    fn try_from(degrees: f64) -> Result<Self, ValueError> {
        Self::new(degrees)
    }
}

impl<const MAX: u32> From<Degrees<MAX>> for f64 {
    fn from(degrees: Degrees<MAX>) -> Self {
        degrees.0
    }
}

/// Degrees north of the equator.
pub type Latitude = Degrees<90>;
/// Degrees east of Greenwich.
pub type Longitude = Degrees<180>;
