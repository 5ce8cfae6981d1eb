use favorites::{Content, DataType, DetailsDraft};
use serde_json::json;

use super::*;
use crate::openapi::OPENAPI;

const TAG: &str = "019a0000-0000-7000-8000-000000000001";

fn texts(faults: &[Fault]) -> Vec<String> {
    faults.iter().map(ToString::to_string).collect()
}

fn new_favorite(value: &Value) -> Result<FavoriteDraft, Vec<String>> {
    let draft = favorite_draft(value);
    if draft.faults.is_empty() { Ok(draft) } else { Err(texts(&draft.faults)) }
}

fn note() -> Value {
    json!({ "dataType": "note", "title": "Idea", "content": { "text": "Write it down" } })
}

#[test]
fn the_least_and_the_most_are_read() {
    let least = new_favorite(&note()).unwrap();
    assert_eq!(least.details.title.unwrap().as_str(), "Idea");
    assert!(least.details.content_url.is_none() && least.clip_time.is_none() && least.tag_ids.is_empty());
    let most = new_favorite(&json!({
        "dataType": "image",
        "title": "Sea",
        "thumbnailUrl": "https://example.org/small.png",
        "contentUrl": "https://example.org/sea.png",
        "creatorId": "ann",
        "clipTime": "2020-01-01T00:00:00Z",
        "expireTime": "2099-01-01T00:00:00Z",
        "tagIds": [TAG, TAG],
        "content": { "width": 640 }
    }))
    .unwrap();
    assert_eq!(most.content.unwrap().data_type(), DataType::Image);
    assert_eq!(most.details.content_url.unwrap().as_str(), "https://example.org/sea.png");
    assert_eq!(most.details.thumbnail_url.unwrap().as_str(), "https://example.org/small.png");
    assert_eq!(most.details.creator_id.unwrap().as_str(), "ann");
    assert_eq!(most.clip_time.unwrap().to_string(), "2020-01-01T00:00:00.000Z");
    assert_eq!(most.expire_time.unwrap().to_string(), "2099-01-01T00:00:00.000Z");
    assert_eq!(most.tag_ids.len(), 1);
}

#[test]
fn null_is_the_same_as_missing() {
    let mut body = note();
    for name in ["thumbnailUrl", "contentUrl", "creatorId", "clipTime", "expireTime", "tagIds"] {
        body[name] = Value::Null;
    }
    assert_eq!(new_favorite(&body).unwrap(), new_favorite(&note()).unwrap());
}

