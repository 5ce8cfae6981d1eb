//! Counters of a user with too many changes of counters to hold them in memory at once.

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::{Reconciled, Repairs};
use single_table::testing::{Operation, Request};

use crate::account::{Account, LONG};

/// The number of notes that expire. Each changes the counters of the account and of a tag.
const EXPIRING: u64 = 40;

/// The least number of readings of all changes that it takes to make the counters again: with small ranges, each takes in 10 of the 80
/// changes.
const PARTS: usize = 8;

/// An account with right counters, and with small ranges.
async fn account() -> Account {
    let account = Account::open().await;
    account.keep_expiring_notes(EXPIRING).await;
    account.reconcile().await;
    account.with_small_ranges()
}

/// Reconciles, and returns how many times all saved sums were read.
async fn reconcile(account: &Account) -> (Reconciled, usize) {
    let (favorites, faults) = account.faulty();
    let result = favorites.reconcile_user(&account.user, Repairs::Confirmed, LONG).await;
    let result = result.expect("the table answers");
    let is_reading = |request: &&Request| {
        let values = request.body["ExpressionAttributeValues"].as_object();
        request.operation == Operation::Query
            && request.body.get("ExclusiveStartKey").is_none()
            && values.is_some_and(|values| {
                let mut texts = values.values().filter_map(|value| value["S"].as_str());
                texts.any(|text| text.starts_with("ReconciliationSum#"))
            })
    };
    (result, faults.requests().iter().filter(is_reading).count())
}

#[tokio::test]
async fn right_counters_take_one_reading_of_the_changes() {
    let account = account().await;
    let nodes = account.keys("CatalogueCounts").await;
    let (result, readings) = reconcile(&account).await;
    assert_eq!((result.repaired, result.finished), (0, true), "{result:?}");
    // Another one deletes the sums.
    assert_eq!(readings, 2);
    assert_eq!(account.keys("CatalogueCounts").await, nodes);
    account.check().await;
}

#[tokio::test]
async fn wrong_counters_are_made_again_in_parts() {
    let account = account().await;
    let [head] = account.keys("CatalogueHead").await.try_into().unwrap();
    account.set(&head, "trash", AttributeValue::N("7".to_owned())).await;
    let (result, readings) = reconcile(&account).await;
    assert_eq!((result.repaired, result.drift, result.finished), (1, 1, true), "{result:?}");
    assert!(readings >= 2 + PARTS, "{readings} readings, for at least {PARTS} parts");
    account.check().await;
    assert!(account.keys("ReconciliationSum").await.is_empty());
    assert_eq!(reconcile(&account).await.0.repaired, 0);
}

#[tokio::test]
async fn a_node_with_other_changes_is_found() {
    let account = account().await;
    let mut found = 0;
    for number in 0..6 {
        let nodes = account.items_of("CatalogueCounts").await;
        let bytes = |place: usize| nodes[place]["counts"].as_str().expect("a node has bytes").to_owned();
        assert_ne!(bytes(number), bytes(number + 1));
        let keys = account.keys("CatalogueCounts").await;
        let copied = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, bytes(number + 1));
        account.set(&keys[number], "counts", AttributeValue::B(Blob::new(copied.unwrap()))).await;
        let (result, _) = reconcile(&account).await;
        assert_eq!((result.repaired, result.finished), (result.drift, true), "{result:?}");
        found += result.repaired;
        // Nothing reads a spare node, so one that is not found changes no counts.
        account.check().await;
    }
    assert!(found >= 2, "{found} of 6 nodes");
}
