//! Users with favorites, and a check of the API's answers for them.

use std::collections::BTreeSet;

use favorites_tests::{Person, Service, data_id, eventually, sample, tag_id};
use serde_json::{Value, json};

/// The users who have favorites.
pub(crate) const USERS: [&str; 2] = ["ann", "bob"];

/// The number of favorites of each user: enough for segments beside the catalogue's head.
const FAVORITES: usize = 24;

/// Gives each user tags, favorites of each type, a trash, and a deleted tag.
pub(crate) async fn fill(service: &Service) {
    for name in USERS {
        let person = service.person(name);
        let tags = [person.create_tag("Read").await, person.create_tag("Later").await];
        let dead = person.create_tag("Dead").await;
        for number in 0..FAVORITES {
            let tags: Vec<&str> = [&tags[0], &tags[1], &dead]
                .iter()
                .enumerate()
                .filter(|(at, _)| number.is_multiple_of(at + 2))
                .map(|(_, tag)| tag_id(tag))
                .collect();
            let data_type = sample::DATA_TYPES[number % sample::DATA_TYPES.len()];
            let favorite = sample::favorite(data_type, &format!("shelf {number}"));
            person.create(&sample::with(favorite, &json!({ "tagIds": tags }))).await;
        }
        person.delete(&format!("/tags/{}", tag_id(&dead))).await.is(204);
        for favorite in &person.all("/favorites").await[..3] {
            person.delete(&format!("/favorites/{}", data_id(favorite))).await.is(200);
        }
    }
    service.settle().await;
}

/// Makes a change of each kind for each user. New titles and tags contain `word`.
pub(crate) async fn change(service: &Service, word: &str) {
    for name in USERS {
        let person = service.person(name);
        let tag = person.create_tag(&format!("Tag {word}")).await;
        let body = sample::favorite("note", &format!("shelf {word}"));
        person.create(&sample::with(body, &json!({ "tagIds": [tag_id(&tag)] }))).await;
        let favorites = person.all("/favorites").await;
        let [retitled, retagged, thrown] = [5, 6, 7].map(|at| data_id(&favorites[at]).to_owned());
        let title = json!({ "title": format!("shelf {word} again") });
        person.patch(&format!("/favorites/{retitled}"), &title).await.is(200);
        let path = format!("/favorites/{retagged}/tags/{}", tag_id(&tag));
        person.call(reqwest::Method::PUT, &path).await.is(200);
        person.delete(&format!("/favorites/{thrown}")).await.is(200);
        let trash = person.all("/trash").await;
        let oldest = data_id(trash.last().expect("the trash has some"));
        person.call(reqwest::Method::POST, &format!("/trash/{oldest}/restore")).await.is(200);
    }
}

/// Compares counts, tags and search with a recount of the lists, for each user.
pub(crate) async fn check(service: &Service) {
    for name in USERS {
        let person = service.person(name);
        eventually(async || compare(&person).await).await;
    }
}

async fn compare(person: &Person) -> Result<(), String> {
    let favorites = person.all("/favorites").await;
    let counts = person.get("/counts").await.is(200);
    let counted = json!([counts["total"], counts["trash"]]);
    let recounted = json!([favorites.len(), person.all("/trash").await.len()]);
    if counted != recounted {
        return Err(format!("the counts are {counted}, a recount gives {recounted}"));
    }
    for tag in person.all("/tags").await {
        let listed = person.all(&format!("/tags/{}/favorites", tag_id(&tag))).await.len();
        if tag["count"] != listed {
            return Err(format!("{listed} favorites have the tag {tag}"));
        }
    }
    // The word is in every title.
    let found = ids(&person.all("/search?q=shelf").await);
    if found != ids(&favorites) {
        return Err(format!("search finds {found:?}, the list has {:?}", ids(&favorites)));
    }
    Ok(())
}

fn ids(favorites: &[Value]) -> BTreeSet<String> {
    favorites.iter().map(|favorite| data_id(favorite).to_owned()).collect()
}
