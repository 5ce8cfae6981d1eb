//! Accounts with data for every function.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::{ChangeRecord, ChosenId, EpochSeconds, Timestamp};
use favorites_api::{Favorites, Route};
use favorites_local::functions;
use serde_json::{Value, json};

use super::http_event::HttpRequest;
use crate::files::upload;
use crate::person::{Person, data_id, tag_id};
use crate::sample;
use crate::{Service, lambda};

/// The longest time that the change consumer may take for an account.
const PATIENCE: Duration = Duration::from_secs(30);

/// A separate table with accounts. It has no stream, so functions run only when they are invoked.
#[derive(Debug)]
pub struct Accounts {
    service: Service,
    favorites: Favorites,
}

impl Accounts {
    /// Creates the table on an engine in this process's memory.
    pub async fn start() -> Self {
        let service = Service::start_without_stream(functions).await;
        let favorites = Favorites::new(service.dynamodb(), service.table_name());
        Self { service, favorites }
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
    /// Prepares what the function `name` works on, and returns an event for which it does all of its work and
    /// succeeds, once. Panics if there is no such function.
    #[must_use]
    pub async fn event(&self, name: &str) -> Value {
        match name {
            "change-consumer" | "worker" => self.record(name),
            "sweeper" => lambda::event(name),
            _ => self.request(name).await,
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

    async fn request(&self, name: &str) -> Value {
        let route = functions::ROUTES.iter().find(|route| route.function == name);
        let route = route.unwrap_or_else(|| panic!("there is no function {name}"));
        let favorite = if route.path.starts_with("/trash") { &self.trashed } else { &self.kept };
        let tag = if name == "tag-favorite" { &self.other_tag } else { &self.tag };
        let chosen = ChosenId::at(Timestamp::now(), 1).to_string();
        let favorite = if name == "put-favorite" { &chosen } else { favorite };
        HttpRequest {
            route,
            user: &self.user,
            parameters: &[("dataId", favorite), ("tagId", tag), ("jobId", &self.job(name).await)],
            query: &sample::query(route, &self.user),
            body: self.body(route),
        }
        .event()
    }

    /// Returns the id of a job for a function of jobs, or nothing for other functions.
    async fn job(&self, function: &str) -> String {
        let person = self.accounts.service.person(&self.user);
        let job = match function {
            "get-job" | "cancel-job" | "undo-job" => {
                let no_change = json!({"action": "setExpiry", "expireTime": null, "select": {}});
                person.post("/favorites/actions", &no_change).await.is(202)
            }
            "start-import" | "get-import-report" => {
                let import = person.post("/imports", &json!({"bytes": 3})).await.is(201);
                upload(&import, "{}\n").await;
                import
            }
            _ => return String::new(),
        };
        job["jobId"].as_str().expect("a job has an id").to_owned()
    }

    fn body(&self, route: &Route) -> Value {
        match route.function {
            "create-favorite" => link("new", None),
            "replace-favorite-tags" => json!({"tagIds": [self.other_tag]}),
            "merge-tag" => json!({"into": self.other_tag}),
            _ => sample::body(route),
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
