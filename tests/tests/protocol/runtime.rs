//! A Lambda Runtime API on the loopback interface ("Using the Lambda runtime API for custom runtimes", Lambda developer guide),
//! and a function that it serves.

use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use functions::background;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinHandle;

const HTTP: &str = env!("CARGO_BIN_EXE_http-under-test");
const BACKGROUND: &str = env!("CARGO_BIN_EXE_background-under-test");

/// How long a function may take for anything.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a function made of an event.
#[derive(Debug)]
pub(crate) enum Outcome {
    Answer(Value),
    Error(Value),
    /// It could not start.
    InitError(Value),
}

impl Outcome {
    /// What it answered.
    #[track_caller]
    pub(crate) fn answer(self) -> Value {
        match self {
            Self::Answer(answer) => answer,
            Self::Error(error) => panic!("no answer: {error}"),
            Self::InitError(error) => panic!("it did not start: {error}"),
        }
    }

    /// The error that it reported for the event.
    #[track_caller]
    pub(crate) fn error(self) -> Value {
        match self {
            Self::Error(error) => error,
            Self::Answer(answer) => panic!("no error: {answer}"),
            Self::InitError(error) => panic!("it did not start: {error}"),
        }
    }
}

/// An event on its way to the function.
struct Invocation {
    id: String,
    event: String,
}

/// What the routes share.
struct Api {
    events: Mutex<mpsc::UnboundedReceiver<Invocation>>,
    outcomes: mpsc::UnboundedSender<(String, Outcome)>,
}

/// A function's process, and the runtime that it asks for events. Both end when it is dropped.
pub(crate) struct Function {
    process: Child,
    server: JoinHandle<()>,
    events: mpsc::UnboundedSender<Invocation>,
    outcomes: mpsc::UnboundedReceiver<(String, Outcome)>,
    invocations: usize,
}

impl Drop for Function {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Function {
    /// Starts a function as Lambda would: with these variables and its own, and no others.
    pub(crate) async fn start(
        name: &str,
        variables: impl IntoIterator<Item = (&'static str, String)>,
    ) -> Self {
        let (events, waiting) = mpsc::unbounded_channel();
        let (report, outcomes) = mpsc::unbounded_channel();
        let api = Arc::new(Api { events: Mutex::new(waiting), outcomes: report });
        let router = Router::new()
            .route("/2018-06-01/runtime/invocation/next", get(next))
            .route("/2018-06-01/runtime/invocation/{id}/response", post(response))
            .route("/2018-06-01/runtime/invocation/{id}/error", post(error))
            .route("/2018-06-01/runtime/init/error", post(init_error))
            .with_state(api);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let address = listener.local_addr().expect("a bound socket has an address");
        let server = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("the runtime API is served");
        });
        let is_background = background::FUNCTIONS.iter().any(|(background, _)| *background == name);
        let program = if is_background { BACKGROUND } else { HTTP };
        let process = Command::new(program)
            .env_clear()
            .env("AWS_LAMBDA_RUNTIME_API", address.to_string())
            .env("_HANDLER", name)
            .env("AWS_LAMBDA_FUNCTION_NAME", "under-test")
            .env("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "128")
            .env("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST")
            .envs(variables)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| panic!("{program} does not start: {error}"));
        Self { process, server, events, outcomes, invocations: 0 }
    }

    /// Gives the function an event and waits for what it makes of it.
    pub(crate) async fn invoke(&mut self, event: &Value) -> Outcome {
        self.invocations += 1;
        let id = format!("invocation-{}", self.invocations);
        let invocation = Invocation { id: id.clone(), event: event.to_string() };
        self.events.send(invocation).expect("the runtime API is served");
        let outcome = tokio::select! {
            outcome = tokio::time::timeout(PATIENCE, self.outcomes.recv()) => outcome,
            status = self.process.wait() => panic!("the function ended: {status:?}"),
        };
        let (of, outcome) = outcome
            .unwrap_or_else(|_| panic!("nothing came of {event} in {PATIENCE:?}"))
            .expect("the runtime API is served");
        assert_eq!(of, id, "{outcome:?}");
        outcome
    }

    /// What a function says that ends with a failure and without an event.
    pub(crate) async fn end_by_itself(mut self) -> String {
        let mut stderr = self.process.stderr.take().expect("its standard error is piped");
        let mut said = String::new();
        let read = tokio::io::AsyncReadExt::read_to_string(&mut stderr, &mut said);
        tokio::time::timeout(PATIENCE, read).await.expect("the function ends").expect("what it says is text");
        let status = self.process.wait().await.expect("the function is our child");
        assert!(!status.success(), "{status}: {said}");
        said
    }
}

/// Waits for an event, as long as it takes: Lambda does the same.
async fn next(State(api): State<Arc<Api>>) -> impl IntoResponse {
    let Some(Invocation { id, event }) = api.events.lock().await.recv().await else {
        return StatusCode::GONE.into_response();
    };
    let deadline = SystemTime::now() + PATIENCE;
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
