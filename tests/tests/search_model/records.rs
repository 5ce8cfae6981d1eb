//! Generates the records that a table's stream would have.

use std::collections::{BTreeMap, BTreeSet};

use favorites_api::favorites::{ChangeRecord, EpochSeconds, Timestamp};
use single_table::Item;

/// The items at the time of the last records, by key.
#[derive(Default)]
pub(crate) struct Records(BTreeMap<(String, String), Item>);

impl Records {
    /// Returns a record for each favorite, in the trash or outside, that has changed since the last call. `items` must
    /// be all items of the table.
    pub(crate) fn of_changes_to(&mut self, items: Vec<Item>, now: Timestamp) -> Vec<ChangeRecord> {
        let mut after = BTreeMap::new();
        for item in items {
            let key = |name: &str| item[name].as_s().expect("keys are text").clone();
            if ["FavoriteData#", "Trash#"].iter().any(|prefix| key("pk").starts_with(prefix)) {
                after.insert((key("pk"), key("sk")), item);
            }
        }
        let before = std::mem::replace(&mut self.0, after);
        let keys: BTreeSet<_> = before.keys().chain(self.0.keys()).collect();
        let images = keys.into_iter().map(|key| [before.get(key), self.0.get(key)]);
        let changed = images.filter(|[old, new]| old != new);
        changed.map(|images| record(images, now)).collect()
    }
}

fn record(images: [Option<&Item>; 2], now: Timestamp) -> ChangeRecord {
    let [old, new] = images.map(|item| item.cloned().map(Into::into));
    ChangeRecord { written: Some(EpochSeconds::of(now)), old, new }
}
