//! Matching of a query's words.

use favorites_tests::{Person, Service};

use super::{assert_found, titled};

async fn with_titles(titles: &[&str]) -> (Service, Person) {
    let service = Service::start().await;
    let ann = service.person("ann");
    for title in titles {
        ann.create(&titled(title)).await;
    }
    service.settle().await;
    (service, ann)
}

#[tokio::test]
async fn words_beginnings_phrases_and_exclusions() {
    let all = ["Rust book", "Rust bookshop", "The book of Rust", "Java book", "Carpet"];
    let (service, ann) = with_titles(&all).await;
    for (query, expected) in [
        ("rust", vec!["Rust book", "Rust bookshop", "The book of Rust"]),
        // All words must match, the last one also as the beginning of a word.
        ("rust book", vec!["Rust book", "Rust bookshop", "The book of Rust"]),
        ("rust books", vec!["Rust bookshop"]),
        ("book rust", vec!["Rust book", "The book of Rust"]),
        ("boo", vec!["Rust book", "Rust bookshop", "The book of Rust", "Java book"]),
        ("boo rust", vec![]),
        ("ook", vec![]),
        ("rust java", vec![]),
        // Phrases.
        ("\"rust book\"", vec!["Rust book"]),
        ("\"book rust\"", vec![]),
        ("“book of” java", vec![]),
        ("„book of“ rus", vec!["The book of Rust"]),
        ("\"boo\"", vec![]),
        ("rust-book", vec!["Rust book", "Rust bookshop"]),
        // Exclusions.
        ("rust -bookshop", vec!["Rust book", "The book of Rust"]),
        ("-rust", vec!["Java book", "Carpet"]),
        ("book -\"rust book\" －java", vec!["The book of Rust"]),
        ("-car", all.to_vec()),
        ("-book -bookshop -carpet", vec![]),
    ] {
        assert_found(&ann, query, &expected).await;
    }
    service.end().await;
}

#[tokio::test]
async fn case_width_accents_and_punctuation_do_not_matter() {
    let (cafe, street, city, language) = ("Café «Noir»", "ＳＴＲＡẞＥ", "Łódź", "C++ & C#, again");
    let (service, ann) = with_titles(&[cafe, street, city, language]).await;
    for (query, expected) in [
        ("cafe noir", vec![cafe]),
        ("CAFÉ", vec![cafe]),
        ("cafe\u{301}", vec![cafe]),
        ("ｃａｆｅ　ｎｏｉｒ", vec![cafe]),
        ("\"café, noir!\"", vec![cafe]),
        ("strasse", vec![street]),
        ("Straße", vec![street]),
        ("lodz", vec![city]),
        ("LÓDZ", vec![city]),
        // Symbols match as they are.
        ("c++", vec![language]),
        ("c#", vec![language]),
        ("c-- ", vec![cafe, language]),
    ] {
        assert_found(&ann, query, &expected).await;
    }
    service.end().await;
}

#[tokio::test]
async fn scripts_without_spaces_are_found_from_one_character_on() {
    let (folder, kana, phone, seoul, tower) =
        ("我的收藏夹", "ｶﾅ と ガ", "iPhone手机壳 2台", "서울의 봄", "東京タワー");
    let (service, ann) = with_titles(&[folder, kana, phone, seoul, tower]).await;
    for (query, expected) in [
        ("收藏", vec![folder]),
        ("夹", vec![folder]),
        ("我的收藏夹", vec![folder]),
        ("收夹", vec![]),
        ("收 夹", vec![folder]),
        ("カナ", vec![kana]),
        ("ｶ", vec![kana]),
        ("ガ", vec![kana]),
        ("か", vec![]),
        ("と", vec![kana]),
        ("手机", vec![phone]),
        ("iphone", vec![phone]),
        ("IPHONE手", vec![phone]),
        ("壳 iph", vec![phone]),
        ("\"iphone 手机\"", vec![phone]),
        ("台", vec![phone]),
        ("서울", vec![seoul]),
        ("울", vec![seoul]),
        ("봄", vec![seoul]),
        ("京タ", vec![tower]),
        ("ワー", vec![tower]),
        ("-收藏 -タ", vec![kana, phone, seoul]),
        ("\"收藏夹\"", vec![folder]),
    ] {
        assert_found(&ann, query, &expected).await;
    }
    service.end().await;
}
