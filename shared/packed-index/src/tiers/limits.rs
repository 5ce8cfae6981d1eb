//! The sizes of slots, runs and sets.

use crate::block::BlockSizes;
use crate::document::DOCUMENTS_IN_ITEM;

/// The number of fences in an item, except in the last one of a set.
pub const FENCES_IN_ITEM: usize = 64;

/// The sizes at which text slots and runs are merged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexLimits {
    /// The number of text slots that a user has, at most 256. They are merged when a third of them are taken.
    pub text_slots: u16,
    /// The number of versions in text slots from which they are merged.
    pub text_versions: u32,
    /// The bytes of text slots from which they are merged.
    pub text_bytes: u32,
    /// The largest number of text slots that are merged together, at most [`MERGED_RUNS`](crate::MERGED_RUNS). Further slots wait
    /// for the next merge.
    pub merged_slots: usize,
    /// The number of runs of a set from which they are merged.
    pub runs: u8,
    /// The number of documents in an item.
    pub documents_in_item: u32,
    /// The number of items of documents for which a merge writes a part of its map. It is the smallest step of a merge.
    pub items_in_part: u32,
    /// The sizes of blocks.
    pub blocks: BlockSizes,
    /// The largest size of a block in a set whose fences were chosen before, in bytes. A run that would exceed it begins a new set.
    pub largest_block: usize,
}

impl IndexLimits {
    /// The sizes for items in `DynamoDB`: see [`BlockSizes::STORED`]. Reading the text slots before a merge takes up to 5 units of
    /// an eventually consistent read.
    pub const STORED: Self = Self {
        text_slots: 96,
        text_versions: 512,
        text_bytes: 37 << 10,
        merged_slots: 48,
        runs: 8,
        documents_in_item: DOCUMENTS_IN_ITEM,
        items_in_part: 1,
        blocks: BlockSizes::STORED,
        largest_block: 32 << 10,
    };
}

impl Default for IndexLimits {
    fn default() -> Self {
        Self::STORED
    }
}
