//! A user who does everything that the API allows, so that each function makes every request that it can make.

mod changes;
mod counts;
mod erasure;
mod favorites;
mod jobs;
mod reconciliation;
mod search_index;
mod transfers;

use std::num::NonZero;
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::limits::CLEANUP_LAG;
use favorites_api::{Deadline, Favorites};
use favorites_local::template::Template;
use favorites_local::{Functions, Options, functions_on};
use favorites_tests::catalogue::SMALL_NODE;
use favorites_tests::{
    Clock, Person, Service, consistency, data_id, eventually, paths_with_id, sample, tag_id,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::compare::Requested;

/// The number of segments and favorites that reconciliation compares at once. It is small, so that a small library has
/// several ranges.
const RANGE: NonZero<u8> = NonZero::new(4).expect("4 is not 0");

/// The size of a full segment, in bytes. A few notes fill it.
const SEGMENT_BYTES: usize = 120;

/// The number of notes that are created at a time. They fill several segments, and runs of the search index that are merged.
const NOTES: usize = 40;

/// The most rounds in which notes are created, or everything is deleted, until the expected change has happened.
const TRIES: usize = 20;

/// A time after which segments have forgotten removed entries, and the consumer no longer trusts records.
const LONG: Duration = Duration::from_hours(72);

struct Account {
    service: Service,
    functions: Functions,
    clock: Clock,
    ann: Person,
}

/// Makes every function do all of its work, and returns the requests of the functions. `is_all` returns true if nothing is missing.
pub(crate) async fn drive(template: Template, is_all: impl Fn(&Requested) -> bool) -> Requested {
    let account = Account::open(template).await;
    account.reads().await;
    account.favorites().await;
    account.batches().await;
    account.actions().await;
    account.trash().await;
    account.jobs().await;
    account.transfers().await;
    account.tags().await;
    account.tags_while_a_turn_is_due().await;
    account.many_tags().await;
    account.changes().await;
    account.catalogue().await;
    account.expiry().await;
    account.damage().await;
    account.interrupted_reconciliation().await;
    account.end_of_cleanup().await;
    account.end_of_catalogue().await;
    account.erasure().await;
    // The change consumer and reconciliation share some work, and chance decides who does it. So repeat this work until both have.
    for _ in 0..TRIES {
        if is_all(&account.service.running().requested()) {
            break;
        }
        account.expiry().await;
        account.lost_blocks().await;
    }
    let (requested, refused) = (account.service.running().requested(), account.service.running().refused());
    assert!(refused.is_empty(), "{refused:?}");
    requested
}

/// Makes everything small that has a size, so that a small catalogue has what a large one has.
fn small(favorites: Favorites, clock: &Clock) -> Favorites {
    let clock = clock.clone();
    favorites
        .with_clock(move || clock.now())
        .with_segment_bytes(SEGMENT_BYTES)
        .with_count_node_bytes(SMALL_NODE)
        .with_tiny_index()
        .with_reconciled_ranges(RANGE, RANGE)
}

impl Account {
    /// Creates an empty account.
    async fn open(template: Template) -> Self {
        let clock = Clock::start();
        let mut functions = None;
        let options = Options { template: Some(template), ..Options::throw_away() };
        let service = Service::run(options, |environment| {
            let made = functions_on(environment, |client| {
                small(Favorites::new(client, environment.table_name.clone()), &clock)
            });
            functions.insert(made).clone()
        })
        .await;
        let ann = service.person("ann");
        Self { functions: functions.expect("they were made"), service, clock, ann }
    }

    async fn keep(&self, title: &str, tags: &[&str]) -> Value {
        let note = sample::with(sample::favorite("note", title), &json!({ "tagIds": tags }));
        self.ann.create(&note).await
    }

    async fn tag(&self, name: &str) -> String {
        tag_id(&self.ann.create_tag(name).await).to_owned()
    }

    /// Calls each route that reads, so that a new one needs no line here as long as it needs no data.
    async fn reads(&self) {
        for (method, path) in paths_with_id("019a0000-0000-7000-8000-000000000001") {
            if method == Method::GET {
                self.ann.call(method, &path).await;
            }
        }
    }

    /// Calls a function that serves no route.
    async fn call(&self, function: &str, event: Value, time: Duration) -> Value {
        let function = self.functions.get(function).expect("there is one");
        let answer = function.invoke(event, Deadline::after(time)).await;
        answer.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Reconciles everybody, as an operator does.
    async fn reconcile(&self) {
        let mut event = json!({ "reconcile": { "repairs": "atOnce" } });
        let mut is_finished = false;
        while !is_finished {
            let swept = self.call("sweeper", event.take(), Duration::from_mins(2)).await;
            is_finished = swept["finished"] == true;
            event = json!({});
        }
        eventually(async || {
            let notes = self.items("ReconciliationDue").await;
            let now = self.clock.now().to_string();
            let is_due = notes.iter().any(|note| note["due"].as_str().is_some_and(|due| due <= now.as_str()));
            if is_due { Err(format!("at {now}: {notes:?}, {:?}", self.items("Due").await)) } else { Ok(()) }
        })
        .await;
    }

    /// Waits until the consumer has counted `total` favorites outside the trash.
    async fn counted(&self, total: usize) {
        eventually(async || {
            let counts = self.ann.get("/counts").await.is(200);
            self.ann.get("/account").await.is(200);
            if counts["total"] == total { Ok(()) } else { Err(format!("not {total}: {counts}")) }
        })
        .await;
    }

    /// Returns all stored items of an entity.
    async fn items(&self, entity: &str) -> Vec<Value> {
        let mut items = consistency::scan(&self.service.dynamodb(), self.service.table_name()).await;
        items.retain(|item| item["type"] == entity);
        items
    }

    /// Deletes an item from the table, without the service.
    async fn lose(&self, item: &Value) {
        let request = self.service.dynamodb().delete_item().table_name(self.service.table_name());
        let key = |name: &str| AttributeValue::S(item[name].as_str().expect("a key is text").to_owned());
        request.key("pk", key("pk")).key("sk", key("sk")).send().await.expect("the table takes it");
    }

    /// Merges a tag into another one, which is then merged into `into`.
    async fn merge_tags(&self, into: &str) {
        let (first, second) = (self.tag("First").await, self.tag("Second").await);
        self.keep("To be merged", &[&first]).await;
        for (tag, into) in [(&*first, &*second), (&*second, into)] {
            let path = format!("/tags/{tag}/merge");
            self.ann.post(&path, &json!({ "into": into })).await.is(204);
        }
    }

    /// Creates, reads, renames, lists and deletes tags.
    async fn tags(&self) {
        let ann = &self.ann;
        let tag = json!({ "tagName": "Yellow" });
        let tag = ann.post("/tags", &tag).key("yellow").await.is(201);
        let path = format!("/tags/{}", tag_id(&tag));
        ann.get(&path).await.is(200);
        ann.patch(&path, &json!({ "tagName": "Orange" })).await.is(200);
        for sort in ["tagName", "createTime", "lastAccessTime"] {
            ann.get(&format!("/tags?sort={sort}")).await.is(200);
        }
        // With a descendant that is merged, and with one that is renamed.
        let dev = self.tag("Dev").await;
        let code = self.tag("Code").await;
        for name in ["Dev/Rust", "Dev/Go", "Code/Go"] {
            self.tag(name).await;
        }
        let renamed = json!({ "tagName": "Development", "descendants": true });
        ann.patch(&format!("/tags/{dev}"), &renamed).await.is(200);
        let merged = json!({ "into": code, "descendants": true });
        ann.post(&format!("/tags/{dev}/merge"), &merged).await.is(204);
        let other = self.tag("White").await;
        self.keep("With two tags", &[tag_id(&tag), &other]).await;
        self.merge_tags(&other).await;
        ann.delete(&path).await.is(204);
        // The consumer removes the tag from its favorites. Then the clean-up waits for the index.
        eventually(async || match self.items("TagCleanup").await.first() {
            Some(cleanup) if cleanup["time"].as_str() > cleanup["since"].as_str() => Ok(()),
            other => Err(format!("{other:?}")),
        })
        .await;
    }

    /// Deletes and merges tags of a user whose worker does not come, although a turn with clean-ups is due.
    async fn tags_while_a_turn_is_due(&self) {
        let eve = self.service.person("eve");
        let mut tags = Vec::new();
        for name in ["First", "Second", "Third", "Fourth"] {
            tags.push(tag_id(&eve.create_tag(name).await).to_owned());
        }
        eve.delete(&format!("/tags/{}", tags[0])).await.is(204);
        let waits = |item: &Value| item["userId"] == "eve" && item["state"] == "waits";
        eventually(async || match self.items("Due").await {
            items if items.iter().any(waits) => Ok(()),
            items => Err(format!("{items:?}")),
        })
        .await;
        let text = |text: &str| AttributeValue::S(text.to_owned());
        let update = self.service.dynamodb().update_item().table_name(self.service.table_name());
        let update = update
            .key("pk", text("Due#eve"))
            .key("sk", text("Due"))
            .update_expression("SET #state = :called, upkeep.cleanups.#time = :time")
            .expression_attribute_names("#state", "state")
            .expression_attribute_names("#time", "time")
            .expression_attribute_values(":called", text("called"))
            .expression_attribute_values(":time", text("2020-01-01T00:00:00.000Z"));
        update.send().await.expect("the table takes it");
        let merge = format!("/tags/{}/merge", tags[1]);
        eve.post(&merge, &json!({ "into": tags[2] })).await.is(204);
        eve.delete(&format!("/tags/{}", tags[3])).await.is(204);
    }

    /// Fills the catalogue, lets reconciliation make the search index again, and searches it.
    async fn catalogue(&self) {
        let gray = self.tag("Gray").await;
        self.keep_notes(&[&*gray]).await;
        self.ann.create(&sample::favorite("link", "Searched")).await;
        for query in ["", "?q=number", "?q=milk", "?q=https://example.com/link/Searched"] {
            self.ann.get(&format!("/search{query}")).await.is(200);
        }
        self.ann.get("/counts").await.is(200);
    }

    /// Deletes items without the service: a favorite, whose entry under a deleted tag the consumer then deletes alone,
    /// and a tag that favorites have, for which reconciliation then begins a clean-up.
    async fn damage(&self) {
        let black = self.tag("Black").await;
        let orphan = self.keep("An orphan", &[&black]).await;
        let favorites = self.items("FavoriteData").await;
        let lost = favorites.iter().find(|item| item["dataId"] == orphan["dataId"]);
        self.lose(lost.expect("it was kept")).await;
        self.ann.delete(&format!("/tags/{black}")).await.is(204);
        eventually(async || {
            let left = self.items("FavoriteDataTag").await;
            if left.iter().any(|entry| entry["tagId"] == black) { Err(format!("{left:?}")) } else { Ok(()) }
        })
        .await;
        let tags = self.items("Tag").await;
        let gray = tags.iter().find(|tag| tag["tagName"] == "Gray");
        let gray = gray.expect("it was made");
        self.lose(gray).await;
        let gray_id = gray["tagId"].clone();
        // The service looks for the tag into which this one may have been merged.
        let has_gray = |note: &&Value| note["tagIds"].as_array().is_some_and(|tags| tags.contains(&gray_id));
        let notes = self.ann.all("/favorites?limit=100").await;
        let note = notes.iter().find(has_gray).expect("notes have it");
        let moved = json!({ "clipTime": "2020-01-01T00:00:00Z" });
        self.ann.patch(&format!("/favorites/{}", data_id(note)), &moved).await.is(200);
        self.reconcile().await;
    }

    /// Has the clean-ups of deleted tags end.
    async fn end_of_cleanup(&self) {
        let scarlet = self.tag("Scarlet").await;
        self.ann.delete(&format!("/tags/{scarlet}")).await.is(204);
        self.clock.advance(CLEANUP_LAG);
        self.call("sweeper", json!({}), Duration::from_mins(1)).await;
        eventually(async || {
            let left = self.items("TagCleanup").await;
            if left.is_empty() { Ok(()) } else { Err(format!("{left:?}")) }
        })
        .await;
    }

    /// Deletes all favorites until the catalogue has deleted a segment. Segments begin at random ids, so one deletion does not always
    /// remove one.
    async fn end_of_catalogue(&self) {
        for _ in 0..TRIES {
            self.throw_all_away().await;
            let before = self.items("Catalogue").await.len();
            // Reconcile more than once, because the consumer may note a deletion after the clock was moved.
            for _ in 0..3 {
                self.clock.advance(LONG);
                self.reconcile().await;
            }
            if self.items("Catalogue").await.len() < before {
                return;
            }
            self.keep_notes(&[]).await;
        }
        panic!("no segment went after {TRIES} ends");
    }

    /// Creates notes, and reconciles. Then it creates more, so that the consumer deletes what reconciliation has retired.
    async fn keep_notes(&self, tags: &[&str]) {
        let before = self.ann.all("/favorites?limit=100").await.len();
        for round in 1..=3 {
            for number in 0..NOTES {
                self.keep(&format!("Note number {number} of round {round}"), tags).await;
                // Now and then, some of the notes are in text slots.
                self.ann.get("/search?q=number").await.is(200);
            }
            self.counted(before + round * NOTES).await;
            self.reconcile().await;
        }
    }

    async fn throw_all_away(&self) {
        self.clock.advance(LONG);
        for favorite in self.ann.all("/favorites?limit=100").await {
            self.ann.delete(&format!("/favorites/{}", data_id(&favorite))).await.is(200);
            self.ann.delete(&format!("/trash/{}", data_id(&favorite))).await.is(204);
        }
        self.counted(0).await;
    }
}
