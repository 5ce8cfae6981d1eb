//! The entities of order entry: customers, orders, products and warehouses.

use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity};

use crate::table::{GsiOne, GsiTwo, OrderEntryTable};
use crate::values::{CustomerId, Date, EmployeeId, OrderId, ProductId, Quarter, Status, WarehouseId};

/// A customer, with the employee who is their account representative.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "Customer", partition(customer), sort(account_rep))]
#[index(on = GsiOne, view = CustomersByAccountRep, partition(account_rep), sort(customer))]
pub(crate) struct Customer {
    pub(crate) customer: CustomerId,
    pub(crate) account_rep: EmployeeId,
    pub(crate) name: String,
}

/// An order. The second index spreads all orders over its shards, sorted by status and date.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "Order", collection = "OeOrder", partition(order), sort(customer))]
#[index(on = GsiOne, view = OrdersByCustomer, partition(customer), sort(status, date, order))]
#[index(on = GsiTwo, view = OrdersByStatus, shards = 15, partition(), sort(status, date, order))]
pub(crate) struct Order {
    pub(crate) order: OrderId,
    pub(crate) customer: CustomerId,
    pub(crate) status: Status,
    pub(crate) date: Date,
    pub(crate) cents: u64,
}

/// An edge from an order to the employee who sold it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "OrderSale", collection = "OeOrder", partition(order), sort())]
#[index(on = GsiOne, view = OrdersByAccountRep, partition(account_rep), sort(status, date, order))]
pub(crate) struct OrderSale {
    pub(crate) order: OrderId,
    pub(crate) account_rep: EmployeeId,
    pub(crate) status: Status,
    pub(crate) date: Date,
}

/// An edge from an order to a product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "OrderItem", collection = "OeOrder", partition(order), sort(product))]
#[index(on = GsiOne, view = ItemsByProduct, collection = "ProductLine", partition(product), sort(order))]
pub(crate) struct OrderItem {
    pub(crate) order: OrderId,
    pub(crate) product: ProductId,
    pub(crate) quantity: u32,
}

/// A product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "Product", collection = "OeProduct", partition(product), sort())]
pub(crate) struct Product {
    pub(crate) product: ProductId,
    pub(crate) name: String,
}

/// An edge from a product to a warehouse that stores it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "Inventory", collection = "OeProduct", partition(product), sort(warehouse))]
#[index(on = GsiOne, view = InventoryByProduct, collection = "ProductLine", partition(product), sort(warehouse))]
pub(crate) struct Inventory {
    pub(crate) product: ProductId,
    pub(crate) warehouse: WarehouseId,
    pub(crate) location: String,
    pub(crate) quantity: u32,
}

/// An item of a product's collection in the first index: an order of the product, or a warehouse that stores it.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "ProductLine", on = GsiOne, partition(product: ProductId))]
pub(crate) enum ProductLine {
    Ordered(OrderItem),
    Stored(Inventory),
}

/// A warehouse.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "Warehouse", partition(warehouse), sort(region))]
pub(crate) struct Warehouse {
    pub(crate) warehouse: WarehouseId,
    pub(crate) region: String,
}

/// The total sales of an employee in a quarter. The index ranks the employees of a quarter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntryTable, name = "SalesTotal", collection = "HrEmployee", partition(account_rep), sort(quarter))]
#[index(on = GsiOne, view = AccountRepsByTotal, partition(quarter), sort(cents, account_rep))]
pub(crate) struct SalesTotal {
    pub(crate) account_rep: EmployeeId,
    pub(crate) quarter: Quarter,
    pub(crate) cents: u64,
}
