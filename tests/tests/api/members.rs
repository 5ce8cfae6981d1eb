//! The members of a favorite, as the description lists them: each that may be sent is kept and shown.

use favorites_api::OPENAPI;
use favorites_tests::{Person, Service, data_id, sample, tag_id};
use serde_json::{Map, Value, json};

/// Returns the properties that the description has for a schema.
fn properties(document: &Value, schema: &str) -> Map<String, Value> {
    document["components"]["schemas"][schema]["properties"].as_object().expect("an object").clone()
}

/// Returns a value of a member. Another `number` gives another value.
fn value(document: &Value, name: &str, schema: &Value, number: usize) -> Value {
    match name {
        "clipTime" => return json!(format!("2020-01-01T00:00:0{number}.000Z")),
        "expireTime" => return json!(format!("2999-01-01T00:00:0{number}.000Z")),
        "content" => return json!({ "text": format!("Text {number}") }),
        _ => {}
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let referred = document.pointer(reference.trim_start_matches('#')).expect("a schema");
        return value(document, name, referred, number);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let choice = choices.iter().find(|choice| choice["type"] != "null").expect("a type");
        return value(document, name, choice, number);
    }
    match schema["type"].as_str() {
        Some("string") if schema.get("pattern").is_some() => {
            json!(format!("https://example.com/{name}/{number}"))
        }
        Some("string") => json!(format!("{name} {number}")),
        Some("integer") => json!(schema["minimum"].as_u64().unwrap_or_default() + number as u64),
        Some("boolean") => json!(number == 1),
        _ => panic!("this test does not know a value of {name}: {schema}"),
    }
}

/// Checks that the favorite has these members wherever it is shown.
async fn expect_shown(ann: &Person, favorite: &Value, tag: &str, members: &Map<String, Value>) {
    let path = format!("/favorites/{}", data_id(favorite));
    let mut shown = vec![favorite.clone(), ann.get(&path).await.is(200)];
    for list in ["/favorites", "/favorites?type=note", &format!("/tags/{tag}/favorites")] {
        shown.extend(ann.all(list).await);
    }
    assert_eq!(shown.len(), 5);
    for (name, value) in members {
        for favorite in &shown {
            assert_eq!(&favorite[name], value, "{name}");
        }
    }
}

#[tokio::test]
async fn every_member_that_may_be_sent_is_kept_and_shown() {
    let document: Value = serde_json::from_str(OPENAPI).expect("the document is JSON");
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Tag").await;
    let tag = tag_id(&tag);

    let mut sent = Map::new();
    for (name, schema) in properties(&document, "NewFavoriteMembers") {
        // The favorite is a note.
        if name == "dataType" {
            continue;
        }
        let value = if name == "tagIds" { json!([tag]) } else { value(&document, &name, &schema, 1) };
        sent.insert(name, value);
    }
    let body = sample::with(sample::favorite("note", "x"), &Value::Object(sent.clone()));
    let mut favorite = ann.create(&body).await;
    expect_shown(&ann, &favorite, tag, &sent).await;

    let path = |favorite: &Value| format!("/favorites/{}", data_id(favorite));
    for (name, schema) in properties(&document, "FavoritePatch") {
        sent.insert(name.clone(), value(&document, &name, &schema, 2));
        favorite = ann.patch(&path(&favorite), &json!({ &name: sent[&name] })).await.is(200);
        expect_shown(&ann, &favorite, tag, &sent).await;
    }
    let removable = properties(&document, "FavoritePatch").into_iter().filter(|(_, schema)| {
        schema["oneOf"].as_array().is_some_and(|of| of.contains(&json!({ "type": "null" })))
    });
    for (name, _) in removable {
        favorite = ann.patch(&path(&favorite), &json!({ &name: null })).await.is(200);
        sent.insert(name, Value::Null);
        expect_shown(&ann, &favorite, tag, &sent).await;
    }

    ann.delete(&path(&favorite)).await.is(200);
    let trashed = ann.all("/trash").await;
    assert_eq!(trashed.len(), 1);
    for (name, value) in &sent {
        assert_eq!(&trashed[0][name], value, "{name}");
    }
    service.end().await;
}
