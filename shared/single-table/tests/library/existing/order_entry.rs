//! The 14 access patterns of AWS's order-entry example, with the keys of its page.

use single_table::query::Range;
use single_table::{Backfill, Entity as _, Schema, Store, decode, encode};

use crate::engine;
use crate::existing::order_entry_model::*;
use crate::raw::{item, keys, n, s, write};
use crate::written::put_all;

fn order(order: u32, customer: u32, status: &str, date: &str) -> Order {
    Order { order, customer, status: status.to_owned(), date: date.to_owned() }
}

fn employee(number: u32, name: &str) -> Employee {
    Employee { employee: number, name: name.to_owned(), email: format!("{number}@example.com") }
}

async fn filled() -> (aws_sdk_dynamodb::Client, Store<OrderEntry>, String) {
    let (client, store, name) = engine::table::<OrderEntry>().await;
    put_all(&store, [employee(1, "Ann Lee"), employee(2, "Bo")]).await;
    let hired = |employee, hired: &str| Confidential { employee, hired: hired.to_owned(), salary: 7 };
    put_all(&store, [hired(1, "2020-05-01"), hired(2, "2026-02-01")]).await;
    let job = |from: &str| JobHistory { employee: 1, from: from.to_owned(), department: "IT".to_owned() };
    put_all(&store, [job("2020-05-01"), job("2024-01-01")]).await;
    let (name_1, name_2) = ("Ann Lee".to_owned(), "Bo".to_owned());
    put_all(&store, [EmployeeJob { employee: 1, job: 1, name: name_1.clone() }]).await;
    put_all(&store, [EmployeeJob { employee: 2, job: 1, name: name_2 }]).await;
    put_all(&store, [EmployeeWarehouse { employee: 1, warehouse: 1, name: name_1 }]).await;
    let quarter = Quarter { year: 2026, quarter: 1 };
    let quota = |employee, total| Quota { employee, quarter, total: Total(total) };
    put_all(&store, [quota(1, 900), quota(2, 10_000)]).await;
    put_all(&store, [Customer { customer: 1, rep: 1, name: "Ink".to_owned() }]).await;
    put_all(&store, [Department { department: 4, name: "IT".to_owned() }]).await;
    put_all(&store, [Product { product: 1, stock: 12 }]).await;
    let orders = [
        order(1, 1, "OPEN", "2026-01-05"),
        order(2, 1, "OPEN", "2026-02-05"),
        order(3, 1, "DONE", "2026-01-07"),
        order(4, 2, "OPEN", "2026-01-31"),
    ];
    put_all(&store, orders).await;
    put_all(&store, [OrderItem { order: 1, product: 1, quantity: 3 }]).await;
    let rep =
        |order, date: &str| OrderRep { order, rep: 1, status: "OPEN".to_owned(), date: date.to_owned() };
    put_all(&store, [rep(1, "2026-01-05"), rep(2, "2026-02-05")]).await;
    (client, store, name)
}

#[tokio::test]
async fn items_have_exactly_the_keys_of_the_page() {
    let (client, _, name) = filled().await;
    let found = keys(&client, &name, ["PK", "SK", "Data"]).await;
    let expected = [
        ["HR-DEPARTMENT4", "HR-DEPARTMENT4", "-"],
        ["HR-EMPLOYEE-1", "2026-Q1", "000000000900"],
        ["HR-EMPLOYEE-1", "Ann Lee", "1@example.com"],
        ["HR-EMPLOYEE-1", "HR-CONFIDENTIAL", "2020-05-01"],
        ["HR-EMPLOYEE-1", "JH2020-05-01", "-"],
        ["HR-EMPLOYEE-1", "JH2024-01-01", "-"],
        ["HR-EMPLOYEE-1", "JOBTITLE1", "Ann Lee"],
        ["HR-EMPLOYEE-1", "WAREHOUSE1", "Ann Lee"],
        ["HR-EMPLOYEE-2", "2026-Q1", "000000010000"],
        ["HR-EMPLOYEE-2", "Bo", "2@example.com"],
        ["HR-EMPLOYEE-2", "HR-CONFIDENTIAL", "2026-02-01"],
        ["HR-EMPLOYEE-2", "JOBTITLE1", "Bo"],
        ["OE-CUSTOMER1", "ACCOUNT-REP1", "CUSTOMER1"],
        ["OE-ORDER1", "ACCOUNT-REP1", "OPEN-2026-01-05"],
        ["OE-ORDER1", "CUSTOMER1", "OPEN-2026-01-05"],
        ["OE-ORDER1", "PRODUCT1", "ORDER1"],
        ["OE-ORDER2", "ACCOUNT-REP1", "OPEN-2026-02-05"],
        ["OE-ORDER2", "CUSTOMER1", "OPEN-2026-02-05"],
        ["OE-ORDER3", "CUSTOMER1", "DONE-2026-01-07"],
        ["OE-ORDER4", "CUSTOMER2", "OPEN-2026-01-31"],
        ["OE-PRODUCT1", "PRODUCT1", "STOCK"],
    ];
    assert_eq!(found, expected);
}

