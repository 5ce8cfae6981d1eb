//! Tests each limit: the service accepts the largest value, and refuses a larger one with the limit and the given size.

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::limits;
use favorites_api::{BODY_BYTES, ProblemType};
use favorites_tests::{Person, Service, data_id, sample, tag_id};
use serde_json::{Value, json};

/// Asserts that the service accepts a text of `limit` characters in the member at `pointer`, and refuses one character
/// more.
async fn check_text(ann: &Person, body: &Value, pointer: &str, limit: usize) {
    let sized = |size: usize| {
        let mut body = body.clone();
        // This character has two UTF-16 units and four bytes, but counts as one character.
        *body.pointer_mut(pointer).expect("the sample has this member") = "🦀".repeat(size).into();
        body
    };
    ann.create(&sized(limit)).await;
    let (place, detail) = ann.post("/favorites", &sized(limit + 1)).await.fault();
    let expected = format!("must have at most {limit} characters; {} were given", limit + 1);
    assert_eq!((place.as_str(), detail), (pointer, expected));
}

#[tokio::test]
async fn each_text_has_its_length() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let creator = sample::with(sample::favorite("note", "x"), &json!({ "creatorId": "x" }));
    for (body, pointer, limit) in [
        (sample::favorite("note", "x"), "/title", limits::TITLE_CHARS),
        (creator, "/creatorId", limits::CREATOR_ID_CHARS),
        (sample::favorite("link", "a"), "/content/siteName", limits::SHORT_TEXT_CHARS),
        (sample::favorite("link", "b"), "/content/description", limits::LONG_TEXT_CHARS),
        (sample::favorite("file", "x"), "/content/fileName", limits::SHORT_TEXT_CHARS),
        (sample::favorite("music", "x"), "/content/artist", limits::SHORT_TEXT_CHARS),
        (sample::favorite("music", "x"), "/content/album", limits::SHORT_TEXT_CHARS),
        (sample::favorite("chatRecord", "x"), "/content/messages/0/sender", limits::SHORT_TEXT_CHARS),
        (sample::favorite("chatRecord", "x"), "/content/messages/1/text", limits::CHAT_MESSAGE_CHARS),
        (sample::favorite("voice", "x"), "/content/transcript", limits::LONG_TEXT_CHARS),
        (sample::favorite("location", "x"), "/content/name", limits::SHORT_TEXT_CHARS),
        (sample::favorite("location", "x"), "/content/address", limits::SHORT_TEXT_CHARS),
    ] {
        check_text(&ann, &body, pointer, limit).await;
    }
    service.end().await;
}

#[tokio::test]
async fn a_note_a_url_and_a_chat_record_have_their_length() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let note = |chars: usize| {
        sample::with(sample::favorite("note", "x"), &json!({ "content": { "text": "x".repeat(chars) } }))
    };
    ann.create(&note(limits::NOTE_CHARS)).await;
    let (place, detail) = ann.post("/favorites", &note(limits::NOTE_CHARS + 1)).await.fault();
    assert_eq!(
        (place.as_str(), &*detail),
        ("/content/text", "must have at most 20000 characters; 20001 were given")
    );

    let url = |chars: usize| {
        let start = "https://example.com/";
        let url = format!("{start}{}", "x".repeat(chars - start.len()));
        sample::with(sample::favorite("link", "x"), &json!({ "contentUrl": url, "thumbnailUrl": url }))
    };
    ann.create(&url(limits::URL_CHARS)).await;
    let faults = ann.post("/favorites", &url(limits::URL_CHARS + 1)).await.faults();
    let expected = "must have at most 2048 characters; 2049 were given";
    assert_eq!((&*faults["/contentUrl"], &*faults["/thumbnailUrl"]), (expected, expected));

    let chat = |messages: usize| {
        let messages = vec![json!({ "sender": "Ann", "text": "Hi" }); messages];
        sample::with(sample::favorite("chatRecord", "x"), &json!({ "content": { "messages": messages } }))
    };
    ann.create(&chat(limits::CHAT_MESSAGES)).await;
    let (place, detail) = ann.post("/favorites", &chat(limits::CHAT_MESSAGES + 1)).await.fault();
    assert_eq!(
        (place.as_str(), &*detail),
        ("/content/messages", "must have 1 to 100 elements; 101 were given")
    );
    service.end().await;
}

