//! The change feed over HTTP: what it tells, its cursors, and answers that nothing changed.

use std::time::Duration;

use favorites_api::ProblemType;
use favorites_api::favorites::limits::CURSOR_KEEPS;
use favorites_tests::{Clock, Person, Service, data_id, eventually, sample, tag_id};
use serde_json::{Value, json};

/// Reads the feed from a cursor to its end. Returns the changes and the last cursor.
async fn follow(person: &Person, cursor: Option<&str>) -> (Vec<Value>, String) {
    let (mut changes, mut cursor) = (Vec::new(), cursor.map(str::to_owned));
    loop {
        let path = cursor.map_or_else(|| "/changes".to_owned(), |cursor| format!("/changes?cursor={cursor}"));
        let page = person.get(&path).await.is(200);
        changes.extend(page["changes"].as_array().expect("there is a list").iter().cloned());
        let next = page["cursor"].as_str().expect("there is a cursor").to_owned();
        if page["more"] == false {
            return (changes, next);
        }
        cursor = Some(next);
    }
}

/// Reads the feed from a cursor until it has told something. The feed follows the stream with a delay.
async fn news(person: &Person, cursor: &str) -> (Vec<Value>, String) {
    eventually(async || {
        let (changes, next) = follow(person, Some(cursor)).await;
        if changes.is_empty() { Err("nothing changed".to_owned()) } else { Ok((changes, next)) }
    })
    .await
}

#[tokio::test]
async fn the_feed_tells_each_change_as_things_are_now() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Home").await;
    let id = tag_id(&tag).to_owned();
    let tagged = json!({ "tagIds": [id] });
    let note = ann.create(&sample::with(sample::favorite("note", "one"), &tagged)).await;
    service.settle().await;
    let (changes, cursor) = follow(&ann, None).await;
    let mut seen_tag = tag.clone();
    for member in ["lastAccessTime", "count", "countByType"] {
        seen_tag.as_object_mut().expect("a tag is an object").remove(member);
    }
    assert_eq!(changes, [json!({ "tag": seen_tag }), json!({ "favorite": note })]);

    let path = format!("/favorites/{}", data_id(&note));
    let edited = ann.patch(&path, &json!({ "title": "two" })).await.is(200);
    let (changes, cursor) = news(&ann, &cursor).await;
    assert_eq!(changes, [json!({ "favorite": edited })]);

    let trashed = ann.delete(&path).await.is(200);
    let (changes, cursor) = news(&ann, &cursor).await;
    assert_eq!(changes, [json!({ "trashed": trashed })]);

    ann.delete(&format!("/trash/{}", data_id(&note))).await.is(204);
    let (changes, cursor) = news(&ann, &cursor).await;
    assert_eq!(changes, [json!({ "gone": { "dataId": data_id(&note) } })]);

    ann.patch(&format!("/tags/{id}"), &json!({ "tagName": "House" })).await.is(200);
    let (changes, cursor) = news(&ann, &cursor).await;
    assert_eq!(changes[0]["tag"]["tagName"], "House");
    ann.delete(&format!("/tags/{id}")).await.is(204);
    let (changes, _) = news(&ann, &cursor).await;
    assert_eq!(changes, [json!({ "gone": { "tagId": id } })]);
    service.end().await;
}

#[tokio::test]
async fn a_client_may_begin_before_there_is_anything() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (changes, cursor) = follow(&ann, None).await;
    assert_eq!(changes, Vec::<Value>::new());
    ann.create_tag("Home").await;
    let (changes, cursor) = news(&ann, &cursor).await;
    assert_eq!(changes[0]["tag"]["tagName"], "Home");
    ann.create(&sample::favorite("note", "one")).await;
    let (changes, _) = news(&ann, &cursor).await;
    assert_eq!(changes[0]["favorite"]["title"], "one");
    service.end().await;
}

