//! Measures search over 50,000 favorites of a user, in English and Chinese, on the engine in memory over HTTP.
//!
//! It fails if an answer does not contain the planted favorites, newest first, or if the median time of a query exceeds [`EARLY`]
//! (if the first page fills early) or [`WHOLE`] (if the search has to read everything).
//!
//! These limits apply after a reconciliation, which runs daily and makes the signatures that let a search skip segments. The
//! benchmark first prints the figures before the reconciliation, and at the end the figures after edits of old favorites, one at
//! a time. It fails if an edit costs more than [`LONE_CHANGE`] write units.
//!
//! A separate line shows the time of the engine alone: for requesting all pages of the catalogue over HTTP, without decoding
//! them.
//!
//! ```sh
//! cargo bench -p favorites-tests --bench search
//! ```

use std::time::{Duration, Instant};

use aws_sdk_dynamodb::types::{PutRequest, WriteRequest};
use favorites_api::Favorites;
use favorites_api::favorites::{
    ChangeRecord, Client, EpochSeconds, Meter, Repairs, Timestamp, Title, UserId,
};
use favorites_local::functions_on;
use favorites_tests::Service;
use favorites_tests::figures::{median, say};
use favorites_tests::library::{Library, Maker, Planted};
use futures::future::join_all;
use serde_json::{Value, json};
use single_table::{Item, encode};
use tokio::runtime::Runtime;

/// The number of favorites of the user.
const FAVORITES: usize = 50_000;

/// The number of favorites on a page.
const PAGE: usize = 20;

/// The number of times that each query runs.
const ROUNDS: usize = 101;

/// The longest median time of a query whose first page fills early, and of a query that has to read everything.
const EARLY: Duration = Duration::from_millis(10);
const WHOLE: Duration = Duration::from_millis(30);

/// The numbers of old favorites that are edited after the reconciliation, and the most write units of an edit.
const EDITS: [usize; 2] = [10, 90];
const LONE_CHANGE: f64 = 12.0;

/// The most puts in a request (see "`BatchWriteItem`" in the API reference), and the number of parallel requests.
const PUTS: usize = 25;
const CONCURRENCY: usize = 8;

/// The number of bytes at the end of an answer that contain its last evaluated key: at most two keys of 2 KB and 1 KB, with their
/// names.
const END_OF_ANSWER: usize = 4_096;

/// The number of stream records in a batch, and the time limit of a batch.
const BATCH: usize = 100;
const TIME: Duration = Duration::from_mins(1);

const PERSON: &str = "0f6c1d2e-7a41-4f5b-9b0d-3c8a2e5d7f10";

fn main() {
    let runtime = Runtime::new().expect("a runtime starts");
    runtime.block_on(async {
        let mut stage = Stage::set().await;
        say("query          found  read units  median time   at most");
        for planted in [Planted::TwoCharacters, Planted::Rare, Planted::Absent] {
            stage.measure(planted, Duration::MAX).await;
        }
        stage.reconcile().await;
        let mut faults = Vec::new();
        for (planted, most) in [
            (Planted::Frequent, EARLY),
            (Planted::TwoCharacters, WHOLE),
            (Planted::Rare, WHOLE),
            (Planted::Absent, WHOLE),
        ] {
            let taken = stage.measure(planted, most).await;
            if taken > most {
                faults.push(format!("{planted:?}: {taken:?}, and {most:?} is the most"));
            }
        }
        stage.measure_engine().await;
        for edits in EDITS {
            let most = stage.edit(edits).await;
            if most > LONE_CHANGE {
                faults.push(format!("an edit: {most} write units, and {LONE_CHANGE} is the most"));
            }
            stage.measure(Planted::Rare, Duration::MAX).await;
            stage.measure(Planted::Absent, Duration::MAX).await;
        }
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    });
}

struct Stage {
    service: Service,
    favorites: Favorites,
    client: reqwest::Client,
    token: String,
    meter: Meter,
    library: Library,
    /// The number of edited favorites.
    edited: u64,
}

