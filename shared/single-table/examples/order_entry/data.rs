//! Sample data. For each access pattern, it contains items that a wrong query would find or miss.

use single_table::{BatchWrite, Error};

use crate::hr::{
    Country, Department, Employee, HrConfidential, Job, JobHistory, Location, Region, Workplace,
};
use crate::oe::{Customer, Inventory, Order, OrderItem, OrderSale, Product, SalesTotal, Warehouse};
use crate::patterns::OrderEntry;
use crate::table::OrderEntryTable;
use crate::values::Status;

type Batch = BatchWrite<OrderEntryTable>;

impl OrderEntry {
    pub(crate) async fn stock(&self) -> Result<(), Error> {
        let batch = orders(people(places(Batch::new())));
        self.store.batch_write(batch).await?.complete()?;
        Ok(())
    }
}

fn places(batch: Batch) -> Batch {
    batch
        .put(Region { region: "R1".to_owned(), name: "Europe".to_owned() })
        .put(Country { country: "DE".to_owned(), name: "Germany".to_owned() })
        .put(Location { location: "L1".to_owned(), country: "DE".to_owned(), city: "Bonn".to_owned() })
        .put(Job { job: "J1".to_owned(), title: "Clerk".to_owned() })
        .put(Department { department: "D1".to_owned(), name: "Sales".to_owned() })
        .put(Warehouse { warehouse: "W1".into(), region: "Europe".to_owned() })
        .put(Warehouse { warehouse: "W10".into(), region: "Europe".to_owned() })
}

fn people(batch: Batch) -> Batch {
    // Two employees share a name, and the id `E1` is a prefix of `E10`.
    let batch = [("E1", "Ann", "2019-05-01"), ("E10", "Bob", "2026-02-01"), ("E2", "Ann", "2026-01-01")]
        .into_iter()
        .fold(batch, |batch, (employee, name, hired)| {
            batch
                .put(Employee {
                    employee: employee.into(),
                    name: name.to_owned(),
                    email: format!("{employee}@example.com"),
                })
                .put(HrConfidential { employee: employee.into(), hired: hired.into(), salary: 50_000 })
        });
    let job = |employee: &str, from: &str, title: &str, current: bool| JobHistory {
        employee: employee.into(),
        from: from.into(),
        title: title.to_owned(),
        current_title: current.then(|| title.to_owned()),
    };
    batch
        .put(job("E1", "2019-05-01", "Clerk", false))
        .put(job("E1", "2023-01-01", "Manager", true))
        .put(job("E10", "2026-02-01", "Clerk", true))
        .put(job("E2", "2026-01-01", "Clerk", true))
        .put(Workplace { employee: "E10".into(), warehouse: "W1".into() })
        .put(Workplace { employee: "E2".into(), warehouse: "W10".into() })
}

fn orders(batch: Batch) -> Batch {
    let batch = batch
        .put(Customer { customer: "C1".into(), account_rep: "E1".into(), name: "Shop".to_owned() })
        .put(Customer { customer: "C10".into(), account_rep: "E10".into(), name: "Store".to_owned() })
        .put(Customer { customer: "C2".into(), account_rep: "E1".into(), name: "Stall".to_owned() });
    let all = [
        ("O1", "C1", "E1", Status::Open, "2026-01-31"),
        ("O2", "C1", "E1", Status::Open, "2026-02-01"),
        ("O3", "C1", "E1", Status::Shipped, "2026-02-15"),
        ("O4", "C10", "E10", Status::Open, "2026-02-10"),
        ("O5", "C2", "E1", Status::Backorder, "2026-02-28"),
        ("O6", "C2", "E1", Status::Open, "2026-03-01"),
    ];
    let batch = all.into_iter().fold(batch, |batch, (order, customer, account_rep, status, date)| {
        let (order, date) = (order.into(), date.into());
        let sale = OrderSale { order, account_rep: account_rep.into(), status, date };
        let (order, date) = (sale.order.clone(), sale.date.clone());
        batch.put(sale).put(Order { order, customer: customer.into(), status, date, cents: 1_999 })
    });
    let item =
        |order: &str, product: &str| OrderItem { order: order.into(), product: product.into(), quantity: 2 };
    let lot = |product: &str, warehouse: &str, quantity: u32| Inventory {
        product: product.into(),
        warehouse: warehouse.into(),
        location: "aisle 4".to_owned(),
        quantity,
    };
    // As plain text, 900 would sort after 10,000.
    let total = |account_rep: &str, quarter: &str, cents: u64| SalesTotal {
        account_rep: account_rep.into(),
        quarter: quarter.into(),
        cents,
    };
    batch
        .put(item("O1", "P1"))
        .put(item("O2", "P10"))
        .put(item("O3", "P1"))
        .put(Product { product: "P1".into(), name: "Lamp".to_owned() })
        .put(lot("P1", "W1", 5))
        .put(lot("P1", "W10", 7))
        .put(lot("P10", "W1", 100))
        .put(total("E1", "2026-Q1", 900))
        .put(total("E10", "2026-Q1", 10_000))
        .put(total("E2", "2026-Q1", 2_500))
        .put(total("E2", "2026-Q2", 99_999))
}
