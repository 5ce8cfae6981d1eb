//! A cursor is valid for one search of one user.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use favorites_tests::{Person, Service, sample, tag_id};
use serde_json::json;

async fn fill(person: &Person) -> String {
    let tag = tag_id(&person.create_tag("Red").await).to_owned();
    for title in ["tea one", "tea two"] {
        person.create(&sample::with(sample::favorite("note", title), &json!({ "tagIds": [tag] }))).await;
    }
    tag
}

async fn cursor(person: &Person, query: &str) -> String {
    let page = person.get(&format!("/search?{query}&limit=1")).await.is(200);
    page["nextCursor"].as_str().unwrap_or_else(|| panic!("{query} has one page")).to_owned()
}

async fn refused(person: &Person, list: &str, cursor: &str) {
    let fault = person.get(&format!("{list}&cursor={cursor}")).await.fault();
    let expected = "must be the nextCursor of this list, unchanged, with the same filters and order";
    assert_eq!(fault, ("?cursor".to_owned(), expected.to_owned()), "{list}");
}

#[tokio::test]
async fn a_cursor_opens_the_search_that_it_is_of_and_no_other() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = fill(&ann).await;
    service.settle().await;
    let with_tag = format!("q=tea&tag={tag}");
    let searches = ["q=tea", "q=te", "q=Tea", "q=", "q=tea&type=note", "type=note", &with_tag];
    for own in searches {
        let cursor = cursor(&ann, own).await;
        for other in searches {
            let path = format!("/search?{other}");
            if own == other {
                ann.get(&format!("{path}&cursor={cursor}")).await.is(200);
                // `counts` and `limit` may differ from the first request.
                ann.get(&format!("{path}&counts=all&limit=7&cursor={cursor}")).await.is(200);
            } else {
                refused(&ann, &path, &cursor).await;
            }
        }
        refused(&ann, "/favorites?order=desc", &cursor).await;
    }
    let listed = ann.get("/favorites?limit=1").await.is(200);
    refused(&ann, "/search?limit=1", listed["nextCursor"].as_str().unwrap()).await;
    service.end().await;
}

#[tokio::test]
async fn a_cursor_is_of_one_person_and_unchanged() {
    let service = Service::start().await;
    let (ann, bob) = (service.person("ann-the-person"), service.person("bob"));
    fill(&ann).await;
    fill(&bob).await;
    service.settle().await;
    let sealed = cursor(&ann, "q=tea").await;
    refused(&bob, "/search?q=tea", &sealed).await;
    for at in 0..sealed.len() {
        let mut edited = sealed.clone();
        edited.replace_range(at..=at, if sealed[at..].starts_with('A') { "B" } else { "A" });
        refused(&ann, "/search?q=tea", &edited).await;
    }
    for garbage in ["", "x", "%00", "%C3%BF", "AAAA", &sealed[1..], &format!("{sealed}AAAA")] {
        refused(&ann, "/search?q=tea", garbage).await;
    }
    let decoded = String::from_utf8_lossy(&URL_SAFE_NO_PAD.decode(&sealed).unwrap()).into_owned();
    for secret in ["ann-the-person", "FavoriteData", "Catalogue", "tea"] {
        assert!(!decoded.contains(secret), "{decoded}");
    }
    service.end().await;
}
