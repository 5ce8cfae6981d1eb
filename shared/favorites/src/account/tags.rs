//! The deletion of tags, and of entries whose favorites are gone.

use futures::TryStreamExt as _;
use single_table::keys::EntityName;

use super::kinds::{FAVORITE_TAG, partition, sort};
use crate::error::Error;
use crate::limits::ERASED_AT_ONCE;
use crate::model::ids::{TagId, UserId};
use crate::service::Favorites;
use crate::stored_items::{StoredItem, StoredItemsByTag};

impl Favorites {
    /// Deletes the first items of a kind whose sort key is the id of a tag, after the entries under these tags. Such an entry is left if
    /// DynamoDB has removed its favorite, which has expired, or if the table was restored.
    pub(super) async fn erase_by_tag(&self, user: &UserId, kind: &EntityName) -> Result<u64, Error> {
        let first = self.first_items(partition(kind, &(user,))?, None).await?;
        for item in &first {
            let (tag_id,): (TagId,) = sort(&item.sk)?;
            self.erase_entries(user, tag_id).await?;
        }
        self.delete_items(&first).await
    }

    /// Deletes the entries that the index by tag has.
    async fn erase_entries(&self, user: &UserId, tag_id: TagId) -> Result<(), Error> {
        let query = StoredItemsByTag::query(partition(&FAVORITE_TAG, &(user, tag_id))?).including_expired();
        let mut entries = self.items.stream(query.limit(ERASED_AT_ONCE)).try_chunks(ERASED_AT_ONCE as usize);
        while let Some(chunk) = entries.try_next().await.map_err(|error| error.1)? {
            let chunk: Vec<StoredItem> = chunk;
            self.delete_items(&chunk).await?;
        }
        Ok(())
    }
}
