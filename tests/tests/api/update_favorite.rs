//! `PATCH /favorites/{dataId}`.

use std::future::IntoFuture;

use favorites_api::ProblemType;
use favorites_tests::{Person, Service, data_id, sample, tag_id};
use serde_json::{Value, json};

async fn patch(ann: &Person, favorite: &Value, patch: &Value) -> Value {
    ann.patch(&format!("/favorites/{}", data_id(favorite)), patch).await.is(200)
}

#[tokio::test]
async fn only_what_is_named_changes() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let members = json!({ "thumbnailUrl": "https://example.com/1.png", "creatorId": "bob" });
    let kept = ann.create(&sample::with(sample::favorite("image", "Before"), &members)).await;

    let changed = patch(&ann, &kept, &json!({ "title": "After" })).await;

    let mut expected = kept.clone();
    for member in ["title", "version", "updateTime"] {
        expected[member] = changed[member].clone();
    }
    assert_eq!(changed, expected);
    assert_eq!((&changed["title"], &changed["version"]), (&json!("After"), &json!(2)));
    assert!(changed["updateTime"].as_str() >= kept["updateTime"].as_str());
    assert_eq!(ann.get(&format!("/favorites/{}", data_id(&kept))).await.is(200), changed);
    service.end().await;
}

#[tokio::test]
async fn every_member_that_may_change_changes_and_null_removes() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("location", "Place")).await;
    let all = json!({
        "title": "Home", "thumbnailUrl": "https://example.com/1.png", "contentUrl": "https://example.com/map",
        "content": { "latitude": -33.9, "longitude": 18.4, "name": "Home", "address": "Cape Town" },
        "expireTime": "2999-01-01T00:00:00.000Z",
    });
    let changed = patch(&ann, &kept, &all).await;
    for (name, value) in all.as_object().unwrap() {
        assert_eq!(&changed[name], value);
    }
    let removed =
        patch(&ann, &kept, &json!({ "thumbnailUrl": null, "contentUrl": null, "expireTime": null })).await;
    for name in ["thumbnailUrl", "contentUrl", "expireTime"] {
        assert_eq!(removed.get(name), None, "{removed}");
    }
    assert_eq!((&removed["title"], &removed["version"]), (&json!("Home"), &json!(3)));
    service.end().await;
}

#[tokio::test]
async fn the_members_of_the_content_are_merged() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("location", "Place")).await;
    let content = |members: Value| sample::with(sample::content("location"), &members);

    let changed = patch(&ann, &kept, &json!({ "content": { "address": null, "name": "Home" } })).await;
    assert_eq!(changed["content"], content(json!({ "address": null, "name": "Home" })));
    let changed = patch(&ann, &kept, &json!({ "content": { "address": "Munich" } })).await;
    assert_eq!(changed["content"], content(json!({ "name": "Home" })));
    assert_eq!(changed["version"], 3);
    assert_eq!(patch(&ann, &kept, &json!({ "content": {} })).await, changed, "nothing changes");

    let chat = ann.create(&sample::favorite("chatRecord", "Chat")).await;
    let messages = json!([{ "sender": "Ann", "text": "Bye" }]);
    let changed = patch(&ann, &chat, &json!({ "content": { "messages": messages } })).await;
    assert_eq!(changed["content"], json!({ "messages": messages }), "an array is replaced");
    service.end().await;
}

#[tokio::test]
async fn a_patch_whose_result_is_not_valid_is_refused_with_pointers() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("location", "Place")).await;
    let path = format!("/favorites/{}", data_id(&kept));
    let body = json!({ "dataType": "note", "content": { "latitude": null, "longitude": 181, "text": null } });
    let faults = ann.patch(&path, &body).await.faults();
    let expected = [
        ("/content/latitude", "must be a number; null was given"),
        ("/content/longitude", "must be from -180 to 180; 181 was given"),
        ("/content/text", "is not a member that is known here"),
        ("/dataType", "cannot be changed"),
    ];
    assert_eq!(faults, expected.map(|(place, detail)| (place.to_owned(), detail.to_owned())).into());
    assert_eq!(ann.get(&path).await.is(200), kept);
    service.end().await;
}

#[tokio::test]
async fn a_patch_that_changes_nothing_makes_no_version() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "Same")).await;
    assert_eq!(patch(&ann, &kept, &json!({ "title": "Same", "thumbnailUrl": null })).await, kept);
    service.end().await;
}

