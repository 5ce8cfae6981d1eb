//! Puts and deletions of the index's items.

use futures::future::{BoxFuture, FutureExt as _, try_join_all};
use packed_index::{ItemKey, Put, SetPlace, WriteNumber};
use single_table::{Condition, Delete, Entity, WriteError};

use super::items::{
    Numbered, SearchBlock, SearchBlockItems, SearchDocuments, SearchDocumentsItems, SearchFences,
    SearchFencesItems, SearchMap, SearchMapItems, SearchTextSlot, text_of,
};
use super::user_items::UserItems;
use crate::error::{Error, busy};
use crate::table::FavoritesTable;

/// The number of items that are put in parallel.
const PUTS_AT_ONCE: usize = 16;

impl UserItems<'_> {
    /// Puts the items of a step of a merge.
    ///
    /// # Errors
    /// [`Error::Busy`] if an item was put by a later job: then the state that the step began with is not the current one.
    pub(super) async fn put_all(&self, puts: Vec<Put>) -> Result<(), Error> {
        let mut puts = puts.into_iter().peekable();
        while puts.peek().is_some() {
            try_join_all(puts.by_ref().take(PUTS_AT_ONCE).map(|put| self.put_or_find(put))).await?;
        }
        Ok(())
    }

    /// Puts an item, unless another worker, or an earlier try, has done the same work.
    async fn put_or_find(&self, put: Put) -> Result<(), Error> {
        let number = put.item.number;
        match self.put(put).await? {
            Some(present) if present != number => Err(busy()),
            _ => Ok(()),
        }
    }

    /// Puts an item, unless one with the same number or a higher one is there: then it returns that number.
    pub(super) fn put(&self, put: Put) -> BoxFuture<'_, Result<Option<WriteNumber>, Error>> {
        let Put { key, item } = put;
        let (user_id, number, content) = (self.user.clone(), item.number.0, item.bytes);
        match key {
            ItemKey::Text { slot } => {
                let item = SearchTextSlot { user_id, slot, number, content };
                self.put_over_lower(item, SearchTextSlot::NUMBER.lt(number)).boxed()
            }
            ItemKey::Documents { set: SetPlace { tier, generation }, slot, item } => {
                let item = SearchDocuments { user_id, tier, generation, slot, item, number, content };
                self.put_over_lower(item, SearchDocuments::NUMBER.lt(number)).boxed()
            }
            ItemKey::Map { set: SetPlace { tier, generation }, slot, part } => {
                let item = SearchMap { user_id, tier, generation, slot, part, number, content };
                self.put_over_lower(item, SearchMap::NUMBER.lt(number)).boxed()
            }
            ItemKey::Fences { set: SetPlace { tier, generation }, part } => {
                let item = SearchFences { user_id, tier, generation, part, number, content };
                self.put_over_lower(item, SearchFences::NUMBER.lt(number)).boxed()
            }
            ItemKey::Block { set: SetPlace { tier, generation }, fence, slot } => {
                let (term, chunk) = (text_of(&fence.term), fence.chunk.0);
                let item = SearchBlock { user_id, tier, generation, term, chunk, slot, number, content };
                self.put_over_lower(item, SearchBlock::NUMBER.lt(number)).boxed()
            }
        }
    }

    async fn put_over_lower<E>(&self, item: E, is_lower: Condition<E>) -> Result<Option<WriteNumber>, Error>
    where
        E: Entity<Table = FavoritesTable> + single_table::entity::Unconstrained + Numbered,
    {
        let put = single_table::Put::new(&item).only_if(Condition::absent() | is_lower);
        match self.favorites.store.execute(put).await {
            Ok(_) => Ok(None),
            Err(WriteError::ConditionFailed { item: Some(present) }) => {
                Ok(Some((*present).into_stored().number))
            }
            // The item was deleted meanwhile.
            Err(WriteError::ConditionFailed { .. }) => Err(busy()),
            Err(error) => Err(error.into()),
        }
    }

    /// Deletes at most `most` items of a set that nobody reads any more. Returns true if none are left.
    pub(super) async fn delete_some(
        &self,
        SetPlace { tier, generation }: SetPlace,
        most: u32,
    ) -> Result<bool, Error> {
        let store = &self.favorites.store;
        let mut left = most;
        macro_rules! delete {
            ($($view:ty),*) => {
                $(let query = <$view>::query(self.user.clone(), tier).begins_with(&(generation,));
                let items = store.page(query.limit(left).consistent()).await?.items;
                let delete = items.iter().map(|item| store.execute(Delete::new(item.key())).into_future());
                left -= u32::try_from(try_join_all(delete).await?.len()).unwrap_or(left).min(left);
                if left == 0 {
                    return Ok(false);
                })*
            };
        }
        delete!(SearchMapItems, SearchFencesItems, SearchDocumentsItems, SearchBlockItems);
        Ok(true)
    }
}
