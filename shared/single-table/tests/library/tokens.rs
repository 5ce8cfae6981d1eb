//! Client request tokens of the caller.

use single_table::error::Outcome;
use single_table::testing::Answer;
use single_table::{Entity as _, Error, Put, Store, Transaction, TransactionError, Update};

use crate::engine;
use crate::notes::{Note, NoteTable, note, scripted};
use crate::written::transaction_of;

fn count(delta: i64) -> Transaction<NoteTable> {
    let mut transaction = Transaction::new();
    transaction.add(Update::upsert(note(1).key()).add(Note::LIKES, delta));
    transaction
}

async fn counted(store: &Store<NoteTable>) -> Option<u64> {
    store.get(&note(1).key()).await.expect("the note is read").map(|note: Note| note.likes)
}

#[tokio::test]
async fn a_transaction_with_a_token_happens_once() {
    let (_, store, _) = engine::table::<NoteTable>().await;
    for _ in 0..2 {
        store.transact(count(1)).token("order-1").await.unwrap();
    }
    store.transact(count(1)).token("order-2").await.unwrap();
    // Without a token, each call is a transaction of its own.
    for _ in 0..2 {
        store.transact(count(1)).await.unwrap();
    }
    assert_eq!(counted(&store).await, Some(4));
}

#[tokio::test]
async fn a_token_of_another_transaction_is_an_error_of_its_own() {
    let (_, store, _) = engine::table::<NoteTable>().await;
    store.transact(count(1)).token("order-1").await.unwrap();
    let error = store.transact(count(2)).token("order-1").await.unwrap_err();
    assert!(matches!(error, TransactionError::Failed(Error::TokenReused { .. })), "{error}");
    assert_eq!(error.outcome(), Outcome::Permanent);
    let start =
        "TransactWriteItems of Note was refused, since another transaction had its client request token";
    assert!(error.to_string().starts_with(start), "{error}");
    assert_eq!(counted(&store).await, Some(1));
}

#[tokio::test(start_paused = true)]
async fn a_token_has_1_to_36_characters() {
    for (token, given) in [(String::new(), 0), ("x".repeat(37), 37), ("é".repeat(37), 37)] {
        let (store, http) = scripted([]);
        for transaction in [count(1), Transaction::new()] {
            assert_eq!(
                store.transact(transaction).token(token.clone()).await.unwrap_err().to_string(),
                format!("a client request token has 1 to 36 characters; {given} were given")
            );
        }
        assert_eq!(http.requests().len(), 0);
    }
    for token in ["x".to_owned(), "é".repeat(36)] {
        let (store, http) = scripted([Answer::ok("{}")]);
        store.transact(count(1)).token(token.clone()).await.unwrap();
        assert_eq!(http.requests()[0].body["ClientRequestToken"], token);
    }
}

#[tokio::test(start_paused = true)]
async fn all_tries_have_the_callers_token() {
    let (store, http) = scripted([
        Answer::cancelled(&["TransactionConflict"]),
        Answer::exception("InternalServerError"),
        Answer::ok("{}"),
    ]);
    store.transact(count(1)).token("order-1").await.unwrap();
    let tokens: Vec<_> =
        http.requests().into_iter().map(|request| request.body["ClientRequestToken"].clone()).collect();
    assert_eq!(tokens, ["order-1"; 3]);
}

#[tokio::test(start_paused = true)]
async fn each_transaction_without_a_token_has_another_one() {
    let (store, http) = scripted([Answer::ok("{}"), Answer::ok("{}")]);
    for _ in 0..2 {
        store.transact(transaction_of(Put::new(&note(1)))).await.unwrap();
    }
    let tokens: Vec<_> =
        http.requests().into_iter().map(|request| request.body["ClientRequestToken"].to_string()).collect();
    assert_ne!(tokens[0], tokens[1]);
}
