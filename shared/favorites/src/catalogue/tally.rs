//! The counters of one person.

use std::collections::BTreeMap;

use crate::catalogue::entry::Entry;
use crate::data_type::DataType;
use crate::ids::TagId;

/// How many of each type.
pub(crate) type ByType = BTreeMap<DataType, i64>;

/// What entries add up to. A counter that is zero is left out, so equal sums are equal tallies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Favorites outside the trash.
    pub(crate) by_type: ByType,
    /// Favorites outside the trash under each tag.
    pub(crate) by_tag: BTreeMap<TagId, ByType>,
    /// Favorites in the trash.
    pub(crate) trash: i64,
    /// Favorites outside the trash that have more text than is searched.
    pub(crate) cut: i64,
}

impl Tally {
    /// Counts an entry: `sign` is 1 to add it and -1 to take it away.
    pub(crate) fn count(&mut self, entry: &Entry, sign: i64) {
        if let Some(live) = entry.live.present() {
            add(&mut self.by_type, live.data_type, sign);
            self.cut += if live.text.cut { sign } else { 0 };
            for tag_id in &live.tag_ids {
                let of_tag = self.by_tag.entry(*tag_id).or_default();
                add(of_tag, live.data_type, sign);
                if of_tag.is_empty() {
                    self.by_tag.remove(tag_id);
                }
            }
        }
        if entry.trash.present().is_some() {
            self.trash += sign;
        }
    }

    /// All outside the trash.
    pub(crate) fn total(&self) -> i64 {
        self.by_type.values().sum()
    }
}

fn add(counters: &mut ByType, data_type: DataType, sign: i64) {
    let counter = counters.entry(data_type).or_default();
    *counter += sign;
    if *counter == 0 {
        counters.remove(&data_type);
    }
}

#[cfg(test)]
#[path = "tally_tests.rs"]
mod tests;
