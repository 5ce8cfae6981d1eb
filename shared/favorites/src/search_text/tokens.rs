//! Tokens of folded text: a text in which a [`Term`] matches contains all tokens of the term.

use std::collections::{BTreeMap, BTreeSet};

use super::char_class::CharClass;
use super::matcher::{End, Term};
use super::readings::Readings;

/// A part of a folded text by which the search index finds the text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Token {
    /// A word.
    Word(String),
    /// A free character, or two free characters in a row.
    Free(String),
}

/// A condition on the tokens of a text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NeededToken {
    /// The text has this token.
    Whole(Token),
    /// The text has these words, at least two, one directly after the other.
    Sequence(Vec<String>),
    /// The text has a word that begins with this text.
    Beginning(String),
}

/// The tokens of a text. Words have their positions among the words and the runs of free characters, in ascending order for each
/// reading. Free characters have none.
pub(crate) type Tokens = BTreeMap<Token, Vec<u32>>;

impl Token {
    /// Returns the tokens of both readings of `text`, one or more folded texts.
    pub(crate) fn of_text(text: &str) -> Tokens {
        let mut tokens = Tokens::new();
        let readings = Readings::of(text);
        Self::of_reading(readings.apart(), &mut tokens);
        if readings.differ() {
            Self::of_reading(readings.together(), &mut tokens);
        }
        tokens
    }

    fn of_reading(text: &str, tokens: &mut Tokens) {
        for (position, piece) in (0..).zip(pieces(text)) {
            match piece {
                Piece::Word(word) => tokens.entry(Self::Word(word.to_owned())).or_default().push(position),
                Piece::Free(run) => {
                    let parts = parts(run, 1).chain(parts(run, 2));
                    tokens.extend(parts.map(|part| (Self::Free(part.to_owned()), Vec::new())));
                }
            }
        }
    }
}

impl NeededToken {
    /// Returns the conditions that a text meets if the term matches in it.
    pub(super) fn of_term(term: &Term) -> BTreeSet<Self> {
        let mut needed = BTreeSet::new();
        let mut words = Vec::new();
        let mut pieces = pieces(term.text()).peekable();
        while let Some(piece) = pieces.next() {
            match piece {
                Piece::Word(word) if pieces.peek().is_some() || term.end() == End::Whole => {
                    words.push(word.to_owned());
                }
                Piece::Word(word) => {
                    needed.insert(Self::Beginning(word.to_owned()));
                }
                Piece::Free(run) => {
                    needed.extend(Self::of_words(std::mem::take(&mut words)));
                    // Pairs are in fewer texts than the characters in them.
                    let is_pair = run.chars().nth(1).is_some();
                    let parts = parts(run, if is_pair { 2 } else { 1 });
                    needed.extend(parts.map(|part| Self::Whole(Token::Free(part.to_owned()))));
                }
            }
        }
        needed.extend(Self::of_words(words));
        needed
    }

    /// Returns the condition on whole words that follow each other.
    fn of_words(mut words: Vec<String>) -> Option<Self> {
        if words.len() > 1 {
            return Some(Self::Sequence(words));
        }
        words.pop().map(|word| Self::Whole(Token::Word(word)))
    }

    /// Returns true if every text matches that meets the conditions of [`of_term`](Self::of_term): the term is a single token.
    pub(super) fn decides(term: &Term) -> bool {
        match pieces(term.text()).next() {
            Some(Piece::Word(_)) => is_single(term.text()),
            Some(Piece::Free(run)) => is_single(term.text()) && run.chars().nth(2).is_none(),
            None => false,
        }
    }

    /// Returns true if a text with these tokens meets the condition.
    #[cfg(test)]
    pub(super) fn is_met_by(&self, tokens: &Tokens) -> bool {
        match self {
            Self::Whole(token) => tokens.contains_key(token),
            Self::Sequence(words) => {
                let positions = |word: &String| tokens.get(&Token::Word(word.clone())).cloned();
                let all: Option<Vec<_>> = words.iter().map(positions).collect();
                let follow = |first: u32, all: &[Vec<u32>]| {
                    (first..).zip(all).all(|(position, positions)| positions.contains(&position))
                };
                all.is_some_and(|all| all[0].iter().any(|first| follow(*first, &all)))
            }
            Self::Beginning(beginning) => {
                tokens.keys().any(|token| matches!(token, Token::Word(word) if word.starts_with(beginning)))
            }
        }
    }
}

/// Returns true if the text is one word, or one run of free characters.
pub(super) fn is_single(text: &str) -> bool {
    matches!(pieces(text).next(), Some(Piece::Word(piece) | Piece::Free(piece)) if piece == text)
}

/// A run of characters of one class. Separators are left out.
enum Piece<'a> {
    Word(&'a str),
    Free(&'a str),
}

fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let class = CharClass::of(rest.chars().next()?);
            let end = rest.find(|character| CharClass::of(character) != class).unwrap_or(rest.len());
            let (piece, after) = rest.split_at(end);
            rest = after;
            match class {
                CharClass::Word => return Some(Piece::Word(piece)),
                CharClass::Free => return Some(Piece::Free(piece)),
                CharClass::Separator => {}
            }
        }
    })
}

/// Returns all parts of a run that have this many characters.
fn parts(run: &str, length: usize) -> impl Iterator<Item = &str> {
    let begins = run.char_indices().map(|(begin, _)| begin);
    let ends = run.char_indices().map(|(end, _)| end).chain([run.len()]).skip(length);
    begins.zip(ends).map(|(begin, end)| &run[begin..end])
}

#[cfg(test)]
#[path = "tokens_tests.rs"]
mod tests;
