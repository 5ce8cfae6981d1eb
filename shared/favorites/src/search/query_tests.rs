use proptest::prelude::*;

use super::*;

/// Returns true if the query finds a favorite with this text.
fn finds(query: &str, text: &str) -> bool {
    let query = SearchQuery::parse(query).unwrap();
    let text = fold(text);
    query.required().iter().all(|term| term.is_in(&text))
        && !query.excluded().iter().any(|term| term.is_in(&text))
}

#[track_caller]
fn assert_finds(query: &str, texts: &[&str]) {
    for text in texts {
        assert!(finds(query, text), "{query:?} finds {text:?}");
    }
}

#[track_caller]
fn assert_passes_over(query: &str, texts: &[&str]) {
    for text in texts {
        assert!(!finds(query, text), "{query:?} passes over {text:?}");
    }
}

#[track_caller]
fn assert_refused(query: &str, position: usize, message: &str) {
    let error = SearchQuery::parse(query).unwrap_err();
    assert_eq!((error.position(), error.to_string().as_str()), (position, message), "{query:?}");
    assert_eq!(query.parse::<SearchQuery>().unwrap_err(), error);
}

#[test]
fn a_query_without_words_asks_for_everything() {
    for query in ["", " ", "\t\n\u{3000}"] {
        assert_finds(query, &["", "anything"]);
    }
    assert!(SearchQuery::default().required().is_empty() && SearchQuery::default().excluded().is_empty());
}

#[test]
fn all_words_are_required_wherever_they_stand() {
    assert_finds("rust book ", &["The Rust Book", "a book on rust"]);
    assert_passes_over("rust book", &["rust", "book", "trust book"]);
    assert_finds("收藏\u{3000}手机", &["手机收藏"]);
}

#[test]
fn only_the_last_word_is_also_a_beginning() {
    assert_finds("rust boo", &["Rust Book"]);
    assert_passes_over("rus book", &["Rust Book"]);
    assert_passes_over("rust \"boo\"", &["Rust Book"]);
    assert_passes_over("boo -java", &["Rust Book"]);
}

#[test]
fn quotes_make_a_phrase() {
    for query in
        ["\"rust book\"", "“rust book”", "„rust book“", "＂rust book＂", "”rust book”", "“rust book\""]
    {
        assert_finds(query, &["The Rust Book", "rust-book", "Rust (book)"]);
        assert_passes_over(query, &["book rust", "rust bookshop", "rust and book"]);
    }
    assert_finds("\"rust book\"shop", &["shop for the rust book"]);
    assert_passes_over("\"rust book\"shop", &["rust bookshop"]);
    assert_finds("\"-rust\"", &["rust"]);
}

#[test]
fn a_quote_inside_of_a_word_is_punctuation() {
    assert_finds("27\" monitor", &["27 inch monitor", "monitor, 27\""]);
    assert_finds("צה\"ל", &["צה\"ל", "צה״ל"]);
}

#[test]
fn a_minus_before_a_word_excludes() {
    for query in ["rust -java", "rust －java", "-java rust", "-\"java\" rust"] {
        assert_finds(query, &["rust", "rust javascript"]);
        assert_passes_over(query, &["rust java", "java", "Rust/JAVA"]);
    }
    assert_finds("-\"java book\"", &["java", "book", "book java"]);
    assert_passes_over("-\"java book\"", &["a java book"]);
    assert_passes_over("-收藏", &["我的收藏夹"]);
    assert_finds("-java", &["javascript"]);
}

#[test]
fn a_word_that_falls_into_parts_is_a_phrase_of_them() {
    assert_finds("read-me", &["read me", "README? read-meanwhile"]);
    assert_passes_over("read-me", &["me read", "readme"]);
    assert_finds("example.com rust", &["https://example.com/rust"]);
    assert_passes_over("-example.com", &["at example.com"]);
    assert_finds("don't", &["don’t"]);
}

#[test]
fn case_width_and_accents_do_not_matter() {
    assert_finds("CAFE", &["café", "ｃａｆｅ", "Cafe\u{301}"]);
    assert_finds("カナ", &["ｶﾅ"]);
    assert_finds("#rust c++ 🎉", &["#Rust, C++ 🎉!"]);
}

#[test]
fn a_query_has_a_limit() {
    let longest = "a".repeat(SEARCH_QUERY_CHARS);
    assert!(SearchQuery::parse(&longest).is_ok());
    assert_refused(
        &"é ".repeat(150),
        257,
        "must have at most 256 characters; 300 were given, too many from character 257 on",
    );
    assert!(SearchQuery::parse(&"我 ".repeat(SEARCH_TERMS)).is_ok());
    assert_refused(
        &"我 -a ".repeat(9),
        41,
        "must have at most 16 words and phrases; 18 were given, too many from character 41 on",
    );
}

#[test]
fn a_quote_that_is_never_closed_is_refused() {
    assert_refused("我 \"rust book", 3, "must have a closing quote for the one at character 3");
    assert_refused("rust -“book", 7, "must have a closing quote for the one at character 7");
    assert_refused("rust \"", 6, "must have a closing quote for the one at character 6");
}

#[test]
fn a_minus_with_nothing_behind_is_refused() {
    for query in ["rust -", "rust - book", "rust －\u{3000}"] {
        assert_refused(query, 6, "must have a word or a phrase right behind the - at character 6");
    }
}

#[test]
fn a_word_with_nothing_to_find_is_refused() {
    let message = |given: &str, position: usize| {
        format!(
            "must have a letter, a digit or a symbol in each word and phrase; {given:?} at character {position} has none"
        )
    };
    assert_refused("rust ?!", 6, &message("?!", 6));
    assert_refused("\"\"", 1, &message("", 1));
    assert_refused("我 -\" ,\" book", 3, &message(" ,", 3));
    assert_refused("--", 1, &message("-", 1));
    assert_refused("\u{301}", 1, &message("\u{301}", 1));
}

fn assert_read_or_refused_within(query: &str) -> Result<(), TestCaseError> {
    match SearchQuery::parse(query) {
        Ok(read) => prop_assert!(read.required().len() + read.excluded().len() <= SEARCH_TERMS),
        Err(error) => prop_assert!((1..=query.chars().count()).contains(&error.position()), "{error}"),
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_at_a_place_within(query in any::<String>()) {
        assert_read_or_refused_within(&query)?;
    }

    #[test]
    fn any_mix_of_signs_is_read_or_refused_at_a_place_within(query in "[a我\u{301}\"“”„＂－. \u{3000}-]{0,300}") {
        assert_read_or_refused_within(&query)?;
    }

    #[test]
    fn a_text_is_found_by_its_words(words in prop::collection::vec("[a-zà-ÿ我的收藏カナ]{1,5}", 1..8)) {
        let text = words.join(" ");
        prop_assert!(finds(&text, &text));
        let quoted = format!("\"{}\"", text.to_uppercase());
        prop_assert!(finds(&quoted, &text));
        let excluded = format!("-{}", words[0]);
        prop_assert!(!finds(&excluded, &text));
    }
}
