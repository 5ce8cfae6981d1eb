//! Folds texts and compares terms with them, independently of the service's code: it cuts folded text into tokens and
//! compares these. It supports only the scripts and characters of the [vocabulary](crate::vocabulary).

use icu_casemap::CaseMapper;
use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};

/// A piece of folded text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    /// A run of letters and digits of a script with spaces between words.
    Word(String),
    /// A character that matches at any position.
    Free(char),
    /// A run of white space and punctuation.
    Gap,
}

/// Returns the tokens of a text, without gaps at its ends.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for character in folded(text).chars() {
        match kind(character) {
            Token::Word(letter) => match tokens.last_mut() {
                Some(Token::Word(word)) => word.push_str(&letter),
                _ => tokens.push(Token::Word(letter)),
            },
            Token::Gap if matches!(tokens.last(), None | Some(Token::Gap)) => {}
            other => tokens.push(other),
        }
    }
    if tokens.last() == Some(&Token::Gap) {
        tokens.pop();
    }
    tokens
}

/// Returns true if `text` contains `term`. If `is_beginning` is true, the last word of the term may be the beginning of
/// a word.
pub(crate) fn stands_in(term: &[Token], is_beginning: bool, text: &[Token]) -> bool {
    let Some((last, before)) = term.split_last() else { return false };
    let fits = |found: &Token| match (last, found) {
        (Token::Word(last), Token::Word(found)) if is_beginning => found.starts_with(last.as_str()),
        _ => last == found,
    };
    text.windows(term.len()).any(|part| part[..before.len()] == *before && fits(&part[before.len()]))
}

fn folded(text: &str) -> String {
    let decompose = DecomposingNormalizer::new_nfkd();
    let cased = CaseMapper::new().fold_string(&decompose.normalize(text)).into_owned();
    let decomposed = decompose.normalize(&cased);
    let without_accents = decomposed.chars().filter(|c| !('\u{300}'..='\u{36f}').contains(c));
    let plain: String = without_accents.map(spelled).collect();
    ComposingNormalizer::new_nfc().normalize(&plain).into_owned()
}

/// Replaces letters that have no decomposition into a plain letter and a mark.
fn spelled(character: char) -> char {
    match character {
        'ł' => 'l',
        'ø' => 'o',
        other => other,
    }
}

fn kind(character: char) -> Token {
    match character {
        // Kana with their marks, Han characters, Hangul, and rare Han characters.
        '\u{3041}'..='\u{30ff}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{20000}'..='\u{2ffff}'
        | '#'
        | '+'
        | '@'
        | '€'
        | '🎉' => Token::Free(character),
        letter if letter.is_alphanumeric() => Token::Word(letter.into()),
        _ => Token::Gap,
    }
}
