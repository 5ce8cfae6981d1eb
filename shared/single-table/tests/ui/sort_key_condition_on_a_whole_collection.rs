use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, table};

table! {
    /// Orders.
    pub struct ShopTable {
        key: (pk, sk),
        entities: [Order],
    }
}

/// An order.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", collection = "Customer", partition(customer), sort(date))]
pub struct Order {
    customer: String,
    date: String,
}

/// All that belongs to a customer.
#[derive(Debug, Collection)]
#[collection(name = "Customer", partition(customer: String))]
pub enum CustomerItem {
    Order(Order),
}

fn main() {
    let _ = CustomerItem::query("ann".to_owned()).equals(&());
}
