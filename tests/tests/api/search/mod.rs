//! `GET /search`. What it finds follows the stream; what is gone, and the names of tags, it knows at once.

mod changes;
mod cursors;
mod filters;
mod pages;
mod queries;
mod texts;
mod words;

use std::collections::BTreeSet;

use favorites_tests::{Person, sample};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

/// A note of which nothing can be found but its title.
fn titled(title: &str) -> Value {
    sample::with(sample::favorite("note", title), &json!({ "content": { "text": "…" } }))
}

/// The path of a search for `query`.
fn search(query: &str) -> String {
    format!("/search?q={}", utf8_percent_encode(query, NON_ALPHANUMERIC))
}

fn titles(items: &[Value]) -> Vec<String> {
    items.iter().map(|item| item["title"].as_str().expect("a title is text").to_owned()).collect()
}

/// The titles of all that `query` finds.
async fn found(person: &Person, query: &str) -> BTreeSet<String> {
    titles(&person.all(&search(query)).await).into_iter().collect()
}

/// `query` finds what has these titles, and nothing else.
async fn assert_found(person: &Person, query: &str, expected: &[&str]) {
    let expected: BTreeSet<_> = expected.iter().map(|&title| title.to_owned()).collect();
    assert_eq!(found(person, query).await, expected, "{query}");
}
