use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Orders.
    pub struct ShopTable {
        key: (pk, sk),
        entities: [Order],
    }
}

/// An order.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", partition(customer), sort(date))]
pub struct Order {
    customer: String,
    date: String,
}

fn main() {
    let _ = OrderItems::query("ann".to_owned()).at_least(&("2026-01",)).at_most(&("2026-02",));
}
