//! New favorites without a title or a content.

use favorites_api::favorites::limits;
use favorites_tests::{Service, data_id, sample};
use serde_json::json;

#[tokio::test]
async fn a_favorite_without_a_title_is_named_by_what_stands_for_it() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for (data_type, title) in [
        ("image", "https://example.com/image/x"),
        ("video", "https://example.com/video/x"),
        ("link", "https://example.com/link/x"),
        ("file", "report.pdf"),
        ("music", "https://example.com/music/x"),
        ("chatRecord", "Tea?"),
        ("voice", "https://example.com/voice/x"),
        ("note", "Milk"),
        ("location", "Marienplatz"),
    ] {
        let body = sample::with(sample::favorite(data_type, "x"), &json!({ "title": null }));
        assert_eq!(ann.create(&body).await["title"], title, "{data_type}");
    }
    let place = json!({ "dataType": "location", "content": { "latitude": 48.137, "longitude": 11.575 } });
    assert_eq!(ann.create(&place).await["title"], "48.137, 11.575");
    let long = "\u{1f980}".repeat(limits::TITLE_CHARS + 1);
    let note = json!({ "dataType": "note", "title": null, "content": { "text": long } });
    let cut = format!("{}…", "\u{1f980}".repeat(limits::TITLE_CHARS - 1));
    assert_eq!(ann.create(&note).await["title"], cut);
    service.end().await;
}

#[tokio::test]
async fn a_link_needs_no_more_than_its_address() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let least = |url: &str| json!({ "dataType": "link", "contentUrl": url });
    let kept = ann.create(&least("https://a.example/")).await;
    assert_eq!((&kept["title"], &kept["content"]), (&json!("https://a.example/"), &json!({})));
    let again = ann.post("/favorites", &least("https://a.example/")).await.is(200);
    assert_eq!(again["ignored"], json!([]), "a title that was not given is not ignored");
    let path = "/favorites/019a0000-0000-7000-8000-000000000001";
    let put = ann.put(path, &least("https://b.example/")).header("if-none-match", "*").await.is(201);
    assert_eq!(put["title"], "https://b.example/");
    let batch = json!({ "favorites": [least("https://c.example/"), { "dataType": "link" }] });
    let results = ann.post("/favorites/batch", &batch).await.is(200);
    let created = ann.get(&format!("/favorites/{}", data_id(&results["results"][0]))).await.is(200);
    assert_eq!(created["title"], "https://c.example/");
    let faults = &results["results"][1]["problem"]["errors"];
    assert_eq!(
        *faults,
        json!([{ "pointer": "/favorites/1/contentUrl", "detail": "is required for the type link" }])
    );
    service.end().await;
}

#[tokio::test]
async fn a_title_is_required_where_nothing_can_stand_for_it() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let invisible = format!("{}x", "\u{200b}".repeat(limits::TITLE_CHARS));
    for content in [
        json!({ "dataType": "note", "content": { "text": invisible } }),
        json!({ "dataType": "chatRecord", "content": { "messages": [{ "sender": "Ann", "text": invisible }] } }),
    ] {
        let fault = ann.post("/favorites", &content).await.fault();
        assert_eq!(fault, ("/title".to_owned(), "is required".to_owned()), "{content}");
    }
    // What is still wrong may be the title once it is right.
    let place = json!({ "dataType": "location", "content": { "latitude": 1, "longitude": 181 } });
    assert_eq!(ann.post("/favorites", &place).await.fault().0, "/content/longitude");
    service.end().await;
}
