//! Measures a page of 50 favorites in an account with 100 favorites and in one with 10,000, on the file engine, over HTTP.
//!
//! It fails if a page of the large account takes more than 1.3 times as long as a page of the small account, or if the counts
//! take more than 2 seconds after the last of the 10,000 favorites to equal a recount.
//!
//! ```sh
//! cargo bench -p favorites-tests --bench pages
//! ```

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use criterion::Criterion;
use favorites_local::{Options, Running, Service, functions};
use favorites_tests::consistency;
use favorites_tests::figures::{median, say};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;

/// The number of favorites in each account.
const SMALL: usize = 100;
const LARGE: usize = 10_000;

/// The largest ratio of the time for a page of the large account to that of the small account.
const MOST: f64 = 1.3;

/// The longest time after the last write until the counts must be right.
const LAG: Duration = Duration::from_secs(2);

/// The longest wait for the counts. It is far longer than the lag, to distinguish a lag from lost counts.
const PATIENCE: Duration = Duration::from_mins(5);

/// The number of parallel requests that fill the accounts.
const CONCURRENCY: usize = 16;

/// The number of requests for each page.
const ROUNDS: usize = 400;

fn main() {
    let runtime = Runtime::new().expect("a runtime starts");
    let stage = runtime.block_on(Stage::set());
    let ratios = runtime.block_on(stage.ratios());
    let mut criterion = Criterion::default().sample_size(20).configure_from_args();
    for list in LISTS {
        let mut group = criterion.benchmark_group(list.name);
        for account in [&stage.small, &stage.large] {
            let path = (list.path)(account);
            group.bench_function(account.favorites.to_string(), |bencher| {
                bencher.to_async(&runtime).iter(|| stage.page(account, &path));
            });
        }
    }
    criterion.final_summary();
    let lag = stage.lag;
    runtime.block_on(stage.service.shutdown());
    for (list, ratio) in ratios {
        assert!(ratio <= MOST, "{list}: {ratio:.2} times as long, and {MOST} is the most");
    }
    assert!(lag <= LAG, "the counts came {lag:?} after the last write, and {LAG:?} is the most");
}

/// A list with the path of its first page.
struct List {
    name: &'static str,
    path: fn(&Account) -> String,
}

const LISTS: [List; 4] = [
    List { name: "all", path: |_| "/favorites".to_owned() },
    List { name: "by type", path: |_| "/favorites?type=note".to_owned() },
    List { name: "by tag", path: |account| format!("/tags/{}/favorites", account.tag) },
    List { name: "by tag and type", path: |account| format!("/tags/{}/favorites?type=note", account.tag) },
];

/// A user's account. All favorites share a tag, and half of them are notes.
struct Account {
    favorites: usize,
    token: String,
    tag: String,
}

struct Stage {
    service: Running,
    client: reqwest::Client,
    small: Account,
    large: Account,
    /// The time between the last write and the moment at which the counts equaled a recount.
    lag: Duration,
    _folder: TempDir,
}

