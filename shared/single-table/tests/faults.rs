//! What DynamoDB hands back, and what the library makes of it. The answers are scripted; time is paused, so that waiting
//! costs none.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use serde::{Deserialize, Serialize};
use single_table::{
    BatchWrite, Client, Entity, Error, Put, Store, Transaction, TransactionError, WriteError, table,
};

table! {
    /// Notes.
    pub struct NoteTable { key: (pk, sk), entities: [Note] }
}

/// A note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(user), sort(number))]
struct Note {
    user: String,
    number: u16,
}

fn note(number: u16) -> Note {
    Note { user: "u".to_owned(), number }
}

fn item(number: u16) -> String {
    format!(
        r#"{{"type":{{"S":"Note"}},"user":{{"S":"u"}},"number":{{"N":"{number}"}},"pk":{{"S":"Note#u"}},"sk":{{"S":"{number:05}"}}}}"#
    )
}

fn key(number: u16) -> String {
    format!(r#"{{"pk":{{"S":"Note#u"}},"sk":{{"S":"{number:05}"}}}}"#)
}

/// Gives the answers that are left, one to each request.
#[derive(Debug, Clone)]
struct Script {
    answers: Arc<Mutex<VecDeque<(u16, String)>>>,
    requests: Arc<AtomicUsize>,
}

impl HttpConnector for Script {
    fn call(&self, _: HttpRequest) -> HttpConnectorFuture {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let answer = self.answers.lock().expect("nobody panicked").pop_front();
        let (status, body) = answer.expect("there is an answer to each request");
        let status = StatusCode::try_from(status).expect("a status");
        HttpConnectorFuture::ready(Ok(HttpResponse::new(status, SdkBody::from(body))))
    }
}

/// A table that gives these answers, one to each request.
fn scripted(answers: impl IntoIterator<Item = (u16, String)>) -> (Store<NoteTable>, Script) {
    let script =
        Script { answers: Arc::new(Mutex::new(answers.into_iter().collect())), requests: Arc::default() };
    let connector = SharedHttpConnector::new(script.clone());
    let config = aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .region(Region::new("us-east-1"))
        .credentials_provider(Credentials::new("test", "test", None, None, "test"))
        .http_client(http_client_fn(move |_, _| connector.clone()))
        .build();
    (Store::new(Client::from_conf(config), "notes"), script)
}

fn cancelled(codes: &[&str]) -> (u16, String) {
    let reasons: Vec<_> =
        codes.iter().map(|code| format!(r#"{{"Code":"{code}","Message":"why"}}"#)).collect();
    let name = "com.amazonaws.dynamodb.v20120810#TransactionCanceledException";
    (
        400,
        format!(
            r#"{{"__type":"{name}","message":"cancelled","CancellationReasons":[{}]}}"#,
            reasons.join(",")
        ),
    )
}

fn two_puts() -> Transaction<NoteTable> {
    let mut transaction = Transaction::new();
    transaction.add(Put::new(&note(1)).if_absent());
    transaction.add(Put::new(&note(2)).if_absent());
    transaction
}

fn requests(script: &Script) -> usize {
    script.requests.load(Ordering::Relaxed)
}

#[tokio::test(start_paused = true)]
async fn a_transaction_in_conflict_or_throttled_is_tried_again() {
    let (store, http) = scripted([
        cancelled(&["TransactionConflict", "None"]),
        cancelled(&["None", "ThrottlingError"]),
        (200, "{}".to_owned()),
    ]);
    store.transact(two_puts()).await.unwrap();
    assert_eq!(requests(&http), 3);
}

#[tokio::test(start_paused = true)]
async fn a_conflict_that_does_not_end_is_an_error_that_passes() {
    let (store, http) = scripted((0..20).map(|_| cancelled(&["TransactionConflict", "None"])));
    let error = store.transact(two_puts()).await.unwrap_err();
    let TransactionError::Failed(error) = error else { panic!("{error}") };
    assert!(matches!(error, Error::Conflict) && error.is_transient());
    assert_eq!(requests(&http), 8);
}

#[tokio::test(start_paused = true)]
async fn a_failed_condition_beside_a_conflict_is_not_tried_again() {
    let (store, http) = scripted([cancelled(&["ConditionalCheckFailed", "TransactionConflict"])]);
    let error = store.transact(two_puts()).await.unwrap_err();
    assert!(matches!(error, TransactionError::Cancelled(_)), "{error}");
    assert_eq!(requests(&http), 1);
}

#[tokio::test(start_paused = true)]
async fn a_cancellation_for_another_reason_is_reported_with_it() {
    let (store, _) = scripted([cancelled(&["None", "ValidationError"])]);
    let error = store.transact(two_puts()).await.unwrap_err();
    assert_eq!(error.to_string(), "DynamoDB refused the request with ValidationError: why");

    let (store, _) = scripted([cancelled(&["None", "None"])]);
    let error = store.transact(two_puts()).await.unwrap_err();
    assert_eq!(error.to_string(), "DynamoDB answered with a cancelled transaction without a reason");
}

#[tokio::test(start_paused = true)]
async fn unprocessed_keys_are_asked_for_again_until_all_came() {
    let answer = |found: &[u16], left: &[u16]| {
        let found: Vec<_> = found.iter().map(|number| item(*number)).collect();
        let left: Vec<_> = left.iter().map(|number| key(*number)).collect();
        let left = left.join(",");
        let unprocessed = if left.is_empty() { left } else { format!(r#""notes":{{"Keys":[{left}]}}"#) };
        let found = found.join(",");
        (200, format!(r#"{{"Responses":{{"notes":[{found}]}},"UnprocessedKeys":{{{unprocessed}}}}}"#))
    };
    let keys: Vec<_> = (1..=3).map(|number| note(number).key()).collect();
    // One comes, then none, then the rest, in any order.
    let (store, http) = scripted([answer(&[2], &[1, 3]), answer(&[], &[1, 3]), answer(&[3, 1], &[])]);
    let loaded = store.batch_get::<Note>(&keys).await.unwrap();
    assert_eq!(loaded.complete().unwrap(), [Some(note(1)), Some(note(2)), Some(note(3))]);
    assert_eq!(requests(&http), 3);

    let never = (0..20).map(|_| answer(&[], &[1, 3]));
    let (store, _) = scripted([answer(&[2], &[1, 3])].into_iter().chain(never.clone()));
    let loaded = store.batch_get::<Note>(&keys).await.unwrap();
    let (items, left) = loaded.into_parts();
    assert_eq!((items, left), (vec![None, Some(note(2)), None], vec![note(1).key(), note(3).key()]));

    let (store, _) = scripted([answer(&[2], &[1, 3])].into_iter().chain(never));
    let error = store.batch_get::<Note>(&keys).await.unwrap().complete().unwrap_err();
    assert_eq!(error.to_string(), "DynamoDB left 2 keys of a batch undone");
}

#[tokio::test(start_paused = true)]
async fn unprocessed_writes_are_sent_again_and_never_forgotten() {
    let answer = |left: &[u16]| {
        let left: Vec<_> =
            left.iter().map(|number| format!(r#"{{"PutRequest":{{"Item":{}}}}}"#, item(*number))).collect();
        let left = left.join(",");
        let unprocessed = if left.is_empty() { left } else { format!(r#""notes":[{left}]"#) };
        (200, format!(r#"{{"UnprocessedItems":{{{unprocessed}}}}}"#))
    };
    let batch = || BatchWrite::new().put(note(1)).put(note(2));
    let (store, http) = scripted([answer(&[2]), answer(&[])]);
    store.batch_write(batch()).await.unwrap();
    assert_eq!(requests(&http), 2);

    let (store, _) = scripted((0..20).map(|_| answer(&[1, 2])));
    let error = store.batch_write(batch()).await.unwrap_err();
    assert!(matches!(error, Error::Throttled { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_last_key_that_is_none_of_the_view_is_an_error() {
    let body = format!(r#"{{"Items":[{}],"LastEvaluatedKey":{{"pk":{{"S":"Note#u"}}}}}}"#, item(1));
    let (store, _) = scripted([(200, body)]);
    let error = store.page(NoteItems::query("u".to_owned()).limit(1)).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "DynamoDB answered with a last evaluated key without the text attribute sk"
    );
}

#[tokio::test(start_paused = true)]
async fn throttling_that_does_not_end_is_an_error_that_passes() {
    let name = "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException";
    let body = format!(r#"{{"__type":"{name}","message":"slow down"}}"#);
    let (store, _) = scripted((0..20).map(|_| (400, body.clone())));
    let error = store.execute(Put::new(&note(1))).await.unwrap_err();
    let WriteError::Failed(error) = error else { panic!("{error}") };
    assert!(matches!(&error, Error::Throttled { message } if message == "slow down") && error.is_transient());
}
