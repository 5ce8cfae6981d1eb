//! Transactions of versioned items. See `LogicalDbTransactionTest`.

use crate::engine;
use crate::tempest::model::{VersionedAttribute, VersionedTable};
use crate::tempest::support::*;

fn time(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

async fn versioned() -> Store<VersionedTable> {
    engine::table().await.1
}

async fn loaded(store: &Store<VersionedTable>, item: &VersionedAttribute) -> VersionedAttribute {
    load(store, &item.key()).await.expect("the item is there")
}

/// Inserts the items in one transaction.
async fn insert_all(store: &Store<VersionedTable>, items: &[VersionedAttribute]) {
    let mut transaction = Transaction::new();
    for item in items {
        transaction.insert(item);
    }
    store.transact(transaction).await.expect("the items are written");
}

/// A table with one item at its first version, written by a transaction.
async fn with_initial(name: &str) -> (Store<VersionedTable>, VersionedAttribute) {
    let store = versioned().await;
    let item = VersionedAttribute::new(name, "initial");
    insert_all(&store, std::slice::from_ref(&item)).await;
    assert_eq!(loaded(&store, &item).await.version, 1);
    (store, item)
}

/// Replaces an item at the version of `before`, if `condition` holds too.
fn replacement(
    before: &VersionedAttribute,
    description: &str,
    condition: Condition<VersionedAttribute>,
) -> Transaction<VersionedTable> {
    let mut transaction = Transaction::new();
    transaction.replace_if(before, &before.clone().described(description), condition);
    transaction
}

fn still_initial() -> Condition<VersionedAttribute> {
    VersionedAttribute::DESCRIPTION.eq("initial")
}

#[tokio::test]
async fn transaction_write_with_auto_generated_timestamp() {
    let (created, updated) = (time("1984-04-28T13:02:30.123Z"), time("1984-04-28T13:06:30.123Z"));
    let store = versioned().await.with_clock(move || created);
    let first = [("item_one", "one of the items"), ("item_two", "another item")]
        .map(|(name, description)| VersionedAttribute::new(name, description).created(store.now()));
    insert_all(&store, &first).await;
    for item in &first {
        let stored = loaded(&store, item).await;
        assert_eq!((stored.created_at, stored.updated_at), (Some(created), Some(created)));
    }

    // Four minutes later.
    let store = store.with_clock(move || updated);
    let mut transaction = Transaction::new();
    for (item, number) in first.iter().zip(1..) {
        transaction.replace(item, &item.clone().described(&format!("{number} updated")).updated(store.now()));
    }
    store.transact(transaction).await.unwrap();
    for (item, number) in first.iter().zip(1..) {
        let stored = loaded(&store, item).await;
        assert_eq!((stored.created_at, stored.updated_at), (Some(created), Some(updated)));
        assert_eq!((stored.description, stored.version), (format!("{number} updated"), 2));
    }
}

#[tokio::test]
async fn transaction_write_with_put() {
    let store = versioned().await;
    let items = [("put_test_1", "first item"), ("put_test_2", "second item")]
        .map(|(name, description)| VersionedAttribute::new(name, description));
    insert_all(&store, &items).await;
    for item in &items {
        assert_eq!(loaded(&store, item).await.version, 1);
    }
}

#[tokio::test]
async fn transaction_write_with_put_and_expression() {
    let (store, first) = with_initial("put_expr_test").await;
    store.transact(replacement(&first, "updated", still_initial())).await.unwrap();
    let second = loaded(&store, &first).await;
    assert_eq!((second.description.as_str(), second.version), ("updated", 2));
}

#[tokio::test]
async fn transaction_write_with_put_and_expression_failure() {
    let (store, first) = with_initial("put_expr_fail_test").await;
    // Another writer is faster. It changes the description, and not the version.
    let other = Update::new(first.key()).set(VersionedAttribute::DESCRIPTION, "concurrent update");
    store.execute(other).await.unwrap();

    let result = store.transact(replacement(&first, "stale update", still_initial())).await;
    let message = cancellation(result).to_string();
    assert!(message.contains("Put VersionedAttribute (operation 1)"), "{message}");
    assert!(!message.contains("put_expr_fail_test") && !message.contains("update"), "{message}");
    assert_eq!(loaded(&store, &first).await.description, "concurrent update");
}

#[tokio::test]
async fn transaction_write_with_put_versioned_attribute_and_expression() {
    let (store, first) = with_initial("put_versioned_test").await;
    // The condition alone is not enough, and neither is the version.
    let never = || VersionedAttribute::DESCRIPTION.eq("something else");
    cancellation(store.transact(replacement(&first, "updated with put", never())).await);
    let later = VersionedAttribute { version: 2, ..first.clone() };
    cancellation(store.transact(replacement(&later, "updated with put", still_initial())).await);

    store.transact(replacement(&first, "updated with put", still_initial())).await.unwrap();
    let second = loaded(&store, &first).await;
    assert_eq!((second.description.as_str(), second.version), ("updated with put", 2));
}

#[tokio::test]
async fn transaction_write_with_put_versioned_attribute_race_condition() {
    let (store, first) = with_initial("put_race_test").await;
    let mut concurrent = first.clone().described("concurrent update");
    store.replace(&first, &mut concurrent).await.unwrap();

    // The condition holds, and the version is an old one.
    let result = store.transact(replacement(&first, "stale update", Condition::live())).await;
    assert!(cancellation(result).to_string().contains("Put VersionedAttribute"));
    assert_eq!(loaded(&store, &first).await, concurrent);
}
