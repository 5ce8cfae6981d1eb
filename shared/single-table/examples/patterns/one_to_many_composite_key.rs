//! One-to-many in an item collection: the parent and its children share a partition.
//!
//! This is the most common pattern, so try it first. One query returns the parent with its children, you can also read the
//! parent or the children alone, and the number of children is not limited.

use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, Store, table};

use crate::support;

table! {
    /// Customers and their orders.
    struct ShopTable { key: (pk, sk), entities: [Customer, Order] }
}

/// A customer, which is one item of the collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Customer", collection = "Customer", partition(customer), sort())]
struct Customer {
    customer: String,
    name: String,
}

/// An order of a customer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", collection = "Customer", partition(customer), sort(number))]
struct Order {
    customer: String,
    number: u32,
}

/// An item of a customer's collection: the customer or one of their orders.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "Customer", partition(customer: String))]
enum CustomerItem {
    Customer(Customer),
    Order(Order),
}

async fn customer_with_orders(store: &Store<ShopTable>, customer: &str) -> support::Result<Vec<CustomerItem>> {
    Ok(store.all(CustomerItem::query(customer.to_owned())).await?)
}

async fn customer(store: &Store<ShopTable>, customer: &str) -> support::Result<Option<Customer>> {
    Ok(store.get(&CustomerKey { customer: customer.to_owned() }).await?)
}

async fn order(store: &Store<ShopTable>, customer: &str, number: u32) -> support::Result<Option<Order>> {
    Ok(store.get(&OrderKey { customer: customer.to_owned(), number }).await?)
}

async fn latest_orders(store: &Store<ShopTable>, customer: &str, most: u32) -> support::Result<Vec<Order>> {
    Ok(store.page(OrderItems::query(customer.to_owned()).descending().limit(most)).await?.items)
}

async fn stocked() -> support::Result<Store<ShopTable>> {
    let store = support::table().await;
    let customer = |id: &str, name: &str| Customer { customer: id.to_owned(), name: name.to_owned() };
    support::put_all(&store, [customer("7", "Ann"), customer("71", "Bob")]).await?;
    // As plain text, 10 would sort before 2.
    let orders = [("7", 2), ("7", 10), ("71", 3)];
    let orders = orders.map(|(customer, number)| Order { customer: customer.to_owned(), number });
    support::put_all(&store, orders).await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let store = stocked().await?;
    let items = support::listed(customer_with_orders(&store, "7").await?, |item| match item {
        CustomerItem::Customer(customer) => customer.name,
        CustomerItem::Order(order) => format!("order {}", order.number),
    });
    let name = customer(&store, "71").await?.ok_or("customer 71 is not there")?.name;
    let latest = support::listed(latest_orders(&store, "7", 1).await?, |order| order.number.to_string());
    let other = order(&store, "7", 3).await?.is_some();
    Ok(format!("{items}; latest {latest}; customer 71 is {name}; customer 7 has an order 3: {other}"))
}

#[tokio::test]
async fn one_query_reads_a_customer_with_orders_and_each_entity_can_be_read_alone() {
    let alone = "latest 10; customer 71 is Bob; customer 7 has an order 3: false";
    assert_eq!(run().await.unwrap(), format!("Ann, order 2, order 10; {alone}"));
}
