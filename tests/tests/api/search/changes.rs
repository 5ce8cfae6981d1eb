//! Tests search after changes.

use std::time::Duration;

use favorites_api::ProblemType;
use favorites_tests::{Clock, Person, Service, data_id, sample, tag_id};
use reqwest::Method;
use serde_json::{Value, json};

use super::{assert_found, search, titled};

/// Returns two counts of the matches of `query`: the total, and the count of `tag`.
async fn counted(ann: &Person, query: &str, tag: &str) -> [u64; 2] {
    let page = ann.get(&search(query)).await.is(200);
    [&page["counts"]["total"], &page["counts"]["byTag"][tag]].map(|count| count.as_u64().unwrap_or(0))
}

#[tokio::test]
async fn edits_change_what_is_found() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("chatRecord", "Plans")).await;
    let link = ann.create(&sample::favorite("link", "Page")).await;
    let (chat, link) = (format!("/favorites/{}", data_id(&kept)), format!("/favorites/{}", data_id(&link)));
    service.settle().await;
    assert_found(&ann, "tea", &["Plans"]).await;
    assert_found(&ann, "example.com", &["Page"]).await;

    let messages = json!([{ "sender": "Cem", "text": "Coffee!" }]);
    ann.patch(&chat, &json!({ "title": "Ideas", "content": { "messages": messages } })).await.is(200);
    ann.patch(&link, &json!({ "contentUrl": "https://moved.example/new/place" })).await.is(200);
    service.settle().await;
    for (query, expected) in [
        ("tea", vec![]),
        ("plans", vec![]),
        ("ideas", vec!["Ideas"]),
        ("coffee cem", vec!["Ideas"]),
        ("example.com", vec![]),
        ("moved place", vec!["Page"]),
    ] {
        assert_found(&ann, query, &expected).await;
    }
    service.end().await;
}

#[tokio::test]
async fn expired_favorites_are_not_found_from_their_second_of_expiry_on() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Red").await;
    let expiry = clock.after(Duration::from_secs(100)).to_string();
    let members = json!({ "tagIds": [tag_id(&tag)], "expireTime": expiry });
    ann.create(&sample::with(titled("Ticket short"), &members)).await;
    ann.create(&sample::with(titled("Ticket long"), &json!({ "tagIds": [tag_id(&tag)] }))).await;
    service.settle().await;
    clock.advance(Duration::from_millis(99_999));
    assert_found(&ann, "ticket", &["Ticket long", "Ticket short"]).await;
    assert_eq!(counted(&ann, "ticket", tag_id(&tag)).await, [2, 2]);
    clock.advance(Duration::from_millis(1));
    assert_found(&ann, "ticket", &["Ticket long"]).await;
    assert_found(&ann, "red", &["Ticket long"]).await;
    assert_eq!(counted(&ann, "ticket", tag_id(&tag)).await, [1, 1]);
    service.end().await;
}

#[tokio::test]
async fn the_trash_hides_at_once_and_what_is_restored_is_found_again() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Red").await;
    let kept = ann.create(&sample::with(titled("Letter"), &json!({ "tagIds": [tag_id(&tag)] }))).await;
    let (favorite, trash) = (format!("/favorites/{}", data_id(&kept)), format!("/trash/{}", data_id(&kept)));
    service.settle().await;
    assert_found(&ann, "letter", &["Letter"]).await;

    ann.delete(&favorite).await.is(200);
    assert_found(&ann, "letter", &[]).await;
    service.settle().await;
    assert_found(&ann, "red", &[]).await;
    assert_eq!(counted(&ann, "letter", tag_id(&tag)).await, [0, 0]);

    ann.call(Method::POST, &format!("{trash}/restore")).await.is(200);
    service.settle().await;
    assert_found(&ann, "letter", &["Letter"]).await;
    assert_found(&ann, "red", &["Letter"]).await;
    assert_eq!(counted(&ann, "letter", tag_id(&tag)).await, [1, 1]);

    ann.delete(&favorite).await.is(200);
    ann.delete(&trash).await.is(204);
    service.settle().await;
    assert_found(&ann, "", &[]).await;
    service.end().await;
}

#[tokio::test]
async fn a_renamed_tag_is_found_at_once_under_its_new_name_only() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Garden").await;
    ann.create(&sample::with(titled("Roses"), &json!({ "tagIds": [tag_id(&tag)] }))).await;
    ann.create(&titled("Garden gnome")).await;
    service.settle().await;
    assert_found(&ann, "garden", &["Roses", "Garden gnome"]).await;

    let path = format!("/tags/{}", tag_id(&tag));
    ann.patch(&path, &json!({ "tagName": "Balcony" })).await.is(200);
    assert_found(&ann, "garden", &["Garden gnome"]).await;
    assert_found(&ann, "balc", &["Roses"]).await;
    assert_found(&ann, "-balcony", &["Garden gnome"]).await;
    service.end().await;
}

#[tokio::test]
async fn a_deleted_tag_finds_and_counts_nothing_from_then_on() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (garden, other) = (ann.create_tag("Garden").await, ann.create_tag("Other").await);
    let tags = json!({ "tagIds": [tag_id(&garden), tag_id(&other)] });
    ann.create(&sample::with(titled("Roses"), &tags)).await;
    service.settle().await;
    assert_eq!(counted(&ann, "garden", tag_id(&garden)).await, [1, 1]);

    ann.delete(&format!("/tags/{}", tag_id(&garden))).await.is(204);
    for _ in ["at once", "when it is off its favorites"] {
        assert_found(&ann, "garden", &[]).await;
        assert_found(&ann, "other", &["Roses"]).await;
        assert_eq!(counted(&ann, "roses", tag_id(&garden)).await, [1, 0]);
        let by_tag = format!("/search?tag={}", tag_id(&garden));
        ann.get(&by_tag).await.problem(ProblemType::TagNotFound);
        service.settle().await;
    }
    service.end().await;
}

#[tokio::test]
async fn tags_that_are_put_on_and_taken_off_are_followed() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Red").await;
    let kept = ann.create(&titled("Roses")).await;
    let path = format!("/favorites/{}/tags/{}", data_id(&kept), tag_id(&tag));
    for (call, expected) in [(ann.put(&path, &Value::Null), vec!["Roses"]), (ann.delete(&path), vec![])] {
        call.await.is(200);
        service.settle().await;
        assert_found(&ann, "red", &expected).await;
        let tagged = ann.all(&format!("/search?tag={}", tag_id(&tag))).await;
        assert_eq!(tagged.len(), expected.len());
    }
    service.end().await;
}

#[tokio::test]
async fn favorites_of_another_user_are_never_found() {
    let service = Service::start().await;
    let (ann, bob) = (service.person("ann"), service.person("bob"));
    for (person, title) in [(&ann, "Secret of Ann"), (&bob, "Secret of Bob")] {
        let tag = person.create_tag("Red").await;
        person.create(&sample::with(titled(title), &json!({ "tagIds": [tag_id(&tag)] }))).await;
    }
    service.settle().await;
    for query in ["", "secret", "red", "-nothing", "secret of"] {
        assert_found(&ann, query, &["Secret of Ann"]).await;
        assert_found(&bob, query, &["Secret of Bob"]).await;
    }
    assert_found(&bob, "ann", &[]).await;
    assert_found(&service.person("eve"), "", &[]).await;
    service.end().await;
}
