use proptest::prelude::*;

use super::*;

fn positions(term: &str, end: End, text: &str) -> Vec<usize> {
    Term::new(term, end).unwrap().positions(text).collect()
}

#[track_caller]
fn assert_found(term: &str, end: End, text: &str) {
    assert!(Term::new(term, end).unwrap().is_in(text), "{term:?} stands in {text:?} ({end:?})");
}

#[track_caller]
fn assert_not_found(term: &str, end: End, text: &str) {
    assert!(!Term::new(term, end).unwrap().is_in(text), "{term:?} does not stand in {text:?} ({end:?})");
}

#[test]
fn a_word_stands_there_whole() {
    for text in ["car", "a car here", "red car,blue", "red;car;blue", "c++car#1", "车car车"] {
        assert_found("car", End::Whole, text);
    }
    for text in ["", "ca", "carpet", "scar", "кcarк", "9car", "car\u{93f}"] {
        assert_not_found("car", End::Whole, text);
    }
}

#[test]
fn a_prefix_is_the_beginning_of_a_word() {
    for text in ["car", "carpet", "red carpet,blue"] {
        assert_found("car", End::Prefix, text);
    }
    for text in ["scar", "scarf", "ca"] {
        assert_not_found("car", End::Prefix, text);
    }
    assert_found("red car", End::Prefix, "a red carpet");
    assert_not_found("red car", End::Prefix, "bored car");
}

#[test]
fn a_phrase_keeps_within_one_text() {
    assert_found("red car", End::Whole, "a red car,blue");
    for text in ["red,car", "red;car", "car red", "red  car"] {
        assert_not_found("red car", End::Whole, text);
    }
}

#[test]
fn scripts_without_spaces_are_found_anywhere() {
    for (term, text) in [
        ("收藏", "我的收藏夹"),
        ("夹", "我的收藏夹"),
        ("カナ", "ヒラカナー"),
        ("국", "한국어"),
        ("ไทย", "ภาษาไทย"),
        ("iphone", "iphone手机"),
        ("手机", "iphone手机"),
        ("e手", "iphone手机壳"),
    ] {
        let found = term != "e手";
        assert_eq!(Term::new(term, End::Whole).unwrap().is_in(text), found, "{term:?} in {text:?}");
    }
}

#[test]
fn symbols_are_found_anywhere() {
    for (term, text) in [("++", "c++"), ("c++", "c++11"), ("🎉", "party🎉party"), ("#", "c#"), ("c", "c#")]
    {
        assert_found(term, End::Whole, text);
    }
    assert_not_found("c++", End::Whole, "abc++");
}

#[test]
fn all_positions_are_told_that_do_not_overlap() {
    assert_eq!(positions("car", End::Whole, "car,scar;car carpet car"), [0, 9, 20]);
    assert_eq!(positions("a a", End::Whole, "a a a,a a"), [0, 6]);
    assert_eq!(positions("藏藏", End::Whole, "收藏藏藏"), [3]);
}

#[test]
fn a_place_that_is_refused_does_not_hide_one_that_overlaps() {
    assert_eq!(positions("aa aa", End::Whole, "xaa aa aa"), [4]);
    assert_eq!(positions("aa aa", End::Whole, "aa aab aa aa"), [7]);
    assert_eq!(positions("#a#a", End::Whole, "#a#ab#a#a#ab"), [5]);
    assert_eq!(positions("藏a", End::Whole, "藏ab藏a"), [5]);
}

#[test]
fn an_empty_text_is_not_a_term() {
    assert!(Term::new("", End::Whole).is_none());
}

/// Finds the same positions by the definition, character by character. Supports only the alphabet of the property below.
fn by_definition(term: &str, end: End, text: &str) -> Vec<usize> {
    let is_word = |character: &char| "abé9क\u{93f}".contains(*character);
    let (term, text): (Vec<char>, Vec<char>) = (term.chars().collect(), text.chars().collect());
    let splits_a_word = |at: usize| at > 0 && at < text.len() && is_word(&text[at - 1]) && is_word(&text[at]);
    let found = |&at: &usize| {
        text[at..].starts_with(&term)
            && !splits_a_word(at)
            && (end == End::Prefix || !splits_a_word(at + term.len()))
    };
    let bytes_before = |at: usize| text[..at].iter().map(|character| character.len_utf8()).sum();
    let mut end_of_last = 0;
    let mut apart = |&at: &usize| {
        let is_apart = at >= end_of_last;
        end_of_last = if is_apart { at + term.len() } else { end_of_last };
        is_apart
    };
    (0..text.len()).filter(found).filter(|at| apart(at)).map(bytes_before).collect()
}

/// Returns a term, and a text that often contains it whole or in part. Both have either few different letters, so that the term
/// overlaps itself, or many.
fn term_and_text() -> impl Strategy<Value = (String, String)> {
    let term = prop_oneof!["[a ]{2,5}", "[abé9क\u{93f}收藏+# ]{1,4}"];
    term.prop_flat_map(|term| {
        let piece = prop_oneof![Just(term.clone()), "[a ]", "[abé9क\u{93f}收藏+# ,;]"];
        (Just(term), prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn finds_what_the_definition_says(
        (term, text) in term_and_text(),
        end in prop_oneof![Just(End::Whole), Just(End::Prefix)],
    ) {
        let found = positions(&term, end, &text);
        prop_assert_eq!(&found, &by_definition(&term, end, &text));
        prop_assert_eq!(Term::new(&term, end).unwrap().is_in(&text), !found.is_empty());
    }
}
