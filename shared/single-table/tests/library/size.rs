//! Sizes and estimates, compared with the engine's own count, with the limit, and with the units that the engine charges.

use std::collections::HashMap;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use dynoxide::types::AttributeValue as EngineValue;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use single_table::capacity::{Estimate, IndexUnits, Reading};
use single_table::item::{MAX_ITEM_BYTES, item_size};
use single_table::{BatchWrite, Entity, Error, Put, Store, WriteError, encode, table};

use crate::engine;
use crate::written::metered;

table! {
    /// Albums.
    pub struct MusicTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        local: [LsiOne = lsiOne (lsiOneSk), LsiTwo = lsiTwo (lsiTwoSk)],
        entities: [Album, Lyrics],
    }
}

/// The lyrics of a song, which are in no index.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Lyrics", partition(title), sort())]
struct Lyrics {
    title: String,
    text: String,
}

/// An album, in a global index and a local index, but not in the second local index.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Album", partition(title), sort())]
#[index(on = GsiOne, view = AlbumsByArtist, partition(artist), sort(title))]
#[index(on = LsiOne, view = AlbumsByArtistName, sort(artist))]
struct Album {
    title: String,
    artist: String,
    notes: String,
}

fn lyrics(bytes: usize) -> Lyrics {
    let empty = Lyrics { title: "Fernando".to_owned(), text: String::new() };
    let rest = bytes - Estimate::of(&empty).expect("an empty item is small").bytes;
    Lyrics { text: "a".repeat(rest), ..empty }
}

fn album(bytes: usize) -> Album {
    let empty = Album { title: "Arrival".to_owned(), artist: "ABBA".to_owned(), notes: String::new() };
    let rest = bytes - Estimate::of(&empty).expect("an empty item is small").bytes;
    Album { notes: "a".repeat(rest), ..empty }
}

#[test]
fn an_item_at_the_limit_is_made_and_one_byte_more_is_refused() {
    assert_eq!(item_size(&encode(&lyrics(MAX_ITEM_BYTES)).unwrap()), MAX_ITEM_BYTES);

    let error = encode(&lyrics(MAX_ITEM_BYTES + 1)).unwrap_err();
    assert!(
        matches!(error, Error::ItemTooLarge { entity: "Lyrics", limit: 409_600, actual: 409_601 }),
        "{error}"
    );
    let message =
        "Lyrics takes 409601 bytes with its entries in local secondary indexes; DynamoDB's limit is 409600: ";
    assert!(error.to_string().starts_with(message), "{error}");
    assert!(!error.is_transient());
}

#[test]
fn an_entry_in_a_local_index_counts_towards_the_limit_and_one_in_a_global_index_does_not() {
    assert_eq!(item_size(&encode(&album(MAX_ITEM_BYTES / 2)).unwrap()), MAX_ITEM_BYTES / 2);

    let error = encode(&album(MAX_ITEM_BYTES / 2 + 1)).unwrap_err();
    assert!(matches!(error, Error::ItemTooLarge { entity: "Album", actual: 409_602, .. }), "{error}");
}

#[test]
fn an_estimate_names_the_indexes_that_the_item_is_in() {
    let estimate = Estimate::of(&album(1_025)).unwrap();
    assert_eq!(estimate.table_units, 2);
    assert_eq!(
        estimate.index_units,
        [IndexUnits { index: "gsiOne", units: 2 }, IndexUnits { index: "lsiOne", units: 2 }]
    );
    assert_eq!(estimate.put_units(), 6);
    assert_eq!(Estimate::of(&lyrics(1_024)).unwrap().put_units(), 1);
}

#[test]
fn there_is_no_estimate_for_an_item_that_is_too_large() {
    assert_fails!(Estimate::of(&lyrics(MAX_ITEM_BYTES + 1)), Error::ItemTooLarge { .. });
}

#[tokio::test]
async fn no_request_is_sent_for_an_item_that_is_too_large() {
    // A request would fail, because the table does not exist.
    let (client, ..) = engine::table::<MusicTable>().await;
    let store = Store::<MusicTable>::new(client, "no-such-table");
    let too_large = lyrics(MAX_ITEM_BYTES + 1);
    let put = store.execute(Put::new(&too_large)).await.unwrap_err();
    assert!(matches!(put, WriteError::Failed(Error::ItemTooLarge { .. })), "{put}");
    let batch = store.batch_write(BatchWrite::new().put(&too_large)).await.unwrap_err();
    assert!(matches!(batch, Error::ItemTooLarge { .. }), "{batch}");
}

