//! `PUT /favorites/{dataId}`: favorites under ids that clients choose.

use std::time::Duration;

use favorites_api::ProblemType;
use favorites_api::favorites::ChosenId;
use favorites_tests::{Clock, Service, data_id, sample};
use serde_json::{Value, json};

/// An id of 2026-11-24T20:04:28.219Z.
const ID: &str = "01a20f28-e5bb-7621-93a7-29659ab5aedf";

/// Returns an id of this second.
fn recent() -> ChosenId {
    ChosenId::at(Clock::start().now(), rand::random())
}

#[tokio::test]
async fn a_favorite_gets_the_chosen_id_and_its_time() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let id = recent().to_string();
    let put = ann.put(&format!("/favorites/{id}"), &sample::favorite("note", "Offline"));
    let answer = put.header("if-none-match", "*").await;
    let kept = answer.is(201);
    assert_eq!((data_id(&kept), &kept["version"]), (&*id, &json!(1)));
    assert_eq!(answer.header("location"), format!("/favorites/{id}"));
    assert_eq!(ann.get(&format!("/favorites/{id}")).await.is(200), kept);
    let same = sample::with(sample::favorite("note", "Other"), &json!({ "clipTime": kept["clipTime"] }));
    let bob = service.person("bob");
    bob.put(&format!("/favorites/{id}"), &same).header("if-none-match", "*").await.is(201);
    service.end().await;
}

#[tokio::test]
async fn a_repetition_changes_nothing_and_never_brings_a_favorite_back_from_the_trash() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let path = format!("/favorites/{}", recent());
    let note = sample::favorite("note", "Offline");
    let put = || ann.put(&path, &note).header("if-none-match", "*");
    let kept = put().await.is(201);
    let again = put().await.is(200);
    assert_eq!((&again["alreadyThere"], &again["ignored"]), (&json!(true), &json!([])));
    assert_eq!(again["version"], kept["version"]);

    ann.patch(&path, &json!({ "title": "Changed since" })).await.is(200);
    let changed = put().await.is(200);
    assert_eq!((&changed["title"], &changed["ignored"]), (&json!("Changed since"), &json!(["title"])));

    ann.delete(&path).await.is(200);
    assert_eq!(put().await.problem(ProblemType::InTrash)["dataId"], kept["dataId"]);
    assert_eq!(ann.all("/favorites").await.len(), 0);
    ann.call(reqwest::Method::POST, &format!("/trash/{}/restore", data_id(&kept))).await.is(200);
    put().await.is(200);

    ann.delete(&path).await.is(200);
    ann.delete(&format!("/trash/{}", data_id(&kept))).await.is(204);
    put().await.problem(ProblemType::FavoriteGone);
    assert_eq!(ann.all("/favorites").await.len(), 0);
    service.end().await;
}

#[tokio::test]
async fn the_id_of_a_favorite_that_is_gone_can_be_chosen_once_and_is_counted_and_found() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let gone = ann.create(&sample::favorite("note", "First")).await;
    let path = format!("/favorites/{}", data_id(&gone));
    for number in 0..5 {
        ann.patch(&path, &json!({ "title": format!("Version {number}") })).await.is(200);
    }
    ann.delete(&path).await.is(200);
    let put = || ann.put(&path, &sample::favorite("note", "Second")).header("if-none-match", "*");
    put().await.problem(ProblemType::InTrash);
    ann.delete(&format!("/trash/{}", data_id(&gone))).await.is(204);
    service.settle().await;
    put().await.is(201);
    service.settle().await;
    assert_eq!(ann.get("/counts").await.is(200)["total"], 1);
    assert_eq!(ann.all("/search?q=second").await.len(), 1);
    service.end().await;
}

#[tokio::test]
async fn many_at_once_create_one() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let path = format!("/favorites/{}", recent());
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let (ann, path) = (ann.clone(), path.clone());
        calls.spawn(async move {
            ann.put(&path, &sample::favorite("link", "Offline")).header("if-none-match", "*").await.status()
        });
    }
    let mut statuses = calls.join_all().await;
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 200, 200, 201]);
    assert_eq!(ann.all("/favorites").await.len(), 1);
    service.end().await;
}

#[tokio::test]
async fn a_link_that_another_favorite_keeps_is_answered_with_that_favorite() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let link = sample::favorite("link", "Kept");
    let kept = ann.create(&link).await;
    let tagged = sample::with(link, &json!({ "tagIds": [ann.create_tag("Late").await["tagId"]] }));
    let path = format!("/favorites/{}?onExisting=merge", recent());
    let merged = ann.put(&path, &tagged).header("if-none-match", "*").await.is(200);
    assert_eq!(data_id(&merged), data_id(&kept));
    assert_eq!(merged["tagIds"], tagged["tagIds"]);
    service.end().await;
}

#[tokio::test]
async fn every_fault_is_named() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let note = sample::favorite("note", "x");
    let path = format!("/favorites/{ID}");
    let faults = |problem: &Value| -> Vec<String> {
        let errors = problem["errors"].as_array().expect("faults");
        errors.iter().map(ToString::to_string).collect()
    };
    let problem = ann.put("/favorites/7", &json!({ "title": 7 })).await.problem(ProblemType::InvalidInput);
    let found = faults(&problem).join("\n");
    for part in [
        "\"parameter\":\"dataId\"",
        "\"header\":\"if-none-match\"",
        "\"pointer\":\"/title\"",
        "nothing was given",
    ] {
        assert!(found.contains(part), "{part} is not in {found}");
    }
    let other = sample::with(note.clone(), &json!({ "clipTime": "2026-01-01T00:00:00Z" }));
    let problem =
        ann.put(&path, &other).header("if-none-match", "*").await.problem(ProblemType::InvalidInput);
    assert_eq!(
        problem["errors"],
        json!([{
            "pointer": "/clipTime",
            "detail": "must be the time of dataId, 2026-11-24T20:04:28.219Z; 2026-01-01T00:00:00.000Z was given"
        }])
    );
    let future = "0fffffff-e5bb-7621-93a7-29659ab5aedf";
    let problem = ann.put(&format!("/favorites/{future}"), &note).header("if-none-match", "*").await;
    let problem = problem.problem(ProblemType::InvalidInput);
    assert_eq!(problem["errors"][0]["pointer"], "/clipTime");
    assert!(problem["errors"][0]["detail"].as_str().unwrap().starts_with("must be from 1970 to "));
    let version_4 = "c232ab00-9414-41ec-b3c8-9f6bdeced846";
    let problem = ann.put(&format!("/favorites/{version_4}"), &note).header("if-none-match", "*").await;
    assert_eq!(
        problem.problem(ProblemType::InvalidInput)["errors"][0],
        json!({ "parameter": "dataId", "detail": format!("must be a UUID of version 7; \"{version_4}\" was given") })
    );
    service.end().await;
}

#[tokio::test]
async fn a_repetition_after_its_expiry_time_is_answered_while_the_favorite_exists() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let path = format!("/favorites/{}", ChosenId::at(clock.now(), 7));
    let soon = clock.after(Duration::from_mins(1)).to_string();
    let note = sample::with(sample::favorite("note", "Soon gone"), &json!({ "expireTime": soon }));
    let put = || ann.put(&path, &note).header("if-none-match", "*");
    put().await.is(201);
    ann.patch(&path, &json!({ "expireTime": null })).await.is(200);
    clock.advance(Duration::from_mins(2));
    assert_eq!(put().await.is(200)["alreadyThere"], true);
    service.end().await;
}
