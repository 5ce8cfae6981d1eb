//! `Idempotency-Key`: a POST that may be repeated.

use std::time::Duration;

use favorites_api::ProblemType;
use favorites_api::favorites::limits::IDEMPOTENCY_KEEPS;
use favorites_tests::{Clock, Service, data_id, sample, tag_id};
use serde_json::{Value, json};

#[tokio::test]
async fn a_favorite_is_made_once_however_often_it_is_asked_for() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let note = sample::favorite("note", "Once");
    let first = ann.post("/favorites", &note).key("k1").await;

    for _ in 0..2 {
        let again = ann.post("/favorites", &note).key("k1").await;
        assert_eq!((again.is(201), again.header("location")), (first.is(201), first.header("location")));
    }
    assert_eq!(ann.all("/favorites").await.len(), 1);
    // Member order and white space are the same request; the quoted form is the same key.
    let reordered = ann.post("/favorites", &Value::Null).key("\"k1\"");
    let text = format!("{{\"title\":\"Once\", \"content\":{}, \"dataType\":\"note\"}}", note["content"]);
    assert_eq!(reordered.body(text).await.is(201), first.is(201));

    let other = sample::favorite("note", "Twice");
    ann.post("/favorites", &other).key("k1").await.problem(ProblemType::IdempotencyKeyReused);
    ann.post("/favorites", &other).key("k2").await.is(201);
    service.end().await;
}

#[tokio::test]
async fn the_first_answer_is_repeated_even_when_the_favorite_has_changed() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let link = sample::favorite("link", "Once");
    let first = ann.post("/favorites", &link).key("k").await.is(201);
    let path = format!("/favorites/{}", data_id(&first));
    ann.patch(&path, &json!({ "title": "Changed" })).await.is(200);
    assert_eq!(ann.post("/favorites", &link).key("k").await.is(201), first);
    ann.delete(&path).await.is(200);
    assert_eq!(ann.post("/favorites", &link).key("k").await.is(201), first);
    assert_eq!(ann.all("/favorites").await, Vec::<Value>::new(), "nothing came back");
    service.end().await;
}

#[tokio::test]
async fn a_tag_is_made_once() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let rust = json!({ "tagName": "Rust" });
    let first = ann.post("/tags", &rust).key("k").await.is(201);
    assert_eq!(ann.post("/tags", &rust).key("k").await.is(201), first);
    ann.post("/tags", &rust).await.problem(ProblemType::TagNameTaken);
    ann.post("/tags", &json!({ "tagName": "Go" })).key("k").await.problem(ProblemType::IdempotencyKeyReused);
    assert_eq!(ann.all("/tags").await.len(), 1);
    service.end().await;
}

#[tokio::test]
async fn a_favorite_is_restored_once() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut trashed = Vec::new();
    for title in ["one", "two"] {
        let kept = ann.create(&sample::favorite("note", title)).await;
        ann.delete(&format!("/favorites/{}", data_id(&kept))).await.is(200);
        trashed.push(format!("/trash/{}/restore", data_id(&kept)));
    }
    let restore = |path: &str| ann.call(reqwest::Method::POST, path).key("k");
    let first = restore(&trashed[0]).await.is(200);
    assert_eq!(restore(&trashed[0]).await.is(200), first);
    restore(&trashed[1]).await.problem(ProblemType::IdempotencyKeyReused);
    ann.call(reqwest::Method::POST, &trashed[0]).await.problem(ProblemType::NotInTrash);
    assert_eq!(ann.all("/trash").await.len(), 1);
    service.end().await;
}

#[tokio::test]
async fn a_key_belongs_to_one_request_of_one_person() {
    let service = Service::start().await;
    let (ann, bob) = (service.person("ann"), service.person("bob"));
    let tag = ann.post("/tags", &json!({ "tagName": "Rust" })).key("k").await.is(201);
    let note = sample::favorite("note", "x");
    ann.post("/favorites", &note).key("k").await.problem(ProblemType::IdempotencyKeyReused);
    let his = bob.post("/tags", &json!({ "tagName": "Rust" })).key("k").await.is(201);
    assert_ne!(tag_id(&tag), tag_id(&his));
    bob.post("/favorites", &note).key("k2").await.is(201);
    service.end().await;
}

#[tokio::test]
async fn a_request_that_failed_may_be_tried_again_with_its_key() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let taken = ann.create_tag("Rust").await;
    let rust = json!({ "tagName": "rust" });
    ann.post("/tags", &rust).key("k").await.problem(ProblemType::TagNameTaken);
    ann.delete(&format!("/tags/{}", tag_id(&taken))).await.is(204);
    ann.post("/tags", &rust).key("k").await.is(201);
    service.end().await;
}

#[tokio::test]
async fn many_requests_with_one_key_at_once_make_one() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let ann = ann.clone();
        calls.spawn(async move { ann.post("/favorites", &sample::favorite("link", "x")).key("k").await });
    }
    let answers = calls.join_all().await;
    for answer in &answers {
        assert_eq!(answer.is(201), answers[0].is(201));
    }
    assert_eq!(ann.all("/favorites").await.len(), 1);
    service.end().await;
}

#[tokio::test]
async fn a_key_is_forgotten_after_a_day() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let (note, other) = (sample::favorite("note", "x"), sample::favorite("note", "y"));
    let first = ann.post("/favorites", &note).key("k").await.is(201);
    clock.advance(IDEMPOTENCY_KEEPS.checked_sub(Duration::from_secs(1)).unwrap());
    assert_eq!(ann.post("/favorites", &note).key("k").await.is(201), first);
    clock.advance(Duration::from_secs(1));
    let second = ann.post("/favorites", &other).key("k").await.is(201);
    assert_ne!(data_id(&second), data_id(&first));
    service.end().await;
}
