//! Sharded raw indexes whose sort key is a number, or that have none.

use serde::{Deserialize, Serialize};
use single_table::{Entity, table};

use crate::engine;

table! {
    /// Events, listed by time and altogether.
    pub struct EventTable {
        key: (pk, sk),
        type_attribute: none,
        global: [ByTime = byTime (timeShard: N, at: N), All = all (allShard: N)],
        entities: [Event],
    }
}

/// An event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = EventTable, name = "Event", raw, partition("EVENT#", id), sort("EVENT"))]
#[index(on = ByTime, view = EventsByTime, raw, shards = 4, partition(), sort(at))]
#[index(on = All, view = EventsAll, raw, shards = 4, partition(), sort())]
struct Event {
    #[serde(skip_serializing)]
    id: u32,
    at: i64,
}

#[tokio::test]
async fn shards_are_merged_in_the_order_of_numbers_and_without_an_order() {
    let (_, store, _) = engine::table::<EventTable>().await;
    let times = [-1000, -999, -20, -3, -2, 0, 1, 2, 10, 11, 100, 99_999];
    for (id, at) in (0..).zip(times) {
        store.insert(&Event { id, at }).await.unwrap();
    }
    let at = |events: &[Event]| events.iter().map(|event| event.at).collect::<Vec<_>>();
    assert_eq!(at(&store.all(EventsByTime::query()).await.unwrap()), times);
    let mut back = times.to_vec();
    back.reverse();
    assert_eq!(at(&store.all(EventsByTime::query().descending()).await.unwrap()), back);

    assert_eq!(at(&pages!(store, EventsByTime::query().limit(5)).concat()), times);
    let mut all = at(&pages!(store, EventsAll::query().limit(5)).concat());
    all.sort_unstable();
    assert_eq!(all, times);
}
