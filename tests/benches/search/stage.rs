//! A library behind the API, and a meter of the requests to its table.

use std::ops::Range;
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use favorites_api::Favorites;
use favorites_api::favorites::{
    ChangeRecord, Client, EpochSeconds, Meter, Tag, Timestamp, Title, Turn, UserId,
};
use favorites_local::functions_on;
use favorites_tests::Service;
use favorites_tests::figures::{median, say};
use favorites_tests::library::{Library, Maker};
use futures::future::join_all;
use serde_json::Value;
use single_table::item::item_size;
use single_table::keys::{EntityName, partition_key, sort_key};
use single_table::{Item, encode};

use crate::memory;
use crate::queries::{PAGE, Query, queries};
use crate::written::Written;

/// The number of times that each query runs.
const ROUNDS: usize = 101;

/// The most puts in a request (see "`BatchWriteItem`" in the API reference), and the number of parallel requests.
const PUTS: usize = 25;
const CONCURRENCY: usize = 8;

/// The number of stream records in a batch, and the time limit of a batch.
const BATCH: usize = 100;
const TIME: Duration = Duration::from_mins(1);

const PERSON: &str = "0f6c1d2e-7a41-4f5b-9b0d-3c8a2e5d7f10";

const STORABLE: &str = "what is made up can be stored";

/// The kind of a generated library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Usual,
    LongNotes,
    /// All of 300 tags have the same word in their names.
    Trips,
}

/// The number of tags with the same word.
const TRIPS: usize = 300;

pub(crate) struct Stage {
    service: Service,
    favorites: Favorites,
    client: reqwest::Client,
    token: String,
    meter: Meter,
    pub(crate) library: Library,
}

/// The cost of a query.
pub(crate) struct Measured {
    pub(crate) found: usize,
    pub(crate) requests: usize,
    pub(crate) units: f64,
    pub(crate) time: Duration,
}

impl Stage {
    /// Puts the items of a library into a table without a stream, and passes the records of their creation to the change consumer.
    pub(crate) async fn set(favorites: usize, kind: Kind) -> Self {
        let meter = Meter::new();
        let mut domain = None;
        let service = Service::start_without_stream(|environment| {
            let metered = |client: Client| {
                Favorites::new(client, environment.table_name.clone()).with_meter(meter.clone())
            };
            domain = Some(metered(Client::new(&environment.sdk_config())));
            functions_on(environment, metered)
        })
        .await;
        let user = UserId::parse(PERSON).expect("an id is short");
        let library = match kind {
            Kind::Usual => Library::new(&user, favorites),
            Kind::LongNotes => Library::new(&user, favorites).with_long_notes(&user),
            Kind::Trips => Library::with_trips(&user, favorites, TRIPS),
        };
        let token = service.running().tokens().issue(PERSON).expect("the list of tokens is in memory");
        let client =
            reqwest::Client::builder().no_proxy().build().expect("a client without TLS needs nothing");
        let favorites = domain.expect("the functions were made");
        let stage = Self { service, favorites, client, token, meter, library };
        stage.fill().await;
        stage
    }

    async fn fill(&self) {
        let start = Instant::now();
        put_items(&self.service, &self.library).await;
        let put = start.elapsed();
        let start = Instant::now();
        let mut written = Written::default();
        let mut compaction = Written::default();
        for created in self.library.favorites.chunks(BATCH) {
            let records = created.iter().map(|favorite| record(None, encode(favorite).expect(STORABLE)));
            self.apply(records.collect(), &mut written).await;
            let changes = u32::try_from(created.len()).expect("a batch is small");
            self.compact(changes, &mut compaction).await;
        }
        say(&format!("compactions, for each favorite: {compaction}"));
        say(&format!(
            "{} favorites: items put in {put:.1?}, records applied in {:.1?}\nthe record of a favorite: {written}",
            self.library.favorites.len(),
            start.elapsed(),
        ));
    }

    /// Returns the bytes of all items of the search index, without the part that the head holds.
    pub(crate) async fn index_bytes(&self) -> usize {
        let scan = self.service.dynamodb().scan().table_name(self.service.table_name());
        let mut items = scan.into_paginator().items().send();
        let mut bytes = 0;
        while let Some(item) = items.next().await {
            let item = item.expect("the table can be read");
            let is_of_index = |key: &String| key.starts_with("Search");
            if item.get("pk").and_then(|key| key.as_s().ok()).is_some_and(is_of_index) {
                bytes += item_size(&item);
            }
        }
        bytes
    }

    /// Applies records, and adds their write units.
    async fn apply(&self, records: Vec<ChangeRecord>, written: &mut Written) {
        let changes = u32::try_from(records.len()).expect("a batch is small");
        for result in Box::pin(self.favorites.apply_changes(records, TIME)).await {
            result.expect("a record that was made up can be applied");
        }
        written.add(changes, &self.meter.take());
    }

    /// Lets the worker do what is due after some changes, and adds its write units.
    async fn compact(&self, changes: u32, written: &mut Written) {
        let user = &self.library.favorites[0].user_id;
        while !matches!(self.favorites.take_turn(user, TIME).await, Ok(Turn::None)) {}
        written.add(changes, &self.meter.take());
    }

