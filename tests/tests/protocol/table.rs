//! Reads the items that the functions wrote.

use favorites_api::Favorites;
use favorites_api::favorites::{Client, Counts, UserId};
use favorites_local::Environment;
use favorites_tests::consistency::scan;
use favorites_tests::lambda::event;
use serde_json::Value;

/// Returns all favorites in the table.
pub(crate) async fn favorites(environment: &Environment) -> Vec<Value> {
    let mut items = scan(&Client::new(&environment.sdk_config()), &environment.table_name).await;
    items.retain(|item| item["type"] == "FavoriteData");
    items
}

/// Returns the counts of the user in the event files.
pub(crate) async fn counts(environment: &Environment) -> Counts {
    let claims = &event("create-favorite")["requestContext"]["authorizer"]["jwt"]["claims"];
    let person = UserId::parse(claims["sub"].as_str().expect("the event has a subject"));
    let client = Client::new(&environment.sdk_config());
    let favorites = Favorites::new(client, environment.table_name.clone());
    favorites.counts(&person.expect("the subject is a user id")).await.expect("the counts can be read")
}