#[tokio::test]
async fn the_patterns_of_employees_find_their_items() {
    let (_, store, _) = filled().await;
    // 1 and 2: an employee by id and by name.
    assert_eq!(
        store.all(EmployeeItems::query(1).equals(&("Ann Lee",))).await.unwrap(),
        [employee(1, "Ann Lee")]
    );
    assert_eq!(store.all(EmployeesByName::query("Bo".to_owned())).await.unwrap(), [employee(2, "Bo")]);
    // 3: the jobs of an employee, the current one first.
    let jobs = store.all(JobHistoryItems::query(1).descending()).await.unwrap();
    assert_eq!(jobs.iter().map(|job| job.from.as_str()).collect::<Vec<_>>(), ["2024-01-01", "2020-05-01"]);
    let jobs = store.all(JobHistoryItems::query(1).begins_with_text(&(), "2024")).await.unwrap();
    assert_eq!(jobs.len(), 1);
    // The query drops the other items of the partition.
    assert_eq!(store.all(EmployeeItems::query(1)).await.unwrap(), [employee(1, "Ann Lee")]);
    assert_eq!(store.all(QuotaItems::query(1)).await.unwrap().len(), 1);
    assert_eq!(store.count(EmployeeItems::query(1)).await.unwrap(), 1);
    assert_eq!(store.count(EmployeeItems::scan()).await.unwrap(), 2);
    // 6: recently hired employees.
    let recent = Range::GreaterThan("2020-05-01");
    let found = store.all(EmployeesByHireDate::query().range(&(), &recent)).await.unwrap();
    assert_eq!(found.iter().map(|one| one.employee).collect::<Vec<_>>(), [2]);
    // 7 and 11: by warehouse and by job title.
    assert_eq!(store.all(EmployeesByWarehouse::query(1)).await.unwrap().len(), 1);
    assert_eq!(store.all(EmployeesByJob::query(1)).await.unwrap().len(), 2);
    // 14: account representatives by their totals, the highest first.
    let quarter = Quarter { year: 2026, quarter: 1 };
    let found = store.all(QuotasByQuarter::query(quarter).descending()).await.unwrap();
    assert_eq!(found.iter().map(|quota| quota.total.0).collect::<Vec<_>>(), [10_000, 900]);
    let large = Range::AtLeast(Total(1_000));
    assert_eq!(store.all(QuotasByQuarter::query(quarter).range(&(), &large)).await.unwrap().len(), 1);
}

#[tokio::test]
async fn the_patterns_of_orders_find_their_items() {
    let (_, store, _) = filled().await;
    let january = || Range::Between("2026-01-01", "2026-01-31");
    let numbers = |orders: Vec<Order>| orders.iter().map(|order| order.order).collect::<Vec<_>>();
    // 4: the orders of a customer in a date range, for one status.
    let query = OrdersByCustomer::query(1).range(&("OPEN",), &january());
    assert_eq!(numbers(store.all(query).await.unwrap()), [1]);
    assert_eq!(numbers(store.all(OrdersByCustomer::query(1).begins_with(&("OPEN",))).await.unwrap()), [1, 2]);
    // 5: the open orders of all customers in a date range.
    let query = OrdersByStatus::query().range(&("OPEN",), &january());
    assert_eq!(numbers(store.all(query).await.unwrap()), [1, 4]);
    // 8: order items and stock of a product.
    assert_eq!(store.all(AboutProduct::query(1)).await.unwrap().len(), 2);
    assert_eq!(store.all(OrderItemsByProduct::query(1)).await.unwrap().len(), 1);
    // 9 and 10: the customers and the orders of an account representative, in one partition of GSI-1.
    assert_eq!(store.all(CustomersByRep::query(1)).await.unwrap().len(), 1);
    let reps = store.all(OrdersByRep::query(1).range(&("OPEN",), &january())).await.unwrap();
    assert_eq!(reps.len(), 1);
    assert_eq!(store.all(OrdersByRep::query(1)).await.unwrap().len(), 2);
    // 12 and 13: the inventory of a product.
    let key = Product { product: 1, stock: 0 }.key();
    assert_eq!(store.get(&key).await.unwrap().unwrap().stock, 12);
    assert_eq!(store.all(WholeOrder::query(1)).await.unwrap().len(), 3);
}

