//! Transactions that happen whole or not at all.

use single_table::{Check, Condition, Delete, Entity, Error, Put, Transaction, Update};

use super::{Track, TrackCount, TrackCountKey, TrackItems, music, numbers, track};

#[tokio::test]
async fn a_transaction_says_whether_conditions_cancelled_it() {
    let store = music(1).await;
    let insertion = |numbers: &[u16]| {
        let mut transaction = Transaction::new();
        let inserted = numbers.iter().map(|number| transaction.insert(&track("Arrival", *number)));
        let inserted: Vec<_> = inserted.collect();
        (transaction, inserted)
    };
    let (transaction, inserted) = insertion(&[1, 2]);
    let cancelled = store.transact(transaction).cancelled().await.unwrap().expect("track 1 is there");
    assert!(cancelled.failed(inserted[0]) && !cancelled.failed(inserted[1]));
    assert!(store.transact(insertion(&[2, 3]).0).cancelled().await.unwrap().is_none());
    let track = store.get::<Track>(&track("Arrival", 3).key()).consistent().await.unwrap();
    assert!(track.is_some());
    // An error that no condition caused stays an error.
    let error = store.transact(insertion(&[4]).0).token("").cancelled().await.unwrap_err();
    assert!(matches!(error, Error::TokenLength { given: 0, .. }), "{error}");
}

#[tokio::test]
async fn a_cancelled_transaction_names_the_operation_and_changes_nothing() {
    let store = music(1).await;
    let mut transaction = Transaction::new();
    let key = TrackCountKey { album_id: "Arrival".to_owned() };
    let counted = transaction.add(Update::upsert(key.clone()).add(TrackCount::TRACKS, 1));
    let first = transaction.insert(&track("Arrival", 1));
    let absent = transaction.add(Check::<Track>::new(track("Arrival", 9).key(), Condition::live()));
    let cancelled = store.transact(transaction).await.unwrap_err().into_cancelled().unwrap();
    assert!(!cancelled.failed(counted) && cancelled.failed(first) && cancelled.failed(absent));
    assert_eq!(cancelled.item(first).unwrap(), Some(track("Arrival", 1)));
    assert_eq!(cancelled.item(absent).unwrap(), None);
    assert_eq!(
        cancelled.to_string(),
        "the transaction was cancelled: the condition of Put Track (operation 2), the condition of ConditionCheck Track \
         (operation 3) did not hold"
    );
    assert_eq!(store.get::<TrackCount>(&key).await.unwrap(), None);
}

#[tokio::test]
async fn a_transaction_is_done_whole_and_has_at_most_100_operations() {
    let store = music(1).await;
    let mut transaction = Transaction::new();
    transaction.add(Delete::<Track>::new(track("Arrival", 1).key()));
    transaction.insert(&track("Arrival", 2));
    store.transact(transaction).await.unwrap();
    assert_eq!(numbers(&store.all(TrackItems::query("Arrival".to_owned())).await.unwrap()), [2]);

    let mut transaction = Transaction::new();
    for number in 1..=101 {
        transaction.add(Put::new(&track("Ring", number)));
    }
    assert_eq!(
        store.transact(transaction).await.unwrap_err().to_string(),
        "a transaction has at most 100 operations; 101 were given: divide it, writes with `Store::writing_pager` and reads with \
         `Store::batch_get`"
    );
}
