//! An export that is imported makes the same account.

use favorites_api::favorites::limits::EXPORT_PART_BYTES;
use favorites_local::{FunctionError, functions};
use favorites_tests::{Service, data_id, eventually, sample, tag_id};
use serde_json::{Value, json};

use crate::account::{counted, counts, export, fill, import_all, report, service};

/// The number of notes of 20,000 characters that fill more than one part of an export.
const LARGE_NOTES: usize = 350;

/// Returns everything that a user sees, without the user's id.
async fn everything(user: &favorites_tests::Person) -> Vec<Value> {
    let mut all = Vec::new();
    for list in ["/favorites", "/trash", "/tags?sort=createTime"] {
        for mut item in user.all(list).await {
            let item = item.as_object_mut().expect("items are objects");
            item.remove("userId");
            // Counts follow within a moment, and the list of a tag moves its time.
            item.retain(|name, _| !["count", "countByType", "lastAccessTime"].contains(&name.as_str()));
            all.push(Value::Object(item.clone()));
        }
    }
    all
}

#[tokio::test]
async fn an_export_that_is_imported_into_an_empty_account_gives_the_same_account_and_the_same_export() {
    let (service, ann, bob) = service().await;
    fill(&ann).await;
    let (job, file) = export(&ann, "jsonLines").await;
    assert_eq!(file.lines().next(), Some(r#"{"favoritesExport":2}"#));
    assert_eq!(file.lines().count(), 1 + 3 + 11 + 9 + 1);
    let written = &job["export"];
    assert_eq!(
        (&written["tags"], &written["favorites"], &written["trashed"]),
        (&json!(3), &json!(11), &json!(9))
    );

    let job = import_all(&bob, file.clone(), json!({})).await;
    assert_eq!(counts(&job), [20, 0, 0], "{job} {:?}", report(&bob, &job).await);
    assert_eq!(job["import"]["createdTags"], json!(["Work", "Home, sweet & home", "Nothing has this"]));
    assert_eq!(export(&bob, "jsonLines").await.1, file);
    assert_eq!(everything(&bob).await, everything(&ann).await);
    counted(&bob, &ann.get("/counts").await.is(200)).await;
    service.settle().await;
    service.end().await;
}

#[tokio::test]
async fn an_export_that_is_imported_where_it_comes_from_changes_nothing() {
    let (service, ann, _) = service().await;
    fill(&ann).await;
    let (_, file) = export(&ann, "jsonLines").await;
    let job = import_all(&ann, file.clone(), json!({})).await;
    assert_eq!(counts(&job), [0, 20, 0], "{job}");
    assert_eq!(job["import"]["createdTagCount"], 0);
    assert_eq!(report(&ann, &job).await.len(), 20);
    assert_eq!(export(&ann, "jsonLines").await.1, file);
    service.end().await;
}

/// A favorite that comes back under its id must count again, although its removal is known.
#[tokio::test]
async fn favorites_that_were_deleted_for_good_come_back_and_count() {
    let (service, ann, _) = service().await;
    fill(&ann).await;
    let (_, file) = export(&ann, "jsonLines").await;
    service.settle().await;
    let before = ann.get("/counts").await.is(200);
    for favorite in ann.all("/favorites").await {
        ann.delete(&format!("/favorites/{}", data_id(&favorite))).await.is(200);
    }
    ann.delete("/trash").await.is(202);
    eventually(async || match ann.all("/trash").await.len() {
        0 => Ok(()),
        left => Err(format!("{left} are in the trash")),
    })
    .await;
    eventually(async || {
        let counts = ann.get("/counts").await.is(200);
        if counts["total"] == 0 && counts["trash"] == 0 { Ok(()) } else { Err(counts.to_string()) }
    })
    .await;
    let job = import_all(&ann, file, json!({})).await;
    assert_eq!(counts(&job), [20, 0, 0], "{job} {:?}", report(&ann, &job).await);
    counted(&ann, &before).await;
    service.settle().await;
    service.end().await;
}

#[tokio::test]
async fn tags_with_the_same_name_are_one_and_links_that_exist_are_duplicates() {
    let (service, ann, bob) = service().await;
    fill(&ann).await;
    let (_, file) = export(&ann, "jsonLines").await;
    let own = bob.create_tag("WORK").await;
    let link = sample::favorite("link", "Mine");
    let url = "https://example.com/link/%3Clink%3E-&-%22%C3%A9%22";
    let mine = bob.create(&sample::with(link, &json!({ "contentUrl": url }))).await;
    let theirs = ann.all("/favorites?type=link").await;
    assert_eq!(theirs[0]["contentUrl"], mine["contentUrl"], "the same link");

    let job = import_all(&bob, file, json!({ "onExisting": "merge" })).await;
    assert_eq!(counts(&job), [19, 1, 0], "{job}");
    let report = report(&bob, &job).await;
    assert_eq!((&report[0]["outcome"], &report[0]["dataId"]), (&json!("duplicate"), &mine["dataId"]));
    assert_eq!(job["import"]["createdTagCount"], 2);
    let links = bob.all("/favorites?type=link").await;
    assert_eq!(links.len(), 1);
    assert_eq!(links[0]["title"], "Mine");
    let tags: Vec<_> = links[0]["tagIds"].as_array().unwrap().iter().collect();
    assert_eq!(tags.len(), theirs[0]["tagIds"].as_array().unwrap().len());
    assert!(tags.contains(&&own["tagId"]), "{links:?}");
    service.end().await;
}

#[tokio::test]
async fn an_export_of_several_parts_has_each_favorite_once_and_comes_back_whole() {
    let (service, ann, bob) = service().await;
    let note = |number: usize| {
        let mut note = sample::favorite("note", &format!("Note {number}"));
        note["content"]["text"] = json!("0123456789".repeat(2_000));
        note
    };
    for first in (0..LARGE_NOTES).step_by(50) {
        let batch: Vec<_> = (first..first + 50).map(note).collect();
        ann.post("/favorites/batch", &json!({ "favorites": batch })).await.is(200);
    }
    let (job, file) = export(&ann, "jsonLines").await;
    assert!(file.len() > EXPORT_PART_BYTES, "{} bytes fit one part", file.len());
    assert_eq!(job["export"]["favorites"], LARGE_NOTES);
    let job = import_all(&bob, file.clone(), json!({})).await;
    assert_eq!(counts(&job), [LARGE_NOTES as u64, 0, 0]);
    assert_eq!(export(&bob, "jsonLines").await.1, file);
    service.end().await;
}

#[tokio::test]
async fn tags_that_are_merged_into_each_other_around_an_import_lead_in_no_circle() {
    let service = Service::start_with(|environment| {
        let never = |_: Value| std::future::pending::<Result<Value, FunctionError>>();
        functions(environment).with("worker", never)
    })
    .await;
    let ann = service.person("ann");
    let (a, b) = (ann.create_tag("A").await, ann.create_tag("B").await);
    let tagged = sample::with(sample::favorite("note", "Note"), &json!({ "tagIds": [tag_id(&a)] }));
    let note = ann.create(&tagged).await;
    let (_, file) = export(&ann, "jsonLines").await;
    let merge = async |tag: &Value, into: &Value| {
        let path = format!("/tags/{}/merge", tag_id(tag));
        ann.post(&path, &json!({ "into": tag_id(into) })).await.is(204);
    };
    merge(&a, &b).await;
    import_all(&ann, file, json!({ "onExisting": "merge" })).await;
    merge(&b, &a).await;
    ann.delete(&format!("/tags/{}", tag_id(&a))).await.is(204);
    let moved = json!({ "clipTime": "2020-01-02T03:04:05.678Z" });
    let moved = ann.patch(&format!("/favorites/{}", data_id(&note)), &moved).await.is(200);
    assert_eq!(moved["tagIds"], json!([]));
    service.stop().await;
}
