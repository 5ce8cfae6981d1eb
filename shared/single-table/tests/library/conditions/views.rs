//! Tests views of one entity, of a collection and of a sparse index, and filters on them.

use single_table::{Condition, Delete, Entity as _, Put, WriteError};

use crate::conditions::*;

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

    let paged = pages!(store, CustomerItem::query(CUSTOMER.to_owned()).limit(3));
    assert_eq!(paged.into_iter().flatten().collect::<Vec<_>>(), page.items);
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
    assert_fails!(store.execute(put()).await, WriteError::ConditionFailed { .. });
    let delete = Delete::new(order("OPEN", 1).key());
    let delete = delete.only_if(Order::NUMBER.eq(2)).only_if(Condition::live());
    assert!(store.execute(delete).await.is_err());

    let orders = OrderItems::query(CUSTOMER.to_owned());
    let orders = orders.filter(Order::STATE.eq("OPEN")).filter(Order::NUMBER.eq(2));
    assert_eq!(store.all(orders).await.unwrap(), [order("OPEN", 2)]);
}
