use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Orders.
    pub struct ShopTable {
        key: (pk, sk),
        global: [
            GsiOne = gsiOne (gsiOnePk, gsiOneSk),
            ByState = byState native ([customer: S, state: S], [date: S, total: N]),
        ],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Order],
    }
}

/// An order.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", partition(id), sort(date))]
#[index(on = ByState, view = OrdersByState, native, partition(customer, state), sort(date, total))]
pub struct Order {
    id: String,
    customer: String,
    state: String,
    date: String,
    total: u32,
}

fn main() {
    let _ = OrdersByState::query("ann".to_owned(), "OPEN".to_owned()).at_least(&("2026", 7_u32));
}
