//! The words of texts and queries. They are few, so that most queries find something.

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

const WORDS: [&str; 30] = [
    "rust",
    "book",
    "books",
    "Café",
    "cafe\u{301}",
    "Straße",
    "STRASSE",
    "Łódź",
    "smørrebrød",
    "ＷＩＤＥ",
    "wide",
    "ﬁle",
    "files",
    "2026",
    "20",
    "iPhone",
    "c++",
    "#todo",
    "a@b",
    "it's",
    "5€",
    "read-me",
    "readme",
    "its",
    "rust-book",
    "Node.js",
    "nodejs",
    "3.14",
    "re",
    "наука",
];

const FREE: [&str; 14] = [
    "收藏",
    "我的",
    "手机",
    "藏",
    "カナ",
    "ｶﾞ",
    "が",
    "カ\u{3099}",
    "서울",
    "봄",
    "東京タワー",
    "ー",
    "🎉",
    "\u{20000}",
];

const BETWEEN: [&str; 14] = [" ", " ", " ", " ", ", ", "", "", "-", "'", ".", " - ", "\u{3000}", " … ", "_"];

/// Returns a word in one of its spellings.
#[must_use]
pub fn word(random: &mut StdRng) -> &'static str {
    let words: &[&'static str] = if random.random_bool(0.6) { &WORDS } else { &FREE };
    words.choose(random).expect("there are words")
}

/// Returns a text of one to `most` words. It contains at least one token.
#[must_use]
pub fn text(random: &mut StdRng, most: usize) -> String {
    let mut text = word(random).to_owned();
    for _ in 1..random.random_range(1..=most) {
        text.push_str(BETWEEN.choose(random).expect("there are separators"));
        text.push_str(word(random));
    }
    text
}

/// Returns the word in other letters, for example in upper case or full width.
pub(super) fn disguised(random: &mut StdRng, word: &str) -> String {
    match random.random_range(0..4) {
        0 => word.to_uppercase(),
        1 => word.to_lowercase(),
        2 => word.chars().map(full_width).collect(),
        _ => word.to_owned(),
    }
}

fn full_width(character: char) -> char {
    match character {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '+' | '#' | '@' => {
            char::from_u32(u32::from(character) + 0xfee0).unwrap_or(character)
        }
        other => other,
    }
}
