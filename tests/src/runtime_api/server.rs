//! The server's side: the routes of the Runtime API.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, mpsc, watch};
use tokio::task::JoinHandle;

use super::outcome::Outcome;

/// An event on its way to the function.
pub(super) struct Invocation {
    pub(super) id: String,
    pub(super) event: String,
    /// How long the function may take, from the moment at which it gets the event.
    pub(super) time: Duration,
}

/// What the routes share.
struct Api {
    events: Mutex<mpsc::UnboundedReceiver<Invocation>>,
    outcomes: mpsc::UnboundedSender<(String, Outcome)>,
    asked: watch::Sender<Vec<Instant>>,
}

/// A Runtime API that is served until this is dropped.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    pub(super) events: mpsc::UnboundedSender<Invocation>,
    /// What came of each invocation, by its id.
    pub(super) outcomes: mpsc::UnboundedReceiver<(String, Outcome)>,
    /// When the function asked for an event, each time that it did.
    pub(super) asked: watch::Receiver<Vec<Instant>>,
    task: JoinHandle<()>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Server {
    pub(super) async fn start() -> Self {
        let (events, waiting) = mpsc::unbounded_channel();
        let (report, outcomes) = mpsc::unbounded_channel();
        let (asks, asked) = watch::channel(Vec::new());
        let api = Arc::new(Api { events: Mutex::new(waiting), outcomes: report, asked: asks });
        let router = Router::new()
            .route("/2018-06-01/runtime/invocation/next", get(next))
            .route("/2018-06-01/runtime/invocation/{id}/response", post(response))
            .route("/2018-06-01/runtime/invocation/{id}/error", post(error))
            .route("/2018-06-01/runtime/init/error", post(init_error))
            .with_state(api);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let task = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("the runtime API is served");
        });
        Self { address, events, outcomes, asked, task }
    }
}

/// Waits for an event, as long as it takes: Lambda does the same.
async fn next(State(api): State<Arc<Api>>) -> impl IntoResponse {
    api.asked.send_modify(|asked| asked.push(Instant::now()));
    let Some(Invocation { id, event, time }) = api.events.lock().await.recv().await else {
        return StatusCode::GONE.into_response();
    };
    let deadline = SystemTime::now() + time;
    let millis = deadline.duration_since(UNIX_EPOCH).expect("the clock is past 1970").as_millis();
    let headers = [
        ("content-type", "application/json".to_owned()),
        ("lambda-runtime-aws-request-id", id),
        ("lambda-runtime-deadline-ms", millis.to_string()),
        (
            "lambda-runtime-invoked-function-arn",
            "arn:aws:lambda:us-east-1:123456789012:function:under-test".to_owned(),
        ),
    ];
    (headers, event).into_response()
}

async fn response(State(api): State<Arc<Api>>, Path(id): Path<String>, body: Bytes) -> StatusCode {
    report(&api, id, Outcome::Answer(json(&body)))
}

async fn error(State(api): State<Arc<Api>>, Path(id): Path<String>, body: Bytes) -> StatusCode {
    report(&api, id, Outcome::Error(json(&body)))
}

async fn init_error(State(api): State<Arc<Api>>, body: Bytes) -> StatusCode {
    report(&api, String::new(), Outcome::InitError(json(&body)))
}

fn report(api: &Api, id: String, outcome: Outcome) -> StatusCode {
    // Where nobody listens the test is over.
    let _ = api.outcomes.send((id, outcome));
    StatusCode::ACCEPTED
}

fn json(body: &Bytes) -> Value {
    serde_json::from_slice(body).unwrap_or_else(|error| panic!("{error}: {body:?}"))
}
