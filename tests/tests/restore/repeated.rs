//! Tests data that clients got after the restore point: idempotency keys, entity tags and cursors of the change feed.

use favorites_api::ProblemType;
use favorites_tests::{Service, data_id, sample};
use serde_json::json;

use crate::backup::Backup;
use crate::restored::Restored;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_request_from_after_the_restore_point_makes_its_favorite_again() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let [early, late] = ["Early", "Late"].map(|title| sample::favorite("note", title));
    let kept = ann.post("/favorites", &early).key("early").await.is(201);
    service.settle().await;
    let backup = Backup::take(&service).await;
    let lost = ann.post("/favorites", &late).key("late").await.is(201);
    service.end().await;

    let restored = Restored::from(&backup).await;
    let ann = restored.service.person("ann");
    let again = ann.post("/favorites", &early).key("early").await.is(201);
    assert_eq!(data_id(&again), data_id(&kept), "the key is from before the restore point");
    let again = ann.post("/favorites", &late).key("late").await.is(201);
    assert_ne!(data_id(&again), data_id(&lost));
    assert_eq!(ann.all("/favorites").await.len(), 2);
    restored.service.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_etag_from_after_the_restore_point_is_refused_until_another_edit_has_its_version() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let path = format!("/favorites/{}", data_id(&ann.create(&sample::favorite("note", "One")).await));
    service.settle().await;
    let backup = Backup::take(&service).await;
    let lost = ann.patch(&path, &json!({ "title": "Lost" })).await;
    let etag = lost.header("etag").to_owned();
    assert_eq!(lost.is(200)["version"], 2);
    service.end().await;

    let restored = Restored::from(&backup).await;
    let ann = restored.service.person("ann");
    let edit = json!({ "title": "Written with the old ETag" });
    ann.patch(&path, &edit).header("if-match", &etag).await.problem(ProblemType::VersionMismatch);
    ann.patch(&path, &json!({ "title": "Since" })).await.is(200);
    // The restored favorite has the same version with other content, so a client that has not read it again overwrites
    // it.
    ann.patch(&path, &edit).header("if-match", &etag).await.is(200);
    restored.service.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_of_the_change_feed_begins_again_although_the_numbers_have_passed_its_cursor() {
    let service = Service::start().await;
    let ann = service.person("ann");
    ann.create(&sample::favorite("note", "Kept")).await;
    ann.create_tag("Kept").await;
    service.settle().await;
    let backup = Backup::take(&service).await;
    ann.create(&sample::favorite("note", "Lost")).await;
    service.settle().await;
    let page = ann.get("/changes").await.is(200);
    assert_eq!(page["more"], false);
    let path = format!("/changes?cursor={}", page["cursor"].as_str().expect("a cursor is text"));
    service.end().await;

    let restored = Restored::from(&backup).await;
    let ann = restored.service.person("ann");
    for title in ["One", "Two", "Three"] {
        ann.create(&sample::favorite("note", title)).await;
        restored.service.settle().await;
    }
    ann.get(&path).await.problem(ProblemType::CursorExpired);
    restored.service.end().await;
}
