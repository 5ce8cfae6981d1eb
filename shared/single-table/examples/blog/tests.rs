//! Tests of the blog.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::AttributeValue;
use serde_bytes::ByteBuf;
use single_table::capacity::{Estimate, Meter};
use single_table::item::{MAX_ITEM_BYTES, item_size};
use single_table::{Entity, Put, WriteError};

use crate::capacity::Rates;
use crate::model::{BlogTable, Post};
use crate::{NOW, draft, engine, post, report, stocked};

#[tokio::test]
async fn every_access_pattern_finds_the_expected_items() {
    let (_, store, _) = engine::table::<BlogTable>().await;
    let blog = stocked(store).await.unwrap();
    let expected = "\
by author: C/# and the rest, C#/ and the rest, Data/Keys, Data/Keys and queries, Data/Written today, Databases/Keys
by topic: Data/Keys, Data/Keys and queries, Data/Written today
by start of the title: Data/Keys, Data/Keys and queries
by label: Data/Keys and queries
by key: C#/ and the rest
an expired draft: none
a post takes 187 bytes and 1 unit to write
21 KB with 150 units a second: Rates { writes: 7, transactional_writes: 3, consistent_reads: 25, eventual_reads: 50 }
";
    assert_eq!(report(&blog).await.unwrap(), expected);
}

#[tokio::test]
async fn every_attribute_type_survives_a_round_trip() {
    let (client, store, table) = engine::table::<BlogTable>().await;
    let whole = Post { subtitle: Some("A start".to_owned()), ..post("ann", "Data", "Keys") };
    store.execute(Put::new(&whole)).await.unwrap();
    assert_eq!(store.get::<Post>(&whole.key()).await.unwrap(), Some(whole.clone()));

    let bare = post("ann", "Data", "Keys");
    store.execute(Put::new(&bare)).await.unwrap();
    assert_eq!(store.get::<Post>(&bare.key()).await.unwrap(), Some(bare));

    let items = client.scan().table_name(table).send().await.unwrap().items.unwrap();
    let [item] = items.as_slice() else { panic!("one item: {items:?}") };
    let text = |text: &str| AttributeValue::S(text.to_owned());
    assert_eq!(item["author"], text("ann"));
    assert_eq!(item["words"], AttributeValue::N("1200".to_owned()));
    assert_eq!(item["published"], AttributeValue::Bool(true));
    assert_eq!(item["cover"].as_b().unwrap().as_ref(), [0, 159, 255]);
    assert_eq!(item["subtitle"], AttributeValue::Null(true));
    assert_eq!(item["translations"].as_m().unwrap()["de"], text("Schlüssel"));
    assert_eq!(item["paragraphs"], AttributeValue::L(vec![text("First"), text("Second")]));
    // DynamoDB does not keep the order of a set.
    let mut labels = item["labels"].as_ss().unwrap().clone();
    labels.sort_unstable();
    assert_eq!(labels, ["keys", "tables"]);
    let mut revised = item["revised"].as_ns().unwrap().clone();
    revised.sort_unstable();
    assert_eq!(revised, ["2024", "2026"]);
    let mut attachments: Vec<_> = item["attachments"].as_bs().unwrap().iter().map(AsRef::as_ref).collect();
    attachments.sort_unstable();
    assert_eq!(attachments, [&[1, 2][..], &[255]]);
    assert!(!item.contains_key("ttl") && !item.contains_key("expires"));
}

#[tokio::test]
async fn an_update_stores_a_set_as_a_set_and_an_empty_set_is_left_out() {
    let (client, store, table) = engine::table::<BlogTable>().await;
    let blog = stocked(store).await.unwrap();
    // The filter matches whole elements of the set, and not their prefixes.
    assert_eq!(blog.by_label("ann", "queries").await.unwrap().len(), 1);
    assert_eq!(blog.by_label("ann", "quer").await.unwrap(), []);
    let items = client.scan().table_name(table).send().await.unwrap().items.unwrap();
    assert!(items.iter().all(|item| item["labels"].is_ss()), "{items:?}");

    let plain = Post { labels: BTreeSet::new(), ..post("ann", "Data", "Plain") };
    blog.add(&plain).await.unwrap();
    assert_eq!(blog.post("ann", "Data", "Plain").await.unwrap(), Some(plain));
}

#[tokio::test]
async fn a_draft_is_hidden_once_it_expires_although_dynamodb_still_stores_it() {
    let (client, store, table) = engine::table::<BlogTable>().await;
    let blog = stocked(store).await.unwrap();
    assert_eq!(blog.post("ann", "Data", "Left lying").await.unwrap(), None);
    assert!(blog.post("ann", "Data", "Written today").await.unwrap().is_some());
    let items = client.scan().table_name(table).send().await.unwrap().items.unwrap();
    let left = items.iter().find(|item| item["title"].as_s().unwrap() == "Left lying").unwrap();
    assert_eq!(left["ttl"], AttributeValue::N(NOW.get().to_string()));

    // A new draft can replace the expired one, but not a live one.
    blog.add(&draft("ann", "Data", "Left lying", NOW.get() + 60)).await.unwrap();
    let error = blog.add(&post("ann", "Data", "Keys")).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { item: Some(_) }), "{error}");
}

/// An item of 21 KB with 150 units per second. Dividing 21 KB by 4 KB without rounding up would give 28 and 57 reads per second,
/// but by AWS's rule the item takes 6 steps of 4 KB, which gives 25 and 50.
#[test]
fn read_rates_round_sizes_up_as_aws_does() {
    let rates = Rates::of(21 * 1_024, 150);
    assert_eq!((rates.writes, rates.transactional_writes), (7, 3));
    assert_eq!((rates.consistent_reads, rates.eventual_reads), (25, 50));
    let unrounded: f64 = 150.0 / (21.0 / 4.0);
    assert_eq!([unrounded, 2.0 * unrounded].map(|rate| format!("{}", rate.floor())), ["28", "57"]);
}

#[tokio::test]
async fn an_item_with_a_text_of_21_kb_costs_22_write_units() {
    let (_, store, _) = engine::table::<BlogTable>().await;
    let meter = Meter::new();
    let store = store.with_meter(meter.clone());
    let long = Post { paragraphs: vec!["a".repeat(21 * 1_024)], ..post("ann", "Data", "Long") };
    let estimate = Estimate::of(&long).unwrap();
    assert_eq!(estimate.bytes, item_size(&single_table::encode(&long).unwrap()));
    assert_eq!(estimate.put_units(), 22);
    store.execute(Put::new(&long)).await.unwrap();
    store.get::<Post>(&long.key()).consistent().await.unwrap();
    let units: Vec<_> = meter.take().into_iter().map(|usage| usage.units.read + usage.units.write).collect();
    assert_eq!(units.iter().map(f64::to_string).collect::<Vec<_>>(), ["22", "6"]);

    let cover = ByteBuf::from(vec![0; MAX_ITEM_BYTES]);
    let error = single_table::encode(&Post { cover, ..long }).unwrap_err();
    assert!(matches!(error, single_table::Error::ItemTooLarge { limit: MAX_ITEM_BYTES, .. }), "{error}");
}
