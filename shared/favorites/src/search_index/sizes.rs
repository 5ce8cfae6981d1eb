//! The sizes of the index.

use packed_index::IndexLimits;

use crate::limits::UNINDEXED_BYTES;

/// The sizes of an index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IndexSizes {
    /// The sizes of items and merges.
    pub(crate) limits: IndexLimits,
    /// The bytes of recent versions in the head, packed, above which they are put into text slots.
    pub(super) recent_bytes: usize,
    /// The most documents that a step of a search looks up. Each may be in an item of its own, and a step keeps
    /// the items that it reads in memory.
    pub(crate) looked_up_documents: usize,
}

impl IndexSizes {
    /// The sizes of the service. Blocks have room for the key and the attribute names in an item of 4 KB.
    pub(crate) const STORED: Self =
        Self { limits: IndexLimits::STORED, recent_bytes: UNINDEXED_BYTES, looked_up_documents: 400 };

    /// Sizes with which some tens of favorites make runs of several levels.
    pub(crate) const SMALL: Self = Self {
        limits: IndexLimits {
            text_slots: 16,
            due_slots: 3,
            due_versions: 8,
            due_bytes: 1_000,
            taken_bytes: 2_000,
            fanout: 2,
            level_size: 16,
            documents_in_item: 4,
            block_bytes: 500,
            blocks_in_part: 4,
        },
        looked_up_documents: 20,
        ..Self::STORED
    };

    /// Sizes with which a few favorites do.
    pub(crate) const TINY: Self = Self {
        limits: IndexLimits {
            text_slots: 8,
            due_versions: 3,
            level_size: 6,
            documents_in_item: 3,
            block_bytes: 120,
            ..Self::SMALL.limits
        },
        recent_bytes: 60,
        looked_up_documents: 5,
    };
}
