//! Where a word or a phrase stands in folded text.

use std::iter;

use memchr::memmem::Finder;

use super::char_class::{is_inside_a_word, leading_word};

/// Where a term may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// At the end of a word.
    Whole,
    /// Anywhere: the term is the beginning of a word.
    Prefix,
}

/// A word or a phrase to look for in folded text.
///
/// It does not begin [inside of a word](is_inside_a_word) and, unless it is a [prefix](End::Prefix), does not end in
/// one. Where its own first or last character is free, that is no question: `手机` stands in `iphone手机`, and so does
/// `iphone`.
#[derive(Debug, Clone)]
pub(crate) struct Term {
    text: String,
    finder: Finder<'static>,
    end: End,
    /// The bytes of its first character.
    step: usize,
}

impl Term {
    /// Looks for `folded`, the [folded](super::fold::fold) form of a word or a phrase. `None` where it is empty.
    pub(crate) fn new(folded: &str, end: End) -> Option<Self> {
        let step = folded.chars().next()?.len_utf8();
        Some(Self { text: folded.to_owned(), finder: Finder::new(folded).into_owned(), end, step })
    }

    /// The folded text that it looks for.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Where it may end.
    pub(super) fn end(&self) -> End {
        self.end
    }

    /// The byte positions at which it stands in `text`, one or many folded texts: ascending, and no two overlap.
    pub(crate) fn positions<'a>(&'a self, text: &'a str) -> impl Iterator<Item = usize> + 'a {
        let mut from = 0;
        iter::from_fn(move || {
            loop {
                let position = from + self.finder.find(&text.as_bytes()[from..])?;
                if self.is_bounded(text, position) {
                    from = position + self.finder.needle().len();
                    return Some(position);
                }
                // Nothing begins before the end of this word. To try each of its characters would cost the length of
                // the term for each where both repeat one letter.
                from = position + leading_word(&text[position..]).max(self.step);
            }
        })
    }

    /// Whether it stands in `text` at all.
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