#[tokio::test]
async fn lists_and_the_feed_answer_304_until_something_changes() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Home").await;
    let tagged = json!({ "tagIds": [tag_id(&tag)] });
    let note = ann.create(&sample::with(sample::favorite("note", "one"), &tagged)).await;
    let other = ann.create(&sample::favorite("note", "other")).await;
    ann.delete(&format!("/favorites/{}", data_id(&other))).await.is(200);
    service.settle().await;
    let (_, cursor) = follow(&ann, None).await;
    let id = tag_id(&tag);
    let lists = [
        "/favorites".to_owned(),
        "/favorites?sort=updateTime".to_owned(),
        "/favorites?type=note".to_owned(),
        "/tags".to_owned(),
        format!("/tags/{id}/favorites"),
        format!("/favorites/{}/tags", data_id(&note)),
        "/search?q=one".to_owned(),
        format!("/changes?cursor={cursor}"),
    ];
    let mut known = Vec::new();
    for list in &lists {
        let answer = ann.get(list).await;
        answer.is(200);
        let etag = answer.header("etag").to_owned();
        assert_eq!(answer.header("cache-control"), "private, no-cache", "{list}");
        let again = ann.get(list).header("if-none-match", &etag).await;
        assert_eq!((again.status(), again.text(), again.header("etag")), (304, "", &*etag), "{list}");
        ann.get(list).header("if-none-match", "\"other\"").await.is(200);
        known.push(etag);
    }
    ann.patch(&format!("/favorites/{}", data_id(&note)), &json!({ "title": "one more" })).await.is(200);
    ann.patch(&format!("/tags/{id}"), &json!({ "tagName": "House" })).await.is(200);
    service.settle().await;
    for (list, etag) in lists.iter().zip(known) {
        ann.get(list).header("if-none-match", &etag).await.is(200);
    }
    service.end().await;
}

#[tokio::test]
async fn a_cursor_is_good_for_90_days_and_longer_if_nothing_changed() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    ann.create_tag("Home").await;
    ann.create(&sample::favorite("note", "one")).await;
    service.settle().await;
    let (_, cursor) = follow(&ann, None).await;
    clock.advance(CURSOR_KEEPS);
    let path = format!("/changes?cursor={cursor}");
    let (changes, renewed) = follow(&ann, Some(&cursor)).await;
    assert_eq!(changes, Vec::<Value>::new());
    assert_ne!(renewed, cursor, "it is renewed");
    ann.create_tag("House").await;
    ann.get(&path).await.problem(ProblemType::CursorExpired);
    let (changes, _) = follow(&ann, Some(&renewed)).await;
    assert_eq!(changes[0]["tag"]["tagName"], "House");
    service.end().await;
}

#[tokio::test]
async fn a_cursor_is_renewed_once_a_day() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    ann.create_tag("Home").await;
    let (_, cursor) = follow(&ann, None).await;
    clock.advance(Duration::from_hours(23));
    assert_eq!(follow(&ann, Some(&cursor)).await.1, cursor);
    clock.advance(Duration::from_hours(1));
    assert_ne!(follow(&ann, Some(&cursor)).await.1, cursor);
    service.end().await;
}

#[tokio::test]
async fn a_cursor_of_another_user_or_list_is_refused() {
    let service = Service::start().await;
    let (ann, bob) = (service.person("ann"), service.person("bob"));
    ann.create(&sample::favorite("note", "one")).await;
    ann.create(&sample::favorite("note", "two")).await;
    let (_, cursor) = follow(&ann, None).await;
    let list = ann.get("/favorites?limit=1").await.is(200)["nextCursor"].as_str().expect("a page").to_owned();
    for (person, cursor) in [(&bob, &cursor), (&ann, &list), (&ann, &"x".to_owned())] {
        let fault = person.get(&format!("/changes?cursor={cursor}")).await.fault();
        let rule = "must be the cursor of an earlier answer, unchanged".to_owned();
        assert_eq!(fault, ("?cursor".to_owned(), rule));
    }
    service.end().await;
}

#[tokio::test]
async fn favorites_are_listed_by_their_last_change() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut kept = Vec::new();
    for title in ["one", "two", "three"] {
        kept.push(ann.create(&sample::favorite("note", title)).await);
    }
    ann.patch(&format!("/favorites/{}", data_id(&kept[0])), &json!({ "title": "one again" })).await.is(200);
    let titles = |items: &[Value]| items.iter().map(|item| item["title"].clone()).collect::<Vec<_>>();
    let newest = ann.all("/favorites?sort=updateTime&limit=1").await;
    assert_eq!(titles(&newest), ["one again", "three", "two"]);
    let oldest = ann.all("/favorites?sort=updateTime&order=asc").await;
    assert_eq!(titles(&oldest), ["two", "three", "one again"]);
    assert_eq!(titles(&ann.all("/favorites?sort=clipTime").await), ["three", "two", "one again"]);
    let fault = ann.get("/favorites?sort=updateTime&type=note").await.fault();
    assert_eq!(fault.0, "?sort", "{}", fault.1);
    assert_eq!(ann.get("/favorites?sort=title").await.fault().0, "?sort");
    service.end().await;
}