#[test]
fn every_fault_comes_at_once() {
    let body = json!({
        "dataType": "file",
        "title": "",
        "thumbnailUrl": "x",
        "creatorId": 7,
        "contentUrl": "https:x",
        "clipTime": "then",
        "expireTime": 7,
        "tagIds": [TAG, "tag"],
        "content": { "size": -1, "mediaType": "pdf" },
        "colour": "red"
    });
    let pointers: Vec<_> = new_favorite(&body)
        .unwrap_err()
        .iter()
        .map(|fault| fault.split(": ").next().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(
        pointers,
        [
            "/title",
            "/thumbnailUrl",
            "/contentUrl",
            "/creatorId",
            "/clipTime",
            "/expireTime",
            "/tagIds/1",
            "/content/fileName",
            "/content/size",
            "/content/mediaType",
            "/colour"
        ]
    );
}

#[test]
fn a_type_is_required_and_its_content_unless_it_may_be_empty() {
    assert_eq!(new_favorite(&json!({})).unwrap_err(), ["/dataType: is required"]);
    for data_type in DataType::ALL {
        for body in [json!({ "dataType": data_type }), json!({ "dataType": data_type, "content": null })] {
            let empty = json!({ "dataType": data_type, "content": {} });
            match new_favorite(&body) {
                Ok(draft) => assert_eq!(draft, new_favorite(&empty).unwrap(), "{data_type}"),
                Err(faults) => {
                    assert_eq!(faults, ["/content: is required"], "{data_type}");
                    assert!(new_favorite(&empty).is_err(), "{data_type}");
                }
            }
        }
    }
}

#[test]
fn an_unknown_type_hides_no_other_fault() {
    let faults = new_favorite(&json!({ "dataType": "dream", "title": 7, "content": {} })).unwrap_err();
    assert!(faults[0].starts_with("/dataType: must be one of image, "), "{faults:?}");
    assert_eq!(faults[1..], ["/title: must be text; a number was given"]);
}

/// A content of each type that the patches of these tests are applied to.
fn before(data_type: DataType) -> Content {
    let value = match data_type {
        DataType::Note => json!({ "text": "before" }),
        DataType::Link => json!({ "description": "before", "siteName": "before" }),
        DataType::Location => json!({ "latitude": 1.5, "longitude": 2.5, "name": "before" }),
        DataType::ChatRecord => json!({ "messages": [{ "sender": "Ann", "text": "before" }] }),
        other => panic!("no test needs {other}"),
    };
    content(data_type, &value, "", &mut Vec::new()).unwrap()
}

/// The patch for a favorite of a type with its new content, or its faults.
fn patch(data_type: DataType, value: &Value) -> Result<(FavoritePatch, Value), Vec<String>> {
    let patch = favorite_patch(value);
    let mut faults = texts(&patch.faults);
    let before = before(data_type);
    let after = patch.content.as_ref().map_or(Ok(before.clone()), |patch| patch.applied_to(&before));
    let after = after.map_err(|wrong| faults.extend(texts(&wrong))).ok();
    match after {
        Some(after) if faults.is_empty() => Ok((patch, serde_json::to_value(after).unwrap()[CONTENT].take())),
        _ => Err(faults),
    }
}

#[test]
fn a_patch_changes_what_it_names() {
    let (changes, content) = patch(
        DataType::Note,
        &json!({ "title": "New", "thumbnailUrl": null, "contentUrl": "https://example.org/", "content": { "text": "t" } }),
    )
    .unwrap();
    assert_eq!(changes.details.title.unwrap().as_str(), "New");
    assert_eq!(changes.details.thumbnail_url, Some(None));
    assert_eq!(changes.details.content_url.unwrap().unwrap().as_str(), "https://example.org/");
    assert_eq!(content, json!({ "text": "t" }));
    assert_eq!(changes.expire_time, None);
    assert_eq!(changes.clip_time, None);
    assert_eq!(patch(DataType::Note, &json!({ "expireTime": null })).unwrap().0.expire_time, Some(None));
    let clip_time =
        patch(DataType::Note, &json!({ "clipTime": "2026-01-02T04:04:05.6789+01:00" })).unwrap().0.clip_time;
    assert_eq!(clip_time.map(|time| time.to_string()).as_deref(), Some("2026-01-02T03:04:05.678Z"));
}

#[test]
fn a_patch_of_the_content_adds_replaces_removes_and_leaves() {
    let messages = json!([{ "sender": "Bo", "text": "after" }]);
    for (data_type, content, expected) in [
        (DataType::Link, json!({}), json!({ "description": "before", "siteName": "before" })),
        (
            DataType::Link,
            json!({ "siteName": "after" }),
            json!({ "description": "before", "siteName": "after" }),
        ),
        (DataType::Link, json!({ "description": null }), json!({ "siteName": "before" })),
        (DataType::Link, json!({ "description": null, "siteName": null }), json!({})),
        (
            DataType::Location,
            json!({ "name": null, "address": "after" }),
            json!({ "latitude": 1.5, "longitude": 2.5, "address": "after" }),
        ),
        // An array is a value like any other: half of a chat record has no meaning of its own.
        (DataType::ChatRecord, json!({ "messages": messages }), json!({ "messages": messages })),
    ] {
        let (_, after) = patch(data_type, &json!({ "content": content })).unwrap();
        assert_eq!(after, expected, "{content}");
    }
}

#[test]
fn a_patch_has_its_faults() {
    for (data_type, body, fault) in [
        (DataType::Note, json!({}), ": must have at least one member to change"),
        (DataType::Note, json!([]), ": must be an object; an array was given"),
        (DataType::Note, json!({ "title": null }), "/title: must be text; null was given"),
        (DataType::Note, json!({ "content": null }), "/content: must be an object; null was given"),
        (DataType::Link, json!({ "content": [] }), "/content: must be an object; an array was given"),
        (
            DataType::Note,
            json!({ "content": { "text": null } }),
            "/content/text: must be text; null was given",
        ),
        (
            DataType::Link,
            json!({ "content": { "text": "t" } }),
            "/content/text: is not a member that is known here",
        ),
        (
            DataType::Link,
            json!({ "content": { "text": null } }),
            "/content/text: is not a member that is known here",
        ),
        (
            DataType::Location,
            json!({ "content": { "latitude": 91 } }),
            "/content/latitude: must be from -90 to 90; 91 was given",
        ),
        (DataType::Note, json!({ "expireTime": 7 }), "/expireTime: must be text; a number was given"),
        (DataType::Note, json!({ "clipTime": null }), "/clipTime: must be text; null was given"),
        (DataType::Note, json!({ "dataType": "note" }), "/dataType: cannot be changed"),
        (DataType::Note, json!({ "tagIds": [] }), "/tagIds: is changed at /favorites/{dataId}/tags"),
        (DataType::Note, json!({ "titel": "t" }), "/titel: is not a member that is known here"),
    ] {
        assert_eq!(patch(data_type, &body).unwrap_err(), [fault], "{body}");
    }
}

#[test]
fn a_patch_gives_every_fault_at_once() {
    let body = json!({ "title": 1, "thumbnailUrl": 2, "contentUrl": 3, "content": 4, "expireTime": 5, "userId": 6, "x": 7 });
    assert_eq!(patch(DataType::Note, &body).unwrap_err().len(), 7);
    let body = json!({ "title": "", "content": { "text": 1 } });
    assert_eq!(patch(DataType::Note, &body).unwrap_err().len(), 2);
}

#[test]
fn a_tag_set_is_required_and_checked() {
    let read = |value: Value| {
        let mut faults = Vec::new();
        let read = TagSetBody::from_json(&value, "", &mut faults);
        (
            read.map(|TagSetBody(tag_ids)| tag_ids.len()),
            faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
        )
    };
    assert_eq!(read(json!({ "tagIds": [] })), (Some(0), vec![]));
    assert_eq!(read(json!({ "tagIds": [TAG, TAG] })), (Some(1), vec![]));
    for (body, fault) in [
        (json!({}), "/tagIds: is required"),
        (json!({ "tagIds": null }), "/tagIds: must be an array; null was given"),
        (json!({ "tagIds": ["x"] }), "/tagIds/0: must be a UUID; \"x\" was given"),
    ] {
        assert_eq!(read(body), (None, vec![fault.to_owned()]));
    }
}

/// Returns the names of the members that are read from an object with one member, and the faults.
fn asked(member: &str, read: impl FnOnce(&mut Fields<'_>)) -> (BTreeSet<&'static str>, Vec<Fault>) {
    let (object, mut faults) = (json!({ member: "x" }), Vec::new());
    let mut fields = Fields::of(&object, "", &mut faults).unwrap();
    read(&mut fields);
    let names = fields.taken().collect();
    (names, faults)
}

#[test]
fn the_description_has_every_detail_where_it_is_read_and_shown() {
    let (new, _) = asked("", |fields| drop(DetailsDraft::read(fields)));
    let patched = |name: &str| asked(name, |fields| drop(DetailsPatch::read(fields)));
    assert_eq!(patched("").0, new);
    let is_fixed = |name: &&&str| patched(name).1.iter().any(|fault| fault.message == CANNOT_CHANGE);
    let patch: BTreeSet<_> = new.iter().filter(|name| !is_fixed(name)).copied().collect();
    assert_ne!(patch, new, "there is a member that no patch changes");
    let document: Value = serde_json::from_str(OPENAPI).unwrap();
    let schemas = &document["components"]["schemas"];
    let members = |schema: &str| -> BTreeSet<&str> {
        schemas[schema]["properties"].as_object().unwrap().keys().map(String::as_str).collect()
    };
    let and = |details: &BTreeSet<&'static str>, others: &[&'static str]| -> BTreeSet<&str> {
        details.iter().chain(others).copied().collect()
    };
    let typed = ["dataType", "content"];
    let given = and(&new, &["clipTime", "expireTime", "tagIds"]);
    let new_favorite: BTreeSet<_> = given.iter().copied().chain(typed).collect();
    assert_eq!(members("NewFavoriteMembers"), new_favorite);
    assert_eq!(members("FavoritePatch"), and(&patch, &["content", "clipTime", "expireTime"]));
    let set_by_the_service = ["dataId", "userId", "updateTime", "version"];
    assert_eq!(members("FavoriteMembers"), new_favorite.into_iter().chain(set_by_the_service).collect());
    let ignored =
        schemas["KnownFavorite"]["allOf"][1]["properties"]["ignored"]["items"]["enum"].as_array().unwrap();
    let ignored: BTreeSet<_> = ignored.iter().filter_map(Value::as_str).collect();
    assert_eq!(ignored, and(&new, &["clipTime", "expireTime", "tagIds", "content"]));
}
