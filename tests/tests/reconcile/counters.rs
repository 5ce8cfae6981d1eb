//! The counters of a user against what the entries weigh, while the user goes on.

use std::time::Duration;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::limits::{RECENT_COUNTS_BYTES, RECOUNT_BYTES, RECOUNT_TIME, RECOUNT_TRIES};
use favorites_api::favorites::{Reconciled, Repairs};
use favorites_tests::pause_when;
use single_table::testing::{Operation, Request};

use crate::account::{Account, LONG};

/// The number of notes that expire. Each changes the counters of the account and of a tag.
const EXPIRING: u32 = 40;

/// An account with right counters, for which the count tree has several levels.
async fn account() -> Account {
    let account = Account::open().await;
    account.keep_expiring_notes(EXPIRING.into()).await;
    account.reconcile().await;
    account
}

/// Writes a wrong counter into the head.
async fn damage(account: &Account) {
    let [head] = account.keys("CatalogueHead").await.try_into().expect("there is one");
    account.set(&head, "trash", AttributeValue::N("7".to_owned())).await;
}

/// Deletes a node of the counts.
async fn lose_a_node(account: &Account) {
    let nodes = account.named_nodes().await;
    account.delete_item(&nodes[nodes.len() / 2]).await;
}

/// Reconciles, and returns the requests.
async fn reconcile(account: &Account) -> (Reconciled, Vec<Request>) {
    let (favorites, faults) = account.faulty();
    let result = favorites.reconcile_user(&account.user, Repairs::Confirmed, LONG).await;
    (result.expect("the table answers"), faults.requests())
}

/// Returns the number of times that the counts were read as a whole.
fn recounts(requests: &[Request]) -> usize {
    let of_nodes = |request: &&Request| {
        request.operation == Operation::Query && request.body.to_string().contains("CatalogueCounts#")
    };
    requests.iter().filter(of_nodes).count()
}

/// Returns the requests that write, by their operations.
fn writes(requests: &[Request]) -> Vec<Operation> {
    use Operation::{BatchWriteItem, DeleteItem, PutItem, TransactWriteItems, UpdateItem};
    let is_write = |operation: &Operation| {
        [BatchWriteItem, DeleteItem, PutItem, TransactWriteItems, UpdateItem].contains(operation)
    };
    requests.iter().map(|request| request.operation).filter(is_write).collect()
}

/// Changes old favorites and saves new ones, and delivers the records. So many entries leave the journal for
/// segments, and the counters of several nodes change.
async fn go_on(account: &Account, round: usize) {
    let (user, tag, place) = (&account.user, account.tag, round % 18);
    for note in [1, 40, 80].map(|first| account.notes[first + place]) {
        account.favorites.tag_favorite(user, note, None, tag).await.expect("the table answers");
        account.deliver(note).await;
    }
    let note = account.notes[20 + place];
    let live = account.image("FavoriteData", note).await;
    account.favorites.delete_favorite(user, note, None).await.expect("the table answers");
    account.deliver(note).await;
    account.deliver_removal(live).await;
    for note in account.keep_expiring_notes(2).await {
        account.deliver(note).await;
    }
    let trashed = account.image("Trash", note).await;
    account.favorites.restore_favorite(user, note, None).await.expect("the table answers");
    account.deliver(note).await;
    account.deliver_removal(trashed).await;
}

#[tokio::test]
async fn right_counters_are_read_once_and_nothing_is_written() {
    let account = account().await;
    let items = account.items().await;
    let (result, requests) = reconcile(&account).await;
    assert_eq!((result.repaired, result.finished), (0, true), "{result:?}");
    assert_eq!(writes(&requests), []);
    assert_eq!(recounts(&requests), 1);
    assert_eq!(account.items().await, items);
}

#[tokio::test]
async fn wrong_counters_are_put_right_with_the_head_alone() {
    let account = account().await;
    let nodes = account.items_of("CatalogueCounts").await;
    damage(&account).await;
    let (result, requests) = reconcile(&account).await;
    // Whatever made them wrong may have done more, so a second pass repairs differences at first sight.
    let favorites = 2 * (account.notes.len() as u64 + u64::from(EXPIRING));
    assert_eq!(result, Reconciled { favorites, repaired: 1, drift: 1, suspects: 0, finished: true });
    assert_eq!(writes(&requests), [Operation::PutItem]);
    assert_eq!(account.items_of("CatalogueCounts").await, nodes);
    account.check().await;
    assert_eq!(reconcile(&account).await.0.repaired, 0);
}

