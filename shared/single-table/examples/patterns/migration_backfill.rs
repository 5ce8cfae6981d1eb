//! Migration: adding all existing items to a new index.
//!
//! Each item must be rewritten once to get the key of the index. First deploy the code that writes new items with that key. Then
//! run the backfill, which reads the table in parallel segments and can continue after a crash. Only then query the index.

use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};
use single_table::backfill::{BackfillCounts, BackfillProgress};
use single_table::{Backfill, Entity, Store, table};

use crate::engine;
use crate::support;

/// The program before the migration.
mod before {
    use serde::{Deserialize, Serialize};
    use single_table::{Entity, table};

    table! {
        /// The orders of a shop.
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
    /// The orders of a shop, now also listed by city. Add the index to the table before you deploy this program.
    struct ShopTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Order],
    }
}

/// An order, now with a key in the index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", partition(customer), sort(number))]
#[index(on = GsiOne, view = OrdersByCity, partition(city), sort(number))]
struct Order {
    customer: String,
    number: u32,
    city: String,
}

/// The number of segments that are read at the same time.
const SEGMENTS: NonZeroU16 = NonZeroU16::new(4).expect("4 is not 0");

async fn in_city(store: &Store<ShopTable>, city: &str) -> support::Result<Vec<Order>> {
    Ok(store.all(OrdersByCity::query(city.to_owned())).await?)
}

fn backfill() -> Backfill<Order> {
    Backfill::new().page_size(2)
}

/// Stops after one page, like a job that crashes, and continues from the saved progress.
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

#[tokio::test]
async fn the_backfill_adds_every_existing_order_to_the_index_and_writes_it_once() {
    assert_eq!(run().await.unwrap(), "5 of 6 orders written; in Ulm before 6, after 2, 4, 6");
    let store = stocked().await.unwrap();
    migrate(&store).await.unwrap();
    assert_eq!(migrate(&store).await.unwrap().changed, 0);
    assert_eq!(in_city(&store, "Bonn").await.unwrap().len(), 3);
}
