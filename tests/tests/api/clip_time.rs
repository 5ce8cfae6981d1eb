//! A `PATCH` that changes the `clipTime`, and with it the id of the favorite.

use std::time::Duration;

use favorites_api::ProblemType;
use favorites_api::favorites::ChosenId;
use favorites_api::favorites::limits::{CLIP_TIME_AHEAD, TAGS_PER_FAVORITE};
use favorites_tests::{Answer, Clock, Person, Service, data_id, sample, tag_id};
use serde_json::{Value, json};

fn path(favorite: &Value) -> String {
    format!("/favorites/{}", data_id(favorite))
}

async fn at(ann: &Person, data_type: &str, time: &str, members: &Value) -> Value {
    let favorite = sample::with(sample::favorite(data_type, time), &json!({ "clipTime": time }));
    ann.create(&sample::with(favorite, members)).await
}

async fn relocate(ann: &Person, favorite: &Value, time: &str) -> Value {
    ann.patch(&path(favorite), &json!({ "clipTime": time })).await.is(200)
}

#[tokio::test]
async fn the_favorite_is_listed_at_its_new_time_under_a_new_id_and_nothing_else_changes() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tags = [ann.create_tag("One").await, ann.create_tag("Two").await];
    let tag_ids: Vec<_> = tags.iter().map(tag_id).collect();
    let members = json!({
        "tagIds": tag_ids, "expireTime": "2999-01-01T00:00:00.000Z", "thumbnailUrl": "https://example.com/1.png",
        "creatorId": "bob",
    });
    let old = at(&ann, "music", "2020-01-01T00:00:00.000Z", &members).await;
    let middle = at(&ann, "music", "2021-01-01T00:00:00.000Z", &json!({ "tagIds": tag_ids })).await;

    let answer = ann.patch(&path(&old), &json!({ "clipTime": "2022-01-01T01:00:00+01:00" })).await;

    let new = answer.is(200);
    assert_eq!(answer.header("content-location"), path(&new));
    assert_eq!(answer.header("etag"), "\"2\"");
    let id: ChosenId = data_id(&new).parse().unwrap();
    assert_eq!(id.clip_time().to_string(), "2022-01-01T00:00:00.000Z");
    let mut expected = old.clone();
    expected["clipTime"] = json!("2022-01-01T00:00:00.000Z");
    expected["version"] = json!(2);
    for member in ["dataId", "updateTime"] {
        expected[member] = new[member].clone();
    }
    assert_eq!(new, expected);
    assert_ne!(new["dataId"], old["dataId"]);
    ann.get(&path(&old)).await.problem(ProblemType::FavoriteNotFound);
    ann.get(&format!("{}/tags", path(&old))).await.problem(ProblemType::FavoriteNotFound);
    assert_eq!(ann.get(&path(&new)).await.is(200), new);
    assert_eq!(ann.all(&format!("{}/tags", path(&new))).await.len(), 2);

    let by_tag = tag_ids
        .iter()
        .flat_map(|id| [format!("/tags/{id}/favorites"), format!("/tags/{id}/favorites?type=music")]);
    for list in by_tag.chain(["/favorites".to_owned(), "/favorites?type=music".to_owned()]) {
        assert_eq!(ann.all(&list).await, [new.clone(), middle.clone()], "{list}");
    }
    service.settle().await;
    assert_eq!(ann.get("/counts").await.is(200)["total"], 2);
    assert_eq!(ann.get(&format!("/tags/{}", tag_ids[0])).await.is(200)["count"], 2);
    assert_eq!(ann.all("/search?q=2020").await, std::slice::from_ref(&new), "the title has the old year");
    assert_eq!(ann.all("/search?after=2021-06").await, [new]);
    service.end().await;
}

#[tokio::test]
async fn the_same_millisecond_is_no_move() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = at(&ann, "note", "2020-01-01T00:00:00.120Z", &json!({})).await;
    for same in ["2020-01-01T00:00:00.12Z", "2020-01-01T00:00:00.1209Z", "2020-01-01T02:00:00.120+02:00"] {
        assert_eq!(relocate(&ann, &kept, same).await, kept, "{same}");
    }
    let patch = json!({ "clipTime": kept["clipTime"], "title": "Other" });
    let answer = ann.patch(&path(&kept), &patch).await;
    let changed = answer.is(200);
    assert_eq!((data_id(&changed), &changed["version"]), (data_id(&kept), &json!(2)));
    assert_eq!(answer.header("content-location"), path(&kept));
    service.end().await;
}

