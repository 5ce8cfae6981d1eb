//! The owners of unique values, of many at a time.

use futures::{StreamExt as _, TryStreamExt as _, stream};
use single_table::Entity;
use single_table::entity::Constraint;

use crate::error::Error;
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The number of values that are looked up in parallel.
const LOOKED_UP_AT_ONCE: usize = 16;

impl Favorites {
    /// Returns the keys of the items that have these unique values now, each with the label of its value.
    /// Values that no item has are left out.
    pub(crate) async fn value_owners<L, C>(
        &self,
        values: Vec<(L, C)>,
    ) -> Result<Vec<(L, <C::Owner as Entity>::Key)>, Error>
    where
        L: Send,
        C: Constraint + Send + Sync,
        C::Owner: Entity<Table = FavoritesTable>,
    {
        let owners = values.into_iter().map(|(label, value)| async move {
            let owner = self.store.owner(&value).await?;
            Ok::<_, Error>(owner.map(|owner| (label, owner)))
        });
        // Collected first: a stream over a closure that borrows `self` is not `Send` otherwise.
        let owners: Vec<_> = owners.collect();
        let found: Vec<_> = stream::iter(owners).buffer_unordered(LOOKED_UP_AT_ONCE).try_collect().await?;
        Ok(found.into_iter().flatten().collect())
    }
}
