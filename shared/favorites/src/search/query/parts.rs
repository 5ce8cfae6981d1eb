//! A search query cut into its parts, before their words are folded.

use super::operator::Operator;

/// A part of a query as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part<'q> {
    pub(super) is_excluded: bool,
    pub(super) operator: Option<Operator>,
    /// The text without its `-`, its operator and its quotes.
    pub(super) text: &'q str,
    pub(super) quotes: Quotes,
    /// The text with its operator, as it is searched where the operator turns out to be none.
    pub(super) whole: &'q str,
    /// The position in the query at which `text` begins, counted in characters from 1.
    pub(super) position: usize,
}

/// The quotes around a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    None,
    /// The closing quote is missing, so the part extends to the end of the query.
    Open,
    Closed,
}

/// Splits `query` into its parts, in their order. Leaves out each `-` with nothing behind.
pub(super) fn parts(query: &str) -> Vec<Part<'_>> {
    let mut reader = Reader { rest: query, position: 1 };
    std::iter::from_fn(|| reader.part()).collect()
}

struct Reader<'q> {
    rest: &'q str,
    /// The position in the query at which `rest` begins, counted in characters from 1.
    position: usize,
}

impl<'q> Reader<'q> {
    fn part(&mut self) -> Option<Part<'q>> {
        loop {
            self.up_to(|c| !c.is_whitespace());
            let is_excluded = self.one(is_minus);
            if self.rest.is_empty() {
                return None;
            }
            if !self.rest.starts_with(char::is_whitespace) {
                return Some(self.wanted(is_excluded));
            }
        }
    }

    /// Reads the part behind the `-`.
    fn wanted(&mut self, is_excluded: bool) -> Part<'q> {
        let whole = self.rest;
        let operator = self.operator();
        let is_quoted = self.one(is_quote);
        let position = self.position;
        let text = self.up_to(if is_quoted { is_quote } else { char::is_whitespace });
        let quotes = match is_quoted {
            false => Quotes::None,
            true if self.one(is_quote) => Quotes::Closed,
            true => Quotes::Open,
        };
        // A quote that ends the query has no text behind it, so the position is that of the quote.
        let position = if quotes == Quotes::Open && text.is_empty() { position - 1 } else { position };
        let whole = &whole[..whole.len() - self.rest.len()];
        Part { is_excluded, operator, text, quotes, whole, position }
    }

    /// Takes an operator and its colon if a value follows them without a space.
    fn operator(&mut self) -> Option<Operator> {
        let (name, behind) = self.rest.split_once(is_colon)?;
        let operator = Operator::of_name(name)?;
        if behind.chars().next()?.is_whitespace() {
            return None;
        }
        self.up_to(is_colon);
        self.one(is_colon);
        Some(operator)
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

/// Returns true for the half-width and the full-width colon.
fn is_colon(character: char) -> bool {
    matches!(character, ':' | '：')
}

/// Returns true for every double quote. Any of them opens or closes a phrase, because languages disagree about which one opens,
/// and keyboards choose them automatically.
fn is_quote(character: char) -> bool {
    matches!(character, '"' | '“' | '”' | '„' | '‟' | '＂')
}
