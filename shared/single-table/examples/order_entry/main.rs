//! AWS's "Example of modeling relational data in DynamoDB", with exactly the keys of that page: employees and
//! orders in one table, with an overloaded index and a write-sharded index. Run it with:
//!
//! `cargo run -p single-table --example order_entry`

mod data;
#[path = "../../tests/engine/mod.rs"]
mod engine;
mod model;

use single_table::capacity::shards_for;
use single_table::query::Range;
use single_table::{Error, Store};

use model::{
    AboutProduct, CustomersByRep, EmployeeItems, EmployeesByHireDate, EmployeesByJob, EmployeesByName,
    EmployeesByWarehouse, JobHistoryItems, OrderEntry, OrdersByCustomer, OrdersByRep, OrdersByStatus,
    ProductKey, Quarter, QuotasByQuarter,
};

fn list<T>(pattern: &str, found: &[T], of: impl Fn(&T) -> String) -> String {
    let found: Vec<String> = found.iter().map(of).collect();
    format!("{pattern}: {}", found.join(", "))
}

/// Runs the patterns in the order of AWS's page. Each comment has the page's index and key condition.
async fn report(store: &Store<OrderEntry>) -> Result<Vec<String>, Error> {
    let february = Range::Between("2026-02-01", "2026-02-28");
    let mut lines = Vec::new();

    // The table, PK = "HR-EMPLOYEE-1".
    let found = store.all(EmployeeItems::query(1)).await?;
    lines.push(list("1 employee by id", &found, |employee| employee.email.clone()));
    // GSI-1, PK = the name.
    let found = store.all(EmployeesByName::query("Ann Lee".to_owned())).await?;
    lines.push(list("2 employees by name", &found, |employee| employee.email.clone()));
    // The table, PK = "HR-EMPLOYEE-1", SK starts with "JH".
    let found = store.page(JobHistoryItems::query(1).descending().limit(1)).await?.items;
    lines.push(list("3 current job", &found, |job| job.department.clone()));
    // GSI-1, PK = "CUSTOMER1", SK = "STATUS-DATE", for each status.
    let mut found = Vec::new();
    for status in ["DONE", "OPEN"] {
        found.extend(store.all(OrdersByCustomer::query(1).range(&(status,), &february)).await?);
    }
    lines.push(list("4 orders of a customer by date", &found, |order| order.order.to_string()));
    // GSI-2, all shards in parallel, SK between "OPEN-2026-02-01" and "OPEN-2026-02-28".
    let found = store.all(OrdersByStatus::query().range(&("OPEN",), &february)).await?;
    lines.push(list("5 open orders by date", &found, |order| order.order.to_string()));
    // GSI-1, PK = "HR-CONFIDENTIAL", SK > the date.
    let hired = Range::GreaterThan("2026-01-01");
    let found = store.all(EmployeesByHireDate::query().range(&(), &hired)).await?;
    lines.push(list("6 employees hired lately", &found, |employee| employee.employee.to_string()));
    // GSI-1, PK = "WAREHOUSE1".
    let found = store.all(EmployeesByWarehouse::query(1)).await?;
    lines.push(list("7 employees of a warehouse", &found, |employee| employee.name.clone()));
    // GSI-1, PK = "PRODUCT1".
    let found = store.all(AboutProduct::query(1)).await?;
    lines.push(list("8 order items and inventory of a product", &found, |item| match item {
        AboutProduct::Item(item) => format!("{} in order {}", item.quantity, item.order),
        AboutProduct::Product(product) => format!("{} in stock", product.stock),
    }));
    // GSI-1, PK = "ACCOUNT-REP1".
    let found = store.all(CustomersByRep::query(1)).await?;
    lines.push(list("9 customers of an account rep", &found, |customer| customer.name.clone()));
    // GSI-1, PK = "ACCOUNT-REP1", SK = "STATUS-DATE", for each status.
    let mut found = Vec::new();
    for status in ["DONE", "OPEN"] {
        found.extend(store.all(OrdersByRep::query(1).range(&(status,), &february)).await?);
    }
    lines.push(list("10 orders of an account rep by date", &found, |order| order.order.to_string()));
    // GSI-1, PK = "JOBTITLE1".
    let found = store.all(EmployeesByJob::query(1)).await?;
    lines.push(list("11 employees with a job title", &found, |employee| employee.name.clone()));
    // The table, PK = "OE-PRODUCT1", SK = "PRODUCT1". The page has the same key for patterns 12 and 13.
    let found = store.get(&ProductKey { product: 1 }).await?;
    lines.push(list("12 and 13 inventory of a product", found.as_slice(), |product| {
        product.stock.to_string()
    }));
    // GSI-1, PK = "2026-Q1", descending.
    let found = store.all(QuotasByQuarter::query(Quarter { year: 2026, quarter: 1 }).descending()).await?;
    lines.push(list("14 account reps by total of a quarter", &found, |quota| quota.employee.to_string()));
    Ok(lines)
}

async fn stocked() -> Result<Store<OrderEntry>, Error> {
    let (_, store, _) = engine::table().await;
    data::stock(&store).await?;
    Ok(store)
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "an example prints its results")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // 20 percent of 3 million orders are open, with 250 bytes each. The index has a few more shards than the result.
    println!("shards needed: {}", shards_for(600_000, 250)?);
    for line in report(&stocked().await?).await? {
        println!("{line}");
    }
    Ok(())
}

#[tokio::test]
async fn every_access_pattern_finds_the_expected_items() {
    let expected = [
        "1 employee by id: 1@example.com",
        "2 employees by name: 1@example.com, 2@example.com",
        "3 current job: IT",
        "4 orders of a customer by date: 3, 2",
        "5 open orders by date: 2, 4",
        "6 employees hired lately: 10",
        "7 employees of a warehouse: Bob",
        "8 order items and inventory of a product: 2 in order 1, 2 in order 3, 12 in stock",
        "9 customers of an account rep: Shop, Stall",
        "10 orders of an account rep by date: 3, 2",
        "11 employees with a job title: Ann Lee, Bob",
        "12 and 13 inventory of a product: 12",
        "14 account reps by total of a quarter: 10, 2, 1",
    ];
    assert_eq!(report(&stocked().await.unwrap()).await.unwrap(), expected);
}

#[test]
fn the_index_has_as_many_shards_as_the_formula_asks_for() {
    let needed = shards_for(600_000, 250).unwrap();
    assert_eq!(needed, 13);
    assert!(u64::from(<OrdersByStatus as single_table::view::ShardedView>::SHARDS) >= needed);
}
