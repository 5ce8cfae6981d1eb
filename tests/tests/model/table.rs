//! The table of one history: the engine, and the stream of its writes.
//!
//! The engine's own stream is off. Each write is recorded here on its way, so a record holds exactly what one write changed,
//! even if there are several writers at the same moment.

use std::sync::{Arc, Mutex, PoisonError};

use favorites_local::MemoryEngine;
use favorites_local::template::Template;
use favorites_tests::Clock;
use serde_json::{Value, json};

use crate::record::{Record, Writer};
use crate::written::written_keys;

/// The name of the table.
pub(crate) const TABLE_NAME: &str = "favorites";

/// The table. Clones share it.
#[derive(Debug, Clone)]
pub(crate) struct Table(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    engine: MemoryEngine,
    template: Template,
    clock: Clock,
    segment_bytes: usize,
    stream: Mutex<Stream>,
    /// The requests that their callers gave up and that have not arrived yet: the operation and the body of each.
    held: Mutex<Vec<(String, Vec<u8>)>>,
}

#[derive(Debug, Default)]
struct Stream {
    /// The number of records so far.
    written: u64,
    /// The records that nobody has taken yet.
    records: Vec<Record>,
}

impl Table {
    /// Starts the engine of the template's table, without the table, for catalogues with segments of this number of bytes.
    pub(crate) fn new(template: &Template, clock: &Clock, segment_bytes: usize) -> Self {
        let engine = MemoryEngine::start().expect("memory holds one more database");
        Self(Arc::new(Shared {
            engine,
            template: template.clone(),
            clock: clock.clone(),
            segment_bytes,
            stream: Mutex::default(),
            held: Mutex::default(),
        }))
    }

    /// Returns the most bytes of entries in a segment of a catalogue.
    pub(crate) fn segment_bytes(&self) -> usize {
        self.0.segment_bytes
    }

    /// Keeps a request that its caller gives up.
    pub(crate) fn hold(&self, target: &str, body: &[u8]) {
        let mut held = self.0.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.push((target.to_owned(), body.to_vec()));
    }

    /// Lets all requests arrive that were given up, and returns their number.
    pub(crate) fn let_arrive(&self) -> usize {
        let held = std::mem::take(&mut *self.0.held.lock().unwrap_or_else(PoisonError::into_inner));
        for (target, body) in &held {
            self.ask_as(Writer::Anybody, target, body);
        }
        held.len()
    }

    /// Returns the records of the stream since the last call that pass the filter of the template's mapping, in the order of
    /// their writes.
    pub(crate) fn take_records(&self) -> Vec<Record> {
        std::mem::take(&mut self.stream().records)
    }

    /// Returns every item as DynamoDB JSON.
    pub(crate) fn items(&self) -> Vec<Value> {
        // An account here is far below the megabyte at which a page ends.
        let mut page = self.read("Scan", &json!({ "TableName": TABLE_NAME }));
        assert!(page["LastEvaluatedKey"].is_null(), "the account is larger than one page");
        page["Items"].as_array_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Deletes an item as DynamoDB's TTL does: as a service, and only if its expiry has not changed.
    pub(crate) fn expire(&self, item: &Value) {
        let body = json!({
            "TableName": TABLE_NAME,
            "Key": { "pk": item["pk"], "sk": item["sk"] },
            "ConditionExpression": "#ttl = :ttl",
            "ExpressionAttributeNames": { "#ttl": "ttl" },
            "ExpressionAttributeValues": { ":ttl": item["ttl"] },
        });
        self.ask_as(Writer::TimeToLive, "DynamoDB_20120810.DeleteItem", body.to_string().as_bytes());
    }

    fn read(&self, operation: &str, body: &Value) -> Value {
        let target = format!("DynamoDB_20120810.{operation}");
        let (status, json) = self.0.engine.ask(&target, body.to_string().as_bytes());
        assert!(status.is_success(), "{operation}: {json}");
        serde_json::from_str(&json).expect("the engine answers in JSON")
    }

    /// Sends a request to the engine, and records its changes on the stream.
    pub(crate) fn ask_as(&self, writer: Writer, target: &str, body: &[u8]) -> (u16, String) {
        let keys = written_keys(target, body);
        let keys: Vec<_> = keys.into_iter().filter(|key| self.is_streamed(key)).collect();
        let images = || keys.iter().map(|key| self.image(key)).collect::<Vec<_>>();
        let before = images();
        let (status, json) = self.0.engine.ask(target, body);
        let after = images();
        for ((key, old), new) in keys.iter().zip(before).zip(after) {
            if old != new {
                self.put_on_stream(writer, key, old, new);
            }
        }
        (status.as_u16(), json)
    }

    fn image(&self, key: &Value) -> Option<Value> {
        let mut answer = self.read("GetItem", &json!({ "TableName": TABLE_NAME, "Key": key }));
        answer.get_mut("Item").map(Value::take)
    }

    /// Returns true if a record of the item with this key may reach a function.
    fn is_streamed(&self, key: &Value) -> bool {
        ["INSERT", "MODIFY", "REMOVE"]
            .iter()
            .any(|name| self.passes(&json!({ "eventName": name, "dynamodb": { "Keys": key } })))
    }

    fn passes(&self, record: &Value) -> bool {
        self.0.template.mappings.iter().any(|mapping| mapping.filter.passes(record))
    }

    fn put_on_stream(&self, writer: Writer, key: &Value, old: Option<Value>, new: Option<Value>) {
        let mut stream = self.stream();
        stream.written += 1;
        let record = Record::new(stream.written, self.0.clock.now(), writer, key, old, new);
        if self.passes(record.event()) {
            stream.records.push(record);
        }
    }

    fn stream(&self) -> std::sync::MutexGuard<'_, Stream> {
        self.0.stream.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
