//! Accounts with data for every function.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Favorites;
use favorites_api::favorites::{ChangeRecord, EpochSeconds, Timestamp};
use favorites_local::functions;
use favorites_local::template::{Route, Template};
use serde_json::{Value, json};

use super::http_event::HttpRequest;
use crate::person::{Person, data_id, tag_id};
use crate::{Service, lambda};

/// The longest time that the change consumer may take for an account.
const PATIENCE: Duration = Duration::from_secs(30);

/// Returns the name of every function of `template.yaml`, in the template's order.
#[must_use]
pub fn function_names() -> Vec<String> {
    let template = Template::project().expect("the project's template is well-formed");
    let mut names: Vec<String> = Vec::new();
    for function in template.functions() {
        if !names.contains(&function.name) {
            names.push(function.name.clone());
        }
    }
    names
}

/// A separate table with accounts. It has no stream, so functions run only when they are invoked.
#[derive(Debug)]
pub struct Accounts {
    service: Service,
    favorites: Favorites,
    routes: Vec<Route>,
}

impl Accounts {
    /// Creates the table on an engine in this process's memory.
    pub async fn start() -> Self {
        let service = Service::start_without_stream(functions).await;
        let favorites = Favorites::new(service.dynamodb(), service.table_name());
        let routes = Template::project().expect("the project's template is well-formed").routes;
        Self { service, favorites, routes }
    }

    /// Returns the service with the accounts.
    #[must_use]
    pub fn service(&self) -> &Service {
        &self.service
    }

    /// Fills the account of a new user: `favorites` links that share a tag, a second tag, and another link in the trash. Counts
    /// and search are up to date.
    pub async fn open(&self, user: &str, favorites: usize) -> Account<'_> {
        let person = self.service.person(user);
        let tag = tag_id(&person.create_tag("Reading").await).to_owned();
        let other_tag = tag_id(&person.create_tag("Travel").await).to_owned();
        let mut kept = String::new();
        for number in 0..favorites {
            kept = create(&person, &format!("kept-{number}"), &tag).await;
        }
        let trashed = create(&person, "trashed", &tag).await;
        person.delete(&format!("/favorites/{trashed}")).await.is(200);
        self.count(user).await;
        Account { accounts: self, user: user.to_owned(), kept, trashed, tag, other_tag }
    }

    /// Passes a record of each favorite of `user` to the change consumer.
    async fn count(&self, user: &str) {
        let written = Some(EpochSeconds::of(Timestamp::now()));
        let found = self.items(&format!("FavoriteData#{user}")).await;
        let changes =
            found.into_iter().map(|item| ChangeRecord { written, old: None, new: Some(item.into()) });
        for result in self.favorites.apply_changes(changes.collect(), PATIENCE).await {
            result.expect("a record of an item of the table is applied");
        }
    }

    /// Returns the items of a partition of the table.
    pub async fn items(&self, partition: &str) -> Vec<Item> {
        let query = self.service.dynamodb().query().table_name(self.service.table_name());
        let query = query.key_condition_expression("pk = :pk").consistent_read(true);
        let query = query.expression_attribute_values(":pk", AttributeValue::S(partition.to_owned()));
        query.send().await.expect("the table can be read").items.unwrap_or_default()
    }
}

/// An item as the SDK returns it.
pub type Item = std::collections::HashMap<String, AttributeValue>;

/// The favorites and tags of a user.
#[derive(Debug)]
pub struct Account<'a> {
    accounts: &'a Accounts,
    user: String,
    /// The id of a favorite with the tag.
    kept: String,
    /// The id of a favorite in the trash.
    trashed: String,
    /// The id of the tag that the favorites have.
    tag: String,
    /// The id of a tag that no favorite has.
    other_tag: String,
}

impl Account<'_> {
    /// Returns an event for which the function `name` does all of its work and succeeds, once. Panics if the template has no such
    /// function.
    #[must_use]
    pub fn event(&self, name: &str) -> Value {
        match name {
            "change-consumer" | "tag-cleanup" => self.record(name),
            "reconcile" => json!({"userId": self.user}),
            _ => self.request(name),
        }
    }

    /// Returns the first record of the sample event of a consumer, with this user and the current time: the stream
    /// delivers records within seconds.
    fn record(&self, consumer: &str) -> Value {
        let sample = lambda::event(consumer);
        let record = &sample["Records"][0];
        let of =
            record["dynamodb"]["NewImage"]["userId"]["S"].as_str().expect("the sample's record has a user");
        let text = json!({"Records": [record]}).to_string().replace(of, &self.user);
        let mut event: Value =
            serde_json::from_str(&text).expect("a name in place of another leaves it JSON");
        let now = EpochSeconds::of(Timestamp::now());
        event["Records"][0]["dynamodb"]["ApproximateCreationDateTime"] = json!(now);
        event
    }

    fn request(&self, name: &str) -> Value {
        let route = self.accounts.routes.iter().find(|route| route.function.name == name);
        let route = route.unwrap_or_else(|| panic!("template.yaml has no route of {name}"));
        let favorite = if route.path.starts_with("/trash") { &self.trashed } else { &self.kept };
        let tag = if name == "tag-favorite" { &self.other_tag } else { &self.tag };
        let query: &[_] = if name == "search-favorites" { &[("q", "kept")] } else { &[] };
        HttpRequest {
            route,
            user: &self.user,
            parameters: &[("dataId", favorite), ("tagId", tag)],
            query,
            body: self.body(name),
        }
        .event()
    }

    fn body(&self, name: &str) -> Option<Value> {
        match name {
            "create-favorite" => Some(link("new", None)),
            "update-favorite" => Some(json!({"title": "Another title"})),
            "replace-favorite-tags" => Some(json!({"tagIds": [self.other_tag]})),
            "create-tag" => Some(json!({"tagName": "New"})),
            "rename-tag" => Some(json!({"tagName": "Renamed"})),
            _ => None,
        }
    }
}

async fn create(person: &Person, name: &str, tag: &str) -> String {
    data_id(&person.create(&link(name, Some(tag))).await).to_owned()
}

fn link(name: &str, tag: Option<&str>) -> Value {
    json!({
        "dataType": "link",
        "title": format!("A page: {name}"),
        "contentUrl": format!("https://example.com/{name}"),
        "content": {"siteName": "Example", "description": "0123456789".repeat(20)},
        "tagIds": tag.into_iter().collect::<Vec<_>>(),
    })
}
