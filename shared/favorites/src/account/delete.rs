//! Deletions by key.

use single_table::entity::Unconstrained;
use single_table::view::{ConsistentView, View};
use single_table::write::BatchWrite;
use single_table::{Entity, Query};

use crate::error::Error;
use crate::item_keys::KeysTable;
use crate::limits::ERASED_AT_ONCE;
use crate::service::Favorites;

impl Favorites {
    /// Deletes the first [`ERASED_AT_ONCE`] items of a partition, expired ones among them, and returns their number.
    pub(super) async fn delete_some<V, S>(&self, query: Query<V, S>) -> Result<u64, Error>
    where
        V: View<Table = KeysTable> + ConsistentView,
        V::Item: Unconstrained + Entity<Table = KeysTable>,
    {
        let page = self.keys.page(query.consistent().including_expired().limit(ERASED_AT_ONCE)).await?;
        self.delete_items(&page.items).await
    }

    /// Deletes items, and returns their number.
    pub(super) async fn delete_items<E>(&self, items: &[E]) -> Result<u64, Error>
    where
        E: Unconstrained + Entity<Table = KeysTable>,
    {
        if items.is_empty() {
            return Ok(0);
        }
        let batch = items.iter().map(Entity::key).fold(BatchWrite::new(), BatchWrite::delete);
        let written = self.keys.batch_write(batch).await?;
        written.complete().map_err(single_table::Error::from)?;
        Ok(items.len() as u64)
    }
}
