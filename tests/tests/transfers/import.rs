//! Imports of other services' files.

use std::time::Duration;

use favorites_api::favorites::limits::{IMPORT_STEP, REASON_BYTES, TAGS_PER_FAVORITE};
use favorites_api::favorites::{ChosenId, Timestamp};
use favorites_tests::files::{stored_files, upload};
use favorites_tests::{Clock, Service, eventually, sample};
use reqwest::Method;
use serde_json::{Value, json};

use crate::account::{counts, import, import_all, path, report, service};

/// Returns a Netscape file with these lines of links.
pub(crate) fn netscape(links: &str) -> String {
    format!("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n{links}</DL><p>\n")
}

/// Returns this many links, each on a line of its own.
pub(crate) fn links(count: u32) -> String {
    let link = |number: u32| {
        let time = 1_500_000_000 + number;
        format!(
            "<DT><A HREF=\"https://example.com/{number}\" ADD_DATE=\"{time}\" TAGS=\"t{}\">Link {number}</A>\n",
            number % 7
        )
    };
    netscape(&(0..count).map(link).collect::<String>())
}

#[tokio::test]
async fn links_are_imported_once_with_dates_notes_tags_and_folders() {
    let (service, ann, _) = service().await;
    let file = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><H3>Work</H3>\n<DL><p>\n<DT><H3>Later</H3>\n<DL><p>\n\
        <DT><A HREF=\"https://example.com/a\" ADD_DATE=\"1500000000\" TAGS=\"Rust\">A &amp; B</A>\n<DD>My note\n\
        </DL><p>\n</DL><p>\n<DT><H3>Home</H3>\n<DL><p>\n<DT><H3>Later</H3>\n<DL><p>\n\
        <DT><A HREF=\"https://example.com/b\" ADD_DATE=\"1500000001000\">B</A>\n</DL><p>\n</DL><p>\n</DL><p>\n";
    let job = import_all(&ann, file, json!({ "tagNames": ["Imported"] })).await;
    assert_eq!(counts(&job), [2, 0, 0], "{:?}", report(&ann, &job).await);
    assert_eq!(job["import"]["format"], "netscape");
    assert_eq!(job["import"]["createdTagCount"], 4);
    let links = ann.all("/favorites").await;
    assert_eq!((&links[0]["title"], &links[1]["title"]), (&json!("B"), &json!("A & B")));
    assert_eq!(links[1]["clipTime"], "2017-07-14T02:40:00.000Z");
    assert_eq!(links[0]["clipTime"], "2017-07-14T02:40:01.000Z");
    assert_eq!(links[1]["content"]["description"], "My note");
    let names: Vec<_> = ann.all("/tags").await.into_iter().map(|tag| tag["tagName"].clone()).collect();
    assert_eq!(names, ["Home/Later", "Imported", "Rust", "Work/Later"]);
    assert_eq!(links[0]["tagIds"].as_array().unwrap().len(), 2);

    let again = import_all(&ann, file, json!({})).await;
    assert_eq!(counts(&again), [0, 2, 0]);
    assert_eq!(again["import"]["createdTagCount"], 0);
    let report = report(&ann, &again).await;
    assert_eq!(report[0], json!({ "place": "line 7", "outcome": "duplicate", "dataId": links[1]["dataId"] }));
    service.end().await;
}

#[tokio::test]
async fn an_entry_that_cannot_be_a_favorite_is_reported_with_its_line_and_the_others_are_imported() {
    let (service, ann, _) = service().await;
    let file = netscape(
        "<DT><A HREF=\"https://example.com/1\">One</A>\n<DT><A HREF=\"javascript:alert(1)\">Script</A>\n\
         <DT><A HREF=\"https://example.com/3\">Three</A>\n<DT><A HREF=\"https://example.com/1\">One again</A>\n",
    );
    let job = import_all(&ann, file, json!({})).await;
    assert_eq!(counts(&job), [2, 1, 1]);
    let report = report(&ann, &job).await;
    let places: Vec<_> = report.iter().map(|entry| entry["place"].as_str().unwrap()).collect();
    assert_eq!(places, ["line 4", "line 6"]);
    let reason = "the address must be an absolute http or https URL: the scheme is javascript";
    assert_eq!(report[0]["reason"], reason);
    assert_eq!(report[1]["outcome"], "duplicate");
    service.end().await;
}

