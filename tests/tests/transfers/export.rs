//! Exports for other programs.

use favorites_tests::sample;
use serde_json::{Value, json};
use single_table::Item;

use crate::account::{counts, export, fill, import_all, path, report, service};

#[tokio::test]
async fn a_netscape_file_has_the_favorites_with_an_address_with_title_date_and_tags() {
    let (service, ann, bob) = service().await;
    fill(&ann).await;
    let (job, file) = export(&ann, "netscape").await;
    // Notes, chats and places have none.
    assert_eq!((&job["export"]["favorites"], &job["export"]["leftOut"]), (&json!(6), &json!(5)));
    assert!(file.starts_with("<!DOCTYPE NETSCAPE-Bookmark-file-1>"), "{file}");
    assert!(file.ends_with("</DL><p>\n"), "{file}");

    let job = import_all(&bob, file, json!({})).await;
    assert_eq!(counts(&job), [6, 0, 0], "{:?}", report(&bob, &job).await);
    let shown = |favorites: Vec<Value>, tags: Vec<Value>| -> Vec<_> {
        let favorites = favorites.into_iter().filter(|favorite| favorite["contentUrl"].is_string());
        let name = |id: &Value| {
            let tag = tags.iter().find(|tag| tag["tagId"] == *id).expect("the tag is there");
            // No format has a comma within a tag.
            tag["tagName"].as_str().expect("text").replace(',', "\u{ff0c}")
        };
        let each = favorites.map(|favorite| {
            let tags = favorite["tagIds"].as_array().expect("an array").iter();
            let mut tags: Vec<_> = tags.map(name).collect();
            tags.sort();
            let time = favorite["clipTime"].as_str().expect("text")[..19].to_owned();
            (favorite["title"].clone(), favorite["contentUrl"].clone(), time, tags)
        });
        each.collect()
    };
    let hers = shown(ann.all("/favorites").await, ann.all("/tags").await);
    let his = shown(bob.all("/favorites").await, bob.all("/tags").await);
    assert_eq!(his, hers);
    service.end().await;
}

#[tokio::test]
async fn a_csv_file_has_a_row_for_each_favorite() {
    let (service, ann, _) = service().await;
    fill(&ann).await;
    let (job, file) = export(&ann, "csv").await;
    assert_eq!((&job["export"]["favorites"], &job["export"]["leftOut"]), (&json!(11), &json!(0)));
    assert!(file.starts_with("\u{feff}title,note,excerpt,url,"), "{file}");
    assert!(file.contains("\"Milk\nBread\""), "the text of a note: {file}");
    service.end().await;
}

#[tokio::test]
async fn an_empty_account_has_a_file_without_favorites() {
    let (service, ann, _) = service().await;
    let empty = "{\"favoritesExport\":2}\n{\"end\":{\"tags\":0,\"favorites\":0,\"trashed\":0}}\n";
    assert_eq!(export(&ann, "jsonLines").await.1, empty);
    assert!(export(&ann, "netscape").await.1.contains("<DL><p>\n</DL><p>\n"));
    assert_eq!(export(&ann, "csv").await.1.lines().count(), 1);
    service.end().await;
}

#[tokio::test]
async fn deleted_tags_and_other_users_are_not_in_an_export() {
    let (service, ann, bob) = service().await;
    fill(&bob).await;
    let tag = ann.create_tag("Going").await;
    let note = sample::with(sample::favorite("note", "Tagged"), &json!({ "tagIds": [tag["tagId"]] }));
    let note = ann.create(&note).await;
    ann.delete(&format!("/favorites/{}", favorites_tests::data_id(&note))).await.is(200);
    ann.delete(&format!("/tags/{}", favorites_tests::tag_id(&tag))).await.is(204);
    let (_, file) = export(&ann, "jsonLines").await;
    assert_eq!(file.lines().count(), 3, "{file}");
    assert!(!file.contains(favorites_tests::tag_id(&tag)), "{file}");
    service.end().await;
}

#[tokio::test]
async fn a_job_shows_its_link_to_its_user_only() {
    let (service, ann, bob) = service().await;
    let (job, _) = export(&ann, "csv").await;
    bob.get(&path(&job)).await.is(404);
    let listed = ann.all("/jobs").await;
    assert_eq!(listed[0]["export"]["format"], "csv");
    assert!(listed[0]["export"]["download"].is_null(), "a list signs nothing: {listed:?}");
    service.end().await;
}

#[tokio::test]
async fn an_export_that_meets_a_damaged_favorite_logs_nothing_of_it() {
    let (service, ann, _) = service().await;
    ann.create(&sample::favorite("note", "Words that only Ann knows")).await;
    let client = service.dynamodb();
    let scan = client.scan().table_name(service.table_name()).consistent_read(true).send().await.unwrap();
    let is_favorite = |item: &&Item| item["type"].as_s().is_ok_and(|name| name == "FavoriteData");
    let whole = scan.items().iter().find(is_favorite).expect("it is there").clone();
    let damaged = Item::from([("clipTime".to_owned(), whole["title"].clone())]);
    let damaged = whole.into_iter().chain(damaged).collect();
    client.put_item().table_name(service.table_name()).set_item(Some(damaged)).send().await.unwrap();
    let begin = ann.post("/exports", &json!({ "format": "csv" })).header("prefer", "wait=1");
    let job = begin.await.is(202);
    assert_eq!(job["state"], "running", "{job}");
    let leaks = favorites_tests::log_watch::leaks();
    assert!(leaks.is_empty(), "logged, though a user wrote it: {leaks:#?}");
    service.stop().await;
}
