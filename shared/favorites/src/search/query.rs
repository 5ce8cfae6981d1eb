//! What a person looks for.

use std::str::FromStr;

use super::query_error::QueryError;
use super::query_parts::{Part, parts};
use crate::limits::{SEARCH_QUERY_CHARS, SEARCH_TERMS};
use crate::search_text::fold;
use crate::search_text::{End, Term};

/// What a person looks for: words and phrases that a favorite must have, and others that it must not have.
///
/// | in the query | what it asks for |
/// |---|---|
/// | `rust book` | both words, anywhere in the favorite. The last word may be the beginning of one: it also finds `bookshop` |
/// | `"rust book"` | a phrase: these words one after the other, each of them whole |
/// | `-java`, `-"java book"` | favorites without it |
/// | `read-me`, `example.com` | the same as the phrase `"read me"`, `"example com"`, as the text is searched without punctuation |
///
/// - Case, width and accents do not matter, neither do kinds of punctuation. [The module](crate::search) tells what
///   is a word, and what is found inside of one.
/// - Words are separated by white space, also by the ideographic space. The last word is a beginning only where it is
///   neither quoted nor excluded.
/// - Any double quote opens a phrase and any ends it: `"…"`, `“…”`, `„…“`, `＂…＂`. It opens one at the beginning of a
///   word, or after its `-`; inside of a word it is punctuation, as in `27"` or `צה"ל`. What follows a closing quote
///   is the next word.
/// - `-` and `－` exclude at the beginning of a word, and are punctuation inside of it.
/// - A query without words asks for everything; it is also the default.
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
    /// [`QueryError`], which tells one fault and where it is.
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

    /// What a favorite must have, in the order of the query.
    pub(crate) fn required(&self) -> &[Term] {
        &self.required
    }

    /// What a favorite must not have.
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