#[tokio::test]
async fn a_favorite_has_its_size() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let large = |last: usize| {
        let mut messages = vec![json!({ "sender": "Ann", "text": "x".repeat(4_000) }); 17];
        messages[0]["text"] = "x".repeat(last).into();
        sample::with(sample::favorite("chatRecord", "x"), &json!({ "content": { "messages": messages } }))
    };
    let refused = ann.post("/favorites", &large(4_000)).await.problem(ProblemType::TooLarge);
    let given: usize = refused["detail"].as_str().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    assert_eq!(
        refused["detail"],
        format!("a favorite has at most {} bytes; this one has {given}", limits::FAVORITE_BYTES)
    );
    // Shortened by its excess, the favorite has exactly the largest size.
    let fits = ann.create(&large(4_000 - (given - limits::FAVORITE_BYTES))).await;

    let path = format!("/favorites/{}", data_id(&fits));
    ann.patch(&path, &json!({ "title": "xx" })).await.problem(ProblemType::TooLarge);
    assert_eq!(ann.get(&path).await.is(200), fits);
    service.end().await;
}

#[tokio::test]
async fn a_body_has_its_size() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let note = sample::favorite("note", "x").to_string();
    let padded = |bytes: usize| format!("{note}{}", " ".repeat(bytes - note.len()));
    let post = |body: String| {
        ann.call(reqwest::Method::POST, "/favorites").header("content-type", "application/json").body(body)
    };
    post(padded(BODY_BYTES)).await.is(201);
    post(padded(BODY_BYTES + 1)).await.problem(ProblemType::TooLarge);
    // API Gateway refuses bodies over 10 MB, so no function sees them.
    let answer = post(padded(10 * 1024 * 1024 + 1)).await;
    assert_eq!(answer.is(413), json!({ "message": "Request Entity Too Large" }));
    service.end().await;
}

#[tokio::test]
async fn a_tag_name_has_its_length_and_its_folded_length() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let limit = limits::TAG_NAME_CHARS;
    ann.create_tag(&"🦀".repeat(limit)).await;
    let (place, detail) = ann.post("/tags", &json!({ "tagName": "x".repeat(limit + 1) })).await.fault();
    assert_eq!((place.as_str(), &*detail), ("/tagName", "must have at most 128 characters; 129 were given"));
    // Case folding turns this character into eighteen characters with 33 bytes.
    let (place, detail) = ann.post("/tags", &json!({ "tagName": "\u{fdfa}".repeat(16) })).await.fault();
    assert_eq!(
        (place.as_str(), &*detail),
        ("/tagName", "must have at most 512 bytes when case-folded; 528 were given")
    );
    let long = ann.create_tag(&"\u{fdfa}".repeat(15)).await;
    assert_eq!(ann.all("/tags").await.len(), 2);
    ann.delete(&format!("/tags/{}", tag_id(&long))).await.is(204);
    for (name, reason) in [
        ("", "must not be empty"),
        (" \t", "must not be empty"),
        ("a\u{0}", "must not contain the control character U+0000"),
    ] {
        assert_eq!(ann.post("/tags", &json!({ "tagName": name })).await.fault().1, reason);
    }
    service.end().await;
}

#[tokio::test]
async fn a_favorite_has_at_most_thirty_tags() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut tags = Vec::new();
    for number in 0..=limits::TAGS_PER_FAVORITE {
        tags.push(ann.create_tag(&format!("Tag {number}")).await["tagId"].clone());
    }
    let body = |tags: &[Value]| sample::with(sample::favorite("note", "x"), &json!({ "tagIds": tags }));
    let (place, detail) = ann.post("/favorites", &body(&tags)).await.fault();
    assert_eq!((place.as_str(), &*detail), ("/tagIds", "must have at most 30 tags; 31 were given"));
    let full = ann.create(&body(&tags[1..])).await;
    assert_eq!(full["tagIds"].as_array().unwrap().len(), limits::TAGS_PER_FAVORITE);

    let path = format!("/favorites/{}/tags", data_id(&full));
    let one_more = ann.put(&format!("{path}/{}", tags[0].as_str().unwrap()), &Value::Null).await;
    assert_eq!(
        one_more.problem(ProblemType::TooManyTagsOnFavorite)["detail"],
        "a favorite has at most 30 tags; 31 were asked for"
    );
    let (place, _) = ann.put(&path, &json!({ "tagIds": tags })).await.fault();
    assert_eq!(place, "/tagIds");
    // A favorite can replace all of its tags at once. The transaction deletes thirty entries, puts as many,
    // and checks as many tags.
    let mut others = Vec::new();
    for number in 0..limits::TAGS_PER_FAVORITE {
        others.push(ann.create_tag(&format!("Other {number}")).await["tagId"].clone());
    }
    ann.put(&path, &json!({ "tagIds": others })).await.is(200);
    assert_eq!(ann.get(&path).await.is(200)["items"].as_array().unwrap().len(), limits::TAGS_PER_FAVORITE);
    service.end().await;
}