impl Stage {
    /// Puts the items of the library into a table without a stream, and passes the records of their creation to the change
    /// consumer.
    async fn set() -> Self {
        let meter = Meter::new();
        let mut favorites = None;
        let service = Service::start_without_stream(|environment| {
            let metered = |client: Client| {
                Favorites::new(client, environment.table_name.clone()).with_meter(meter.clone())
            };
            favorites = Some(metered(Client::new(&environment.sdk_config())));
            functions_on(environment, metered)
        })
        .await;
        let favorites = favorites.expect("the functions were made");
        let library = Library::new(&UserId::parse(PERSON).expect("an id is short"), FAVORITES);
        let start = Instant::now();
        put_items(&service, &library).await;
        let put = start.elapsed();
        let start = Instant::now();
        deliver(&favorites, &library).await;
        let delivered = start.elapsed();
        say(&format!("{FAVORITES} favorites: items put in {put:.1?}, records applied in {delivered:.1?}"));
        drop(meter.take());
        let token = service.running().tokens().issue(PERSON);
        let client =
            reqwest::Client::builder().no_proxy().build().expect("a client without TLS needs nothing");
        Self { service, favorites, client, token, meter, library, edited: 0 }
    }

    /// Reconciles, and prints the cost.
    async fn reconcile(&self) {
        let start = Instant::now();
        let user = UserId::parse(PERSON).expect("an id is short");
        let result =
            self.favorites.reconcile_user(&user, Repairs::AtOnce, TIME).await.expect("there is time enough");
        assert_eq!(result.repaired, 0, "the catalogue was right");
        let taken = start.elapsed();
        let usage = self.meter.take();
        let (read, write) = usage
            .iter()
            .fold((0.0, 0.0), |(read, write), usage| (read + usage.units.read, write + usage.units.write));
        say(&format!("reconciled in {taken:.1?}, with {read:.0} read units and {write:.0} write units"));
    }

    /// Edits the titles of favorites that are spread over the library, and returns the most write units of an edit.
    async fn edit(&mut self, edits: usize) -> f64 {
        let (mut sum, mut most) = (0.0, 0.0_f64);
        for _ in 0..edits {
            let mut maker = Maker::new(&self.library.favorites[0].user_id, self.edited);
            // Step by a prime number, so that each favorite is edited once and never right after its neighbor.
            let place = usize::try_from(self.edited).expect("it is small") * 17_389 % FAVORITES;
            self.edited += 1;
            let favorite = &mut self.library.favorites[place];
            let old = encode(&*favorite).expect("what is made up can be stored").into();
            favorite.version += 1;
            // Keep the old title at the end, with its planted words.
            let title = format!("{} {}", maker.title(), favorite.details.title);
            favorite.details.title =
                Title::parse(title.chars().take(100).collect::<String>()).expect("it is short");
            let new = encode(&*favorite).expect("what is made up can be stored").into();
            let written = Some(EpochSeconds::of(Timestamp::now()));
            let record = ChangeRecord { written, old: Some(old), new: Some(new) };
            for result in self.favorites.apply_changes(vec![record], TIME).await {
                result.expect("a record that was made up can be applied");
            }
            let units: f64 = self.meter.take().iter().map(|usage| usage.units.write).sum();
            sum += units;
            most = most.max(units);
        }
        let edits = f64::from(u32::try_from(edits).expect("they are few"));
        say(&format!(
            "{edits} edits anywhere, one at a time: {:.2} write units on average, {most:.1} at most",
            sum / edits
        ));
        most
    }

