//! Mistakes in declarations. Tempest finds them when a program starts; here the compiler finds them. See `SchemaTest`.
//!
//! The test `refusals` compiles these cases and compares the whole messages. Here the messages of a file have
//! to name the mistake.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::tempest::albums::after_hours;
use crate::tempest::model::AlbumInfo;
use crate::tempest::support::{Error, decode, encode, refusal};

/// Asserts that the compiler's messages have an error with these words.
fn assert_refused<const N: usize>(cases: [(&str, &str); N]) {
    for (messages, words) in cases {
        assert!(messages.starts_with("error") && messages.contains(words), "no {words} in: {messages}");
    }
}

#[test]
fn bad_key_type() {
    assert_refused([
        // A place in one index can't be given to another one. The library makes it, so it lacks nothing (1 and 2).
        (refusal!("queries"), "expected `Option<Offset<TracksByArtist>>`"),
        // A value of another type (3).
        (refusal!("queries"), "expected `String`, found integer"),
        // An attribute that does not exist (4).
        (refusal!("refused_entities"), "no field `nummer`"),
        // An index that does not exist (5).
        (refusal!("indexes"), "cannot find type `GsiFour`"),
        // A type that can't be an item (7). An attribute can't be declared in two places, so neither can be wrong (6).
        (refusal!("refused_declarations"), "only a struct with named fields can be an entity"),
    ]);
}

#[test]
fn bad_item_type() {
    assert_refused([
        // No partition key, no sort key, and a key that is declared twice (1 to 3).
        (refusal!("refused_declarations"), "`partition(...)` is missing"),
        (refusal!("refused_declarations"), "`sort(...)` is missing"),
        (refusal!("refused_declarations"), "`partition` is given twice"),
        // An attribute that does not exist (5).
        (refusal!("refused_entities"), "no field `nummer`"),
        // No name, which keeps the items of entities apart as Tempest's prefix does (6).
        (refusal!("refused_declarations"), "`name = \"...\"` is missing"),
        // A type that can't be an item (7). A field is one attribute, so no two can differ in their types (8).
        (refusal!("refused_declarations"), "only a struct with named fields can be an entity"),
    ]);
    // An attribute of another type (4). A field is declared once, so only an item that another program wrote can have one.
    let mut item = encode(&after_hours()).unwrap();
    item.insert("album_title".to_owned(), AttributeValue::N("7".to_owned()));
    assert_fails!(decode::<AlbumInfo>(item), Error::Decode { entity: "AlbumInfo", .. });
}
