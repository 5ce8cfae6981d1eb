//! Composite sort key as a filter: the sort key of an index combines two attributes that queries always use together.
//!
//! Use it instead of a filter. DynamoDB then reads and charges only for matching items, and a limit counts only those. The
//! attribute that is compared for equality comes first, and the one with a range comes last.

use serde::{Deserialize, Serialize};
use single_table::keys::{Timestamp, key_enum};
use single_table::{Entity, Store, Update, table};

use crate::support;

table! {
    /// The orders of a shop.
    struct ShopTable {
        key: (pk, sk),
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Order],
    }
}

/// An order of a customer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", partition(customer), sort(number))]
#[index(on = LsiOne, view = OrdersByState, sort(state, placed))]
struct Order {
    customer: String,
    number: u32,
    state: State,
    placed: Timestamp,
}

/// The state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Sent,
    SentBack,
}

key_enum!(State { Sent = "sent", SentBack = "sentback" });

/// Returns the first orders in a state that were placed between two times.
async fn placed_between(
    store: &Store<ShopTable>,
    customer: &str,
    state: State,
    from: Timestamp,
    to: Timestamp,
    most: u32,
) -> support::Result<Vec<Order>> {
    let query = OrdersByState::query(customer.to_owned()).between(&(state, from), &(state, to)).limit(most);
    Ok(store.page(query).await?.items)
}

/// Marks an order as sent back. `rekey` sets the fields of the index key together with the key.
async fn send_back(store: &Store<ShopTable>, order: &Order) -> support::Result<()> {
    let moved = Update::new(order.key()).rekey::<OrdersByState>(&(State::SentBack, order.placed));
    store.execute(moved).await?;
    Ok(())
}

fn order(number: u32, placed: i64) -> support::Result<Order> {
    let placed = Timestamp::from_unix_millis(placed)?;
    Ok(Order { customer: "ann".to_owned(), number, state: State::Sent, placed })
}

async fn stocked() -> support::Result<Store<ShopTable>> {
    let store = support::table().await;
    // The order numbers don't follow the order of time.
    let orders = [order(1, 4_000)?, order(2, 1_000)?, order(3, 3_000)?, order(4, 2_000)?, order(5, 2_500)?];
    support::put_all(&store, orders.clone()).await?;
    send_back(&store, &orders[3]).await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let store = stocked().await?;
    let (from, to) = (Timestamp::from_unix_millis(1_000)?, Timestamp::from_unix_millis(3_000)?);
    let mut found = Vec::new();
    for state in [State::Sent, State::SentBack] {
        let orders = placed_between(&store, "ann", state, from, to, 2).await?;
        found.push(format!("{state:?} {}", support::listed(orders, |order| order.number.to_string())));
    }
    Ok(found.join("; "))
}

#[tokio::test]
async fn the_key_finds_one_state_and_the_limit_counts_matching_items() {
    assert_eq!(run().await.unwrap(), "Sent 2, 5; SentBack 4");
}
