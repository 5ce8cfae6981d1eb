//! Tests conditions on the sort key, views of one entity and of a collection, and filters.

mod sort_keys;
mod views;

use serde::{Deserialize, Serialize};
use single_table::{BatchWrite, Collection, Entity, Item, Store, table};

use crate::engine;

table! {
    /// Orders, and what belongs to a customer.
    pub struct ShopTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Address, Mark, Order, Parcel, Profile, Zone],
    }
}

/// A profile, of which each customer has at most one, in the collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Profile", collection = "Customer", partition(customer), sort())]
#[index(on = GsiOne, view = ProfilesByCity, collection = "City", partition(city), sort(customer))]
struct Profile {
    customer: String,
    city: String,
}

/// An entity that sorts before orders in the collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Address", collection = "Customer", partition(customer), sort(label))]
struct Address {
    customer: String,
    label: String,
}

/// An entity in the middle of the collection.
#[derive(Debug, Clone, PartialEq, PartialOrd, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", collection = "Customer", partition(customer), sort(state, number))]
#[index(on = LsiOne, view = OrdersByNote, sort(note?))]
struct Order {
    customer: String,
    state: String,
    number: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// An entity that sorts after orders in the collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Zone", collection = "Customer", partition(customer), sort(label))]
struct Zone {
    customer: String,
    label: String,
}

/// An entity outside of the collection with the components of an order.
#[derive(Debug, Clone, PartialEq, PartialOrd, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Parcel", partition(customer), sort(state, number))]
#[index(on = GsiOne, view = ParcelsByCity, collection = "City", partition(city?), sort(number))]
struct Parcel {
    customer: String,
    state: String,
    number: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    city: Option<String>,
}

/// An entity outside of the collection with the components of a zone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Mark", partition(customer), sort(label))]
struct Mark {
    customer: String,
    label: String,
}

/// Everything that belongs to a customer.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "Customer", partition(customer: String))]
enum CustomerItem {
    Profile(Profile),
    Address(Address),
    Order(Order),
    #[other]
    Other(Item),
}

/// Everyone and everything in a city.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "City", on = GsiOne, partition(city: String))]
enum CityItem {
    Profile(Profile),
    Parcel(Parcel),
}

const CUSTOMER: &str = "ann";
/// Texts whose encodings are prefixes of each other, or begin with the escape.
const STATES: [&str; 6] = ["", "#", "OPEN", "OPEN#", "OPEN$", "OPENED"];
const NUMBERS: [u8; 3] = [1, 2, 10];

fn order(state: &str, number: u8) -> Order {
    Order { customer: CUSTOMER.to_owned(), state: state.to_owned(), number, note: None }
}

fn parcel(state: &str, number: u8) -> Parcel {
    Parcel { customer: CUSTOMER.to_owned(), state: state.to_owned(), number, city: None }
}

fn pairs() -> impl Iterator<Item = (&'static str, u8)> {
    STATES.into_iter().flat_map(|state| NUMBERS.into_iter().map(move |number| (state, number)))
}

async fn shop() -> Store<ShopTable> {
    let (_, store, _) = engine::table::<ShopTable>().await;
    let customer = || CUSTOMER.to_owned();
    let mut batch = BatchWrite::new()
        .put(&Profile { customer: customer(), city: "Bonn".to_owned() })
        .put(&Address { customer: customer(), label: "home".to_owned() })
        .put(&Address { customer: customer(), label: "$".to_owned() })
        .put(&Zone { customer: customer(), label: "a".to_owned() });
    for (state, number) in pairs() {
        batch = batch.put(&order(state, number)).put(&parcel(state, number));
    }
    store.batch_write(batch).await.expect("an answer").complete().expect("all is written");
    store
}
