//! Tests a shard that has ended and has a child shard.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use favorites_local::{AccessKey, Engine, Options, Running};
use favorites_tests::lambda::start_table;
use favorites_tests::{data_id, eventually, sample};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::consumer::{call, impatient, records, start};

/// The number of records in the parent shard. The child has the later ones.
const IN_PARENT: usize = 3;
const PAGE: usize = 2;
const PARENT: &str = "shardId-00000001573689847184-864758bb";
const CHILD: &str = "shardId-00000001573689847185-0a1b2c3d";

/// A proxy in front of a DynamoDB. It presents the stream's only shard as a parent and its child.
#[derive(Clone)]
struct TwoShards {
    endpoint: String,
    key: AccessKey,
    http: reqwest::Client,
}

impl TwoShards {
    /// Starts the proxy and returns its address.
    async fn serve(engine: &Running) -> String {
        // Ignore the developer's proxy settings, because this client only connects to the loopback interface.
        let http = reqwest::Client::builder().no_proxy().build().expect("a client without TLS needs nothing");
        let (endpoint, key) = (engine.dynamodb_endpoint().to_owned(), engine.access_key().clone());
        let proxy = Self { endpoint, key, http };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let router = Router::new().fallback(answer).with_state(proxy);
        tokio::spawn(async move { axum::serve(listener, router).await.expect("the proxy is served") });
        format!("http://{address}")
    }

    async fn forward(&self, target: &str, body: impl Into<Vec<u8>>) -> (StatusCode, Value) {
        let (url, body) = (format!("{}/", self.endpoint), body.into());
        let headers = [("x-amz-target", target), ("content-type", "application/x-amz-json-1.0")];
        let signature = self.key.sign(&url, &headers, &body).expect("the request can be signed");
        let request = self.http.post(&url).body(body);
        let request = headers.into_iter().fold(request, |request, (name, value)| request.header(name, value));
        let request =
            signature.into_iter().fold(request, |request, (name, value)| request.header(name, value));
        let answer = request.send().await.expect("the engine answers");
        let status = answer.status();
        (status, answer.json().await.expect("the engine answers with JSON"))
    }

    async fn streams(&self, operation: &str, body: &Value) -> Value {
        let target = format!("DynamoDBStreams_20120810.{operation}");
        let (status, answer) = self.forward(&target, body.to_string()).await;
        assert!(status.is_success(), "{operation}: {answer}");
        answer
    }

    async fn shard(&self, arn: &Value) -> Value {
        self.streams("DescribeStream", &json!({ "StreamArn": arn })).await
    }

    /// Describes the stream. Lists the child before its parent, because the order of shards is not specified.
    async fn describe(&self, arn: &Value) -> Value {
        let mut answer = self.shard(arn).await;
        let range = |end: Option<&str>| json!({ "StartingSequenceNumber": "1", "EndingSequenceNumber": end });
        answer["StreamDescription"]["Shards"] = json!([
            { "ShardId": CHILD, "ParentShardId": PARENT, "SequenceNumberRange": range(None) },
            { "ShardId": PARENT, "SequenceNumberRange": range(Some("2")) },
        ]);
        answer
    }

    /// Returns all records of the engine's only shard.
    async fn all(&self, arn: &Value) -> Vec<Value> {
        let shard = self.shard(arn).await["StreamDescription"]["Shards"][0]["ShardId"].clone();
        let from = json!({ "StreamArn": arn, "ShardId": shard, "ShardIteratorType": "TRIM_HORIZON" });
        let mut iterator = self.streams("GetShardIterator", &from).await["ShardIterator"].clone();
        let mut all = Vec::new();
        loop {
            let page = self.streams("GetRecords", &json!({ "ShardIterator": iterator })).await;
            let records = page["Records"].as_array().expect("a page has records");
            if records.is_empty() {
                return all;
            }
            all.extend(records.iter().cloned());
            iterator = page["NextShardIterator"].clone();
        }
    }

    /// Returns an iterator that contains the stream, the shard and the position.
    async fn iterator(&self, request: &Value) -> Value {
        let arn = &request["StreamArn"];
        let start = if request["ShardId"] == PARENT { 0 } else { IN_PARENT };
        let place = match request["SequenceNumber"].as_str() {
            None => start,
            Some(number) => {
                let all = self.all(arn).await;
                let at = all.iter().position(|record| record["dynamodb"]["SequenceNumber"] == number);
                at.map_or(start, |at| at + 1)
            }
        };
        json!({ "ShardIterator": json!([arn, request["ShardId"], place]).to_string() })
    }

    async fn page(&self, request: &Value) -> Value {
        let iterator = request["ShardIterator"].as_str().expect("an iterator is text");
        let iterator: Value = serde_json::from_str(iterator).expect("the iterator is one of ours");
        let place = usize::try_from(iterator[2].as_u64().expect("a place is a number")).expect("it is small");
        let all = self.all(&iterator[0]).await;
        let is_parent = iterator[1] == PARENT;
        let end = if is_parent { all.len().min(IN_PARENT) } else { all.len() };
        let upto = end.min(place + PAGE).max(place);
        let next = json!([iterator[0], iterator[1], upto]).to_string();
        let next = if is_parent && upto == IN_PARENT { Value::Null } else { json!(next) };
        let records = all.get(place..upto).unwrap_or_default();
        json!({ "Records": records, "NextShardIterator": next })
    }
}

async fn answer(State(proxy): State<TwoShards>, headers: HeaderMap, body: Bytes) -> Response {
    let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok()).unwrap_or_default();
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let (status, answer) = match target.rsplit('.').next() {
        Some("DescribeStream") => (StatusCode::OK, proxy.describe(&request["StreamArn"]).await),
        Some("GetShardIterator") => (StatusCode::OK, proxy.iterator(&request).await),
        Some("GetRecords") => (StatusCode::OK, proxy.page(&request).await),
        _ => proxy.forward(target, body.to_vec()).await,
    };
    (status, [("content-type", "application/x-amz-json-1.0")], answer.to_string()).into_response()
}

#[tokio::test]
async fn a_child_shard_is_read_after_its_parent_and_one_item_in_both_counts_once() {
    let engine = start_table().await;
    let endpoint = TwoShards::serve(&engine).await;
    let versions = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&versions);
    let service = start(
        impatient(Options {
            engine: Engine::External { endpoint, key: engine.access_key().clone() },
            ..Options::memory()
        }),
        move |consumer, event, deadline| {
            let of = |record: &Value| record["dynamodb"]["NewImage"]["version"]["N"].clone();
            seen.lock().expect("no test panics with it").extend(records(&event).iter().map(of));
            // If the child did not wait for its parent, its records would arrive first within this time.
            let pause = Duration::from_millis(20);
            async move {
                tokio::time::sleep(pause).await;
                call(&consumer, event, deadline).await
            }
        },
    )
    .await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "1")).await;
    let path = format!("/favorites/{}", data_id(&kept));
    for title in 2..=6 {
        ann.patch(&path, &json!({ "title": title.to_string() })).await.is(200);
    }
    eventually(async || {
        let versions = versions.lock().expect("no test panics with it").clone();
        if versions.len() >= 6 { Ok(()) } else { Err(format!("{versions:?}")) }
    })
    .await;
    let expected: Vec<Value> = (1..=6).map(|version| json!(version.to_string())).collect();
    assert_eq!(*versions.lock().expect("no test panics with it"), expected);
    service.settle().await;
    crate::consumer::total_becomes(&ann, 1).await;
    service.end().await;
    engine.shutdown().await;
}
