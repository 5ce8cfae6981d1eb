//! Rounds over all users, and passes without work or without time.

use std::time::Duration;

use favorites_api::favorites::limits::DRIFT_AFTER;
use favorites_api::favorites::{Listed, Reconciled, Repairs, UserId};
use favorites_local::reconcile::{Progress, Whom, reconcile};
use favorites_tests::pause_when;

use crate::account::{Account, LONG};

async fn reconcile_everybody(account: &Account) -> Progress {
    let reconciled = reconcile(&account.favorites, Whom::Everybody, Repairs::Confirmed, |_| {});
    reconciled.await.expect("the table answers")
}

#[tokio::test]
async fn a_round_finds_everybody_and_so_does_the_next() {
    let mut account = Account::open().await;
    for name in ["bea", "cem"] {
        account.user = UserId::parse(name).unwrap();
        account.keep(1, &[]).await;
    }
    // A user has only a trash, and another only a catalogue.
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
    account.pass(Duration::from_hours(25));
    let run = reconcile_everybody(&account).await;
    assert_eq!((run.users, run.failed), (4, 0));
    // A favorite is gone, and its record has not arrived.
    assert_eq!((run.found.favorites, run.found.drift, run.found.suspects), (122, 122, 1));
    account.pass(DRIFT_AFTER);
    let again = reconcile_everybody(&account).await;
    assert_eq!((again.users, again.found.drift), (4, 1));
    account.check().await;
}

#[tokio::test]
async fn a_listing_that_stood_still_does_not_take_back_the_place_of_another_call() {
    let account = Account::open().await;
    account.favorites.begin_listing(Repairs::Confirmed).await.unwrap();
    let (slow, faults) = account.faulty_as("sweeper");
    let mut listing = Box::pin(slow.continue_listing(LONG));
    // It has read its place and a page, and lists the page's user.
    assert!(pause_when(&mut listing, || faults.requests().len() >= 3).await.is_none());
    let other = account.favorites.continue_listing(LONG).await.unwrap();
    assert_eq!(other.map(|listed| listed.finished), Some(true));
    let slow = listing.await.unwrap();
    assert_eq!(slow, Some(Listed { listed: 1, finished: true }));
    assert_eq!(account.favorites.continue_listing(LONG).await.unwrap(), None, "everybody is listed");
}

#[tokio::test]
async fn a_user_without_items_takes_no_work() {
    let account = Account::open().await;
    let nobody = UserId::parse("nobody").unwrap();
    let nothing = account.favorites.reconcile_user(&nobody, Repairs::Confirmed, LONG).await.unwrap();
    assert_eq!(nothing, Reconciled { finished: true, ..Reconciled::default() });
    assert!(account.keys("CatalogueHead").await.is_empty());
}

#[tokio::test]
async fn a_call_without_time_does_nothing_and_says_that_it_is_not_finished() {
    let account = Account::open().await;
    let late =
        account.favorites.reconcile_user(&account.user, Repairs::Confirmed, Duration::ZERO).await.unwrap();
    assert_eq!(late, Reconciled::default());
    assert!(account.keys("CatalogueHead").await.is_empty());
}