#[tokio::test]
async fn every_range_ends_where_its_status_ends() {
    let (_, store, _) = filled().await;
    let found = |range: Range<&'static str>| {
        let store = store.clone();
        async move {
            let query = OrdersByCustomer::query(1).range(&("OPEN",), &range);
            let orders = store.all(query).await.unwrap();
            orders.iter().map(|order| order.order).collect::<Vec<_>>()
        }
    };
    assert_eq!(found(Range::AtLeast("2026-02-05")).await, [2]);
    assert_eq!(found(Range::GreaterThan("2026-01-05")).await, [2]);
    assert_eq!(found(Range::AtMost("2026-01-05")).await, [1]);
    assert_eq!(found(Range::LessThan("2026-02-05")).await, [1]);
    assert_eq!(found(Range::AtLeast("")).await, [1, 2]);
    assert_eq!(found(Range::LessThan("2026-01-05")).await, [0; 0]);
}

#[tokio::test]
async fn a_condition_that_no_raw_key_can_meet_is_refused() {
    let (_, store, _) = filled().await;
    let query = OrdersByCustomer::query(1).range(&(), &Range::AtLeast("OPEN"));
    let error = store.all(query).await.unwrap_err().to_string();
    assert!(error.contains("a range needs the last value of a raw key"), "{error}");
    let query = OrdersByCustomer::query(1).begins_with_text(&(), "OPEN-2");
    let error = store.all(query).await.unwrap_err().to_string();
    assert!(error.contains("no value begins with \"OPEN-2\""), "{error}");
}

#[tokio::test]
async fn pages_of_all_shards_go_on_from_their_text() {
    let (_, store, _) = filled().await;
    let query = || OrdersByStatus::query().begins_with(&("OPEN",)).limit(2);
    let first = store.page(query()).await.unwrap();
    let text = first.next.unwrap().to_text().unwrap();
    let next = single_table::query::ShardedOffset::from_text(&text).unwrap();
    let second = store.page(query().after(Some(next))).await.unwrap();
    let numbers: Vec<u32> = first.items.iter().chain(&second.items).map(|order| order.order).collect();
    assert_eq!(numbers, [1, 4, 2]);
}

#[tokio::test]
async fn an_order_of_another_program_is_read_from_its_keys_alone() {
    let (client, store, name) = engine::table::<OrderEntry>().await;
    let keys = [("PK", s("OE-ORDER9")), ("SK", s("CUSTOMER1")), ("Data", s("OPEN-2026-01-05"))];
    let [partition, sort, data] = keys;
    write(&client, &name, [partition, sort, data, ("GSI-2 PK", n(14))]).await;
    let expected = order(9, 1, "OPEN", "2026-01-05");
    assert_eq!(store.get(&expected.key()).await.unwrap(), Some(expected.clone()));
    assert_eq!(store.all(OrdersByStatus::query()).await.unwrap(), [expected]);
    // A backfill leaves the item in its shard.
    let progress = single_table::backfill::BackfillProgress::new(std::num::NonZeroU16::MIN);
    let counts = store.backfill(Backfill::<Order>::new(), progress).finish().await.unwrap();
    assert_eq!((counts.scanned, counts.changed), (1, 0));
}

#[test]
fn a_name_that_is_the_key_of_another_item_is_refused() {
    let error = encode(&employee(1, "WAREHOUSE1")).unwrap_err().to_string();
    assert!(error.contains("the value \"WAREHOUSE1\" of `name` begins with \"WAREHOUSE\""), "{error}");
    assert!(encode(&employee(1, "Warehouse 1")).is_ok());
}

#[test]
fn a_key_that_says_one_value_in_two_ways_is_refused() {
    let key = <DepartmentKey as single_table::Key>::parse("HR-DEPARTMENT4", "HR-DEPARTMENT4").unwrap();
    assert_eq!(key.department, 4);
    let error = <DepartmentKey as single_table::Key>::parse("HR-DEPARTMENT4", "HR-DEPARTMENT5")
        .unwrap_err()
        .to_string();
    assert!(error.contains("have different values for one component"), "{error}");
    let torn = item([("PK", s("HR-DEPARTMENT4")), ("SK", s("HR-DEPARTMENT5")), ("name", s("IT"))]);
    assert!(decode::<Department>(torn).is_err());
}

#[tokio::test]
async fn the_schema_is_that_of_the_page() {
    let (client, _, name) = engine::table::<OrderEntry>().await;
    assert_eq!(Schema::of::<OrderEntry>().check(&client, &name).await.unwrap(), []);
}
