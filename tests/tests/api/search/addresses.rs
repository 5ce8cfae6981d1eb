//! Addresses in queries.

use favorites_tests::{Person, Service, sample};
use serde_json::{Value, json};

use super::{assert_found, search, titles};

fn saved(data_type: &str, title: &str, url: &str) -> Value {
    sample::with(sample::favorite(data_type, title), &json!({ "contentUrl": url }))
}

/// Returns the titles on all pages of a search for `query`, in their order.
async fn in_order(person: &Person, query: &str, limit: usize) -> Vec<String> {
    titles(&person.all(&format!("{}&limit={limit}", search(query))).await)
}

#[tokio::test]
async fn an_address_finds_what_was_saved_from_it() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let saved = [
        saved("link", "Repository", "https://github.com/a/b"),
        saved("link", "Rust", "https://www.rust-lang.org/"),
        saved("link", "Local", "http://localhost:3000"),
        saved("link", "Film", "https://www.youtube.com/watch?v=dQw4w9WgXcQ&utm_source=mail"),
        saved("link", "Item", "https://app.example/#/item/77"),
        saved("image", "Picture", "https://pictures.example/2026/summer.jpg"),
        saved("video", "Video", "https://films.example/a%20b/clip.mp4?x=1"),
        saved("file", "File", "https://files.example/report.pdf"),
    ];
    for favorite in &saved {
        ann.create(favorite).await;
    }
    service.settle().await;
    for (query, title) in [
        ("https://github.com/a/b", "Repository"),
        ("github.com/a/b", "Repository"),
        ("www.rust-lang.org", "Rust"),
        ("HTTPS://WWW.Rust-Lang.org", "Rust"),
        ("localhost:3000", "Local"),
        ("youtube.com/watch?v=dQw4w9WgXcQ", "Film"),
        ("https://www.youtube.com/watch?v=dQw4w9WgXcQ&fbclid=7", "Film"),
        ("dQw4w9WgXcQ", "Film"),
        ("#/item/77", "Item"),
        ("https://app.example/#/item/77", "Item"),
        ("pictures.example/2026", "Picture"),
        ("https://films.example/a%20b/clip.mp4?x=1", "Video"),
        ("files.example/report.pdf", "File"),
        ("site:files.example", "File"),
        ("\"https://github.com/a/b\"", "Repository"),
        ("type:link https://github.com/a/b", "Repository"),
    ] {
        assert_found(&ann, query, &[title]).await;
    }
    for query in
        ["https://github.com/a/c", "localhost:4000", "utm_source", "https://youtube.com/watch?v=other"]
    {
        assert_found(&ann, query, &[]).await;
    }
    service.end().await;
}

#[tokio::test]
async fn the_link_with_the_address_comes_first_and_once() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for (year, url) in [
        (2001, "https://a.example/page?x=1&y=2"),
        (2002, "https://a.example/page/more"),
        (2003, "https://a.example/page?x=1&y=2&z=3"),
        (2004, "https://a.example/other"),
    ] {
        let members = json!({ "clipTime": format!("{year}-01-01T00:00:00Z") });
        ann.create(&sample::with(saved("link", &year.to_string(), url), &members)).await;
    }
    service.settle().await;
    for limit in 1..=5 {
        assert_eq!(
            in_order(&ann, "https://a.example/page?x=1&y=2", limit).await,
            ["2001", "2003"],
            "{limit}"
        );
        assert_eq!(in_order(&ann, "a.example/page/more/", limit).await, ["2002"], "{limit}");
        // The same link with its parameters in another order.
        assert_eq!(in_order(&ann, "http://a.example/page/?y=2&x=1", limit).await, ["2001"], "{limit}");
        // An address that no link has.
        assert_eq!(in_order(&ann, "a.example/page", limit).await, ["2003", "2002", "2001"], "{limit}");
    }
    let page =
        ann.get(&format!("{}&counts=all&limit=1", search("https://a.example/page?x=1&y=2"))).await.is(200);
    assert_eq!((&page["counts"]["total"], &page["counts"]["complete"]), (&json!(2), &json!(true)));
    // The other conditions apply to it, too.
    let address = search("https://a.example/page?x=1&y=2");
    for (condition, expected) in [
        ("type=note", vec![]),
        ("after=2002", vec!["2003"]),
        ("before=2002&type=link", vec!["2001"]),
        ("site=b.example", vec![]),
    ] {
        assert_eq!(titles(&ann.all(&format!("{address}&{condition}")).await), expected, "{condition}");
    }
    service.end().await;
}
