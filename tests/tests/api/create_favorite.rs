//! `POST /favorites` and `GET /favorites/{dataId}`.

use std::collections::BTreeMap;

use favorites_api::ProblemType;
use favorites_tests::{Service, data_id, sample, tag_id};
use serde_json::{Value, json};

const UNKNOWN_ID: &str = "019a0000-0000-7000-8000-000000000001";

#[tokio::test]
async fn each_type_is_kept_whole_and_found_by_id_and_in_lists() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for data_type in sample::DATA_TYPES {
        let sent = sample::favorite(data_type, &format!("My {data_type}"));

        let answer = ann.post("/favorites", &sent).await;

        let kept = answer.is(201);
        for member in ["dataType", "title", "content", "contentUrl"] {
            assert_eq!(kept[member], sent[member], "{kept}");
        }
        assert_eq!((&kept["userId"], &kept["version"]), (&json!("ann"), &json!(1)));
        assert_eq!((answer.header("etag"), &kept["tagIds"]), ("\"1\"", &json!([])));
        assert_eq!(kept.get("truncated").or(kept.get("expireTime")), None, "{kept}");
        let path = format!("/favorites/{}", data_id(&kept));
        assert_eq!(answer.header("location"), path);
        let found = ann.get(&path).await;
        assert_eq!((found.is(200), found.header("etag")), (kept.clone(), "\"1\""));
        assert_eq!(ann.all(&format!("/favorites?type={data_type}")).await, [kept]);
    }
    assert_eq!(ann.all("/favorites").await.len(), 9);
    service.end().await;
}

#[tokio::test]
async fn optional_members_are_kept_and_null_is_the_same_as_missing() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Later").await;
    let members = json!({
        "thumbnailUrl": "http://example.com/small.png", "creatorId": "bob#1", "tagIds": [tag_id(&tag), tag_id(&tag)],
        "clipTime": "2020-02-29T12:00:00+02:00", "expireTime": "2999-01-01T00:00:00.900Z",
    });
    let full = ann.create(&sample::with(sample::favorite("note", "Full"), &members)).await;
    assert_eq!(full["thumbnailUrl"], "http://example.com/small.png");
    assert_eq!(full["creatorId"], "bob#1");
    assert_eq!(full["tagIds"], json!([tag_id(&tag)]), "given twice, it counts once");
    assert_eq!(full["clipTime"], "2020-02-29T10:00:00.000Z", "times are UTC");
    assert_eq!(full["expireTime"], "2999-01-01T00:00:00.000Z", "expiry is to the second");

    let mut bare = sample::favorite("image", "Bare");
    for member in ["thumbnailUrl", "creatorId", "tagIds", "clipTime", "expireTime"] {
        bare[member] = Value::Null;
    }
    bare["content"] = json!({ "width": null });
    let bare = ann.create(&bare).await;
    assert_eq!(bare["content"], json!({}));
    for member in ["thumbnailUrl", "creatorId", "expireTime"] {
        assert_eq!(bare.get(member), None, "{bare}");
    }
    service.end().await;
}

#[tokio::test]
async fn every_fault_is_answered_at_once_with_its_pointer() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let body = json!({
        "dataType": "chatRecord", "title": "", "thumbnailUrl": "ftp://example.com", "contentUrl": 7, "creatorId": "\u{7}",
        "clipTime": "yesterday", "expireTime": [], "tagIds": ["1", UNKNOWN_ID], "colour": "red", "a/b~c": 1,
        "content": { "messages": [{ "sender": " ", "sentTime": 0 }, { "sender": "Ann", "text": "Hi", "to": "Bob" }, null] },
    });

    let faults = ann.post("/favorites", &body).await.faults();

    let expected = [
        ("/a~1b~0c", "is not a member that is known here"),
        (
            "/clipTime",
            "must be a time as in RFC 3339, such as 2026-11-21T08:35:15.123Z; \"yesterday\" was given",
        ),
        ("/colour", "is not a member that is known here"),
        ("/content/messages/0/sender", "must not be empty"),
        ("/content/messages/0/sentTime", "must be text; a number was given"),
        ("/content/messages/0/text", "is required"),
        ("/content/messages/1/to", "is not a member that is known here"),
        ("/content/messages/2", "must be an object; null was given"),
        ("/contentUrl", "must be text; a number was given"),
        ("/creatorId", "must not contain the control character U+0007"),
        ("/expireTime", "must be text; an array was given"),
        ("/tagIds/0", "must be a UUID; \"1\" was given"),
        ("/thumbnailUrl", "must be an absolute http or https URL: the scheme is ftp"),
        ("/title", "must not be empty"),
    ];
    let expected: BTreeMap<_, _> =
        expected.map(|(place, detail)| (place.to_owned(), detail.to_owned())).into();
    assert_eq!(faults, expected);
    assert_eq!(ann.all("/favorites").await, Vec::<Value>::new());
    service.end().await;
}

