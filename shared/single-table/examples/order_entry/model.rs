//! The table and its entities, with the keys in the page's list of access patterns, such as `HR-EMPLOYEE-1`,
//! `HR-CONFIDENTIAL`, `WAREHOUSE1`, `OE-PRODUCT1`, `STATUS-DATE` and `YYYY-Q1`.
//!
//! GSI-1 is keyed by the table's own sort key. The page doesn't name the attribute that both indexes sort by, nor the one with the
//! random number of GSI-2; here they are `Data` and `GSI-2 PK`.

#![expect(clippy::struct_field_names, reason = "an id has the name of the entity that it identifies")]

use serde::{Deserialize, Serialize};
use single_table::raw::RawOrder;
use single_table::table::scalar;
use single_table::{Collection, Entity, raw_component, table};

table! {
    /// Employees, customers, orders and products.
    pub struct OrderEntry {
        key: (PK, SK),
        type_attribute: none,
        global: [Gsi1 = "GSI-1" (SK, Data), Gsi2 = "GSI-2" ("GSI-2 PK": N, Data)],
        entities: [
            Confidential, Customer, Department, Employee, EmployeeJob, EmployeeWarehouse, JobHistory, Order, OrderItem, OrderRep,
            Product, Quota,
        ],
    }
}

/// A year and a quarter: `2026-Q1`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Quarter {
    pub(crate) year: u16,
    pub(crate) quarter: u8,
}

raw_component!(
    Quarter,
    |it| format!("{:04}-Q{}", it.year, it.quarter),
    |text| match text.split_once("-Q").map(|(year, quarter)| (year.parse(), quarter.parse())) {
        Some((Ok(year), Ok(quarter))) => Ok(Quarter { year, quarter }),
        _ => Err("a quarter has the form YYYY-Q1"),
    },
    starts: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]
);

/// A sum of money, padded so that its text sorts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Total(pub(crate) u64);

raw_component!(Total, |total| format!("{:012}", total.0), |text| text.parse().map(Total));

impl RawOrder<scalar::S> for Total {}

/// HR-Employee: PK is the employee's id, SK the name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(
    table = OrderEntry,
    name = "Employee",
    raw,
    partition("HR-EMPLOYEE-", employee),
    sort(name except(
        "HR-CONFIDENTIAL", "JH", "JOBTITLE", "WAREHOUSE", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"
    ))
)]
#[index(on = Gsi1, view = EmployeesByName, raw, partition(name), sort(email))]
pub(crate) struct Employee {
    pub(crate) employee: u32,
    pub(crate) name: String,
    pub(crate) email: String,
}

/// The hire date, by which recently hired employees are found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntry, name = "Confidential", raw, partition("HR-EMPLOYEE-", employee), sort("HR-CONFIDENTIAL"))]
#[index(on = Gsi1, view = EmployeesByHireDate, raw, partition("HR-CONFIDENTIAL"), sort(hired))]
pub(crate) struct Confidential {
    #[serde(skip_serializing)]
    pub(crate) employee: u32,
    #[serde(skip_serializing)]
    pub(crate) hired: String,
    pub(crate) salary: u32,
}

/// A job of an employee, from a date on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntry, name = "JobHistory", raw, partition("HR-EMPLOYEE-", employee), sort("JH", from))]
pub(crate) struct JobHistory {
    pub(crate) employee: u32,
    pub(crate) from: String,
    pub(crate) department: String,
}

/// The edge from an employee to a job title.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntry, name = "EmployeeJob", raw, partition("HR-EMPLOYEE-", employee), sort("JOBTITLE", job))]
#[index(on = Gsi1, view = EmployeesByJob, raw, partition("JOBTITLE", job), sort(name))]
pub(crate) struct EmployeeJob {
    pub(crate) employee: u32,
    pub(crate) job: u32,
    pub(crate) name: String,
}

