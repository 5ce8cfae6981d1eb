//! Transactions with items in past versions.

use single_table::{Check, Delete, Transaction, Update};

use super::today::{self, Track};
use super::{key, number, with_past};

#[tokio::test]
async fn a_transaction_upgrades_the_items_that_stop_it() {
    let programs = with_past([1, 2, 3]).await;
    programs.new.insert(&today::track(4)).await.unwrap();
    let mut transaction = Transaction::new();
    transaction.add(Update::<Track>::new(key(1)).add(Track::PLAYS, 1));
    transaction.add(Check::new(key(2), Track::ARTIST.eq("ABBA")));
    transaction.add(Delete::<Track>::new(key(3)).only_if(Track::SECONDS.gt(1_u32)));
    transaction.add(Update::<Track>::new(key(4)).add(Track::PLAYS, 1));
    programs.new.transact(transaction).await.unwrap();
    for position in [1, 4] {
        assert_eq!(programs.read(position).await, Some(Track { plays: 8, ..today::track(position) }));
    }
    assert_eq!(programs.stored(2).await.unwrap()["shape"], number(3));
    assert_eq!(programs.stored(3).await, None);
}

#[tokio::test]
async fn a_cancelled_transaction_has_the_upgraded_item() {
    let programs = with_past([1]).await;
    let mut transaction = Transaction::new();
    let op = transaction
        .add(Update::<Track>::new(key(1)).add(Track::PLAYS, 1).only_if(Track::SECONDS.gt(999_u32)));
    let cancelled = programs.new.transact(transaction).await.unwrap_err().into_cancelled().unwrap();
    assert!(cancelled.failed(op));
    assert_eq!(cancelled.item(op).unwrap(), Some(today::track(1)));
}

#[tokio::test]
async fn a_replacement_in_a_transaction_needs_no_upgrade() {
    let programs = with_past([1]).await;
    let before = programs.read(1).await.unwrap();
    let after = Track { note: Some("loud".to_owned()), ..before.clone() };
    let mut transaction = Transaction::new();
    transaction.replace(&before, &after);
    programs.new.transact(transaction).await.unwrap();
    assert_eq!(programs.read(1).await, Some(Track { version: 2, ..after }));
}
