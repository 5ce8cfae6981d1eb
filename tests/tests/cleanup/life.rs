//! A user makes random changes and then deletes everything. Only the items listed here may remain.

mod step;

use std::collections::BTreeMap;
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Favorites;
use favorites_api::favorites::{EpochSeconds, Repairs};
use favorites_local::reconcile::{Whom, reconcile};
use favorites_tests::{Clock, Person, Service, consistency, data_id, eventually, sample, tag_id};
use proptest::collection::vec;
use proptest::test_runner::{Config, TestRunner};
use proptest::{prop_assert, prop_assert_eq};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use self::step::{Step, steps};

/// The entities that remain, with at most one item each: the counts and the quota of tags. All other items are deleted
/// with the data to which they belong, or have a time to live.
const STAYS: [&str; 3] = ["Catalogue", "CatalogueHead", "TagQuota"];

/// A time longer than any time to live that the service sets.
const SEASON: Duration = Duration::from_hours(92 * 24);

/// A user, and the ids of everything that they made, including what is deleted by now.
struct Life {
    service: Service,
    clock: Clock,
    ann: Person,
    favorites: Vec<String>,
    tags: Vec<String>,
    keys: usize,
}

/// Returns the id that a number selects, or an unknown id if the list is empty.
fn chosen(ids: &[String], number: u8) -> &str {
    const UNKNOWN: &str = "019a0000-0000-7000-8000-000000000001";
    ids.get(usize::from(number) % ids.len().max(1)).map_or(UNKNOWN, String::as_str)
}

impl Life {
    async fn begin() -> Self {
        let clock = Clock::start();
        let service = Service::start_at(&clock).await;
        let ann = service.person("ann");
        Self { service, clock, ann, favorites: Vec::new(), tags: Vec::new(), keys: 0 }
    }

    async fn take(&mut self, step: &Step) {
        match step {
            Step::Keep { .. } => self.keep(step).await,
            Step::MakeTag { name } => {
                let made = self.ann.post("/tags", &json!({ "tagName": format!("Tag {name}") })).await;
                if made.status() == 201 {
                    self.tags.push(tag_id(&made.is(201)).to_owned());
                }
            }
            Step::Pass { hours, removed } => {
                self.clock.advance(Duration::from_hours((*hours).into()));
                self.sweep(*removed).await;
            }
            change => self.change(change).await,
        }
    }

    async fn keep(&mut self, step: &Step) {
        let Step::Keep { link, name, tags, hours, repeatable } = step else { return };
        let favorite = sample::favorite(if *link { "link" } else { "note" }, &name.to_string());
        let members = json!({ "expireTime": self.expiry(*hours), "tagIds": self.some_tags(*tags) });
        let mut call = self.ann.post("/favorites", &sample::with(favorite, &members));
        if *repeatable {
            self.keys += 1;
            call = call.key(&format!("key {}", self.keys));
        }
        let answer = call.await;
        if answer.status() == 201 {
            self.favorites.push(data_id(&answer.is(201)).to_owned());
        }
    }

    /// Makes a change. If its target no longer exists, the service refuses it.
    async fn change(&self, step: &Step) {
        let favorite = |number: u8| format!("/favorites/{}", chosen(&self.favorites, number));
        let trashed = |number: u8| format!("/trash/{}", chosen(&self.favorites, number));
        let tag = |number: u8| format!("/tags/{}", chosen(&self.tags, number));
        let call = match *step {
            Step::Expire { favorite: number, hours } => {
                self.ann.patch(&favorite(number), &json!({ "expireTime": self.expiry(hours) }))
            }
            Step::Retag { favorite: number, tags } => self
                .ann
                .put(&format!("{}/tags", favorite(number)), &json!({ "tagIds": self.some_tags(tags) })),
            Step::Move { favorite: number, name } => {
                let url = json!({ "contentUrl": format!("https://example.com/link/{name}") });
                self.ann.patch(&favorite(number), &url)
            }
            Step::Delete { favorite: number } => self.ann.delete(&favorite(number)),
            Step::Restore { favorite: number } => {
                self.ann.call(Method::POST, &format!("{}/restore", trashed(number)))
            }
            Step::Purge { favorite: number } => self.ann.delete(&trashed(number)),
            Step::RenameTag { tag: number, name } => {
                self.ann.patch(&tag(number), &json!({ "tagName": format!("Tag {name}") }))
            }
            Step::DeleteTag { tag: number } => self.ann.delete(&tag(number)),
            Step::Keep { .. } | Step::MakeTag { .. } | Step::Pass { .. } => return,
        };
        let answer = call.await;
        assert!(matches!(answer.status(), 200..500), "{answer}");
    }

    fn expiry(&self, hours: Option<u8>) -> Option<String> {
        hours.map(|hours| self.clock.after(Duration::from_hours(hours.into())).to_string())
    }

    /// Returns up to two tags, which may be deleted.
    fn some_tags(&self, number: u8) -> Vec<&str> {
        let mut tags = vec![chosen(&self.tags, number), chosen(&self.tags, number / 7)];
        tags.truncate(usize::from(number % 3));
        tags.dedup();
        tags.retain(|_| !self.tags.is_empty());
        tags
    }

