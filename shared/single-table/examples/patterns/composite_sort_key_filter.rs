//! Filtering by two attributes that are always asked together: the key of an index is made of both.
//!
//! Choose it in place of a filter: DynamoDB then reads, and charges, only what is found, and a limit counts what is found.
//! The attribute that is compared for equality comes first, that with a range last.

use serde::{Deserialize, Serialize};
use single_table::keys::{Timestamp, key_enum};
use single_table::{Condition, Entity, Store, Update, table};

use crate::support;

table! {
    /// Orders.
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

/// How far an order is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Sent,
    SentBack,
}

key_enum!(State { Sent = "sent", SentBack = "sentback" });

/// The first orders of a state from one time to another.
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

/// The two fields move together, and the index key with them.
async fn send_back(store: &Store<ShopTable>, order: &Order) -> support::Result<()> {
    let moved = Update::new(order.key()).rekey::<OrdersByState>(&(State::SentBack, order.placed));
    store.execute(moved.only_if(Condition::live())).await?;
    Ok(())
}

fn order(number: u32, placed: i64) -> support::Result<Order> {
    let placed = Timestamp::from_unix_millis(placed)?;
    Ok(Order { customer: "ann".to_owned(), number, state: State::Sent, placed })
}

async fn stocked() -> support::Result<Store<ShopTable>> {
    let store = support::table().await;
    // The numbers are not in the order of time.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_key_finds_one_state_and_the_limit_counts_what_is_found() {
        assert_eq!(run().await.unwrap(), "Sent 2, 5; SentBack 4");
    }
}
