//! The spans of requests.

use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use single_table::{Condition, Entity, Put, Transaction, table};
use tracing_subscriber::fmt::format::FmtSpan;

use crate::engine;

table! {
    /// Notes.
    pub struct NoteTable { key: (pk, sk), global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)], entities: [Note] }
}

/// A note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = NoteTable, name = "Note", partition(user), sort(id))]
#[index(on = GsiOne, view = NotesByText, partition(text), sort(id))]
struct Note {
    user: String,
    id: u32,
    text: String,
}

#[tokio::test]
async fn each_request_is_a_span_with_its_units_or_its_error() {
    let (_, store, _) = engine::table::<NoteTable>().await;
    let note = |id| Note { user: "ann".to_owned(), id, text: "t".to_owned() };
    let lines = Arc::new(Mutex::new(Vec::<u8>::new()));
    let subscriber = tracing_subscriber::fmt()
        .json()
        .with_max_level(tracing::Level::DEBUG)
        .with_span_events(FmtSpan::CLOSE)
        .with_writer(Arc::clone(&lines))
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    store.insert(&note(1)).await.unwrap();
    store.all(NotesByText::query("t".to_owned())).await.unwrap();
    let mut transaction = Transaction::new();
    transaction.add(Put::new(&note(2)));
    store.transact(transaction).await.unwrap();
    store.execute(Put::new(&note(1)).only_if(Condition::absent())).await.unwrap_err();
    drop(guard);

    let text = String::from_utf8(lines.lock().unwrap().clone()).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut spans: Vec<Value> =
        lines.map(|line| line["span"].clone()).filter(|span| span["name"] == "dynamodb").collect();
    for span in &mut spans {
        span.as_object_mut().unwrap().remove("name");
    }
    assert_eq!(
        spans,
        [
            json!({ "operation": "PutItem", "entities": "Note", "read_units": 0.0, "write_units": 2.0 }),
            json!({ "operation": "Query", "entities": "Note", "index": "gsiOne", "read_units": 0.5, "write_units": 0.0 }),
            json!({ "operation": "TransactWriteItems", "entities": "Note", "read_units": 0.0, "write_units": 4.0 }),
            json!({ "operation": "PutItem", "entities": "Note", "error": "ConditionalCheckFailedException" }),
        ]
    );
}
