//! A server that forwards requests to the engine and records the answers, and later plays them back.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde_json::Value;
use tokio::net::TcpListener;

/// A server of DynamoDB's protocol on the loopback interface. It ends with the runtime on which it was started.
#[derive(Debug, Clone)]
pub(crate) struct Tape {
    address: SocketAddr,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    engine: String,
    http: reqwest::Client,
    /// The recorded answers, by operation (`X-Amz-Target`). While this is `None`, the server records.
    reels: Mutex<Option<BTreeMap<String, Reel>>>,
    recorded: Mutex<Vec<Exchange>>,
}

/// The exchanges of one operation.
#[derive(Debug, Default)]
struct Reel {
    exchanges: Vec<Exchange>,
    next: usize,
}

#[derive(Debug, Clone)]
struct Exchange {
    target: String,
    request: Value,
    status: StatusCode,
    headers: HeaderMap,
    answer: Bytes,
}

impl Tape {
    /// Starts a server in front of the engine, and records.
    pub(crate) async fn start(engine: &str) -> anyhow::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let http = reqwest::Client::builder().no_proxy().build()?;
        let (reels, recorded) = (Mutex::new(None), Mutex::default());
        let shared = Arc::new(Shared { engine: engine.to_owned(), http, reels, recorded });
        let router = Router::new().fallback(answer).with_state(Arc::clone(&shared));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self { address, shared })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Starts a new recording, which replaces the last one.
    pub(crate) fn record(&self) {
        lock(&self.shared.recorded).clear();
        *lock(&self.shared.reels) = None;
    }

    /// Plays back the recording repeatedly. Returns the number of recorded exchanges.
    pub(crate) fn play(&self) -> usize {
        let exchanges = std::mem::take(&mut *lock(&self.shared.recorded));
        let count = exchanges.len();
        let mut reels = BTreeMap::<_, Reel>::new();
        for exchange in exchanges {
            reels.entry(exchange.target.clone()).or_default().exchanges.push(exchange);
        }
        *lock(&self.shared.reels) = Some(reels);
        count
    }
}

async fn answer(State(shared): State<Arc<Shared>>, headers: HeaderMap, request: Bytes) -> Response {
    let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok()).unwrap_or_default();
    let played = lock(&shared.reels)
        .as_mut()
        .map(|reels| reels.get_mut(target).and_then(|reel| reel.play(&json(&request))));
    let exchange = match played {
        Some(exchange) => exchange,
        None => shared.ask_engine(target, &headers, request).await.ok(),
    };
    match exchange {
        Some(exchange) => (exchange.status, exchange.headers, Body::from(exchange.answer)).into_response(),
        None => (StatusCode::BAD_REQUEST, format!("nothing is recorded for {target}")).into_response(),
    }
}

impl Shared {
    async fn ask_engine(
        &self,
        target: &str,
        headers: &HeaderMap,
        request: Bytes,
    ) -> reqwest::Result<Exchange> {
        let mut asked = self.http.post(&self.engine).body(request.clone());
        for name in ["x-amz-target", "content-type", "authorization", "x-amz-date"] {
            if let Some(value) = headers.get(name) {
                asked = asked.header(name, value);
            }
        }
        let answer = asked.send().await?;
        let (status, mut headers) = (answer.status(), answer.headers().clone());
        // These headers are set for each answer.
        for name in ["content-length", "transfer-encoding", "date", "connection"] {
            headers.remove(name);
        }
        let answer = answer.bytes().await?;
        let request = json(&request);
        let exchange = Exchange { target: target.to_owned(), request, status, headers, answer };
        lock(&self.recorded).push(exchange.clone());
        Ok(exchange)
    }
}

impl Reel {
    /// Returns the answer to an equal request, or else the next answer in turn. Writes have a new id and token each time, so they
    /// are never equal; but a call makes one write of an operation, or several in a fixed order.
    fn play(&mut self, request: &Value) -> Option<Exchange> {
        if let Some(same) = self.exchanges.iter().find(|exchange| exchange.request == *request) {
            return Some(same.clone());
        }
        let next = self.exchanges.get(self.next)?.clone();
        self.next = (self.next + 1) % self.exchanges.len();
        Some(next)
    }
}

/// Parses a request. Requests are compared as JSON, because their members have no fixed order.
fn json(request: &Bytes) -> Value {
    serde_json::from_slice(request).unwrap_or_default()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
