//! Measures jobs. A job writes some items several times, so its requests are compared with the page only, and not with the items.

use favorites_api::favorites::Usage;
use reqwest::Method;
use serde_json::{Value, json};

use crate::account::{Account, PERSON};

/// The requests of one case, in their order.
pub(crate) struct Measured {
    pub(crate) endpoint: &'static str,
    pub(crate) case: &'static str,
    pub(crate) requests: Vec<Usage>,
}

/// The endpoints that this file measures, besides the actions of [`favorites`](crate::favorites).
pub(crate) const ENDPOINTS: [&str; 7] = [
    "DELETE /trash",
    "POST /jobs/{jobId}/undo",
    "GET /jobs",
    "GET /jobs/{jobId}",
    "DELETE /jobs/{jobId}",
    "GET /account",
    ERASE,
];

/// It begins a job that no request works on.
const ERASE: &str = "DELETE /account";

/// The endpoints of imports and exports.
pub(crate) const TRANSFERS: [&str; 4] =
    ["POST /exports", "POST /imports", "POST /jobs/{jobId}/start", "GET /jobs/{jobId}/report"];

/// A file with two links, one of them twice.
const BOOKMARKS: &str = r#"[
    {"href": "https://example.com/in/1", "description": "One", "time": "2020-01-01T00:00:00Z", "tags": "in"},
    {"href": "https://example.com/in/2", "description": "Two", "time": "2020-01-02T00:00:00Z", "tags": "in"},
    {"href": "https://example.com/in/1", "description": "One", "time": "2020-01-03T00:00:00Z", "tags": ""}
]"#;

/// Measures jobs on favorites with a tag that two notes have.
pub(crate) async fn measure(account: &Account) -> Vec<Measured> {
    let [tag, other] = ["One", "Two"].map(|name| json!({ "tagName": format!("Tag {name} of a job") }));
    let tag = account.send(&Method::POST, "/tags", Some(&tag), None).await["tagId"].clone();
    let other = account.send(&Method::POST, "/tags", Some(&other), None).await["tagId"].clone();
    for number in [201, 202] {
        let tag = tag.as_str().expect("an id is text").to_owned();
        let note = crate::account::note(number, &[&tag]);
        account.send(&Method::POST, "/favorites", Some(&note), None).await;
    }
    // The jobs are the user's only background work.
    account.lose(crate::request::due()).await;
    drop(account.usage(0).await);
    let select = json!({ "tag": tag });
    let (actions, tags) =
        ("POST /favorites/actions", json!({ "action": "tag", "tagId": other, "select": select }));
    let mut measured = Vec::new();
    let tagged =
        case(account, &mut measured, (actions, "tags the two notes with another tag"), actions, Some(tags))
            .await;
    let job = tagged["jobId"].as_str().expect("a job has an id");
    let undo = format!("POST /jobs/{job}/undo");
    case(account, &mut measured, (ENDPOINTS[1], "takes the tag off the two notes"), &undo, None).await;
    let delete = json!({ "action": "delete", "select": select });
    case(account, &mut measured, (actions, "moves the two notes to the trash"), actions, Some(delete)).await;
    case(account, &mut measured, (ENDPOINTS[0], "of all favorites in it"), ENDPOINTS[0], None).await;
    for (endpoint, request) in [
        (ENDPOINTS[2], "GET /jobs".to_owned()),
        (ENDPOINTS[3], format!("GET /jobs/{job}")),
        (ENDPOINTS[4], format!("DELETE /jobs/{job}")),
    ] {
        let of = if endpoint == ENDPOINTS[4] { "a job that has ended" } else { "" };
        case(account, &mut measured, (endpoint, of), &request, None).await;
    }
    transfers(account, &mut measured).await;
    case(account, &mut measured, (ENDPOINTS[5], ""), ENDPOINTS[5], None).await;
    let erase = format!("{ERASE}?confirm={PERSON}");
    case(account, &mut measured, (ERASE, "begins the job"), &erase, None).await;
    measured
}

/// Measures an import, and an export of everything.
async fn transfers(account: &Account, measured: &mut Vec<Measured>) {
    let body = json!({ "bytes": BOOKMARKS.len() });
    let import = case(account, measured, (TRANSFERS[1], ""), TRANSFERS[1], Some(body)).await;
    favorites_tests::files::upload(&import, BOOKMARKS).await;
    let job = import["jobId"].as_str().expect("a job has an id");
    let links = "imports two links with a new tag, and meets one of them again";
    case(account, measured, (TRANSFERS[2], links), &format!("POST /jobs/{job}/start"), None).await;
    case(account, measured, (TRANSFERS[3], "of one entry"), &format!("GET /jobs/{job}/report"), None).await;
    let body = json!({ "format": "jsonLines" });
    case(account, measured, (TRANSFERS[0], "of a few favorites"), TRANSFERS[0], Some(body)).await;
}

async fn case(
    account: &Account,
    measured: &mut Vec<Measured>,
    (endpoint, case): (&'static str, &'static str),
    request: &str,
    body: Option<Value>,
) -> Value {
    let (method, path) = request.split_once(' ').expect("a method and a path");
    let method: Method = method.parse().expect("it is a method");
    let answer = account.send(&method, path, body.as_ref(), None).await;
    if let Some(state) = answer.get("state") {
        let expected = match endpoint {
            ERASE => "running",
            "POST /imports" => "waiting",
            _ => "done",
        };
        assert_eq!(*state, expected, "{answer}");
    }
    measured.push(Measured { endpoint, case, requests: account.usage(1).await });
    answer
}
