//! The table of Tempest's URL shortener, `AliasItem.kt` of `samples/urlshortener2`. It has no sort key, and its partition key is
//! an attribute of the item itself. The other tables in this file have keys of other types.

use serde::{Deserialize, Serialize};
use single_table::WriteError;
use single_table::raw::Bytes;
use single_table::{Condition, Delete, Entity, KeySet, Put, Schema, Update, table};

use crate::engine;
use crate::raw::{item, n, s, stored, write};
use crate::written::put_all;

table! {
    /// Short URLs.
    pub struct Aliases {
        key: (short_url),
        type_attribute: none,
        global: [ByDestination = "by.destination-url" (destination_url)],
        entities: [Alias],
    }
}

/// A short URL.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = Aliases, name = "Alias", raw, partition(short_url), sort())]
#[index(on = ByDestination, view = AliasesByDestination, raw, partition(destination_url?), sort())]
struct Alias {
    short_url: String,
    /// Stored as NULL by serde, which DynamoDB refuses in a key.
    destination_url: Option<String>,
}

fn alias(short: &str, destination: Option<&str>) -> Alias {
    Alias { short_url: short.to_owned(), destination_url: destination.map(str::to_owned) }
}

#[tokio::test]
async fn a_table_without_a_sort_key_is_read_and_written() {
    let (client, store, name) = engine::table::<Aliases>().await;
    write(&client, &name, [("short_url", s("a#b")), ("destination_url", s("https://example.com/"))]).await;
    let known = alias("a#b", Some("https://example.com/"));
    assert_eq!(store.get(&known.key()).await.unwrap().as_ref(), Some(&known));
    let draft = alias("draft", None);
    store.insert(&draft).await.unwrap();
    assert!(matches!(store.insert(&draft).await, Err(WriteError::ConditionFailed { .. })));
    let drafts: Vec<_> =
        stored(&client, &name).await.into_iter().filter(|item| item["short_url"] == s("draft")).collect();
    assert_eq!(drafts, [item([("short_url", s("draft"))])]);
    let mut keys = KeySet::new();
    let slots = [&known, &draft].map(|alias| keys.add(alias.key()));
    let items = store.batch_get(keys).await.unwrap().complete().unwrap();
    assert_eq!(
        slots.map(|slot| items.get(slot).unwrap().cloned()),
        [Some(known.clone()), Some(draft.clone())]
    );
    store.execute(Delete::new(known.key()).only_if(Condition::live())).await.unwrap();
    assert_eq!(store.all(AliasItems::query("a#b".to_owned())).await.unwrap(), []);
    assert_eq!(store.all(AliasItems::scan()).await.unwrap(), [draft]);
}

#[tokio::test]
async fn an_index_without_a_sort_key_lists_its_items_page_after_page() {
    let (_, store, _) = engine::table::<Aliases>().await;
    let destination = "https://example.com/";
    for short in ["a", "b", "c"] {
        store.execute(Put::new(&alias(short, Some(destination)))).await.unwrap();
    }
    store.execute(Put::new(&alias("d", None))).await.unwrap();
    let pages = pages!(store, AliasesByDestination::query(destination.to_owned()).limit(2));
    let mut found: Vec<_> = pages.into_iter().flatten().map(|alias| alias.short_url).collect();
    found.sort();
    assert_eq!(found, ["a", "b", "c"]);
    let key = alias("a", None).key();
    store.execute(Update::new(key.clone()).rekey::<AliasesByDestination>(&(None,))).await.unwrap();
    assert_eq!(store.get(&key).await.unwrap().unwrap().destination_url, None);
    let left = store.all(AliasesByDestination::query(destination.to_owned())).await.unwrap();
    assert_eq!(left.len(), 2);
}

#[tokio::test]
async fn the_schema_has_no_sort_key() {
    let (client, _, name) = engine::table::<Aliases>().await;
    let schema = Schema::of::<Aliases>();
    assert_eq!(schema.check(&client, &name).await.unwrap(), []);
    let template = schema.cloud_formation();
    assert_eq!(template["KeySchema"].as_array().unwrap().len(), 1);
    assert_eq!(template["GlobalSecondaryIndexes"][0]["IndexName"], "by.destination-url");
    assert_eq!(template["GlobalSecondaryIndexes"][0]["KeySchema"].as_array().unwrap().len(), 1);
    assert_eq!(schema.differences_to_template(&template), []);
    assert_ne!(schema.differences_to_template(&Schema::of::<Readings>().cloud_formation()), []);
}

table! {
    /// Readings of sensors, with keys that are numbers and bytes.
    pub struct Readings {
        key: ("sensor id": N, "time (UTC)": N),
        type_attribute: entity,
        global: [ByDigest = "digest-index" (digest: B, "time (UTC)": N)],
        entities: [Reading],
    }
}

/// A reading. Serde stores its key under the attributes' own names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = Readings, name = "Reading", raw, partition(sensor), sort(time))]
#[index(on = ByDigest, view = ReadingsByDigest, raw, partition(digest), sort(time))]
struct Reading {
    #[serde(rename = "sensor id")]
    sensor: u32,
    #[serde(rename = "time (UTC)")]
    time: i64,
    digest: Bytes,
    value: f64,
}

fn reading(time: i64) -> Reading {
    Reading { sensor: 7, time, digest: Bytes::from(vec![0, 255, 7]), value: 1.5 }
}

#[tokio::test]
async fn numbers_and_bytes_are_keys_as_they_are() {
    let (client, store, name) = engine::table::<Readings>().await;
    put_all(&store, [-5, 9, 10, 100].map(reading)).await;
    let expected = item([
        ("sensor id", n(7)),
        ("time (UTC)", n(-5)),
        ("digest", aws_sdk_dynamodb::types::AttributeValue::B(vec![0, 255, 7].into())),
        ("value", n(1.5)),
        ("entity", s("Reading")),
    ]);
    assert!(stored(&client, &name).await.contains(&expected));
    let times = |readings: Vec<Reading>| readings.iter().map(|reading| reading.time).collect::<Vec<_>>();
    assert_eq!(times(store.all(ReadingItems::query(7)).await.unwrap()), [-5, 9, 10, 100]);
    let by_digest = || ReadingsByDigest::query(Bytes::from(vec![0, 255, 7]));
    assert_eq!(times(store.all(by_digest().descending()).await.unwrap()), [100, 10, 9, -5]);
    let first = store.page(by_digest().limit(3)).await.unwrap();
    let text = first.next.unwrap().to_text().unwrap();
    let next = single_table::Offset::from_text(&text).unwrap();
    assert_eq!(times(store.page(by_digest().after(Some(next))).await.unwrap().items), [100]);
    let found = store.get_many::<Reading>(&[reading(9).key(), reading(11).key()]).await.unwrap();
    assert_eq!(found.complete().unwrap(), [Some(reading(9)), None]);
    assert_eq!(store.all(ReadingItems::scan()).await.unwrap().len(), 4);
}

#[tokio::test]
async fn items_of_another_type_are_left_out_by_the_type_attribute() {
    let (client, store, name) = engine::table::<Readings>().await;
    store.execute(Put::new(&reading(1))).await.unwrap();
    write(&client, &name, [("sensor id", n(8)), ("time (UTC)", n(1)), ("entity", s("Sensor"))]).await;
    assert_eq!(store.all(ReadingItems::scan()).await.unwrap(), [reading(1)]);
    let error = store.get(&ReadingKey { sensor: 8, time: 1 }).await.unwrap_err().to_string();
    assert!(error.contains("Sensor"), "{error}");
}