#[tokio::test]
async fn a_long_file_takes_several_steps_and_its_report_has_pages() {
    let (service, ann, _) = service().await;
    let job = import_all(&ann, links(450), json!({})).await;
    assert_eq!(counts(&job), [450, 0, 0]);
    eventually(async || {
        let counts = ann.get("/counts").await.is(200);
        if counts["total"] == 450 { Ok(()) } else { Err(counts.to_string()) }
    })
    .await;
    let again = import_all(&ann, links(450), json!({ "onExisting": "merge", "tagNames": ["More"] })).await;
    assert_eq!(counts(&again), [0, 450, 0]);
    let report = ann.all(&format!("{}/report?limit=70", path(&again))).await;
    let lines: Vec<_> = report.iter().map(|entry| entry["place"].as_str().unwrap().to_owned()).collect();
    let expected: Vec<_> = (3..453).map(|line| format!("line {line}")).collect();
    assert_eq!(lines, expected);
    let more =
        ann.all("/tags").await.into_iter().find(|tag| tag["tagName"] == "More").expect("it is created");
    let tagged = ann.all(&format!("/tags/{}/favorites", favorites_tests::tag_id(&more))).await;
    assert_eq!(tagged.len(), 450);
    service.settle().await;
    service.end().await;
}

#[tokio::test]
async fn a_file_that_ends_in_the_middle_or_has_no_format_fails_with_the_reason_and_keeps_what_came_before() {
    let (service, ann, _) = service().await;
    let cut = r#"[{"href": "https://example.com/", "description": "One", "time": "2020-01-01T00:00:00Z", "tags": ""}, {"#;
    let job = import(&ann, cut, json!({ "format": "pinboard" })).await;
    assert_eq!((&job["state"], counts(&job)), (&json!("failed"), [1, 0, 0]), "{job}");
    assert!(job["reason"].as_str().unwrap().contains("line 1"), "{job}");
    assert_eq!(ann.all("/favorites").await.len(), 1);
    let job = import(&ann, "Milk, tea", json!({})).await;
    assert_eq!(job["state"], "failed");
    assert!(
        job["reason"]
            .as_str()
            .unwrap()
            .contains("format is not recognized; export it in a known format, or give it with --format: jsonLines, netscape, "),
        "{job}"
    );
    let job = import(&ann, "{\"favoritesExport\":99}\n", json!({})).await;
    assert!(job["reason"].as_str().unwrap().contains("version 99"), "{job}");
    service.end().await;
}