#[tokio::test]
async fn a_time_that_no_new_favorite_can_have_is_refused_and_changes_nothing() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let latest = clock.after(CLIP_TIME_AHEAD);
    let late = clock.after(CLIP_TIME_AHEAD + Duration::from_millis(1)).to_string();
    let early = "1969-12-31T23:59:59.999Z";
    for given in [&late, early] {
        let fault = ann.patch(&path(&kept), &json!({ "clipTime": given })).await.fault();
        let message = format!("must be from 1970 to {latest}; {given} was given");
        assert_eq!(fault, ("/clipTime".to_owned(), message));
    }
    for given in [json!(null), json!(7), json!("then"), json!("2020-01-01")] {
        let answer = ann.patch(&path(&kept), &json!({ "clipTime": given })).await;
        assert_eq!(answer.fault().0, "/clipTime", "{given}");
    }
    // It is wrong for any version, so the version does not matter.
    let call = ann.patch(&path(&kept), &json!({ "clipTime": early, "title": "y" }));
    assert_eq!(call.header("if-match", "\"7\"").await.fault().0, "/clipTime");
    assert_eq!(ann.get(&path(&kept)).await.is(200), kept);
    let earliest = relocate(&ann, &kept, "1970-01-01T00:00:00.000Z").await;
    relocate(&ann, &earliest, &latest.to_string()).await;
    service.end().await;
}

#[tokio::test]
async fn only_the_current_version_moves() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let patch = |favorite: &Value, version: &str, time: &str| {
        ann.patch(&path(favorite), &json!({ "clipTime": time })).header("if-match", version)
    };
    let refused = patch(&kept, "\"2\"", "2020-01-01T00:00:00Z").await;
    assert_eq!(refused.problem(ProblemType::VersionMismatch)["currentVersion"], 1);
    let answer = patch(&kept, "\"1\"", "2020-01-01T00:00:00Z").await;
    let new = answer.is(200);
    patch(&kept, "\"1\"", "2021-01-01T00:00:00Z").await.problem(ProblemType::FavoriteNotFound);
    patch(&new, "\"1\"", "2021-01-01T00:00:00Z").await.problem(ProblemType::VersionMismatch);
    patch(&new, answer.header("etag"), "2021-01-01T00:00:00Z").await.is(200);
    service.end().await;
}

#[tokio::test]
async fn a_link_stays_unique_and_is_found_under_the_new_id() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let link = |url: &str| sample::with(sample::favorite("link", "x"), &json!({ "contentUrl": url }));
    let kept = ann.create(&link("https://example.com/a")).await;
    let new = relocate(&ann, &kept, "2020-01-01T00:00:00Z").await;
    let again = ann.post("/favorites", &link("https://example.com/a")).await.is(200);
    assert_eq!((data_id(&again), &again["alreadyThere"]), (data_id(&new), &json!(true)));

    let other = ann.create(&link("https://example.com/b")).await;
    let both = |url: &str| json!({ "contentUrl": url, "clipTime": "2021-01-01T00:00:00Z" });
    let refused = ann.patch(&path(&new), &both("https://example.com/b#top")).await;
    assert_eq!(refused.problem(ProblemType::LinkTaken)["dataId"], other["dataId"]);
    assert_eq!(ann.get(&path(&new)).await.is(200), new);

    let newest = ann.patch(&path(&new), &both("https://example.com/c")).await.is(200);
    assert_eq!(newest["contentUrl"], "https://example.com/c");
    ann.create(&link("https://example.com/a")).await;
    let again = ann.post("/favorites", &link("https://example.com/c")).await.is(200);
    assert_eq!(data_id(&again), data_id(&newest));
    ann.delete(&path(&newest)).await.is(200);
    ann.create(&link("https://example.com/c")).await;
    service.end().await;
}

#[tokio::test]
async fn a_link_with_the_most_tags_fits_into_one_transaction() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut tag_ids = Vec::new();
    for number in 0..TAGS_PER_FAVORITE {
        tag_ids.push(tag_id(&ann.create_tag(&format!("Tag {number}")).await).to_owned());
    }
    let kept = at(&ann, "link", "2020-01-01T00:00:00Z", &json!({ "tagIds": tag_ids })).await;
    let patch = json!({ "clipTime": "2021-01-01T00:00:00Z", "contentUrl": "https://example.com/other" });
    let new = ann.patch(&path(&kept), &patch).await.is(200);
    assert_eq!(new["tagIds"], json!(tag_ids));
    assert_eq!(ann.all(&format!("/tags/{}/favorites", tag_ids[19])).await, [new]);
    service.end().await;
}

#[tokio::test]
async fn a_favorite_that_moved_goes_to_the_trash_and_comes_back_under_its_new_id() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = at(&ann, "link", "2020-01-01T00:00:00Z", &json!({})).await;
    let new = relocate(&ann, &kept, "2021-01-01T00:00:00Z").await;
    ann.delete(&path(&kept)).await.problem(ProblemType::FavoriteNotFound);
    ann.delete(&path(&new)).await.is(200);
    let restore = |favorite: &Value| format!("/trash/{}/restore", data_id(favorite));
    ann.call(reqwest::Method::POST, &restore(&kept)).await.problem(ProblemType::NotInTrash);
    let restored = ann.call(reqwest::Method::POST, &restore(&new)).await.is(200);
    assert_eq!((data_id(&restored), &restored["version"]), (data_id(&new), &json!(3)));
    service.end().await;
}

