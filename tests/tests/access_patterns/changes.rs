//! Measures the change feed, whose reads depend on what changed.

use reqwest::Method;
use serde_json::{Value, json};

use crate::account::{Account, note, put};
use crate::jobs::Measured;
use crate::request::key;

/// The endpoint that this file measures.
pub(crate) const ENDPOINT: &str = "GET /changes";

/// The number of a note that the account does not have.
const NOTE: usize = 900;

/// Measures a first synchronization, a poll without changes, and polls after a tag or a favorite has changed.
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
    cursor = poll(account, &mut measured, "the tag is gone since", Some(&cursor)).await;
    let new = note(NOTE, &[]);
    let note = account.send(&Method::POST, "/favorites", Some(&new), None).await;
    let id = note["dataId"].as_str().expect("an id is text");
    let item = account.snapshot().await.remove(&key("FavoriteData", id)).expect("it was just created");
    account.consume(vec![put(item)]).await;
    drop(account.usage(0).await);
    poll(account, &mut measured, "a favorite is new since", Some(&cursor)).await;
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
