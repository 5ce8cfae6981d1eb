//! The keys of AWS's order-entry example, whose access patterns `examples/order_entry` tests.

#[path = "../../../examples/order_entry/data.rs"]
mod data;
#[path = "../../../examples/order_entry/model.rs"]
mod model;

use single_table::query::Range;
use single_table::{Backfill, Entity as _, Store, decode, encode};

use crate::engine;
use crate::raw::{item, keys, n, s, write};
use model::*;

async fn filled() -> (aws_sdk_dynamodb::Client, Store<OrderEntry>, String) {
    let (client, store, name) = engine::table::<OrderEntry>().await;
    data::stock(&store).await.expect("the engine takes the sample data");
    (client, store, name)
}

#[tokio::test]
async fn items_have_exactly_the_keys_of_the_page() {
    let (client, _, name) = filled().await;
    let mut found = keys(&client, &name, ["PK", "SK", "Data"]).await;
    let partitions =
        ["HR-DEPARTMENT4", "HR-EMPLOYEE-1", "HR-EMPLOYEE-10", "OE-CUSTOMER1", "OE-ORDER1", "OE-PRODUCT1"];
    found.retain(|key| partitions.contains(&key[0].as_str()));
    let expected = [
        ["HR-DEPARTMENT4", "HR-DEPARTMENT4", "-"],
        ["HR-EMPLOYEE-1", "2026-Q1", "000000000900"],
        ["HR-EMPLOYEE-1", "Ann Lee", "1@example.com"],
        ["HR-EMPLOYEE-1", "HR-CONFIDENTIAL", "2019-05-01"],
        ["HR-EMPLOYEE-1", "JH2019-05-01", "-"],
        ["HR-EMPLOYEE-1", "JH2023-01-01", "-"],
        ["HR-EMPLOYEE-1", "JOBTITLE1", "Ann Lee"],
        ["HR-EMPLOYEE-10", "2026-Q1", "000000010000"],
        ["HR-EMPLOYEE-10", "Bob", "10@example.com"],
        ["HR-EMPLOYEE-10", "HR-CONFIDENTIAL", "2026-02-01"],
        ["HR-EMPLOYEE-10", "JOBTITLE1", "Bob"],
        ["HR-EMPLOYEE-10", "WAREHOUSE1", "Bob"],
        ["OE-CUSTOMER1", "ACCOUNT-REP1", "CUSTOMER1"],
        ["OE-ORDER1", "ACCOUNT-REP1", "OPEN-2026-01-31"],
        ["OE-ORDER1", "CUSTOMER1", "OPEN-2026-01-31"],
        ["OE-ORDER1", "PRODUCT1", "ORDER1"],
        ["OE-PRODUCT1", "PRODUCT1", "STOCK"],
    ];
    assert_eq!(found, expected);
}

#[tokio::test]
async fn a_query_and_a_count_leave_the_other_items_of_a_partition_out() {
    let (_, store, _) = filled().await;
    assert_eq!(store.all(EmployeeItems::query(1).equals(&("Ann Lee",))).await.unwrap().len(), 1);
    assert_eq!(store.all(JobHistoryItems::query(1).begins_with_text(&(), "2023")).await.unwrap().len(), 1);
    assert_eq!(store.all(QuotaItems::query(1)).await.unwrap().len(), 1);
    assert_eq!(store.count(EmployeeItems::query(1)).await.unwrap(), 1);
    assert_eq!(store.all(EmployeeItems::scan()).await.unwrap().len(), 3);
    assert_eq!(store.count(EmployeeItems::scan()).await.unwrap(), 3);
    assert_eq!(store.all(AboutProduct::scan()).await.unwrap().len(), 5);
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
    assert_eq!(found(Range::AtLeast("2026-02-01")).await, [2]);
    assert_eq!(found(Range::GreaterThan("2026-01-31")).await, [2]);
    assert_eq!(found(Range::AtMost("2026-01-31")).await, [1]);
    assert_eq!(found(Range::LessThan("2026-02-01")).await, [1]);
    assert_eq!(found(Range::AtLeast("")).await, [1, 2]);
    assert_eq!(found(Range::LessThan("2026-01-31")).await, [0; 0]);
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
    assert_eq!(numbers, [1, 2, 4, 5]);
}

#[tokio::test]
async fn an_order_of_another_program_is_read_from_its_keys_alone() {
    let (client, store, name) = engine::table::<OrderEntry>().await;
    let keys =
        [("PK", s("OE-ORDER9")), ("SK", s("CUSTOMER1")), ("Data", s("OPEN-2026-01-05")), ("GSI-2 PK", n(14))];
    write(&client, &name, keys).await;
    let (status, date) = ("OPEN".to_owned(), "2026-01-05".to_owned());
    let expected = Order { order: 9, customer: 1, status, date };
    assert_eq!(store.get(&expected.key()).await.unwrap(), Some(expected.clone()));
    assert_eq!(store.all(OrdersByStatus::query()).await.unwrap(), [expected]);
    // A backfill leaves the item in its shard.
    let progress = single_table::backfill::BackfillProgress::new(std::num::NonZeroU16::MIN);
    let counts = store.backfill(Backfill::<Order>::new(), progress).finish().await.unwrap();
    assert_eq!((counts.scanned, counts.changed), (1, 0));
}

#[test]
fn a_name_that_is_the_key_of_another_item_is_refused() {
    let named =
        |name: &str| encode(&Employee { employee: 1, name: name.to_owned(), email: "a@b".to_owned() });
    let error = named("WAREHOUSE1").unwrap_err().to_string();
    assert!(error.contains("the value \"WAREHOUSE1\" of `name` begins with \"WAREHOUSE\""), "{error}");
    assert!(named("Warehouse 1").is_ok());
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
