//! A sparse index as a projection: of all kinds of items in the table, it holds those of one kind.
//!
//! Choose it to list every item of a kind, for an export or a mailing, without a scan of everything else. All of them are in
//! one partition of the index, which is written at most 1,000 units a second: shard a kind that is written more often.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, table};

use crate::support;

table! {
    /// Customers, and much that belongs to them.
    struct ShopTable {
        key: (pk, sk),
        global: [Customers = customers (customersPk, customersSk)],
        entities: [Customer, Order],
    }
}

/// A customer: the only kind of item that has keys of the index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Customer", collection = "Customer", partition(customer), sort())]
#[index(on = Customers, view = CustomersByCity, partition(), sort(city, customer))]
struct Customer {
    customer: u32,
    city: String,
}

/// One of a customer's many orders.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", collection = "Customer", partition(customer), sort(number))]
struct Order {
    customer: u32,
    number: u32,
}

/// Every customer, by city.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_index_holds_one_kind_of_the_table() {
        assert_eq!(run().await.unwrap(), "2 in Bonn, 3 in Bonn, 1 in Ulm");
        let (client, store, name) = crate::engine::table::<ShopTable>().await;
        stock(&store).await.unwrap();
        let scan = client.scan().table_name(name);
        assert_eq!(scan.clone().index_name("customers").send().await.unwrap().count, 3);
        assert_eq!(scan.send().await.unwrap().count, 15);
    }
}
