//! One-to-many in a single item: the parent stores its children as a map.
//!
//! Use it if the number of children is limited (an item has at most 400 KB), if you read them together with the parent, and if no
//! access pattern searches for a child by its content.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use single_table::{Condition, Entity, Store, Update, WriteError, table};

use crate::support;

table! {
    /// Customers.
    struct ShopTable { key: (pk, sk), entities: [Customer] }
}

/// A customer with their addresses, each under a label.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Customer", partition(customer), sort())]
struct Customer {
    customer: String,
    addresses: BTreeMap<String, String>,
}

fn key(customer: &str) -> CustomerKey {
    CustomerKey { customer: customer.to_owned() }
}

async fn addresses(store: &Store<ShopTable>, customer: &str) -> support::Result<BTreeMap<String, String>> {
    let customer = store.get::<Customer>(&key(customer)).await?;
    Ok(customer.map(|customer| customer.addresses).unwrap_or_default())
}

/// Replaces the whole map if it still equals `before`, so that two concurrent writers don't overwrite each other.
async fn replace_addresses(
    store: &Store<ShopTable>,
    customer: &str,
    before: &BTreeMap<String, String>,
    after: &BTreeMap<String, String>,
) -> Result<(), WriteError<Customer>> {
    let unchanged = Condition::live() & Customer::ADDRESSES.eq(before);
    store.execute(Update::new(key(customer)).set(Customer::ADDRESSES, after).only_if(unchanged)).await?;
    Ok(())
}

fn at(addresses: &[(&str, &str)]) -> BTreeMap<String, String> {
    addresses.iter().map(|(label, address)| ((*label).to_owned(), (*address).to_owned())).collect()
}

async fn stocked() -> support::Result<Store<ShopTable>> {
    let store = support::table().await;
    let ann = Customer { customer: "ann".to_owned(), addresses: at(&[("home", "Elm 1")]) };
    let anna = Customer { customer: "anna".to_owned(), addresses: at(&[("home", "Oak 7")]) };
    support::put_all(&store, [ann, anna]).await?;
    replace_addresses(&store, "ann", &at(&[("home", "Elm 1")]), &at(&[("home", "Elm 1"), ("work", "Ash 3")])).await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let addresses = addresses(&stocked().await?, "ann").await?;
    Ok(support::listed(addresses, |(label, address)| format!("{label} {address}")))
}

#[tokio::test]
async fn one_read_returns_all_addresses_and_no_writer_overwrites_another() {
    assert_eq!(run().await.unwrap(), "home Elm 1, work Ash 3");
    let store = stocked().await.unwrap();
    let stale = at(&[("home", "Elm 1")]);
    let error = replace_addresses(&store, "ann", &stale, &at(&[])).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { item: Some(_) }), "{error}");
    assert_eq!(addresses(&store, "ann").await.unwrap().len(), 2);
}

#[test]
fn an_item_with_too_many_children_is_refused_before_a_request() {
    let addresses = (0..2_000).map(|label| (label.to_string(), "Long Street ".repeat(20))).collect();
    let error = single_table::encode(&Customer { customer: "ann".to_owned(), addresses }).unwrap_err();
    assert!(matches!(error, single_table::Error::ItemTooLarge { entity: "Customer", .. }), "{error}");
}
