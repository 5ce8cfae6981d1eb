//! Previews: they say what an import would do, and change nothing.

use reqwest::Method;
use serde_json::json;

use crate::account::{counts, export, fill, import_all, report, service};
use crate::import::netscape;

#[tokio::test]
async fn a_preview_has_the_numbers_and_the_tags_of_the_import_and_changes_nothing() {
    let (service, ann, bob) = service().await;
    let file = netscape(
        "<DT><A HREF=\"https://example.com/1\" TAGS=\"Rust,New\">One</A>\n<DT><A HREF=\"javascript:x\">Script</A>\n\
         <DT><A HREF=\"https://example.com/2\">Two</A>\n<DT><A HREF=\"https://example.com/1#top\">One again</A>\n",
    );
    ann.create_tag("rust").await;
    let link =
        json!({ "dataType": "link", "title": "x", "contentUrl": "https://example.com/2", "content": {} });
    let existing = ann.create(&link).await;
    let preview = import_all(&ann, file.clone(), json!({ "dryRun": true })).await;
    let entries = report(&ann, &preview).await;
    assert_eq!(counts(&preview), [1, 2, 1], "{entries:?}");
    assert_eq!(preview["import"]["createdTags"], json!(["New"]));
    assert_eq!(
        entries[1],
        json!({ "place": "line 5", "outcome": "duplicate", "dataId": existing["dataId"] })
    );
    assert_eq!(entries[2], json!({ "place": "line 6", "outcome": "duplicate" }));
    assert_eq!(ann.all("/favorites").await.len(), 1);
    assert_eq!(ann.all("/tags").await.len(), 1);
    let job = import_all(&ann, file, json!({})).await;
    assert_eq!(counts(&job), counts(&preview));
    assert_eq!(job["import"]["createdTags"], preview["import"]["createdTags"]);

    fill(&bob).await;
    let (_, file) = export(&bob, "jsonLines").await;
    let preview = import_all(&ann, file.clone(), json!({ "dryRun": true })).await;
    assert_eq!(counts(&preview), [20, 0, 0]);
    assert_eq!(preview["import"]["createdTagCount"], 3);
    assert_eq!(ann.all("/trash").await.len(), 0);
    assert_eq!(counts(&import_all(&ann, file.clone(), json!({})).await), [20, 0, 0]);
    let preview = import_all(&ann, file, json!({ "dryRun": true })).await;
    assert_eq!((counts(&preview), &preview["import"]["createdTagCount"]), ([0, 20, 0], &json!(0)));
    service.end().await;
}

/// Returns a Karakeep export of notes with these texts, all of the same time.
pub(crate) fn notes(texts: &[&str]) -> String {
    let bookmark = |text: &&str| {
        json!({ "createdAt": 1_700_000_000, "title": null, "tags": [], "note": null, "archived": false,
            "content": { "type": "text", "text": text } })
    };
    json!({ "bookmarks": texts.iter().map(bookmark).collect::<Vec<_>>() }).to_string()
}

#[tokio::test]
async fn an_entry_that_is_in_the_file_twice_or_in_the_trash_is_a_duplicate_in_the_preview_and_in_the_import()
{
    let (service, ann, _) = service().await;
    let file = notes(&["Milk", "Tea", "Milk"]);
    let preview = import_all(&ann, file.clone(), json!({ "dryRun": true })).await;
    let job = import_all(&ann, file.clone(), json!({})).await;
    assert_eq!([counts(&preview), counts(&job)], [[2, 1, 0]; 2], "{}", json!(report(&ann, &job).await));
    let notes = ann.all("/favorites").await;
    let path = |folder: &str| format!("/{folder}/{}", favorites_tests::data_id(&notes[0]));
    ann.delete(&path("favorites")).await.is(200);
    let preview = import_all(&ann, file.clone(), json!({ "dryRun": true })).await;
    let job = import_all(&ann, file, json!({})).await;
    assert_eq!([counts(&preview), counts(&job)], [[0, 3, 0]; 2]);
    assert_eq!(ann.all("/favorites").await.len(), 1, "the other one stays in the trash");
    ann.call(Method::POST, &format!("{}/restore", path("trash"))).await.is(200);
    assert_eq!(ann.all("/favorites").await.len(), 2);
    service.settle().await;
    service.end().await;
}

#[tokio::test]
async fn a_preview_names_no_tags_of_entries_that_cannot_be_favorites() {
    let (service, ann, _) = service().await;
    let file = netscape(
        "<DT><A HREF=\"javascript:alert(1)\" TAGS=\"Old\">One</A>\n\
         <DT><A HREF=\"https://example.com/2\" TAGS=\"New\">Two</A>\n",
    );
    let preview = import_all(&ann, file.clone(), json!({ "dryRun": true })).await;
    let job = import_all(&ann, file, json!({})).await;
    for job in [preview, job] {
        assert_eq!((counts(&job), &job["import"]["createdTags"]), ([1, 0, 1], &json!(["New"])));
    }
    service.end().await;
}
