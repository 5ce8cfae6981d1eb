//! The table of one history: the engine, and the stream of what was written to it.
//!
//! The engine's own stream is off. Each write is seen here on its way, so a record holds exactly what one write changed,
//! whoever wrote it and however many wrote at the same moment.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;
use favorites_local::template::Template;
use favorites_local::{MemoryEngine, make_table};
use favorites_tests::Clock;
use serde_json::{Value, json};
use single_table::testing;

use crate::breakage::Breakage;
use crate::record::{Record, Writer};
use crate::written::written_keys;

/// What it is called.
pub(crate) const TABLE_NAME: &str = "favorites";

/// The table. Clones are one.
#[derive(Debug, Clone)]
pub(crate) struct Table(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    engine: MemoryEngine,
    template: Template,
    clock: Clock,
    stream: Mutex<Stream>,
}

#[derive(Debug, Default)]
struct Stream {
    /// How many records there ever were.
    written: u64,
    /// Those that nobody has taken yet.
    records: Vec<Record>,
}

impl Table {
    /// Makes the template's table, empty.
    pub(crate) async fn make(template: &Template, clock: &Clock) -> Self {
        let engine = MemoryEngine::start().expect("memory holds one more database");
        let shared =
            Shared { engine, template: template.clone(), clock: clock.clone(), stream: Mutex::default() };
        let table = Self(Arc::new(shared));
        let mut declared = template.table.clone();
        declared.stream = None;
        let made = make_table(&table.client(), &declared, TABLE_NAME).await;
        made.expect("the engine makes the project's table");
        table
    }

    /// A client of the SDK.
    pub(crate) fn client(&self) -> Client {
        testing::client(self.way(Latency::default(), Breakage::None))
    }

    /// The HTTP client of a client whose requests take time, and which may be broken.
    pub(crate) fn way(&self, latency: Latency, breakage: Breakage) -> impl HttpClient + use<> {
        Way { table: self.clone(), latency, breakage }
    }

    /// The records of the stream since the last call that pass the filter of the template's mapping, in the order of
    /// their writes.
    pub(crate) fn take_records(&self) -> Vec<Record> {
        std::mem::take(&mut self.stream().records)
    }

    /// Every item, as DynamoDB's JSON shows it.
    pub(crate) fn items(&self) -> Vec<Value> {
        // An account here is far below the megabyte at which a page ends.
        let mut page = self.read("Scan", &json!({ "TableName": TABLE_NAME }));
        assert!(page["LastEvaluatedKey"].is_null(), "the account is larger than one page");
        page["Items"].as_array_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Deletes an item as DynamoDB's TTL does: as a service, and only where it still expires when it did.
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

    fn ask_as(&self, writer: Writer, target: &str, body: &[u8]) -> (u16, String) {
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

    /// Whether a record of the item with this key may reach a function.
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

/// How long a request takes, on the runtime's clock; at first no time. Clones are one.
#[derive(Debug, Clone, Default)]
pub(crate) struct Latency(Arc<AtomicU64>);

impl Latency {
    /// From now on requests take this long.
    pub(crate) fn set(&self, millis: u64) {
        self.0.store(millis, Ordering::Relaxed);
    }

    /// Half of it: there or back.
    async fn half(&self) {
        tokio::time::sleep(Duration::from_micros(self.0.load(Ordering::Relaxed) * 500)).await;
    }
}

/// The way from the SDK to the table.
#[derive(Debug, Clone)]
struct Way {
    table: Table,
    latency: Latency,
    breakage: Breakage,
}

impl HttpConnector for Way {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let Self { table, latency, breakage } = self.clone();
        HttpConnectorFuture::new(async move {
            latency.half().await;
            let target = request.headers().get("x-amz-target").unwrap_or_default();
            let body = request.body().bytes().unwrap_or_default();
            let (status, json) = table.ask_as(Writer::Anybody, target, &breakage.request(body));
            latency.half().await;
            let status = StatusCode::try_from(status).expect("the engine answers with an HTTP status");
            Ok(HttpResponse::new(status, SdkBody::from(json)))
        })
    }
}

impl HttpClient for Way {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}
