//! The head's part in a recount that takes several steps while users go on changing favorites.

use serde::{Deserialize, Serialize};

use crate::catalogue::entry::Entry;
use crate::catalogue::tally::Tally;
use crate::error::Error;
use crate::model::ids::DataId;

/// The most bytes of differences in a head, which is written with every change.
const MOST_BYTES: usize = 64 * 1024;

/// The place of a recount, and the changes behind that place.
///
/// A recount adds up the entries range by range, in ascending order of ids. Its sum covers the ids below `counted_below`, each
/// range as it was when the range was counted. Every commit adds its differences for these ids to `changed`, in the same put of the
/// head. So at every revision of the head, the sum plus `changed` is what the entries below `counted_below` weigh at that revision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecountProgress {
    /// The pass of reconciliation that counts. Its sum is in an item of its own.
    pub(crate) pass: u64,
    /// The first id that is not counted yet.
    pub(crate) counted_below: DataId,
    /// The differences since the ids were counted.
    pub(crate) changed: Tally,
}

impl RecountProgress {
    /// Notes that an entry changed.
    pub(crate) fn note(&mut self, data_id: DataId, before: &Entry, after: &Entry) {
        if data_id < self.counted_below {
            self.changed.count(before, -1);
            self.changed.count(after, 1);
        }
    }

    /// Returns true if a head has room for the differences. Each expiry of a favorite is a cell of its own, so they may be many.
    pub(crate) fn fits(&self) -> bool {
        self.changed.deltas.bytes() <= MOST_BYTES
    }

    /// Returns the stored form, which is empty while no recount is under way.
    pub(crate) fn pack(recount: Option<&Self>) -> Result<Vec<u8>, Error> {
        recount.map_or_else(
            || Ok(Vec::new()),
            |recount| postcard::to_allocvec(recount).map_err(Error::catalogue),
        )
    }

    /// Reads the stored form.
    pub(crate) fn read(stored: &[u8]) -> Result<Option<Self>, postcard::Error> {
        if stored.is_empty() { Ok(None) } else { postcard::from_bytes(stored).map(Some) }
    }
}
