//! The query of a search.

use std::str::FromStr;

use super::query_error::QueryError;
use super::query_parts::{Part, parts};
use crate::limits::{SEARCH_QUERY_CHARS, SEARCH_TERMS};
use crate::search_text::fold;
use crate::search_text::{End, Term};

/// The query of a search: words and phrases that a favorite must contain, and others that it must not contain.
///
/// | query | finds |
/// |---|---|
/// | `rust book` | favorites with both words, in any place. The last word may be a beginning: it also finds `bookshop` |
/// | `"rust book"` | favorites with this phrase: the words follow each other, and each is whole |
/// | `-java`, `-"java book"` | favorites without the word or the phrase |
/// | `read-me`, `example.com` | the same as the phrases `"read me"` and `"example com"`, because search ignores punctuation |
///
/// - Case, width, accents and the kind of punctuation don't matter. [The module](crate::search) defines words, and says which
///   scripts match inside words.
/// - White space separates words, including the ideographic space. The last word matches as a beginning unless it is quoted or
///   excluded.
/// - Any double quote opens a phrase, and any double quote closes it: `"…"`, `“…”`, `„…“`, `＂…＂`. A quote opens a phrase only at
///   the beginning of a word or after its `-`; inside a word it is punctuation, as in `27"` or `צה"ל`. The next word begins after
///   the closing quote.
/// - `-` and `－` exclude a word at its beginning, and are punctuation inside it.
/// - A query without words finds everything. It is the default.
///
/// ```
/// use favorites::SearchQuery;
///
/// assert!(SearchQuery::parse(r#"rust "memory safe" -java"#).is_ok());
///
/// let error = SearchQuery::parse(r#"rust "memory safe"#).unwrap_err();
/// assert_eq!(error.to_string(), "must have a closing quote for the one at character 6");
/// assert_eq!(error.position(), 6);
/// ```
#[derive(Debug, Clone, Default)]
pub struct SearchQuery {
    required: Vec<Term>,
    excluded: Vec<Term>,
}

impl SearchQuery {
    /// Reads a query of at most [`SEARCH_QUERY_CHARS`] characters and [`SEARCH_TERMS`] words and phrases.
    ///
    /// # Errors
    /// Returns a [`QueryError`] that describes the first mistake and its position.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let given = text.chars().count();
        if given > SEARCH_QUERY_CHARS {
            return Err(QueryError::TooLong { given });
        }
        let parts = parts(text)?;
        if let Some(Part { position, .. }) = parts.get(SEARCH_TERMS) {
            return Err(QueryError::TooManyTerms { given: parts.len(), position: *position });
        }
        let mut query = Self::default();
        for (index, part) in parts.iter().enumerate() {
            let is_last = index + 1 == parts.len();
            let end = if is_last && !part.quoted && !part.excluded { End::Prefix } else { End::Whole };
            let term = Term::new(&fold(part.text), end).ok_or_else(|| QueryError::NothingToFind {
                given: part.text.to_owned(),
                position: part.position,
            })?;
            if part.excluded { query.excluded.push(term) } else { query.required.push(term) }
        }
        Ok(query)
    }

    /// Returns the terms that a favorite must contain, in the order of the query.
    pub(crate) fn required(&self) -> &[Term] {
        &self.required
    }

    /// Returns the terms that a favorite must not contain.
    pub(crate) fn excluded(&self) -> &[Term] {
        &self.excluded
    }
}

impl FromStr for SearchQuery {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<Self, QueryError> {
        Self::parse(text)
    }
}

#[cfg(test)]
#[path = "query_tests.rs"]
mod tests;