#[tokio::test]
async fn lines_of_an_export_that_are_wrong_are_reported() {
    let (service, ann, _) = service().await;
    let id = "019a0000-0000-7000-8000-000000000001";
    let favorite = |members: serde_json::Value| {
        let note = json!({
            "dataId": id, "dataType": "note", "title": "x", "content": { "text": "Milk" }, "version": 1, "tagIds": [],
            "clipTime": "2025-10-20T14:11:44.000Z", "updateTime": "2025-10-20T14:11:44.000Z",
        });
        json!({ "favorite": favorites_tests::sample::with(note, &members) }).to_string()
    };
    let trashed = json!({ "trashed": {
        "deleteTime": "2001-01-01T00:00:00.000Z", "purgeTime": "2001-02-01T00:00:00.000Z",
        "favorite": serde_json::from_str::<serde_json::Value>(&favorite(json!({}))).unwrap()["favorite"],
    } });
    let time = json!({ "clipTime": "2025-10-20T14:11:44.000Z" });
    let note = favorites_tests::sample::with(favorites_tests::sample::favorite("note", "time"), &time);
    let right = ann.create(&note).await["dataId"].clone();
    let file = [
        "{\"favoritesExport\":1}".to_owned(),
        "not JSON".to_owned(),
        "{\"nothing\":{}}".to_owned(),
        favorite(json!({})),
        favorite(json!({ "dataId": right, "version": 0 })),
        favorite(json!({ "dataId": right, "expireTime": "2001-01-01T00:00:00.000Z" })),
        favorite(json!({ "dataId": right, "dataType": "chatRecord", "content": { "messages": [] } })),
        trashed.to_string(),
    ];
    let job = import_all(&ann, file.join("\n"), json!({})).await;
    let report = report(&ann, &job).await;
    assert_eq!(counts(&job), [0, 0, 7], "{report:?}");
    let reasons: Vec<_> = report.iter().map(|entry| entry["reason"].as_str().unwrap_or_default()).collect();
    for (reason, part) in reasons.iter().zip([
        "the line is not JSON",
        "\"nothing\" is none of the members of a line; use favorite, tag, trashed, favoritesExport or end",
        "/clipTime: must be the time of dataId",
        "/version: must be from 1",
        "/expireTime",
        "/content/messages: must have 1 to 100 elements",
        "/clipTime: must be the time of dataId",
    ]) {
        assert!(reason.contains(part), "{part:?} is not in {reason:?}");
    }
    service.end().await;
}

#[tokio::test]
async fn entries_with_long_texts_do_not_keep_an_import_from_ending() {
    let (service, ann, _) = service().await;
    let tag = "x".repeat(3_000);
    let link =
        |number: usize| format!("<DT><A HREF=\"https://example.com/{number}\" TAGS=\"{tag}\">Link</A>\n");
    let file = netscape(&(0..IMPORT_STEP).map(link).collect::<String>());
    let job = import_all(&ann, file, json!({})).await;
    assert_eq!((counts(&job), &job["import"]["entriesWithRemarks"]), ([200, 0, 0], &json!(200)));
    let entries = report(&ann, &job).await;
    assert_eq!(entries.len(), 200);
    for entry in entries {
        let remark = entry["remarks"][0].as_str().unwrap();
        assert!(remark.contains("must have at most 128 characters; 3000 were given"), "{remark}");
    }
    let unknown = json!({ "x".repeat(430_000): 1 });
    let job = import_all(&ann, format!("{{\"favoritesExport\":1}}\n{unknown}\n"), json!({})).await;
    assert_eq!(counts(&job), [0, 0, 1]);
    let reason = report(&ann, &job).await[0]["reason"].as_str().unwrap().to_owned();
    assert!(reason.starts_with("\"xxx") && reason.len() <= REASON_BYTES, "{reason}");
    service.end().await;
}

/// A line of a tag whose id ends with this number.
fn tag_line(number: usize, members: &Value) -> String {
    let tag = json!({
        "tagId": format!("019a0000-0000-7000-8000-{number:012}"), "tagName": format!("Tag {number}"), "version": 1,
        "createTime": "2025-10-20T14:11:44.000Z", "lastAccessTime": "2025-10-20T14:11:44.000Z",
    });
    json!({ "tag": sample::with(tag, members) }).to_string()
}

/// A favorite of an export.
fn favorite_of_an_export(number: u128, members: &Value) -> Value {
    let time: Timestamp = "2025-10-20T14:11:44.000Z".parse().unwrap();
    let favorite = json!({
        "dataId": ChosenId::at(time, number).to_string(), "dataType": "note", "title": "x", "version": 1, "tagIds": [],
        "content": { "text": "Milk" }, "clipTime": time.to_string(), "updateTime": time.to_string(),
    });
    sample::with(favorite, members)
}

