//! `GET /search`. Its matches follow the stream with a delay. It takes deleted favorites and the names of tags from the
//! table, so these are always up to date.

mod addresses;
mod budget;
mod changes;
mod cursors;
mod documented;
mod filters;
mod many_tags;
mod pages;
mod queries;
mod texts;
mod vectors;
mod words;

use std::collections::BTreeSet;

use favorites_tests::{Person, sample};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

/// Returns a note that search only finds by its title.
fn titled(title: &str) -> Value {
    sample::with(sample::favorite("note", title), &json!({ "content": { "text": "…" } }))
}

/// Returns the path of a search for `query`.
fn search(query: &str) -> String {
    format!("/search?q={}", utf8_percent_encode(query, NON_ALPHANUMERIC))
}

fn titles(items: &[Value]) -> Vec<String> {
    items.iter().map(|item| item["title"].as_str().expect("a title is text").to_owned()).collect()
}

/// Returns the titles of all favorites that match `query`.
async fn found(person: &Person, query: &str) -> BTreeSet<String> {
    titles(&person.all(&search(query)).await).into_iter().collect()
}

/// Asserts that `query` matches the favorites with these titles, and no others.
async fn assert_found(person: &Person, query: &str, expected: &[&str]) {
    let expected: BTreeSet<_> = expected.iter().map(|&title| title.to_owned()).collect();
    assert_eq!(found(person, query).await, expected, "{query}");
}
