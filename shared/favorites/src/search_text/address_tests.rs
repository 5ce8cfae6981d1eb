use super::*;
use crate::search_text::{End, Readings, Words};

fn text(url: &str) -> String {
    folded(&WebUrl::parse(url).unwrap())
}

/// Returns true if a query with this part finds what was saved from the address.
fn finds(part: &str, url: &str) -> bool {
    let words = words_of(part).unwrap_or_else(|| part.to_owned());
    Words::new(&words, End::Prefix).unwrap().is_in(&Readings::of(&text(url)))
}

#[test]
fn an_address_is_folded_as_people_read_it() {
    for (url, folded) in [
        (
            "https://www.blog.example:8443/2026/why-rust.html?utm_source=a",
            "blog.example/8443 2026 why-rust-html",
        ),
        ("https://b%C3%BCcher.example/%E6%94%B6%E8%97%8F/a%2Bb", "bucher.example/收藏a+b"),
        ("https://xn--bcher-kva.example", "bucher.example"),
        ("http://127.0.0.1/x", "127.0.0.1/x"),
        ("http://[::1]:3000/", "1/3000"),
        ("https://www.example/%FF%FE", "example"),
        ("https://my_site.收藏.example/", "my-site.收藏.example"),
        ("https://a.example/watch?gclid=1&v=a_B&t=5#:~:text=x", "a.example/watch v=a b t=5"),
        ("https://a.example/#/item/77", "a.example/# item 77"),
        ("https://a.example/#chapter-2", "a.example/#chapter-2"),
    ] {
        assert_eq!(text(url), folded, "{url}");
    }
}

#[test]
fn a_pasted_address_finds_what_was_saved_from_it() {
    for url in [
        "https://github.com/a/b",
        "https://www.rust-lang.org/",
        "http://localhost:3000",
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10",
        "https://app.example/?a=1#/item/77",
        "https://xn--bcher-kva.example/%E6%94%B6%E8%97%8F?q=a+b",
        "https://收藏.example/手机",
        "http://[::1]:3000/a",
        "https://a.example/%7Bx%7D/y.html",
    ] {
        let normal = WebUrl::parse(url).unwrap();
        let without_scheme = normal.as_str().split_once("://").unwrap().1;
        let parts =
            [url, normal.as_str(), without_scheme, &format!("{url}#there"), &normal.as_str().to_uppercase()];
        for part in parts.into_iter().filter(|part| !(url.contains('#') && part.contains("#there"))) {
            assert!(finds(part, url), "{part:?} finds {url:?}");
        }
    }
}

#[test]
fn a_part_of_an_address_finds_what_was_saved_from_it() {
    for (part, url) in [
        ("www.rust-lang.org", "https://www.rust-lang.org/"),
        ("rust-lang.org", "https://www.rust-lang.org/learn"),
        ("https://www.rust-l", "https://www.rust-lang.org/learn"),
        ("localhost:3000", "http://localhost:3000/a"),
        ("github.com/a/b", "https://github.com/a/b/issues"),
        ("youtube.com/watch?v=dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10"),
        ("youtube.com/watch?fbclid=1&v=dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
        ("watch?v=dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
        ("dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
        ("page.html#part", "https://a.example/page.html#part"),
        ("#part", "https://a.example/page.html#part"),
        ("#/item/77", "https://app.example/a#/item/77"),
        ("a.example/page#top", "https://a.example/page"),
        ("a.example/%E6%94%B6%E8%97%8F", "https://a.example/收藏"),
        ("收藏.example", "https://收藏.example/手机"),
    ] {
        assert!(finds(part, url), "{part:?} finds {url:?}");
    }
    for (part, url) in [
        ("github.com/a/b", "https://github.com/a/c"),
        ("localhost:3000", "http://localhost:4000"),
        ("https://rust-lang.org", "https://lang.org/rust"),
    ] {
        assert!(!finds(part, url), "{part:?} finds {url:?}");
    }
}

#[test]
fn only_addresses_are_read_as_addresses() {
    for part in [
        "",
        "https",
        "https://",
        "http://?",
        "wwwhere",
        "AC/DC",
        "Node.js/Express",
        "10:30",
        "why?",
        "1/2%",
        "ftp://a.b/c",
    ] {
        assert_eq!(words_of(part), None, "{part:?}");
    }
    assert_eq!(whole("a.example/x").unwrap().as_str(), "https://a.example/x");
    assert_eq!(whole("HTTP://a.example").unwrap().as_str(), "http://a.example/");
    for part in ["", "word", "https://", "a. b"] {
        assert_eq!(whole(part), None, "{part:?}");
    }
}
