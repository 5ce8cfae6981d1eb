//! Drift: differences that no record on its way explains, and no others.

use std::collections::BTreeSet;
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::limits::{DRIFT_AFTER, SUSPECTS};
use favorites_api::favorites::{EpochSeconds, FavoritePatch, Reconciled, Timestamp};

use crate::account::Account;

/// An account whose catalogue is right.
async fn counted() -> Account {
    let account = Account::open().await;
    account.reconcile().await;
    account.check().await;
    account
}

fn waiting(suspects: u64) -> Reconciled {
    Reconciled { favorites: 0, repaired: 0, drift: 0, suspects, finished: true }
}

/// The result without the number of favorites.
fn differences(result: Reconciled) -> Reconciled {
    Reconciled { favorites: 0, ..result }
}

#[tokio::test]
async fn changes_with_pending_records_are_not_drift() {
    let account = counted().await;
    let (user, favorites) = (&account.user, &account.favorites);
    let kept = account.keep(500, &[account.tag]).await;
    let removed = account.image("FavoriteData", account.notes[0]).await;
    let purged = account.image("Trash", account.notes[118]).await;
    favorites.delete_favorite(user, account.notes[0], None).await.unwrap();
    favorites.tag_favorite(user, account.notes[1], None, account.tag).await.unwrap();
    favorites.purge_favorite(user, account.notes[118]).await.unwrap();
    // Kept, removed from the favorites, added to the trash, tagged, and removed from the trash.
    assert_eq!(differences(account.reconcile().await), waiting(5));
    account.pass(DRIFT_AFTER / 2);
    assert_eq!(differences(account.reconcile().await), waiting(5));
    for note in [kept, account.notes[0], account.notes[1]] {
        account.deliver(note).await;
    }
    account.deliver_removal(removed).await;
    account.deliver_removal(purged).await;
    account.pass(DRIFT_AFTER);
    assert_eq!(differences(account.reconcile().await), waiting(0));
    account.check().await;
    assert!(account.keys("Reconciliation").await.is_empty(), "nothing is left to remember");
}

#[tokio::test]
async fn a_change_whose_record_never_comes_is_drift_at_the_second_sight_and_not_before() {
    let account = counted().await;
    account.favorites.delete_favorite(&account.user, account.notes[0], None).await.unwrap();
    assert_eq!(differences(account.reconcile().await), waiting(2));
    account.pass(DRIFT_AFTER / 2);
    assert_eq!(differences(account.reconcile().await), waiting(2));
    account.pass(DRIFT_AFTER / 2);
    assert_eq!(differences(account.reconcile().await), Reconciled { repaired: 2, drift: 2, ..waiting(0) });
    account.check().await;
}

#[tokio::test]
async fn a_favorite_that_changes_again_waits_again() {
    let account = counted().await;
    let (user, favorites, note) = (&account.user, &account.favorites, account.notes[1]);
    for _ in 0..3 {
        favorites.tag_favorite(user, note, None, account.tag).await.unwrap();
        account.pass(DRIFT_AFTER);
        assert_eq!(differences(account.reconcile().await), waiting(1));
        favorites.untag_favorite(user, note, None, account.tag).await.unwrap();
        account.pass(DRIFT_AFTER);
        assert_eq!(differences(account.reconcile().await), waiting(1));
    }
    account.deliver(note).await;
    account.pass(DRIFT_AFTER);
    assert_eq!(differences(account.reconcile().await), waiting(0));
}

#[tokio::test]
async fn an_expired_favorite_that_was_just_removed_is_not_drift() {
    let account = counted().await;
    let soon = account.after(Duration::from_hours(1));
    let patch = FavoritePatch { expire_time: Some(Some(soon)), ..FavoritePatch::default() };
    account.favorites.update_favorite(&account.user, account.notes[0], None, patch).await.unwrap();
    account.deliver(account.notes[0]).await;
    account.pass(Duration::from_hours(2));
    assert_eq!(differences(account.reconcile().await), waiting(0), "it has expired, and is still there");
    let removed = account.image("FavoriteData", account.notes[0]).await;
    account.remove("FavoriteData", account.notes[0]).await;
    assert_eq!(differences(account.reconcile().await), waiting(1));
    account.deliver_removal(removed).await;
    account.pass(DRIFT_AFTER);
    assert_eq!(differences(account.reconcile().await), waiting(0));
}

#[tokio::test]
async fn a_clean_up_in_progress_is_not_drift_even_when_seen_repeatedly() {
    let account = counted().await;
    account.favorites.delete_tag(&account.user, account.tag, None).await.unwrap();
    let items = (account.items_of("TagCleanup").await, account.items_of("Due").await);
    // No worker comes.
    for _ in 0..3 {
        let result = account.reconcile().await;
        assert_eq!((result.repaired, result.drift), (0, 0), "{result:?}");
        account.pass(DRIFT_AFTER);
    }
    assert_eq!((account.items_of("TagCleanup").await, account.items_of("Due").await), items);
    let [cleanup] = account.keys("TagCleanup").await.try_into().unwrap();
    account.delete_item(&cleanup).await;
    assert_eq!(differences(account.reconcile().await), Reconciled { repaired: 1, drift: 1, ..waiting(1) });
    assert_eq!(account.items_of("TagCleanup").await.len(), 1, "it has begun again");
}

#[tokio::test]
async fn an_expired_favorite_with_a_deleted_tag_begins_no_clean_up() {
    let account = counted().await;
    let expired = EpochSeconds::of(account.after(Duration::from_secs(1)));
    for note in account.notes.iter().take(118).step_by(3) {
        let key = ("FavoriteData#ann".to_owned(), note.to_string());
        account.set(&key, "ttl", AttributeValue::N(expired.get().to_string())).await;
    }
    let [tag] = account.keys("Tag").await.try_into().unwrap();
    account.delete_item(&tag).await;
    account.pass(Duration::from_hours(2));
    // The catalogue does not know of the expiry that the test wrote by hand.
    account.repair().await;
    for _ in 0..3 {
        account.pass(DRIFT_AFTER);
        assert_eq!(differences(account.reconcile().await), waiting(0));
    }
    assert_eq!(account.keys("TagCleanup").await, []);
}

#[tokio::test]
async fn a_catalogue_without_a_head_is_built_at_once_and_not_counted_as_drift() {
    let mut account = Account::open().await;
    account.user = favorites_api::favorites::UserId::parse("bea").unwrap();
    account.keep(1, &[]).await;
    assert_eq!(differences(account.reconcile().await), Reconciled { repaired: 1, ..waiting(0) });
}

#[tokio::test]
async fn more_differences_than_are_noted_are_repaired_at_the_second_sight() {
    let account = counted().await;
    let mut kept = BTreeSet::new();
    for number in 0..=SUSPECTS {
        kept.insert(account.keep(number, &[]).await);
    }
    let limit = u64::try_from(SUSPECTS).unwrap();
    assert_eq!(differences(account.reconcile().await), waiting(limit));
    account.pass(DRIFT_AFTER);
    let repaired = account.reconcile().await;
    let expected = Reconciled { repaired: limit + 1, drift: limit, ..waiting(0) };
    assert_eq!(differences(repaired), expected);
    account.check().await;
}

impl Account {
    /// The time so long from now.
    pub(crate) fn after(&self, time: Duration) -> Timestamp {
        self.favorites.now().checked_add(time).expect("a time in range")
    }
}
