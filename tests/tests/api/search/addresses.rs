//! Addresses in queries.

use favorites_api::favorites::limits::{LEADING_AMONG, LEADING_FAVORITES};
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

/// Returns a favorite of a year, which is its title.
fn of_year(year: u64, data_type: &str, url: &str) -> Value {
    let members = json!({ "clipTime": format!("{year}-01-01T00:00:00Z") });
    sample::with(saved(data_type, &year.to_string(), url), &members)
}

#[tokio::test]
async fn what_was_saved_from_an_address_comes_first_whatever_its_type_is() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for (year, data_type, url) in [
        (2001, "image", "https://a.example/clip?x=1&y=2"),
        (2002, "link", "https://a.example/clip?x=1&y=2&z=3"),
        (2003, "video", "http://a.example/clip/?x=1&y=2&utm_source=mail"),
        (2004, "link", "https://a.example/clip?x=1&y=2"),
        (2005, "file", "https://a.example/clip?x=1-y=2"),
        (2006, "music", "https://a.example/clip?x=1&y=2&z=4"),
    ] {
        ann.create(&of_year(year, data_type, url)).await;
    }
    service.settle().await;
    let address = "https://a.example/clip?x=1&y=2";
    for limit in 1..=7 {
        // The first page has no place for more.
        let mut expected = ["2004", "2003", "2001"][..limit.min(3)].to_vec();
        let others = ["2006", "2005", "2003", "2002", "2001"];
        expected.extend(others.into_iter().filter(|title| !expected.contains(title)).collect::<Vec<_>>());
        assert_eq!(in_order(&ann, address, limit).await, expected, "{limit}");
    }
    let page = ann.get(&format!("{}&counts=all&limit=2", search(address))).await.is(200);
    assert_eq!((&page["counts"]["total"], &page["counts"]["complete"]), (&json!(6), &json!(true)));
    for (condition, expected) in
        [("type=video", vec!["2003"]), ("before=2003", vec!["2001", "2002"]), ("type=note", vec![])]
    {
        let found = ann.all(&format!("{}&{condition}", search(address))).await;
        assert_eq!(titles(&found), expected, "{condition}");
    }
    // Only an address alone is given exactly.
    let all = ["2006", "2005", "2004", "2003", "2002", "2001"];
    assert_eq!(in_order(&ann, "a.example/clip", 3).await, all);
    assert_eq!(in_order(&ann, &format!("{address} -title:2010"), 3).await, all);
    service.end().await;
}

#[tokio::test]
async fn at_most_eight_favorites_with_the_address_come_first() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let most = u64::try_from(LEADING_FAVORITES).unwrap();
    let years: Vec<_> = (2001..=2001 + most).collect();
    for year in &years {
        ann.create(&of_year(*year, "image", "https://a.example/picture")).await;
    }
    ann.create(&of_year(2020, "image", "https://a.example/picture/2")).await;
    service.settle().await;
    let mut expected: Vec<_> = years.iter().rev().map(u64::to_string).collect();
    expected.insert(LEADING_FAVORITES, "2020".to_owned());
    for limit in [LEADING_FAVORITES, LEADING_FAVORITES + 1, 20] {
        assert_eq!(in_order(&ann, "a.example/picture", limit).await, expected, "{limit}");
    }
    service.end().await;
}

#[tokio::test]
async fn a_favorite_with_the_address_comes_first_if_it_is_among_the_newest_that_match() {
    let service = Service::start().await;
    let ann = service.person("ann");
    ann.create(&of_year(2001, "image", "https://a.example/picture")).await;
    let newer = LEADING_AMONG - 1;
    for number in 0..newer {
        ann.create(&saved("image", &number.to_string(), &format!("https://a.example/picture/{number}")))
            .await;
    }
    service.settle().await;
    let found = in_order(&ann, "a.example/picture", 20).await;
    assert_eq!((found.len(), &*found[0]), (newer + 1, "2001"));
    ann.create(&saved("image", "newest", "https://a.example/picture/newest")).await;
    service.settle().await;
    let found = in_order(&ann, "a.example/picture", 20).await;
    assert_eq!((found.len(), &*found[0], &*found[newer + 1]), (newer + 2, "newest", "2001"));
    service.end().await;
}