#[tokio::test]
async fn a_line_of_an_export_has_only_values_that_a_request_could_have() {
    let (service, ann, _) = service().await;
    let tags = [
        (
            json!({ "tagName": "\u{fdfa}".repeat(64) }),
            "/tagName: must have at most 512 bytes when case-folded",
        ),
        (json!({ "tagName": "\u{200b}" }), "/tagName: must have a visible character"),
        (json!({ "tagName": "one\ntwo" }), "/tagName: must be on one line"),
        (json!({ "createTime": "2090-01-01T00:00:00.000Z" }), "/createTime: must be from 1970"),
        (json!({ "version": 0 }), "/version: must be from 1 to 4503599627370495; 0 was given"),
        (json!({ "version": u64::MAX }), "/version: must be a whole number from 0 to 9007199254740991"),
    ];
    let long = format!("https://example.com/{}", "x".repeat(2_048));
    let file = json!({ "fileName": "x", "size": 1_u64 << 53, "mediaType": "text/plain" });
    let favorites = [
        (json!({ "title": "\u{200b}" }), "/title: must have a visible character"),
        (json!({ "contentUrl": long }), "/contentUrl: must have at most 2048 characters"),
        (json!({ "content": { "text": "\u{200b}" } }), "/content/text: must have a visible character"),
        (json!({ "dataType": "file", "content": file }), "/content/size: must be a whole number from 0 to"),
        (json!({ "version": 1_u64 << 52 }), "/version: must be from 1 to 4503599627370495"),
    ];
    let mut lines = vec!["{\"favoritesExport\":1}".to_owned()];
    lines.extend((0..).zip(&tags).map(|(number, (members, _))| tag_line(number, members)));
    for (number, (members, _)) in (0..).zip(&favorites) {
        lines.push(json!({ "favorite": favorite_of_an_export(number, members) }).to_string());
        let favorite = favorite_of_an_export(100 + number, members);
        lines.push(trashed_line(&favorite));
    }
    let job = import_all(&ann, lines.join("\n"), json!({})).await;
    let report = report(&ann, &job).await;
    let reasons: Vec<_> = report.iter().map(|entry| entry["reason"].as_str().unwrap()).collect();
    let expected = tags.iter().chain(favorites.iter().flat_map(|favorite| [favorite, favorite]));
    let expected: Vec<_> = expected.map(|(_, reason)| *reason).collect();
    assert_eq!(reasons.len(), expected.len(), "{reasons:?}");
    for (reason, expected) in reasons.iter().zip(expected) {
        assert!(reason.starts_with(expected), "{expected:?} is not the beginning of {reason:?}");
    }
    assert_eq!(ann.all("/tags").await, Vec::<Value>::new());
    service.end().await;
}

fn trashed_line(favorite: &Value) -> String {
    let trashed = json!({
        "deleteTime": "2025-10-21T00:00:00.000Z", "purgeTime": "2090-01-01T00:00:00.000Z", "favorite": favorite,
    });
    json!({ "trashed": trashed }).to_string()
}

#[tokio::test]
async fn a_favorite_in_the_trash_is_imported_with_at_most_30_tags() {
    let (service, ann, _) = service().await;
    let ids: Vec<_> = (0..60).map(|number| format!("019a0000-0000-7000-8000-{number:012}")).collect();
    let mut lines = vec!["{\"favoritesExport\":1}".to_owned()];
    lines.extend((0..60).map(|number| tag_line(number, &json!({}))));
    for (number, count) in [(0, TAGS_PER_FAVORITE), (1, TAGS_PER_FAVORITE + 1), (2, 60)] {
        lines.push(trashed_line(&favorite_of_an_export(number, &json!({ "tagIds": ids[..count] }))));
    }
    let preview = import_all(&ann, lines.join("\n"), json!({ "dryRun": true })).await;
    assert_eq!(counts(&preview), [1, 0, 2]);
    let job = import_all(&ann, lines.join("\n"), json!({})).await;
    assert_eq!(counts(&job), [1, 0, 2]);
    let reason = report(&ann, &job).await[1]["reason"].clone();
    assert_eq!(reason, "/tagIds: must have at most 30 tags; 60 were given");
    let trashed = ann.all("/trash").await;
    let restore =
        ann.call(Method::POST, &format!("/trash/{}/restore", favorites_tests::data_id(&trashed[0])));
    assert_eq!(restore.await.is(200)["tagIds"].as_array().unwrap().len(), TAGS_PER_FAVORITE);
    service.end().await;
}

