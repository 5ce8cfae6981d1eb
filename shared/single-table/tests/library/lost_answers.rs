//! Writes whose answer from the engine is lost, so that the SDK sends them again.

use single_table::error::Outcome;
use single_table::testing::{Answer, Fault, Faults, Operation, Target, Times};
use single_table::{Entity as _, Put, Store, Transaction, Update, WriteError};

use crate::versions::{Note, NoteTable, note};
use crate::written::transaction_of;
use crate::{engine, faulty};

/// Returns a store in which the answer to the next put is lost, once the caller arms the fault.
async fn notes() -> (Store<NoteTable>, Faults) {
    let (client, _, table) = engine::table::<NoteTable>().await;
    let faults = Faults::new();
    (Store::new(faults.client(&client), table), faults)
}

fn lose_an_answer(faults: &Faults) {
    faults.arm(Fault::LostResponse(Target::Only(Operation::PutItem)), Times::Next(1));
}

async fn stored(store: &Store<NoteTable>) -> Option<Note> {
    store.get(&note("").key()).consistent().await.expect("the note is read")
}

#[tokio::test]
async fn an_insert_whose_answer_is_lost_has_happened() {
    let (store, faults) = notes().await;
    lose_an_answer(&faults);
    store.insert(&note("mine")).await.unwrap();
    assert_eq!(faults.requests().len(), 2);
    assert_eq!(stored(&store).await, Some(note("mine")));
}

#[tokio::test]
async fn a_replacement_whose_answer_is_lost_has_happened() {
    let (store, faults) = notes().await;
    store.insert(&note("first")).await.unwrap();
    lose_an_answer(&faults);
    let mut after = note("second");
    store.replace(&note("first"), &mut after).await.unwrap();
    assert_eq!(after.revision, 2);
    assert_eq!(stored(&store).await, Some(after));
}

#[tokio::test]
async fn an_insert_that_another_item_stops_fails_whether_or_not_an_answer_was_lost() {
    let (store, faults) = notes().await;
    store.insert(&note("theirs")).await.unwrap();
    lose_an_answer(&faults);
    let there = store.insert(&note("mine")).await.unwrap_err().into_condition_failed().unwrap();
    assert_eq!(there, Some(note("theirs")));
    // The same item is put again, and every answer arrives.
    assert_fails!(store.insert(&note("theirs")).await, WriteError::ConditionFailed { .. });
    assert_fails!(store.insert(&note("theirs")).await, WriteError::ConditionFailed { .. });
}

#[tokio::test]
async fn a_removal_whose_answer_is_lost_may_have_happened() {
    let (store, faults) = notes().await;
    store.insert(&note("mine")).await.unwrap();
    faults.arm(Fault::LostResponse(Target::Only(Operation::DeleteItem)), Times::Next(1));
    let error = store.remove(&note("mine")).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::PossiblyApplied, "{error}");
    assert_eq!(
        error.to_string(),
        "DeleteItem of Note got no answer from DynamoDB: its condition failed after a try without an answer, which may have \
         done the write; the write may have happened: read the item before you repeat it"
    );
    assert_eq!(stored(&store).await, None);
    // Every answer arrives, but there was no item.
    assert_fails!(store.remove(&note("mine")).await, WriteError::ConditionFailed { item: None });
}

#[tokio::test]
async fn a_removal_that_another_version_stops_fails_although_an_answer_was_lost() {
    let (store, faults) = notes().await;
    store.insert(&Note { revision: 2, ..note("theirs") }).await.unwrap();
    faults.arm(Fault::LostResponse(Target::Only(Operation::DeleteItem)), Times::Next(1));
    assert_fails!(store.remove(&note("mine")).await, WriteError::ConditionFailed { item: Some(_) });
}

