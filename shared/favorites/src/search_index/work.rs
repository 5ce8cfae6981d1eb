//! The work on merges and on retired sets that a commit takes on.

use packed_index::{IndexState, SlotEntry};

use crate::limits::{
    LONE_CHANGE_UNITS, LONE_ITEM_UNITS, MERGED_ITEMS, MOST_MERGED_ITEMS, TEXT_OF_MERGED_ITEM,
};

/// The factor by which batches work more on a merge if there is a backlog.
const CATCH_UP: u32 = 4;

/// The number of items of retired sets that a batch deletes.
const DELETIONS: u32 = 25;

/// While a merge is under way, one of this many lone changes deletes items of retired sets instead of merging. Otherwise these sets
/// would stay as long as merges follow each other.
const DELETES_EVERY: u64 = 4;

/// The lowest tier of large runs. A merge into it has tens of thousands of changes to finish, and merges of small runs go first. So lone
/// changes take the smallest steps of it.
const LARGE_RUNS: u8 = 2;

/// The most items of each kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Work {
    pub(super) merged: u32,
    pub(super) deleted: u32,
}

/// The changes of a commit, by which it takes on work.
#[derive(Debug, Clone, Copy)]
pub(super) struct Changes {
    versions: u32,
    /// The bytes of their texts.
    text: usize,
    /// True if many text slots are taken.
    has_backlog: bool,
}

impl Changes {
    pub(super) fn new(versions: &[SlotEntry], has_backlog: bool) -> Self {
        Self {
            versions: u32::try_from(versions.len()).unwrap_or(u32::MAX),
            text: versions.iter().map(|version| version.text.len()).sum(),
            has_backlog,
        }
    }

    /// Returns the work of a batch: enough to merge what it adds, on all tiers.
    pub(super) fn batch_work(self) -> Work {
        let items =
            self.versions.saturating_mul(MERGED_ITEMS).saturating_add(self.text_work(TEXT_OF_MERGED_ITEM));
        let items = if self.has_backlog { items.saturating_mul(CATCH_UP) } else { items };
        Work { merged: items.min(MOST_MERGED_ITEMS), deleted: DELETIONS }
    }

    /// Returns the work of a lone change: as much as it can pay for besides a text slot and the rest of its commit, which takes this
    /// number of write units.
    pub(super) fn lone_work(self, units: u64, puts_texts: bool, state: &IndexState, revision: u64) -> Work {
        let is_large = state.merge_tier().is_some_and(|tier| tier >= LARGE_RUNS);
        let items = self.lone_items(units, puts_texts, if is_large { 1 } else { MERGED_ITEMS });
        let deletes = !state.is_merging() || revision.is_multiple_of(DELETES_EVERY);
        if deletes && !state.retired().is_empty() {
            Work { merged: 0, deleted: items }
        } else {
            Work { merged: items, deleted: 0 }
        }
    }

    /// Returns at most `most` items, and more for long texts. If many text slots are taken, it is at least one item, since the head would
    /// take the texts that find no slot, and all later changes would pay for that.
    fn lone_items(self, units: u64, puts_texts: bool, most: u32) -> u32 {
        let left = LONE_CHANGE_UNITS.saturating_sub(units) / LONE_ITEM_UNITS;
        let left = u32::try_from(left).unwrap_or(u32::MAX).saturating_sub(puts_texts.into());
        let items = match (self.has_backlog, left) {
            (true, 0) => 1,
            (true, _) => most,
            (false, _) => left.min(most),
        };
        items + self.text_work(4 * TEXT_OF_MERGED_ITEM)
    }

    fn text_work(self, text_of_item: usize) -> u32 {
        u32::try_from(self.text / text_of_item).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
#[path = "work_tests.rs"]
mod tests;
