//! Why a search query can't be read.

use crate::limits::{SEARCH_QUERY_CHARS, SEARCH_TERMS};

/// Why a search query can't be read: names the limit, what was given, and where. Positions count the query's characters
/// (Unicode scalar values) from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// Too many characters.
    #[error(
        "must have at most {SEARCH_QUERY_CHARS} characters; {given} were given, too many from character {} on",
        self.position()
    )]
    TooLong {
        /// The characters given.
        given: usize,
    },
    /// Too many words and phrases.
    #[error(
        "must have at most {SEARCH_TERMS} words and phrases; {given} were given, too many from character {position} on"
    )]
    TooManyTerms {
        /// The words and phrases given.
        given: usize,
        /// Where the first one too many begins.
        position: usize,
    },
    /// A phrase has a beginning and no end.
    #[error("must have a closing quote for the one at character {position}")]
    OpenQuote {
        /// Where the opening quote is.
        position: usize,
    },
    /// A `-` stands alone.
    #[error("must have a word or a phrase right behind the - at character {position}")]
    NothingExcluded {
        /// Where the `-` is.
        position: usize,
    },
    /// A word or a phrase holds only what search passes over, such as punctuation.
    #[error(
        "must have a letter, a digit or a symbol in each word and phrase; {given:?} at character {position} has none"
    )]
    NothingToFind {
        /// The word or the phrase.
        given: String,
        /// Where it begins.
        position: usize,
    },
}

impl QueryError {
    /// The character of the query at which it goes wrong, counted from 1.
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
