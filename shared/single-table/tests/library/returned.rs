//! Writes that return the item as it was before or as it is afterwards.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::json;
use single_table::error::Outcome;
use single_table::testing::{Answer, Fault, Faults, Operation, Target, Times};
use single_table::{
    Client, Delete, Entity as _, EpochSeconds, Error, Put, Store, Timestamp, Update, WriteError,
};

use crate::notes::{Note, NoteKey, NoteTable, scripted};
use crate::{engine, notes};

fn note(text: &str, likes: u64) -> Note {
    Note { text: text.to_owned(), likes, ..notes::note(1) }
}

fn key() -> NoteKey {
    note("", 0).key()
}

fn like() -> Update<Note> {
    Update::upsert(key()).add(Note::LIKES, 1)
}

async fn notes() -> (Client, Store<NoteTable>, String) {
    engine::table::<NoteTable>().await
}

/// Returns the answer to a write that returns an item.
fn with_item(text: &str, likes: u64) -> Answer {
    let item = json!({
        "pk": { "S": "Note#ann" }, "sk": { "S": "0000000001" }, "type": { "S": "Note" }, "user": { "S": "ann" },
        "id": { "N": "1" }, "text": { "S": text }, "likes": { "N": likes.to_string() }
    });
    Answer::ok(json!({ "Attributes": item }).to_string())
}

#[tokio::test]
async fn a_put_returns_the_item_that_it_replaces() {
    let (_, store, _) = notes().await;
    assert_eq!(store.execute(Put::new(&note("first", 1)).returning_old()).await.unwrap(), None);
    let old = store.execute(Put::new(&note("second", 2)).returning_old()).await.unwrap();
    assert_eq!(old, Some(note("first", 1)));
    assert_eq!(store.get(&key()).await.unwrap(), Some(note("second", 2)));
}

#[tokio::test]
async fn a_delete_returns_the_item_that_it_deletes() {
    let (_, store, _) = notes().await;
    store.insert(&note("first", 1)).await.unwrap();
    let delete = || Delete::new(key()).returning_old();
    assert_eq!(store.execute(delete()).await.unwrap(), Some(note("first", 1)));
    assert_eq!(store.execute(delete()).await.unwrap(), None);
}

#[tokio::test]
async fn an_update_returns_the_whole_item_before_or_after_it() {
    let (_, store, _) = notes().await;
    store.insert(&note("first", 1)).await.unwrap();
    let set = |text: &str| Update::new(key()).set(Note::TEXT, text);
    assert_eq!(store.execute(set("second").returning_old()).await.unwrap(), Some(note("first", 1)));
    assert_eq!(store.execute(set("third").returning_new()).await.unwrap(), note("third", 1));
    assert_eq!(store.execute(like().returning_new()).await.unwrap(), note("third", 2));
}

#[tokio::test]
async fn an_upsert_returns_the_item_that_it_makes() {
    let (_, store, _) = notes().await;
    assert_eq!(store.execute(like().returning_old()).await.unwrap(), None);
    assert_eq!(store.execute(like().returning_new()).await.unwrap(), note("", 2));
}

#[tokio::test]
async fn an_old_item_that_has_expired_counts_as_none() {
    let (_, store, _) = notes().await;
    let expired = Note { expires: Some(EpochSeconds::new(1)), ..note("gone", 41) };
    let put = || async { store.execute(Put::new(&expired)).await.unwrap() };
    put().await;
    assert_eq!(store.execute(Put::new(&expired).returning_old()).await.unwrap(), None);
    assert_eq!(store.execute(Delete::new(key()).returning_old()).await.unwrap(), None);
    put().await;
    assert_eq!(store.execute(like().returning_old()).await.unwrap(), None);
    // An upsert puts a new item in place of the expired one, and returns the new one.
    put().await;
    assert_eq!(store.execute(like().returning_new()).await.unwrap(), note("", 1));
    assert_eq!(store.get(&key()).await.unwrap(), Some(note("", 1)));
    // The clock of the store decides whether an item has expired.
    put().await;
    let then = store.clone().with_clock(|| Timestamp::from_unix_millis(0).unwrap());
    assert_eq!(then.execute(Delete::new(key()).returning_old()).await.unwrap(), Some(expired.clone()));
}

#[tokio::test]
async fn a_condition_that_fails_returns_the_item_in_place_as_an_error() {
    let (_, store, _) = notes().await;
    store.insert(&note("first", 1)).await.unwrap();
    let stopped = |condition| Put::new(&note("second", 2)).only_if(condition).returning_old();
    let error = store.execute(stopped(Note::LIKES.eq(7))).await.unwrap_err();
    let WriteError::ConditionFailed { item } = error else { panic!("{error}") };
    assert_eq!(item.as_deref(), Some(&note("first", 1)));
}

