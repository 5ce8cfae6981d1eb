//! The head: the one item that makes others visible.

use crate::block::BlockSizes;
use crate::tiers::{IndexLimits, IndexState};

/// The sizes of the model, far smaller than those of the service, so that short histories reach many merges.
pub(crate) const LIMITS: IndexLimits = IndexLimits {
    text_slots: 6,
    text_versions: 1_000,
    text_bytes: 1_000,
    merged_slots: 3,
    runs: 2,
    documents_in_item: 3,
    items_in_part: 2,
    blocks: BlockSizes { block: 24, chunk: 14 },
    largest_block: 60,
};

/// The visible state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Head {
    pub(crate) revision: u64,
    /// The number of changes that are visible.
    pub(crate) changes: usize,
    pub(crate) index: IndexState,
}
