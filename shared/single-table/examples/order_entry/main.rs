//! AWS's "Example of modeling relational data in DynamoDB" in one table: the entities of human resources and order entry as an
//! adjacency list, with an overloaded index and a write-sharded index. Run it with:
//!
//! `cargo run -p single-table --example order_entry`

#![allow(clippy::struct_field_names, reason = "an id has the name of the entity that it identifies")]

mod data;
#[path = "../../tests/engine/mod.rs"]
mod engine;
mod hr;
mod oe;
mod patterns;
mod table;
mod values;

use std::fmt::Display;

use oe::ProductLine;
use patterns::OrderEntry;
use single_table::Error;
use single_table::capacity::shards_for;

/// An access pattern's name, with the items that it found.
type Line = (&'static str, String);

fn list<T, D: Display>(found: &[T], of: impl Fn(&T) -> D) -> String {
    found.iter().map(|found| of(found).to_string()).collect::<Vec<_>>().join(" ")
}

async fn report(entry: &OrderEntry) -> Result<Vec<Line>, Error> {
    let (from, to) = (&"2026-02-01".into(), &"2026-02-28".into());
    let (e1, p1, w1) = (&"E1".into(), &"P1".into(), &"W1".into());
    let employee = entry.employee(e1).await?;
    let job = entry.current_job(e1).await?;
    let lines = entry.product_lines(p1).await?;
    let lot = entry.inventory(p1, w1).await?;
    let line = |line: &ProductLine| match line {
        ProductLine::Ordered(item) => item.order.to_string(),
        ProductLine::Stored(lot) => lot.warehouse.to_string(),
    };
    Ok(vec![
        ("1 employee by id", list(employee.as_slice(), |employee| employee.name.clone())),
        ("2 employees by name", list(&entry.employees_by_name("Ann").await?, |found| found.employee.clone())),
        ("3 current job", list(job.as_slice(), |job| job.title.clone())),
        (
            "4 orders of a customer by date",
            list(&entry.orders_by_customer(&"C1".into(), from, to).await?, |order| order.order.clone()),
        ),
        ("5 open orders by date", list(&entry.open_orders(from, to).await?, |order| order.order.clone())),
        (
            "6 employees hired lately",
            list(&entry.hired_after(&"2026-01-01".into()).await?, |found| found.employee.clone()),
        ),
        ("7 employees of a warehouse", list(&entry.employees_of(w1).await?, |found| found.employee.clone())),
        ("8 order items and inventories of a product", list(&lines, line)),
        (
            "9 customers of an account rep",
            list(&entry.customers_of(e1).await?, |customer| customer.customer.clone()),
        ),
        (
            "10 orders of an account rep by date",
            list(&entry.orders_by_account_rep(e1, from, to).await?, |order| order.order.clone()),
        ),
        (
            "11 employees with a title",
            list(&entry.employees_with_title("Clerk").await?, |found| found.employee.clone()),
        ),
        ("12 inventory of a product in a warehouse", list(lot.as_slice(), |lot| lot.quantity)),
        ("13 total inventory of a product", entry.total_inventory(p1).await?.to_string()),
        (
            "14 account reps by total of a quarter",
            list(&entry.ranking(&"2026-Q1".into()).await?, |total| total.account_rep.clone()),
        ),
    ])
}

async fn stocked() -> Result<OrderEntry, Error> {
    let (_, store, _) = engine::table().await;
    let entry = OrderEntry { store };
    entry.stock().await?;
    Ok(entry)
}

#[tokio::main]
#[expect(clippy::print_stdout, reason = "an example prints its results")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // 20 percent of 3 million orders are open, with 250 bytes each. The index has a few more shards than the result.
    println!("shards needed: {}", shards_for(600_000, 250)?);
    for (pattern, found) in report(&stocked().await?).await? {
        println!("{pattern}: {found}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::oe::OrdersByStatus;
    use super::{report, shards_for, stocked};
    use single_table::view::ShardedView as _;

    #[tokio::test]
    async fn every_access_pattern_finds_the_expected_items() {
        let found = report(&stocked().await.unwrap()).await.unwrap();
        let found: Vec<&str> = found.iter().map(|(_, found)| found.as_str()).collect();
        let expected = [
            "Ann",
            "E1 E2",
            "Manager",
            "O2 O3",
            "O2 O4",
            "E10",
            "E10",
            "W1 W10 O1 O3",
            "C1 C2",
            "O5 O2 O3",
            "E2 E10",
            "5",
            "12",
            "E10 E2 E1",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn the_index_has_as_many_shards_as_the_formula_asks_for() {
        let needed = shards_for(600_000, 250).unwrap();
        assert_eq!(needed, 13);
        assert!(u64::from(OrdersByStatus::SHARDS) >= needed);
    }
}
