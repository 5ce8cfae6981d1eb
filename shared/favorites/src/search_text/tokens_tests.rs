use proptest::prelude::*;

use super::*;

fn of_text(text: &str) -> BTreeSet<Token> {
    let mut tokens = BTreeSet::new();
    Token::of_text(text, &mut tokens);
    tokens
}

fn of_term(text: &str, end: End) -> BTreeSet<Token> {
    Token::of_term(&Term::new(text, end).unwrap())
}

fn has(text: &str, term: &str, end: End) -> bool {
    of_term(term, end).is_subset(&of_text(text))
}

#[test]
fn a_text_has_its_words_and_their_beginnings() {
    let text = "the rustacean,c++;手机壳 a";
    for term in ["the", "rustacean", "c", "c+", "c++", "手", "手机", "机壳", "手机壳", "a", "the rustacean"]
    {
        assert!(has(text, term, End::Whole), "{term}");
    }
    for term in ["r", "ru", "rus", "rust", "rustacean", "th", "手机", "the ru"] {
        assert!(has(text, term, End::Prefix), "{term}");
    }
    for term in ["rust", "t", "机手", "he", "rustacea", "thea"] {
        assert!(!has(text, term, End::Whole), "{term}");
    }
    for term in ["he", "rusx", "ruxt", "bc", "壳机"] {
        assert!(!has(text, term, End::Prefix), "{term}");
    }
}

/// Signatures store these hashes. If this test fails, they need a new format, and stored signatures must be rebuilt.
#[test]
fn numbers_stay_what_they_are() {
    let numbers = |text| of_text(text).into_iter().map(Token::get).collect::<Vec<_>>();
    assert_eq!(numbers("ab"), [4_990_864_064_038_305_022, 6_148_830_537_548_944_441]);
    assert_eq!(
        numbers("收藏"),
        [3_460_809_027_015_156_300, 3_713_825_582_074_578_398, 17_659_896_381_115_395_206]
    );
}

/// Returns text of few different characters of all classes, so that terms often match in it.
fn folded() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        proptest::sample::select("abcé1 ,;+#手机カ\u{93f}".chars().collect::<Vec<_>>()),
        0..16,
    )
    .prop_map(|characters| characters.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_096))]

    /// Looks for a part of a text, taken from any place, in the text.
    #[test]
    fn a_text_has_all_tokens_of_what_stands_in_it(text in folded(), from in 0..16_usize, length in 1..6_usize, prefix: bool) {
        let part: String = text.chars().skip(from).take(length).collect();
        let end = if prefix { End::Prefix } else { End::Whole };
        if let Some(term) = Term::new(&part, end) && term.is_in(&text) {
            prop_assert!(Token::of_term(&term).is_subset(&of_text(&text)), "{part:?} in {text:?}");
        }
    }
}

/// Tries all texts of up to five characters and all terms of up to three, over one character of each class and a second letter.
#[test]
fn a_short_text_has_all_tokens_of_what_stands_in_it() {
    let texts = |longest: usize| {
        let mut texts = vec![String::new()];
        let mut of_length = texts.clone();
        for _ in 0..longest {
            of_length = of_length
                .iter()
                .flat_map(|text| "ab 手+".chars().map(move |next| format!("{text}{next}")))
                .collect();
            texts.extend(of_length.clone());
        }
        texts
    };
    let terms: Vec<_> = texts(3)
        .iter()
        .flat_map(|text| [End::Whole, End::Prefix].map(|end| Term::new(text, end)))
        .flatten()
        .map(|term| (Token::of_term(&term), term))
        .collect();
    let mut standing = 0;
    for text in texts(5) {
        let tokens = of_text(&text);
        for (needed, term) in terms.iter().filter(|(_, term)| term.is_in(&text)) {
            standing += 1;
            assert!(needed.is_subset(&tokens), "{term:?} stands in {text:?}");
        }
    }
    assert!(standing > 10_000, "{standing}");
}
