use proptest::prelude::*;

use super::*;

fn of_term(text: &str, end: End) -> BTreeSet<NeededToken> {
    NeededToken::of_term(&Term::new(text, end).unwrap())
}

fn has(text: &str, term: &str, end: End) -> bool {
    let tokens = Token::of_text(text);
    of_term(term, end).iter().all(|needed| needed.is_met_by(&tokens))
}

#[test]
fn a_text_has_its_words_and_its_free_characters() {
    let text = "the rustacean,c++,手机壳 a";
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

#[test]
fn words_and_free_characters_are_different_tokens() {
    assert_eq!(
        Token::of_text("ab+收藏").into_keys().collect::<Vec<_>>(),
        [
            Token::Word("ab".to_owned()),
            Token::Free("+".to_owned()),
            Token::Free("+收".to_owned()),
            Token::Free("收".to_owned()),
            Token::Free("收藏".to_owned()),
            Token::Free("藏".to_owned()),
        ]
    );
}

#[test]
fn a_phrase_needs_its_words_one_after_the_other() {
    for (text, is_met) in
        [("a big house", true), ("big a house", false), ("a big-house", true), ("house,a big", false)]
    {
        assert_eq!(has(text, "big house", End::Whole), is_met, "{text}");
    }
    let big_house = NeededToken::Sequence(vec!["big".to_owned(), "house".to_owned()]);
    let more = ["手"].map(|free| NeededToken::Whole(Token::Free(free.to_owned())));
    assert_eq!(of_term("big house手", End::Whole), more.into_iter().chain([big_house]).collect());
    // Anything may stand between the whole words and the beginning of the last one in the same text.
    assert!(has("bigger house of the big cats", "big ho", End::Prefix));
}

#[test]
fn a_word_has_its_positions_in_both_readings() {
    let positions = |word: &str| Token::of_text("an e-mail,手机 mail")[&Token::Word(word.to_owned())].clone();
    assert_eq!(["an", "e", "email"].map(positions), [vec![0, 0], vec![1], vec![1]]);
    assert_eq!(positions("mail"), [2, 4, 3]);
}

#[test]
fn a_long_run_is_looked_for_by_its_pairs() {
    let pairs = ["收藏", "藏夹"].map(|pair| NeededToken::Whole(Token::Free(pair.to_owned())));
    assert_eq!(of_term("收藏夹", End::Prefix), pairs.into());
}

/// Returns text of few different characters of all classes, so that terms often match in it.
fn folded() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        proptest::sample::select("abcé1 ,./+#手机カ\u{93f}".chars().collect::<Vec<_>>()),
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
            prop_assert!(has(&text, &part, end), "{part:?} in {text:?}");
        }
    }

    /// Looks for a token of any text in another text.
    #[test]
    fn a_term_that_is_one_token_matches_where_the_token_is(text in folded(), part in folded(), prefix: bool) {
        let end = if prefix { End::Prefix } else { End::Whole };
        if let Some(term) = Term::new(&part, end) && NeededToken::decides(&term) && has(&text, &part, end) {
            let readings = Readings::of(&text);
            prop_assert!(term.is_in(readings.apart()) || term.is_in(readings.together()), "{part:?} in {text:?}");
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
        .map(|term| (NeededToken::of_term(&term), term))
        .collect();
    let mut standing = 0;
    for text in texts(5) {
        let tokens = Token::of_text(&text);
        for (needed, term) in terms.iter().filter(|(_, term)| term.is_in(&text)) {
            standing += 1;
            assert!(needed.iter().all(|one| one.is_met_by(&tokens)), "{term:?} stands in {text:?}");
        }
    }
    assert!(standing > 10_000, "{standing}");
}