    /// Removes expired items as DynamoDB does, in any order. `which` selects them: each bit selects one item in eight,
    /// so 255 selects all.
    async fn sweep(&self, which: u8) {
        let client = self.service.dynamodb();
        let answer = client
            .scan()
            .table_name(self.service.table_name())
            .consistent_read(true)
            .send()
            .await
            .expect("the table can be read");
        assert!(answer.last_evaluated_key.is_none(), "one page holds such a life");
        let now = EpochSeconds::of(self.clock.now()).get();
        for (place, item) in answer.items.unwrap_or_default().into_iter().enumerate() {
            let Some(AttributeValue::N(ttl)) = item.get("ttl") else { continue };
            if ttl.parse::<u64>().expect("whole seconds") > now || which & (1 << (place % 8)) == 0 {
                continue;
            }
            let delete = client.delete_item().table_name(self.service.table_name());
            let delete = delete.key("pk", item["pk"].clone()).key("sk", item["sk"].clone());
            let unchanged = delete
                .condition_expression("#ttl = :ttl")
                .expression_attribute_names("#ttl", "ttl")
                .expression_attribute_values(":ttl", item["ttl"].clone());
            // If the item has changed since the scan, leave it, as DynamoDB would before its next scan.
            let _ = unchanged.send().await;
        }
    }

    /// Deletes all favorites: some permanently, some to the trash, and some by their expiry.
    async fn throw_everything_away(&self) {
        for (number, favorite) in self.ann.all("/favorites").await.iter().enumerate() {
            let path = format!("/favorites/{}", data_id(favorite));
            if number % 3 == 0 {
                self.ann.patch(&path, &json!({ "expireTime": self.expiry(Some(1)) })).await.is(200);
                continue;
            }
            self.ann.delete(&path).await.is(200);
            if number % 3 == 1 {
                self.ann.delete(&format!("/trash/{}", data_id(favorite))).await.is(204);
            }
        }
        for tag in self.ann.all("/tags").await {
            self.ann.delete(&format!("/tags/{}", tag_id(&tag))).await.is(204);
        }
    }

    async fn items(&self) -> Vec<Value> {
        consistency::scan(&self.service.dynamodb(), self.service.table_name()).await
    }

    /// Has the sweeper call the worker, and waits until the worker has no work left.
    async fn work(&self) {
        let favorites = self.favorites();
        eventually(async || {
            favorites.sweep(Duration::from_mins(1)).await.expect("the table answers");
            let left: Vec<_> = self.items().await.into_iter().filter(|item| item["type"] == "Due").collect();
            if left.is_empty() { Ok(()) } else { Err(format!("{left:?}")) }
        })
        .await;
    }

    fn favorites(&self) -> Favorites {
        let clock = self.clock.clone();
        let favorites = Favorites::new(self.service.dynamodb(), self.service.table_name());
        favorites.with_clock(move || clock.now())
    }

    /// Reconciles after all due times, which takes the user off the list.
    async fn reconcile(&self) {
        self.clock.advance(SEASON);
        let run = reconcile(&self.favorites(), Whom::Due, Repairs::Confirmed, |_| {}).await;
        let run = run.expect("the table answers");
        assert_eq!((run.failed, run.found.drift), (0, 0), "{run:?}");
    }

    /// Lets time pass until no item with a time to live is left. Returns the remaining items by entity.
    async fn leftovers(&self) -> BTreeMap<String, Vec<Value>> {
        for _ in 0..12 {
            self.clock.advance(SEASON);
            self.sweep(u8::MAX).await;
            self.service.settle().await;
            self.work().await;
            if self.items().await.iter().any(|item| !item["ttl"].is_null()) {
                continue;
            }
            self.reconcile().await;
            // The pass asks for a compaction of an index whose first change is seven days old.
            self.work().await;
            let items = self.items().await;
            let mut entities: BTreeMap<String, Vec<Value>> = BTreeMap::new();
            for item in items {
                entities.entry(item["type"].as_str().unwrap_or_default().to_owned()).or_default().push(item);
            }
            return entities;
        }
        panic!("an item that expires is put again and again");
    }
}

#[test]
fn a_whole_life_leaves_nothing_but_what_is_listed() {
    let runtime = Runtime::new().unwrap();
    let default = Config::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { default.cases } else { 8 };
    let config = Config { cases, failure_persistence: None, max_shrink_time: 60_000, ..default };
    let result = TestRunner::new(config).run(&vec(steps(), 20..80), |steps| {
        let leftovers = runtime.block_on(async {
            let mut life = Life::begin().await;
            for step in &steps {
                life.take(step).await;
            }
            life.throw_everything_away().await;
            let leftovers = life.leftovers().await;
            life.service.end().await;
            leftovers
        });
        for (entity, items) in &leftovers {
            prop_assert!(STAYS.contains(&&**entity), "a {entity} is left over: {items:?}");
            prop_assert_eq!(items.len(), 1, "there is one {} of a person", entity);
        }
        Ok(())
    });
    assert!(result.is_ok(), "{}", result.unwrap_err());
}
