//! Changes from stream records.

use std::error::Error as _;

use serde_dynamo::AttributeValue;
use single_table::Error;
use single_table::item::StreamItem;
use single_table::stream::{Change, EventName, ImageKind, Record, RecordError, UserIdentity};

use crate::stream::{MusicItem, Track, TrackKey, image, track};

fn record(event_name: EventName, old: Option<&Track>, new: Option<&Track>) -> Record {
    let keys = old.or(new).map(|track| {
        let mut keys = image(track);
        keys.retain(|name, _| name == "pk" || name == "sk");
        keys
    });
    Record {
        event_name: Some(event_name),
        keys: keys.unwrap_or_default(),
        old_image: old.map(image),
        new_image: new.map(image),
        ..Record::default()
    }
}

fn change(record: Record) -> Change<MusicItem> {
    record.into_change::<MusicItem>().expect("the record is decoded")
}

#[test]
fn each_event_becomes_its_change_with_its_images() {
    let (one, two) = (track("Dancing Queen"), track("My Love, My Life"));
    let item = |track: &Track| MusicItem::Track(track.clone());
    for (record, expected) in [
        (record(EventName::Insert, None, Some(&one)), Change::Inserted { new: item(&one) }),
        (
            record(EventName::Modify, Some(&one), Some(&two)),
            Change::Modified { old: item(&one), new: item(&two) },
        ),
        (record(EventName::Remove, Some(&two), None), Change::Removed { old: item(&two), by_ttl: false }),
    ] {
        assert_eq!(change(record), expected);
    }
}

#[test]
fn a_change_gives_the_images_that_it_has() {
    let (one, two) = (track("1"), track("2"));
    let inserted = change(record(EventName::Insert, None, Some(&one)));
    assert_eq!((inserted.old(), inserted.current()), (None, Some(&MusicItem::Track(one.clone()))));
    let modified = change(record(EventName::Modify, Some(&one), Some(&two)));
    assert_eq!(modified.old(), Some(&MusicItem::Track(one.clone())));
    assert_eq!(modified.current(), Some(&MusicItem::Track(two.clone())));
    assert_eq!(modified.into_images(), (Some(MusicItem::Track(one)), Some(MusicItem::Track(two.clone()))));
    let removed = change(record(EventName::Remove, Some(&two), None));
    assert_eq!(removed.current(), None);
    assert_eq!(removed.into_images(), (Some(MusicItem::Track(two)), None));
}

#[test]
fn only_a_removal_by_dynamodb_itself_is_by_time_to_live() {
    let identity = |identity_type: &str, principal_id: &str| {
        Some(UserIdentity { identity_type: identity_type.to_owned(), principal_id: principal_id.to_owned() })
    };
    for (user_identity, expected) in [
        (None, false),
        (identity("Service", "dynamodb.amazonaws.com"), true),
        (identity("Service", "replication.dynamodb.amazonaws.com"), false),
        (identity("User", "dynamodb.amazonaws.com"), false),
    ] {
        let removal = Record {
            user_identity: user_identity.clone(),
            ..record(EventName::Remove, Some(&track("1")), None)
        };
        assert_eq!(removal.is_deletion_by_ttl(), expected, "{user_identity:?}");
        let Change::Removed { by_ttl, .. } = change(removal) else { panic!("it is a removal") };
        assert_eq!(by_ttl, expected, "{user_identity:?}");
    }
    let service = identity("Service", "dynamodb.amazonaws.com");
    let insertion = Record { user_identity: service, ..record(EventName::Insert, None, Some(&track("1"))) };
    assert!(!insertion.is_deletion_by_ttl());
}

#[test]
fn a_record_without_an_image_that_the_stream_shows_is_an_error_that_names_it() {
    let one = track("1");
    for (event, old, new, missing) in [
        (EventName::Insert, None, None, ImageKind::New),
        (EventName::Insert, Some(&one), None, ImageKind::New),
        (EventName::Modify, None, Some(&one), ImageKind::Old),
        (EventName::Modify, Some(&one), None, ImageKind::New),
        (EventName::Remove, None, Some(&one), ImageKind::Old),
    ] {
        let error = record(event, old, new).into_change::<MusicItem>().unwrap_err();
        let RecordError::NoImage { event: found, image, .. } = &error else { panic!("{error}") };
        assert_eq!((*found, *image), (event, missing));
    }
    let error = record(EventName::Modify, Some(&one), None).into_change::<MusicItem>().unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with("the MODIFY record of the item with pk = \"Track#Arrival\", sk = "),
        "{message}"
    );
    assert!(message.contains("has no new image: "), "{message}");
}

#[test]
fn a_record_without_an_event_name_is_an_error_that_names_its_item() {
    let unnamed = Record { event_name: None, ..record(EventName::Insert, None, Some(&track("1"))) };
    let error = unnamed.into_change::<MusicItem>().unwrap_err();
    assert!(matches!(error, RecordError::NoEventName { .. }), "{error}");
    assert!(error.to_string().contains("pk = \"Track#Arrival\""), "{error}");
    let error = Record::default().into_change::<MusicItem>().unwrap_err();
    assert!(error.to_string().contains("an unknown key"), "{error}");
}

#[test]
fn an_image_that_is_not_a_whole_item_is_an_error_that_names_entity_and_key() {
    let mut broken = image(&track("1"));
    broken.remove("title");
    for (event_name, kind) in [(EventName::Insert, ImageKind::New), (EventName::Remove, ImageKind::Old)] {
        let record = Record {
            old_image: Some(broken.clone()),
            new_image: Some(broken.clone()),
            ..record(event_name, Some(&track("1")), None)
        };
        let error = record.into_change::<MusicItem>().unwrap_err();
        let RecordError::Undecodable { image, entity, source, .. } = &error else { panic!("{error}") };
        assert_eq!((*image, entity.as_str()), (kind, "Track"));
        assert!(matches!(source, Error::Decode { entity: "Track", .. }), "{source}");
        assert!(error.source().is_some());
        let message = error.to_string();
        assert!(message.starts_with(&format!("the {kind} of the Track with pk = \"Track#Arrival\", sk = ")));
        assert!(message.ends_with("can't be decoded"), "{message}");
    }
}

#[test]
fn the_key_of_an_item_in_a_message_is_readable_whatever_its_type() {
    let key = |name: &str, value| {
        StreamItem::from([(name.to_owned(), value)].into_iter().collect::<std::collections::HashMap<_, _>>())
    };
    for (keys, expected) in [
        (key("id", AttributeValue::N("-7.5".to_owned())), "id = -7.5"),
        (key("id", AttributeValue::B(vec![0, 255])), "id = 0x00ff"),
        (key("id", AttributeValue::S("a \"b\"".to_owned())), "id = \"a \\\"b\\\"\""),
        (key("id", AttributeValue::Bool(true)), "id = a value that cannot be a key"),
    ] {
        let error = Record { keys, ..Record::default() }.into_change::<MusicItem>().unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn the_key_of_a_record_is_the_key_of_its_entity() {
    let record = record(EventName::Remove, Some(&track("1")), None);
    assert_eq!(record.key::<Track>().unwrap(), TrackKey { album: "Arrival".to_owned(), number: 2 });
    assert_fails!(record.key::<crate::stream::Artist>(), Error::Key { .. });
    let error = Record::default().key::<Track>().unwrap_err();
    assert!(error.to_string().contains("a stream record without the key attribute pk"), "{error}");
}
