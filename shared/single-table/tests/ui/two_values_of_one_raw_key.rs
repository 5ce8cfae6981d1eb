use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

table! {
    /// Orders.
    pub struct Shop {
        key: (pk, sk),
        global: [Inverted = inverted (sk, data)],
        entities: [Order],
    }
}

/// An order, whose sort key is `CUSTOMER1` in the table and `1` in the index.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = Shop, name = "Order", raw, partition("ORDER", id), sort("CUSTOMER", customer))]
#[index(on = Inverted, view = OrdersByCustomer, raw, partition(customer), sort(date))]
pub struct Order {
    id: u32,
    customer: u32,
    date: String,
}

fn main() {}
