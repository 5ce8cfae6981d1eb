//! Migration: adding an entity that is read together with existing items but fits into none of their collections.
//!
//! Add a collection in a new index. If existing items join it through a new attribute, they enter it when the attribute is set,
//! and no item has to be rewritten at first. If all of them must be in it from the start, see `migration_backfill`.

use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, Store, Update, table};

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
    }
}

table! {
    /// Orders, and now couriers. Add the index to the table before you deploy this program.
    struct ShopTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Order, Courier],
    }
}

/// An order, now with the courier who delivers it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", partition(customer), sort(number))]
#[index(on = GsiOne, view = OrdersByCourier, collection = "Courier", partition(courier?), sort(number))]
struct Order {
    customer: String,
    number: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    courier: Option<String>,
}

/// A courier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Courier", partition(courier), sort())]
#[index(on = GsiOne, view = CouriersByCourier, collection = "Courier", partition(courier), sort(courier))]
struct Courier {
    courier: String,
}

/// An item of a courier's collection in the index: the courier or an order to deliver.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "Courier", on = GsiOne, partition(courier: String))]
enum CourierItem {
    Courier(Courier),
    Order(Order),
}

async fn courier_with_orders(store: &Store<ShopTable>, courier: &str) -> support::Result<Vec<CourierItem>> {
    Ok(store.all(CourierItem::query(courier.to_owned())).await?)
}

/// Sets the courier together with the key that adds the order to the index.
async fn assign(store: &Store<ShopTable>, customer: &str, number: u32, courier: &str) -> support::Result<()> {
    let order = OrderKey { customer: customer.to_owned(), number };
    let assigned = Update::new(order).rekey::<OrdersByCourier>(&(Some(courier.to_owned()),));
    store.execute(assigned).await?;
    Ok(())
}

async fn migrated() -> support::Result<Store<ShopTable>> {
    let (client, store, name) = engine::table::<ShopTable>().await;
    let old = Store::<before::ShopTable>::new(client, name);
    let order = |number| before::Order { customer: "ann".to_owned(), number };
    support::put_all(&old, [2, 9, 10].map(order)).await?;
    support::put_all(&store, ["cem", "cem 2"].map(|courier| Courier { courier: courier.to_owned() })).await?;
    for (number, courier) in [(10, "cem"), (9, "cem"), (2, "cem 2")] {
        assign(&store, "ann", number, courier).await?;
    }
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    Ok(support::listed(courier_with_orders(&migrated().await?, "cem").await?, |item| match item {
        CourierItem::Courier(courier) => courier.courier,
        CourierItem::Order(order) => format!("order {}", order.number),
    }))
}

#[tokio::test]
async fn existing_orders_join_the_collection_when_they_get_a_courier() {
    assert_eq!(run().await.unwrap(), "cem, order 9, order 10");
}
