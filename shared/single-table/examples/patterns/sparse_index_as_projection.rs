//! A sparse index as a projection: the index contains the items of only one of the table's entities.
//!
//! Use it to list all items of an entity, for example for an export or a mailing, without scanning the rest of the table. All of
//! them share one partition of the index, which serves at most 1,000 write units per second; use shards if you write more.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, table};

use crate::support;

table! {
    /// Customers and their orders.
    struct ShopTable {
        key: (pk, sk),
        global: [Customers = customers (customersPk, customersSk)],
        entities: [Customer, Order],
    }
}

/// A customer. No other entity is in the index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Customer", collection = "Customer", partition(customer), sort())]
#[index(on = Customers, view = CustomersByCity, partition(), sort(city, customer))]
struct Customer {
    customer: u32,
    city: String,
}

/// An order of a customer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", collection = "Customer", partition(customer), sort(number))]
struct Order {
    customer: u32,
    number: u32,
}

/// Returns all customers, sorted by city.
async fn customers(store: &Store<ShopTable>) -> support::Result<Vec<Customer>> {
    Ok(store.all(CustomersByCity::query()).await?)
}

async fn stock(store: &Store<ShopTable>) -> support::Result<()> {
    let customers = [(1, "Ulm"), (2, "Bonn"), (3, "Bonn")];
    let customer = |(customer, city): (u32, &str)| Customer { customer, city: city.to_owned() };
    support::put_all(store, customers.map(customer)).await?;
    let orders = (1..=3).flat_map(|customer| (1..=4).map(move |number| Order { customer, number }));
    support::put_all(store, orders).await
}

pub(crate) async fn run() -> support::Result<String> {
    let store = support::table().await;
    stock(&store).await?;
    let print = |customer: Customer| format!("{} in {}", customer.customer, customer.city);
    Ok(support::listed(customers(&store).await?, print))
}

#[tokio::test]
async fn the_index_contains_only_customers() {
    assert_eq!(run().await.unwrap(), "2 in Bonn, 3 in Bonn, 1 in Ulm");
    let (client, store, name) = crate::engine::table::<ShopTable>().await;
    stock(&store).await.unwrap();
    let scan = client.scan().table_name(name);
    assert_eq!(scan.clone().index_name("customers").send().await.unwrap().count, 3);
    assert_eq!(scan.send().await.unwrap().count, 15);
}
