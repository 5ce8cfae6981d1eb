//! The list of users who are due: work in proportion to what changed.

use std::time::Duration;

use favorites_api::favorites::limits::{DRIFT_AFTER, RECONCILED_AFTER};
use favorites_api::favorites::{Favorites, Repairs, UserId};
use favorites_local::reconcile::{Progress, Whom, reconcile};
use single_table::testing::{Fault, Operation, Target, Times};

use crate::account::Account;
use crate::resume::begin_and_die;

/// Creates a note for each of these users, and applies its record.
async fn users(account: &mut Account, names: impl Iterator<Item = usize>) {
    for name in names {
        account.user = UserId::parse(format!("user {name}")).expect("an id");
        let note = account.keep(name, &[]).await;
        account.deliver(note).await;
    }
}

/// Reconciles the users who are due.
async fn reconcile_due(favorites: &Favorites) -> Progress {
    reconcile(favorites, Whom::Due, Repairs::Confirmed, |_| {}).await.expect("the table answers")
}

/// Returns the number of requests of a run for the users who are due.
async fn requests(account: &Account, users: u64) -> usize {
    let (favorites, faults) = account.faulty();
    let run = reconcile_due(&favorites).await;
    assert_eq!((run.users, run.failed), (users, 0), "{run:?}");
    faults.requests().len()
}

#[tokio::test]
async fn the_requests_of_a_run_grow_with_the_users_who_are_due_and_not_with_all() {
    let mut account = Account::open().await;
    let mut made = Vec::new();
    for (others, due) in [(0..20, 20..24), (30..110, 110..114), (120..120, 120..132)] {
        users(&mut account, others).await;
        account.pass(RECONCILED_AFTER);
        reconcile_due(&account.favorites).await;
        let number = due.len();
        users(&mut account, due).await;
        account.pass(RECONCILED_AFTER);
        made.push(requests(&account, number as u64).await);
    }
    let [among_few, among_many, three_times] = made.try_into().unwrap();
    assert_eq!(among_few, among_many, "the others cost nothing");
    let none = requests(&account, 0).await;
    assert_eq!(three_times - none, 3 * (among_few - none), "each of them costs the same");
}

#[tokio::test]
async fn a_change_costs_a_note_once_in_a_period() {
    let mut account = Account::open().await;
    users(&mut account, 0..1).await;
    let noted = account.keys("ReconciliationDue").await;
    assert_eq!(noted.len(), 1);
    for number in 1..10 {
        let note = account.keep(number, &[]).await;
        account.deliver(note).await;
        account.pass(Duration::from_hours(1));
    }
    assert_eq!(account.keys("ReconciliationDue").await, noted);
    assert_eq!(users_reconciled(&account).await, 0, "the time has not come");
    account.pass(RECONCILED_AFTER);
    let note = account.keep(10, &[]).await;
    account.deliver(note).await;
    assert_eq!(
        account.keys("ReconciliationDue").await.len(),
        2,
        "the first change after the time notes the next"
    );
    assert_eq!(users_reconciled(&account).await, 1);
    assert_eq!(account.keys("ReconciliationDue").await.len(), 1, "the user is off the list until then");
}

/// Returns the number of users that a run reconciles.
async fn users_reconciled(account: &Account) -> u64 {
    reconcile_due(&account.favorites).await.users
}

#[tokio::test]
async fn differences_that_wait_make_the_user_due_again_when_they_can_be_confirmed() {
    let mut account = Account::open().await;
    users(&mut account, 0..1).await;
    account.pass(RECONCILED_AFTER);
    account.keep(1, &[]).await;
    let first = reconcile_due(&account.favorites).await;
    assert_eq!((first.users, first.found.suspects), (1, 1));
    assert_eq!(users_reconciled(&account).await, 0);
    account.pass(DRIFT_AFTER);
    let second = reconcile_due(&account.favorites).await;
    assert_eq!((second.users, second.found.repaired, second.found.drift), (1, 1, 1));
}

#[tokio::test]
async fn a_dead_tag_whose_time_came_while_the_pass_stood_still_makes_the_user_due_in_the_next_second() {
    let account = Account::open().await;
    account.reconcile().await;
    let account = account.with_small_ranges();
    // The tag goes without the use case, which would begin the clean-up itself.
    let [tag] = account.keys("Tag").await.try_into().unwrap();
    account.delete_item(&tag).await;
    begin_and_die(&account).await;
    account.pass(DRIFT_AFTER);
    let rest = account.reconcile().await;
    assert_eq!((rest.suspects, rest.repaired, rest.finished), (1, 0, true), "{rest:?}");
    assert_eq!(users_reconciled(&account).await, 0, "this second is over for the pass");
    account.pass(Duration::from_secs(1));
    let next = reconcile_due(&account.favorites).await;
    assert_eq!((next.users, next.found.repaired, next.found.drift), (1, 1, 1), "{next:?}");
    assert_eq!(account.keys("TagCleanup").await.len(), 1);
}

#[tokio::test]
async fn a_user_with_whom_it_does_not_work_delays_nobody_and_stays_on_the_list() {
    let mut account = Account::open().await;
    users(&mut account, 0..5).await;
    account.pass(RECONCILED_AFTER);
    let (favorites, faults) = account.faulty();
    // The first requests read the list; then the state of a user can't be read.
    faults.arm_after(1, Fault::Throttled(Target::Only(Operation::GetItem)), Times::Next(1));
    let run = reconcile_due(&favorites).await;
    assert_eq!((run.users, run.failed), (4, 1), "{run:?}");
    assert_eq!(users_reconciled(&account).await, 1);
}

#[tokio::test]
async fn a_commit_whose_answer_is_lost_leaves_one_note() {
    let mut account = Account::open().await;
    account.user = UserId::parse("bea").unwrap();
    let note = account.keep(0, &[]).await;
    let (favorites, faults) = account.faulty();
    faults.arm(Fault::LostResponse(Target::Only(Operation::PutItem)), Times::Next(2));
    account.deliver_to(&favorites, note).await.ok();
    account.deliver(note).await;
    assert_eq!(account.keys("ReconciliationDue").await.len(), 1);
}
