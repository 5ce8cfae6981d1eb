//! Tokens of folded text: a text in which a [`Term`] matches contains all tokens of the term.

use std::collections::BTreeSet;

use siphasher::sip::SipHasher13;

use super::char_class::CharClass;
use super::matcher::{End, Term};
use super::readings::Readings;

/// The lengths, in characters, of the beginnings of words that are tokens. Three typed characters already give two tokens, which
/// makes false matches in signatures rarer.
const BEGINNINGS: [usize; 3] = [2, 3, 4];

/// The hash of a word, of the beginning of a word, of a free character, or of two free characters in a row. Two different inputs
/// have the same hash with a probability of 2^-64.
///
/// Signatures store these hashes, so they must never change: other rules for tokens need a new format of signatures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Token(u64);

#[derive(Clone, Copy)]
enum Kind {
    Word = 0,
    Beginning = 1,
    Free = 2,
}

impl Token {
    fn new(kind: Kind, text: &str) -> Self {
        Self(SipHasher13::new_with_keys(kind as u64, 0).hash(text.as_bytes()))
    }

    /// Returns the hash.
    pub(crate) fn get(self) -> u64 {
        self.0
    }

    /// Adds the tokens of both readings of `text`, one or more folded texts.
    pub(crate) fn of_text(text: &str, tokens: &mut BTreeSet<Self>) {
        let readings = Readings::of(text);
        Self::of_reading(readings.apart(), tokens);
        if readings.differ() {
            Self::of_reading(readings.together(), tokens);
        }
    }

    fn of_reading(text: &str, tokens: &mut BTreeSet<Self>) {
        for piece in pieces(text) {
            match piece {
                Piece::Word(word) => {
                    tokens.insert(Self::new(Kind::Word, word));
                    tokens.extend(beginnings(word));
                }
                Piece::Free(run) => tokens.extend(free(run)),
            }
        }
    }

    /// Returns the tokens that every text contains in which the term matches.
    pub(super) fn of_term(term: &Term) -> BTreeSet<Self> {
        let mut tokens = BTreeSet::new();
        let mut pieces = pieces(term.text()).peekable();
        while let Some(piece) = pieces.next() {
            let is_last = pieces.peek().is_none();
            match piece {
                Piece::Word(word) => {
                    let is_whole = !is_last || term.end() == End::Whole;
                    tokens.extend(is_whole.then(|| Self::new(Kind::Word, word)));
                    tokens.extend(beginnings(word));
                }
                Piece::Free(run) => tokens.extend(free(run)),
            }
        }
        tokens
    }
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

/// Returns the tokens of a word's beginnings.
fn beginnings(word: &str) -> impl Iterator<Item = Token> + '_ {
    BEGINNINGS.into_iter().filter_map(|length| {
        let last = word.char_indices().nth(length - 1)?;
        Some(Token::new(Kind::Beginning, &word[..last.0 + last.1.len_utf8()]))
    })
}

/// Returns the tokens of each character and of each two characters in a row.
fn free(run: &str) -> impl Iterator<Item = Token> + '_ {
    run.char_indices().flat_map(move |(begin, _)| {
        let mut ends =
            run[begin..].char_indices().skip(1).map(move |(end, _)| begin + end).chain([run.len()]);
        let (one, two) = (ends.next(), ends.next());
        one.into_iter().chain(two).map(move |end| Token::new(Kind::Free, &run[begin..end]))
    })
}

#[cfg(test)]
#[path = "tokens_tests.rs"]
mod tests;
