//! Reads of the index's items.

use std::collections::{BTreeSet, HashMap};

use futures::future::{try_join_all, try_join3};
use packed_index::{ItemKey, Items, Put, ROOT, SearchItems, StoredItem, WriteNumber};
use single_table::query::SomeSortKeys;
use single_table::view::{ConsistentView, View};
use single_table::{Entity, Query};

use super::items::{
    KeysByKind, Numbered, SearchBlock, SearchDirectory, SearchDirectoryItems, SearchDocuments,
    SearchTextSlotItems,
};
use super::user_items::UserItems;
use crate::error::Error;
use crate::table::FavoritesTable;

type Found = Vec<(ItemKey, StoredItem)>;

impl UserItems<'_> {
    async fn read_items(&self, keys: &[ItemKey], consistent: bool) -> Result<Vec<Option<StoredItem>>, Error> {
        let KeysByKind { documents, blocks, parts, roots, texts } = KeysByKind::new(self.user, keys);
        let single = try_join3(
            self.of_kind::<SearchDocuments>(documents, consistent),
            self.of_kind::<SearchBlock>(blocks, consistent),
            self.of_kind::<SearchDirectory>(parts, consistent),
        );
        let (single, roots, texts) =
            try_join3(single, self.roots(&roots, consistent), self.texts_of(&texts, consistent)).await?;
        let found = [single.0, single.1, single.2, roots, texts].into_iter().flatten();
        let found: HashMap<ItemKey, StoredItem> = found.collect();
        self.note_read(found.values());
        Ok(keys.iter().map(|key| found.get(key).cloned()).collect())
    }

    /// Reads items of one kind with batch reads.
    async fn of_kind<E>(&self, keys: Vec<(ItemKey, E::Key)>, consistent: bool) -> Result<Found, Error>
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

    /// Reads the roots of directories with one query. A query rounds up the sum of its items' sizes, and a
    /// batch read the size of each.
    async fn roots(&self, runs: &BTreeSet<u8>, consistent: bool) -> Result<Found, Error> {
        let Some((first, last)) = runs.first().zip(runs.last()) else { return Ok(Vec::new()) };
        let query = SearchDirectoryItems::query(self.user.clone()).between(&(ROOT, *first), &(ROOT, *last));
        self.all(query, consistent).await
    }

    /// Reads text slots, with one query for neighbors.
    async fn texts_of(&self, slots: &BTreeSet<u16>, consistent: bool) -> Result<Found, Error> {
        let slots: Vec<_> = slots.iter().copied().collect();
        let neighbors = slots.chunk_by(|one, next| one.checked_add(1) == Some(*next));
        let read = neighbors.filter_map(|slots| slots.first().zip(slots.last())).map(|(first, last)| {
            let query = SearchTextSlotItems::query(self.user.clone()).between(&(*first,), &(*last,));
            self.all(query, consistent)
        });
        Ok(try_join_all(read).await?.into_iter().flatten().collect())
    }

    async fn all<V>(&self, query: Query<V, SomeSortKeys>, consistent: bool) -> Result<Found, Error>
    where
        V: View<Table = FavoritesTable> + ConsistentView,
        V::Item: Numbered,
    {
        let query = if consistent { query.consistent() } else { query };
        let items = self.favorites.store.all(query).await?;
        Ok(items.into_iter().map(|item| (item.key(), item.into_stored())).collect())
    }
}

/// Consistent reads, for compactions.
impl Items for UserItems<'_> {
    type Error = Error;

    async fn read(&self, keys: &[ItemKey]) -> Result<Vec<Option<StoredItem>>, Error> {
        self.read_items(keys, true).await
    }

    async fn put(&self, puts: Vec<Put>) -> Result<(), Error> {
        self.put_all(puts).await
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
                let is_unknown = |(key, number): &&(ItemKey, WriteNumber)| {
                    // An eventually consistent read may not return the item yet, or only an earlier one.
                    known.get(key).is_none_or(|item| item.number < *number)
                };
                keys.iter().filter(is_unknown).map(|(key, _)| *key).collect()
            };
            if unknown.is_empty() {
                break;
            }
            let read = self.read_items(&unknown, consistent).await?;
            let found = unknown.into_iter().zip(read).filter_map(|(key, item)| Some((key, item?)));
            let mut known = self.known();
            found.for_each(|(key, item)| known.insert(key, item));
        }
        let mut known = self.known();
        Ok(keys.iter().map(|(key, _)| known.get(key).cloned()).collect())
    }
}
