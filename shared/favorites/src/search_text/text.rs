//! The search text of a favorite.

use super::address::{self, HOST_END};
use super::fields::fields;
use super::fold::fold;
use crate::model::favorite::FavoriteData;

/// The separator of the texts of a favorite. Folded text never contains it.
const FIELD_SEPARATOR: &str = ",";

/// The text of a favorite that search reads: the folded title, the address and the other texts, joined by
/// commas, without commas at the end. A phrase can't match across two texts, because folded text contains no
/// comma.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct SearchText(String);

/// A text with a place of its own in the [`SearchText`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Title,
    /// The host of the address.
    Host,
}

impl Part {
    /// Returns this part of the text of a favorite, or an empty text.
    pub(crate) fn of(self, text: &str) -> &str {
        let mut texts = text.split(FIELD_SEPARATOR);
        match self {
            Self::Title => texts.next().unwrap_or_default(),
            Self::Host => texts.nth(1).and_then(|address| address.split(HOST_END).next()).unwrap_or_default(),
        }
    }
}

impl SearchText {
    pub(crate) fn of(favorite: &FavoriteData) -> Self {
        let address = favorite.details.content_url.as_ref().map(address::folded).unwrap_or_default();
        // Only the title and the address have a place of their own.
        let others =
            fields(&favorite.content).into_iter().map(|text| fold(&text)).filter(|text| !text.is_empty());
        let texts = [fold(favorite.details.title.as_str()), address].into_iter().chain(others);
        let text = texts.collect::<Vec<_>>().join(FIELD_SEPARATOR);
        Self(text.trim_end_matches(FIELD_SEPARATOR).to_owned())
    }

    /// The text of a favorite that is folded already.
    #[cfg(test)]
    pub(crate) fn folded(text: String) -> Self {
        Self(text)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
