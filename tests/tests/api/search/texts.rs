//! The texts of each data type that search reads.

use favorites_tests::{Service, data_id, sample, tag_id};
use serde_json::{Value, json};

use super::{assert_found, titled};

/// Returns a favorite of each type, with words that find it and words that must not find it.
fn library() -> Vec<(Value, Vec<&'static str>, Vec<&'static str>)> {
    let message = |sender: &str, text: &str| json!({ "sender": sender, "text": text });
    let with =
        |data_type: &str, members: &Value| sample::with(sample::favorite(data_type, data_type), members);
    vec![
        (with("image", &json!({ "title": "Sunset" })), vec!["sunset"], vec!["png", "640"]),
        (with("video", &json!({ "creatorId": "director" })), vec!["video"], vec!["mp4", "director"]),
        (
            with(
                "link",
                &json!({
                    "contentUrl": "https://www.docs.example.org:8443/guides/async-%E6%94%B6%E8%97%8F.html?utm_source=secret#part",
                    "thumbnailUrl": "https://thumbnails.example/small",
                    "content": { "siteName": "Documentation Hub", "description": "Futures explained" },
                }),
            ),
            vec![
                "docs.example.org:8443",
                "guides",
                "async",
                "收藏",
                "part",
                "documentation hub",
                "explained",
            ],
            vec!["www", "secret", "small"],
        ),
        (
            with(
                "file",
                &json!({ "content": {
                "fileName": "quarterly_report-final.PDF", "size": 1, "mediaType": "application/octet-stream",
            } }),
            ),
            vec!["quarterly", "report final", "pdf"],
            vec!["octet"],
        ),
        (
            with("music", &json!({ "content": { "artist": "Nina Simone", "album": "Pastel Blues" } })),
            vec!["nina", "simone", "pastel blues"],
            vec!["215000"],
        ),
        (
            with(
                "chatRecord",
                &json!({ "content": {
                "messages": [message("Priya", "Where?"), message("Li Wei", "At the harbour")],
            } }),
            ),
            vec!["priya", "wei", "where", "harbour"],
            vec!["2026"],
        ),
        (
            with("voice", &json!({ "content": { "durationMillis": 1, "transcript": "Call the plumber" } })),
            vec!["call", "plumber"],
            vec!["ogg"],
        ),
        (
            with("note", &json!({ "content": { "text": "Oatmeal\nand pepper" } })),
            vec!["oatmeal", "pepper"],
            vec!["text"],
        ),
        (
            with(
                "location",
                &json!({ "content": {
                "latitude": 63.88, "longitude": -22.45, "name": "Blue Lagoon", "address": "Grindavik 240",
            } }),
            ),
            vec!["lagoon", "grindavik", "240"],
            vec!["63"],
        ),
    ]
}

#[tokio::test]
async fn each_type_is_found_by_its_own_texts() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let library = library();
    assert_eq!(library.len(), sample::DATA_TYPES.len());
    for (favorite, _, _) in &library {
        ann.create(favorite).await;
    }
    service.settle().await;
    for (favorite, finding, others) in &library {
        for query in finding {
            assert_found(&ann, query, &[favorite["title"].as_str().unwrap()]).await;
        }
        for query in others {
            assert_found(&ann, query, &[]).await;
        }
    }
    service.end().await;
}

#[tokio::test]
async fn the_name_of_a_tag_is_as_good_as_a_text() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let [garden, soup] = [ann.create_tag("Gärten 庭園").await, ann.create_tag("Soup").await];
    let tagged = |title: &str, tags: &[&Value]| {
        let tags: Vec<_> = tags.iter().map(|tag| tag_id(tag)).collect();
        sample::with(titled(title), &json!({ "tagIds": tags }))
    };
    for favorite in [tagged("Roses", &[&garden]), tagged("Herbs", &[&garden, &soup]), tagged("Soup", &[])] {
        ann.create(&favorite).await;
    }
    service.settle().await;
    for (query, expected) in [
        ("garten", vec!["Roses", "Herbs"]),
        ("園", vec!["Roses", "Herbs"]),
        ("garten roses", vec!["Roses"]),
        ("garten soup", vec!["Herbs"]),
        ("soup", vec!["Herbs", "Soup"]),
        ("garten -soup", vec!["Roses"]),
        ("-garten", vec!["Soup"]),
        // A phrase only matches within one text.
        ("\"garten roses\"", vec![]),
    ] {
        assert_found(&ann, query, &expected).await;
    }
    service.end().await;
}

#[tokio::test]
async fn a_long_text_is_searched_to_its_end() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let text = format!("first {} last 收藏", "filler ".repeat(2_800));
    let kept = ann.create(&sample::with(titled("x"), &json!({ "content": { "text": text } }))).await;
    service.settle().await;
    for query in ["first last", "las", "\"filler last\"", "藏", "收藏"] {
        assert_found(&ann, query, &["x"]).await;
    }
    assert_found(&ann, "\"first last\"", &[]).await;
    let path = format!("/favorites/{}", data_id(&kept));
    ann.patch(&path, &json!({ "content": { "text": "first" } })).await.is(200);
    service.settle().await;
    assert_found(&ann, "first", &["x"]).await;
    assert_found(&ann, "last", &[]).await;
    service.end().await;
}
