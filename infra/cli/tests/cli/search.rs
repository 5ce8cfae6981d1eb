//! `favorites search`.

use crate::support::User;

async fn library() -> User {
    let user = User::new().await;
    user.run(&["tag", "create", "Reading"]).await.done();
    for arguments in [
        &[
            "add",
            "https://doc.rust-lang.org/book",
            "--title",
            "The Rust Book",
            "--clip-time",
            "2024-05-01T00:00:00Z",
            "--tag",
            "Reading",
        ][..],
        &["add", "https://blog.example.com", "--title", "Rust and Go", "--clip-time", "2025-05-01T00:00:00Z"],
        &["add", "--title", "Milk", "--text", "and rust", "--clip-time", "2026-05-01T00:00:00Z"],
    ] {
        user.run(arguments).await.done();
    }
    user.eventually(&["search", "--json"], |found| found.out.lines().count() == 3).await;
    user
}

#[tokio::test]
async fn a_search_finds_by_words_operators_and_options_newest_first() {
    let user = library().await;
    for (arguments, expected) in [
        (&["search", "rust"][..], &["Milk", "Rust and Go", "The Rust Book"][..]),
        (&["search", "rust", "bo"], &["The Rust Book"]),
        (&["search", "\"rust book\""], &["The Rust Book"]),
        (&["search", "--", "rust", "-go"], &["Milk", "The Rust Book"]),
        (&["search", "title:rust"], &["Rust and Go", "The Rust Book"]),
        (&["search", "rust", "--type", "note"], &["Milk"]),
        (&["search", "--tag", "reading"], &["The Rust Book"]),
        (&["search", "--untagged"], &["Milk", "Rust and Go"]),
        (&["search", "--site", "example.com"], &["Rust and Go"]),
        (&["search", "--after", "2025", "--before", "2026"], &["Rust and Go"]),
        (&["search", "rust", "--limit", "1"], &["Milk"]),
        (&["search", "rust", "--all"], &["Milk", "Rust and Go", "The Rust Book"]),
    ] {
        let found = user.run(&[&["--json"], arguments].concat()).await.json_lines();
        let titles: Vec<_> = found.iter().map(|item| item["title"].as_str().unwrap()).collect();
        assert_eq!(titles, expected, "{arguments:?}");
    }
    assert_eq!(user.run(&["search", "nothing"]).await.message(), "There are no such favorites.\n");
    user.end().await;
}

#[tokio::test]
async fn matches_can_be_counted() {
    let user = library().await;
    let counts = user.run(&["search", "rust", "--counts"]).await.done();
    assert_eq!(counts, "link              2\nnote              1\ntotal             3\n");
    let counts = user.json(&["search", "rust", "--counts"]).await;
    assert_eq!((&counts["total"], &counts["complete"]), (&3.into(), &true.into()));
    user.end().await;
}

#[tokio::test]
async fn a_mistake_in_a_query_ends_with_5_and_its_place() {
    let user = User::new().await;
    let error = user.run(&["search", "rust", "after:soon"]).await.failed(5);
    assert!(error.contains("\n  the parameter q, character "), "{error}");
    let error = user.run(&["search", "--tag", "Other"]).await.failed(4);
    assert!(error.contains("there is no tag \"Other\""), "{error}");
    user.end().await;
}
