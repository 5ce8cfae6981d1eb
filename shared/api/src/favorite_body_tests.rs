use serde_json::json;

use super::*;

const TAG: &str = "019a0000-0000-7000-8000-000000000001";

fn now() -> Timestamp {
    "2026-11-21T08:35:15.123Z".parse().unwrap()
}

fn new_favorite(value: &Value) -> Result<NewFavorite, Vec<String>> {
    super::new_favorite(value, now()).map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

fn note() -> Value {
    json!({ "dataType": "note", "title": "Idea", "content": { "text": "Write it down" } })
}

#[test]
fn the_least_and_the_most_are_read() {
    let least = new_favorite(&note()).unwrap();
    assert_eq!(least.title.as_str(), "Idea");
    assert!(least.content_url.is_none() && least.clip_time.is_none() && least.tag_ids.is_empty());
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
    assert_eq!(most.content.data_type(), DataType::Image);
    assert_eq!(most.content_url.unwrap().as_str(), "https://example.org/sea.png");
    assert_eq!(most.thumbnail_url.unwrap().as_str(), "https://example.org/small.png");
    assert_eq!(most.creator_id.unwrap().as_str(), "ann");
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
        "clipTime": "2030-01-01T00:00:00Z",
        "expireTime": "2020-01-01T00:00:00Z",
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
fn a_wrong_time_says_what_is_allowed() {
    let mut body = note();
    body["clipTime"] = json!("1969-12-31T23:59:59.999Z");
    body["expireTime"] = json!("2026-11-21T08:35:15Z");
    assert_eq!(
        new_favorite(&body).unwrap_err(),
        [
            "/clipTime: must be from 1970 to 2026-11-21T08:40:15.123Z; 1969-12-31T23:59:59.999Z was given",
            "/expireTime: must lie in the future; 2026-11-21T08:35:15.000Z was given and it is 2026-11-21T08:35:15.123Z"
        ]
    );
    body["clipTime"] = json!("then");
    body["expireTime"] = json!(7);
    assert_eq!(new_favorite(&body).unwrap_err().len(), 2);
}

#[test]
fn an_empty_object_names_all_that_is_required() {
    assert_eq!(
        new_favorite(&json!({})).unwrap_err(),
        ["/dataType: is required", "/title: is required", "/content: is required"]
    );
}

#[test]
fn an_unknown_type_hides_no_other_fault() {
    let faults = new_favorite(&json!({ "dataType": "dream", "content": {} })).unwrap_err();
    assert!(faults[0].starts_with("/dataType: must be one of image, "), "{faults:?}");
    assert_eq!(faults[1..], ["/title: is required"]);
}

#[test]
fn the_types_behind_a_link_need_it() {
    for data_type in DataType::ALL {
        let body = json!({ "dataType": data_type.as_str(), "title": "t", "content": 1 });
        let faults = new_favorite(&body).unwrap_err();
        let missing = faults.iter().any(|fault| fault == "/contentUrl: is required");
        assert_eq!(missing, data_type.needs_content_url(), "{data_type}");
    }
}

#[test]
fn a_favorite_takes_at_most_20_tags() {
    let mut body = note();
    body["tagIds"] = json!(vec![TAG; 21]);
    assert_eq!(new_favorite(&body).unwrap_err(), ["/tagIds: must have 0 to 20 elements; 21 were given"]);
}

fn patch(data_type: DataType, value: Value) -> Result<FavoritePatch, Vec<String>> {
    let patch = PatchBody { document: value, now: now() }.for_type(data_type);
    patch.map_err(|faults| faults.iter().map(ToString::to_string).collect())
}

#[test]
fn a_patch_changes_what_it_names() {
    let changes = patch(
        DataType::Note,
        json!({ "title": "New", "thumbnailUrl": null, "contentUrl": "https://example.org/", "content": { "text": "t" } }),
    )
    .unwrap();
    assert_eq!(changes.title.unwrap().as_str(), "New");
    assert_eq!(changes.thumbnail_url, Some(None));
    assert_eq!(changes.content_url.unwrap().unwrap().as_str(), "https://example.org/");
    assert_eq!(changes.content.unwrap().data_type(), DataType::Note);
    assert_eq!(changes.expire_time, None);
    assert_eq!(patch(DataType::Note, json!({ "expireTime": null })).unwrap().expire_time, Some(None));
}

#[test]
fn a_patch_has_its_faults() {
    for (data_type, body, fault) in [
        (DataType::Note, json!({}), ": must have at least one member to change"),
        (DataType::Note, json!([]), ": must be an object; an array was given"),
        (DataType::Note, json!({ "title": null }), "/title: must be text; null was given"),
        (DataType::Note, json!({ "content": null }), "/content: must be an object; null was given"),
        (DataType::Note, json!({ "content": {} }), "/content/text: is required"),
        (
            DataType::Link,
            json!({ "content": { "text": "t" } }),
            "/content/text: is not a member that is known here",
        ),
        (
            DataType::Link,
            json!({ "contentUrl": null }),
            "/contentUrl: cannot be removed from a favorite of type link",
        ),
        (DataType::Note, json!({ "expireTime": 7 }), "/expireTime: must be text; a number was given"),
        (
            DataType::Note,
            json!({ "expireTime": "2020-01-01T00:00:00Z" }),
            "/expireTime: must lie in the future; 2020-01-01T00:00:00.000Z was given and it is 2026-11-21T08:35:15.123Z",
        ),
        (DataType::Note, json!({ "dataType": "note" }), "/dataType: cannot be changed"),
        (DataType::Note, json!({ "tagIds": [] }), "/tagIds: is changed at /favorites/{dataId}/tags"),
        (DataType::Note, json!({ "titel": "t" }), "/titel: is not a member that is known here"),
    ] {
        assert_eq!(patch(data_type, body.clone()).unwrap_err(), [fault], "{body}");
    }
}

#[test]
fn a_patch_gives_every_fault_at_once() {
    let body = json!({ "title": 1, "thumbnailUrl": 2, "contentUrl": 3, "content": 4, "expireTime": 5, "userId": 6, "x": 7 });
    assert_eq!(patch(DataType::Note, body).unwrap_err().len(), 7);
    let body = json!({ "title": "", "content": { "text": 1 }, "expireTime": "2020-01-01T00:00:00Z" });
    assert_eq!(patch(DataType::Note, body).unwrap_err().len(), 3);
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
