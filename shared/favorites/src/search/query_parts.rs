//! A search query cut into its words and phrases, before they are folded.

use super::query_error::QueryError;

/// A word or a phrase as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part<'q> {
    /// Without its `-` and its quotes.
    pub(super) text: &'q str,
    pub(super) excluded: bool,
    pub(super) quoted: bool,
    /// The character of the query at which it begins, counted from 1.
    pub(super) position: usize,
}

/// The words and phrases of `query`, in their order.
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
    /// The character of the query at which `rest` begins, counted from 1.
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

    /// Takes the text up to the first character that is an `end`, or all of it.
    fn up_to(&mut self, end: impl Fn(char) -> bool) -> &'q str {
        let (text, rest) = self.rest.split_at(self.rest.find(end).unwrap_or(self.rest.len()));
        self.rest = rest;
        self.position += text.chars().count();
        text
    }

    /// Takes the next character if it is `wanted`, and says whether it was.
    fn one(&mut self, wanted: fn(char) -> bool) -> bool {
        let rest = self.rest.strip_prefix(wanted);
        if let Some(rest) = rest {
            self.rest = rest;
            self.position += 1;
        }
        rest.is_some()
    }
}

/// As keyboards write it in half and in full width.
fn is_minus(character: char) -> bool {
    matches!(character, '-' | '－')
}

/// Any double quote opens and any closes: languages disagree which is which, and keyboards put them in by themselves.
fn is_quote(character: char) -> bool {
    matches!(character, '"' | '“' | '”' | '„' | '‟' | '＂')
}
