//! The spans of requests.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use single_table::capacity::Units;
use single_table::{Condition, Put};
use tracing_subscriber::fmt::format::FmtSpan;

use crate::engine;
use crate::notes::{Note, NoteTable, NotesByTopic, note};
use crate::written::transaction_of;

/// Keeps what a subscriber writes.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn each_request_is_a_span_with_its_units_or_its_error() {
    let (_, store, _) = engine::table::<NoteTable>().await;
    let note = |id| Note { topic: Some("t".to_owned()), ..note(id) };
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt()
        .json()
        .with_max_level(tracing::Level::DEBUG)
        .with_span_events(FmtSpan::CLOSE)
        .with_writer(move || writer.clone())
        .finish();
    let guard = tracing::subscriber::set_default(subscriber);
    let inserted = store.insert(&note(1)).await.unwrap().units;
    let queried = store.page(NotesByTopic::query("t".to_owned())).await.unwrap().units;
    let transacted = store.transact(transaction_of(Put::new(&note(2)))).await.unwrap().units;
    store.execute(Put::new(&note(1)).only_if(Condition::absent())).await.unwrap_err();
    drop(guard);

    let text = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut spans: Vec<Value> =
        lines.map(|line| line["span"].clone()).filter(|span| span["name"] == "dynamodb").collect();
    for span in &mut spans {
        span.as_object_mut().unwrap().remove("name");
    }
    let span = |operation, units: Units| {
        let (read, write) = (units.read, units.write);
        json!({ "operation": operation, "entities": "Note", "read_units": read, "write_units": write })
    };
    let mut query = span("Query", queried);
    query["index"] = "gsiOne".into();
    let failed =
        json!({ "operation": "PutItem", "entities": "Note", "error": "ConditionalCheckFailedException" });
    let expected = [span("PutItem", inserted), query, span("TransactWriteItems", transacted), failed];
    assert_eq!(spans, expected);
    assert!(inserted.write > 0.0 && queried.read > 0.0, "{spans:?}");
}
