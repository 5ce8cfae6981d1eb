//! Versions, and the times at which an item was created and updated. See `DynamoDbViewWithResultTest`.

use crate::engine;
use crate::tempest::model::{VersionedAttribute, VersionedTable};
use crate::tempest::support::{Entity as _, Store, Timestamp, encode, in_the_way, load, refusal};

/// The time at which the scenarios begin, with milliseconds, because a time must keep them.
const START: &str = "1984-04-28T13:02:30.123Z";

fn start() -> Timestamp {
    START.parse().expect("a time")
}

fn an_hour_later() -> Timestamp {
    "1984-04-28T14:02:30.123Z".parse().expect("a time")
}

/// An empty table whose clock stands at the start.
async fn versioned() -> Store<VersionedTable> {
    engine::table().await.1.with_clock(start)
}

fn item_one() -> VersionedAttribute {
    VersionedAttribute::new("item_one", "one of the items")
}

/// Inserts the item with the time of the store's clock, and returns what was written.
async fn inserted(store: &Store<VersionedTable>, item: VersionedAttribute) -> VersionedAttribute {
    let item = item.created(store.now());
    store.insert(&item).await.expect("the item is written");
    item
}

#[tokio::test]
async fn save_and_verify_result() {
    let store = versioned().await;
    let first = inserted(&store, item_one()).await;
    let expected =
        VersionedAttribute { created_at: Some(start()), updated_at: Some(start()), version: 1, ..item_one() };
    assert_eq!(first, expected);
    assert_eq!(load::<VersionedAttribute>(&store, &first.key()).await.as_ref(), Some(&first));

    let store = store.with_clock(an_hour_later);
    let mut second = first.clone().described("a new name for the item").updated(store.now());
    store.replace(&first, &mut second).await.unwrap();
    let expected = VersionedAttribute {
        description: "a new name for the item".to_owned(),
        updated_at: Some(an_hour_later()),
        version: 2,
        ..first.clone()
    };
    assert_eq!(second, expected);
    assert_eq!(load::<VersionedAttribute>(&store, &first.key()).await, Some(second));
}

#[tokio::test]
async fn save_if_not_exist() {
    let store = versioned().await;
    let first = inserted(&store, item_one()).await;

    let store = store.with_clock(an_hour_later);
    let second = first.clone().described("a new name for the item").updated(store.now());
    assert_eq!(in_the_way(store.insert(&second).await).as_ref(), Some(&first));
    assert_eq!(load::<VersionedAttribute>(&store, &first.key()).await, Some(first));
}

#[tokio::test]
async fn date_converter_format() {
    let (client, store, table) = engine::table::<VersionedTable>().await;
    let item = inserted(&store.with_clock(start), item_one()).await;

    let key = encode(&item).unwrap();
    let answer = client
        .get_item()
        .table_name(table)
        .key("partition_key", key["partition_key"].clone())
        .key("sort_key", key["sort_key"].clone())
        .send()
        .await
        .unwrap();
    let stored = answer.item.unwrap();
    for attribute in ["created_at", "updated_at"] {
        assert_eq!(stored[attribute].as_s().unwrap(), START);
    }
}

#[tokio::test]
async fn optimistic_locking() {
    let store = versioned().await;
    let first = inserted(&store, item_one()).await;
    // A second writer that has not read the item, and one that has an old version of it.
    assert_eq!(in_the_way(store.insert(&item_one()).await).as_ref(), Some(&first));
    let mut second = first.clone().described("a new name for the item");
    store.replace(&first, &mut second).await.unwrap();
    let result = store.replace(&first, &mut first.clone()).await;
    assert_eq!(in_the_way(result), Some(second));
}

/// Nothing has to be installed here. An entity without a version can't be replaced, and the compiler says so.
#[test]
fn fails_if_extension_not_installed() {
    let messages = refusal!("writes");
    assert!(messages.contains("`Note` has no version to check"), "{messages}");
}

#[tokio::test]
async fn created_at_not_updated_without_extension() {
    let store = versioned().await;
    store.insert(&item_one()).await.unwrap();
    let stored = load::<VersionedAttribute>(&store, &item_one().key()).await.unwrap();
    assert_eq!((stored.created_at, stored.updated_at, stored.version), (None, None, 1));
}
