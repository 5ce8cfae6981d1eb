//! The same link twice is one favorite.

use favorites_api::ProblemType;
use favorites_tests::{Service, data_id, sample};
use serde_json::{Value, json};

fn link(url: &str) -> Value {
    sample::with(sample::favorite("link", "A link"), &json!({ "contentUrl": url }))
}

#[tokio::test]
async fn the_second_answer_says_so_and_names_the_first() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut first = ann.create(&link("https://example.com/a?x=1&y=2")).await;
    for same in [
        "https://example.com/a?x=1&y=2",
        "HTTPS://EXAMPLE.com/a?x=1&y=2",
        "https://example.com:443/a?x=1&y=2",
        "https://example.com/a?x=1&y=2#chapter",
        "https://example.com/b/../a?x=1&y=2",
    ] {
        let answer = ann.post("/favorites", &link(same)).await;
        let again = answer.is(200);
        first["alreadyThere"] = true.into();
        assert_eq!(again, first, "{same}");
        assert_eq!(answer.header("location"), format!("/favorites/{}", data_id(&first)));
    }
    for other in [
        "https://example.com/A?x=1&y=2",
        "https://example.com/a?y=2&x=1",
        "http://example.com/a?x=1&y=2",
        "https://example.com:8443/a?x=1&y=2",
        "https://www.example.com/a?x=1&y=2",
    ] {
        ann.create(&link(other)).await;
    }
    assert_eq!(ann.all("/favorites").await.len(), 6);
    service.end().await;
}

#[tokio::test]
async fn only_links_are_kept_once() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for data_type in ["image", "image", "note", "file", "link"] {
        let url = json!({ "contentUrl": "https://example.com/same" });
        ann.create(&sample::with(sample::favorite(data_type, "x"), &url)).await;
    }
    service.end().await;
}

#[tokio::test]
async fn many_at_once_keep_one() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let ann = ann.clone();
        calls.spawn(async move { ann.post("/favorites", &link("https://example.com/")).await });
    }
    let answers = calls.join_all().await;
    assert_eq!(answers.iter().filter(|answer| answer.status() == 201).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.status() == 200).count(), 7);
    assert_eq!(ann.all("/favorites").await.len(), 1);
    service.end().await;
}

#[tokio::test]
async fn a_deleted_link_is_free_and_comes_back_only_while_it_is() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let first = ann.create(&link("https://example.com/")).await;
    ann.delete(&format!("/favorites/{}", data_id(&first))).await.is(200);
    let second = ann.create(&link("https://example.com/#again")).await;
    assert_ne!(data_id(&first), data_id(&second));

    let restore = format!("/trash/{}/restore", data_id(&first));
    let taken = ann.call(reqwest::Method::POST, &restore).await.problem(ProblemType::LinkTaken);
    assert_eq!(taken["dataId"], second["dataId"]);
    assert_eq!(ann.all("/trash").await.len(), 1, "it stays in the trash");

    ann.delete(&format!("/favorites/{}", data_id(&second))).await.is(200);
    ann.call(reqwest::Method::POST, &restore).await.is(200);
    let restore = format!("/trash/{}/restore", data_id(&second));
    let taken = ann.call(reqwest::Method::POST, &restore).await.problem(ProblemType::LinkTaken);
    assert_eq!(taken["dataId"], first["dataId"]);
    service.end().await;
}

#[tokio::test]
async fn a_link_that_moves_frees_the_old_one() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let first = ann.create(&link("https://example.com/1")).await;
    let second = ann.create(&link("https://example.com/2")).await;
    let path = format!("/favorites/{}", data_id(&first));
    let taken = ann.patch(&path, &json!({ "contentUrl": "https://EXAMPLE.com/2" })).await;
    assert_eq!(taken.problem(ProblemType::LinkTaken)["dataId"], second["dataId"]);
    // The same link in another spelling is no move.
    ann.patch(&path, &json!({ "contentUrl": "https://example.com:443/1#top" })).await.is(200);
    ann.post("/favorites", &link("https://example.com/1")).await.is(200);
    ann.patch(&path, &json!({ "contentUrl": "https://example.com/3" })).await.is(200);
    ann.create(&link("https://example.com/1")).await;
    ann.post("/favorites", &link("https://example.com/3")).await.is(200);
    service.end().await;
}
