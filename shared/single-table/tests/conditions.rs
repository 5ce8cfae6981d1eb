//! Tests every condition on the sort key and every filter, on plain views and inside an item collection, against the same
//! comparison of tuples.

mod engine;

use serde::{Deserialize, Serialize};
use single_table::query::{Range, SomeSortKeys};
use single_table::{
    BatchWrite, Collection, Condition, Delete, Entity, Item, Put, Query, Store, WriteError, table,
};

table! {
    /// Orders, and what belongs to a customer.
    pub struct ShopTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Address, Mark, Order, Parcel, Profile, Zone],
    }
}

/// A profile, of which each customer has at most one, in the collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Profile", collection = "Customer", partition(customer), sort())]
#[index(on = GsiOne, view = ProfilesByCity, collection = "City", partition(city), sort(customer))]
struct Profile {
    customer: String,
    city: String,
}

/// An entity that sorts before orders in the collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Address", collection = "Customer", partition(customer), sort(label))]
struct Address {
    customer: String,
    label: String,
}

/// An entity in the middle of the collection.
#[derive(Debug, Clone, PartialEq, PartialOrd, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", collection = "Customer", partition(customer), sort(state, number))]
#[index(on = LsiOne, view = OrdersByNote, sort(note?))]
struct Order {
    customer: String,
    state: String,
    number: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// An entity that sorts after orders in the collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Zone", collection = "Customer", partition(customer), sort(label))]
struct Zone {
    customer: String,
    label: String,
}

/// An entity outside of the collection with the components of an order.
#[derive(Debug, Clone, PartialEq, PartialOrd, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Parcel", partition(customer), sort(state, number))]
#[index(on = GsiOne, view = ParcelsByCity, collection = "City", partition(city?), sort(number))]
struct Parcel {
    customer: String,
    state: String,
    number: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    city: Option<String>,
}

/// An entity outside of the collection with the components of a zone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Mark", partition(customer), sort(label))]
struct Mark {
    customer: String,
    label: String,
}

/// Everything that belongs to a customer.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "Customer", partition(customer: String))]
enum CustomerItem {
    Profile(Profile),
    Address(Address),
    Order(Order),
    #[other]
    Other(Item),
}

/// Everyone and everything in a city.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "City", on = GsiOne, partition(city: String))]
enum CityItem {
    Profile(Profile),
    Parcel(Parcel),
}

const CUSTOMER: &str = "ann";
/// Texts whose encodings are prefixes of each other, or begin with the escape.
const STATES: [&str; 6] = ["", "#", "OPEN", "OPEN#", "OPEN$", "OPENED"];
const NUMBERS: [u8; 3] = [1, 2, 10];

fn order(state: &str, number: u8) -> Order {
    Order { customer: CUSTOMER.to_owned(), state: state.to_owned(), number, note: None }
}

fn parcel(state: &str, number: u8) -> Parcel {
    Parcel { customer: CUSTOMER.to_owned(), state: state.to_owned(), number, city: None }
}

fn pairs() -> impl Iterator<Item = (&'static str, u8)> {
    STATES.into_iter().flat_map(|state| NUMBERS.into_iter().map(move |number| (state, number)))
}

async fn shop() -> Store<ShopTable> {
    let (_, store, _) = engine::table::<ShopTable>().await;
    let customer = || CUSTOMER.to_owned();
    let mut batch = BatchWrite::new()
        .put(Profile { customer: customer(), city: "Bonn".to_owned() })
        .put(Address { customer: customer(), label: "home".to_owned() })
        .put(Address { customer: customer(), label: "$".to_owned() })
        .put(Zone { customer: customer(), label: "a".to_owned() });
    for (state, number) in pairs() {
        batch = batch.put(order(state, number)).put(parcel(state, number));
    }
    store.batch_write(batch).await.expect("an answer").complete().expect("all is written");
    store
}

type OrderQuery = Query<OrderItems>;
type ParcelQuery = Query<ParcelItems>;
type Narrowed<V> = Query<V, SomeSortKeys>;

/// Asks both kinds of views the same questions, and compares the answers with those for the tuples.
async fn same(
    store: &Store<ShopTable>,
    what: &str,
    orders: impl Fn(OrderQuery) -> Narrowed<OrderItems>,
    parcels: impl Fn(ParcelQuery) -> Narrowed<ParcelItems>,
    holds: impl Fn(&str, u8) -> bool,
) {
    let mut expected: Vec<_> = pairs().filter(|(state, number)| holds(state, *number)).collect();
    expected.sort_unstable();
    let expected: Vec<_> = expected.into_iter().map(|(state, number)| (state.to_owned(), number)).collect();
    let orders = || orders(OrderItems::query(CUSTOMER.to_owned())).limit(2);
    let parcels = || parcels(ParcelItems::query(CUSTOMER.to_owned())).limit(2);
    // Pages of two make every condition continue after an offset.
    let found = store.all(orders()).await.expect("orders");
    let found: Vec<_> = found.into_iter().map(|order| (order.state, order.number)).collect();
    assert_eq!(found, expected, "{what} in a collection");
    let found = store.all(parcels()).await.expect("parcels");
    let found: Vec<_> = found.into_iter().map(|parcel| (parcel.state, parcel.number)).collect();
    assert_eq!(found, expected, "{what}");
    assert_eq!(store.count(orders()).await.expect("a count"), expected.len() as u64, "count of {what}");
    assert_eq!(store.count(parcels()).await.expect("a count"), expected.len() as u64, "count of {what}");
}

macro_rules! same {
    ($store:expr, $method:ident($($bound:expr),+), $holds:expr) => {{
        let what = format!("{} {:?}", stringify!($method), ($($bound,)+));
        same(&$store, &what, |query| query.$method($(&$bound),+), |query| query.$method($(&$bound),+), $holds).await;
    }};
}

#[tokio::test]
async fn whole_keys_compare_as_tuples_do() {
    let store = shop().await;
    for (state, number) in pairs() {
        let bound = (state, number);
        same!(store, equals(bound), |s, n| (s, n) == bound);
        same!(store, at_least(bound), |s, n| (s, n) >= bound);
        same!(store, greater_than(bound), |s, n| (s, n) > bound);
        same!(store, at_most(bound), |s, n| (s, n) <= bound);
        same!(store, less_than(bound), |s, n| (s, n) < bound);
        same!(store, between(bound, ("OPENED", 10_u8)), |s, n| (s, n) >= bound);
    }
}

#[tokio::test]
async fn first_components_stand_for_every_key_they_open() {
    let store = shop().await;
    for state in STATES {
        let bound = (state,);
        same!(store, begins_with(()), |_, _| true);
        same!(store, begins_with(bound), |s, _| s == state);
        same!(store, at_least(bound), |s, _| s >= state);
        same!(store, greater_than(bound), |s, _| s > state);
        same!(store, at_most(bound), |s, _| s <= state);
        same!(store, less_than(bound), |s, _| s < state);
        same!(store, between(bound, bound), |s, _| s == state);
        same!(store, between((state, 2_u8), bound), |s, n| s == state && n >= 2);
    }
}

#[tokio::test]
async fn the_start_of_a_text_finds_the_texts_that_begin_with_it() {
    let store = shop().await;
    for start in ["OPEN", "OPEN#", "O", "#", "x"] {
        same(
            &store,
            start,
            |query| query.begins_with_text(&(), start),
            |query| query.begins_with_text(&(), start),
            |state, _| state.starts_with(start),
        )
        .await;
    }
}

#[tokio::test]
async fn a_range_of_the_next_component_lies_within_the_components_before_it() {
    let store = shop().await;
    for state in STATES {
        same!(store, range((), Range::AtLeast(state)), |s, _| s >= state);
        same!(store, range((), Range::GreaterThan(state)), |s, _| s > state);
        same!(store, range((), Range::AtMost(state)), |s, _| s <= state);
        same!(store, range((), Range::LessThan(state)), |s, _| s < state);
        same!(store, range((), Range::Between(state, "OPENED")), |s, _| s >= state);
        for number in NUMBERS {
            let prefix = (state,);
            same!(store, range(prefix, Range::AtLeast(number)), |s, n| s == state && n >= number);
            same!(store, range(prefix, Range::GreaterThan(number)), |s, n| s == state && n > number);
            same!(store, range(prefix, Range::AtMost(number)), |s, n| s == state && n <= number);
            same!(store, range(prefix, Range::LessThan(number)), |s, n| s == state && n < number);
            same!(store, range(prefix, Range::Between(2, number.max(2))), |s, n| {
                s == state && (2..=number.max(2)).contains(&n)
            });
        }
    }
}

/// Labels whose encodings are prefixes of each other, or begin with the escape.
const LABELS: [&str; 8] = ["#", "$", "%", "a", "a#", "a$", "a~", "b"];

/// Queries labels in a collection and outside of one, where labels are whole sort keys.
async fn same_labels(
    store: &Store<ShopTable>,
    zones: Narrowed<ZoneItems>,
    marks: Narrowed<MarkItems>,
    holds: impl Fn(&str) -> bool,
) {
    let what = format!("{zones:?}");
    let expected: Vec<_> = LABELS.into_iter().filter(|label| holds(label)).collect();
    let zones = store.all(zones.limit(3)).await.expect(&what);
    assert_eq!(zones.iter().map(|zone| zone.label.as_str()).collect::<Vec<_>>(), expected, "{what}");
    let marks = store.all(marks.limit(3)).await.expect(&what);
    assert_eq!(marks.iter().map(|mark| mark.label.as_str()).collect::<Vec<_>>(), expected, "{what}");
}

#[tokio::test]
async fn a_text_that_is_the_whole_sort_key_is_compared_as_a_text() {
    let (_, store, _) = engine::table::<ShopTable>().await;
    for label in LABELS {
        let (customer, label) = (CUSTOMER.to_owned(), label.to_owned());
        store.insert(&Zone { customer: customer.clone(), label: label.clone() }).await.unwrap();
        store.insert(&Address { customer: customer.clone(), label: label.clone() }).await.unwrap();
        store.insert(&Mark { customer, label }).await.unwrap();
    }
    let zones = || ZoneItems::query(CUSTOMER.to_owned());
    let marks = || MarkItems::query(CUSTOMER.to_owned());
    for label in LABELS {
        let key = (label,);
        same_labels(&store, zones().equals(&key), marks().equals(&key), |l| l == label).await;
        same_labels(&store, zones().less_than(&key), marks().less_than(&key), |l| l < label).await;
        same_labels(&store, zones().greater_than(&key), marks().greater_than(&key), |l| l > label).await;
        let range = Range::AtLeast(label);
        same_labels(&store, zones().range(&(), &range), marks().range(&(), &range), |l| l >= label).await;
        let range = Range::GreaterThan(label);
        same_labels(&store, zones().range(&(), &range), marks().range(&(), &range), |l| l > label).await;
        let range = Range::AtMost(label);
        same_labels(&store, zones().range(&(), &range), marks().range(&(), &range), |l| l <= label).await;
        let range = Range::LessThan(label);
        same_labels(&store, zones().range(&(), &range), marks().range(&(), &range), |l| l < label).await;
        let range = Range::Between("a", label.max("a"));
        let holds = |l: &str| l >= "a" && l <= label.max("a");
        same_labels(&store, zones().range(&(), &range), marks().range(&(), &range), holds).await;
    }
    for start in ["", "a", "a#", "$", "c"] {
        let (zones, marks) = (zones().begins_with_text(&(), start), marks().begins_with_text(&(), start));
        same_labels(&store, zones, marks, |label| label.starts_with(start)).await;
    }
    same_labels(&store, zones().begins_with(&()), marks().begins_with(&()), |_| true).await;
}

#[tokio::test]
async fn the_longest_sort_key_can_be_the_end_of_a_range() {
    let (_, store, _) = engine::table::<ShopTable>().await;
    let longest = "z".repeat(1_024 - "Zone#".len());
    let zone = |label: &str| Zone { customer: CUSTOMER.to_owned(), label: label.to_owned() };
    for label in ["a", &longest] {
        store.insert(&zone(label)).await.unwrap();
    }
    let query = || ZoneItems::query(CUSTOMER.to_owned());
    assert_eq!(store.all(query().greater_than(&("a",))).await.unwrap(), [zone(&longest)]);
    let key = (longest.as_str(),);
    assert_eq!(store.all(query().greater_than(&key)).await.unwrap(), []);
    assert_eq!(store.count(query().greater_than(&key)).await.unwrap(), 0);
    assert_eq!(store.all(query().less_than(&key)).await.unwrap(), [zone("a")]);
    assert_eq!(store.all(query().at_least(&key)).await.unwrap(), [zone(&longest)]);
    let error = store.all(query().at_least(&(format!("{longest}z"),))).await.unwrap_err();
    let expected =
        "the sort key has 1025 bytes, but DynamoDB allows at most 1024: shorten one of its components";
    assert!(error.to_string().ends_with(expected), "{error}");
    let error = store.all(MarkItems::query(CUSTOMER.to_owned()).at_least(&("",))).await.unwrap_err();
    assert!(error.to_string().contains("the sort key is empty"), "{error}");
}

#[tokio::test]
async fn a_view_of_one_entity_sees_nothing_else_of_its_collection() {
    let store = shop().await;
    let ann = || CUSTOMER.to_owned();
    assert_eq!(store.all(OrderItems::query(ann())).await.unwrap().len(), pairs().count());
    assert_eq!(store.all(AddressItems::query(ann()).descending()).await.unwrap()[0].label, "home");
    assert_eq!(store.all(ZoneItems::query(ann()).less_than(&("b",))).await.unwrap().len(), 1);
    assert_eq!(store.all(ZoneItems::query(ann()).greater_than(&("a",))).await.unwrap(), []);
    let key = ProfileKey { customer: ann() };
    assert_eq!(store.get::<Profile>(&key).await.unwrap().unwrap().city, "Bonn");
}

#[tokio::test]
async fn one_query_answers_a_whole_collection() {
    let store = shop().await;
    let page = store.page(CustomerItem::query(CUSTOMER.to_owned()).consistent()).await.unwrap();
    let count = |is: fn(&CustomerItem) -> bool| page.items.iter().filter(|item| is(item)).count();
    assert_eq!(count(|item| matches!(item, CustomerItem::Profile(_))), 1);
    assert_eq!(count(|item| matches!(item, CustomerItem::Address(_))), 2);
    assert_eq!(count(|item| matches!(item, CustomerItem::Order(_))), pairs().count());
    // The enum has no variant for zones.
    assert_eq!(count(|item| matches!(item, CustomerItem::Other(_))), 1);
    assert_eq!(page.items.len(), 4 + pairs().count());

    let mut paged = Vec::new();
    let mut after = None;
    loop {
        let page = store.page(CustomerItem::query(CUSTOMER.to_owned()).limit(3).after(after)).await.unwrap();
        paged.extend(page.items);
        // The offset goes through text, like a cursor of a client.
        let Some(next) = page.next else { break };
        after = Some(single_table::Offset::from_text(&next.to_text().unwrap()).unwrap());
    }
    assert_eq!(paged, page.items);
}

#[tokio::test]
async fn an_index_has_collections_too() {
    let store = shop().await;
    let moved = Parcel { city: Some("Bonn".to_owned()), ..parcel("OPEN", 1) };
    store.execute(Put::new(&moved)).await.unwrap();
    let found = store.all(CityItem::query("Bonn".to_owned()).limit(1)).await.unwrap();
    let profile = Profile { customer: CUSTOMER.to_owned(), city: "Bonn".to_owned() };
    assert_eq!(found, [CityItem::Parcel(moved.clone()), CityItem::Profile(profile.clone())]);
    assert_eq!(store.all(ParcelsByCity::query("Bonn".to_owned())).await.unwrap(), [moved]);
    assert_eq!(store.all(ProfilesByCity::query("Bonn".to_owned())).await.unwrap(), [profile]);
}

#[tokio::test]
async fn a_sparse_index_lists_only_what_has_its_field() {
    let store = shop().await;
    let noted = Order { note: Some("call first".to_owned()), ..order("OPEN", 2) };
    let list = || OrdersByNote::query(CUSTOMER.to_owned());
    assert_eq!(store.all(list()).await.unwrap(), []);
    store.execute(Put::new(&noted)).await.unwrap();
    assert_eq!(store.all(list()).await.unwrap(), std::slice::from_ref(&noted));

    let note = |text: Option<&str>| {
        single_table::Update::new(noted.key()).rekey::<OrdersByNote>(&(text.map(str::to_owned),))
    };
    store.execute(note(None)).await.unwrap();
    assert_eq!(store.all(list()).await.unwrap(), []);
    assert_eq!(store.get::<Order>(&noted.key()).await.unwrap().unwrap().note, None);
    store.execute(note(Some("ring twice"))).await.unwrap();
    let found = store.all(list().begins_with_text(&(), "ring")).await.unwrap();
    assert_eq!(found[0].note.as_deref(), Some("ring twice"));
}

#[tokio::test]
async fn a_filter_takes_what_meets_it_and_pages_go_on_past_what_does_not() {
    let store = shop().await;
    let orders = || OrderItems::query(CUSTOMER.to_owned());
    let even = store.all(orders().filter(Order::NUMBER.is_in([2, 10])).limit(1)).await.unwrap();
    assert_eq!(even.len(), STATES.len() * 2);
    let page = store.page(orders().filter(Order::STATE.eq("OPENED")).limit(2)).await.unwrap();
    assert_eq!(page.items, [order("OPENED", 1), order("OPENED", 2)]);

    let open = store.all(orders().filter(Order::STATE.begins_with("OPEN$"))).await.unwrap();
    assert_eq!(open.len(), NUMBERS.len());
    let within = Order::NUMBER.between(2, 9) & Order::STATE.contains("#") & Condition::live();
    let within = store.all(orders().filter(within)).await.unwrap();
    assert_eq!(within, [order("#", 2), order("OPEN#", 2)]);
    let five_characters = Order::STATE.size().gt(4) & Order::STATE.size().lt(6);
    let sized = store.all(orders().filter(five_characters & Order::NUMBER.eq(1))).await.unwrap();
    assert_eq!(sized, [order("OPEN#", 1), order("OPEN$", 1)]);
}

#[tokio::test]
async fn a_second_condition_or_filter_joins_the_first() {
    let store = shop().await;
    let put = || {
        Put::new(&order("OPEN", 1))
            .only_if(Condition::absent())
            .only_if(Condition::live() | Condition::absent())
    };
    let error = store.execute(put()).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { .. }), "{error}");
    let delete = Delete::new(order("OPEN", 1).key());
    let delete = delete.only_if(Order::NUMBER.eq(2)).only_if(Condition::live());
    assert!(store.execute(delete).await.is_err());

    let orders = OrderItems::query(CUSTOMER.to_owned());
    let orders = orders.filter(Order::STATE.eq("OPEN")).filter(Order::NUMBER.eq(2));
    assert_eq!(store.all(orders).await.unwrap(), [order("OPEN", 2)]);
}
