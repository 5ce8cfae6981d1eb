//! Values that had to become unique after items had them.

use serde::{Deserialize, Serialize};
use single_table::backfill::BackfillError;
use single_table::{
    Backfill, Client, Entity, EpochSeconds, Item, Store, Timestamp, Versioned as _, WriteError,
};

use crate::backfill::{MusicTable, music, put, run};

/// An account. Its address must be unique now, but an earlier version did not require that.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "Account", partition(id), sort(), ttl(expires), version(version))]
#[unique(record = AccountEmail, partition(email?), sort())]
pub(crate) struct Account {
    id: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(default)]
    version: u64,
    #[serde(default)]
    logins: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<EpochSeconds>,
}

fn account(id: u32, email: &str) -> Account {
    Account { id, email: Some(email.to_owned()), version: 3, logins: 0, expires: None }
}

fn email(email: &str) -> AccountEmail {
    AccountEmail { email: email.to_owned() }
}

/// Writes accounts like an earlier version, without records of their addresses.
async fn written_before(accounts: &[Account]) -> (Client, Store<MusicTable>, String) {
    let (client, store, name) = music().await;
    for account in accounts {
        put(&client, &name, single_table::encode(account).expect("an account is an item")).await;
    }
    (client, store, name)
}

#[tokio::test]
async fn values_that_items_have_are_claimed_once() {
    let nameless = Account { email: None, ..account(3, "") };
    let (_, store, _) = written_before(&[account(1, "a"), account(2, "b"), nameless]).await;
    let counts = run(&store, Backfill::<Account>::new()).await.unwrap();
    assert_eq!((counts.scanned, counts.changed, counts.unchanged), (3, 2, 1));
    let owner = store.owner(&email("a")).await.unwrap().unwrap();
    assert_eq!(owner.id, 1);
    assert_fails!(store.insert(&account(4, "b")).await, WriteError::Taken(taken) if taken[0].owner.id == 2);

    let again = run(&store, Backfill::<Account>::new()).await.unwrap();
    assert_eq!((again.changed, again.unchanged), (0, 3));
    // The records are the same that inserting the account would have made.
    store.remove(&account(1, "a")).await.unwrap();
    store.insert(&account(4, "a")).await.unwrap();
}

#[tokio::test]
async fn an_item_that_is_changed_is_claimed_for_too() {
    let (_, store, _) = written_before(&[account(1, "a")]).await;
    let count = Backfill::<Account>::new().change(|mut account| {
        account.logins = 7;
        Some(account)
    });
    assert_eq!(run(&store, count).await.unwrap().changed, 1);
    assert_eq!(store.owner(&email("a")).await.unwrap().unwrap().id, 1);
}

#[tokio::test]
async fn two_items_with_the_same_values_stop_the_backfill_by_name() {
    let (_, store, _) = written_before(&[account(1, "a"), account(2, "a")]).await;
    let error = run(&store, Backfill::<Account>::new()).await.unwrap_err();
    assert!(matches!(error, BackfillError::Taken { record: "AccountEmail", .. }), "{error}");
    // The change of the backfill can give one of them another value.
    let owner = store.owner(&email("a")).await.unwrap().unwrap().id;
    let rename = Backfill::<Account>::new().change(move |mut account| {
        account.email = Some(if account.id == owner { "a" } else { "b" }.to_owned());
        Some(account)
    });
    assert_eq!(run(&store, rename).await.unwrap().scanned, 2);
    assert_eq!(store.owner(&email("a")).await.unwrap().unwrap().id, owner);
    assert_eq!(store.owner(&email("b")).await.unwrap().unwrap().id, 3 - owner);
}

#[tokio::test]
async fn an_item_whose_values_are_taken_is_left_if_the_backfill_may_do_so() {
    let (_, store, _) = written_before(&[account(1, "a"), account(2, "a"), account(3, "b")]).await;
    let counts = run(&store, Backfill::<Account>::new().leave_taken()).await.unwrap();
    assert_eq!((counts.scanned, counts.changed, counts.unchanged, counts.taken), (3, 2, 1, 1));
    let owner = store.owner(&email("a")).await.unwrap().unwrap().id;
    let again = run(&store, Backfill::<Account>::new().leave_taken()).await.unwrap();
    assert_eq!((again.changed, again.unchanged, again.taken), (0, 3, 1));
    // The other item stays, and removing it leaves the record to its owner.
    store.remove(&account(3 - owner, "a")).await.unwrap();
    assert_eq!(store.owner(&email("a")).await.unwrap().unwrap().id, owner);
}

#[tokio::test]
async fn an_expired_item_claims_nothing_and_an_expiring_one_for_as_long() {
    let now = EpochSeconds::of(Timestamp::now()).get();
    let expired = Account { expires: Some(EpochSeconds::new(1)), ..account(1, "a") };
    let expiring = Account { expires: Some(EpochSeconds::new(now + 600)), ..account(2, "b") };
    let (client, store, name) = written_before(&[expired, expiring]).await;
    let counts = run(&store, Backfill::<Account>::new()).await.unwrap();
    assert_eq!((counts.changed, counts.unchanged), (1, 1));
    assert_eq!(store.owner(&email("a")).await.unwrap(), None);
    let items: Vec<Item> = client.scan().table_name(&name).send().await.unwrap().items.unwrap();
    let record = items.iter().find(|item| item["type"].as_s().unwrap() == "AccountEmail").unwrap();
    assert_eq!(record["ttl"].as_n().unwrap(), &(now + 600).to_string());
}

#[tokio::test]
async fn a_backfill_that_changes_the_expiry_renews_the_records() {
    let now = EpochSeconds::of(Timestamp::now()).get();
    let expiring = Account { expires: Some(EpochSeconds::new(now + 600)), ..account(1, "a") };
    let (_, store, _) = music().await;
    store.insert(&expiring).await.unwrap();
    let later = EpochSeconds::new(now + 700).timestamp();
    let forever = || Backfill::new().change(|account| Some(Account { expires: None, ..account }));
    let counts = run(&store, forever()).await.unwrap();
    assert_eq!((counts.scanned, counts.changed), (1, 1));
    assert_eq!(run(&store, forever()).await.unwrap().changed, 0);
    let store = store.with_clock(move || later);
    assert_eq!(store.owner(&email("a")).await.unwrap().unwrap().id, 1);
    assert_fails!(store.insert(&account(2, "a")).await, WriteError::Taken(taken) if taken[0].owner.id == 1);
}

#[tokio::test]
async fn a_replacement_frees_what_was_claimed() {
    let (_, store, _) = written_before(&[account(1, "a")]).await;
    run(&store, Backfill::<Account>::new()).await.unwrap();
    let mut moved = account(1, "b");
    store.replace(&account(1, "a"), &mut moved).await.unwrap();
    assert_eq!(moved.version(), 4);
    store.insert(&account(2, "a")).await.unwrap();
}
