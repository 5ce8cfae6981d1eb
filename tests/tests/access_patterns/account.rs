//! An account with items of fixed sizes, behind the API, and a meter of its requests to DynamoDB.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Favorites;
use favorites_api::favorites::{ChangeRecord, Client, EpochSeconds, Meter, Timestamp, Turn, Usage, UserId};
use favorites_local::template::Template;
use favorites_local::{Options, Running, Service, functions_on};
use reqwest::Method;
use serde_json::{Value, json};

use crate::capacity::{Item, text};
use crate::pattern::Header;

/// The user id of the account.
pub(crate) const PERSON: &str = "0f6c1d2e-7a41-4f5b-9b0d-3c8a2e5d7f10";

/// The number of notes. A page has 50.
const NOTES: usize = 60;

/// The number of tags.
const TAGS: usize = 30;

/// 2026-11-21T12:00:00Z.
const START: i64 = 1_795_262_400_000;

/// The longest wait for a request that the service sends after its answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The items of the table, by key.
pub(crate) type Snapshot = BTreeMap<(String, String), Item>;

/// The account.
pub(crate) struct Account {
    service: Running,
    client: reqwest::Client,
    favorites: Favorites,
    meter: Meter,
    clock: Arc<AtomicI64>,
    /// The ids of the tags. Every note has the first one, and the link has the first two.
    pub(crate) tags: Vec<String>,
    /// The ids of the notes. Each has the first tag.
    pub(crate) notes: Vec<String>,
    /// The id of a link with the first two tags.
    pub(crate) link: String,
    /// The id of a note without tags.
    pub(crate) untagged: String,
    /// The id of the only note with the tag `deleted`.
    pub(crate) alone: String,
    /// The id of a deleted tag, which is still on that note.
    pub(crate) deleted: String,
    /// The ids of two links in the trash. Each has one tag.
    pub(crate) trashed: [String; 2],
    /// All items of the table before the first pattern.
    items: Snapshot,
}

impl Account {
    /// Creates the account with its tags, favorites and counts. The meter does not include the requests for this.
    pub(crate) async fn open() -> Self {
        let mut template = Template::project().expect("the project's template is well-formed");
        // The consumer uses the same meter, so the test calls it when nothing else is measured.
        template.mappings.clear();
        // On a slow engine the test takes long enough for a schedule to call its function.
        template.schedules.clear();
        let mut options = Options { template: Some(template), ..Options::throw_away() };
        // The engine removes expired items by the machine's clock, which is ahead of the account's clock.
        options.periods.ttl_sweep = Duration::from_hours(24);
        let (meter, clock) = (Meter::new(), Arc::new(AtomicI64::new(START)));
        let mut favorites = None;
        let service = Service::start(options, |environment| {
            let metered = |client: Client| {
                let clock = Arc::clone(&clock);
                Favorites::new(client, environment.table_name.clone()).with_meter(meter.clone()).with_clock(
                    move || {
                        Timestamp::from_unix_millis(clock.load(Ordering::SeqCst))
                            .expect("the clock is in range")
                    },
                )
            };
            favorites = Some(metered(Client::new(&environment.sdk_config())));
            functions_on(environment, metered)
        })
        .await
        .expect("the service starts");
        let mut account = Self {
            service,
            client: reqwest::Client::builder().no_proxy().build().expect("a client needs nothing"),
            favorites: favorites.expect("the functions were made"),
            meter,
            clock,
            tags: Vec::new(),
            notes: Vec::new(),
            link: String::new(),
            untagged: String::new(),
            alone: String::new(),
            deleted: String::new(),
            trashed: [String::new(), String::new()],
            items: Snapshot::new(),
        };
        account.fill().await;
        drop(account.meter.take());
        account
    }

    async fn fill(&mut self) {
        for number in 0..TAGS {
            let name = json!({"tagName": format!("Tag number {number:02}")});
            let tag = self.send(&Method::POST, "/tags", Some(&name), None).await;
            self.tags.push(id(&tag, "tagId"));
        }
        for number in 0..NOTES {
            let note = self.create(&note(number, &[&self.tags[0]])).await;
            self.notes.push(note);
        }
        self.link = self.create(&link("kept", &[&self.tags[0], &self.tags[1]])).await;
        self.untagged = self.create(&note(NOTES, &[])).await;
        let tag = self.send(&Method::POST, "/tags", Some(&json!({"tagName": "To be deleted"})), None).await;
        self.deleted = id(&tag, "tagId");
        self.alone = self.create(&note(NOTES + 1, &[&self.deleted])).await;
        self.send(&Method::DELETE, &format!("/tags/{}", self.deleted), None, None).await;
        for (place, name) in ["thrown-away", "given-up"].into_iter().enumerate() {
            let data_id = self.create(&link(name, &[&self.tags[0]])).await;
            self.send(&Method::DELETE, &format!("/favorites/{data_id}"), None, None).await;
            self.trashed[place] = data_id;
        }
        self.items = self.snapshot().await;
        for (_, item) in self.items.clone() {
            self.consume(vec![put(item)]).await;
        }
    }

