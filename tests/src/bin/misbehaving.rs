//! A function that misbehaves as its query demands: `?do=panic`, `?do=wait` or `?do=answer-30000-tags`. Without a query it
//! answers 204. It runs like every HTTP function of the service.

use std::future::pending;
use std::str::FromStr;

use favorites_api::favorites::{Tag, TagId, TagName, Timestamp, UserId};
use favorites_api::{Favorites, Problem, Request, Response, Route, ServeError};

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
        tag_name: TagName::parse("t".repeat(64)).expect("it has 64 characters"),
        create_time: now,
        last_access_time: now,
        version: 1,
        former_names: Vec::new(),
    };
    vec![tag; count]
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), ServeError> {
    favorites_api::serve(&ROUTE).await
}
