use favorites::DataType;
use serde_json::{Value, json};

use super::*;
use crate::{event, sample};

fn body(answer: &http::Response<String>) -> Value {
    serde_json::from_str(answer.body()).unwrap()
}

#[test]
fn the_location_begins_with_the_base_path() {
    let event = json!({ "routeKey": "POST /tags", "rawPath": "/prod/tags" });
    let base_path = BasePath::of(&event::read(event).unwrap());
    let new = Response::new_tag(&sample::tag()).into_http(&base_path);
    assert_eq!(new.headers()["location"], format!("/prod/tags/{}", sample::ID));
    let changed = Response::changed_favorite(&sample::favorite()).into_http(&base_path);
    assert_eq!(changed.headers()["content-location"], format!("/prod/favorites/{}", sample::ID));
    assert!(!changed.headers().contains_key("location"));
}

#[test]
fn a_favorite_is_shown_with_its_entity_tag() {
    let answer = Response::favorite(&sample::favorite()).into_http(&BasePath::default());
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["etag"], "\"3\"");
    assert_eq!(answer.headers()["content-type"], "application/json");
    assert_eq!(answer.headers()["cache-control"], "no-store");
    assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    assert_eq!(
        body(&answer),
        json!({
            "dataId": sample::ID,
            "userId": "alice",
            "dataType": "note",
            "title": "Idea",
            "thumbnailUrl": "https://example.org/t.png",
            "clipTime": "2026-11-21T08:35:15.123Z",
            "updateTime": "2026-11-21T08:35:15.123Z",
            "tagIds": [sample::ID],
            "content": { "text": "Write it down" },
            "version": 3
        })
    );
}

#[test]
fn a_cut_favorite_says_so() {
    let favorite = FavoriteData { truncated: true, ..sample::favorite() };
    assert_eq!(body(&Response::favorite(&favorite).into_http(&BasePath::default()))["truncated"], true);
}

#[test]
fn a_new_favorite_is_created_and_a_known_link_is_not() {
    let new = Response::saved_favorite(&Saved::New(sample::favorite())).into_http(&BasePath::default());
    let known = Response::saved_favorite(&Saved::AlreadyThere {
        favorite: sample::favorite(),
        ignored: vec!["title"],
    })
    .into_http(&BasePath::default());
    assert_eq!((new.status(), known.status()), (StatusCode::CREATED, StatusCode::OK));
    assert_eq!(body(&new)["alreadyThere"], Value::Null);
    assert_eq!(body(&new)["ignored"], Value::Null);
    assert_eq!((&body(&known)["alreadyThere"], &body(&known)["ignored"]), (&json!(true), &json!(["title"])));
    for answer in [new, known] {
        assert_eq!(answer.headers()["location"], format!("/favorites/{}", sample::ID));
        assert_eq!(answer.headers()["etag"], "\"3\"");
    }
}

#[test]
fn a_trashed_favorite_has_its_purge_time() {
    let trashed = sample::trashed();
    let answer = Response::trashed_favorite(&trashed).into_http(&BasePath::default());
    let body = body(&answer);
    assert_eq!(body["dataId"], sample::ID);
    assert_eq!(body["deleteTime"], "2026-11-21T08:35:15.123Z");
    assert_eq!(body["purgeTime"], trashed.purge_time.timestamp().to_string());
    assert!(!answer.headers().contains_key("etag"));
}

#[test]
fn a_tag_has_its_count_where_it_is_known() {
    let tag = json!({
        "tagId": sample::ID,
        "userId": "alice",
        "tagName": "Rust",
        "createTime": "2026-11-21T08:35:15.123Z",
        "lastAccessTime": "2026-11-21T08:35:15.123Z",
        "version": 2
    });
    let with = |count: u64, by_type: Value| {
        let mut tag = tag.clone();
        tag["count"] = count.into();
        tag["countByType"] = by_type;
        tag
    };
    let favorites = TypeCounts::from_iter([(DataType::Note, 2), (DataType::Link, 3), (DataType::File, 0)]);
    let counted =
        Response::tag(&CountedTag { tag: sample::tag(), favorites }).into_http(&BasePath::default());
    assert_eq!(
        (counted.status(), &counted.headers()["etag"]),
        (StatusCode::OK, &HeaderValue::from_static("\"2\""))
    );
    assert_eq!(body(&counted), with(5, json!({ "link": 3, "note": 2 })));
    let new = Response::new_tag(&sample::tag()).into_http(&BasePath::default());
    assert_eq!(new.status(), 201);
    assert_eq!(new.headers()["location"], format!("/tags/{}", sample::ID));
    assert_eq!(body(&new), with(0, json!({})));
    let listed = Response::favorite_tags(&[sample::tag()]).into_http(&BasePath::default());
    assert_eq!(body(&listed), json!({ "items": [tag], "nextCursor": null }));
}

#[test]
fn no_content_has_no_body() {
    let answer = Response::no_content().into_http(&BasePath::default());
    assert_eq!((answer.status(), answer.body().as_str()), (StatusCode::NO_CONTENT, ""));
    assert!(!answer.headers().contains_key("content-type"));
}

#[test]
fn a_problem_is_problem_json_with_the_headers_of_its_kind() {
    for problem_type in ProblemType::ALL {
        let answer =
            Response::problem(&Problem::new(problem_type, "why"), "7").into_http(&BasePath::default());
        assert_eq!(answer.status(), problem_type.status());
        assert_eq!(answer.headers()["content-type"], "application/problem+json");
        assert_eq!(answer.headers()["cache-control"], "no-store");
        assert_eq!(
            answer.headers().contains_key("www-authenticate"),
            problem_type == ProblemType::Unauthenticated
        );
        assert_eq!(answer.headers().contains_key("retry-after"), problem_type == ProblemType::Busy);
        assert_eq!(body(&answer)["instance"], "https://favorites.example/requests/7");
    }
}

#[test]
fn a_current_copy_is_not_sent_again() {
    let request = |tag: &str| sample::request(json!({ "headers": { "if-none-match": tag } }));
    let fresh = Response::favorite(&sample::favorite())
        .revalidated(&request("\"2\""))
        .into_http(&BasePath::default());
    assert_eq!(fresh.status(), 200);
    assert_eq!(fresh.headers()["cache-control"], "private, no-cache");
    assert_eq!(body(&fresh)["version"], 3);
    let current = Response::favorite(&sample::favorite())
        .revalidated(&request("\"3\""))
        .into_http(&BasePath::default());
    assert_eq!((current.status(), current.body().as_str()), (StatusCode::NOT_MODIFIED, ""));
    assert_eq!(current.headers()["etag"], "\"3\"");
    assert!(!current.headers().contains_key("content-type"));
}
