use proptest::prelude::*;

use super::*;
use crate::search_text::{Readings, fold};

/// Returns true if the query, which has only words, finds a favorite with this text.
fn finds(query: &str, text: &str) -> bool {
    let query = SearchQuery::parse(query).unwrap();
    let text = fold(text);
    let is_met = |condition: &Condition| match &condition.wanted {
        Wanted::Words(words) => words.is_in(&Readings::of(&text)) != condition.is_excluded,
        other => panic!("{other:?} is not in the text"),
    };
    query.clauses().iter().all(|clause| clause.iter().any(is_met))
}

/// Returns the clauses of a query in a short form: alternatives are joined by `|`.
fn read(query: &str) -> Vec<String> {
    let short = |condition: &Condition| {
        let sign = if condition.is_excluded { "-" } else { "" };
        let wanted = match &condition.wanted {
            Wanted::Words(_) => "words".to_owned(),
            Wanted::Title(_) => "title".to_owned(),
            Wanted::Site(_) => "site".to_owned(),
            Wanted::Tag(_) => "tag".to_owned(),
            Wanted::Untagged => "untagged".to_owned(),
            Wanted::Type(data_type) => data_type.as_str().to_owned(),
            Wanted::Before(id) => format!("<{}", &id.to_string()[..13]),
            Wanted::After(id) => format!(">={}", &id.to_string()[..13]),
        };
        format!("{sign}{wanted}")
    };
    let query = SearchQuery::parse(query).unwrap();
    query.clauses().iter().map(|clause| clause.iter().map(short).collect::<Vec<_>>().join("|")).collect()
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
    assert!(SearchQuery::default().clauses().is_empty());
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
    assert_finds("read-me", &["read me", "README? read-meanwhile", "readme"]);
    assert_passes_over("read-me", &["me read"]);
    assert_passes_over("-read-me", &["read me", "readme"]);
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
    assert_eq!(read(&"我 ".repeat(SEARCH_QUERY_CHARS / 2)).len(), SEARCH_QUERY_CHARS / 2);
}

#[test]
fn or_joins_its_two_neighbors() {
    assert_finds("rust go OR zig", &["rust go", "zig rust"]);
    assert_passes_over("rust go OR zig", &["rust", "go zig", "rust or"]);
    assert_finds("\"rust book\" OR -java OR c", &["rust book java", "go", "java c"]);
    assert_passes_over("\"rust book\" OR -java OR c", &["book java"]);
    assert_eq!(read("a OR ? b c"), ["words|words", "words"]);
    assert_eq!(read("a OR OR b c"), ["words", "words|words", "words"]);
    assert_eq!(read("a OR type:link OR -untagged b"), ["words|link|-untagged", "words"]);
}

#[test]
fn or_without_both_neighbors_is_a_word() {
    for query in ["OR rust", "rust OR", "rust OR ?", "rust \"OR\" rust", "rust or rust"] {
        assert_finds(query, &["rust or"]);
        assert_passes_over(query, &["rust"]);
    }
    assert_finds("-OR rust", &["rust"]);
    assert_passes_over("-OR rust", &["rust or"]);
}

#[test]
fn operators_take_a_value_without_a_space() {
    assert_eq!(read("title:rust -Title:\"rust book\" TITLE：“a b"), ["title", "-title", "title"]);
    assert_eq!(read("site:example.com -site:https://example.org/x"), ["site", "-site"]);
    assert_eq!(
        read("tag:work -tag:\"to read\" untagged -untagged"),
        ["tag", "-tag", "untagged", "-untagged"]
    );
    assert_eq!(read("type:chatrecord -type:Link"), ["chatRecord", "-link"]);
    assert_eq!(
        read("after:2026 -before:2026-11-23 before:\"2026-11-23T10:20:30+01:00\""),
        [">=019b76da-a800", "-<01a205b3-d000", "<01a207b4-f730"]
    );
}

#[test]
fn operators_without_a_value_are_words() {
    for query in
        ["title: rust", "rust title:", "rust title:\"\"", "title:?! rust", "rust tag:\" \" ", "site:. rust"]
    {
        assert!(read(query).iter().all(|part| part == "words"), "{query}: {:?}", read(query));
    }
    assert_finds("title: rust", &["rust title"]);
    assert_eq!(read("note:rust https://example.com \"untagged\" Untagged \"type:x\""), ["words"; 5]);
}

#[test]
fn a_value_that_cannot_be_read_is_refused_at_its_position() {
    let types = "image, video, link, file, music, chatRecord, voice, note, location";
    assert_refused(
        "我 -type:book",
        9,
        &format!(
            "must have another value for `type:` at character 9: it must be one of {types}; \"book\" was given"
        ),
    );
    assert_refused(
        "OR type:\"",
        9,
        &format!(
            "must have another value for `type:` at character 9: it must be one of {types}; \"\" was given"
        ),
    );
    for operator in ["before", "after"] {
        let query = format!("rust {operator}:\"last week\"");
        let position = query.find("last").unwrap() + 1;
        assert_refused(
            &query,
            position,
            &format!(
                "must have another value for `{operator}:` at character {position}: it must be a year, a month, a day or a time, \
                 such as 2026, 2026-11, 2026-11-23 or 2026-11-23T10:20:30Z; \"last week\" was given"
            ),
        );
    }
}

#[test]
fn a_required_value_is_read_as_in_a_query() {
    let mut query = SearchQuery::default();
    query.require(Operator::Tag, "to read").unwrap();
    query.require(Operator::Type, "link").unwrap();
    query.require_untagged();
    assert_eq!(query.clauses().len(), 3);
    let error = query.require(Operator::Site, "?").unwrap_err();
    assert_eq!(error.to_string(), "must have a letter, a digit or a symbol; \"?\" was given");
    assert_eq!(query.require(Operator::Tag, " "), Err(ValueFault::Nothing { given: " ".to_owned() }));
}

#[test]
fn a_copied_title_finds_its_favorite() {
    for title in [
        "Rock & Roll",
        "Rust - The Book",
        "why ?",
        "50 % off",
        "The \"Rust Book",
        "He said \"hi\", then left",
        "27\" monitor",
        "Note: buy milk",
        "Title: the story - part 2",
        "Bed OR Breakfast",
        "Portland OR",
        "AC/DC — Back in Black",
        "iPhone 手机 & 配件",
        "???",
        "- - -",
    ] {
        assert_finds(title, &[title, &title.to_uppercase().replace(" OR ", " or ")]);
    }
}

#[test]
fn mixed_scripts_are_found_with_and_without_a_space() {
    assert_finds("iphone手机", &["iPhone 手机", "iPhone手机", "新 iPhone 手机壳"]);
    assert_finds("\"iphone 手机\"", &["iPhone手机"]);
    assert_passes_over("iphone手机", &["手机 iPhone"]);
}

fn assert_read_or_refused_within(query: &str) -> Result<(), TestCaseError> {
    match SearchQuery::parse(query) {
        Ok(read) => prop_assert!(read.clauses().iter().all(|clause| !clause.is_empty())),
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
    fn any_mix_of_signs_is_read_or_refused_at_a_place_within(query in "([a我\u{301}\"“”„＂－. \u{3000}:-]|OR|type:|tag:|before:|title:|untagged){0,100}") {
        assert_read_or_refused_within(&query)?;
    }

    #[test]
    fn a_title_without_signs_of_operators_is_found_by_itself(title in "[a-z&?%!,.'我的収カ é-]{1,40}") {
        let signs = title.contains(" -") || title.starts_with('-');
        prop_assert!(signs || finds(&title, &title));
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