    /// Puts a word before the titles of favorites that are spread over the library. Returns the write units
    /// of the change consumer. If it does not let the worker compact the index, compactions wait.
    pub(crate) async fn edit(&mut self, edits: Range<u32>, compacts: bool) -> Written {
        let (mut written, mut compaction) = (Written::default(), Written::default());
        let mut maker = Maker::new(&self.library.favorites[0].user_id, 2);
        for number in edits {
            // Step by a prime number, so that each favorite is edited once and never right after its neighbor.
            let place = usize::try_from(number).expect("it is small") * 17_389 % self.library.favorites.len();
            let favorite = &mut self.library.favorites[place];
            let old = encode(&*favorite).expect(STORABLE);
            favorite.version += 1;
            let title = maker.title();
            let first: String = title.as_str().chars().take(20).collect();
            let title = format!("{first} {}", favorite.details.title);
            favorite.details.title = Title::parse(title).expect("it is short");
            let new = encode(&*favorite).expect(STORABLE);
            put(&self.service.dynamodb(), self.service.table_name(), vec![new.clone()]).await;
            self.apply(vec![record(Some(old), new)], &mut written).await;
            if compacts {
                self.compact(1, &mut compaction).await;
            }
        }
        say(&format!("compactions, for each edit: {compaction}"));
        written
    }

    /// Runs a query, checks the answer, and returns the cost.
    pub(crate) async fn measure(&self, query: &Query) -> Measured {
        drop(self.meter.take());
        let answer = self.search(query).await;
        let usage = self.meter.take();
        let items = answer["items"].as_array().expect("a page has items");
        let found: Vec<_> = items.iter().filter_map(|item| item["dataId"].as_str()).collect();
        let expected: Vec<_> = query.expected.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{}: {}", query.name, query.text);
        let mut taken = Vec::new();
        for _ in 0..ROUNDS {
            let start = Instant::now();
            self.search(query).await;
            taken.push(start.elapsed());
        }
        Measured {
            found: found.len(),
            requests: usage.len(),
            units: usage.iter().map(|usage| usage.units.read).sum(),
            time: median(taken),
        }
    }

    /// Returns the peak memory of a process that runs all queries, in MB.
    pub(crate) async fn measure_memory(&self) -> anyhow::Result<u64> {
        let user = UserId::parse(PERSON)?;
        let queries: Vec<String> = queries(&self.library).into_iter().map(|query| query.text).collect();
        memory::measure(&self.service, &user, &queries).await
    }

    async fn search(&self, query: &Query) -> Value {
        let url = format!("{}/search", self.service.running().url());
        let limit = PAGE.to_string();
        let mut parameters = vec![("q", query.text.as_str()), ("limit", &limit)];
        parameters.extend(query.counts_all.then_some(("counts", "all")));
        let request = self.client.get(url).query(&parameters);
        let answer = request.bearer_auth(&self.token).send().await.expect("the service answers");
        let status = answer.status();
        let text = answer.text().await.expect("the answer is text");
        assert!(status.is_success(), "{}: {status} {text}", query.name);
        serde_json::from_str(&text).expect("the answer is JSON")
    }
}

fn record(old: Option<Item>, new: Item) -> ChangeRecord {
    let written = Some(EpochSeconds::of(Timestamp::now()));
    ChangeRecord { written, old: old.map(Into::into), new: Some(new.into()) }
}

/// Returns the record that keeps the name of a tag unique.
fn name_record(tag: &Tag) -> Item {
    let partition = partition_key(&EntityName::new("UniqueTagName"), &(&tag.user_id,));
    let text = |value: String| AttributeValue::S(value);
    Item::from([
        ("pk".to_owned(), text(partition.expect("a user's id is short"))),
        ("sk".to_owned(), text(sort_key(&(tag.tag_name.folded(),)).expect("a tag's name is short"))),
        ("type".to_owned(), text("UniqueTagName".to_owned())),
        ("userId".to_owned(), text(tag.user_id.as_str().to_owned())),
        ("foldedName".to_owned(), text(tag.tag_name.folded().to_string())),
        ("tagId".to_owned(), text(tag.tag_id.to_string())),
    ])
}

/// Puts the tags and favorites. A search reads no other items of a favorite.
async fn put_items(service: &Service, library: &Library) {
    let tags = library.tags.iter().flat_map(|tag| [encode(tag).expect(STORABLE), name_record(tag)]);
    let favorites = library.favorites.iter().map(|favorite| encode(favorite).expect(STORABLE));
    let mut items = tags.chain(favorites).peekable();
    let client = service.dynamodb();
    while items.peek().is_some() {
        let requests = (0..CONCURRENCY).map(|_| items.by_ref().take(PUTS).collect::<Vec<_>>());
        let requests: Vec<_> = requests.filter(|items| !items.is_empty()).collect();
        join_all(requests.into_iter().map(|items| put(&client, service.table_name(), items))).await;
    }
}

async fn put(client: &Client, table: &str, items: Vec<Item>) {
    let requests = items.into_iter().map(|item| {
        let put = PutRequest::builder().set_item(Some(item)).build().expect("the item is set");
        WriteRequest::builder().put_request(put).build()
    });
    let answer = client.batch_write_item().request_items(table, requests.collect()).send().await;
    let left = answer.expect("the engine writes").unprocessed_items.unwrap_or_default();
    assert!(left.is_empty(), "the engine leaves nothing unwritten");
}
