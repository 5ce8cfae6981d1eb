//! Migration: items of before join a new index, all of them.
//!
//! Each must be rewritten once to have the index's key. First deploy what writes new items with the key, then run the
//! backfill: it reads the table in parallel segments and can be gone on with after a crash. Only then read the index.

use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};
use single_table::{Backfill, BackfillCounts, BackfillProgress, Entity, Store, table};

use crate::engine;
use crate::support;

/// The program as it was.
mod before {
    use serde::{Deserialize, Serialize};
    use single_table::{Entity, table};

    table! {
        /// Orders.
        pub(super) struct ShopTable { key: (pk, sk), entities: [Order] }
    }

    /// An order.
    #[derive(Debug, Serialize, Deserialize, Entity)]
    #[entity(table = ShopTable, name = "Order", partition(customer), sort(number))]
    pub(super) struct Order {
        pub(super) customer: String,
        pub(super) number: u32,
        pub(super) city: String,
    }
}

table! {
    /// Orders, now also by city. The index is added to the table before the program.
    struct ShopTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Order],
    }
}

/// An order, now with the key of an index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", partition(customer), sort(number))]
#[index(on = GsiOne, view = OrdersByCity, partition(city), sort(number))]
struct Order {
    customer: String,
    number: u32,
    city: String,
}

/// How many workers read the table at the same time.
const SEGMENTS: NonZeroU16 = NonZeroU16::new(4).expect("4 is not 0");

async fn in_city(store: &Store<ShopTable>, city: &str) -> support::Result<Vec<Order>> {
    Ok(store.all(OrdersByCity::query(city.to_owned())).await?)
}

fn backfill() -> Backfill<Order> {
    Backfill::new().page_size(2)
}

/// Stops after a page, as a worker that crashes, and goes on from the progress that was kept.
async fn migrate(store: &Store<ShopTable>) -> support::Result<BackfillCounts> {
    let mut stopped = store.backfill(backfill(), BackfillProgress::new(SEGMENTS));
    stopped.next_page().await?;
    let kept = stopped.progress().clone();
    drop(stopped);
    Ok(store.backfill(backfill(), kept).finish().await?)
}

async fn stocked() -> support::Result<Store<ShopTable>> {
    let (client, store, name) = engine::table::<ShopTable>().await;
    let old = Store::<before::ShopTable>::new(client, name);
    let customers = ["ann", "bob", "cem", "dora", "eve"];
    let orders = (1..).zip(customers).map(|(number, customer)| before::Order {
        customer: customer.to_owned(),
        number,
        city: if number % 2 == 0 { "Ulm" } else { "Bonn" }.to_owned(),
    });
    support::put_all(&old, orders).await?;
    support::put_all(&store, [Order { customer: "ann".to_owned(), number: 6, city: "Ulm".to_owned() }]).await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let store = stocked().await?;
    let numbers = |orders| support::listed(orders, |order: Order| order.number.to_string());
    let before = numbers(in_city(&store, "Ulm").await?);
    let counts = migrate(&store).await?;
    let after = numbers(in_city(&store, "Ulm").await?);
    Ok(format!("{} of {} orders written; in Ulm before {before}, after {after}", counts.changed, counts.scanned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_order_of_before_is_in_the_index_and_is_written_once() {
        assert_eq!(run().await.unwrap(), "5 of 6 orders written; in Ulm before 6, after 2, 4, 6");
        let store = stocked().await.unwrap();
        migrate(&store).await.unwrap();
        assert_eq!(migrate(&store).await.unwrap().changed, 0);
        assert_eq!(in_city(&store, "Bonn").await.unwrap().len(), 3);
    }
}
