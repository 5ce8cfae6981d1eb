//! Optimistic locking on an engine.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, Transaction, Update, Versioned as _, WriteError, table};

use crate::engine;
use crate::written::metered;

table! {
    /// Notes.
    pub struct NoteTable { key: (pk, sk), entities: [Counted, Note] }
}

/// A note whose version has a name of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(user), sort(id), version(revision))]
pub(crate) struct Note {
    pub(crate) user: String,
    pub(crate) id: u32,
    pub(crate) text: String,
    /// A number that DynamoDB returns in its own form.
    pub(crate) rating: f64,
    #[serde(default)]
    pub(crate) likes: u64,
    #[serde(rename = "rev", default)]
    pub(crate) revision: u64,
}

pub(crate) fn note(text: &str) -> Note {
    Note { user: "ann".to_owned(), id: 1, text: text.to_owned(), rating: 40.0, likes: 0, revision: 1 }
}

/// Declares an entity like a program that has many similar ones.
macro_rules! counted {
    ($entity:ident, $name:literal) => {
        /// Counts its versions.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
        #[entity(table = NoteTable, name = $name, partition(id), sort(), version(version))]
        struct $entity {
            id: u32,
            version: u64,
        }
    };
}
counted!(Counted, "Counted");

async fn notes() -> (Store<NoteTable>, Note) {
    let (_, store, _) = engine::table::<NoteTable>().await;
    let note = note("first");
    store.insert(&note).await.expect("the note is written");
    (store, note)
}

async fn stored(store: &Store<NoteTable>, note: &Note) -> Option<Note> {
    store.get(&note.key()).consistent().await.expect("the note is read")
}

#[tokio::test]
async fn a_replacement_counts_the_version_and_the_second_one_fails() {
    let (store, note) = notes().await;
    let (store, meter) = metered(store);
    // The version that the caller put into `after` does not matter.
    let mut second = Note { text: "second".to_owned(), revision: 77, ..note.clone() };
    store.replace(&note, &mut second).await.unwrap();
    assert_eq!(second.revision, 2);
    assert_eq!(meter.take()[0].operation, "PutItem");
    assert_eq!(stored(&store, &note).await, Some(second.clone()));

    let error =
        store.replace(&note, &mut Note { text: "late".to_owned(), ..note.clone() }).await.unwrap_err();
    let WriteError::ConditionFailed { item: Some(there) } = error else { panic!("{error}") };
    assert_eq!(*there, second);
    assert_eq!(stored(&store, &note).await, Some(second));
}

#[tokio::test]
async fn a_saved_entity_is_inserted_or_replaces_the_one_that_was_read() {
    let (store, first) = notes().await;
    let mut other = Note { id: 2, revision: 5, ..first.clone() };
    store.save(None, &mut other).await.unwrap();
    assert_eq!(other.revision, 5, "an inserted entity keeps its version");
    assert_eq!(stored(&store, &other).await, Some(other.clone()));
    assert_fails!(store.save(None, &mut other).await, WriteError::ConditionFailed { item: Some(_) });

    let mut second = Note { text: "second".to_owned(), ..first.clone() };
    store.save(Some(&first), &mut second).await.unwrap();
    assert_eq!(second.revision, 2);
    assert_eq!(stored(&store, &first).await, Some(second.clone()));
    let error = store.save(Some(&first), &mut first.clone()).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { item: Some(_) }), "{error}");

    let mut transaction = Transaction::new();
    let inserted = transaction.save(None, &Note { id: 3, ..first.clone() });
    let replaced = transaction.save(Some(&first), &second);
    let cancelled = store.transact(transaction).cancelled().await.unwrap().expect("the version is 2 by now");
    assert!(!cancelled.failed(inserted) && cancelled.failed(replaced));
    let mut transaction = Transaction::new();
    transaction.save(None, &Note { id: 3, ..first.clone() });
    transaction.save(Some(&second), &Note { text: "third".to_owned(), ..second.clone() });
    store.transact(transaction).await.unwrap();
    let third = stored(&store, &second).await.unwrap();
    assert_eq!((third.text.as_str(), third.revision), ("third", 3));
    assert!(stored(&store, &Note { id: 3, ..first }).await.is_some());
}

#[tokio::test]
async fn a_removal_is_of_the_version_that_was_read() {
    let (store, note) = notes().await;
    let mut second = note.clone();
    store.replace(&note, &mut second).await.unwrap();
    assert_fails!(store.remove(&note).await, WriteError::ConditionFailed { item: Some(_) });
    store.remove(&second).await.unwrap();
    assert_eq!(stored(&store, &note).await, None);
    assert_fails!(store.remove(&second).await, WriteError::ConditionFailed { item: None });
}

#[tokio::test]
async fn a_locked_update_checks_and_counts_the_version() {
    let (store, note) = notes().await;
    let update = || Update::locked(&note).set(Note::TEXT, "second");
    // A further condition does not replace the lock.
    let error = store.execute(update().only_if(Note::LIKES.eq(9))).await.unwrap_err();
    assert!(matches!(error, WriteError::ConditionFailed { .. }), "{error}");
    store.execute(update().only_if(Note::LIKES.eq(0))).await.unwrap();
    let second = Note { text: "second".to_owned(), revision: 2, ..note.clone() };
    assert_eq!(stored(&store, &note).await, Some(second.clone()));

    let error = store.execute(update().only_if(Note::LIKES.eq(0))).await.unwrap_err();
    let WriteError::ConditionFailed { item: Some(there) } = error else { panic!("{error}") };
    assert_eq!(*there, second);
}

