//! One-to-many in one item: the parent holds its children as a map.
//!
//! Choose it when the children are few for certain (an item has at most 400 KB), are read with the parent, and no access
//! pattern looks for one by what is in it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use single_table::{Condition, Entity, Store, Update, WriteError, table};

use crate::support;

table! {
    /// Customers.
    struct ShopTable { key: (pk, sk), entities: [Customer] }
}

/// A customer with the addresses, by label.
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

/// The map is written whole, so only if it is still as `before`: two writers at once must not undo each other's.
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

#[cfg(test)]
mod tests {
    use single_table::Error;

    use super::*;

    #[tokio::test]
    async fn one_read_gives_all_addresses_and_no_writer_undoes_another() {
        assert_eq!(run().await.unwrap(), "home Elm 1, work Ash 3");
        let store = stocked().await.unwrap();
        let stale = at(&[("home", "Elm 1")]);
        let error = replace_addresses(&store, "ann", &stale, &at(&[])).await.unwrap_err();
        assert!(matches!(error, WriteError::ConditionFailed { item: Some(_) }), "{error}");
        assert_eq!(addresses(&store, "ann").await.unwrap().len(), 2);
    }

    #[test]
    fn too_many_children_are_refused_before_a_request() {
        let addresses = (0..2_000).map(|label| (label.to_string(), "Long Street ".repeat(20))).collect();
        let error = single_table::encode(&Customer { customer: "ann".to_owned(), addresses }).unwrap_err();
        assert!(matches!(error, Error::ItemTooLarge { entity: "Customer", .. }), "{error}");
    }
}
