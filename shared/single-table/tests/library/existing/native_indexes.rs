//! Native indexes of tables whose keys are numbers, or that have no sort key.

use serde::{Deserialize, Serialize};
use single_table::view::View;
use single_table::{Condition, Entity, Error, Offset, Query, Store, table};

use crate::engine;

table! {
    /// Orders under their numbers.
    pub struct OrderTable {
        key: (id: N),
        type_attribute: none,
        global: [ByState = byState native ([state: S], [at: N])],
        entities: [Order],
    }
}

/// An order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = OrderTable, name = "Order", raw, partition(id), sort())]
#[index(on = ByState, view = OrdersByState, native, partition(state), sort(at))]
struct Order {
    id: u32,
    state: String,
    at: i64,
}

table! {
    /// Visits under their owners and numbers.
    pub struct VisitTable {
        key: (owner, id: N),
        type_attribute: none,
        global: [ByPage = byPage native ([page: S], [at: N])],
        entities: [Visit],
    }
}

/// A visit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = VisitTable, name = "Visit", raw, partition(owner), sort(id))]
#[index(on = ByPage, view = VisitsByPage, native, partition(page), sort(at))]
struct Visit {
    owner: String,
    id: i64,
    page: String,
    at: i64,
}

#[tokio::test]
async fn a_table_without_a_sort_key_is_paged_by_its_native_index() {
    let (_, store, _) = engine::table::<OrderTable>().await;
    let orders: Vec<Order> = [(3, -10), (20, -9), (1, 0), (2, 9), (10, 10)]
        .map(|(id, at)| Order { id, state: "OPEN".to_owned(), at })
        .into();
    for order in &orders {
        store.insert(order).await.unwrap();
    }
    let query = || OrdersByState::query("OPEN".to_owned());
    assert_eq!(store.all(query()).await.unwrap(), orders);
    let page = store.page(query().limit(2)).await.unwrap();
    assert_eq!(page.items, orders[..2]);
    let text = page.next.unwrap().to_text().unwrap();
    let rest = query().after(Some(Offset::from_text(&text).unwrap()));
    assert_eq!(store.all(rest).await.unwrap(), orders[2..]);
}

#[tokio::test]
async fn a_table_with_a_number_as_sort_key_is_paged_by_its_native_index() {
    let (_, store, _) = engine::table::<VisitTable>().await;
    let visit = |id, at| Visit { owner: "ann".to_owned(), id, page: "p".to_owned(), at };
    let visits = [visit(7, -1), visit(-7, 2), visit(100, 11)];
    for visit in &visits {
        store.insert(visit).await.unwrap();
    }
    let query = || VisitsByPage::query("p".to_owned());
    let page = store.page(query().limit(1)).await.unwrap();
    assert_eq!(page.items, visits[..1]);
    assert_eq!(store.all(query().after(page.next)).await.unwrap(), visits[1..]);
}

/// Returns the message of a query whose filter is refused before any request.
async fn refusal<V>(store: &Store<VisitTable>, query: Query<V>, filter: Condition<Visit>) -> String
where
    V: View<Table = VisitTable, Item = Visit>,
{
    let error = store.all(query.filter(filter)).await.expect_err("the filter is refused");
    assert!(matches!(error, Error::KeyInFilter { .. }), "{error}");
    error.to_string()
}

#[tokio::test]
async fn a_filter_on_a_key_attribute_is_refused_with_the_name_of_the_field() {
    let (_, store, _) = engine::table::<VisitTable>().await;
    let visit = Visit { owner: "ann".to_owned(), id: 7, page: "p".to_owned(), at: 1 };
    store.insert(&visit).await.unwrap();
    let (by_owner, by_page) =
        (|| VisitItems::query("ann".to_owned()), || VisitsByPage::query("p".to_owned()));

    for (filter, field) in [(Visit::AT.gt(0), "at"), (!Visit::PAGE.exists() | Visit::ID.eq(7), "page")] {
        let message = refusal(&store, by_page(), filter).await;
        assert!(
            message.contains(&format!("the field {field}, which is a key attribute of the index byPage"))
        );
    }
    let message = refusal(&store, by_owner(), Visit::ID.size().gt(0)).await;
    assert!(message.contains("the field id, which is a key attribute of the table"), "{message}");
    let message = store.count(by_owner().filter(Visit::OWNER.eq("ann"))).await.unwrap_err().to_string();
    assert!(message.contains("the field owner"), "{message}");

    // The keys of one list are other attributes in another list, and a scan has no key condition.
    let others = by_page().filter(Visit::ID.eq(7) & Visit::OWNER.eq("ann"));
    let found = [visit];
    assert_eq!(store.all(others).await.unwrap(), found);
    assert_eq!(store.all(by_owner().filter(Visit::AT.gt(0))).await.unwrap(), found);
    assert_eq!(store.all(VisitItems::scan().filter(Visit::ID.eq(7))).await.unwrap(), found);
}
