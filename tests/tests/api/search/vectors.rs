//! The queries of `search-vectors.json`, which the web app's own search must answer in the same way.

use std::collections::BTreeMap;

use favorites_tests::{Person, Service, sample, tag_id};
use serde::Deserialize;
use serde_json::{Value, json};

use super::search;

#[derive(Deserialize)]
struct Vectors {
    favorites: Vec<Vector>,
    queries: Vec<Query>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Vector {
    id: String,
    tags: Vec<String>,
    #[serde(flatten)]
    favorite: Value,
}

#[derive(Deserialize)]
struct Query {
    q: String,
    /// The ids of the favorites that are found, newest first.
    finds: Vec<String>,
}

/// Creates the favorites, and returns the ids in the file by the ids of the service.
async fn create_all(ann: &Person, vectors: Vec<Vector>) -> BTreeMap<String, String> {
    let mut tags: BTreeMap<String, Value> = BTreeMap::new();
    let mut ids = BTreeMap::new();
    for Vector { id, tags: names, favorite } in vectors {
        let mut tag_ids = Vec::new();
        for name in names {
            if !tags.contains_key(&name) {
                tags.insert(name.clone(), tag_id(&ann.create_tag(&name).await).into());
            }
            tag_ids.push(tags[&name].clone());
        }
        let created = ann.create(&sample::with(favorite, &json!({ "tagIds": tag_ids }))).await;
        ids.insert(created["dataId"].as_str().expect("an id is text").to_owned(), id);
    }
    ids
}

#[tokio::test]
async fn each_query_of_the_vectors_finds_what_the_file_says() {
    let file = include_str!("../../../../shared/favorites/tests/search-vectors.json");
    let Vectors { favorites, queries } = serde_json::from_str(file).expect("the file has vectors");
    assert!(favorites.len() >= 40 && queries.len() >= 300, "{} {}", favorites.len(), queries.len());
    let service = Service::start().await;
    let ann = service.person("ann");
    let ids = create_all(&ann, favorites).await;
    service.settle().await;
    let mut wrong = Vec::new();
    for Query { q, finds } in queries {
        let items = ann.all(&search(&q)).await;
        let found: Vec<_> =
            items.iter().map(|item| &ids[item["dataId"].as_str().expect("it is text")]).collect();
        if found != finds.iter().collect::<Vec<_>>() {
            wrong.push(format!("{q}: {found:?} instead of {finds:?}"));
        }
    }
    service.end().await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
