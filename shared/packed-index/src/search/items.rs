//! Access to the items that a search reads.

use crate::block::Block;
use crate::fence::Fence;
use crate::tiers::{ItemKey, Run, SetPlace, StoredItem};
use crate::write_number::WriteNumber;

/// A block, with the rest of its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundBlock {
    /// The fence.
    pub fence: Fence,
    /// The slot of the run.
    pub slot: u8,
    /// The item.
    pub item: StoredItem,
}

impl FoundBlock {
    /// Returns true if the block contains what is at this fence. A block that can't be read contains nothing.
    #[must_use]
    pub fn reaches(&self, fence: &Fence) -> bool {
        Block::read(self.fence.clone(), &self.item.bytes).is_ok_and(|block| block.reaches(fence))
    }
}

/// Read access to the items of one user for a search. Reads may be eventually consistent. An implementation
/// that finds an item with a lower number than expected, or none, or a block that does not
/// [reach](FoundBlock::reaches) the fence, reads again with a consistent read.
pub trait SearchItems {
    /// The error of a read.
    type Error: std::error::Error + Send + Sync + 'static;

    /// Returns the items with these keys, in their order, and `None` for those that don't exist.
    fn read(
        &self,
        keys: &[(ItemKey, WriteNumber)],
    ) -> impl Future<Output = Result<Vec<Option<StoredItem>>, Self::Error>> + Send;

    /// Returns the blocks of these runs at the last fence of their set that is not after `fence`. `runs` are all runs of the set.
    ///
    /// All runs have a block at each fence, and their slots are the highest ones. So this is a query in descending order of fences and
    /// slots, from the fence on, for as many items as there are runs.
    fn blocks(
        &self,
        set: SetPlace,
        fence: &Fence,
        runs: &[Run],
    ) -> impl Future<Output = Result<Vec<FoundBlock>, Self::Error>> + Send;
}
