//! The error of an invalid search query.

use crate::limits::{SEARCH_QUERY_CHARS, SEARCH_TERMS};

/// The mistake in an invalid search query, with the limit, the given value and its position. Positions count the characters of
/// the query (Unicode scalar values) from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// The query has too many characters.
    #[error(
        "must have at most {SEARCH_QUERY_CHARS} characters; {given} were given, too many from character {} on",
        self.position()
    )]
    TooLong {
        /// The number of characters in the query.
        given: usize,
    },
    /// The query has too many words and phrases.
    #[error(
        "must have at most {SEARCH_TERMS} words and phrases; {given} were given, too many from character {position} on"
    )]
    TooManyTerms {
        /// The number of words and phrases in the query.
        given: usize,
        /// The position of the first word or phrase beyond the limit.
        position: usize,
    },
    /// A phrase has no closing quote.
    #[error("must have a closing quote for the one at character {position}")]
    OpenQuote {
        /// The position of the opening quote.
        position: usize,
    },
    /// A `-` has no word or phrase after it.
    #[error("must have a word or a phrase right behind the - at character {position}")]
    NothingExcluded {
        /// The position of the `-`.
        position: usize,
    },
    /// A word or a phrase contains only characters that search ignores, such as punctuation.
    #[error(
        "must have a letter, a digit or a symbol in each word and phrase; {given:?} at character {position} has none"
    )]
    NothingToFind {
        /// The word or the phrase.
        given: String,
        /// The position at which it begins.
        position: usize,
    },
}

impl QueryError {
    /// Returns the position of the mistake: the number of the character in the query, counted from 1.
    #[must_use]
    pub fn position(&self) -> usize {
        match self {
            Self::TooLong { .. } => SEARCH_QUERY_CHARS + 1,
            Self::TooManyTerms { position, .. }
            | Self::OpenQuote { position }
            | Self::NothingExcluded { position }
            | Self::NothingToFind { position, .. } => *position,
        }
    }
}
