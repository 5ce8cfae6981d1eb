use serde_json::json;

use super::*;

fn read(data_type: DataType, value: &Value) -> Result<Content, Vec<String>> {
    let mut faults = Vec::new();
    match content(data_type, value, "/content", &mut faults) {
        Some(content) if faults.is_empty() => Ok(content),
        _ => Err(faults.iter().map(ToString::to_string).collect()),
    }
}

/// Full content of each type, and the faults of an empty object.
fn samples() -> [(DataType, Value, &'static [&'static str]); 9] {
    let file: &[_] =
        &["/content/fileName: is required", "/content/size: is required", "/content/mediaType: is required"];
    let location: &[_] = &["/content/latitude: is required", "/content/longitude: is required"];
    let messages = json!([
        { "sender": "Ann", "sentTime": "2026-11-21T08:35:15.123Z", "text": "Hello" },
        { "sender": "Bo", "text": "Hi" }
    ]);
    [
        (DataType::Image, json!({ "width": 1, "height": 2, "mediaType": "image/png" }), &[]),
        (
            DataType::Video,
            json!({ "durationMillis": 1, "width": 2, "height": 3, "mediaType": "video/mp4" }),
            &[],
        ),
        (DataType::Link, json!({ "description": "d", "siteName": "s" }), &[]),
        (DataType::File, json!({ "fileName": "a.pdf", "size": 1, "mediaType": "application/pdf" }), file),
        (DataType::Music, json!({ "artist": "a", "album": "b", "durationMillis": 3 }), &[]),
        (DataType::ChatRecord, json!({ "messages": messages }), &["/content/messages: is required"]),
        (
            DataType::Voice,
            json!({ "durationMillis": 1, "mediaType": "audio/ogg", "transcript": "t" }),
            &["/content/durationMillis: is required"],
        ),
        (DataType::Note, json!({ "text": "line\nline" }), &["/content/text: is required"]),
        (
            DataType::Location,
            json!({ "latitude": -90.0, "longitude": 180.0, "name": "n", "address": "a" }),
            location,
        ),
    ]
}

#[test]
fn every_type_reads_what_the_service_answers() {
    for (data_type, value, _) in samples() {
        let content = read(data_type, &value).unwrap();
        assert_eq!(content.data_type(), data_type);
        assert_eq!(serde_json::to_value(&content).unwrap()["content"], value, "{data_type}");
    }
}

#[test]
fn every_type_names_what_is_required() {
    for (data_type, _, required) in samples() {
        match read(data_type, &json!({})) {
            Ok(content) => {
                assert!(required.is_empty(), "{data_type}");
                assert_eq!(content.data_type(), data_type);
            }
            Err(faults) => assert_eq!(faults, required, "{data_type}"),
        }
    }
}

#[test]
fn every_type_checks_every_member() {
    for (data_type, value, _) in samples() {
        let members = value.as_object().unwrap();
        let wrong: Value = members.keys().map(|name| (name.clone(), json!(false))).collect();
        assert_eq!(read(data_type, &wrong).unwrap_err().len(), members.len(), "{data_type}");
    }
}

#[test]
fn every_type_refuses_unknown_members_and_other_json() {
    for (data_type, mut value, _) in samples() {
        value["extra"] = json!(1);
        let fault = "/content/extra: is not a member that is known here";
        assert_eq!(read(data_type, &value).unwrap_err(), [fault], "{data_type}");
        for other in [json!(null), json!([]), json!("text"), json!(1)] {
            let faults = read(data_type, &other).unwrap_err();
            assert!(faults[0].starts_with("/content: must be an object"), "{data_type}: {faults:?}");
        }
    }
}

#[test]
fn every_message_has_its_own_pointer() {
    let good = json!({ "sender": "Ann", "text": "Hello" });
    let messages = json!({ "messages": [
        good, { "sender": "", "text": "x".repeat(4_001) }, good, { "text": 7, "sentTime": "now", "x": 1 }, 5
    ] });
    assert_eq!(
        read(DataType::ChatRecord, &messages).unwrap_err(),
        [
            "/content/messages/1/sender: must not be empty",
            "/content/messages/1/text: must have at most 4000 characters; 4001 were given",
            "/content/messages/3/sender: is required",
            "/content/messages/3/sentTime: must be a time as in RFC 3339, such as 2026-11-21T08:35:15.123Z; \"now\" was given",
            "/content/messages/3/text: must be text; a number was given",
            "/content/messages/3/x: is not a member that is known here",
            "/content/messages/4: must be an object; a number was given",
        ]
    );
}

#[test]
fn a_chat_record_has_1_to_100_messages() {
    let messages = |count| json!({ "messages": vec![json!({ "sender": "Ann", "text": "Hello" }); count] });
    assert!(read(DataType::ChatRecord, &messages(100)).is_ok());
    for count in [0, 101] {
        assert_eq!(
            read(DataType::ChatRecord, &messages(count)).unwrap_err(),
            [format!("/content/messages: must have 1 to 100 elements; {count} were given")]
        );
    }
}
