use proptest::prelude::*;

use super::*;
use crate::search_text::Token;

fn finds(words: &str, end: End, text: &str) -> bool {
    Words::new(words, end).unwrap().is_in(&Readings::of(&fold(text)))
}

#[test]
fn hyphens_and_apostrophes_inside_words_may_differ() {
    for written in ["e-mail", "E‐MAIL", "e’mail"] {
        for text in ["my e-mail", "my email", "my e mail", "my e'mail address"] {
            assert!(finds(written, End::Whole, text), "{written:?} in {text:?}");
        }
    }
    for (written, text) in [
        ("email", "e-mail"),
        ("dont", "don't"),
        ("don't", "dont"),
        ("nodejs", "Node.js"),
        ("vuejs", "Vue.js 3"),
        ("usa", "in the U.S.A."),
        ("U.S.A.", "USA"),
        ("my email address", "my e-mail address"),
    ] {
        assert!(finds(written, End::Whole, text), "{written:?} in {text:?}");
    }
    for (written, text) in
        [("email", "e mail"), ("email", "e - mail"), ("email", "e–mail"), ("ema", "e-mail")]
    {
        assert!(!finds(written, End::Whole, text), "{written:?} in {text:?}");
    }
    assert!(finds("ema", End::Prefix, "e-mail") && finds("e-ma", End::Prefix, "email"));
    assert!(finds("l'eau", End::Whole, "eau, l'eau") && finds("eau", End::Whole, "l'eau"));
}

#[test]
fn marks_inside_words_of_persian_and_hebrew_may_be_missing() {
    for (written, others) in [
        ("می\u{200c}خواهم", ["می\u{200c}خواهم", "میخواهم", "می خواهم"]),
        ("צה״ל", ["צה״ל", "צהל", "צה\"ל"]),
        ("ג׳ירפה", ["ג׳ירפה", "גירפה", "ג'ירפה"]),
    ] {
        for other in others {
            assert!(finds(written, End::Whole, other), "{written:?} in {other:?}");
            assert!(finds(other, End::Whole, written), "{other:?} in {written:?}");
        }
    }
}

#[test]
fn nothing_to_look_for_is_no_word() {
    for nothing in ["", " ", "?!", "-", "'"] {
        assert!(Words::new(nothing, End::Whole).is_none(), "{nothing:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_048))]

    #[test]
    fn a_text_with_the_words_has_the_tokens_of_one_reading(text in "[ab'. ,手-]{0,16}", words in "[ab'.手 -]{1,6}", is_prefix: bool) {
        let end = if is_prefix { End::Prefix } else { End::Whole };
        let folded = fold(&text);
        if let Some(words) = Words::new(&words, end)
            && words.is_in(&Readings::of(&folded))
        {
            let tokens = Token::of_text(&folded);
            let needed = words.needed_tokens();
            prop_assert!(needed.iter().any(|needed| needed.iter().all(|one| one.is_met_by(&tokens))));
        }
    }

    #[test]
    fn words_that_tokens_decide_are_in_the_texts_with_the_tokens(text in "[ab'. ,手-]{0,16}", words in "[ab'.手 -]{1,6}", is_prefix: bool) {
        let end = if is_prefix { End::Prefix } else { End::Whole };
        if let Some(words) = Words::new(&words, end) && words.are_decided_by_tokens() {
            let folded = fold(&text);
            let tokens = Token::of_text(&folded);
            let has_needed = words.needed_tokens().iter().any(|needed| needed.iter().all(|one| one.is_met_by(&tokens)));
            prop_assert_eq!(has_needed, words.is_in(&Readings::of(&folded)));
        }
    }

    #[test]
    fn a_word_is_found_in_a_text_as_in_its_reading_with_spaces(text in "[ab'. ,手-]{0,16}", word in "[ab手]{1,3}", is_prefix: bool) {
        let end = if is_prefix { End::Prefix } else { End::Whole };
        let words = Words::new(&word, end).unwrap();
        let folded = fold(&text);
        let readings = Readings::of(&folded);
        prop_assert_eq!(words.is_apart_in(&readings), words.apart.is_in(readings.apart()), "{:?} in {:?}", word, folded);
    }

    #[test]
    fn a_text_is_found_by_itself(text in "\\PC{1,20}") {
        if let Some(words) = Words::new(&text, End::Whole) {
            prop_assert!(words.is_in(&Readings::of(&fold(&text))));
        }
    }
}
