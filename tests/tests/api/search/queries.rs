//! Valid and invalid parameters of a search.

use favorites_api::ProblemType;
use favorites_api::favorites::limits::SEARCH_QUERY_CHARS;
use favorites_tests::{Service, sample};
use serde_json::json;

use super::search;

#[tokio::test]
async fn a_query_that_cannot_be_read_is_a_problem_that_says_where() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let long = "é".repeat(SEARCH_QUERY_CHARS + 1);
    let types = sample::DATA_TYPES.join(", ");
    let no_type = format!(
        "must have another value for `type:` at character 8: it must be one of {types}; \"book\" was given"
    );
    let no_time = "must have another value for `after:` at character 11: it must be a year, a month, a day or a time, such as 2026, \
                   2026-11, 2026-11-23 or 2026-11-23T10:20:30Z; \"2026-13\" was given";
    for (query, position, detail) in [
        (&*long, 257, "must have at most 256 characters; 257 were given, too many from character 257 on"),
        ("收 type:book", 8, &no_type),
        ("tea after:2026-13", 11, no_time),
    ] {
        let problem = ann.get(&search(query)).await.problem(ProblemType::InvalidInput);
        let fault = json!({ "parameter": "q", "position": position, "detail": detail });
        assert_eq!(problem["errors"], json!([fault]), "{query}");
    }
    for fits in [&long[2..], &"a ".repeat(SEARCH_QUERY_CHARS / 2)] {
        ann.get(&search(fits)).await.is(200);
    }
    service.end().await;
}

#[tokio::test]
async fn every_fault_is_answered_at_once() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let query = "q=type:x&type=x&tag=y&counts=some&limit=0&order=desc&page=2&cursor=x";
    let answer = ann.get(&format!("/search?{query}")).await;
    // The answer does not report the cursor, because it can only be checked if all other parameters are valid.
    let faults: Vec<_> = answer.faults().into_keys().collect();
    assert_eq!(faults, ["?counts", "?limit", "?order", "?page", "?q", "?tag", "?type"]);
    for (query, place, detail) in [
        ("counts=some", "?counts", "must be all; \"some\" was given"),
        ("counts=", "?counts", "must be all; \"\" was given"),
        ("q=a&q=b", "?q", "must be given once; it was given 2 times"),
        (
            "order=desc",
            "?order",
            "is not a query parameter of this route, which has q, type, tag, site, before, after, untagged, counts, limit, cursor",
        ),
        (
            "query=tea",
            "?query",
            "is not a query parameter of this route, which has q, type, tag, site, before, after, untagged, counts, limit, cursor",
        ),
    ] {
        let fault = ann.get(&format!("/search?{query}")).await.fault();
        assert_eq!(fault, (place.to_owned(), detail.to_owned()), "{query}");
    }
    service.end().await;
}

#[tokio::test]
async fn a_query_without_words_finds_everything() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let nothing = ann.get("/search").await.is(200);
    let counts = json!({ "total": 0, "byType": {}, "byTag": {}, "complete": true });
    assert_eq!(nothing, json!({ "items": [], "nextCursor": null, "counts": counts }));
    for data_type in sample::DATA_TYPES {
        ann.create(&sample::favorite(data_type, data_type)).await;
    }
    service.settle().await;
    for path in ["/search", "/search?q=", "/search?q=+%20", "/search?q=%E3%80%80", "/search?q=%26+-+%3F"] {
        assert_eq!(ann.all(path).await, ann.all("/favorites").await, "{path}");
    }
    service.end().await;
}
