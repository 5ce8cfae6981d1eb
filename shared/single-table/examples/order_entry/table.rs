//! The table. Its two indexes serve all fourteen access patterns.

use single_table::table;

use crate::hr::{
    Country, Department, Employee, HrConfidential, Job, JobHistory, Location, Region, Workplace,
};
use crate::oe::{Customer, Inventory, Order, OrderItem, OrderSale, Product, SalesTotal, Warehouse};

table! {
    /// The entities of human resources and order entry.
    pub(crate) struct OrderEntryTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk), GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk)],
        entities: [
            Country, Customer, Department, Employee, HrConfidential, Inventory, Job, JobHistory, Location, Order,
            OrderItem, OrderSale, Product, Region, SalesTotal, Warehouse, Workplace,
        ],
    }
}
