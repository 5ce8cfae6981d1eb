//! Folds texts and compares terms with them, independently of the service's code: it cuts folded text into tokens and
//! compares these. It supports only the scripts and characters of the [vocabulary](super::vocabulary).

use icu_casemap::CaseMapper;
use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};

/// A piece of folded text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A run of letters and digits of a script with spaces between words.
    Word(String),
    /// A character that matches at any position.
    Free(char),
    /// A single hyphen or apostrophe between two words.
    Joint,
    /// A single full stop between two words, which is a joint unless both are digits there.
    Dot,
    /// Any other white space and punctuation.
    Gap,
}

/// A text in two readings: with the parts of a word apart, and written together.
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) apart: Vec<Token>,
    together: Vec<Token>,
}

impl Text {
    pub(super) fn of(text: &str) -> Self {
        let tokens = tokens(text);
        let gap = |token: &Token| if *token == Token::Joint { Token::Gap } else { token.clone() };
        let apart = tokens.iter().map(gap).collect();
        let mut together: Vec<Token> = Vec::new();
        let mut before = None;
        for token in tokens {
            match (&token, together.last_mut()) {
                (Token::Word(part), Some(Token::Word(word))) if before == Some(Token::Joint) => {
                    word.push_str(part);
                }
                (Token::Joint, _) => {}
                (other, _) => together.push(other.clone()),
            }
            before = Some(token);
        }
        Self { apart, together }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.apart.is_empty()
    }

    /// Returns true if this text contains `term`. If `is_beginning` is true, the last word of the term may be the
    /// beginning of a word.
    pub(super) fn has(&self, term: &Self, is_beginning: bool) -> bool {
        stands_in(&term.apart, is_beginning, &self.apart)
            || stands_in(&term.together, is_beginning, &self.together)
    }
}

/// Returns the tokens of a text, without separators at its ends.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for character in folded(text).chars() {
        match (kind(character), tokens.last_mut()) {
            (Token::Word(letter), Some(Token::Word(word))) => word.push_str(&letter),
            (
                Token::Gap | Token::Joint | Token::Dot,
                Some(last @ (Token::Gap | Token::Joint | Token::Dot)),
            ) => {
                *last = Token::Gap;
            }
            (other, _) => tokens.push(other),
        }
    }
    let kept = |(place, token): (usize, &Token)| {
        let before = place.checked_sub(1).and_then(|place| tokens.get(place));
        match (before, token, tokens.get(place + 1)) {
            (None, Token::Gap | Token::Joint | Token::Dot, _)
            | (_, Token::Gap | Token::Joint | Token::Dot, None) => None,
            (Some(Token::Word(_)), Token::Joint, Some(Token::Word(_))) => Some(Token::Joint),
            (Some(Token::Word(before)), Token::Dot, Some(Token::Word(after))) => {
                let is_number = before.ends_with(|c: char| c.is_ascii_digit())
                    && after.starts_with(|c: char| c.is_ascii_digit());
                Some(if is_number { Token::Gap } else { Token::Joint })
            }
            (Some(before), Token::Gap | Token::Joint | Token::Dot, Some(after)) => {
                let is_needless = [(before, after), (after, before)]
                    .iter()
                    .any(|(one, other)| matches!(one, Token::Word(_)) && is_letter_without_spaces(other));
                (!is_needless).then_some(Token::Gap)
            }
            (_, token, _) => Some(token.clone()),
        }
    };
    tokens.iter().enumerate().filter_map(kept).collect()
}

fn stands_in(term: &[Token], is_beginning: bool, text: &[Token]) -> bool {
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
        '#' | '+' | '=' | '@' | '€' | '🎉' => Token::Free(character),
        other if is_without_spaces(other) => Token::Free(other),
        letter if letter.is_alphanumeric() => Token::Word(letter.into()),
        '-' | '\'' => Token::Joint,
        '.' => Token::Dot,
        _ => Token::Gap,
    }
}

fn is_letter_without_spaces(token: &Token) -> bool {
    matches!(token, Token::Free(character) if is_without_spaces(*character))
}

/// Returns true for kana with their marks, Han characters, Hangul, and rare Han characters.
fn is_without_spaces(character: char) -> bool {
    matches!(
        character,
        '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | '\u{20000}'..='\u{2ffff}'
    )
}
