//! Requests of every kind, most of them close to a valid one.

use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::body;

/// A request. Names in braces such as `{link}`, in the path, the query and the body, stand for existing ids.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub(super) method: String,
    segments: String,
    query: String,
    pub(super) headers: Vec<(String, Vec<u8>)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// Returns the path with its query.
    pub(super) fn path(&self) -> String {
        let separator = if self.query.is_empty() { "" } else { "?" };
        format!("/{}{separator}{}", self.segments, self.query)
    }
}

/// Generates requests. Three out of four use a route with its own method, so that most of them reach a function.
pub(super) fn requests() -> impl Strategy<Value = Request> {
    let target = prop_oneof![
        6 => route(),
        1 => (method(), route().prop_map(|route| route.1)),
        1 => (method(), "[ -~é🦀]{0,20}"),
    ];
    let bodies = (body::related(), body::unrelated(), prop::bool::weighted(0.75));
    (target, query(), headers(), bodies).prop_map(|((method, segments), query, mut headers, bodies)| {
        let (related, unrelated, fits) = bodies;
        let body = if fits { related.to(&method, &segments) } else { unrelated };
        if !body.is_empty() && !headers.iter().any(|(name, _)| name == "content-type") {
            headers.push(("content-type".to_owned(), b"application/json".to_vec()));
        }
        Request { method, segments, query, headers, body }
    })
}

/// Generates the method and path of a route, with existing ids or other text for its parameters.
fn route() -> impl Strategy<Value = (String, String)> {
    let routes: Vec<_> = functions::ROUTES.iter().map(|route| (route.method, route.path)).collect();
    (select(routes), id(select(vec!["{link}", "{note}", "{trashed}"])), id(select(vec!["{one}", "{two}"])))
        .prop_map(|((method, path), data_id, tag_id)| {
            let path = path.replace("{dataId}", &data_id).replace("{tagId}", &tag_id);
            let path = path.replace("{jobId}", &tag_id);
            (method.to_owned(), path.trim_start_matches('/').to_owned())
        })
}

fn id(known: impl Strategy<Value = &'static str>) -> impl Strategy<Value = String> {
    prop_oneof![
        8 => known.prop_map(str::to_owned),
        1 => Just("019a0000-0000-7000-8000-000000000001".to_owned()),
        1 => "[ -~é🦀]{1,40}".prop_map(|text| text.replace(['/', '?', '#', '\\'], "%2F")),
        1 => vec(any::<u8>(), 1..8).prop_map(|bytes| percent_encode(&bytes, NON_ALPHANUMERIC).to_string()),
    ]
}

/// Generates methods, independently of the route. Leaves out CONNECT, which requests a tunnel; the raw messages contain
/// it.
fn method() -> impl Strategy<Value = String> {
    let methods =
        vec!["GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "PURGE", "get", "M-SEARCH"];
    prop_oneof![4 => select(methods).prop_map(str::to_owned), 1 => "[A-Za-z!#$%&'*+.^_`|~-]{1,12}"]
        .prop_filter("CONNECT asks for a tunnel", |method| method != "CONNECT")
}

fn query() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        8 => select(vec!["type", "order", "limit", "cursor", "sort", "q", "tag", "counts"]).prop_map(str::to_owned),
        1 => "[ -~é]{0,10}".prop_map(|name| name.replace(['#', '&'], "_")),
    ];
    let known = vec![
        "note",
        "link",
        "asc",
        "desc",
        "1",
        "100",
        "101",
        "0",
        "-1",
        "tagName",
        "createTime",
        "lastAccessTime",
        "{cursor}",
        "{one}",
        "all",
        "tw",
        "%22one%20two%22+-three",
        "%22",
        "-",
        "%ff",
        "%00",
        "AAAA",
    ];
    let value = prop_oneof![
        8 => select(known).prop_map(str::to_owned),
        1 => "[ -~é🦀]{0,40}".prop_map(|value| value.replace(['#', '&'], "_")),
    ];
    let pairs = vec((name, value), 0..4).prop_map(|pairs| {
        pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
    });
    prop_oneof![4 => Just(String::new()), 4 => pairs, 1 => "[ -~é🦀]{0,30}".prop_map(|text| text.replace('#', "_"))]
}

/// Generates headers that a function or the gateway reads, and others. Leaves out the headers that frame the message,
/// which the client sets, and `Host`, because the service refuses every other value. The raw messages contain these.
fn headers() -> impl Strategy<Value = Vec<(String, Vec<u8>)>> {
    let names = vec![
        "if-match",
        "if-none-match",
        "idempotency-key",
        "content-type",
        "accept",
        "authorization",
        "cookie",
        "user-agent",
        "x-forwarded-for",
        "x-user-id",
        "range",
        "accept-encoding",
    ];
    let name = prop_oneof![
        12 => select(names).prop_map(str::to_owned),
        1 => select(vec!["origin", "sec-fetch-site"]).prop_map(str::to_owned),
        1 => "x-[a-z0-9!#$%&'*+.^_`|~-]{1,20}",
    ];
    let known = vec![
        "*",
        "\"1\"",
        "\"2\"",
        "W/\"1\"",
        "\"1\", \"2\"",
        "key",
        "\"key\"",
        "application/json",
        "text/plain",
        "application/json; charset=utf-16",
        "Bearer x",
    ];
    // A control character would end the header.
    let visible = prop_oneof![0x20..0x7f_u8, 0x80..=u8::MAX];
    let value = prop_oneof![
        4 => select(known).prop_map(|text| text.as_bytes().to_vec()),
        1 => vec(visible, 0..300),
    ];
    prop_oneof![2 => Just(Vec::new()), 1 => vec((name, value), 1..3)]
}
