//! Native indexes, whose keys are the items' own attributes. These tests always run on the embedded engine, because other engines
//! don't support such indexes yet.

use serde::{Deserialize, Serialize};
use single_table::query::Range;
use single_table::{Condition, Entity, Error, Put, Query, Store, Update, WriteError, table};

use crate::engine;
use crate::written::put_all;

table! {
    /// Orders and offers.
    pub struct ShopTable {
        key: (pk, sk),
        global: [
            ByState = byState native ([customer: S, state: S], [date: S, total: N]),
            ByKind = byKind native ([type: S, state: S], [date: S]),
        ],
        entities: [Odd, Offer, Order],
    }
}

/// An order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = ShopTable, name = "Order", partition(number), sort())]
#[index(on = ByState, view = OrdersByState, native, partition(buyer, state?), sort(date, total))]
#[index(on = ByKind, view = OrdersByKind, native, partition(state?), sort(date))]
struct Order {
    number: u16,
    #[serde(rename = "customer", default)]
    buyer: String,
    /// The state, which serde stores as NULL if it is absent.
    state: Option<String>,
    #[serde(default)]
    date: String,
    #[serde(default)]
    total: i32,
}

/// An offer, in the same indexes as orders.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Offer", partition(number), sort())]
#[index(on = ByState, view = OffersByState, native, partition(customer, state), sort(date, total))]
#[index(on = ByKind, view = OffersByKind, native, partition(state), sort(date))]
struct Offer {
    number: u16,
    customer: String,
    state: String,
    date: String,
    total: i32,
}

/// A text. The alias hides the type from the derive, which would refuse the field.
type Amount = String;

/// An order whose total is not stored as a number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Odd", partition(customer), sort())]
#[index(on = ByState, view = OddsByState, native, partition(customer, state), sort(date, total))]
struct Odd {
    customer: String,
    state: String,
    date: String,
    total: Amount,
}

const DATES: [&str; 4] = ["2026-01", "2026-01-31", "2026-02", "2027"];
const TOTALS: [i32; 3] = [-5, 2, 10];

fn order(number: u16, date: &str, total: i32) -> Order {
    let (buyer, state) = ("ann".to_owned(), Some("OPEN".to_owned()));
    Order { number, buyer, state, date: date.to_owned(), total }
}

fn offer(number: u16) -> Offer {
    let (customer, state, date) = ("ann".to_owned(), "OPEN".to_owned(), "2026-02".to_owned());
    Offer { number, customer, state, date, total: 3 }
}

/// All orders, in the order of the index.
fn orders() -> Vec<Order> {
    let pairs = DATES.into_iter().flat_map(|date| TOTALS.map(|total| (date, total)));
    (0..).zip(pairs).map(|(number, (date, total))| order(number, date, total)).collect()
}

async fn shop() -> Store<ShopTable> {
    let (_, store, _) = engine::table::<ShopTable>().await;
    put_all(&store, orders()).await;
    put_all(&store, (0..5).map(offer)).await;
    store
}

fn open() -> Query<OrdersByState> {
    OrdersByState::query("ann".to_owned(), "OPEN".to_owned())
}

async fn found<S>(
    store: &Store<ShopTable>,
    query: Query<OrdersByState, S>,
    holds: impl Fn(&str, i32) -> bool,
) {
    let expected: Vec<_> = orders().into_iter().filter(|order| holds(&order.date, order.total)).collect();
    let what = format!("{query:?}");
    assert_eq!(store.all(query.limit(2)).await.expect(&what), expected, "{what}");
}

#[tokio::test]
async fn a_range_follows_equal_attributes() {
    let store = shop().await;
    found(&store, open(), |_, _| true).await;
    for date in DATES {
        let day = (date,);
        found(&store, open().begins_with(&day), |d, _| d == date).await;
        found(&store, open().range(&(), &Range::AtLeast(date)), |d, _| d >= date).await;
        found(&store, open().range(&(), &Range::GreaterThan(date)), |d, _| d > date).await;
        found(&store, open().range(&(), &Range::AtMost(date)), |d, _| d <= date).await;
        found(&store, open().range(&(), &Range::LessThan(date)), |d, _| d < date).await;
        found(&store, open().range(&(), &Range::Between(date, "2027")), |d, _| d >= date).await;
        for total in TOTALS {
            found(&store, open().equals(&(date, total)), |d, t| d == date && t == total).await;
            let range = |range| open().range(&day, &range);
            found(&store, range(Range::AtLeast(total)), |d, t| d == date && t >= total).await;
            found(&store, range(Range::GreaterThan(total)), |d, t| d == date && t > total).await;
            found(&store, range(Range::AtMost(total)), |d, t| d == date && t <= total).await;
            found(&store, range(Range::LessThan(total)), |d, t| d == date && t < total).await;
            found(&store, range(Range::Between(-5, total)), |d, t| d == date && (-5..=total).contains(&t))
                .await;
        }
    }
    found(&store, open().begins_with(&()), |_, _| true).await;
    for start in ["2026-01", "2026", "2028", ""] {
        found(&store, open().begins_with_text(&(), start), |d, _| d.starts_with(start)).await;
    }
}

