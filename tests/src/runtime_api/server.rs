//! The server: the routes of the Runtime API.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex as StdMutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use super::outcome::{Outcome, Refusal};

/// The largest answer that Lambda accepts, in bytes: the 6 MB of "Lambda quotas" in its developer guide. The exact number is from
/// the error message of the Runtime API.
const ANSWER_BYTES: usize = 6_291_556;

/// An event on its way to the function.
pub(super) struct Invocation {
    pub(super) id: String,
    pub(super) event: String,
    /// The time at which Lambda would kill the function.
    pub(super) deadline: SystemTime,
}

/// An answer of the function. The API confirms it when this is dropped.
#[derive(Debug)]
#[must_use = "the answer is confirmed when this is dropped"]
pub struct Held {
    _release: oneshot::Sender<()>,
}

/// The state that the routes share.
struct Api {
    events: Mutex<mpsc::UnboundedReceiver<Invocation>>,
    outcomes: mpsc::UnboundedSender<(String, Outcome)>,
    asked: watch::Sender<Vec<Instant>>,
    refusal: NextRefusal,
    hold: NextHold,
}

/// The refusal of the next answer, if it is refused.
type NextRefusal = Arc<StdMutex<Option<Refusal>>>;

/// The signal for which the confirmation of the next answer waits, if it waits at all.
type NextHold = Arc<StdMutex<Option<oneshot::Receiver<()>>>>;

/// A server of the Runtime API. It ends when this is dropped.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    pub(super) events: mpsc::UnboundedSender<Invocation>,
    /// The outcome of each invocation, by its id.
    pub(super) outcomes: mpsc::UnboundedReceiver<(String, Outcome)>,
    /// The times at which the function requested an event.
    pub(super) asked: watch::Receiver<Vec<Instant>>,
    refusal: NextRefusal,
    hold: NextHold,
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
        let refusal = NextRefusal::default();
        let hold = NextHold::default();
        let api = Api {
            events: Mutex::new(waiting),
            outcomes: report,
            asked: asks,
            refusal: Arc::clone(&refusal),
            hold: Arc::clone(&hold),
        };
        let router = Router::new()
            .route("/2018-06-01/runtime/invocation/next", get(next))
            .route("/2018-06-01/runtime/invocation/{id}/response", post(response))
            .route("/2018-06-01/runtime/invocation/{id}/error", post(error))
            .route("/2018-06-01/runtime/init/error", post(init_error))
            .layer(DefaultBodyLimit::disable())
            .with_state(Arc::new(api));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let task = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("the runtime API is served");
        });
        Self { address, events, outcomes, asked, refusal, hold, task }
    }

    /// Makes the API refuse the next answer.
    pub(super) fn refuse_next_answer(&self, refusal: Refusal) {
        *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(refusal);
    }

    /// Makes the API hold back the confirmation of the next answer.
    pub(super) fn hold_next_answer(&self) -> Held {
        let (release, released) = oneshot::channel();
        *self.hold.lock().unwrap_or_else(PoisonError::into_inner) = Some(released);
        Held { _release: release }
    }
}

/// Waits for an event without a time limit, as Lambda does.
async fn next(State(api): State<Arc<Api>>) -> Response {
    api.asked.send_modify(|asked| asked.push(Instant::now()));
    let Some(Invocation { id, event, deadline }) = api.events.lock().await.recv().await else {
        return StatusCode::GONE.into_response();
    };
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

async fn response(State(api): State<Arc<Api>>, Path(id): Path<String>, body: Bytes) -> Response {
    let asked_for = api.refusal.lock().unwrap_or_else(PoisonError::into_inner).take();
    let refusal = asked_for.or((body.len() > ANSWER_BYTES).then_some(Refusal::TooLarge));
    let hold = api.hold.lock().unwrap_or_else(PoisonError::into_inner).take();
    let response = match refusal {
        None => report(&api, id, Outcome::Answer(json_of(&body))),
        Some(refusal) => {
            report(&api, id, Outcome::Refused(refusal));
            refuse(refusal)
        }
    };
    if let Some(released) = hold {
        // The channel never carries a value. The wait ends when the other side is dropped.
        let _ = released.await;
    }
    response
}

async fn error(State(api): State<Arc<Api>>, Path(id): Path<String>, body: Bytes) -> Response {
    report(&api, id, Outcome::Error(json_of(&body)))
}

async fn init_error(State(api): State<Arc<Api>>, body: Bytes) -> Response {
    report(&api, String::new(), Outcome::InitError(json_of(&body)))
}

fn report(api: &Api, id: String, outcome: Outcome) -> Response {
    // If the receiver is gone, the test is over.
    let _ = api.outcomes.send((id, outcome));
    StatusCode::ACCEPTED.into_response()
}

/// Returns a refusal with the error document of the Runtime API.
fn refuse(refusal: Refusal) -> Response {
    let (status, kind, message) = match refusal {
        Refusal::Malformed => (StatusCode::BAD_REQUEST, "InvalidRequest", "Invalid request".to_owned()),
        Refusal::Forbidden => (StatusCode::FORBIDDEN, "InvalidStateTransition", "Forbidden".to_owned()),
        Refusal::TooLarge => (
            StatusCode::PAYLOAD_TOO_LARGE,
            "RequestEntityTooLarge",
            format!("Exceeded maximum allowed payload size ({ANSWER_BYTES} bytes)."),
        ),
    };
    (status, Json(json!({ "errorType": kind, "errorMessage": message }))).into_response()
}

fn json_of(body: &Bytes) -> Value {
    serde_json::from_slice(body).unwrap_or_else(|error| panic!("{error}: {body:?}"))
}
