//! Addresses of the web.

use serde::{Deserialize, Serialize};

use super::{ValueError, serde_as_text};
use crate::limits;

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
        self.parts().map_or_else(
            || self.0.clone(),
            |mut url| {
                url.set_fragment(None);
                url.into()
            },
        )
    }

    /// The URL in its parts. It was read once already, so there is always one.
    pub(crate) fn parts(&self) -> Option<url::Url> {
        Self::read(&self.0).ok()
    }
}

serde_as_text!(WebUrl);
