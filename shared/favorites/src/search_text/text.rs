//! The search text of a favorite.

use std::iter;

use super::fields::fields;
use super::fold::fold;
use crate::model::favorite::FavoriteData;

/// The separator of the texts of a favorite. Folded text never contains it.
const FIELD_SEPARATOR: char = ',';

/// The text of a favorite that search reads: the folded title, the host and the other texts, joined by commas, without commas at the
/// end. A phrase can't match across two texts, because folded text contains no comma.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct SearchText(String);

/// A text with a place of its own in the [`SearchText`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Title,
    /// The host of a link.
    Host,
}

impl Part {
    /// Returns this part of the text of a favorite, or an empty text.
    pub(crate) fn of(self, text: &str) -> &str {
        let place = match self {
            Self::Title => 0,
            Self::Host => 1,
        };
        text.split(FIELD_SEPARATOR).nth(place).unwrap_or_default()
    }
}

impl SearchText {
    pub(crate) fn of(favorite: &FavoriteData) -> Self {
        let mut text = String::new();
        // The commas of texts that turn out to be the last ones are not written.
        let mut commas = 0;
        for (place, field) in fields(favorite).iter().enumerate() {
            commas += usize::from(place > 0);
            let field = fold(field);
            if !field.is_empty() {
                text.extend(iter::repeat_n(FIELD_SEPARATOR, commas));
                text.push_str(&field);
                commas = 0;
            } else if place > 1 {
                // Only the title and the host have a place of their own.
                commas -= 1;
            }
        }
        Self(text)
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
