//! Reads of the index's items.

use std::collections::HashMap;

use futures::future::{try_join_all, try_join3};
use packed_index::{Fence, FoundBlock, ItemKey, Items, Run, SearchItems, SetPlace, StoredItem, WriteNumber};
use single_table::Entity;

use super::items::{KeysByKind, Numbered, SearchBlock, SearchBlockItems, SearchDocuments, text_of};
use super::series::series;
use super::user_items::UserItems;
use crate::error::Error;
use crate::table::FavoritesTable;

impl UserItems<'_> {
    async fn read(&self, keys: &[ItemKey], consistent: bool) -> Result<Vec<Option<StoredItem>>, Error> {
        let KeysByKind { documents, blocks, in_series } = KeysByKind::new(self.user, keys);
        let series = series(in_series);
        let series = series.iter().filter_map(|series| series.first().zip(series.last()));
        let read = try_join3(
            self.of_kind::<SearchDocuments>(documents, consistent),
            self.of_kind::<SearchBlock>(blocks, consistent),
            try_join_all(series.map(|ends| self.between(ends, consistent))),
        );
        let (documents, blocks, series) = read.await?;
        let found = series.into_iter().flatten().chain(documents).chain(blocks);
        let found: HashMap<ItemKey, StoredItem> = found.collect();
        self.note_read(found.values());
        Ok(keys.iter().map(|key| found.get(key).cloned()).collect())
    }

    /// Reads items of one kind.
    async fn of_kind<E>(
        &self,
        keys: Vec<(ItemKey, E::Key)>,
        consistent: bool,
    ) -> Result<Vec<(ItemKey, StoredItem)>, Error>
    where
        E: Entity<Table = FavoritesTable> + Numbered,
    {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let (names, keys): (Vec<_>, Vec<_>) = keys.into_iter().unzip();
        let read = self.favorites.store.get_many::<E>(&keys);
        let read = if consistent { read.consistent() } else { read };
        let items = read.await?.complete().map_err(single_table::Error::from)?;
        let found = names.into_iter().zip(items);
        Ok(found.filter_map(|(name, item)| Some((name, item?.into_stored()))).collect())
    }

    /// Reads the blocks at the last fence that is not after `fence`.
    async fn blocks_at(
        &self,
        set: SetPlace,
        fence: &Fence,
        runs: &[Run],
        consistent: bool,
    ) -> Result<Vec<FoundBlock>, Error> {
        let last = (set.generation, text_of(&fence.term), fence.chunk.0, u8::MAX);
        let query = SearchBlockItems::query(self.user.clone(), set.tier).at_most(&last).descending();
        let query = query.limit(u32::try_from(runs.len()).unwrap_or(u32::MAX));
        let query = if consistent { query.consistent() } else { query };
        let page = self.favorites.store.page(query).await?;
        let blocks = page.items.into_iter().filter(|block| block.generation == set.generation);
        let blocks: Vec<_> = blocks.filter_map(|block| Some((block.fence()?, block))).map(found).collect();
        self.note_read(blocks.iter().map(|block| &block.item));
        Ok(blocks)
    }
}

fn found((fence, block): (Fence, SearchBlock)) -> FoundBlock {
    FoundBlock { fence, slot: block.slot, item: block.into_stored() }
}

/// Returns true if an eventually consistent read has not returned the item yet, or only an earlier one.
pub(super) fn is_outdated(item: Option<&StoredItem>, expected: WriteNumber) -> bool {
    item.is_none_or(|item| item.number < expected)
}

/// Consistent reads, for merges.
impl Items for UserItems<'_> {
    type Error = Error;

    async fn read(&self, keys: &[ItemKey]) -> Result<Vec<Option<StoredItem>>, Error> {
        UserItems::read(self, keys, true).await
    }
}

/// Eventually consistent reads, at half the price, for searches. Each yields to the runtime, so that the time
/// of a search can end also while it finds all items among those that it has read.
impl SearchItems for UserItems<'_> {
    type Error = Error;

    async fn read(&self, keys: &[(ItemKey, WriteNumber)]) -> Result<Vec<Option<StoredItem>>, Error> {
        tokio::task::yield_now().await;
        for consistent in [false, true] {
            let unknown: Vec<ItemKey> = {
                let mut known = self.known();
                let is_unknown =
                    |(key, number): &&(ItemKey, WriteNumber)| is_outdated(known.item(key), *number);
                keys.iter().filter(is_unknown).map(|(key, _)| key.clone()).collect()
            };
            let read = UserItems::read(self, &unknown, consistent).await?;
            let found = unknown.into_iter().zip(read).filter_map(|(key, item)| Some((key, item?)));
            self.known().add_items(found);
        }
        let mut known = self.known();
        Ok(keys.iter().map(|(key, _)| known.item(key).cloned()).collect())
    }

    async fn blocks(&self, set: SetPlace, fence: &Fence, runs: &[Run]) -> Result<Vec<FoundBlock>, Error> {
        tokio::task::yield_now().await;
        let at = (set, fence.clone());
        if let Some(blocks) = self.known().blocks(&at) {
            return Ok(blocks.clone());
        }
        let mut blocks = self.blocks_at(set, fence, runs, false).await?;
        let is_current = |run: &Run| {
            let block = blocks.iter().find(|block| block.slot == run.slot);
            // If the right block is missing, the query finds the one before it.
            let block = block.filter(|block| block.reaches(fence));
            !is_outdated(block.map(|block| &block.item), run.number)
        };
        if !runs.iter().all(is_current) {
            blocks = self.blocks_at(set, fence, runs, true).await?;
        }
        self.known().add_blocks(at, blocks.clone());
        Ok(blocks)
    }
}
