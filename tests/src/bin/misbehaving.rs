//! A function that misbehaves as its query demands: `?do=panic`, `?do=wait` or `?do=answer-30000-tags`. Without a query it
//! answers 204. It runs like every HTTP function of the service.
//!
//! With the variable `POISON`, it runs the function `worker` instead, and stops it in the middle of its work:
//! `kill` ends the process as the kernel does when memory runs out, `panic` panics, and `block` blocks the
//! thread. With `none`, the worker ends its work. The worker's clock always shows `NOW`, in milliseconds
//! since 1970.

use std::future::{pending, poll_fn};
use std::pin::pin;
use std::str::FromStr;
use std::{env, thread};

use favorites_api::favorites::limits::TAG_NAME_CHARS;
use favorites_api::favorites::{Meter, Tag, TagId, TagName, Timestamp, UserId};
use favorites_api::{
    Deadline, DynamoDbEventResponse, Favorites, Problem, Request, Response, Route, ServeError, StreamEvent,
    serve, serve_stream_with_files,
};
use functions::worker::worker;
use rustix::process::{Signal, getpid, kill_process};

/// The number of requests to the table after which the worker is stopped. By then, it has claimed its job and
/// changed a few favorites.
const LAST_REQUESTS: usize = 20;

/// The misbehavior that an event requests.
enum Misbehaviour {
    Panic,
    /// The function does not end.
    Wait,
    /// The function answers with this number of tags, each of about 250 bytes.
    Answer(usize),
}

impl FromStr for Misbehaviour {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let tags = text.strip_prefix("answer-").and_then(|text| text.strip_suffix("-tags"));
        match (text, tags.map(str::parse)) {
            ("panic", _) => Ok(Self::Panic),
            ("wait", _) => Ok(Self::Wait),
            (_, Some(Ok(tags))) => Ok(Self::Answer(tags)),
            _ => Err(format!("must be panic, wait or answer-30000-tags, not {text}")),
        }
    }
}

static ROUTE: Route =
    Route::get("/misbehave", "misbehaving", |favorites, request| Box::pin(handler(favorites, request)))
        .query(&["do"]);

async fn handler(_: &Favorites, request: Request) -> Result<Response, Problem> {
    match request.query().optional("do") {
        None => Ok(Response::no_content()),
        Some(Misbehaviour::Panic) => panic!("the event asked for a panic"),
        Some(Misbehaviour::Wait) => pending().await,
        Some(Misbehaviour::Answer(count)) => Ok(Response::favorite_tags(&tags(count))),
    }
}

fn tags(count: usize) -> Vec<Tag> {
    let now = Timestamp::now();
    let tag = Tag {
        user_id: UserId::parse("ann").expect("it is short text"),
        tag_id: TagId::at(now),
        tag_name: TagName::parse("t".repeat(TAG_NAME_CHARS)).expect("it is as long as a name can be"),
        create_time: now,
        last_access_time: now,
        version: 1,
        former_names: Vec::new(),
    };
    vec![tag; count]
}

/// Runs the worker until it has sent [`LAST_REQUESTS`].
async fn poisoned(favorites: &Favorites, event: StreamEvent, deadline: Deadline) -> DynamoDbEventResponse {
    let now = env::var("NOW").ok().and_then(|now| Timestamp::from_unix_millis(now.parse().ok()?).ok());
    let now = now.expect("NOW is a time");
    let (meter, mut requests) = (Meter::new(), 0);
    let favorites = favorites.clone().with_clock(move || now).with_meter(meter.clone());
    let mut work = pin!(worker(&favorites, event, deadline));
    poll_fn(|context| {
        requests += meter.take().len();
        if requests >= LAST_REQUESTS {
            stop();
        }
        work.as_mut().poll(context)
    })
    .await
}

/// Stops the worker as `POISON` says.
fn stop() {
    match env::var("POISON").as_deref() {
        Ok("kill") => kill_process(getpid(), Signal::KILL).expect("a process may kill itself"),
        Ok("panic") => panic!("the event asked for a panic"),
        Ok("block") => loop {
            thread::park();
        },
        _ => {}
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServeError> {
    if env::var_os("POISON").is_some() {
        return serve_stream_with_files(poisoned).await;
    }
    serve(&ROUTE).await
}
