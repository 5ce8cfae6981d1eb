//! Measures the change feed, whose reads depend on what changed.

use reqwest::Method;
use serde_json::{Value, json};

use crate::account::Account;
use crate::jobs::Measured;

/// The endpoint that this file measures.
pub(crate) const ENDPOINT: &str = "GET /changes";

/// Measures a first synchronization, a poll without changes, and one after a tag and a favorite have changed.
pub(crate) async fn measure(account: &Account) -> Vec<Measured> {
    let mut measured = Vec::new();
    let mut cursor = poll(account, &mut measured, "the first synchronization", None).await;
    cursor = poll(account, &mut measured, "nothing changed since", Some(&cursor)).await;
    let tag = account.send(&Method::POST, "/tags", Some(&json!({ "tagName": "A changed tag" })), None).await;
    drop(account.usage(0).await);
    cursor = poll(account, &mut measured, "a tag is new since", Some(&cursor)).await;
    let tag = tag["tagId"].as_str().expect("an id is text");
    account.send(&Method::DELETE, &format!("/tags/{tag}"), None, None).await;
    drop(account.usage(0).await);
    poll(account, &mut measured, "the tag is gone since", Some(&cursor)).await;
    measured
}

/// Reads the feed once, and returns the next cursor.
async fn poll(
    account: &Account,
    measured: &mut Vec<Measured>,
    case: &'static str,
    cursor: Option<&str>,
) -> String {
    let path = cursor.map_or_else(|| "/changes".to_owned(), |cursor| format!("/changes?cursor={cursor}"));
    let answer = account.send(&Method::GET, &path, None, None).await;
    assert_eq!(answer["more"], Value::Bool(false), "{answer}");
    measured.push(Measured { endpoint: ENDPOINT, case, requests: account.usage(2).await });
    answer["cursor"].as_str().expect("a cursor is text").to_owned()
}
