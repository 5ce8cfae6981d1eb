//! The counters of one user.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use single_table::EpochSeconds;

use crate::catalogue::count_tree::{ALWAYS, Cell, Counter, Deltas, NEVER, Scope};
use crate::catalogue::entry::{Entry, Live};
use crate::model::data_type::DataType;

/// The number of favorites of each type.
pub(crate) type ByType = BTreeMap<DataType, i64>;

/// The counters of some entries. A counter that is zero is left out, so equal sums are equal tallies.
///
/// The counters of the account are of all items that are known to be in the table, also of those that have expired and wait for
/// DynamoDB to remove them. `deltas` has what expiry takes off them, and the counters of tags.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tally {
    /// Favorites outside the trash.
    pub(crate) by_type: ByType,
    /// Favorites in the trash.
    pub(crate) trash: i64,
    pub(crate) deltas: Deltas,
}

impl Tally {
    /// Counts an entry: `sign` is 1 to add it and -1 to take it away.
    pub(crate) fn count(&mut self, entry: &Entry, sign: i64) {
        if let Some(live) = entry.live.present() {
            self.count_live(live, sign);
        }
        if let Some(purge_time) = entry.trash.present() {
            self.trash += sign;
            self.expire(Scope::Account, Counter::Trash, Some(*purge_time), sign);
        }
    }

    fn count_live(&mut self, live: &Live, sign: i64) {
        let counter = Counter::Type(live.data_type);
        add(&mut self.by_type, live.data_type, sign);
        self.expire(Scope::Account, counter, live.expire_time, sign);
        for tag_id in &live.tag_ids {
            let scope = Scope::Tag(*tag_id);
            self.deltas.add(Cell { scope, second: ALWAYS, counter }, sign);
            self.expire(scope, counter, live.expire_time, sign);
        }
    }

    /// Takes an item off a counter from its second of expiry on.
    fn expire(&mut self, scope: Scope, counter: Counter, expiry: Option<EpochSeconds>, sign: i64) {
        if let Some(second) = expiry.filter(|second| *second != NEVER) {
            self.deltas.add(Cell { scope, second, counter }, -sign);
        }
    }

    /// Adds another sum, `sign` times.
    pub(crate) fn add_all(&mut self, other: &Self, sign: i64) {
        for (data_type, change) in &other.by_type {
            add(&mut self.by_type, *data_type, sign * change);
        }
        self.trash += sign * other.trash;
        self.deltas.add_all(&other.deltas, sign);
    }

    /// All outside the trash.
    pub(crate) fn total(&self) -> i64 {
        self.by_type.values().sum()
    }
}

fn add(counters: &mut ByType, data_type: DataType, change: i64) {
    let counter = counters.entry(data_type).or_default();
    *counter += change;
    if *counter == 0 {
        counters.remove(&data_type);
    }
}

#[cfg(test)]
#[path = "tally_tests.rs"]
mod tests;
