//! Images and items as enums of their table.

use aws_sdk_dynamodb::types::AttributeValue;
use single_table::item::StreamItem;
use single_table::stream::{TableItem, UniqueRecord};
use single_table::{EpochSeconds, Error, Item, encode};

use crate::stream::*;

/// An item of an entity that this version of the program does not know.
fn newer() -> StreamItem {
    Item::from([("type".to_owned(), AttributeValue::S("Playlist".to_owned()))]).into()
}

/// The record of the artist's name, as the table stores it.
fn name_record() -> StreamItem {
    Item::from([
        ("pk".to_owned(), AttributeValue::S("ArtistName#ABBA".to_owned())),
        ("sk".to_owned(), AttributeValue::S("ArtistName".to_owned())),
        ("type".to_owned(), AttributeValue::S("ArtistName".to_owned())),
        ("name".to_owned(), AttributeValue::S("ABBA".to_owned())),
        ("id".to_owned(), AttributeValue::N("7".to_owned())),
    ])
    .into()
}

fn record() -> UniqueRecord {
    match MusicItem::from_image(name_record()).expect("it is a record") {
        MusicItem::Record(record) => record,
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_entity_becomes_its_variant_from_an_image_and_from_an_item_of_the_sdk() {
    let expiring = Track { until: Some(EpochSeconds::new(1_800_000_000)), ..track("Tiger") };
    assert_eq!(MusicItem::from_image(image(&expiring)).unwrap(), MusicItem::Track(expiring.clone()));
    assert_eq!(MusicItem::from_item(encode(&expiring).unwrap()).unwrap(), MusicItem::Track(expiring));
    assert_eq!(MusicItem::from_image(image(&artist())).unwrap(), MusicItem::Artist(artist()));
}

#[test]
fn a_record_of_a_unique_constraint_has_a_variant_of_its_own_and_names_its_owner() {
    let record = record();
    assert_eq!(record.name(), "ArtistName");
    assert_eq!(record.image(), &name_record());
    assert_eq!(record.owner::<ArtistName>().unwrap(), ArtistKey { id: 7 });
}

#[test]
fn a_record_is_not_taken_for_one_of_another_constraint() {
    let error = record().owner::<ArtistSite>().unwrap_err();
    assert_eq!(error.to_string(), "an item of type ArtistName was found where ArtistSite was asked for");
}

#[test]
fn a_record_without_its_owner_is_an_error() {
    let mut image = name_record();
    image.remove("id");
    let MusicItem::Record(record) = MusicItem::from_image(image).unwrap() else { panic!("it is a record") };
    assert!(matches!(record.owner::<ArtistName>(), Err(Error::Decode { .. })));
}

#[test]
fn an_item_without_a_variant_is_an_error_that_names_the_enum_and_the_type() {
    let error = MusicItem::from_image(newer()).unwrap_err();
    assert_eq!(error.to_string(), "an item of type Playlist was found where MusicItem was asked for");
    let error = MusicItem::from_image(StreamItem::default()).unwrap_err();
    assert_eq!(error.to_string(), "an item of type nothing was found where MusicItem was asked for");
}

#[test]
fn the_other_variant_holds_what_no_variant_holds_unchanged() {
    for other in [newer(), name_record(), image::<Artist>(&artist()), StreamItem::default()] {
        assert_eq!(TrackOrOther::from_image(other.clone()).unwrap(), TrackOrOther::Other(other));
    }
    let known = TrackOrOther::from_image(image(&track("1"))).unwrap();
    assert_eq!(known, TrackOrOther::Track(track("1")));
}

#[test]
fn a_broken_item_of_a_known_entity_is_not_taken_for_another_item() {
    let mut broken = image(&track("1"));
    broken.remove("title");
    assert_fails!(TrackOrOther::from_image(broken), Error::Decode { entity: "Track", .. });
}
