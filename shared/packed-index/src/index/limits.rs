//! The sizes of items and runs.

use crate::document::DOCUMENTS_IN_ITEM;

/// The sizes of items and runs, and the sizes at which a compaction is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexLimits {
    /// The number of text slots that a user has.
    pub text_slots: u16,
    /// The number of text slots, of versions in them, and of their bytes from which a compaction is due.
    pub due_slots: usize,
    /// See [`due_slots`](Self::due_slots).
    pub due_versions: u32,
    /// See [`due_slots`](Self::due_slots).
    pub due_bytes: u32,
    /// The most bytes of text slots that one compaction takes. It takes at least one slot.
    pub taken_bytes: u32,
    /// The number of runs of a level that are merged into one of the next level.
    pub fanout: u32,
    /// The size of the smallest run of the second level: its documents, or 20 times its blocks if that is
    /// more.
    pub level_size: u32,
    /// The number of documents in an item.
    pub documents_in_item: u32,
    /// The largest size of a block in bytes, unless a single document needs more.
    pub block_bytes: usize,
    /// The number of blocks in a part of a directory.
    pub blocks_in_part: u32,
}

impl IndexLimits {
    /// The sizes for items in `DynamoDB`. With its key, a block takes less than 4 KB: half a unit of an
    /// eventually consistent read. The text slots that make a compaction due take up to 4 of these units.
    pub const STORED: Self = Self {
        text_slots: 512,
        due_slots: 24,
        due_versions: 384,
        due_bytes: 28 << 10,
        taken_bytes: 300 << 10,
        fanout: 4,
        level_size: 1_024,
        documents_in_item: DOCUMENTS_IN_ITEM,
        block_bytes: 3_750,
        blocks_in_part: 400,
    };
}

impl Default for IndexLimits {
    fn default() -> Self {
        Self::STORED
    }
}
