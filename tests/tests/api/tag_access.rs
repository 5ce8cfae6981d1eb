//! Reading a tag's favorites moves its `lastAccessTime`, at most once a minute.

use std::time::Duration;

use favorites_tests::{Clock, Person, Service, tag_id};
use serde_json::{Value, json};

async fn last_access(ann: &Person, tag: &Value) -> Value {
    ann.get(&format!("/tags/{}", tag_id(tag))).await.is(200)["lastAccessTime"].clone()
}

#[tokio::test]
async fn it_moves_once_a_minute_and_only_for_the_tag_that_is_read() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let (read, unread) = (ann.create_tag("Read").await, ann.create_tag("Unread").await);
    let list = format!("/tags/{}/favorites", tag_id(&read));
    let made = clock.now().to_string();
    // The second round would show an update made in the first one. The service updates the time at most once a minute.
    for _ in 0..2 {
        clock.advance(Duration::from_millis(29_999));
        ann.get(&list).await.is(200);
        assert_eq!(last_access(&ann, &read).await, made);
    }
    clock.advance(Duration::from_millis(2));
    let moved = clock.now().to_string();
    ann.get(&list).await.is(200);
    // No wait is needed: the service updates the time before it answers the list.
    assert_eq!(last_access(&ann, &read).await, moved);
    clock.advance(Duration::from_secs(30));
    ann.get(&format!("{list}?type=note&order=asc")).await.is(200);
    // A rename has a condition on the last access time, so it would conflict with an update that is still in progress.
    let renamed =
        ann.patch(&format!("/tags/{}", tag_id(&read)), &json!({ "tagName": "Still" })).await.is(200);
    assert_eq!((&renamed["lastAccessTime"], &renamed["version"]), (&json!(moved), &json!(2)));
    assert_eq!(last_access(&ann, &unread).await, made);
    service.end().await;
}

#[tokio::test]
async fn reading_makes_no_version_of_the_tag() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Read").await;
    clock.advance(Duration::from_mins(1));
    ann.get(&format!("/tags/{}/favorites", tag_id(&tag))).await.is(200);
    assert_eq!(last_access(&ann, &tag).await, clock.now().to_string());
    let path = format!("/tags/{}", tag_id(&tag));
    ann.patch(&path, &json!({ "tagName": "Renamed" })).header("if-match", "\"1\"").await.is(200);
    service.end().await;
}