#[tokio::test]
async fn each_type_names_the_faults_of_its_own_content() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for (data_type, content, places) in [
        (
            "image",
            json!({ "width": -1, "height": 4_294_967_296_u64, "mediaType": "png" }),
            vec!["width", "height", "mediaType"],
        ),
        ("video", json!({ "durationMillis": 1.5, "text": "x" }), vec!["durationMillis", "text"]),
        ("link", json!({ "description": "", "siteName": 1 }), vec!["description", "siteName"]),
        ("file", json!({}), vec!["fileName", "size", "mediaType"]),
        (
            "file",
            json!({ "fileName": "a", "size": 9_007_199_254_740_992_u64, "mediaType": "a/b" }),
            vec!["size"],
        ),
        (
            "music",
            json!({ "artist": [], "album": {}, "durationMillis": "1" }),
            vec!["artist", "album", "durationMillis"],
        ),
        ("chatRecord", json!({}), vec!["messages"]),
        ("chatRecord", json!({ "messages": [] }), vec!["messages"]),
        ("voice", json!({ "transcript": "" }), vec!["durationMillis", "transcript"]),
        ("note", json!({ "text": "\u{0}" }), vec!["text"]),
        ("note", json!({ "text": null }), vec!["text"]),
        ("location", json!({ "latitude": 90.1, "longitude": -181 }), vec!["latitude", "longitude"]),
        ("location", json!({ "latitude": "1", "name": "" }), vec!["latitude", "longitude", "name"]),
    ] {
        let body = sample::with(sample::favorite(data_type, "x"), &json!({ "content": content }));
        let faults: Vec<_> = ann.post("/favorites", &body).await.faults().into_keys().collect();
        let mut expected: Vec<_> = places.iter().map(|place| format!("/content/{place}")).collect();
        expected.sort();
        assert_eq!(faults, expected, "{data_type} {content}");
    }
    service.end().await;
}

#[tokio::test]
async fn missing_required_members_are_named() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let faults = ann.post("/favorites", &json!({})).await.faults();
    assert_eq!(faults.into_keys().collect::<Vec<_>>(), ["/dataType", "/title"]);
    for data_type in ["file", "chatRecord", "voice", "note", "location"] {
        let body = sample::with(sample::favorite(data_type, "x"), &json!({ "content": null }));
        let fault = ann.post("/favorites", &body).await.fault();
        assert_eq!(fault, ("/content".to_owned(), "is required".to_owned()), "{data_type}");
    }
    for data_type in ["image", "video", "link", "file", "music", "voice"] {
        let body = sample::with(sample::favorite(data_type, "x"), &json!({ "contentUrl": null }));
        let fault = ann.post("/favorites", &body).await.fault();
        assert_eq!(
            fault,
            ("/contentUrl".to_owned(), format!("is required for the type {data_type}")),
            "{data_type}"
        );
    }
    let unknown = sample::with(sample::favorite("note", "x"), &json!({ "dataType": "Note" }));
    let (place, detail) = ann.post("/favorites", &unknown).await.fault();
    assert_eq!(place, "/dataType");
    assert!(detail.contains("image, video, link") && detail.contains("\"Note\" was given"), "{detail}");
    service.end().await;
}