#[tokio::test]
async fn a_plain_update_neither_checks_nor_counts() {
    let (store, note) = notes().await;
    store.execute(Update::new(note.key()).add(Note::LIKES, 1)).await.unwrap();
    let liked = stored(&store, &note).await.unwrap();
    assert_eq!((liked.likes, liked.revision), (1, 1));
    store.replace(&liked, &mut liked.clone()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn many_writers_lose_no_change() {
    let (store, note) = notes().await;
    let writers = (0..6).map(|_| {
        let (store, key) = (store.clone(), note.key());
        tokio::spawn(async move {
            loop {
                let before = store.get::<Note>(&key).consistent().await.unwrap().unwrap();
                let mut after = Note { likes: before.likes + 1, ..before.clone() };
                match store.replace(&before, &mut after).await {
                    Ok(_) => return,
                    Err(WriteError::ConditionFailed { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    let last = stored(&store, &note).await.unwrap();
    assert_eq!((last.likes, last.revision), (6, 7));
}

#[tokio::test]
async fn a_replacement_that_is_rejected_leaves_the_version_alone() {
    let (store, note) = notes().await;
    let mut other = Note { text: "theirs".to_owned(), ..note.clone() };
    store.replace(&note, &mut other).await.unwrap();

    let mut mine = Note { text: "mine".to_owned(), ..note.clone() };
    store.replace(&note, &mut mine).await.unwrap_err();
    assert_eq!(mine.revision, note.revision);
    let mut transaction = Transaction::new();
    transaction.replace(&note, &mine);
    store.transact(transaction).await.unwrap_err();
    assert_eq!(mine.revision, note.revision);
    // The rejected entity is not at the version of the other writer's change, so it can't overwrite that change.
    assert_fails!(store.replace(&mine.clone(), &mut mine).await, WriteError::ConditionFailed { .. });
    assert_eq!(stored(&store, &note).await, Some(other));
}

#[tokio::test]
async fn a_replacement_within_a_transaction_has_the_next_version_once_the_caller_says_so() {
    let (store, note) = notes().await;
    let mut second = Note { text: "second".to_owned(), ..note.clone() };
    let mut transaction = Transaction::new();
    transaction.replace(&note, &second);
    store.transact(transaction).await.unwrap();
    second.set_next_version(&note);
    assert_eq!((second.revision, stored(&store, &note).await), (2, Some(second)));
}

#[tokio::test]
async fn a_transaction_of_several_versions_fails_whole() {
    let (store, note) = notes().await;
    let other = Note { id: 2, ..note.clone() };
    store.insert(&other).await.unwrap();
    store.replace(&other, &mut other.clone()).await.unwrap();

    let mut transaction = Transaction::new();
    let fresh = transaction.replace(&note, &note);
    let stale = transaction.remove(&other);
    let cancelled = store.transact(transaction).await.unwrap_err().into_cancelled().unwrap();
    assert!(!cancelled.failed(fresh) && cancelled.failed(stale));
    assert_eq!(cancelled.item(stale).unwrap().unwrap().revision, 2);
    assert_eq!(stored(&store, &note).await, Some(note));
}

#[tokio::test]
async fn an_entity_that_a_macro_declares_counts_its_versions() {
    let (store, _) = notes().await;
    let first = Counted { id: 1, version: 1 };
    store.insert(&first).await.unwrap();
    let mut second = first.clone();
    store.replace(&first, &mut second).await.unwrap();
    assert_eq!(second.version, 2);
}

#[tokio::test]
async fn an_item_from_before_the_version_can_be_replaced_and_removed() {
    let (client, store, name) = engine::table::<NoteTable>().await;
    for removes in [false, true] {
        let note = Note { revision: 0, ..note("old") };
        let mut item = single_table::encode(&note).unwrap();
        item.remove("rev");
        client.put_item().table_name(&name).set_item(Some(item)).send().await.unwrap();
        let before = stored(&store, &note).await.unwrap();
        assert_eq!(before.revision, 0);
        if removes {
            store.remove(&before).await.unwrap();
            assert_eq!(stored(&store, &note).await, None);
        } else {
            let mut after = Note { text: "new".to_owned(), ..before.clone() };
            store.replace(&before, &mut after).await.unwrap();
            assert_eq!(stored(&store, &note).await, Some(Note { revision: 1, ..after.clone() }));
            // A version that the item has now is not overwritten.
            assert!(matches!(
                store.replace(&before, &mut after).await,
                Err(WriteError::ConditionFailed { .. })
            ));
        }
    }
}

#[tokio::test]
async fn the_last_version_has_no_next_one() {
    let (store, note) = notes().await;
    let last = Note { revision: u64::MAX, ..note.clone() };
    let mut after = last.clone();
    let message = "a Note has the version 18446744073709551615, after which there is none: check where the version comes \
                   from, and write the item again with a lower one";
    assert_eq!(store.replace(&last, &mut after).await.unwrap_err().to_string(), message);
    let error = store.execute(Update::locked(&last).set(Note::TEXT, "x")).await.unwrap_err();
    assert_eq!(error.to_string(), message);
    let moved = Note { id: 2, ..last.clone() };
    assert_eq!(store.relocate(&last, &mut moved.clone()).await.unwrap_err().to_string(), message);
    after.set_next_version(&last);
    assert_eq!(after.revision, u64::MAX);
    let before_last = Note { revision: u64::MAX - 1, ..note };
    assert!(matches!(store.remove(&last).await, Err(WriteError::ConditionFailed { .. })));
    let mut after = before_last.clone();
    assert!(matches!(store.replace(&before_last, &mut after).await, Err(WriteError::ConditionFailed { .. })));
}
