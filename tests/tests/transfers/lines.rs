//! JSON Lines: the end of an export, and lines that users write themselves.

use favorites_tests::{data_id, tag_id};
use serde_json::{Value, json};

use crate::account::{counts, export, fill, import, import_all, report, service};

#[tokio::test]
async fn an_export_without_its_end_fails_after_what_is_there_was_imported() {
    let (service, ann, bob) = service().await;
    fill(&ann).await;
    let (_, file) = export(&ann, "jsonLines").await;
    let lines: Vec<_> = file.lines().collect();
    let cut = lines[..10].join("\n");
    let job = import(&bob, cut.clone(), json!({})).await;
    assert_eq!((&job["state"], counts(&job)), (&json!("failed"), [6, 0, 0]), "{job}");
    assert!(job["reason"].as_str().unwrap().starts_with("the file ends too early"), "{job}");
    let preview = import(&bob, cut, json!({ "dryRun": true })).await;
    assert_eq!((&preview["state"], &preview["reason"]), (&json!("failed"), &job["reason"]));

    let missing = [&lines[..5], &lines[7..]].concat().join("\n");
    let job = import(&bob, missing, json!({})).await;
    assert_eq!(job["state"], "failed");
    let reason =
        "the file is damaged: line 23 says that 23 lines come before it, and there are 21; export it again";
    assert_eq!(job["reason"], reason);
    let job = import_all(&bob, file.clone() + &file, json!({})).await;
    assert_eq!(counts(&job).iter().sum::<u64>(), 40, "two files can follow each other: {job}");
    service.end().await;
}

#[tokio::test]
async fn an_export_of_the_first_version_has_no_end() {
    let (service, ann, _) = service().await;
    let line = json!({ "favorite": { "dataType": "note", "content": { "text": "Milk" } } });
    let job = import_all(&ann, format!("{{\"favoritesExport\":1}}\n{line}\n"), json!({})).await;
    assert_eq!(counts(&job), [1, 0, 0]);
    service.end().await;
}

#[tokio::test]
async fn a_file_with_a_byte_order_mark_or_in_utf_16_is_an_export_too() {
    let (service, ann, bob) = service().await;
    ann.create(&favorites_tests::sample::favorite("note", "日本 Ä")).await;
    let (_, file) = export(&ann, "jsonLines").await;
    let utf_16: Vec<u8> =
        "\u{feff}".encode_utf16().chain(file.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for (bytes, encoding, expected) in
        [(format!("\u{feff}{file}").into_bytes(), "UTF-8", [1, 0, 0]), (utf_16, "UTF-16LE", [0, 1, 0])]
    {
        let job = import_all(&bob, bytes, json!({})).await;
        assert_eq!((counts(&job), &job["import"]["encoding"]), (expected, &json!(encoding)));
    }
    assert_eq!(bob.all("/favorites").await[0]["title"], "日本 Ä");
    service.end().await;
}

#[tokio::test]
async fn a_line_needs_no_more_than_a_request() {
    let (service, ann, _) = service().await;
    let favorites = [
        json!({ "dataType": "link", "contentUrl": "https://example.com/" }),
        json!({ "dataType": "image", "contentUrl": "https://example.com/a.png" }),
        json!({ "dataType": "video", "contentUrl": "https://example.com/a.mp4" }),
        json!({ "dataType": "music", "contentUrl": "https://example.com/a.mp3", "title": "Song" }),
        json!({ "dataType": "file", "contentUrl": "https://example.com/a.pdf",
            "content": { "fileName": "a.pdf", "size": 1, "mediaType": "application/pdf" } }),
        json!({ "dataType": "chatRecord", "content": { "messages": [{ "sender": "Ann", "text": "Hello" }] } }),
        json!({ "dataType": "voice", "contentUrl": "https://example.com/a.ogg", "title": "Memo",
            "content": { "durationMillis": 1 } }),
        json!({ "dataType": "note", "content": { "text": "Milk\nBread" } }),
        json!({ "dataType": "location", "content": { "latitude": 115.0 - 90.0, "longitude": 115.779_028_273_362_03 } }),
    ];
    let time = json!({ "clipTime": "2020-01-01T00:00:00.000Z", "tagNames": ["Old", "old"] });
    let lines = favorites
        .map(|favorite| json!({ "favorite": favorites_tests::sample::with(favorite, &time) }).to_string());
    let file = format!("{{\"favoritesExport\":1}}\n{}\n", lines.join("\n"));
    let job = import_all(&ann, file.clone(), json!({})).await;
    assert_eq!(counts(&job), [9, 0, 0], "{:?}", report(&ann, &job).await);
    assert_eq!(job["import"]["createdTags"], json!(["Old"]));
    let found = ann.all("/favorites").await;
    let of_type = |data_type: &str| found.iter().find(|favorite| favorite["dataType"] == data_type).unwrap();
    assert_eq!(of_type("note")["title"], "Milk");
    assert_eq!(of_type("link")["title"], "https://example.com/");
    let place = ann.get(&format!("/favorites/{}", data_id(of_type("location")))).await;
    assert!(place.text().contains("115.77902827336203"), "the number is exact: {}", place.text());
    let again = import_all(&ann, file, json!({})).await;
    assert_eq!(counts(&again), [0, 9, 0], "each has the same id, or the same link, again");
    service.settle().await;
    service.end().await;
}

#[tokio::test]
async fn all_faults_of_a_line_are_reported_at_once() {
    let (service, ann, _) = service().await;
    let favorite = json!({
        "dataType": "note", "title": 7, "content": { "text": "" }, "clipTime": "soon", "more": 1, "version": 0,
    });
    let tag = json!({ "tagName": "", "createTime": 1 });
    let file = format!(
        "{{\"favoritesExport\":1}}\n{}\n{}\n[]\n{{\"end\":7,\"tag\":1}}\n{{\"favoritesExport\":\"2\"}}\n",
        json!({ "favorite": favorite }),
        json!({ "tag": tag })
    );
    let job = import_all(&ann, file, json!({})).await;
    assert_eq!(counts(&job), [0, 0, 5]);
    let report = report(&ann, &job).await;
    let reason = |line: usize| report[line]["reason"].as_str().unwrap();
    for pointer in ["/title", "/content/text", "/clipTime", "/more", "/version"] {
        assert!(reason(0).contains(&format!("{pointer}: ")), "{pointer} is not in {report:?}");
    }
    assert!(reason(1).contains("/tagName: ") && reason(1).contains("/createTime: "), "{report:?}");
    assert!(reason(2).starts_with("the line must be an object with one member"), "{report:?}");
    assert!(reason(3).starts_with("the line must be an object with one member"), "{report:?}");
    assert!(reason(4).contains("another value than expected"), "{report:?}");
    service.end().await;
}

#[tokio::test]
async fn tags_that_differ_only_in_case_are_one_and_are_named_once() {
    let (service, ann, _) = service().await;
    let tag = |name: &str| json!({ "tag": { "tagName": name } }).to_string();
    let file = format!("{{\"favoritesExport\":1}}\n{}\n{}\n{}\n", tag("Rust"), tag("RUST"), tag("rust"));
    for dry_run in [true, false] {
        let job = import_all(&ann, file.clone(), json!({ "dryRun": dry_run })).await;
        let created = (&job["import"]["createdTags"], &job["import"]["createdTagCount"]);
        assert_eq!(created, (&json!(["Rust"]), &json!(1)), "dryRun: {dry_run}");
    }
    let tags: Vec<Value> = ann.all("/tags").await;
    assert_eq!((tags.len(), tag_id(&tags[0]).len()), (1, 36));
    service.end().await;
}
