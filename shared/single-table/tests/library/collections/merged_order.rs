//! A merged collection lists its items in the order of their values.

use proptest::prelude::*;
use single_table::{Query, Store};

use crate::collections::model::*;

/// An item to write: its entity, its number and its time.
#[derive(Debug, Clone, Copy)]
enum Shared {
    Photo(u16, i64),
    Note(u16, i64),
}

impl Shared {
    /// The components of the item's sort key, by value.
    fn key(self) -> (i64, u16) {
        match self {
            Self::Photo(number, time) | Self::Note(number, time) => (time, number),
        }
    }
}

fn key_of(item: &TimelineItem) -> (i64, u16) {
    let number = match item {
        TimelineItem::Photo(photo) => photo.number,
        TimelineItem::Note(note) => note.number,
        TimelineItem::Comment(_) => 0,
    };
    (item.millis(), number)
}

fn items() -> impl Strategy<Value = Vec<Shared>> {
    // A few different times make many ties; their wide range crosses every boundary of the encoding.
    let time = prop_oneof![0..4_i64, -9_000_000_000..9_000_000_000_i64];
    let item = (any::<bool>(), time);
    proptest::collection::vec(item, 0..24).prop_map(|items| {
        let numbered = (0_u16..).zip(items);
        let shared =
            numbered.map(
                |(number, (is_photo, time))| {
                    if is_photo { Shared::Photo(number, time) } else { Shared::Note(number, time) }
                },
            );
        shared.collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn the_merged_order_is_the_order_of_the_values(items in items(), low in 0..4_i64, size in 1..30_u32) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let store = store().await;
            for item in &items {
                match *item {
                    Shared::Photo(number, time) => put(&store, &photo(number, time)).await,
                    Shared::Note(number, time) => put(&store, &note("x", number, time)).await,
                }
            }
            let mut expected: Vec<_> = items.iter().map(|item| item.key()).collect();
            expected.sort_unstable();
            let query = || TimelineItem::query("ann".to_owned()).limit(size);
            assert_eq!(found(&store, query()).await, expected);
            let later: Vec<_> = expected.iter().copied().filter(|(time, _)| *time > low).collect();
            assert_eq!(found(&store, query().greater_than(&(at(low),))).await, later);
            let same: Vec<_> = expected.iter().copied().filter(|(time, _)| *time == low).collect();
            assert_eq!(found(&store, query().equals(&(at(low),))).await, same);
            expected.reverse();
            assert_eq!(found(&store, query().descending()).await, expected);
        });
    }
}

async fn found<S: Send + Sync + 'static>(
    store: &Store<SharedTable>,
    query: Query<TimelineItem, S>,
) -> Vec<(i64, u16)> {
    let items = store.all(query).await.expect("the timeline is read");
    items.iter().map(key_of).collect()
}
