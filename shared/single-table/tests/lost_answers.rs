//! Writes whose answer from the engine is lost, so that the SDK sends them again.

mod engine;

use serde::{Deserialize, Serialize};
use single_table::error::Outcome;
use single_table::testing::{Fault, Faults, Operation, Target, Times};
use single_table::{Client, Entity, Store, Update, WriteError, table};

table! {
    /// Notes.
    pub struct NoteTable { key: (pk, sk), entities: [Note] }
}

/// A note that counts its versions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(user), sort(id), version(version))]
struct Note {
    user: String,
    id: u32,
    text: String,
    /// A number that DynamoDB returns in its own form.
    rating: f64,
    version: u64,
}

fn note(text: &str) -> Note {
    Note { user: "ann".to_owned(), id: 1, text: text.to_owned(), rating: 40.0, version: 1 }
}

/// Returns a store in which the answer to the next put is lost, once the caller arms the fault.
async fn notes() -> (Store<NoteTable>, Faults) {
    let (client, _, table) = engine::table::<NoteTable>().await;
    let faults = Faults::new();
    let http = faults.before(aws_smithy_http_client::Builder::new().build_http());
    let client = Client::from_conf(client.config().to_builder().http_client(http).build());
    (Store::new(client, table), faults)
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
    assert_eq!(after.version, 2);
    assert_eq!(stored(&store).await, Some(after));
}

#[tokio::test]
async fn an_insert_that_another_item_stops_fails_whether_or_not_an_answer_was_lost() {
    let (store, faults) = notes().await;
    store.insert(&note("theirs")).await.unwrap();
    lose_an_answer(&faults);
    let error = store.insert(&note("mine")).await.unwrap_err();
    let WriteError::ConditionFailed { item: Some(there) } = error else { panic!("{error}") };
    assert_eq!(*there, note("theirs"));
    // The same item is put again, and every answer arrives.
    let error = store.insert(&note("theirs")).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { .. }), "{error}");
    let error = store.insert(&note("theirs")).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { .. }), "{error}");
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
    let error = store.remove(&note("mine")).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { item: None }), "{error}");
}

#[tokio::test]
async fn a_removal_that_another_version_stops_fails_although_an_answer_was_lost() {
    let (store, faults) = notes().await;
    store.insert(&Note { version: 2, ..note("theirs") }).await.unwrap();
    faults.arm(Fault::LostResponse(Target::Only(Operation::DeleteItem)), Times::Next(1));
    let error = store.remove(&note("mine")).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { item: Some(_) }), "{error}");
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
    let second = Note { version: 2, ..note("second") };
    assert_eq!(stored(&store).await, Some(second.clone()));
    // Every answer arrives, but another writer was faster.
    let error = store.execute(update("third")).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { item: Some(_) }), "{error}");
    // Without an item, the update has not happened.
    store.remove(&second).await.unwrap();
    lose();
    let error = store.execute(update("third")).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { item: None }), "{error}");
}
