//! Deletions by key.

use single_table::query::{Range, SomeSortKeys};
use single_table::write::BatchWrite;
use single_table::{Entity as _, Query};

use crate::error::Error;
use crate::limits::ERASED_AT_ONCE;
use crate::service::Favorites;
use crate::stored_items::{StoredItem, StoredItemItems};

impl Favorites {
    /// Deletes the first [`ERASED_AT_ONCE`] items of a partition, and returns their number.
    pub(super) async fn delete_some(&self, partition: String) -> Result<u64, Error> {
        let first = self.first_items(partition, None).await?;
        self.delete_items(&first).await
    }

    /// Returns the first [`ERASED_AT_ONCE`] items of a partition up to a sort key, expired ones among them.
    pub(super) async fn first_items(
        &self,
        partition: String,
        until: Option<&str>,
    ) -> Result<Vec<StoredItem>, Error> {
        let all = StoredItemItems::query(partition).consistent().including_expired().limit(ERASED_AT_ONCE);
        let page = match until {
            None => self.items.page(all).await?,
            Some(until) => {
                let some: Query<_, SomeSortKeys> = all.range(&(), &Range::AtMost(until.to_owned()));
                self.items.page(some).await?
            }
        };
        Ok(page.items)
    }

    /// Deletes items, and returns their number.
    pub(crate) async fn delete_items(&self, items: &[StoredItem]) -> Result<u64, Error> {
        if items.is_empty() {
            return Ok(0);
        }
        let batch = items.iter().map(StoredItem::key).fold(BatchWrite::new(), BatchWrite::delete);
        let written = self.items.batch_write(batch).await?;
        written.complete().map_err(single_table::Error::from)?;
        Ok(items.len() as u64)
    }
}
