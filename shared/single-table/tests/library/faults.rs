//! Unusual answers of DynamoDB, and the library's reactions. The answers are scripted. Time is paused, so waits take no time.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use single_table::testing::Answer;
use single_table::{
    BatchWrite, Entity, Error, KeySet, Put, Transaction, TransactionError, Update, WriteError,
};

use crate::notes::{self, Note, NoteItems, NoteTable, scripted};
use crate::written::transaction_of;

/// A tag with a unique name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Tag", partition(number), sort(), version(version))]
#[unique(record = TagName, partition(name), sort())]
pub(crate) struct Tag {
    number: u16,
    name: String,
    version: u64,
}

fn note(id: u32) -> Note {
    Note { user: "u".to_owned(), ..notes::note(id) }
}

fn item(id: u32) -> String {
    format!(
        concat!(
            r#"{{"type":{{"S":"Note"}},"user":{{"S":"u"}},"id":{{"N":"{id}"}},"#,
            r#""pk":{{"S":"Note#u"}},"sk":{{"S":"{id:010}"}}}}"#
        ),
        id = id
    )
}

fn key(id: u32) -> String {
    format!(r#"{{"pk":{{"S":"Note#u"}},"sk":{{"S":"{id:010}"}}}}"#)
}

/// Returns the answer that leaves the puts of these notes unprocessed.
fn unwritten(ids: impl IntoIterator<Item = u32>) -> Answer {
    let left = ids.into_iter().map(|id| format!(r#"{{"PutRequest":{{"Item":{}}}}}"#, item(id)));
    let left = left.collect::<Vec<_>>().join(",");
    let unprocessed = if left.is_empty() { left } else { format!(r#""notes":[{left}]"#) };
    Answer::ok(format!(r#"{{"UnprocessedItems":{{{unprocessed}}}}}"#))
}

fn two_puts() -> Transaction<NoteTable> {
    let mut transaction = Transaction::new();
    transaction.insert(&note(1));
    transaction.insert(&note(2));
    transaction
}

#[tokio::test(start_paused = true)]
async fn a_transaction_in_conflict_or_throttled_is_tried_again() {
    let (store, http) = scripted([
        Answer::cancelled(&["TransactionConflict", "None"]),
        Answer::cancelled(&["None", "ThrottlingError"]),
        Answer::ok("{}"),
    ]);
    store.transact(two_puts()).await.unwrap();
    assert_eq!(http.requests().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn a_conflict_that_does_not_end_is_an_error_that_passes() {
    let (store, http) = scripted((0..20).map(|_| Answer::cancelled(&["TransactionConflict", "None"])));
    let error = store.transact(two_puts()).await.unwrap_err();
    let TransactionError::Failed(error) = error else { panic!("{error}") };
    assert!(matches!(error, Error::Conflict { .. }) && error.is_transient());
    assert_eq!(http.requests().len(), 8);
}

#[tokio::test(start_paused = true)]
async fn a_failed_condition_beside_a_conflict_is_not_tried_again() {
    let (store, http) = scripted([Answer::cancelled(&["ConditionalCheckFailed", "TransactionConflict"])]);
    assert_fails!(store.transact(two_puts()).await, TransactionError::Cancelled(_));
    assert_eq!(http.requests().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_for_another_reason_is_reported_with_it() {
    let (store, _) = scripted([Answer::cancelled(&["None", "ValidationError"])]);
    assert_eq!(
        store.transact(two_puts()).await.unwrap_err().to_string(),
        "DynamoDB refused TransactWriteItems of Note with ValidationError: injected by the test"
    );

    let (store, _) = scripted([Answer::cancelled(&["None", "None"])]);
    let error = store.transact(two_puts()).await.unwrap_err();
    assert_eq!(error.to_string(), "DynamoDB answered with a cancelled transaction without a reason");
}

#[tokio::test(start_paused = true)]
async fn an_insertion_that_fails_for_another_reason_than_its_conditions_says_so() {
    let tag = Tag { number: 1, name: "rust".to_owned(), version: 1 };
    let (store, _) = scripted([Answer::cancelled(&["None", "ValidationError"])]);
    assert_eq!(
        store.insert(&tag).await.unwrap_err().to_string(),
        "DynamoDB refused TransactWriteItems of Tag, TagName with ValidationError: injected by the test"
    );

    let (store, _) = scripted([Answer::cancelled(&["None", "ConditionalCheckFailed"])]);
    let error = store.insert(&tag).await.unwrap_err();
    assert_eq!(error.to_string(), "DynamoDB answered with no TagName although its condition failed");
}

#[tokio::test(start_paused = true)]
async fn unprocessed_keys_are_asked_for_again_until_all_came() {
    let answer = |found: &[u32], left: &[u32]| {
        let found: Vec<_> = found.iter().map(|number| item(*number)).collect();
        let left: Vec<_> = left.iter().map(|number| key(*number)).collect();
        let left = left.join(",");
        let unprocessed = if left.is_empty() { left } else { format!(r#""notes":{{"Keys":[{left}]}}"#) };
        let found = found.join(",");
        Answer::ok(format!(r#"{{"Responses":{{"notes":[{found}]}},"UnprocessedKeys":{{{unprocessed}}}}}"#))
    };
    let keys: Vec<_> = (1..=3).map(|number| note(number).key()).collect();
    // One item comes, then none, then the rest, in any order.
    let (store, http) = scripted([answer(&[2], &[1, 3]), answer(&[], &[1, 3]), answer(&[3, 1], &[])]);
    let loaded = store.get_many::<Note>(&keys).await.unwrap();
    assert_eq!(loaded.complete().unwrap(), [Some(note(1)), Some(note(2)), Some(note(3))]);
    assert_eq!(http.requests().len(), 3);

    let never = (0..20).map(|_| answer(&[], &[1, 3]));
    let (store, _) = scripted([answer(&[2], &[1, 3])].into_iter().chain(never.clone()));
    let loaded = store.get_many::<Note>(&keys).await.unwrap();
    let (items, left) = loaded.into_parts();
    assert_eq!((items, left), (vec![None, Some(note(2)), None], vec![note(1).key(), note(3).key()]));

    let (store, _) = scripted([answer(&[2], &[1, 3])].into_iter().chain(never));
    assert_eq!(
        store.get_many::<Note>(&keys).await.unwrap().complete().unwrap_err().to_string(),
        "BatchGetItem left 2 keys of a batch undone: `into_parts` returns them, to be sent again later"
    );
}

#[tokio::test(start_paused = true)]
async fn unprocessed_writes_are_sent_again_and_never_forgotten() {
    let batch = || BatchWrite::new().put(&note(1)).put(&note(2));
    let (store, http) = scripted([unwritten([2]), unwritten([])]);
    store.batch_write(batch()).await.unwrap().complete().unwrap();
    assert_eq!(http.requests().len(), 2);

    let never = || (0..20).map(|_| unwritten([1, 2]));
    let (store, _) = scripted(never());
    let left = store.batch_write(batch()).await.unwrap().complete().unwrap_err();
    assert!(matches!(Error::from(left), Error::Throttled { .. }), "{left}");

    let (store, _) = scripted(never().take(8).chain([unwritten([])]));
    let (_, left) = store.batch_write(batch()).await.unwrap().into_parts();
    assert_eq!(format!("{left:?}"), r#"[(Put, "Note"), (Put, "Note")]"#);
    store.batch_write(left).await.unwrap().complete().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_batch_that_is_done_in_part_is_sent_again_after_a_growing_wait() {
    // Each answer leaves one write less, so every request makes some progress.
    let (store, http) = scripted((0..12).rev().map(|left| unwritten(0..left)));
    let batch = (0..12).fold(BatchWrite::new(), |batch, number| batch.put(&note(number)));
    let started = tokio::time::Instant::now();
    store.batch_write(batch).await.unwrap().complete().unwrap();
    assert_eq!(http.requests().len(), 12);
    // Eleven random waits: up to 20 ms for the first and up to 640 ms for each of the last six. Their sum is shorter once in
    // millions of runs.
    assert!(started.elapsed() > Duration::from_millis(250), "{:?}", started.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_throttled_batch_loses_nothing_of_what_was_done_before() {
    let read = format!(r#"{{"Responses":{{"notes":[{}]}}}}"#, item(1));
    // The keys need two requests, and the second one is throttled in each of the SDK's tries.
    let keys: Vec<_> = (1..=101).map(|number| note(number).key()).collect();
    let (store, _) =
        scripted([Answer::ok(read), Answer::throttled(), Answer::throttled(), Answer::throttled()]);
    let (items, left) = store.get_many::<Note>(&keys).await.unwrap().into_parts();
    assert_eq!((items.len(), items[0].as_ref()), (101, Some(&note(1))));
    assert_eq!(left, [note(101).key()]);

    let batch = (1..=26).fold(BatchWrite::new(), |batch, number| batch.put(&note(number)));
    let (store, _) =
        scripted([Answer::ok("{}"), Answer::throttled(), Answer::throttled(), Answer::throttled()]);
    assert_eq!(store.batch_write(batch).await.unwrap().into_parts().1.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_batch_answer_that_is_not_about_the_batch_is_an_error() {
    let body = format!(r#"{{"UnprocessedKeys":{{"notes":{{"Keys":[{}]}}}}}}"#, key(2));
    let (store, _) = scripted([Answer::ok(body)]);
    let error = store.get_many::<Note>(&[note(1).key()]).await.unwrap_err();
    assert_eq!(error.to_string(), "DynamoDB answered with unprocessed parts of a batch that were not in it");

    let (store, _) = scripted([Answer::ok(r#"{"UnprocessedItems":{"notes":[{}]}}"#)]);
    let error = store.batch_write(BatchWrite::new().put(&note(1))).await.unwrap_err();
    assert_eq!(error.to_string(), "DynamoDB answered with an item or key without the key attribute pk");
}

#[tokio::test(start_paused = true)]
async fn a_transactional_read_in_conflict_or_throttled_is_tried_again() {
    let keys = || {
        let mut keys = KeySet::new();
        (keys.add(note(1).key()), keys)
    };
    let found = format!(r#"{{"Responses":[{{"Item":{}}}]}}"#, item(1));
    let (store, http) = scripted([
        Answer::cancelled(&["TransactionConflict"]),
        Answer::cancelled(&["ThrottlingError"]),
        Answer::ok(found),
    ]);
    let (slot, set) = keys();
    let items = store.transact_get(set).await.unwrap();
    assert_eq!(items.get(slot).unwrap(), Some(&note(1)));
    assert_eq!(http.requests().len(), 3);

    let (store, http) = scripted((0..20).map(|_| Answer::cancelled(&["TransactionConflict"])));
    assert_fails!(store.transact_get(keys().1).await, Error::Conflict { .. });
    assert_eq!(http.requests().len(), 8);

    let (store, _) = scripted([Answer::ok(r#"{"Responses":[]}"#)]);
    let error = store.transact_get(keys().1).await.unwrap_err();
    assert_eq!(error.to_string(), "DynamoDB answered with 0 items for 1 keys");
}

#[tokio::test(start_paused = true)]
async fn a_transaction_without_operations_sends_nothing() {
    let (store, http) = scripted([]);
    store.transact(Transaction::new()).await.unwrap();
    assert_eq!(http.requests().len(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_repeated_token_reads_and_its_units_are_those_of_reading() {
    let consumed = |kind: &str| {
        Answer::ok(format!(
            r#"{{"ConsumedCapacity":[{{"TableName":"notes","CapacityUnits":4.0,"{kind}":4.0}}]}}"#
        ))
    };
    let (store, _) = scripted([consumed("WriteCapacityUnits"), consumed("ReadCapacityUnits")]);
    let written = store.transact(two_puts()).await.unwrap().units;
    assert_eq!((written.read, written.write), (0.0, 4.0));
    let replayed = store.transact(two_puts()).await.unwrap().units;
    assert_eq!((replayed.read, replayed.write), (4.0, 0.0));
}

#[tokio::test(start_paused = true)]
async fn an_update_that_adds_is_sent_again_only_where_it_did_not_happen() {
    let count = || Update::new(note(1).key()).add(Note::LIKES, 1);
    for lost in [Answer::exception("InternalServerError"), Answer::bad_gateway()] {
        let (store, http) = scripted([lost.clone(), Answer::ok("{}")]);
        assert_fails!(store.execute(count()).await, WriteError::Failed(Error::Unreachable { .. }));
        assert_eq!(http.requests().len(), 1);
        // An assignment may happen twice.
        let (store, http) = scripted([lost, Answer::ok("{}")]);
        store.execute(Update::new(note(1).key()).set(Note::LIKES, 7)).await.unwrap();
        assert_eq!(http.requests().len(), 2);
    }
    let (store, http) = scripted([Answer::throttled(), Answer::throttled(), Answer::ok("{}")]);
    store.execute(count()).await.unwrap();
    assert_eq!(http.requests().len(), 3);
}

#[tokio::test(start_paused = true)]
async fn after_an_error_of_dynamodbs_own_a_write_may_have_happened() {
    for exception in ["InternalServerError", "ServiceUnavailable"] {
        let (store, _) = scripted((0..20).map(|_| Answer::exception(exception)));
        let error = store.transact(two_puts()).await.unwrap_err();
        assert!(matches!(error, TransactionError::Failed(Error::Unreachable { .. })), "{exception}: {error}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_last_key_that_is_none_of_the_view_is_an_error() {
    let body = format!(r#"{{"Items":[{}],"LastEvaluatedKey":{{"pk":{{"S":"Note#u"}}}}}}"#, item(1));
    let (store, _) = scripted([Answer::ok(body)]);
    assert_eq!(
        store.page(NoteItems::query("u".to_owned()).limit(1)).await.unwrap_err().to_string(),
        "DynamoDB answered with a last evaluated key without the text attribute sk"
    );
}

#[tokio::test(start_paused = true)]
async fn a_full_item_collection_fails_a_transaction_as_an_error_of_its_own() {
    let (store, _) = scripted([Answer::cancelled(&["ItemCollectionSizeLimitExceeded"])]);
    let error = store.transact(transaction_of(Put::new(&note(1)))).await.unwrap_err();
    assert!(matches!(error, TransactionError::Failed(Error::ItemCollectionFull { .. })), "{error}");
}

#[tokio::test(start_paused = true)]
async fn the_page_of_a_proxy_is_an_error_that_passes_and_the_message_holds_nothing_of_it() {
    let (store, _) = scripted((0..20).map(|_| Answer::bad_gateway()));
    let error = store.page(NoteItems::query("u".to_owned())).await.unwrap_err();
    assert!(matches!(&error, Error::Unreachable { .. }) && error.is_transient(), "{error}");
    assert!(!error.to_string().contains("my secret"), "{error}");
}
