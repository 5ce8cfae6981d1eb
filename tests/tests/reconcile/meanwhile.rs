//! People go on while their catalogue is reconciled.

use favorites_api::favorites::Reconciled;
use futures::future::join_all;

use crate::account::Account;

#[tokio::test]
async fn what_is_still_on_its_way_is_no_drift() {
    let account = Account::open().await;
    account.reconcile().await;
    let kept = account.keep(500, &[account.tag]).await;
    account.favorites.delete_favorite(&account.user, account.notes[0], None).await.unwrap();
    let early = account.reconcile().await;
    // The favorite that is in the trash now is missing where it was, and nothing says since when.
    assert_eq!(early, Reconciled { favorites: 121, repaired: 3, drift: 1 });
    account.check().await;
    // Their records come now, and change nothing any more.
    account.deliver(kept).await;
    account.deliver(account.notes[0]).await;
    account.check().await;
}

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
            runs.push(account.reconcile().await);
        }
        runs
    };
    tokio::join!(join_all(writers), reconciling);
    // The records of items that went away were not delivered: what they would have told, this finds.
    account.reconcile().await;
    account.check().await;
    assert_eq!(account.reconcile().await.repaired, 0);
}