    async fn create(&self, favorite: &Value) -> String {
        id(&self.send(&Method::POST, "/favorites", Some(favorite), None).await, "dataId")
    }

    /// Sends a request. Panics if the answer is not a success.
    pub(crate) async fn send(
        &self,
        method: &Method,
        path: &str,
        body: Option<&Value>,
        header: Option<Header>,
    ) -> Value {
        let url = format!("{}{path}", self.service.url());
        let mut request = self
            .client
            .request(method.clone(), url)
            .bearer_auth(self.service.tokens().issue(PERSON).expect("the list of tokens is in memory"));
        if let Some(body) = body {
            request = request.json(body);
        }
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        let answer = request.send().await.expect("the service answers");
        let status = answer.status();
        let text = answer.text().await.expect("the answer is text");
        assert!(status.is_success(), "{method} {path}: {status} {text}");
        if text.is_empty() {
            Value::Null
        } else {
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
        }
    }

    /// Applies records of the stream with the consumer.
    pub(crate) async fn consume(&self, changes: Vec<ChangeRecord>) {
        for result in self.favorites.apply_changes(changes, PATIENCE).await {
            result.expect("a record of an item of the table is applied");
        }
    }

    /// Gives the user a turn of the worker.
    pub(crate) async fn turn(&self) {
        let user = UserId::parse(PERSON).expect("it is short");
        let turn = self.favorites.take_turn(&user, PATIENCE).await;
        assert!(matches!(turn, Ok(Turn::CleanedUp(1))), "{turn:?}");
    }

    /// Deletes an item without the service.
    pub(crate) async fn lose(&self, (pk, sk): (String, String)) {
        let environment = self.service.environment();
        let dynamodb = aws_sdk_dynamodb::Client::new(&environment.sdk_config());
        let delete = dynamodb.delete_item().table_name(&environment.table_name);
        let [pk, sk] = [pk, sk].map(AttributeValue::S);
        delete.key("pk", pk).key("sk", sk).send().await.expect("the item is deleted");
    }

    /// Returns an item as it was before the first pattern.
    pub(crate) fn item(&self, key: &(String, String)) -> Item {
        self.items.get(key).unwrap_or_else(|| panic!("no {key:?}")).clone()
    }

    /// Returns the sort key of the link's record. No other link is kept.
    pub(crate) fn link_record(&self) -> &str {
        let partition = format!("UniqueLink#{PERSON}");
        let mut records = self.items.keys().filter(|(pk, _)| *pk == partition);
        records.next().map(|(_, sk)| sk).expect("the account has a link")
    }

    /// Moves the clock forward.
    pub(crate) fn advance(&self, by: Duration) {
        let millis = i64::try_from(by.as_millis()).expect("a test takes no ages");
        self.clock.fetch_add(millis, Ordering::SeqCst);
    }

    /// Returns the requests to DynamoDB since the last call. Waits until there are `count` requests, because the last
    /// of them may come after the answer.
    pub(crate) async fn usage(&self, count: usize) -> Vec<Usage> {
        let start = Instant::now();
        let mut usage = self.meter.take();
        while usage.len() < count && start.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(2)).await;
            usage.extend(self.meter.take());
        }
        usage
    }

    /// Returns all items of the table.
    pub(crate) async fn snapshot(&self) -> Snapshot {
        let environment = self.service.environment();
        let dynamodb = aws_sdk_dynamodb::Client::new(&environment.sdk_config());
        let mut pages = dynamodb
            .scan()
            .table_name(&environment.table_name)
            .consistent_read(true)
            .into_paginator()
            .items()
            .send();
        let mut items = Snapshot::new();
        while let Some(item) = pages.try_next().await.expect("the table can be read") {
            let key = |attribute| text(&item, attribute).expect("every item has its key").to_owned();
            items.insert((key("pk"), key("sk")), item);
        }
        items
    }

    pub(crate) async fn close(self) {
        self.service.shutdown().await;
    }
}

/// Returns the record of an item that was just put.
pub(crate) fn put(item: Item) -> ChangeRecord {
    let written = Timestamp::from_unix_millis(START).expect("it is in range");
    ChangeRecord { written: Some(EpochSeconds::of(written)), old: None, new: Some(item.into()) }
}

/// Returns a note with more text than lists show.
pub(crate) fn note(number: usize, tags: &[&String]) -> Value {
    json!({
        "dataType": "note",
        "title": format!("Note number {number:03}"),
        "clipTime": format!("2026-01-01T00:{:02}:{:02}.000Z", number / 60, number % 60),
        "tagIds": tags,
        "content": {"text": "0123456789".repeat(60)},
    })
}

/// Returns a link with a description.
pub(crate) fn link(name: &str, tags: &[&String]) -> Value {
    json!({
        "dataType": "link",
        "title": "A page",
        "contentUrl": format!("https://example.com/{name}"),
        "clipTime": "2026-02-01T00:00:00.000Z",
        "tagIds": tags,
        "content": {"siteName": "Example", "description": "0123456789".repeat(20)},
    })
}

fn id(answer: &Value, name: &str) -> String {
    answer[name].as_str().unwrap_or_else(|| panic!("no {name} in {answer}")).to_owned()
}
