//! Items of the index besides the head, and access to them.

use std::fmt;

use crate::write_number::WriteNumber;

/// The key of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemKey {
    /// A text slot.
    Text {
        /// The number of the slot.
        slot: u16,
    },
    /// A part of the directory of a run.
    Directory {
        /// The number of the part. 0 is the root.
        part: u32,
        /// The slot of the run.
        run: u8,
    },
    /// Documents of a run.
    Documents {
        /// The slot of the run.
        run: u8,
        /// The number of the item, from the newest documents on.
        item: u32,
    },
    /// A block of a run.
    Block {
        /// The slot of the run.
        run: u8,
        /// The number of the block, in the order of terms.
        block: u32,
    },
}

impl fmt::Display for ItemKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { slot } => write!(f, "text slot {slot}"),
            Self::Directory { part, run } => write!(f, "part {part} of the directory of run {run}"),
            Self::Documents { run, item } => write!(f, "documents {item} of run {run}"),
            Self::Block { run, block } => write!(f, "block {block} of run {run}"),
        }
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

/// Access to the items of one user for a compaction.
pub trait Items {
    /// The error of a read or a put.
    type Error: std::error::Error + Send + Sync + 'static;

    /// Returns the items with these keys, in their order, and `None` for those that don't exist. Reads must
    /// be consistent.
    fn read(
        &self,
        keys: &[ItemKey],
    ) -> impl Future<Output = Result<Vec<Option<StoredItem>>, Self::Error>> + Send;

    /// Puts items, in any order. An item that has the number of its put already is the result of an earlier
    /// try and stays.
    ///
    /// # Errors
    /// The implementation returns an error if an item has a higher number: then another compaction has
    /// replaced this one.
    fn put(&self, puts: Vec<Put>) -> impl Future<Output = Result<(), Self::Error>> + Send;
}