impl Stage {
    /// Fills both accounts through the API, while the stream is consumed.
    async fn set() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let service =
            Service::start(Options::directory(folder.path()), functions).await.expect("the service starts");
        let client =
            reqwest::Client::builder().no_proxy().build().expect("a client without TLS needs nothing");
        let small = open_account(&service, &client, SMALL).await;
        wait_for_counts(&service, &client, &small).await;
        let start = Instant::now();
        let large = open_account(&service, &client, LARGE).await;
        let (written, last) = (start.elapsed(), Instant::now());
        wait_for_counts(&service, &client, &large).await;
        let lag = last.elapsed();
        say(&format!("{LARGE} favorites kept in {written:.1?}; counted {lag:.1?} after the last of them"));
        let environment = service.environment();
        let dynamodb = aws_sdk_dynamodb::Client::new(&environment.sdk_config());
        let items = consistency::scan(&dynamodb, &environment.table_name).await;
        assert_eq!(consistency::faults(&items), Vec::<String>::new());
        Self { service, client, small, large, lag, _folder: folder }
    }

    async fn page(&self, account: &Account, path: &str) -> Duration {
        let start = Instant::now();
        let page = get(&self.service, &self.client, account, path).await;
        let taken = start.elapsed();
        assert_eq!(page["items"].as_array().map(Vec::len), Some(50), "{path}");
        taken
    }

    /// Returns the ratios of the first page and of a middle page of the large account to the small account's page. Requests all
    /// of them in turn, so that other load on the machine affects all alike.
    async fn ratios(&self) -> Vec<(&'static str, f64)> {
        let mut ratios = Vec::new();
        for list in LISTS {
            let first = (list.path)(&self.large);
            let middle = self.middle(&first).await;
            let pages =
                [(&self.small, (list.path)(&self.small)), (&self.large, first), (&self.large, middle)];
            let mut taken = [const { Vec::new() }; 3];
            for _ in 0..ROUNDS {
                for ((account, path), taken) in pages.iter().zip(&mut taken) {
                    taken.push(self.page(account, path).await);
                }
            }
            let [small, first, middle] = taken.map(median);
            let ratio = first.max(middle).as_secs_f64() / small.as_secs_f64();
            say(&format!(
                "{:<16} {small:.2?} of {SMALL}; of {LARGE} {first:.2?}, in the middle {middle:.2?}: ratio {ratio:.2}",
                list.name
            ));
            ratios.push((list.name, ratio));
        }
        ratios
    }

    /// Returns the path of a page of the large account with thousands of favorites before and after it.
    async fn middle(&self, first: &str) -> String {
        let separator = if first.contains('?') { '&' } else { '?' };
        let mut path = first.to_owned();
        for _ in 0..LARGE / 4 / 50 {
            let page = get(&self.service, &self.client, &self.large, &path).await;
            let cursor = page["nextCursor"].as_str().expect("thousands of favorites follow");
            path = format!("{first}{separator}cursor={cursor}");
        }
        path
    }
}

/// Creates the account of a new user, with a tag and favorites.
async fn open_account(service: &Running, client: &reqwest::Client, favorites: usize) -> Account {
    let token =
        service.tokens().issue(&format!("person-{favorites}")).expect("the list of tokens is in memory");
    let tag = post(service, client, &token, "/tags", &json!({"tagName": "Everything"})).await;
    let tag = tag["tagId"].as_str().expect("a tag has an id").to_owned();
    let next = AtomicUsize::new(0);
    let workers = (0..CONCURRENCY).map(|_| {
        let (next, token, tag) = (&next, &token, &tag);
        async move {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= favorites {
                    return;
                }
                post(service, client, token, "/favorites", &favorite(number, tag)).await;
            }
        }
    });
    futures::future::join_all(workers).await;
    Account { favorites, token, tag }
}

/// Returns a note or a link, both of the same size.
fn favorite(number: usize, tag: &str) -> Value {
    let text = "0123456789".repeat(20);
    let (data_type, url, content) = if number.is_multiple_of(2) {
        ("note", format!("https://example.com/notes/{number:05}"), json!({"text": text}))
    } else {
        ("link", format!("https://example.com/links/{number:05}"), json!({"description": text}))
    };
    json!({
        "dataType": data_type,
        "title": format!("Number {number:05}"),
        "contentUrl": url,
        "tagIds": [tag],
        "content": content,
    })
}

/// Waits until the counts agree with the account, to which all writes have ended.
async fn wait_for_counts(service: &Running, client: &reqwest::Client, account: &Account) {
    let start = Instant::now();
    loop {
        let counts = get(service, client, account, "/counts").await;
        let tag = get(service, client, account, &format!("/tags/{}", account.tag)).await;
        if counts["total"] == account.favorites && tag["count"] == account.favorites {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "after {PATIENCE:?} of {}: {counts} {tag}", account.favorites);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn get(service: &Running, client: &reqwest::Client, account: &Account, path: &str) -> Value {
    let request = client.get(format!("{}{path}", service.url())).bearer_auth(&account.token);
    answer(request.send().await, 200).await
}

async fn post(service: &Running, client: &reqwest::Client, token: &str, path: &str, body: &Value) -> Value {
    let request = client.post(format!("{}{path}", service.url())).bearer_auth(token).json(body);
    answer(request.send().await, 201).await
}

async fn answer(answer: reqwest::Result<reqwest::Response>, status: u16) -> Value {
    let answer = answer.expect("the service answers");
    let found = answer.status();
    let body = answer.text().await.expect("the answer is text");
    assert_eq!(found.as_u16(), status, "{body}");
    serde_json::from_str(&body).expect("the answer is JSON")
}
