//! Puts and deletions of the index's items.

use futures::TryStreamExt as _;
use futures::future::{BoxFuture, FutureExt as _, join_all, try_join_all};
use packed_index::{IndexState, ItemKey, Put, RUN_SLOTS, Run, WriteNumber};
use single_table::entity::Unconstrained;
use single_table::query::SomeSortKeys;
use single_table::view::{ConsistentView, View};
use single_table::{Condition, Delete, Entity, Query, WriteError};
use tokio::time::Instant;

use super::items::{
    Numbered, SearchBlock, SearchBlockItems, SearchDirectory, SearchDirectoryItems, SearchDirectoryKey,
    SearchDocuments, SearchDocumentsItems, SearchTextSlot, SearchTextSlotItems,
};
use super::user_items::UserItems;
use crate::error::{Error, busy};
use crate::table::FavoritesTable;

/// The number of items that are put or deleted in parallel.
const WRITES_AT_ONCE: usize = 16;

impl UserItems<'_> {
    /// Puts the items of a compaction.
    ///
    /// # Errors
    /// [`Error::Busy`] if an item was put by a later compaction: then the state that this one began with is
    /// not the current one.
    pub(super) async fn put_all(&self, puts: Vec<Put>) -> Result<(), Error> {
        let mut puts = puts.into_iter().peekable();
        while puts.peek().is_some() {
            try_join_all(puts.by_ref().take(WRITES_AT_ONCE).map(|put| self.put_or_find(put))).await?;
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
            ItemKey::Directory { part, run } => {
                let item = SearchDirectory { user_id, part, run, number, content };
                self.put_over_lower(item, SearchDirectory::NUMBER.lt(number)).boxed()
            }
            ItemKey::Documents { run, item } => {
                let item = SearchDocuments { user_id, run, item, number, content };
                self.put_over_lower(item, SearchDocuments::NUMBER.lt(number)).boxed()
            }
            ItemKey::Block { run, block } => {
                let item = SearchBlock { user_id, run, block, number, content };
                self.put_over_lower(item, SearchBlock::NUMBER.lt(number)).boxed()
            }
        }
    }

    async fn put_over_lower<E>(&self, item: E, is_lower: Condition<E>) -> Result<Option<WriteNumber>, Error>
    where
        E: Entity<Table = FavoritesTable> + Unconstrained + Numbered,
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

    /// Deletes the roots of merged runs, so that searches don't read them together with those of visible
    /// runs. What fails to be deleted costs searches a little, until the slot is taken again.
    pub(super) async fn delete_roots(&self, merged: &[Run]) {
        let delete = merged.iter().map(|run| {
            let key =
                SearchDirectoryKey { user_id: self.user.clone(), part: packed_index::ROOT, run: run.slot };
            let delete = Delete::<SearchDirectory>::new(key);
            self.favorites
                .store
                .execute(delete.only_if(SearchDirectory::NUMBER.eq(run.number.0)))
                .into_future()
        });
        for result in join_all(delete).await {
            match result {
                Ok(_) | Err(WriteError::ConditionFailed { .. }) => {}
                Err(error) => tracing::info!(%error, "the directory of a merged run stays"),
            }
        }
    }

    /// Deletes the items that the state does not name, unless they have a higher number than `last`, which is
    /// that of the state. Returns false if time ran out.
    ///
    /// It reads one page of each kind of item of each run, and those of the visible runs whole.
    pub(super) async fn delete_unnamed(
        &self,
        state: &IndexState,
        last: WriteNumber,
        end: Instant,
    ) -> Result<bool, Error> {
        let user = || self.user.clone();
        let is_unnamed = |key: &ItemKey, number: WriteNumber| number <= last && !state.needs(key, number);
        macro_rules! delete_of {
            ($query:expr, $entity:ident) => {{
                let condition = || $entity::NUMBER.le(last.0);
                if !self.delete_of::<$entity, _>($query, &is_unnamed, condition, end).await? {
                    return Ok(false);
                }
            }};
        }
        delete_of!(SearchTextSlotItems::query(user()).at_least(&(0_u16,)), SearchTextSlot);
        delete_of!(SearchDirectoryItems::query(user()).at_least(&(0_u32, 0_u8)), SearchDirectory);
        for run in 0..RUN_SLOTS {
            delete_of!(SearchDocumentsItems::query(user(), run).at_least(&(0_u32,)), SearchDocuments);
            delete_of!(SearchBlockItems::query(user(), run).at_least(&(0_u32,)), SearchBlock);
        }
        Ok(true)
    }

    async fn delete_of<E, V>(
        &self,
        query: Query<V, SomeSortKeys>,
        is_unnamed: &(impl Fn(&ItemKey, WriteNumber) -> bool + Sync),
        condition: impl Fn() -> Condition<E> + Send,
        end: Instant,
    ) -> Result<bool, Error>
    where
        E: Entity<Table = FavoritesTable> + Unconstrained + Numbered,
        V: View<Table = FavoritesTable, Item = E> + ConsistentView,
    {
        let mut items = self.favorites.store.stream(query.consistent());
        let mut unnamed = Vec::new();
        loop {
            let item = items.try_next().await?;
            let is_last = item.is_none();
            if let Some(item) = item {
                let (key, name) = (Entity::key(&item), Numbered::key(&item));
                if is_unnamed(&name, item.into_stored().number) {
                    unnamed.push(key);
                }
            }
            if unnamed.len() == WRITES_AT_ONCE || is_last {
                if Instant::now() >= end {
                    return Ok(false);
                }
                let delete = unnamed.drain(..).map(|key| {
                    let delete = Delete::<E>::new(key).only_if(condition());
                    self.favorites.store.execute(delete).into_future()
                });
                for deleted in join_all(delete).await {
                    match deleted {
                        // A later compaction has put it again.
                        Ok(_) | Err(WriteError::ConditionFailed { .. }) => {}
                        Err(error) => return Err(error.into()),
                    }
                }
            }
            if is_last {
                return Ok(true);
            }
        }
    }
}