#[tokio::test]
async fn wrong_counters_are_put_right_by_a_pass_of_many_ranges() {
    let account = account().await.with_small_ranges();
    damage(&account).await;
    let (result, _) = reconcile(&account).await;
    assert_eq!((result.repaired, result.drift, result.finished), (1, 1, true), "{result:?}");
    account.check().await;
    assert!(account.keys("Reconciliation").await.is_empty());
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

#[tokio::test]
async fn counters_end_up_right_if_the_user_goes_on_before_any_request_or_the_call_dies_there() {
    for (kind, dies) in
        [("none", false), ("counter", false), ("counter", true), ("node", false), ("node", true)]
    {
        let account = account().await;
        let is_wrong = kind != "none";
        let mut paused = 0;
        for round in (0..).step_by(2) {
            match kind {
                "counter" => damage(&account).await,
                "node" => lose_a_node(&account).await,
                _ => {}
            }
            let (slow, faults) = account.faulty();
            let mut pass = Box::pin(slow.reconcile_user(&account.user, Repairs::Confirmed, LONG));
            if pause_when(&mut pass, || faults.requests().len() > round).await.is_some() {
                break;
            }
            paused += 1;
            go_on(&account, round).await;
            if dies {
                drop(pass);
            } else {
                let result = pass.await.expect("the table answers");
                // A difference that the records explain is not drift.
                assert_eq!(result.drift, u64::from(is_wrong), "before request {}: {result:?}", round + 1);
            }
            let (result, _) = reconcile(&account).await;
            assert!(result.finished && result.drift <= u64::from(dies), "before {}: {result:?}", round + 1);
            account.check().await;
        }
        assert!(paused > 3, "a pass makes more requests than {paused}");
    }
}

#[tokio::test]
async fn counters_that_change_whenever_they_are_read_are_left_to_the_next_pass() {
    let account = account().await;
    damage(&account).await;
    let (slow, faults) = account.faulty();
    let mut pass = Box::pin(slow.reconcile_user(&account.user, Repairs::Confirmed, LONG));
    let mut read = 0;
    let result = loop {
        if let Some(result) = pause_when(&mut pass, || recounts(&faults.requests()) > read).await {
            break result.expect("the table answers");
        }
        read += 1;
        let (user, note) = (&account.user, account.notes[3 * read + 1]);
        account.favorites.tag_favorite(user, note, None, account.tag).await.unwrap();
        account.deliver(note).await;
    };
    assert_eq!(read, RECOUNT_TRIES);
    assert_eq!((result.repaired, result.finished), (0, true), "{result:?}");
    assert_eq!(reconcile(&account).await.0.drift, 1);
    account.check().await;
}

#[tokio::test]
async fn counters_that_were_made_again_leave_little_in_the_head() {
    let account = Account::open().await.with_the_sizes_of_the_service();
    account.reconcile().await;
    let (mut in_head, mut in_a_run) = (0, 0);
    for _ in 0..18 {
        for note in account.keep_expiring_notes(4).await {
            account.deliver(note).await;
        }
        // The next ones expire in other seconds.
        account.pass(Duration::from_hours(4));
        let [head] = account.keys("CatalogueHead").await.try_into().unwrap();
        account.set(&head, "counts", AttributeValue::B(Blob::new([255; 5]))).await;
        account.reconcile().await;
        account.check().await;
        let head = &account.items_of("CatalogueHead").await[0];
        let packed = head["counts"].as_str().expect("they are bytes").len() / 4 * 3;
        // A few bytes of each scope are not estimated.
        assert!(packed <= RECENT_COUNTS_BYTES + 16 && head.get("spare").is_none(), "{packed} bytes");
        if head.get("runSizes").is_none() { in_head += 1 } else { in_a_run += 1 }
    }
    assert!(in_head > 3 && in_a_run > 3, "{in_head} and {in_a_run}");
}

#[tokio::test]
async fn two_calls_that_find_the_same_wrong_counters_correct_them_once() {
    let account = account().await;
    for _ in 0..5 {
        damage(&account).await;
        let ((one, _), (other, _)) = tokio::join!(reconcile(&account), reconcile(&account));
        assert!(one.drift + other.drift >= 1, "{one:?} {other:?}");
        account.check().await;
        assert_eq!(reconcile(&account).await.0.repaired, 0);
    }
}

#[tokio::test]
async fn counters_that_take_more_memory_than_there_is_are_left_alone_and_the_pass_ends() {
    let account = account().await;
    let corrects = async |bytes: usize| {
        damage(&account).await;
        let limited = account.favorites.clone().with_recount_limits(bytes, RECOUNT_TIME);
        let result = limited.reconcile_user(&account.user, Repairs::Confirmed, LONG).await.unwrap();
        assert!(result.finished && result.repaired == result.drift, "{bytes} bytes: {result:?}");
        let trash = account.items_of("CatalogueHead").await[0]["trash"].clone();
        assert_eq!(trash == 7, result.repaired == 0, "{bytes} bytes");
        result.repaired == 1
    };
    let (mut least, mut most) = (0, RECOUNT_BYTES);
    assert!(corrects(most).await && !corrects(least).await);
    while most - least > 1 {
        let middle = least.midpoint(most);
        if corrects(middle).await { most = middle } else { least = middle }
    }
    // The items themselves, and 80 bytes for each of 2 changes of a note that expires.
    let bytes: usize = account.items_of("Catalogue").await.len() * 200 + 2 * 80 * EXPIRING as usize;
    assert!((bytes..4 * bytes).contains(&most), "{most} bytes, and at least {bytes} are needed");
}

#[tokio::test]
async fn a_recount_without_time_leaves_the_counters_alone_and_the_pass_ends() {
    let account = account().await;
    damage(&account).await;
    let limited = account.favorites.clone().with_recount_limits(RECOUNT_BYTES, Duration::ZERO);
    let result = limited.reconcile_user(&account.user, Repairs::Confirmed, LONG).await.unwrap();
    assert_eq!((result.repaired, result.finished), (0, true), "{result:?}");
    assert_eq!(reconcile(&account).await.0.drift, 1);
    account.check().await;
}
