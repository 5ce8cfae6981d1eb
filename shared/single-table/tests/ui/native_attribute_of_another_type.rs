use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Orders.
    pub struct ShopTable {
        key: (pk, sk),
        global: [ByTotal = byTotal native ([customer: S], [total: N])],
        entities: [Order],
    }
}

/// An order. DynamoDB checks its total although it has no view of the index.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", partition(id), sort())]
pub struct Order {
    id: String,
    total: Option<String>,
}

fn main() {}
