//! People go on while their catalogue is reconciled.

use std::time::Duration;

use favorites_api::favorites::Repairs;
use favorites_api::favorites::limits::TOMBSTONE_KEEPS;
use favorites_tests::pause_when;
use futures::future::join_all;
use single_table::testing::Operation;

use crate::account::{Account, LONG};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_happens_meanwhile_is_undone() {
    let account = Account::open().await;
    account.reconcile().await;
    let account = &account;
    let writers = account.notes[..40].chunks(10).map(|notes| async move {
        for note in notes {
            let (user, favorites) = (&account.user, &account.favorites);
            favorites.tag_favorite(user, *note, None, account.tag).await.unwrap();
            account.deliver(*note).await;
            favorites.delete_favorite(user, *note, None).await.unwrap();
            account.deliver(*note).await;
            favorites.restore_favorite(user, *note, None).await.unwrap();
            account.deliver(*note).await;
        }
    });
    let reconciling = async {
        let mut runs = Vec::new();
        for _ in 0..5 {
            runs.push(account.repair().await);
        }
        runs
    };
    tokio::join!(join_all(writers), reconciling);
    // The records of items that went away were not delivered: what they would have told, this finds.
    account.repair().await;
    account.check().await;
    assert_eq!(account.reconcile().await.repaired, 0);
}

#[tokio::test]
async fn a_call_that_stood_still_for_days_brings_nothing_back_and_then_finishes() {
    let account = Account::open().await;
    let (slow, faults) = account.faulty();
    let mut call = Box::pin(slow.reconcile_user(&account.user, Repairs::AtOnce, LONG));
    // It has read the favorites, none of which the catalogue knows, and begins to write them there.
    let is_to_write = || {
        let requests = faults.requests();
        let queries = requests.iter().filter(|request| request.operation == Operation::Query);
        queries.count() > 1 && requests.last().is_some_and(|last| last.operation == Operation::GetItem)
    };
    assert!(pause_when(&mut call, is_to_write).await.is_none());
    account.repair().await;
    let without_tags = account.notes[1];
    let removed = account.image("FavoriteData", without_tags).await;
    account.remove("FavoriteData", without_tags).await;
    account.deliver_removal(removed).await;
    account.empty_journal_of(without_tags).await;
    account.pass(TOMBSTONE_KEEPS + Duration::from_hours(1));
    account.reconcile().await;
    let late = call.await.expect("the table answers");
    assert!(late.finished, "{late:?}");
    account.check().await;
    assert_eq!(account.reconcile().await.repaired, 0);
}
