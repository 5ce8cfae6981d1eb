//! The filters of a search, and its counts.

use favorites_api::ProblemType;
use favorites_tests::{Person, Service, sample, tag_id};
use serde_json::{Value, json};

use super::titles;

const UNKNOWN: &str = "019a0000-0000-7000-8000-000000000001";

/// Creates favorites of three types with two tags, some of them with the word `tea`. Returns the ids of the tags.
async fn fill(ann: &Person) -> [String; 2] {
    let (red, blue) = (ann.create_tag("Red").await, ann.create_tag("Blue").await);
    let (red, blue) = (tag_id(&red).to_owned(), tag_id(&blue).to_owned());
    for (year, data_type, title, tags) in [
        (2001, "note", "tea 1", vec![&red]),
        (2002, "file", "tea 2", vec![&red, &blue]),
        (2003, "note", "tea 3", vec![&blue]),
        (2004, "note", "tea 4", vec![]),
        (2005, "image", "tea 5", vec![&red]),
        (2006, "note", "salt 6", vec![&red]),
    ] {
        let members = json!({ "tagIds": tags, "clipTime": format!("{year}-01-01T00:00:00Z") });
        ann.create(&sample::with(sample::favorite(data_type, title), &members)).await;
    }
    [red, blue]
}

#[tokio::test]
async fn filters_narrow_what_is_found_and_counted() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let [red, blue] = fill(&ann).await;
    service.settle().await;
    let counts = |by_type: Value, by_tag: Value, total: u64| json!({ "byType": by_type, "byTag": by_tag, "total": total, "complete": true });
    for (query, expected, counts) in [
        (
            "q=tea".to_owned(),
            vec!["tea 5", "tea 4", "tea 3", "tea 2", "tea 1"],
            counts(json!({ "note": 3, "file": 1, "image": 1 }), json!({ &red: 3, &blue: 2 }), 5),
        ),
        (
            "q=tea&type=note".to_owned(),
            vec!["tea 4", "tea 3", "tea 1"],
            counts(json!({ "note": 3 }), json!({ &red: 1, &blue: 1 }), 3),
        ),
        (
            format!("q=tea&tag={red}"),
            vec!["tea 5", "tea 2", "tea 1"],
            counts(json!({ "note": 1, "file": 1, "image": 1 }), json!({ &red: 3, &blue: 1 }), 3),
        ),
        (
            format!("q=tea&tag={red}&type=file"),
            vec!["tea 2"],
            counts(json!({ "file": 1 }), json!({ &red: 1, &blue: 1 }), 1),
        ),
        (
            format!("tag={red}&type=note"),
            vec!["salt 6", "tea 1"],
            counts(json!({ "note": 2 }), json!({ &red: 2 }), 2),
        ),
        (format!("q=salt&tag={blue}"), vec![], counts(json!({}), json!({}), 0)),
        ("q=tea&type=voice".to_owned(), vec![], counts(json!({}), json!({}), 0)),
        ("type=image".to_owned(), vec!["tea 5"], counts(json!({ "image": 1 }), json!({ &red: 1 }), 1)),
        (
            "q=type%3Afile+OR+type%3Aimage".to_owned(),
            vec!["tea 5", "tea 2"],
            counts(json!({ "image": 1, "file": 1 }), json!({ &red: 2, &blue: 1 }), 2),
        ),
    ] {
        for limit in [1, 2, 100] {
            let path = format!("/search?{query}&limit={limit}");
            assert_eq!(titles(&ann.all(&path).await), expected, "{path}");
            assert_eq!(ann.get(&path).await.is(200)["counts"], counts, "{path}");
            assert_eq!(ann.get(&format!("{path}&counts=all")).await.is(200)["counts"], counts, "{path}");
        }
    }
    service.end().await;
}

#[tokio::test]
async fn a_tag_that_is_not_there_is_told() {
    let service = Service::start().await;
    let (ann, bob) = (service.person("ann"), service.person("bob"));
    let [red, _] = fill(&ann).await;
    let missing = ann.get(&format!("/search?q=tea&tag={UNKNOWN}")).await;
    assert_eq!(missing.problem(ProblemType::TagNotFound)["detail"], format!("there is no tag {UNKNOWN}"));
    bob.get(&format!("/search?tag={red}")).await.problem(ProblemType::TagNotFound);
    let fault = ann.get("/search?tag=red").await.fault();
    assert_eq!(fault, ("?tag".to_owned(), "must be a UUID; \"red\" was given".to_owned()));
    service.end().await;
}
