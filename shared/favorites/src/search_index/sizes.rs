//! The sizes of the index.

use packed_index::{BlockSizes, IndexLimits};

use crate::limits::UNINDEXED_BYTES;

/// The sizes of an index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IndexSizes {
    /// The sizes of items and merges.
    pub(crate) limits: IndexLimits,
    /// The bytes of recent versions in the head, packed, above which they are put into text slots.
    pub(super) recent_bytes: usize,
}

impl IndexSizes {
    /// The sizes of the service. Blocks have room for the key and the attribute names in an item of 2 KB.
    pub(crate) const STORED: Self = Self {
        limits: IndexLimits { blocks: BlockSizes { block: 1_750, chunk: 1_450 }, ..IndexLimits::STORED },
        recent_bytes: UNINDEXED_BYTES,
    };

    /// Sizes with which some tens of favorites make runs and merges of several tiers.
    pub(crate) const SMALL: Self = Self {
        limits: IndexLimits {
            text_slots: 8,
            text_versions: 8,
            text_bytes: 1_000,
            merged_slots: 4,
            runs: 2,
            documents_in_item: 4,
            items_in_part: 2,
            blocks: BlockSizes { block: 500, chunk: 100 },
            largest_block: 4_000,
        },
        ..Self::STORED
    };

    /// Sizes with which a few favorites do.
    pub(crate) const TINY: Self = Self {
        limits: IndexLimits {
            text_slots: 4,
            text_versions: 3,
            documents_in_item: 3,
            blocks: BlockSizes { block: 120, chunk: 60 },
            largest_block: 2_000,
            ..Self::SMALL.limits
        },
        recent_bytes: 60,
    };
}
