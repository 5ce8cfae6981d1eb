//! Listing, replacing, adding and removing the tags of a favorite.

use std::collections::BTreeSet;

use favorites_api::ProblemType;
use favorites_tests::{Service, data_id, sample, tag_id};
use serde_json::{Value, json};

const UNKNOWN_ID: &str = "019a0000-0000-7000-8000-000000000001";

#[tokio::test]
async fn tags_are_put_on_and_taken_off() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tags = [ann.create_tag("One").await, ann.create_tag("Two").await, ann.create_tag("Three").await];
    let ids: Vec<_> = tags.iter().map(tag_id).collect();
    let kept = ann.create(&sample::favorite("file", "x")).await;
    let path = format!("/favorites/{}/tags", data_id(&kept));
    assert_eq!(ann.get(&path).await.is(200), json!({ "items": [], "nextCursor": null }));

    let tagged = ann.put(&format!("{path}/{}", ids[0]), &Value::Null).await;
    assert_eq!((tagged.is(200)["tagIds"].clone(), tagged.header("etag")), (json!([ids[0]]), "\"2\""));
    let again = ann.call(reqwest::Method::PUT, &format!("{path}/{}", ids[0])).await;
    assert_eq!(again.is(200), tagged.is(200), "a tag that is there changes nothing");

    let replaced = ann.put(&path, &json!({ "tagIds": [ids[2], ids[1], ids[2]] })).await.is(200);
    assert_eq!(texts(&replaced["tagIds"]), BTreeSet::from([ids[1], ids[2]]));
    assert_eq!(ann.put(&path, &json!({ "tagIds": [ids[1], ids[2]] })).await.is(200), replaced, "no change");

    let listed = ann.get(&path).await.is(200);
    let names: BTreeSet<_> =
        listed["items"].as_array().unwrap().iter().map(|tag| tag["tagName"].as_str().unwrap()).collect();
    assert_eq!(names, BTreeSet::from(["Two", "Three"]));

    let untagged = ann.delete(&format!("{path}/{}", ids[1])).await.is(200);
    assert_eq!((&untagged["tagIds"], &untagged["version"]), (&json!([ids[2]]), &json!(4)));
    assert_eq!(ann.delete(&format!("{path}/{}", ids[1])).await.is(200), untagged, "no change");
    assert_eq!(ann.put(&path, &json!({ "tagIds": [] })).await.is(200)["tagIds"], json!([]));
    for id in ids {
        assert_eq!(ann.all(&format!("/tags/{id}/favorites")).await, Vec::<Value>::new());
    }
    service.end().await;
}

fn texts(list: &Value) -> BTreeSet<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[tokio::test]
async fn a_tag_or_favorite_that_is_not_there_changes_nothing() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Rust").await;
    let kept =
        ann.create(&sample::with(sample::favorite("note", "x"), &json!({ "tagIds": [tag_id(&tag)] }))).await;
    let path = format!("/favorites/{}/tags", data_id(&kept));
    for unknown in [UNKNOWN_ID, "7"] {
        ann.put(&format!("{path}/{unknown}"), &Value::Null).await.problem(ProblemType::TagNotFound);
        let elsewhere = format!("/favorites/{unknown}/tags");
        let with_tag = format!("{elsewhere}/{}", tag_id(&tag));
        for call in [
            ann.get(&elsewhere),
            ann.put(&elsewhere, &json!({ "tagIds": [] })),
            ann.put(&with_tag, &Value::Null),
            ann.delete(&with_tag),
        ] {
            call.await.problem(ProblemType::FavoriteNotFound);
        }
    }
    ann.delete(&format!("{path}/7")).await.problem(ProblemType::TagNotFound);
    let half = ann.put(&path, &json!({ "tagIds": [UNKNOWN_ID, tag_id(&tag)] })).await;
    assert_eq!(half.problem(ProblemType::TagNotFound)["detail"], format!("there is no tag {UNKNOWN_ID}"));
    assert_eq!(ann.get(&format!("/favorites/{}", data_id(&kept))).await.is(200), kept);
    service.end().await;
}

#[tokio::test]
async fn a_set_of_tags_that_is_malformed_is_refused() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let path = format!("/favorites/{}/tags", data_id(&kept));
    for (body, places) in [
        (json!({}), vec!["/tagIds"]),
        (json!({ "tagIds": null }), vec!["/tagIds"]),
        (json!({ "tagIds": "x" }), vec!["/tagIds"]),
        (json!({ "tagIds": [1, UNKNOWN_ID, ""], "x": 1 }), vec!["/tagIds/0", "/tagIds/2", "/x"]),
        (json!([UNKNOWN_ID]), vec![""]),
    ] {
        let faults: Vec<_> = ann.put(&path, &body).await.faults().into_keys().collect();
        assert_eq!(faults, places, "{body}");
    }
    service.end().await;
}

#[tokio::test]
async fn tagging_from_many_sides_at_once_loses_no_tag() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let mut calls = tokio::task::JoinSet::new();
    for number in 0..4 {
        let tag = ann.create_tag(&number.to_string()).await;
        let (ann, path) = (ann.clone(), format!("/favorites/{}/tags/{}", data_id(&kept), tag_id(&tag)));
        calls.spawn(async move { ann.put(&path, &Value::Null).await.status() });
    }
    assert_eq!(calls.join_all().await, [200; 4]);
    let now = ann.get(&format!("/favorites/{}", data_id(&kept))).await.is(200);
    assert_eq!((now["tagIds"].as_array().unwrap().len(), &now["version"]), (4, &json!(5)));
    service.end().await;
}

#[tokio::test]
async fn the_tags_of_a_favorite_are_listed_by_their_creation_in_both_orders() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut tags = Vec::new();
    for (name, time) in
        [("New", "2024-01-01T00:00:00Z"), ("Old", "2001-01-01T00:00:00Z"), ("Middle", "2012-01-01T00:00:00Z")]
    {
        let tag = ann.post("/tags", &json!({ "tagName": name, "createTime": time })).await.is(201);
        tags.push(tag["tagId"].clone());
    }
    let kept = ann.create(&sample::with(sample::favorite("note", "x"), &json!({ "tagIds": tags }))).await;
    let path = format!("/favorites/{}/tags", data_id(&kept));
    for (query, expected) in [
        ("", ["Old", "Middle", "New"]),
        ("?order=asc", ["Old", "Middle", "New"]),
        ("?order=desc", ["New", "Middle", "Old"]),
    ] {
        let listed = ann.all(&format!("{path}{query}")).await;
        let names: Vec<_> = listed.iter().map(|tag| tag["tagName"].as_str().unwrap()).collect();
        assert_eq!(names, expected, "{query}");
    }
    for (query, place) in
        [("?order=up", "?order"), ("?order=asc&order=asc", "?order"), ("?limit=1", "?limit")]
    {
        assert_eq!(ann.get(&format!("{path}{query}")).await.fault().0, place);
    }
    service.end().await;
}
