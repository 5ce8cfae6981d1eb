//! Queries with unusual values.

use serde::{Deserialize, Serialize};
use single_table::{BatchWrite, Entity, Error, Offset, Store, table};

use crate::engine;
use crate::written::put_all;

table! {
    /// Customers and their orders.
    pub struct ShopTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Long, Order, Profile, Setting],
    }
}

/// The profile of a customer, in the collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Profile", collection = "Customer", partition(customer), sort())]
struct Profile {
    customer: String,
}

/// An order of a customer, in the collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", collection = "Customer", partition(customer), sort(label, number))]
#[index(on = GsiOne, view = OrdersByKind, shards = 3, by(number), partition(kind), sort(number))]
struct Order {
    customer: String,
    label: String,
    number: u8,
    kind: String,
}

/// The settings of a customer, in a partition of their own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Setting", partition(customer), sort())]
struct Setting {
    customer: String,
    dark: bool,
}

/// An item whose keys are as long as DynamoDB allows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Long", partition(kind), sort(id))]
#[index(on = GsiOne, view = LongsByKind, partition(kind), sort(part))]
struct Long {
    id: String,
    part: String,
    kind: String,
}

fn ann() -> String {
    "ann".to_owned()
}

fn order(label: &str, number: u8) -> Order {
    Order { customer: ann(), label: label.to_owned(), number, kind: "book".to_owned() }
}

async fn shop() -> Store<ShopTable> {
    let (_, store, _) = engine::table::<ShopTable>().await;
    let batch = BatchWrite::new()
        .put(&Profile { customer: ann() })
        .put(&Setting { customer: ann(), dark: true })
        .put(&order("", 1))
        .put(&order("open", 2))
        .put(&order("open", 3));
    store.batch_write(batch).await.expect("an answer").complete().expect("all is written");
    store
}

#[tokio::test]
async fn the_query_of_an_entity_with_one_item_a_partition_finds_it() {
    let store = shop().await;
    assert_eq!(store.all(ProfileItems::query(ann())).await.unwrap(), [Profile { customer: ann() }]);
    let setting = Setting { customer: ann(), dark: true };
    assert_eq!(store.all(SettingItems::query(ann())).await.unwrap(), std::slice::from_ref(&setting));
    assert_eq!(store.all(SettingItems::query(ann()).equals(&())).await.unwrap(), [setting]);
    let page = store.page(ProfileItems::query(ann()).limit(1)).await.unwrap();
    assert_eq!(page.items, [Profile { customer: ann() }]);
    // An engine may know that no more items follow.
    if let Some(next) = page.next {
        assert_eq!(store.page(ProfileItems::query(ann()).after(Some(next))).await.unwrap().items, []);
    }
}

#[tokio::test]
async fn a_page_without_room_is_refused() {
    let store = shop().await;
    assert_fails!(store.page(OrderItems::query(ann()).limit(0)).await, Error::ZeroLimit);
    let sharded = || OrdersByKind::query("book".to_owned());
    assert!(matches!(store.page(sharded().limit(0)).await.unwrap_err(), Error::ZeroLimit));
    assert!(matches!(store.all(sharded().limit(0)).await.unwrap_err(), Error::ZeroLimit));
    assert_eq!(store.all(sharded().limit(1)).await.unwrap().len(), 3);
}

#[tokio::test]
async fn nothing_is_in_an_empty_list() {
    let store = shop().await;
    let found = |kinds: &[String]| {
        let kinds = kinds.to_vec();
        let store = store.clone();
        async move { store.all(OrderItems::query(ann()).filter(Order::KIND.is_in(&kinds))).await.unwrap().len() }
    };
    assert_eq!(found(&["book".to_owned()]).await, 3);
    assert_eq!(found(&[]).await, 0);
    let query = OrderItems::query(ann()).filter(!Order::KIND.is_in([""; 0]));
    assert_eq!(store.all(query).await.unwrap().len(), 3);
}

#[tokio::test]
async fn the_place_of_a_long_key_goes_through_text() {
    let store = shop().await;
    // The index's key and the table's key are valid; together they are longer than a single key may be.
    let long = |number| Long {
        id: format!("{}{number}", "i".repeat(1_000)),
        part: format!("{}{number}", "p".repeat(900)),
        kind: "k".repeat(1_000),
    };
    put_all(&store, (1..=3).map(long)).await;
    let long_text = |text: &str| assert!(text.len() > 1_900, "{}", text.len());
    let found = pages!(store, LongsByKind::query("k".repeat(1_000)).limit(1), long_text).concat();
    assert_eq!(found, [long(1), long(2), long(3)]);
}

#[tokio::test]
async fn the_place_of_a_single_item_goes_through_text() {
    let store = shop().await;
    let next = store.page(SettingItems::query(ann()).limit(1)).await.unwrap().next;
    let text = next.map_or("q0:".to_owned(), |next| next.to_text().unwrap());
    assert_eq!(text, "q0:");
    let place = Offset::<SettingItems>::from_text(&text).unwrap();
    assert_eq!(store.all(SettingItems::query(ann()).after(Some(place))).await.unwrap(), []);
}