#[tokio::test]
async fn an_import_that_waits_can_be_cancelled_and_does_not_start_then() {
    let (service, ann, bob) = service().await;
    let job = ann.post("/imports", &json!({ "bytes": 7 })).await.is(201);
    bob.call(Method::POST, &format!("{}/start", path(&job))).await.is(404);
    bob.get(&format!("{}/report", path(&job))).await.is(404);
    let cancelled = ann.delete(&path(&job)).await.is(200);
    assert_eq!(cancelled["state"], "cancelled");
    upload(&job, "{\"a\":1}").await;
    let started = ann.call(Method::POST, &format!("{}/start", path(&job))).await.is(202);
    assert_eq!(started["state"], "cancelled");
    let undo = ann.call(Method::POST, &format!("{}/undo", path(&job))).await.is(409);
    assert!(undo["detail"].as_str().unwrap().contains("only actions"), "{undo}");
    service.end().await;
}

#[tokio::test]
async fn the_file_of_an_import_that_is_cancelled_or_has_no_format_is_deleted() {
    let (service, ann, _) = service().await;
    let job = ann.post("/imports", &json!({ "bytes": 7 })).await.is(201);
    upload(&job, "{\"a\":1}").await;
    assert_eq!(stored_files(service.running()).await.len(), 1);
    ann.delete(&path(&job)).await.is(200);
    assert_eq!(stored_files(service.running()).await, Vec::<String>::new());
    let failed = import(&ann, "no format has this", json!({})).await;
    assert_eq!(failed["state"], "failed", "{failed}");
    assert_eq!(stored_files(service.running()).await, Vec::<String>::new());
    service.end().await;
}

#[tokio::test]
async fn an_import_at_work_can_be_cancelled_and_what_it_has_imported_stays() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let ann = service.person("ann");
    let file = links(2_000);
    let job = ann.post("/imports", &json!({ "bytes": file.len() })).await.is(201);
    upload(&job, file).await;
    let start = ann.call(Method::POST, &format!("{}/start", path(&job))).header("prefer", "wait=20");
    let more_than = async |number| {
        eventually(async || {
            let now = ann.get(&path(&job)).await.is(200);
            if counts(&now)[0] > number { Ok(counts(&now)[0]) } else { Err(now.to_string()) }
        })
        .await
    };
    let cancel = async {
        let first = more_than(0).await;
        // The next steps hold the job for longer than its place on the list says.
        clock.advance(Duration::from_secs(1));
        more_than(first).await;
        ann.delete(&path(&job)).await.is(200)
    };
    let (started, cancelled) = tokio::join!(start, cancel);
    assert_eq!(cancelled["state"], "cancelling", "a step is under way");
    let ended = started.is(202);
    assert_eq!(ended["state"], "cancelled", "{ended}");
    let kept = ann.all("/favorites").await.len() as u64;
    assert_eq!(counts(&ended), [kept, 0, 0], "the step under way is counted");
    assert!(kept < 2_000, "{kept}");
    assert_eq!(stored_files(service.running()).await, Vec::<String>::new());
    service.end().await;
}

#[tokio::test]
async fn an_import_that_cannot_be_begun_has_the_reason() {
    let (service, ann, _) = service().await;
    let faults = ann
        .post(
            "/imports",
            &json!({ "bytes": 200_000_001, "format": "word", "onExisting": "x", "dryRun": 1, "more": 2 }),
        )
        .await
        .faults();
    let places: Vec<_> = faults.keys().map(String::as_str).collect();
    assert_eq!(places, ["/dryRun", "/format", "/more", "/onExisting"]);
    for bytes in [0, 200_000_001] {
        let faults = ann.post("/imports", &json!({ "bytes": bytes })).await.faults();
        assert_eq!(faults["/bytes"], format!("must be from 1 to 200000000; {bytes} was given"));
    }
    service.end().await;
}