#[tokio::test]
async fn a_user_has_at_most_ten_thousand_tags() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("First").await;
    // Pretend that the user has 9,998 more tags. The service only checks the quota item.
    set_quota(&service, limits::TAGS_PER_PERSON - 1).await;
    let last = ann.create_tag("Last").await;
    let refused =
        ann.post("/tags", &json!({ "tagName": "Too many" })).await.problem(ProblemType::TooManyTags);
    assert_eq!(refused["detail"], "a person has at most 10000 tags, and has them");
    // A name that is taken is reported first, and a rename needs no room.
    ann.post("/tags", &json!({ "tagName": "first" })).await.problem(ProblemType::TagNameTaken);
    ann.patch(&format!("/tags/{}", tag_id(&tag)), &json!({ "tagName": "Renamed" })).await.is(200);
    ann.delete(&format!("/tags/{}", tag_id(&last))).await.is(204);
    ann.create_tag("Fits again").await;
    service.person("bob").create_tag("Bob's own").await;
    set_quota(&service, 2).await;
    service.end().await;
}

#[tokio::test]
async fn a_tag_that_its_quota_does_not_count_can_be_deleted() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Restored").await;
    // A table can be in this state if it was restored to a moment between two writes.
    set_quota(&service, 0).await;
    ann.delete(&format!("/tags/{}", tag_id(&tag))).await.is(204);
    assert_eq!(ann.get("/tags").await.is(200)["items"], json!([]));
    service.end().await;
}

pub(crate) async fn set_quota(service: &Service, tags: u64) {
    let items = favorites_tests::consistency::scan(&service.dynamodb(), service.table_name()).await;
    let quota = items
        .iter()
        .find(|item| item["type"] == "TagQuota" && item["userId"] == "ann")
        .expect("Ann has tags");
    let key = |name: &str| AttributeValue::S(quota[name].as_str().expect("keys are text").to_owned());
    let update = service.dynamodb().update_item().table_name(service.table_name());
    let update = update.key("pk", key("pk")).key("sk", key("sk"));
    let update = update.update_expression("SET tags = :tags");
    update
        .expression_attribute_values(":tags", AttributeValue::N(tags.to_string()))
        .send()
        .await
        .expect("the quota is there");
}

#[tokio::test]
async fn a_page_has_its_limit() {
    let service = Service::start().await;
    let ann = service.person("ann");
    for number in 0..51 {
        ann.create(&sample::favorite("note", &number.to_string())).await;
    }
    let items = async |path: &str| ann.get(path).await.is(200)["items"].as_array().unwrap().len();
    assert_eq!(items("/favorites").await, 50, "the default");
    assert_eq!(items("/favorites?limit=1").await, 1);
    assert_eq!(items("/favorites?limit=100").await, 51);
    for path in ["/favorites", "/trash", "/tags", "/search"] {
        for limit in ["0", "101", "-1", "1.5", "", "x", "99999999999", "%201"] {
            let (place, detail) = ann.get(&format!("{path}?limit={limit}")).await.fault();
            assert_eq!(place, "?limit");
            assert!(detail.starts_with("must be a whole number from 1 to 100; \""), "{detail}");
        }
    }
    service.end().await;
}

#[tokio::test]
async fn an_idempotency_key_has_its_length() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let note = sample::favorite("note", "x");
    ann.post("/favorites", &note).key(&"k".repeat(limits::IDEMPOTENCY_KEY_CHARS)).await.is(201);
    let (place, detail) = ann.post("/favorites", &note).key(&"k".repeat(256)).await.fault();
    assert_eq!(
        (place.as_str(), &*detail),
        ("idempotency-key:", "must have at most 255 characters; 256 were given")
    );
    for key in ["", "two keys", "a,b", "\"open", "\"\"", "kéy"] {
        let (place, _) = ann.post("/favorites", &note).key(key).await.fault();
        assert_eq!(place, "idempotency-key:", "{key}");
    }
    // The answer reports the faults of the header and the body together.
    let both = ann.post("/tags", &json!({})).key("a b").await.faults();
    assert_eq!(both.into_keys().collect::<Vec<_>>(), ["/tagName", "idempotency-key:"]);
    service.end().await;
}

#[tokio::test]
async fn an_answer_lists_at_most_a_hundred_faults() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut body = sample::favorite("note", "x");
    for number in 0..1_000 {
        body[format!("member{number}")] = json!(1);
    }
    let problem = ann.post("/favorites", &body).await.problem(ProblemType::InvalidInput);
    assert_eq!(problem["errors"].as_array().unwrap().len(), 100);
    assert_eq!(problem["detail"], "the input has 1000 faults; the first 100 are listed");
    service.end().await;
}
