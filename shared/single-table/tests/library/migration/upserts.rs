//! Upserts of an entity with versions.

use serde::{Deserialize, Serialize};
use single_table::migration::PastVersion;
use single_table::{Entity, EpochSeconds, Store, Timestamp, Update, table};

use super::{engine, number};

/// The program of version 1.
mod past {
    use super::*;

    table! {
        /// The first version of the counters.
        pub struct CountersV1 { key: (pk, sk), ttl: ttl, entities: [Counter] }
    }

    /// A counter that counts in hundreds.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
    #[entity(table = CountersV1, name = "Counter", partition(id), sort(), ttl(expires))]
    pub(super) struct Counter {
        pub(super) id: String,
        pub(super) hundreds: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(super) expires: Option<EpochSeconds>,
    }
}

table! {
    /// Counters.
    pub struct Counters { key: (pk, sk), ttl: ttl, entities: [Counter] }
}

/// A counter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = Counters, name = "Counter", partition(id), sort(), ttl(expires))]
#[schema(attribute = "shape", version = 2, past(CounterV1))]
struct Counter {
    id: String,
    #[serde(default)]
    count: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<EpochSeconds>,
}

#[derive(Deserialize, PastVersion)]
struct CounterV1 {
    id: String,
    hundreds: u64,
    expires: Option<EpochSeconds>,
}

impl From<CounterV1> for Counter {
    fn from(past: CounterV1) -> Self {
        Self { id: past.id, count: past.hundreds * 100, expires: past.expires }
    }
}

fn key() -> CounterKey {
    CounterKey { id: "visits".to_owned() }
}

fn count() -> Update<Counter> {
    Update::upsert(key()).add(Counter::COUNT, 1)
}

async fn counters() -> (Store<past::CountersV1>, Store<Counters>) {
    let (client, store, table) = engine::table::<Counters>().await;
    (Store::new(client, table), store)
}

fn hundreds(expires: Option<EpochSeconds>) -> past::Counter {
    past::Counter { id: "visits".to_owned(), hundreds: 3, expires }
}

#[tokio::test]
async fn an_upsert_makes_an_item_of_the_current_version() {
    let (client, store, table) = engine::table::<Counters>().await;
    store.execute(count()).await.unwrap();
    store.execute(count()).await.unwrap();
    assert_eq!(store.get(&key()).await.unwrap().unwrap().count, 2);
    let item = client.scan().table_name(table).send().await.unwrap().items.unwrap().remove(0);
    assert_eq!(item["shape"], number(2));
}

#[tokio::test]
async fn an_upsert_counts_on_from_the_upgraded_item() {
    let (old, new) = counters().await;
    old.insert(&hundreds(None)).await.unwrap();
    let counter = new.execute(count().returning_new()).await.unwrap();
    assert_eq!(counter.count, 301);
}

#[tokio::test]
async fn an_upsert_replaces_an_expired_item_of_a_past_version() {
    let (old, new) = counters().await;
    let ended = EpochSeconds::of(Timestamp::now());
    old.insert(&hundreds(Some(ended))).await.unwrap();
    let later = Timestamp::now().checked_add(std::time::Duration::from_mins(1)).unwrap();
    let new = new.with_clock(move || later);
    new.execute(count()).await.unwrap();
    assert_eq!(new.get(&key()).await.unwrap().unwrap().count, 1);
}
