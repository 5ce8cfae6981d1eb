//! The deletion of tags, and of entries whose favorites are gone.

use futures::TryStreamExt as _;
use single_table::entity::Unconstrained;
use single_table::view::{ConsistentView, View};
use single_table::{Entity, Query};

use crate::error::Error;
use crate::item_keys::{
    CleanupKeysItems, EntryKeys, EntryKeysByTag, KeysTable, MergedTagKeysItems, TagKeysItems,
};
use crate::limits::ERASED_AT_ONCE;
use crate::model::ids::{TagId, UserId};
use crate::service::Favorites;

impl Favorites {
    /// Deletes some tags.
    pub(super) async fn erase_tags(&self, user: &UserId) -> Result<u64, Error> {
        self.erase_by_tag(user, TagKeysItems::query(user.clone()), |tag| tag.tag_id).await
    }

    /// Deletes some clean-ups of deleted tags.
    pub(super) async fn erase_cleanups(&self, user: &UserId) -> Result<u64, Error> {
        self.erase_by_tag(user, CleanupKeysItems::query(user.clone()), |cleanup| cleanup.tag_id).await
    }

    /// Deletes some records of merged tags.
    pub(super) async fn erase_merged_tags(&self, user: &UserId) -> Result<u64, Error> {
        self.erase_by_tag(user, MergedTagKeysItems::query(user.clone()), |merged| merged.tag_id).await
    }

    /// Deletes the first items of a query after the entries under their tags. Such an entry is left if DynamoDB has removed its favorite, which has
    /// expired, or if the table was restored.
    async fn erase_by_tag<V>(
        &self,
        user: &UserId,
        query: Query<V>,
        tag: fn(&V::Item) -> TagId,
    ) -> Result<u64, Error>
    where
        V: View<Table = KeysTable> + ConsistentView,
        V::Item: Unconstrained + Entity<Table = KeysTable>,
    {
        let page = self.keys.page(query.consistent().including_expired().limit(ERASED_AT_ONCE)).await?;
        for item in &page.items {
            self.erase_entries(user, tag(item)).await?;
        }
        self.delete_items(&page.items).await
    }

    /// Deletes the entries that the index by tag has.
    async fn erase_entries(&self, user: &UserId, tag_id: TagId) -> Result<(), Error> {
        let query = EntryKeysByTag::query(user.clone(), tag_id).including_expired();
        let mut entries = self.keys.stream(query.limit(ERASED_AT_ONCE)).try_chunks(ERASED_AT_ONCE as usize);
        while let Some(chunk) = entries.try_next().await.map_err(|error| error.1)? {
            let chunk: Vec<EntryKeys> = chunk;
            self.delete_items(&chunk).await?;
        }
        Ok(())
    }
}
