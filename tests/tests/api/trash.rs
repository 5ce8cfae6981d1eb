//! Deleting favorites, listing the trash, restoring, and purging.

use std::time::Duration;

use favorites_api::ProblemType;
use favorites_api::favorites::limits::TRASH_KEEPS;
use favorites_tests::{Clock, Service, data_id, sample, tag_id};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn a_favorite_goes_to_the_trash_and_comes_back() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Rust").await;
    let members = json!({ "tagIds": [tag_id(&tag)] });
    let kept = ann.create(&sample::with(sample::favorite("link", "x"), &members)).await;
    let path = format!("/favorites/{}", data_id(&kept));
    clock.advance(Duration::from_mins(1));

    let trashed = ann.delete(&path).await.is(200);

    let times =
        json!({ "deleteTime": clock.now().to_string(), "purgeTime": clock.after(TRASH_KEEPS).to_string() });
    assert_eq!(trashed, sample::with(kept.clone(), &times));
    assert_eq!(ann.all("/trash").await, [trashed]);
    for list in [
        "/favorites".to_owned(),
        "/favorites?type=link".to_owned(),
        format!("/tags/{}/favorites", tag_id(&tag)),
    ] {
        assert_eq!(ann.all(&list).await, Vec::<Value>::new(), "{list}");
    }
    for gone in [ann.get(&path), ann.delete(&path), ann.get(&format!("{path}/tags"))] {
        gone.await.problem(ProblemType::FavoriteNotFound);
    }

    let restored = ann.call(Method::POST, &format!("/trash/{}/restore", data_id(&kept))).await;
    let after = json!({ "version": 2, "updateTime": clock.now().to_string() });
    assert_eq!((restored.is(200), restored.header("etag")), (sample::with(kept, &after), "\"2\""));
    assert_eq!(ann.get(&path).await.is(200), restored.is(200));
    assert_eq!(ann.all("/trash").await, Vec::<Value>::new());
    assert_eq!(ann.all(&format!("/tags/{}/favorites?type=link", tag_id(&tag))).await.len(), 1);
    service.end().await;
}

#[tokio::test]
async fn only_tags_that_still_exist_come_back() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (stays, goes) = (ann.create_tag("Stays").await, ann.create_tag("Goes").await);
    let members = json!({ "tagIds": [tag_id(&stays), tag_id(&goes)] });
    let kept = ann.create(&sample::with(sample::favorite("note", "x"), &members)).await;
    ann.delete(&format!("/favorites/{}", data_id(&kept))).await.is(200);
    ann.delete(&format!("/tags/{}", tag_id(&goes))).await.is(204);
    // A new tag with the name of a deleted tag is a different tag, so a restore must not add it.
    ann.create_tag("Goes").await;
    let restored = ann.call(Method::POST, &format!("/trash/{}/restore", data_id(&kept))).await.is(200);
    assert_eq!(restored["tagIds"], json!([tag_id(&stays)]));
    service.end().await;
}

#[tokio::test]
async fn purged_favorites_are_gone_for_good() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let trash = format!("/trash/{}", data_id(&kept));
    ann.delete(&trash).await.problem(ProblemType::NotInTrash);
    ann.delete(&format!("/favorites/{}", data_id(&kept))).await.is(200);
    assert_eq!(ann.delete(&trash).await.is(204), Value::Null);
    ann.delete(&trash).await.problem(ProblemType::NotInTrash);
    ann.call(Method::POST, &format!("{trash}/restore")).await.problem(ProblemType::NotInTrash);
    assert_eq!(ann.all("/trash").await, Vec::<Value>::new());
    for id in ["7", "019a0000000070008000000000000001"] {
        ann.delete(&format!("/trash/{id}")).await.problem(ProblemType::NotInTrash);
        ann.call(Method::POST, &format!("/trash/{id}/restore")).await.problem(ProblemType::NotInTrash);
    }
    service.end().await;
}

#[tokio::test]
async fn the_trash_empties_itself_after_thirty_days() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    ann.delete(&format!("/favorites/{}", data_id(&kept))).await.is(200);
    let trash = format!("/trash/{}", data_id(&kept));
    clock.advance(TRASH_KEEPS.checked_sub(Duration::from_secs(1)).unwrap());
    assert_eq!(ann.all("/trash").await.len(), 1);
    clock.advance(Duration::from_secs(1));
    assert_eq!(ann.all("/trash").await, Vec::<Value>::new());
    ann.call(Method::POST, &format!("{trash}/restore")).await.problem(ProblemType::NotInTrash);
    ann.delete(&trash).await.problem(ProblemType::NotInTrash);
    service.end().await;
}

#[tokio::test]
async fn a_favorite_that_expires_sooner_leaves_the_trash_then() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let expiry = clock.after(Duration::from_hours(1)).to_string();
    let kept =
        ann.create(&sample::with(sample::favorite("note", "x"), &json!({ "expireTime": expiry }))).await;
    let trashed = ann.delete(&format!("/favorites/{}", data_id(&kept))).await.is(200);
    assert_eq!(trashed["purgeTime"], expiry);
    clock.advance(Duration::from_hours(1));
    assert_eq!(ann.all("/trash").await, Vec::<Value>::new());
    ann.call(Method::POST, &format!("/trash/{}/restore", data_id(&kept)))
        .await
        .problem(ProblemType::NotInTrash);
    service.end().await;
}

#[tokio::test]
async fn lists_of_the_trash_cut_long_texts_and_restoring_brings_them_back() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let content = json!({ "text": "long ".repeat(1_000) });
    let kept = ann.create(&sample::with(sample::favorite("note", "x"), &json!({ "content": content }))).await;
    ann.delete(&format!("/favorites/{}", data_id(&kept))).await.is(200);
    let listed = &ann.all("/trash").await[0];
    assert_eq!(
        (listed["content"]["text"].as_str().unwrap().len(), &listed["truncated"]),
        (280, &json!(true))
    );
    let whole = ann.get(&format!("/trash/{}", data_id(&kept))).await.is(200);
    assert_eq!((&whole["content"], whole.get("truncated")), (&content, None));
    let restored = ann.call(Method::POST, &format!("/trash/{}/restore", data_id(&kept))).await.is(200);
    assert_eq!(restored["content"], content);
    service.end().await;
}

#[tokio::test]
async fn the_trash_shows_no_tag_that_was_deleted() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (goes, stays) = (ann.create_tag("Goes").await, ann.create_tag("Stays").await);
    for (title, tags) in
        [("1", vec![tag_id(&goes), tag_id(&stays)]), ("2", vec![tag_id(&goes)]), ("3", vec![])]
    {
        let kept =
            ann.create(&sample::with(sample::favorite("note", title), &json!({ "tagIds": tags }))).await;
        ann.delete(&format!("/favorites/{}", data_id(&kept))).await.is(200);
    }
    let tag_ids = async || {
        let listed = ann.all("/trash?order=asc").await;
        listed.into_iter().map(|trashed| trashed["tagIds"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(tag_ids().await[1..], [json!([tag_id(&goes)]), json!([])]);
    ann.delete(&format!("/tags/{}", tag_id(&goes))).await.is(204);
    assert_eq!(tag_ids().await, [json!([tag_id(&stays)]), json!([]), json!([])]);
    service.end().await;
}
