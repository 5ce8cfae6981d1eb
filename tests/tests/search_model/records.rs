//! The records that a table's stream would have.

use std::collections::{BTreeMap, BTreeSet};

use favorites_api::favorites::{Change, EpochSeconds, Timestamp};
use single_table::Item;

/// The items of which records were made, as they were then.
#[derive(Default)]
pub(crate) struct Records(BTreeMap<(String, String), Item>);

impl Records {
    /// A record for each favorite, in the trash or outside, that is not as it was the last time. `items` is all that is in the table.
    pub(crate) fn of_changes_to(&mut self, items: Vec<Item>, now: Timestamp) -> Vec<Change> {
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

fn record(images: [Option<&Item>; 2], now: Timestamp) -> Change {
    let [old, new] = images.map(|item| item.cloned().map(Into::into));
    Change { written: Some(EpochSeconds::of(now)), old, new }
}
