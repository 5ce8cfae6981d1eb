//! People go on while their catalogue is reconciled.

use futures::future::join_all;

use crate::account::Account;

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
