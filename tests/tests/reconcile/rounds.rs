//! Everybody, for as long as there is time.

use std::time::Duration;

use favorites_api::favorites::UserId;

use crate::account::{Account, LONG};

#[tokio::test]
async fn a_round_finds_everybody_and_the_next_begins_anew() {
    let mut account = Account::open().await;
    for name in ["bea", "cem"] {
        account.user = UserId::parse(name).unwrap();
        account.keep(1, &[]).await;
    }
    // One has nothing but a trash, another nothing but a catalogue.
    let thrown = account.keep(2, &[]).await;
    account.user = UserId::parse("dot").unwrap();
    let thrown_too = account.keep(3, &[]).await;
    account.favorites.delete_favorite(&account.user, thrown_too, None).await.unwrap();
    account.user = UserId::parse("cem").unwrap();
    account.deliver(thrown).await;
    for key in account.keys("FavoriteData").await {
        if key.0.ends_with("#cem") {
            account.delete_item(&key).await;
        }
    }
    account.pass(Duration::from_hours(1));
    let run = account.favorites.reconcile(LONG).await.unwrap();
    assert_eq!((run.people, run.failed, run.finished), (4, 0, true));
    assert_eq!((run.reconciled.favorites, run.reconciled.drift), (122, 123));
    account.check().await;
    let again = account.favorites.reconcile(LONG).await.unwrap();
    assert_eq!((again.people, again.reconciled.repaired, again.finished), (4, 0, true));
}

#[tokio::test]
async fn a_round_without_time_goes_on_where_it_was() {
    let account = Account::open().await;
    let none = account.favorites.reconcile(Duration::ZERO).await.unwrap();
    assert_eq!((none.people, none.finished), (0, false));
    let all = account.favorites.reconcile(LONG).await.unwrap();
    assert_eq!((all.people, all.finished), (1, true));
    account.check().await;
}

#[tokio::test]
async fn a_person_without_anything_is_no_work() {
    let account = Account::open().await;
    let nobody = UserId::parse("nobody").unwrap();
    let nothing = account.favorites.reconcile_person(&nobody, LONG).await.unwrap();
    assert_eq!(nothing, favorites_api::favorites::Reconciled::default());
    assert!(account.keys("CatalogueHead").await.is_empty());
}

#[tokio::test]
async fn a_person_for_whom_there_is_no_time_is_told() {
    let account = Account::open().await;
    let late = account.favorites.reconcile_person(&account.user, Duration::ZERO).await;
    assert!(matches!(late, Err(favorites_api::favorites::Error::OutOfTime)));
}
