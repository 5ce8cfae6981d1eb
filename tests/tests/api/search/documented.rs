//! The queries in `docs/search.md`.

use std::path::Path;

use favorites_tests::{Person, Service, sample, tag_id};
use serde_json::{Value, json};

use super::search;

/// Returns the rows of all tables of `docs/search.md` behind this comment, without their headings.
fn rows(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/search.md");
    let document = std::fs::read_to_string(path).expect("the document is there");
    let begin = format!("<!-- {name} -->\n");
    let tables = document.split(&begin).skip(1);
    let lines = tables.flat_map(|table| {
        let (table, _) = table.split_once("<!-- end -->").expect("each table has an end");
        table.lines().skip(2)
    });
    let cells = |line: &str| {
        let line = line.trim_matches('|');
        line.split(" |").map(|cell| cell.trim().trim_matches('`').to_owned()).collect()
    };
    lines.map(cells).collect()
}

/// Creates the favorites of the document, and returns their ids in the order of their numbers.
async fn create_all(ann: &Person) -> Vec<Value> {
    let mut tags: Vec<(String, Value)> = Vec::new();
    let mut ids = Vec::new();
    for row in rows("searched favorites") {
        let [_, data_type, title, text, names, clip_time] = &row[..] else { panic!("{row:?}") };
        let mut tag_ids = Vec::new();
        for name in names.split(", ").filter(|name| !name.is_empty()) {
            if !tags.iter().any(|(known, _)| known == name) {
                let tag = ann.create_tag(name).await;
                tags.push((name.to_owned(), tag_id(&tag).into()));
            }
            tag_ids.extend(tags.iter().filter(|(known, _)| known == name).map(|(_, tag_id)| tag_id.clone()));
        }
        let members = match data_type.as_str() {
            "link" => json!({ "contentUrl": text, "content": {} }),
            _ => json!({ "content": { "text": text } }),
        };
        let favorite = sample::with(sample::favorite(data_type, title), &members);
        let details = json!({ "tagIds": tag_ids, "clipTime": format!("{clip_time}T00:00:00Z") });
        ids.push(ann.create(&sample::with(favorite, &details)).await["dataId"].clone());
    }
    ids
}

#[tokio::test]
async fn each_documented_query_finds_what_the_document_says() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let ids = create_all(&ann).await;
    service.settle().await;
    let queries = rows("queries");
    assert!(queries.len() > 30, "{}", queries.len());
    for row in queries {
        let [query, numbers, _] = &row[..] else { panic!("{row:?}") };
        let numbers =
            numbers.split_whitespace().map(|number| number.parse::<usize>().expect("it is a number"));
        let expected: Vec<_> = numbers.map(|number| ids[number - 1].clone()).collect();
        let found: Vec<_> = ann.all(&search(query)).await.iter().map(|item| item["dataId"].clone()).collect();
        assert_eq!(found, expected, "{query}");
    }
    service.end().await;
}

#[tokio::test]
async fn the_documented_parameters_limit_a_search() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let ids = create_all(&ann).await;
    service.settle().await;
    for (parameters, numbers) in [
        ("site=example.com", vec![2]),
        ("before=2026-11-23", vec![3, 2, 1, 5]),
        ("after=2026", vec![4, 3, 2]),
        ("untagged=true", vec![3, 5]),
        ("q=rust&after=2026&before=2026-02", vec![2]),
        ("q=type:note+OR+site:example.com&untagged=true", vec![3, 5]),
    ] {
        let expected: Vec<_> = numbers.iter().map(|number| ids[number - 1].clone()).collect();
        let found = ann.all(&format!("/search?{parameters}")).await;
        let found: Vec<_> = found.iter().map(|item| item["dataId"].clone()).collect();
        assert_eq!(found, expected, "{parameters}");
    }
    service.end().await;
}