#[tokio::test]
async fn a_returned_item_that_is_not_whole_is_an_error_of_a_write_that_happened() {
    let (client, store, table) = notes().await;
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let mut broken = single_table::encode(&note("first", 1)).unwrap();
    broken.insert("likes".to_owned(), text("many"));
    let mut other = broken.clone();
    other.insert("type".to_owned(), text("Memo"));
    for item in [broken, other] {
        let put = || client.put_item().table_name(&table).set_item(Some(item.clone())).send();
        put().await.unwrap();
        let error = store.execute(Put::new(&note("second", 2)).returning_old()).await.unwrap_err();
        assert_eq!(error.outcome(), Outcome::Applied);
        assert!(
            error.to_string().starts_with("the Note was written, but the item that the write returned can't")
        );
        assert_eq!(store.get(&key()).await.unwrap(), Some(note("second", 2)));
        put().await.unwrap();
        let error = store.execute(Delete::new(key()).returning_old()).await.unwrap_err();
        assert!(matches!(error, WriteError::Failed(Error::Returned { entity: "Note", .. })), "{error}");
        assert_eq!(store.get(&key()).await.unwrap(), None);
    }
}

#[tokio::test]
async fn an_update_whose_answer_lacks_the_item_says_that_it_happened() {
    let (store, _) = scripted([Answer::ok("{}")]);
    let update = Update::new(key()).set(Note::TEXT, "alone");
    let error = store.execute(update.returning_new()).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::Applied, "{error}");
    assert_eq!(
        error.to_string(),
        "the Note was written, but the item that the write returned can't be decoded: DynamoDB answered with no item after \
         an update that returns the new one"
    );
}

#[tokio::test]
async fn a_write_that_returns_the_old_item_is_not_repeated_after_a_lost_answer() {
    let (client, store, table) = notes().await;
    store.insert(&note("first", 1)).await.unwrap();
    let faults = Faults::new();
    let unreliable: Store<NoteTable> = Store::new(faults.client(&client), table);
    let lose = || faults.arm(Fault::LostResponse(Target::Any), Times::Next(1));
    let assert_lost = |error: WriteError<Note>| {
        assert!(matches!(error, WriteError::Failed(Error::Unreachable { .. })), "{error}");
        assert_eq!(error.outcome(), Outcome::PossiblyApplied);
    };
    lose();
    assert_lost(unreliable.execute(Put::new(&note("second", 2)).returning_old()).await.unwrap_err());
    lose();
    let update = Update::new(key()).set(Note::TEXT, "third");
    assert_lost(unreliable.execute(update.returning_old()).await.unwrap_err());
    lose();
    assert_lost(unreliable.execute(like().returning_new()).await.unwrap_err());
    assert_eq!(store.get(&key()).await.unwrap(), Some(note("third", 3)));
    lose();
    assert_lost(unreliable.execute(Delete::new(key()).returning_old()).await.unwrap_err());
    assert_eq!(store.get(&key()).await.unwrap(), None);
    assert_eq!(faults.requests().len(), 4, "each was sent once");
    // A second assignment leaves the same item, so the update is repeated.
    store.insert(&note("first", 1)).await.unwrap();
    lose();
    let update = Update::new(key()).set(Note::TEXT, "second");
    assert_eq!(unreliable.execute(update.returning_new()).await.unwrap(), note("second", 1));
    assert_eq!(faults.requests().len(), 6);
}

#[tokio::test(start_paused = true)]
async fn a_throttled_write_that_returns_the_old_item_is_repeated() {
    let (store, http) = scripted([Answer::throttled(), Answer::throttled(), with_item("first", 1)]);
    let started = tokio::time::Instant::now();
    let old = store.execute(Put::new(&note("second", 2)).returning_old()).await.unwrap();
    assert_eq!((old, http.requests().len()), (Some(note("first", 1)), 3));
    assert!(started.elapsed() > Duration::ZERO, "the second try waits");

    let (store, http) = scripted((0..20).map(|_| Answer::throttled()));
    let error = store.execute(Delete::new(key()).returning_old()).await.unwrap_err();
    assert_eq!((error.outcome(), http.requests().len()), (Outcome::NotApplied, 8));
}

#[tokio::test(start_paused = true)]
async fn the_requests_ask_for_the_item_that_is_returned() {
    let (store, http) = scripted((0..4).map(|likes| with_item("first", likes)));
    store.execute(Put::new(&note("", 0))).await.unwrap();
    store.execute(Put::new(&note("", 0)).returning_old()).await.unwrap();
    store.execute(like().returning_old()).await.unwrap();
    store.execute(like().returning_new()).await.unwrap();
    let asked: Vec<_> =
        http.requests().into_iter().map(|request| request.body["ReturnValues"].clone()).collect();
    assert_eq!(asked, [json!(null), json!("ALL_OLD"), json!("ALL_OLD"), json!("ALL_NEW")]);
}

#[tokio::test(start_paused = true)]
async fn an_upsert_whose_put_got_no_answer_is_not_counted_twice() {
    let expired = Answer::condition_failed(&json!({
        "pk": { "S": "Note#ann" }, "sk": { "S": "0000000001" }, "type": { "S": "Note" }, "ttl": { "N": "1" }
    }));
    let (store, http) = scripted([expired, Answer::exception("InternalServerError"), Answer::ok("{}")]);
    let error = store.execute(like()).await.unwrap_err();
    assert_eq!(error.outcome(), Outcome::PossiblyApplied, "{error}");
    let operations: Vec<_> = http.requests().into_iter().map(|request| request.operation).collect();
    assert_eq!(operations, [Operation::UpdateItem, Operation::PutItem]);
}