#[tokio::test]
async fn every_fault_of_a_patch_is_answered_at_once() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("link", "x")).await;
    let body = json!({
        "title": null, "contentUrl": null, "thumbnailUrl": "x", "content": { "siteName": "" },
        "expireTime": 0, "dataType": "note",
        "dataId": "1", "userId": "bob", "version": 7, "tagIds": [], "clipTime": null, "creatorId": "bob", "colour": 1,
    });
    let path = format!("/favorites/{}", data_id(&kept));
    let faults: Vec<_> = ann.patch(&path, &body).await.faults().into_keys().collect();
    let mut expected = [
        "/title",
        "/contentUrl",
        "/thumbnailUrl",
        "/content/siteName",
        "/expireTime",
        "/dataType",
        "/dataId",
        "/userId",
        "/version",
        "/tagIds",
        "/clipTime",
        "/creatorId",
        "/colour",
    ];
    expected.sort_unstable();
    assert_eq!(faults, expected);
    assert_eq!(ann.patch(&path, &json!({})).await.fault().1, "must have at least one member to change");
    for body in [json!([]), json!(null), json!("title")] {
        assert_eq!(ann.patch(&path, &body).await.fault().0, "");
    }
    assert_eq!(ann.get(&path).await.is(200), kept);
    service.end().await;
}

#[tokio::test]
async fn the_content_must_be_of_the_favorites_own_type() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for data_type in sample::DATA_TYPES {
        let kept = ann.create(&sample::favorite(data_type, "x")).await;
        let path = format!("/favorites/{}", data_id(&kept));
        let foreign = if data_type == "note" { "file" } else { "note" };
        ann.patch(&path, &json!({ "content": sample::content(foreign) }))
            .await
            .problem(ProblemType::InvalidInput);
        ann.patch(&path, &json!({ "content": null })).await.problem(ProblemType::InvalidInput);
        assert_eq!(patch(&ann, &kept, &json!({ "content": sample::content(data_type) })).await, kept);
    }
    service.end().await;
}

#[tokio::test]
async fn a_change_reaches_every_list_at_once() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tags = [ann.create_tag("One").await, ann.create_tag("Two").await];
    let tag_ids: Vec<_> = tags.iter().map(tag_id).collect();
    let kept =
        ann.create(&sample::with(sample::favorite("music", "Before"), &json!({ "tagIds": tag_ids }))).await;

    let changed = patch(&ann, &kept, &json!({ "title": "After" })).await;

    let by_tag = tag_ids
        .iter()
        .flat_map(|id| [format!("/tags/{id}/favorites"), format!("/tags/{id}/favorites?type=music")]);
    for list in by_tag.chain(["/favorites".to_owned(), "/favorites?type=music".to_owned()]) {
        assert_eq!(ann.all(&list).await, std::slice::from_ref(&changed), "{list}");
    }
    service.end().await;
}

#[tokio::test]
async fn changes_of_many_at_once_all_happen() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let path = format!("/favorites/{}", data_id(&kept));
    let title = ann.patch(&path, &json!({ "title": "New" }));
    let thumbnail = ann.patch(&path, &json!({ "thumbnailUrl": "https://example.com/1.png" }));
    let expiry = ann.patch(&path, &json!({ "expireTime": "2999-01-01T00:00:00Z" }));
    let answers = tokio::join!(title.into_future(), thumbnail.into_future(), expiry.into_future());
    for answer in [answers.0, answers.1, answers.2] {
        answer.is(200);
    }
    let now = ann.get(&path).await.is(200);
    assert_eq!((&now["title"], &now["version"]), (&json!("New"), &json!(4)));
    assert!(now["thumbnailUrl"].is_string() && now["expireTime"].is_string(), "{now}");
    service.end().await;
}

#[tokio::test]
async fn a_patch_that_is_wrong_for_any_version_is_refused_before_an_old_version() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("link", "x")).await;
    let path = format!("/favorites/{}", data_id(&kept));
    patch(&ann, &kept, &json!({ "title": "y" })).await;
    for old in ["\"1\"", "W/\"2\"", "\"x\""] {
        for (body, place) in [
            (json!([]), ""),
            (json!("title"), ""),
            (json!(null), ""),
            (json!({}), ""),
            (json!({ "title": "" }), "/title"),
            (json!({ "colour": "red" }), "/colour"),
        ] {
            let answer = ann.patch(&path, &body).header("if-match", old).await;
            assert_eq!(answer.fault().0, place, "{old} {body}");
        }
    }
    for body in [
        json!({ "content": { "text": "x" } }),
        json!({ "contentUrl": null }),
        json!({ "expireTime": "2020-01-01T00:00:00Z" }),
    ] {
        assert_eq!(ann.patch(&path, &body).header("if-match", "\"1\"").await.faults().len(), 1, "{body}");
    }
    ann.patch(&path, &json!({ "title": "z" }))
        .header("if-match", "\"1\"")
        .await
        .problem(ProblemType::VersionMismatch);
    service.end().await;
}