#[tokio::test]
async fn a_locked_update_whose_answer_is_lost_may_have_happened() {
    let (store, faults) = notes().await;
    store.insert(&note("first")).await.unwrap();
    let lose = || faults.arm(Fault::LostResponse(Target::Only(Operation::UpdateItem)), Times::Next(1));
    lose();
    let update = |text: &str| Update::locked(&note("first")).set(Note::TEXT, text);
    let error = store.execute(update("second")).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::PossiblyApplied, "{error}");
    let second = Note { revision: 2, ..note("second") };
    assert_eq!(stored(&store).await, Some(second.clone()));
    // Every answer arrives, but another writer was faster.
    assert_fails!(store.execute(update("third")).await, WriteError::ConditionFailed { item: Some(_) });
    // Without an item, the update has not happened.
    store.remove(&second).await.unwrap();
    lose();
    assert_fails!(store.execute(update("third")).await, WriteError::ConditionFailed { item: None });
}

fn throttle(faults: &Faults, operation: Operation, times: Times) {
    faults.arm(Fault::Throttled(Target::Only(operation)), times);
}

#[tokio::test]
async fn a_write_that_is_throttled_after_a_lost_answer_has_possibly_happened() {
    let (store, faults) = notes().await;
    lose_an_answer(&faults);
    throttle(&faults, Operation::PutItem, Times::Next(2));
    let error = store.insert(&note("mine")).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::PossiblyApplied, "{error}");
    assert_eq!(stored(&store).await, Some(note("mine")));
}

#[tokio::test]
async fn a_locked_update_that_is_throttled_after_a_lost_answer_has_possibly_happened() {
    let (store, faults) = notes().await;
    store.insert(&note("first")).await.unwrap();
    faults.arm(Fault::LostResponse(Target::Only(Operation::UpdateItem)), Times::Next(1));
    throttle(&faults, Operation::UpdateItem, Times::Next(2));
    let update = Update::locked(&note("first")).set(Note::TEXT, "second");
    let error = store.execute(update).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::PossiblyApplied, "{error}");
    assert_eq!(stored(&store).await.map(|note| note.revision), Some(2));
}

#[tokio::test]
async fn a_transaction_that_is_throttled_after_a_lost_answer_has_possibly_happened() {
    let (store, faults) = notes().await;
    faults.arm(Fault::LostResponse(Target::Only(Operation::TransactWriteItems)), Times::Next(1));
    faults.arm_after(1, Fault::Throttled(Target::Only(Operation::TransactWriteItems)), Times::Always);
    let mut transaction = Transaction::new();
    transaction.insert(&note("mine"));
    let error = store.transact(transaction).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::PossiblyApplied, "{error}");
    faults.clear();
    assert_eq!(stored(&store).await, Some(note("mine")));
}

#[tokio::test(start_paused = true)]
async fn a_transaction_of_which_an_earlier_request_is_in_progress_has_possibly_happened() {
    let in_progress = (0..60).map(|_| Answer::exception("TransactionInProgressException"));
    let answers = [Answer::exception("InternalServerError")].into_iter().chain(in_progress);
    let (store, script) = faulty::scripted::<NoteTable>(answers);
    let error = store.transact(transaction_of(Put::new(&note("mine")))).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::PossiblyApplied, "{error}");
    let sent = script.requests();
    assert!(sent.len() > 8, "the library tries again by itself");
    let tokens: std::collections::BTreeSet<_> =
        sent.iter().map(|request| request.body["ClientRequestToken"].to_string()).collect();
    assert_eq!(tokens.len(), 1, "{tokens:?}");
}

#[tokio::test(start_paused = true)]
async fn a_replacement_whose_item_has_changed_again_after_a_lost_answer_has_possibly_happened() {
    let mut third = single_table::encode(&Note { revision: 3, ..note("third") }).unwrap();
    third.remove("rating");
    let third: serde_json::Map<_, _> = third
        .iter()
        .map(|(name, value)| match value.as_s() {
            Ok(text) => (name.clone(), serde_json::json!({ "S": text })),
            Err(_) => (name.clone(), serde_json::json!({ "N": value.as_n().unwrap() })),
        })
        .collect();
    let answers = [Answer::exception("InternalServerError"), Answer::condition_failed(&third.into())];
    let (store, _) = faulty::scripted::<NoteTable>(answers);
    let error = store.replace(&note("first"), &mut note("second")).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::PossiblyApplied, "{error}");
}
