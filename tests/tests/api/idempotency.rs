//! `Idempotency-Key` makes it safe to repeat a `POST`.

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
    // Another order of members and other white space still make the same request, and a quoted key is the same key.
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

#[tokio::test]
async fn the_answer_that_a_link_is_there_already_is_remembered() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let link = sample::favorite("link", "x");
    let kept = ann.create(&link).await;
    let path = format!("/favorites/{}", data_id(&kept));
    let again = sample::with(link.clone(), &json!({ "title": "Again" }));
    let first = ann.post("/favorites", &again).key("k").await.is(200);
    assert_eq!((&first["alreadyThere"], &first["ignored"]), (&json!(true), &json!(["title"])));
    ann.patch(&path, &json!({ "title": "Changed" })).await.is(200);
    assert_eq!(ann.post("/favorites", &again).key("k").await.is(200), first);
    ann.delete(&path).await.is(200);
    assert_eq!(ann.post("/favorites", &again).key("k").await.is(200), first);
    assert_eq!(ann.all("/favorites").await, Vec::<Value>::new(), "nothing was kept again");
    ann.post("/favorites", &link).key("k").await.problem(ProblemType::IdempotencyKeyReused);
    service.end().await;
}

#[tokio::test]
async fn a_merge_happens_once_however_often_it_is_asked_for() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("One").await;
    let link = sample::favorite("link", "x");
    let path = format!("/favorites/{}", data_id(&ann.create(&link).await));
    let tagged = sample::with(link, &json!({ "tagIds": [tag_id(&tag)] }));
    let merge = || ann.post("/favorites?onExisting=merge", &tagged).key("k");
    let first = merge().await.is(200);
    assert_eq!((&first["tagIds"], &first["version"]), (&json!([tag_id(&tag)]), &json!(2)));
    ann.delete(&format!("{path}/tags/{}", tag_id(&tag))).await.is(200);
    assert_eq!(merge().await.is(200), first);
    assert_eq!(ann.get(&path).await.is(200)["tagIds"], json!([]), "the tag did not come back");
    ann.post("/favorites", &tagged).key("k").await.problem(ProblemType::IdempotencyKeyReused);
    service.end().await;
}

#[tokio::test]
async fn a_late_repetition_has_its_first_answer_though_its_expiry_has_passed() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let expiry = clock.after(Duration::from_mins(1)).to_string();
    let note = sample::with(sample::favorite("note", "x"), &json!({ "expireTime": expiry }));
    let first = ann.post("/favorites", &note).key("k").await.is(201);
    clock.advance(Duration::from_mins(2));
    assert_eq!(ann.post("/favorites", &note).key("k").await.is(201), first);
    assert_eq!(ann.post("/favorites", &note).key("other").await.fault().0, "/expireTime");
    assert_eq!(ann.post("/favorites", &note).await.fault().0, "/expireTime");
    service.end().await;
}

#[tokio::test]
async fn a_body_that_can_not_be_read_is_refused_even_with_a_known_key() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let note = sample::favorite("note", "x");
    ann.post("/favorites", &note).key("k").await.is(201);
    for (member, value, pointer) in [
        ("bogus", json!(1), "/bogus"),
        ("thumbnailUrl", json!("nope"), "/thumbnailUrl"),
        ("clipTime", json!("yesterday"), "/clipTime"),
        ("expireTime", json!(5), "/expireTime"),
        ("tagIds", json!(["x"]), "/tagIds/0"),
    ] {
        let wrong = sample::with(note.clone(), &json!({ member: value }));
        assert_eq!(ann.post("/favorites", &wrong).key("k").await.fault().0, pointer);
    }
    service.end().await;
}
