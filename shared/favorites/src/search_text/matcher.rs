//! Matching of words and phrases in folded text.

use std::iter;

use memchr::memmem::Finder;

use super::char_class::{is_inside_a_word, leading_word};

/// The rule for the end of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The term ends at the end of a word.
    Whole,
    /// The term ends anywhere, since it is the beginning of a word.
    Prefix,
}

/// A word or a phrase to look for in folded text.
///
/// A match does not begin [inside a word](is_inside_a_word) and, unless the term is a [prefix](End::Prefix), does not end
/// inside one. Free characters are never inside a word: both `手机` and `iphone` match in `iphone手机`.
#[derive(Debug, Clone)]
pub(crate) struct Term {
    text: String,
    finder: Finder<'static>,
    end: End,
    /// The length of the first character in bytes.
    step: usize,
}

impl Term {
    /// Creates a term for `folded`, the [folded](super::fold::fold) form of a word or a phrase. Returns `None` if it is empty.
    pub(crate) fn new(folded: &str, end: End) -> Option<Self> {
        let step = folded.chars().next()?.len_utf8();
        Some(Self { text: folded.to_owned(), finder: Finder::new(folded).into_owned(), end, step })
    }

    /// Returns the folded text to look for.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the rule for the end of the term.
    pub(super) fn end(&self) -> End {
        self.end
    }

    /// Returns the byte positions of all matches in `text` (one or more folded texts), ascending and without overlaps.
    pub(crate) fn positions<'a>(&'a self, text: &'a str) -> impl Iterator<Item = usize> + 'a {
        let mut from = 0;
        iter::from_fn(move || {
            loop {
                let position = from + self.finder.find(&text.as_bytes()[from..])?;
                if self.is_bounded(text, position) {
                    from = position + self.finder.needle().len();
                    return Some(position);
                }
                // No match begins before the end of this word. Trying each of its characters would take quadratic time if
                // the term and the text repeat one letter.
                from = position + leading_word(&text[position..]).max(self.step);
            }
        })
    }

    /// Returns true if the term occurs in `text`.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.positions(text).next().is_some()
    }

    fn is_bounded(&self, text: &str, position: usize) -> bool {
        let end = position + self.finder.needle().len();
        !is_inside_a_word(text, position) && (self.end == End::Prefix || !is_inside_a_word(text, end))
    }
}

#[cfg(test)]
#[path = "matcher_tests.rs"]
mod tests;