    /// Searches for a planted word, prints the cost, and returns the median time.
    async fn measure(&self, planted: Planted, most: Duration) -> Duration {
        let expected = self.library.with(&[planted]);
        let expected: Vec<_> = expected.iter().take(PAGE).map(ToString::to_string).collect();
        let answer = self.search(planted).await;
        let units: f64 = self.meter.take().iter().map(|usage| usage.units.read).sum();
        let items = answer["items"].as_array().expect("a page has items");
        let found: Vec<_> = items.iter().filter_map(|item| item["dataId"].as_str()).collect();
        assert_eq!(found, expected, "{planted:?}");
        let mut taken = Vec::new();
        for _ in 0..ROUNDS {
            let start = Instant::now();
            self.search(planted).await;
            taken.push(start.elapsed());
        }
        drop(self.meter.take());
        let taken = median(taken);
        let name = format!("{planted:?}");
        let most = if most == Duration::MAX { "-".to_owned() } else { format!("{most:.0?}") };
        say(&format!("{name:<14} {:>5}  {units:>10.1}  {taken:>11.2?}  {most:>8}", found.len()));
        taken
    }

    /// Prints the engine's time for everything that a search without a match reads.
    async fn measure_engine(&self) {
        let mut taken = Vec::new();
        let mut bytes = 0;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            bytes = self.read_all().await;
            taken.push(start.elapsed());
        }
        let taken = median(taken);
        say(&format!("the engine alone: {} KB of JSON in {taken:.2?}", bytes / 1_000));
    }

    /// Requests the whole catalogue from the engine, and returns the number of bytes in the answers.
    async fn read_all(&self) -> usize {
        let environment = self.service.running().environment();
        let mut query = json!({
            "TableName": environment.table_name, "KeyConditionExpression": "pk = :pk", "ScanIndexForward": false,
            "ExpressionAttributeValues": {":pk": {"S": format!("Catalogue#{PERSON}")}},
        });
        let mut bytes = 0;
        loop {
            let request = self.client.post(&environment.dynamodb_endpoint).body(query.to_string());
            let request = request.header("x-amz-target", "DynamoDB_20120810.Query");
            let answer = request.send().await.expect("the engine answers");
            let answer = answer.bytes().await.expect("the answer has an end");
            bytes += answer.len();
            let end = String::from_utf8_lossy(&answer[answer.len().saturating_sub(END_OF_ANSWER)..]);
            let Some(next) = next_of(&end) else { return bytes };
            query["ExclusiveStartKey"] = next;
        }
    }

    async fn search(&self, planted: Planted) -> Value {
        let url = format!("{}/search", self.service.running().url());
        let request = self.client.get(url).query(&[("q", planted.text()), ("limit", &PAGE.to_string())]);
        let answer = request.bearer_auth(&self.token).send().await.expect("the service answers");
        let status = answer.status();
        let text = answer.text().await.expect("the answer is text");
        assert!(status.is_success(), "{planted:?}: {status} {text}");
        serde_json::from_str(&text).expect("the answer is JSON")
    }
}

/// Returns the exclusive start key of the next page, from the end of a page.
fn next_of(end: &str) -> Option<Value> {
    let (_, key) = end.rsplit_once("\"LastEvaluatedKey\":")?;
    serde_json::Deserializer::from_str(key).into_iter().next()?.ok()
}

/// Puts the tags and favorites. A search reads no other items of a favorite.
async fn put_items(service: &Service, library: &Library) {
    let storable = "what is made up can be stored";
    let tags = library.tags.iter().map(|tag| encode(tag).expect(storable));
    let favorites = library.favorites.iter().map(|favorite| encode(favorite).expect(storable));
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

/// Passes the records of all creations to the change consumer, which fills the catalogue.
async fn deliver(favorites: &Favorites, library: &Library) {
    for created in library.favorites.chunks(BATCH) {
        let records = created.iter().map(|favorite| ChangeRecord {
            written: Some(EpochSeconds::of(Timestamp::now())),
            old: None,
            new: Some(encode(favorite).expect("what is made up can be stored").into()),
        });
        for result in Box::pin(favorites.apply_changes(records.collect(), TIME)).await {
            result.expect("a record that was made up can be applied");
        }
    }
}