#[tokio::test]
async fn a_tag_that_does_not_exist_keeps_the_favorite_from_being_made() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let body = sample::with(sample::favorite("link", "x"), &json!({ "tagIds": [UNKNOWN_ID] }));
    let fault = ann.post("/favorites", &body).await.fault();
    assert_eq!(fault, ("/tagIds".to_owned(), format!("there is no tag {UNKNOWN_ID}")));
    assert_eq!(ann.all("/favorites").await, Vec::<Value>::new());
    ann.create(&sample::favorite("link", "x")).await;
    service.end().await;
}

#[tokio::test]
async fn a_body_that_is_not_json_is_refused() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let post = |content_type: &str, body: &[u8]| {
        let call = ann.call(reqwest::Method::POST, "/favorites").body(body);
        if content_type.is_empty() { call } else { call.header("content-type", content_type) }
    };
    for body in
        [&b""[..], b"{", b"[]", b"\"x\"", b"null", b"{\"title\":\"a\",\"title\":\"b\"}", b"\xff\xfe", b"{}{}"]
    {
        let (place, _) = post("application/json", body).await.fault();
        assert_eq!(place, "", "the whole body: {}", String::from_utf8_lossy(body));
    }
    for content_type in ["", "text/plain", "application/xml", "application/jsonp"] {
        post(content_type, b"{}").await.problem(ProblemType::UnsupportedMediaType);
    }
    let note = sample::favorite("note", "x").to_string();
    for content_type in
        ["application/json; charset=utf-8", "Application/JSON", "application/vnd.favorites+json"]
    {
        post(content_type, note.as_bytes()).await.is(201);
    }
    service.end().await;
}

#[tokio::test]
async fn a_favorite_that_is_not_there_is_not_found() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for id in [UNKNOWN_ID, "7", "%20", "019a0000000070008000000000000001", "null", "%F0%9F%A6%80"] {
        ann.get(&format!("/favorites/{id}")).await.problem(ProblemType::FavoriteNotFound);
        ann.delete(&format!("/favorites/{id}")).await.problem(ProblemType::FavoriteNotFound);
        ann.patch(&format!("/favorites/{id}"), &json!({ "title": "x" }))
            .await
            .problem(ProblemType::FavoriteNotFound);
    }
    service.end().await;
}

#[tokio::test]
async fn text_is_kept_as_it_was_written() {
    let service = Service::start().await;
    let ann = service.person("ann#1 $é");
    for title in [
        "a#b",
        "$S",
        "  spaced  ",
        "tab\there",
        "名前 🦀",
        "e\u{301}",
        "\u{202e}rtl",
        "%23",
        "\u{10ffff}",
        "'\";--",
    ] {
        let kept = ann.create(&sample::favorite("note", title)).await;
        assert_eq!(kept["title"], title);
        let found = ann.get(&format!("/favorites/{}", data_id(&kept))).await.is(200);
        assert_eq!((&found["title"], &found["userId"]), (&json!(title), &json!("ann#1 $é")));
    }
    service.end().await;
}

#[tokio::test]
async fn a_text_of_invisible_characters_is_refused() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let path = format!("/favorites/{}", data_id(&ann.create(&sample::favorite("note", "x")).await));
    for invisible in ["\u{200b}", "\u{ad}\u{2060}", "\u{3164}", "\u{2800} \u{feff}", "\u{e0020}\u{fe0f}"] {
        let members = json!({ "title": invisible, "creatorId": invisible, "content": { "text": invisible } });
        let faults =
            ann.post("/favorites", &sample::with(sample::favorite("note", "x"), &members)).await.faults();
        let detail = "must have a visible character; only spaces and invisible characters were given";
        let expected =
            ["/content/text", "/creatorId", "/title"].map(|place| (place.to_owned(), detail.to_owned()));
        assert_eq!(faults, expected.into(), "{invisible:?}");
        assert_eq!(ann.patch(&path, &json!({ "title": invisible })).await.fault().1, detail);
    }
    for visible in ["\u{200b}x", "e\u{301}", "👩\u{200d}💻", "\u{202e}abc"] {
        assert_eq!(ann.create(&sample::favorite("note", visible)).await["title"], visible);
    }
    service.end().await;
}