#[tokio::test]
async fn pages_go_on_through_text_and_skip_other_entities() {
    let store = shop().await;
    for ascending in [true, false] {
        let mut expected = orders();
        if !ascending {
            expected.reverse();
        }
        for size in 1..=13 {
            let query = || if ascending { open().limit(size) } else { open().limit(size).descending() };
            let no_customer = |text: &str| assert!(!text.contains("ann"), "{text}");
            let listed = pages!(store, query(), no_customer).concat();
            assert_eq!(listed, expected, "pages of {size}");
        }
    }
    let offers = OffersByState::query("ann".to_owned(), "OPEN".to_owned());
    let cheap = offers.filter(Offer::NUMBER.lt(2) | Offer::NUMBER.eq(4) & Condition::live());
    assert_eq!(store.all(cheap).await.unwrap().len(), 3);
}

#[tokio::test]
async fn an_edited_cursor_whose_number_is_none_is_refused_before_a_request() {
    let store = shop().await;
    let page = store.page(open().limit(1)).await.unwrap();
    let (cursor, total) = (page.cursor().unwrap().unwrap(), page.items[0].total.to_string());
    let edited = cursor.replacen(&format!("#{total}#"), &format!("#{}#", "x".repeat(total.len())), 1);
    assert_ne!(edited, cursor);
    let refused = store.page(open().after_text(Some(&edited)).unwrap()).await;
    assert_fails!(refused, Error::KeyType { expected: "N", .. });
}

#[tokio::test]
async fn a_type_in_the_key_keeps_entities_apart() {
    let store = shop().await;
    let page = store.page(OffersByKind::query("OPEN".to_owned()).limit(5)).await.unwrap();
    assert_eq!(page.items.len(), 5);
    let orders = OrdersByKind::query("OPEN".to_owned()).equals(&("2026-02",)).limit(2);
    assert_eq!(store.all(orders).await.unwrap().len(), TOTALS.len());
}

#[tokio::test]
async fn an_update_of_a_field_moves_the_item() {
    let store = shop().await;
    let key = OrderKey { number: 0 };
    let update = Update::<Order>::new(key.clone());
    store.execute(update.set(Order::STATE, "PAID").set(Order::TOTAL, 7)).await.unwrap();
    let paid = || OrdersByState::query("ann".to_owned(), "PAID".to_owned());
    assert_eq!(store.all(paid()).await.unwrap()[0].total, 7);
    assert_eq!(store.all(open()).await.unwrap().len(), orders().len() - 1);
    store.execute(Update::<Order>::new(key).remove(Order::STATE)).await.unwrap();
    assert_eq!(store.all(paid()).await.unwrap(), []);
}

#[tokio::test]
async fn an_absent_attribute_is_not_stored_and_leaves_the_item_out() {
    let (client, store, table) = engine::table::<ShopTable>().await;
    let absent = Order { state: None, ..order(1, "2026", 1) };
    store.execute(Put::new(&absent)).await.unwrap();
    let items = client.scan().table_name(table).send().await.unwrap().items.unwrap();
    let mut names: Vec<_> = items[0].keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["customer", "date", "number", "pk", "sk", "total", "type"]);
    assert_eq!(store.get::<Order>(&absent.key()).await.unwrap(), Some(absent));
    assert_eq!(store.all(open()).await.unwrap(), []);
}

#[tokio::test]
async fn a_value_of_another_type_is_refused_by_its_name() {
    let (_, store, _) = engine::table::<ShopTable>().await;
    let text = || "7".to_owned();
    let odd = Odd { customer: text(), state: text(), date: text(), total: text() };
    let error = store.execute(Put::new(&odd)).await.unwrap_err();
    assert!(matches!(error, WriteError::Failed(Error::KeyType { .. })), "{error}");
    let message = "the key attribute total is declared as N, but its value is stored as S: ";
    assert!(error.to_string().starts_with(message), "{error}");
    let query = OddsByState::query(text(), text()).range(&("2026",), &Range::AtLeast("7"));
    assert_fails!(store.all(query).await, Error::KeyType { attribute: "total", expected: "N", found: "S" });
}

#[tokio::test]
async fn a_filter_for_live_items_is_for_every_native_index() {
    let (_, store, _) = engine::table::<ShopTable>().await;
    store.insert(&order(1, "2026-01", 2)).await.unwrap();
    let by_kind = || OrdersByKind::query("OPEN".to_owned());
    let by_state = || OrdersByState::query("ann".to_owned(), "OPEN".to_owned());
    assert_eq!(store.all(by_kind().filter(Condition::live())).await.unwrap().len(), 1);
    assert_eq!(store.all(by_state().filter(Condition::live())).await.unwrap().len(), 1);
    assert_eq!(store.all(by_kind().filter(Condition::absent())).await.unwrap(), []);
}

#[tokio::test]
async fn a_field_that_is_a_key_can_be_set_to_none() {
    let (_, store, _) = engine::table::<ShopTable>().await;
    let order = order(1, "2026-01-01", 10);
    store.insert(&order).await.unwrap();
    assert!(order.state.is_some());
    store.execute(Update::new(order.key()).set(Order::STATE, None)).await.unwrap();
    let left = Update::new(order.key()).set_if_absent(Order::STATE, None).set(Order::TOTAL, order.total);
    store.execute(left).await.unwrap();
    assert_eq!(store.get(&order.key()).await.unwrap(), Some(Order { state: None, ..order.clone() }));
    let by_state = OrdersByState::query("ann".to_owned(), "OPEN".to_owned());
    assert_eq!(store.all(by_state).await.unwrap(), []);
    let update = Update::upsert(order.key()).set(Order::STATE, None).set(Order::TOTAL, 11);
    store.execute(update).await.unwrap();
    assert_eq!(store.get(&order.key()).await.unwrap(), Some(Order { state: None, total: 11, ..order }));
}
