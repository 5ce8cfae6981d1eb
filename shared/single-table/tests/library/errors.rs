//! Errors: every message names the request, and none shows the response.

use std::error::Error as _;

use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::query::QueryError;
use serde_json::json;
use single_table::error::{Outcome, SdkCause};
use single_table::testing::{self, Answer, Script};
use single_table::{
    BatchWrite, Client, Delete, Entity as _, Error, KeySet, Put, Store, TransactionError, Update,
};

use crate::faulty;
use crate::notes::{self, Note, NoteTable, NotesByTopic};
use crate::written::{failed, transaction_of};

fn note() -> Note {
    Note { text: "secret".to_owned(), topic: Some("t".to_owned()), ..notes::note(1) }
}

fn scripted(answers: impl IntoIterator<Item = Answer>) -> Store<NoteTable> {
    faulty::scripted(answers).0
}

async fn put(answer: Answer) -> Error {
    let store = scripted((0..20).map(|_| answer.clone()));
    failed(store.execute(Put::new(&note())).await.expect_err("the put fails"))
}

async fn query(answer: Answer) -> Error {
    let store = scripted((0..20).map(|_| answer.clone()));
    store.all(NotesByTopic::query("t".to_owned())).await.expect_err("the query fails")
}

#[tokio::test(start_paused = true)]
async fn an_error_names_the_operation_the_entity_the_index_and_the_remedy() {
    assert_eq!(
        put(Answer::throttled()).await.to_string(),
        "PutItem of Note was throttled: injected by the test; try again later, or raise the capacity of the table"
    );
    assert_eq!(
        query(Answer::throttled()).await.to_string(),
        "Query of Note on the index gsiOne was throttled: injected by the test; try again later, or raise the capacity \
         of the table"
    );
    assert_eq!(
        query(Answer::exception("ResourceNotFoundException")).await.to_string(),
        "DynamoDB refused Query of Note on the index gsiOne with ResourceNotFoundException: injected by the test"
    );
    assert_eq!(
        put(Answer::exception("TransactionConflictException")).await.to_string(),
        "PutItem of Note met another write to the same item: try again after a short wait"
    );
    assert_eq!(
        put(Answer::exception("ItemCollectionSizeLimitExceededException")).await.to_string(),
        "PutItem of Note was refused, since the item collection has reached DynamoDB's limit of 10 GB: injected by the \
         test; delete items of the collection"
    );
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_matters_to_a_write_and_not_to_a_read() {
    let error = put(Answer::exception("InternalServerError")).await;
    assert_eq!(
        error.to_string(),
        "PutItem of Note got no answer from DynamoDB: injected by the test; the write may have happened: read the item \
         before you repeat it"
    );
    assert_eq!(error.outcome(), Outcome::PossiblyApplied);
    let error = query(Answer::exception("InternalServerError")).await;
    assert_eq!(
        error.to_string(),
        "Query of Note on the index gsiOne got no answer from DynamoDB: injected by the test; try again later"
    );
}

#[tokio::test(start_paused = true)]
async fn each_exception_has_one_outcome() {
    for (exception, outcome, is_transient) in [
        ("TransactionConflictException", Outcome::NotApplied, true),
        ("TransactionInProgressException", Outcome::PossiblyApplied, true),
        ("RequestTimeout", Outcome::PossiblyApplied, true),
        ("RequestTimeoutException", Outcome::PossiblyApplied, true),
        ("SlowDown", Outcome::NotApplied, true),
        ("ReplicatedWriteConflictException", Outcome::NotApplied, true),
        ("ProvisionedThroughputExceededException", Outcome::NotApplied, true),
        ("ThrottlingException", Outcome::NotApplied, true),
        ("RequestLimitExceeded", Outcome::NotApplied, true),
        ("InternalServerError", Outcome::PossiblyApplied, true),
        ("ServiceUnavailable", Outcome::PossiblyApplied, true),
        ("ItemCollectionSizeLimitExceededException", Outcome::Permanent, false),
        ("ResourceNotFoundException", Outcome::Permanent, false),
        ("ValidationException", Outcome::Permanent, false),
    ] {
        let error = put(Answer::exception(exception)).await;
        assert_eq!((error.outcome(), error.is_transient()), (outcome, is_transient), "{exception}: {error}");
    }
    let error = put(Answer::bad_gateway()).await;
    assert_eq!(error.outcome(), Outcome::PossiblyApplied, "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_write_whose_answer_is_not_dynamodbs_has_possibly_happened() {
    for body in
        ["<html>my secret</html>", "{", "[]", "\"text\"", "{\"ConsumedCapacity\": 7}", "\u{0}", "{} {}"]
    {
        let store = || scripted((0..20).map(|_| Answer::ok(body)));
        let note = note();
        let transaction = transaction_of(Put::new(&note));
        let mut errors = vec![
            ("PutItem", failed(store().execute(Put::new(&note)).await.unwrap_err())),
            ("DeleteItem", failed(store().execute(Delete::<Note>::new(note.key())).await.unwrap_err())),
            (
                "UpdateItem",
                failed(store().execute(Update::new(note.key()).set(Note::LIKES, 1)).await.unwrap_err()),
            ),
        ];
        match store().transact(transaction).await {
            Err(TransactionError::Failed(error)) => errors.push(("TransactWriteItems", error)),
            other => panic!("{other:?}"),
        }
        let batch = BatchWrite::new().put(&note);
        errors.push(("BatchWriteItem", store().batch_write(batch).await.unwrap_err()));
        for (operation, error) in errors {
            assert_eq!(error.outcome(), Outcome::PossiblyApplied, "{operation} {body}: {error}");
            let expected = format!(
                "{operation} of Note got no answer from DynamoDB: the status 200 came with {} bytes of no content type, which \
                 are not JSON of DynamoDB; the write may have happened: read the item before you repeat it",
                body.len()
            );
            assert_eq!(error.to_string(), expected);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_read_whose_answer_is_not_dynamodbs_says_what_came() {
    let error = query(Answer::ok("<html>my secret</html>")).await;
    assert_eq!(error.outcome(), Outcome::Permanent, "{error}");
    assert_eq!(
        error.to_string(),
        "DynamoDB refused Query of Note on the index gsiOne with an unnamed error: the status 200 came with 22 bytes of no \
         content type, which are not JSON of DynamoDB"
    );
}

#[tokio::test(start_paused = true)]
async fn the_library_tries_every_write_eight_times_while_dynamodb_throttles() {
    for throttled in [7, 8] {
        let scripts = [0; 3]
            .map(|_| Script::new((0..throttled).map(|_| Answer::throttled()).chain([Answer::ok("{}")])));
        let [put, update, insert] = scripts.clone().map(|script| {
            let config = testing::client(script).config().to_builder();
            let client = Client::from_conf(config.retry_config(RetryConfig::disabled()).build());
            Store::<NoteTable>::new(client, "notes")
        });
        let note = note();
        let results = [
            put.execute(Put::new(&note)).await.is_ok(),
            update.execute(Update::new(note.key()).add(Note::LIKES, 1)).await.is_ok(),
            insert.insert(&note).await.is_ok(),
        ];
        assert_eq!(results, [throttled == 7; 3]);
        assert_eq!(scripts.map(|script| script.requests().len()), [8; 3]);
    }
}

#[tokio::test(start_paused = true)]
async fn the_source_of_an_error_is_the_sdks() {
    let error = put(Answer::exception("ResourceNotFoundException")).await;
    let cause: &SdkCause = error.source().unwrap().downcast_ref().unwrap();
    let sdk: &SdkError<PutItemError> = cause.sdk().downcast_ref().unwrap();
    assert!(sdk.as_service_error().unwrap().is_resource_not_found_exception());
    assert_eq!(sdk.raw_response().unwrap().status().as_u16(), 400);

    let error = query(Answer::bad_gateway()).await;
    let cause: &SdkCause = error.source().unwrap().downcast_ref().unwrap();
    assert_eq!(
        cause.sdk().downcast_ref::<SdkError<QueryError>>().unwrap().raw_response().unwrap().status().as_u16(),
        502
    );
}

#[tokio::test(start_paused = true)]
async fn no_error_shows_the_response() {
    let cancelled = Answer::cancelled(&["TransactionConflict"]);
    let transaction = transaction_of(Put::new(&note()));
    let store = scripted((0..20).map(|_| cancelled.clone()));
    let TransactionError::Failed(conflict) = store.transact(transaction).await.unwrap_err() else {
        panic!("a conflict is not a failed condition");
    };
    for error in [
        conflict,
        put(Answer::bad_gateway()).await,
        query(Answer::bad_gateway()).await,
        query(Answer::ok("my secret is no JSON")).await,
    ] {
        let cause = error.source().unwrap();
        let shown = format!("{error} {error:?} {error:#?} {cause} {cause:?} {cause:#?}");
        assert!(!shown.contains("my secret") && !shown.contains("body"), "{shown}");
        assert!(cause.source().is_none());
    }
}

#[tokio::test]
async fn an_error_of_a_key_names_its_entity() {
    let store = scripted([]);
    let long = Note { user: "u".repeat(2_100), ..note() };
    let message = "a key of Note can't be built or read: the partition key has 2105 bytes, but DynamoDB allows at most 2048";
    let mut keys = KeySet::new();
    keys.add(long.key());
    for error in [
        single_table::encode(&long).unwrap_err(),
        failed(store.execute(Put::new(&long)).await.unwrap_err()),
        store.get::<Note>(&long.key()).await.unwrap_err(),
        store.batch_get(keys).await.unwrap_err(),
    ] {
        assert!(error.to_string().starts_with(message), "{error}");
        assert_eq!(error.outcome(), Outcome::Permanent);
    }
}

#[tokio::test]
async fn an_item_that_is_not_whole_names_its_entity_and_the_remedy() {
    let item = json!({ "Item": { "type": { "S": "Note" }, "user": { "S": "ann" } } });
    let error = scripted([Answer::ok(item.to_string())]).get::<Note>(&note().key()).await.unwrap_err();
    assert!(matches!(error, Error::Decode { entity: "Note", .. }), "{error}");
    assert!(
        error.to_string().ends_with("give a field that older items lack a serde default, or backfill them")
    );
    let item = json!({ "Item": { "type": { "S": "Memo" } } });
    let error = scripted([Answer::ok(item.to_string())]).get::<Note>(&note().key()).await.unwrap_err();
    assert_eq!(error.to_string(), "an item of type Memo was found where Note was asked for");
    let item =
        json!({ "Item": { "pk": { "S": "Note#ann" }, "sk": { "S": "0000000001" }, "likes": { "N": "1" } } });
    let error = scripted([Answer::ok(item.to_string())]).get::<Note>(&note().key()).await.unwrap_err();
    assert_eq!(error.to_string(), "an item of type nothing was found where Note was asked for");
}
