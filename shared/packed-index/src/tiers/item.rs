//! Items of the index besides the head, and access to them.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::fence::Fence;
use crate::write_number::WriteNumber;

/// A set of runs with the same fences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SetPlace {
    /// The tier, from the smallest runs on.
    pub tier: u8,
    /// The generation. A tier has two sets, one with even and one with odd generations. A set that gets new fences also gets a new
    /// generation, so that no item of the earlier one is between its items.
    pub generation: u32,
}

/// The key of an item.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemKey {
    /// A text slot.
    Text {
        /// The number of the slot.
        slot: u8,
    },
    /// Documents of a run.
    Documents {
        /// The set of the run.
        set: SetPlace,
        /// The slot of the run.
        slot: u8,
        /// The number of the item, from the newest documents on.
        item: u32,
    },
    /// A part of the merge map with which a run was made.
    Map {
        /// The set of the run.
        set: SetPlace,
        /// The slot of the run.
        slot: u8,
        /// The number of the part, from the newest documents on.
        part: u32,
    },
    /// A part of the fences of a set.
    Fences {
        /// The set.
        set: SetPlace,
        /// The number of the part, from the lowest fences on.
        part: u32,
    },
    /// The block of a run at a fence.
    Block {
        /// The set of the run.
        set: SetPlace,
        /// The fence.
        fence: Fence,
        /// The slot of the run.
        slot: u8,
    },
}

impl ItemKey {
    /// Returns true if the other item comes right after this one in a series: the text slots, a merge map, or the fences of a set.
    #[must_use]
    pub fn is_right_before(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text { slot }, Self::Text { slot: next }) => slot.checked_add(1) == Some(*next),
            (Self::Map { set, slot, part }, Self::Map { set: other_set, slot: other_slot, part: next }) => {
                (set, slot) == (other_set, other_slot) && part.checked_add(1) == Some(*next)
            }
            (Self::Fences { set, part }, Self::Fences { set: other_set, part: next }) => {
                set == other_set && part.checked_add(1) == Some(*next)
            }
            _ => false,
        }
    }
}

impl fmt::Display for ItemKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { slot } => write!(f, "text slot {slot}"),
            Self::Documents { set, slot, item } => write!(f, "documents {item} of run {slot} of {set}"),
            Self::Map { set, slot, part } => write!(f, "part {part} of the merge map of run {slot} of {set}"),
            Self::Fences { set, part } => write!(f, "part {part} of the fences of {set}"),
            Self::Block { set, fence, slot } => {
                write!(f, "the block at {:?}, chunk {}, of run {slot} of {set}", fence.term, fence.chunk.0)
            }
        }
    }
}

impl fmt::Display for SetPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "set {} of tier {}", self.generation, self.tier)
    }
}

/// An item as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredItem {
    /// The number of its writer.
    pub number: WriteNumber,
    /// The content.
    pub bytes: Vec<u8>,
}

/// A put of an item. It is only permitted if [`WriteNumber::may_replace`] permits it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Put {
    /// The key.
    pub key: ItemKey,
    /// The number and the content.
    pub item: StoredItem,
}

impl Put {
    pub(super) fn new(key: ItemKey, number: WriteNumber, bytes: Vec<u8>) -> Self {
        Self { key, item: StoredItem { number, bytes } }
    }

    /// Returns true if the item that is there in spite of this put is its result: another writer, or an earlier attempt, has done
    /// the same work. If it returns false, the state that the work began with is not the current one.
    #[must_use]
    pub fn is_done_by(&self, present: WriteNumber) -> bool {
        present == self.item.number
    }
}

/// Read access to the items of one user.
pub trait Items {
    /// The error of a read.
    type Error: std::error::Error + Send + Sync + 'static;

    /// Returns the items with these keys, in their order, and `None` for those that don't exist. Reads must be consistent.
    fn read(
        &self,
        keys: &[ItemKey],
    ) -> impl Future<Output = Result<Vec<Option<StoredItem>>, Self::Error>> + Send;
}