/// The edge from an employee to a warehouse.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(
    table = OrderEntry,
    name = "EmployeeWarehouse",
    raw,
    partition("HR-EMPLOYEE-", employee),
    sort("WAREHOUSE", warehouse)
)]
#[index(on = Gsi1, view = EmployeesByWarehouse, raw, partition("WAREHOUSE", warehouse), sort(name))]
pub(crate) struct EmployeeWarehouse {
    pub(crate) employee: u32,
    pub(crate) warehouse: u32,
    pub(crate) name: String,
}

/// The orders of an account representative in a quarter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntry, name = "Quota", raw, partition("HR-EMPLOYEE-", employee), sort(quarter))]
#[index(on = Gsi1, view = QuotasByQuarter, raw, partition(quarter), sort(total))]
pub(crate) struct Quota {
    pub(crate) employee: u32,
    pub(crate) quarter: Quarter,
    pub(crate) total: Total,
}

/// HR-Department: PK and SK are both the department's id.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(
    table = OrderEntry,
    name = "Department",
    raw,
    partition("HR-DEPARTMENT", department),
    sort("HR-DEPARTMENT", department)
)]
pub(crate) struct Department {
    #[serde(skip_serializing)]
    pub(crate) department: u32,
    pub(crate) name: String,
}

/// OE-Customer: PK is the customer's id, SK the account representative's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntry, name = "Customer", raw, partition("OE-CUSTOMER", customer), sort("ACCOUNT-REP", rep))]
#[index(on = Gsi1, view = CustomersByRep, raw, partition("ACCOUNT-REP", rep), sort("CUSTOMER", customer))]
pub(crate) struct Customer {
    pub(crate) customer: u32,
    pub(crate) rep: u32,
    pub(crate) name: String,
}

/// OE-Order: PK is the order's id, SK the customer's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntry, name = "Order", raw, partition("OE-ORDER", order), sort("CUSTOMER", customer))]
#[index(on = Gsi1, view = OrdersByCustomer, raw, partition("CUSTOMER", customer), sort(status, "-", date))]
#[index(on = Gsi2, view = OrdersByStatus, raw, shards = 15, partition(), sort(status, "-", date))]
pub(crate) struct Order {
    #[serde(skip_serializing)]
    pub(crate) order: u32,
    #[serde(skip_serializing)]
    pub(crate) customer: u32,
    #[serde(skip_serializing)]
    pub(crate) status: String,
    #[serde(skip_serializing)]
    pub(crate) date: String,
}

/// A product of an order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntry, name = "OrderItem", raw, partition("OE-ORDER", order), sort("PRODUCT", product))]
#[index(on = Gsi1, view = OrderItemsByProduct, raw, partition("PRODUCT", product), sort("ORDER", order))]
pub(crate) struct OrderItem {
    pub(crate) order: u32,
    pub(crate) product: u32,
    pub(crate) quantity: u32,
}

/// The edge from an order to the account representative.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntry, name = "OrderRep", raw, partition("OE-ORDER", order), sort("ACCOUNT-REP", rep))]
#[index(on = Gsi1, view = OrdersByRep, raw, partition("ACCOUNT-REP", rep), sort(status, "-", date))]
pub(crate) struct OrderRep {
    pub(crate) order: u32,
    pub(crate) rep: u32,
    pub(crate) status: String,
    pub(crate) date: String,
}

/// OE-Product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderEntry, name = "Product", raw, partition("OE-PRODUCT", product), sort("PRODUCT", product))]
#[index(on = Gsi1, view = ProductsByProduct, raw, partition("PRODUCT", product), sort("STOCK"))]
pub(crate) struct Product {
    pub(crate) product: u32,
    pub(crate) stock: u32,
}

/// What GSI-1 contains about a product: its order items and its inventory.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "AboutProduct", on = Gsi1, raw, partition("PRODUCT", product: u32))]
pub(crate) enum AboutProduct {
    Item(OrderItem),
    Product(Product),
}
