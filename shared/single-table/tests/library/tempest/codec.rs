//! Items and keys, as they are stored and read. See `CodecTest`.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::tempest::albums::after_hours;
use crate::tempest::model::{AlbumInfo, AlbumTrack, AlbumTrackKey};
use crate::tempest::support::{Entity as _, Error, Item, Key as _, decode, encode, track, track_key};

fn text(item: &Item, attribute: &str) -> String {
    item[attribute].as_s().expect("the attribute is a text").clone()
}

#[test]
fn item_codec_to_db() {
    let item = encode(&after_hours()).unwrap();
    assert_eq!(text(&item, "partition_key"), "Album#ALBUM_1");
    assert_eq!(text(&item, "sort_key"), "AlbumInfo");
    assert_eq!(text(&item, "album_title"), "after hours - EP");
    assert_eq!(text(&item, "artist_name"), "53 Thieves");
    assert_eq!(text(&item, "release_date"), "2020-02-21");
    assert_eq!(text(&item, "genre_name"), "Contemporary R&B");
    for attribute in ["run_length", "track_title", "playlist_name", "track_number", "label_name"] {
        assert!(!item.contains_key(attribute), "{attribute}");
    }
}

#[test]
fn item_codec_to_app() {
    let attributes = [
        ("partition_key", "Album#ALBUM_1"),
        ("sort_key", "AlbumInfo"),
        ("type", "AlbumInfo"),
        ("album_token", "ALBUM_1"),
        ("album_title", "after hours - EP"),
        ("artist_name", "53 Thieves"),
        ("release_date", "2020-02-21"),
        ("genre_name", "Contemporary R&B"),
    ];
    let item: Item = attributes
        .into_iter()
        .map(|(name, value)| (name.to_owned(), AttributeValue::S(value.to_owned())))
        .collect();
    assert_eq!(decode::<AlbumInfo>(item).unwrap(), after_hours());
}

#[test]
fn key_codec_to_db() {
    let key = track_key(1);
    assert_eq!(key.partition().unwrap(), "Album#ALBUM_1");
    assert_eq!(key.sort().unwrap(), "AlbumTrack#00001");
    // A key has no other attributes than its own components.
    let fields: BTreeSet<_> = key.fields().unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(fields, BTreeSet::from(["album_token", "track_number"]));
}

#[test]
fn key_codec_to_app() {
    let key = AlbumTrackKey::parse("Album#ALBUM_1", "AlbumTrack#00001").unwrap();
    assert_eq!((key.album_token.as_str(), key.track_number), ("ALBUM_1", 1));
    assert!(AlbumTrackKey::parse("Album#ALBUM_1", "AlbumInfo").is_err());
}

/// The entity that its table does not list is `EntityThatItsTableDoesNotList` in `tests/ui/entities.rs`.
#[test]
fn unexpected_type() {
    let item = encode(&track(1, "dreamin'", 208)).unwrap();
    let error = decode::<AlbumInfo>(item).unwrap_err();
    assert!(
        matches!(&error, Error::WrongType { expected: "AlbumInfo", found } if found == AlbumTrack::NAME.as_str()),
        "{error}"
    );
}
