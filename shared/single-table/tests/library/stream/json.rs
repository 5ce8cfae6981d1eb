//! Records as Lambda delivers them, and records of the Streams API.

use aws_sdk_dynamodbstreams::types as sdk;
use serde_json::{Value, json};
use single_table::EpochSeconds;
use single_table::stream::{Change, Event, EventName, Record, UserIdentity};

use crate::stream::{MusicItem, image, image_json, keys_json, track};

fn whole() -> Value {
    json!({
        "eventID": "e-1",
        "eventName": "REMOVE",
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": "eu-central-1",
        "dynamodb": {
            "ApproximateCreationDateTime": 1_741_944_413.987,
            "Keys": keys_json(),
            "OldImage": image_json(&track("1")),
            "SequenceNumber": "4421584500000000017450439091",
            "SizeBytes": 26,
            "StreamViewType": "NEW_AND_OLD_IMAGES"
        },
        "eventSourceARN": "arn:aws:dynamodb:eu-central-1:123456789012:table/music/stream/2026-01-01T00:00:00.000",
        "userIdentity": { "type": "Service", "principalId": "dynamodb.amazonaws.com" }
    })
}

fn read(record: &Value) -> Record {
    serde_json::from_value(record.clone()).expect("the record is readable")
}

/// Returns the record after a change to its JSON.
fn changed(change: impl FnOnce(&mut Value)) -> Value {
    let mut record = whole();
    change(&mut record);
    record
}

#[test]
fn every_part_of_a_record_is_read() {
    let record = read(&whole());
    assert_eq!(record.event_id.as_deref(), Some("e-1"));
    assert_eq!(record.event_name, Some(EventName::Remove));
    assert_eq!(record.created, Some(EpochSeconds::new(1_741_944_413)));
    let number = record.sequence_number.as_ref().unwrap();
    assert_eq!(
        (number.as_str(), number.to_string()),
        ("4421584500000000017450439091", number.as_str().to_owned())
    );
    assert_eq!(serde_json::to_value(&record.keys).unwrap(), keys_json());
    assert_eq!((record.old_image.as_ref(), record.new_image.as_ref()), (Some(&image(&track("1"))), None));
    assert!(record.user_identity.as_ref().is_some_and(UserIdentity::is_ttl));
    let change = record.into_change::<MusicItem>().unwrap();
    assert_eq!(change, Change::Removed { old: MusicItem::Track(track("1")), by_ttl: true });
}

#[test]
fn parts_that_decoding_does_not_need_may_be_missing_null_or_malformed() {
    for value in [json!(null), json!(7), json!({ "a": [] }), json!("")] {
        let record = changed(|record| {
            for name in ["eventID", "eventName", "eventVersion", "awsRegion", "userIdentity"] {
                record[name] = value.clone();
            }
            for name in ["ApproximateCreationDateTime", "SequenceNumber", "SizeBytes"] {
                record["dynamodb"][name] = if value == 7 { json!("7 days") } else { value.clone() };
            }
        });
        let record = read(&record);
        let expected =
            Record { keys: record.keys.clone(), old_image: record.old_image.clone(), ..Record::default() };
        assert_eq!(record, expected, "{value}");
        assert!(record.old_image.is_some());
    }
    assert_eq!(read(&json!({ "dynamodb": {} })), Record::default());
    assert_eq!(
        read(&json!({ "dynamodb": { "Keys": null, "OldImage": null, "NewImage": null } })),
        Record::default()
    );
}

#[test]
fn the_time_of_a_change_is_in_whole_seconds() {
    for (given, expected) in [
        (json!(1_741_944_413), Some(1_741_944_413)),
        (json!(1_741_944_413.0), Some(1_741_944_413)),
        (json!(1e300), None),
        (json!(-1), None),
        (json!("1741944413"), None),
    ] {
        let record = changed(|record| record["dynamodb"]["ApproximateCreationDateTime"] = given.clone());
        assert_eq!(read(&record).created, expected.map(EpochSeconds::new), "{given}");
    }
}

