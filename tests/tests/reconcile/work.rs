//! The reconciliations that the sweeper asks the worker for.

use std::collections::BTreeSet;
use std::time::Duration;

use favorites_api::favorites::limits::RECONCILED_AFTER;
use favorites_api::favorites::{Repairs, Swept, Turn, UserId};

use crate::account::Account;

const MINUTE: Duration = Duration::from_mins(1);

async fn sweep(account: &Account) -> Swept {
    account.favorites.sweep(MINUTE).await.expect("the table answers")
}

/// Gives each of these users a turn, and returns those who were reconciled.
async fn reconciled(account: &Account, users: &[UserId]) -> BTreeSet<UserId> {
    let mut reconciled = BTreeSet::new();
    for user in users {
        match account.favorites.take_turn(user, MINUTE).await.expect("the table answers") {
            Turn::Reconciled(found) if found.finished => drop(reconciled.insert(user.clone())),
            Turn::None => {}
            other => panic!("{other:?}"),
        }
    }
    reconciled
}

/// Creates a note for each of some users, and returns the users.
async fn users(account: &mut Account, number: usize) -> Vec<UserId> {
    let mut users = Vec::new();
    for name in 0..number {
        account.user = UserId::parse(format!("user {name:03}")).expect("an id");
        let note = account.keep(1, &[]).await;
        account.deliver(note).await;
        users.push(account.user.clone());
    }
    users
}

fn all(users: &[UserId]) -> BTreeSet<UserId> {
    users.iter().cloned().collect()
}

#[tokio::test]
async fn each_user_who_is_due_has_one_turn_and_nobody_is_due_afterwards() {
    let mut account = Account::open().await;
    // More than a page of the list.
    let users = users(&mut account, 130).await;
    assert_eq!(sweep(&account).await, Swept { finished: true, ..Swept::default() }, "the time has not come");
    account.pass(RECONCILED_AFTER);
    assert_eq!(sweep(&account).await, Swept { due: 130, finished: true, ..Swept::default() });
    sweep(&account).await;
    assert_eq!(reconciled(&account, &users).await, all(&users));
    assert_eq!(reconciled(&account, &users).await, all(&[]), "one turn each");
    assert_eq!(sweep(&account).await, Swept { finished: true, ..Swept::default() });
}

#[tokio::test]
async fn a_sweep_without_time_asks_for_nothing_and_the_next_one_goes_on() {
    let mut account = Account::open().await;
    let users = users(&mut account, 3).await;
    account.pass(RECONCILED_AFTER);
    let none = account.favorites.sweep(Duration::ZERO).await.unwrap();
    assert_eq!(none, Swept::default());
    assert_eq!(reconciled(&account, &users).await, all(&[]));
    assert_eq!(sweep(&account).await.due, 3);
    assert_eq!(reconciled(&account, &users).await, all(&users));
}

#[tokio::test]
async fn everybody_is_found_on_request_and_repaired_when_the_operator_says() {
    let mut account = Account::open().await;
    let mut users = users(&mut account, 3).await;
    // The owner of what an account begins with.
    users.push(UserId::parse("ann").unwrap());
    // A favorite without a record.
    account.keep(2, &[]).await;
    account.favorites.begin_listing(Repairs::AtOnce).await.unwrap();
    let listed = sweep(&account).await;
    assert!(listed.listed >= 4 && !listed.finished, "{listed:?}");
    let due = sweep(&account).await;
    assert_eq!((due.due, due.finished), (4, true));
    let turn = account.favorites.take_turn(&account.user, MINUTE).await.unwrap();
    assert!(matches!(turn, Turn::Reconciled(found) if found.repaired == 1), "{turn:?}");
    users.retain(|user| *user != account.user);
    assert_eq!(reconciled(&account, &users).await, all(&users));
    assert_eq!(sweep(&account).await, Swept { finished: true, ..Swept::default() }, "everybody is done");
}

#[tokio::test]
async fn a_user_is_reconciled_on_request() {
    let mut account = Account::open().await;
    users(&mut account, 1).await;
    account.keep(2, &[]).await;
    account.favorites.reconcile_soon(&account.user, Repairs::AtOnce).await.unwrap();
    let turn = account.favorites.take_turn(&account.user, MINUTE).await.unwrap();
    assert!(matches!(turn, Turn::Reconciled(found) if found.repaired == 1), "{turn:?}");
    assert!(matches!(account.favorites.take_turn(&account.user, MINUTE).await.unwrap(), Turn::None));
}

#[tokio::test]
async fn a_listing_of_everybody_that_stopped_is_continued_by_a_call_that_does_not_ask_for_it() {
    let mut account = Account::open().await;
    users(&mut account, 3).await;
    account.favorites.begin_listing(Repairs::Confirmed).await.unwrap();
    let stopped = account.favorites.continue_listing(Duration::ZERO).await.unwrap().unwrap();
    assert_eq!((stopped.listed, stopped.finished), (0, false));
    assert!(sweep(&account).await.listed >= 4);
    assert_eq!(account.favorites.continue_listing(MINUTE).await.unwrap(), None, "it is finished");
    assert_eq!(sweep(&account).await.due, 4);
}