#[tokio::test]
async fn the_engine_takes_the_largest_item() {
    let (_, store, _) = engine::table::<MusicTable>().await;
    let largest = lyrics(MAX_ITEM_BYTES);
    store.execute(Put::new(&largest)).await.unwrap();
    assert_eq!(store.get::<Lyrics>(&largest.key()).await.unwrap().unwrap().text, largest.text);
}

#[tokio::test]
async fn an_estimate_is_what_the_engine_charges() {
    let (_, store, _) = engine::table::<MusicTable>().await;
    let (store, meter) = metered(store);
    for bytes in [1_024, 1_025, 4_096, 4_097, 21 * 1_024] {
        let album = Album { title: bytes.to_string(), ..album(bytes) };
        let estimate = Estimate::of(&album).unwrap();
        store.execute(Put::new(&album)).await.unwrap();
        store.get::<Album>(&album.key()).await.unwrap();
        store.get::<Album>(&album.key()).consistent().await.unwrap();

        let charged: Vec<_> = meter.take().iter().map(|usage| usage.units.read + usage.units.write).collect();
        let put = f64::from(u32::try_from(estimate.put_units()).unwrap());
        let reads = [Reading::Eventual, Reading::Consistent].map(|reading| estimate.read_units(reading));
        assert_eq!(charged, [put, reads[0], reads[1]], "{bytes}");
    }
}

fn number() -> impl Strategy<Value = String> {
    "[-+]?([0-9]{1,20}(\\.[0-9]{0,20})?|\\.[0-9]{1,20}|0{0,9}[0-9]0{0,9})([eE][-+]?[0-9]{1,3})?"
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..9)
}

/// An attribute value of any of DynamoDB's types.
fn value() -> impl Strategy<Value = EngineValue> {
    use proptest::collection::{hash_map, vec};
    let leaf = prop_oneof![
        ".{0,9}".prop_map(EngineValue::S),
        number().prop_map(EngineValue::N),
        bytes().prop_map(EngineValue::B),
        any::<bool>().prop_map(EngineValue::BOOL),
        Just(EngineValue::NULL(true)),
        vec(".{1,9}", 1..4).prop_map(EngineValue::SS),
        vec(number(), 1..4).prop_map(EngineValue::NS),
        vec(bytes(), 1..4).prop_map(EngineValue::BS),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(EngineValue::L),
            hash_map(".{0,9}", inner, 0..4).prop_map(EngineValue::M),
        ]
    })
}

fn sdk_value(value: &EngineValue) -> AttributeValue {
    match value {
        EngineValue::S(text) => AttributeValue::S(text.clone()),
        EngineValue::N(number) => AttributeValue::N(number.clone()),
        EngineValue::B(bytes) => AttributeValue::B(Blob::new(bytes.clone())),
        EngineValue::BOOL(flag) => AttributeValue::Bool(*flag),
        EngineValue::NULL(null) => AttributeValue::Null(*null),
        EngineValue::SS(members) => AttributeValue::Ss(members.clone()),
        EngineValue::NS(members) => AttributeValue::Ns(members.clone()),
        EngineValue::BS(members) => AttributeValue::Bs(members.iter().cloned().map(Blob::new).collect()),
        EngineValue::L(elements) => AttributeValue::L(elements.iter().map(sdk_value).collect()),
        EngineValue::M(pairs) => AttributeValue::M(sdk_item(pairs)),
    }
}

fn sdk_item(item: &HashMap<String, EngineValue>) -> HashMap<String, AttributeValue> {
    item.iter().map(|(name, value)| (name.clone(), sdk_value(value))).collect()
}

proptest! {
    #[test]
    fn an_item_has_the_size_that_the_engine_counts(item in proptest::collection::hash_map(".{1,9}", value(), 0..6)) {
        prop_assert_eq!(item_size(&sdk_item(&item)), dynoxide::types::item_size(&item));
    }
}

#[test]
fn a_document_takes_3_bytes_and_one_for_each_element() {
    let item = |value| HashMap::from([("a".to_owned(), value)]);
    let texts = vec![AttributeValue::S("xy".to_owned()), AttributeValue::Bool(true)];
    let pairs = HashMap::from([("key".to_owned(), AttributeValue::Null(true))]);
    let sizes = [
        (AttributeValue::L(vec![]), 1 + 3),
        (AttributeValue::M(HashMap::new()), 1 + 3),
        (AttributeValue::L(texts), 1 + 3 + (1 + 2) + (1 + 1)),
        (AttributeValue::M(pairs), 1 + 3 + (1 + 3 + 1)),
        (AttributeValue::Ss(vec!["ä".to_owned(), "b".to_owned()]), 1 + 2 + 1),
    ];
    for (value, size) in sizes {
        assert_eq!(item_size(&item(value.clone())), size, "{value:?}");
    }
}
