//! Valid and invalid parameters of a search.

use favorites_api::ProblemType;
use favorites_api::favorites::limits::{SEARCH_QUERY_CHARS, SEARCH_TERMS};
use favorites_tests::{Service, sample};
use serde_json::json;

use super::search;

#[tokio::test]
async fn a_query_that_cannot_be_read_is_a_problem_that_says_where() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (long, many) = ("é".repeat(SEARCH_QUERY_CHARS + 1), "a ".repeat(SEARCH_TERMS + 1));
    for (query, position, detail) in [
        (&*long, 257, "must have at most 256 characters; 257 were given, too many from character 257 on"),
        (&*many, 33, "must have at most 16 words and phrases; 17 were given, too many from character 33 on"),
        ("收藏 \"open", 4, "must have a closing quote for the one at character 4"),
        ("tea -", 5, "must have a word or a phrase right behind the - at character 5"),
        (
            "🎉 ...",
            3,
            "must have a letter, a digit or a symbol in each word and phrase; \"...\" at character 3 has none",
        ),
    ] {
        let problem = ann.get(&search(query)).await.problem(ProblemType::InvalidInput);
        let fault = json!({ "parameter": "q", "position": position, "detail": detail });
        assert_eq!(problem["errors"], json!([fault]), "{query}");
    }
    for fits in [&long[2..], &many[2..]] {
        ann.get(&search(fits)).await.is(200);
    }
    service.end().await;
}

#[tokio::test]
async fn every_fault_is_answered_at_once() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let query = "q=%22&type=x&tag=y&counts=some&limit=0&order=desc&page=2&cursor=x";
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
            "is not a query parameter of this route, which has q, type, tag, counts, limit, cursor",
        ),
        (
            "query=tea",
            "?query",
            "is not a query parameter of this route, which has q, type, tag, counts, limit, cursor",
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
    assert_eq!(nothing, json!({ "items": [], "nextCursor": null, "counts": counts, "partlySearched": 0 }));
    for data_type in sample::DATA_TYPES {
        ann.create(&sample::favorite(data_type, data_type)).await;
    }
    service.settle().await;
    for path in ["/search", "/search?q=", "/search?q=+%20", "/search?q=%E3%80%80"] {
        assert_eq!(ann.all(path).await, ann.all("/favorites").await, "{path}");
    }
    service.end().await;
}
