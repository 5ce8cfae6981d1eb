//! Sample data. For each access pattern, it contains items that a wrong query would find or miss.

use single_table::{BatchWrite, Error, Store};

use super::model::{
    Confidential, Customer, Department, Employee, EmployeeJob, EmployeeWarehouse, JobHistory, Order,
    OrderEntry, OrderItem, OrderRep, Product, Quarter, Quota, Total,
};

pub(crate) async fn stock(store: &Store<OrderEntry>) -> Result<(), Error> {
    store.batch_write(orders(people(BatchWrite::new()))).await?.complete()?;
    Ok(())
}

fn people(batch: BatchWrite<OrderEntry>) -> BatchWrite<OrderEntry> {
    let text = str::to_owned;
    let quarter = Quarter { year: 2026, quarter: 1 };
    // Two employees share a name, and as plain text, a total of 900 would sort after one of 10,000.
    let batch = [
        (1, "Ann Lee", "2019-05-01", 900),
        (2, "Ann Lee", "2026-01-01", 2_500),
        (10, "Bob", "2026-02-01", 10_000),
    ]
    .into_iter()
    .fold(batch, |batch, (employee, name, hired, total)| {
        batch
            .put(&Employee { employee, name: text(name), email: format!("{employee}@example.com") })
            .put(&Confidential { employee, hired: text(hired), salary: 50_000 })
            .put(&Quota { employee, quarter, total: Total(total) })
    });
    let job = |from, department| JobHistory { employee: 1, from: text(from), department: text(department) };
    batch
        .put(&Quota { employee: 2, quarter: Quarter { quarter: 2, ..quarter }, total: Total(99_999) })
        .put(&job("2019-05-01", "Sales"))
        .put(&job("2023-01-01", "IT"))
        .put(&EmployeeJob { employee: 1, job: 1, name: text("Ann Lee") })
        .put(&EmployeeJob { employee: 10, job: 1, name: text("Bob") })
        .put(&EmployeeJob { employee: 2, job: 10, name: text("Ann Lee") })
        .put(&EmployeeWarehouse { employee: 10, warehouse: 1, name: text("Bob") })
        .put(&EmployeeWarehouse { employee: 2, warehouse: 10, name: text("Ann Lee") })
        .put(&Department { department: 4, name: text("IT") })
}

fn orders(batch: BatchWrite<OrderEntry>) -> BatchWrite<OrderEntry> {
    let text = str::to_owned;
    let batch = [
        (1, 1, 1, "OPEN", "2026-01-31"),
        (2, 1, 1, "OPEN", "2026-02-01"),
        (3, 1, 1, "DONE", "2026-02-15"),
        (4, 10, 10, "OPEN", "2026-02-10"),
        (5, 2, 1, "OPEN", "2026-03-01"),
    ]
    .into_iter()
    .fold(batch, |batch, (order, customer, rep, status, date)| {
        batch.put(&Order { order, customer, status: text(status), date: text(date) }).put(&OrderRep {
            order,
            rep,
            status: text(status),
            date: text(date),
        })
    });
    batch
        .put(&Customer { customer: 1, rep: 1, name: text("Shop") })
        .put(&Customer { customer: 10, rep: 10, name: text("Store") })
        .put(&Customer { customer: 2, rep: 1, name: text("Stall") })
        .put(&OrderItem { order: 1, product: 1, quantity: 2 })
        .put(&OrderItem { order: 2, product: 10, quantity: 2 })
        .put(&OrderItem { order: 3, product: 1, quantity: 2 })
        .put(&Product { product: 1, stock: 12 })
        .put(&Product { product: 10, stock: 100 })
}
