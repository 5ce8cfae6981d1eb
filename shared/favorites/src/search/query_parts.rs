//! A search query cut into its words and phrases, before they are folded.

use super::query_error::QueryError;

/// A word or a phrase as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part<'q> {
    /// The text without its `-` and its quotes.
    pub(super) text: &'q str,
    pub(super) excluded: bool,
    pub(super) quoted: bool,
    /// The position in the query at which the part begins, counted in characters from 1.
    pub(super) position: usize,
}

/// Splits `query` into its words and phrases, in their order.
pub(super) fn parts(query: &str) -> Result<Vec<Part<'_>>, QueryError> {
    let mut reader = Reader { rest: query, position: 1 };
    let mut parts = Vec::new();
    while let Some(part) = reader.part()? {
        parts.push(part);
    }
    Ok(parts)
}

struct Reader<'q> {
    rest: &'q str,
    /// The position in the query at which `rest` begins, counted in characters from 1.
    position: usize,
}

impl<'q> Reader<'q> {
    fn part(&mut self) -> Result<Option<Part<'q>>, QueryError> {
        self.up_to(|c| !c.is_whitespace());
        if self.rest.is_empty() {
            return Ok(None);
        }
        let position = self.position;
        let excluded = self.one(is_minus);
        let quote = self.position;
        let quoted = self.one(is_quote);
        let text = self.up_to(if quoted { is_quote } else { char::is_whitespace });
        if quoted && !self.one(is_quote) {
            return Err(QueryError::OpenQuote { position: quote });
        }
        if excluded && !quoted && text.is_empty() {
            return Err(QueryError::NothingExcluded { position });
        }
        Ok(Some(Part { text, excluded, quoted, position }))
    }

    /// Takes the text up to the first character for which `end` is true, or all of the text.
    fn up_to(&mut self, end: impl Fn(char) -> bool) -> &'q str {
        let (text, rest) = self.rest.split_at(self.rest.find(end).unwrap_or(self.rest.len()));
        self.rest = rest;
        self.position += text.chars().count();
        text
    }

    /// Takes the next character if `wanted` is true for it. Returns true if it took the character.
    fn one(&mut self, wanted: fn(char) -> bool) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        if let Some(rest) = rest {
            self.rest = rest;
            self.position += 1;
        }
        rest.is_some()
    }
}

/// Returns true for the half-width and the full-width minus, as different keyboards write it.
fn is_minus(character: char) -> bool {
    matches!(character, '-' | '－')
}

/// Returns true for every double quote. Any of them opens or closes a phrase, because languages disagree about which one opens,
/// and keyboards choose them automatically.
fn is_quote(character: char) -> bool {
    matches!(character, '"' | '“' | '”' | '„' | '‟' | '＂')
}
