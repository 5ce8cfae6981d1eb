//! The function's answers to events that ask for work.

use std::time::Duration;

use favorites_api::favorites::UserId;
use favorites_api::favorites::limits::RECONCILED_AFTER;
use favorites_api::{Assignment, Deadline, ReconcileAnswer, ReconcileEvent};
use serde_json::{Value, json};

use crate::account::Account;

const MINUTE: Duration = Duration::from_mins(1);

async fn call(account: &Account, event: &Value) -> ReconcileAnswer {
    let event: ReconcileEvent = serde_json::from_value(event.clone()).expect("an event");
    event.reconcile(&account.favorites, Deadline::after(MINUTE)).await.expect("the table answers")
}

/// Asks for work until there is no more, and reconciles the users. Returns their names, one for each event, and the number of
/// answers with work.
async fn do_all(account: &Account, mut event: Value) -> (Vec<String>, usize) {
    let (mut users, mut answers) = (Vec::new(), 0);
    while !event.is_null() {
        let ReconcileAnswer::Assignment(Assignment { users: found, next }) = call(account, &event).await
        else {
            panic!("no user was named")
        };
        for user in found {
            let user = serde_json::to_value(user).expect("events are JSON");
            assert!(matches!(call(account, &user).await, ReconcileAnswer::User(done) if done.finished));
            users.push(user["userId"].as_str().expect("the event names a user").to_owned());
        }
        event = serde_json::to_value(next).expect("events are JSON");
        answers += 1;
    }
    users.sort();
    (users, answers)
}

async fn keep_for(account: &mut Account, names: &[String]) {
    for name in names {
        account.user = UserId::parse(name.as_str()).expect("an id");
        let note = account.keep(1, &[]).await;
        account.deliver(note).await;
    }
}

fn names(number: usize) -> Vec<String> {
    (0..number).map(|name| format!("user {name:03}")).collect()
}

#[tokio::test]
async fn each_user_who_is_due_is_in_one_answer_and_nobody_is_due_afterwards() {
    let mut account = Account::open().await;
    let names = names(230);
    keep_for(&mut account, &names).await;
    assert_eq!(do_all(&account, json!({})).await, (vec![], 1), "the time has not come");
    account.pass(RECONCILED_AFTER);
    // An answer is complete with 200 users.
    assert_eq!(do_all(&account, json!({})).await, (names, 2));
    assert_eq!(do_all(&account, json!({})).await, (vec![], 1));
}

#[tokio::test]
async fn everybody_is_found_on_request_and_the_events_of_users_say_when_to_repair() {
    let mut account = Account::open().await;
    keep_for(&mut account, &names(3)).await;
    let event = json!({ "full": true, "repairs": "atOnce" });
    let ReconcileAnswer::Assignment(work) = call(&account, &event).await else { panic!("no user was named") };
    let next = serde_json::to_value(work.next).unwrap();
    assert_eq!(next, json!({ "repairs": "atOnce" }), "the next call finds those who were listed");
    let ReconcileAnswer::Assignment(work) = call(&account, &next).await else { panic!("no user was named") };
    let users = serde_json::to_value(work.users).unwrap();
    assert!(users.as_array().unwrap().iter().all(|user| user["repairs"] == "atOnce"), "{users}");
    let (found, _) = do_all(&account, json!({})).await;
    assert_eq!(
        found,
        [vec!["ann".to_owned()], names(3)].concat(),
        "they stay on the list until they are reconciled"
    );
}

#[tokio::test]
async fn a_listing_of_everybody_that_stopped_is_continued_by_a_call_that_does_not_ask_for_it() {
    let mut account = Account::open().await;
    keep_for(&mut account, &names(3)).await;
    account.favorites.begin_listing().await.unwrap();
    let stopped = account.favorites.continue_listing(Duration::ZERO).await.unwrap().unwrap();
    assert_eq!((stopped.listed, stopped.finished), (0, false));
    let (found, _) = do_all(&account, json!({})).await;
    assert_eq!(
        found,
        [vec!["ann".to_owned()], names(3)].concat(),
        "with the owner of what an account begins with"
    );
    assert_eq!(account.favorites.continue_listing(MINUTE).await.unwrap(), None, "it is finished");
    assert_eq!(do_all(&account, json!({})).await, (vec![], 1));
}