#[test]
fn a_user_identity_with_a_missing_part_is_none() {
    for part in ["type", "principalId"] {
        let record = changed(|record| {
            record["userIdentity"].as_object_mut().unwrap().remove(part);
        });
        assert_eq!(read(&record).user_identity, None, "{part}");
    }
}

#[test]
fn an_unreadable_record_says_which_place_is_wrong_without_repeating_the_value() {
    for (record, expected) in [
        (json!(null), "the record must be an object; null was given"),
        (json!(["secret"]), "the record must be an object; an array was given"),
        (json!({}), "/dynamodb must be an object; nothing was given"),
        (
            changed(|record| record["dynamodb"] = json!(true)),
            "/dynamodb must be an object; true or false was given",
        ),
        (
            changed(|record| record["dynamodb"]["Keys"] = json!("secret")),
            "/dynamodb/Keys must be an object; text was given",
        ),
        (
            changed(|record| record["dynamodb"]["OldImage"] = json!([])),
            "/dynamodb/OldImage must be an object; an array was given",
        ),
        (
            changed(|record| record["dynamodb"]["NewImage"] = json!({ "size": { "N": { "S": "secret" } } })),
            "/dynamodb/NewImage/size must be an attribute value of DynamoDB; an object was given",
        ),
        (
            changed(|record| record["dynamodb"]["NewImage"] = json!({ "title": 7 })),
            "/dynamodb/NewImage/title must be an attribute value of DynamoDB; a number was given",
        ),
    ] {
        assert_eq!(serde_json::from_value::<Record>(record).unwrap_err().to_string(), expected);
    }
}

#[test]
fn an_unreadable_record_leaves_the_others_of_its_event_as_they_are() {
    let bad = changed(|record| record["dynamodb"]["OldImage"] = json!(7));
    let event = json!({ "Records": [whole(), bad, whole(), null] });
    let Event { records } = serde_json::from_value(event).unwrap();
    assert_eq!(records.len(), 4);
    for at in [0, 2] {
        assert_eq!(records[at].as_ref(), Ok(&read(&whole())));
    }
    let unreadable = records[1].as_ref().unwrap_err();
    assert_eq!(unreadable.sequence_number, read(&whole()).sequence_number);
    assert_eq!(unreadable.event_id.as_deref(), Some("e-1"));
    assert_eq!(unreadable.place, "/dynamodb/OldImage");
    let unreadable = records[3].as_ref().unwrap_err();
    assert_eq!((unreadable.sequence_number.as_ref(), unreadable.event_id.as_ref()), (None, None));
}

#[test]
fn json_that_is_not_an_event_is_an_error() {
    for json in [json!({}), json!({ "Records": {} }), json!(null)] {
        assert!(serde_json::from_value::<Event>(json.clone()).is_err(), "{json}");
    }
}

#[test]
fn the_parts_of_a_record_of_the_streams_api_make_a_record() {
    let attributes = |image| std::collections::HashMap::<String, sdk::AttributeValue>::from(image);
    let stream_record = sdk::StreamRecord::builder()
        .sequence_number("4421584500000000017450439091")
        .set_new_image(Some(attributes(image(&track("1")))))
        .build();
    let given = sdk::Record::builder().event_name(sdk::OperationType::Insert).dynamodb(stream_record).build();

    let part = given.dynamodb.unwrap();
    let record = Record {
        event_name: given.event_name.and_then(|name| name.as_str().parse().ok()),
        sequence_number: part.sequence_number.and_then(|number| number.parse().ok()),
        new_image: part.new_image.map(Into::into),
        ..Record::default()
    };
    assert!(record.sequence_number.is_some());
    let change = record.into_change::<MusicItem>().unwrap();
    assert_eq!(change, Change::Inserted { new: MusicItem::Track(track("1")) });
}
