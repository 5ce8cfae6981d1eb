//! Request bodies of each data type.

use favorites_api::Route;
use serde_json::{Value, json};

/// The nine data types.
pub const DATA_TYPES: [&str; 9] =
    ["image", "video", "link", "file", "music", "chatRecord", "voice", "note", "location"];

/// Returns a favorite of `data_type` with all members of its content. If the type has a URL, the URL contains the title.
#[must_use]
pub fn favorite(data_type: &str, title: &str) -> Value {
    let mut favorite = json!({ "dataType": data_type, "title": title, "content": content(data_type) });
    if !matches!(data_type, "chatRecord" | "note" | "location") {
        favorite["contentUrl"] =
            format!("https://example.com/{data_type}/{}", title.replace(' ', "-")).into();
    }
    favorite
}

/// Returns content of `data_type` with all members.
#[must_use]
pub fn content(data_type: &str) -> Value {
    match data_type {
        "image" => json!({ "width": 640, "height": 480, "mediaType": "image/png" }),
        "video" => {
            json!({ "durationMillis": 90_000, "width": 1920, "height": 1080, "mediaType": "video/mp4" })
        }
        "link" => json!({ "description": "A page", "siteName": "Example" }),
        "file" => json!({ "fileName": "report.pdf", "size": 1_048_576, "mediaType": "application/pdf" }),
        "music" => json!({ "artist": "Somebody", "album": "Something", "durationMillis": 215_000 }),
        "chatRecord" => json!({ "messages": [
            { "sender": "Ann", "sentTime": "2026-01-02T03:04:05.678Z", "text": "Tea?" },
            { "sender": "Bob", "text": "Yes" },
        ] }),
        "voice" => {
            json!({ "durationMillis": 12_500, "mediaType": "audio/ogg", "transcript": "Call me back" })
        }
        "note" => json!({ "text": "Milk\nBread" }),
        "location" => {
            json!({ "latitude": 48.137, "longitude": 11.575, "name": "Marienplatz", "address": "Munich" })
        }
        other => panic!("{other} is not a data type"),
    }
}

/// Returns the query of a valid request of a user to a route.
#[must_use]
pub fn query(route: &Route, user: &str) -> String {
    match route.function {
        "delete-account" => format!("confirm={user}"),
        "search-favorites" => "q=kept".to_owned(),
        _ => String::new(),
    }
}

/// Returns the headers that a valid request to a route must have.
pub fn headers(route: &Route) -> impl Iterator<Item = (&'static str, &'static str)> {
    (route.function == "put-favorite").then_some(("if-none-match", "*")).into_iter()
}

/// Returns the body of a valid request to a route, or null if the route has none.
///
/// # Panics
/// Panics for a route that declares a body and has no sample here.
#[must_use]
pub fn body(route: &Route) -> Value {
    let note = || favorite("note", "x");
    match route.key().as_str() {
        "POST /favorites" => {
            json!({ "dataType": "link", "title": "Rust", "contentUrl": "https://www.rust-lang.org/", "content": {} })
        }
        "PUT /favorites/{dataId}" => note(),
        "POST /favorites/batch" => json!({ "favorites": [note()] }),
        "POST /favorites/actions" => {
            json!({ "action": "delete", "dataIds": ["019a0000-0000-7000-8000-000000000001"] })
        }
        "POST /exports" => json!({ "format": "csv" }),
        "POST /imports" => json!({ "bytes": 1 }),
        "PATCH /favorites/{dataId}" => json!({ "title": "x" }),
        "POST /tags/{tagId}/merge" => json!({ "into": "019a0000-0000-7000-8000-000000000002" }),
        "PUT /favorites/{dataId}/tags" => json!({ "tagIds": [] }),
        "POST /tags" | "PATCH /tags/{tagId}" => json!({ "tagName": "x" }),
        other => {
            assert!(route.body_bytes.is_none(), "add the body of {other}");
            Value::Null
        }
    }
}

/// Returns `body` with changed or additional members. A null removes a member.
#[must_use]
pub fn with(mut body: Value, members: &Value) -> Value {
    for (name, value) in members.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    if let Some(object) = body.as_object_mut() {
        object.retain(|_, value| !value.is_null());
    }
    body
}