#[tokio::test]
async fn a_chosen_id_is_not_created_again_after_a_move_nor_is_the_id_of_the_move_after_a_purge() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let old = ChosenId::at(Clock::start().before(Duration::from_hours(1)), rand::random());
    let put = |path: &str| ann.put(path, &sample::favorite("note", "Offline")).header("if-none-match", "*");
    let kept = put(&format!("/favorites/{old}")).await.is(201);
    let new = relocate(&ann, &kept, "2021-01-01T00:00:00Z").await;
    assert_eq!(new["version"].as_u64(), kept["version"].as_u64().map(|version| version + 1));
    let gone = put(&path(&kept)).await.problem(ProblemType::FavoriteGone);
    assert!(gone["detail"].as_str().unwrap().contains("has another id since its clipTime changed"), "{gone}");
    assert_eq!(put(&path(&new)).await.is(200)["alreadyThere"], true);
    ann.delete(&path(&new)).await.is(200);
    put(&path(&new)).await.problem(ProblemType::InTrash);
    ann.delete(&format!("/trash/{}", data_id(&new))).await.is(204);
    put(&path(&new)).await.problem(ProblemType::FavoriteGone);
    assert_eq!(ann.all("/favorites").await.len(), 0);
    service.end().await;
}

/// Returns the number of answers with each of these two statuses, and asserts that there are no others.
fn split(answers: &[Answer], statuses: [u16; 2]) -> [usize; 2] {
    assert!(answers.iter().all(|answer| statuses.contains(&answer.status())), "{answers:?}");
    statuses.map(|status| answers.iter().filter(|answer| answer.status() == status).count())
}

#[tokio::test]
async fn of_many_moves_at_once_one_happens_and_the_others_find_nothing() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Tag").await;
    let kept = at(&ann, "link", "2020-01-01T00:00:00Z", &json!({ "tagIds": [tag_id(&tag)] })).await;
    let mut calls = tokio::task::JoinSet::new();
    for year in 2001..2009 {
        let call = ann.patch(&path(&kept), &json!({ "clipTime": format!("{year}-01-01T00:00:00Z") }));
        calls.spawn(call.into_future());
    }
    let answers = calls.join_all().await;
    assert_eq!(split(&answers, [200, 404]), [1, 7]);
    let moved = answers.iter().find(|answer| answer.status() == 200).unwrap().is(200);
    assert_eq!(ann.all("/favorites").await, [moved]);
    service.end().await;
}

#[tokio::test]
async fn a_move_beside_changes_and_a_deletion_loses_and_doubles_nothing() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (first, second) = (ann.create_tag("First").await, ann.create_tag("Second").await);
    let mut relocations = 0;
    for round in 0..12 {
        let kept = at(&ann, "link", "2020-01-01T00:00:00Z", &json!({ "tagIds": [tag_id(&first)] })).await;
        let tagged = ann.put(&format!("{}/tags/{}", path(&kept), tag_id(&second)), &Value::Null);
        let titled = ann.patch(&path(&kept), &json!({ "title": "After" }));
        let moved = ann.patch(&path(&kept), &json!({ "clipTime": "2019-01-01T00:00:00Z" }));
        let deleted = ann.delete(&path(&kept));
        let calls = [Some(tagged), Some(titled), Some(moved), Some(deleted).filter(|_| round % 3 == 0)];
        let mut sent = tokio::task::JoinSet::new();
        for (place, call) in calls.into_iter().enumerate() {
            let Some(call) = call else { continue };
            sent.spawn(async move { (place, call.await) });
        }
        let mut answers = sent.join_all().await;
        answers.sort_by_key(|(place, _)| *place);
        let answers: Vec<_> = answers.into_iter().map(|(_, answer)| answer).collect();
        split(&answers, [200, 404]);

        let done: Vec<_> = answers.iter().map(|answer| answer.status() == 200).collect();
        let mut all = ann.all("/favorites").await;
        all.extend(ann.all("/trash").await);
        let [left] = &all[..] else { panic!("{all:?}") };
        // A change that was answered with 200 is in the favorite, wherever the favorite is by now.
        assert_eq!(left["title"] == "After", done[1], "{left}");
        assert_eq!(left["tagIds"].as_array().unwrap().len(), if done[0] { 2 } else { 1 }, "{left}");
        assert_eq!(left["dataId"] != kept["dataId"], done[2], "{left}");
        relocations += usize::from(done[2]);
        if left["deleteTime"].is_null() {
            ann.delete(&path(left)).await.is(200);
        }
        ann.delete(&format!("/trash/{}", data_id(left))).await.is(204);
    }
    assert!(relocations > 0, "no move happened");
    service.end().await;
}
