//! The deletion of favorites, and of those in the trash.

use futures::{StreamExt as _, TryStreamExt as _, stream};
use single_table::query::SomeSortKeys;
use single_table::view::{ConsistentView, View};
use single_table::{Delete, Entity as _, Query};

use crate::error::Error;
use crate::item_keys::{EntryKeysItems, FavoriteKeys, FavoriteKeysItems, KeysTable, TrashKeysItems};
use crate::jobs::{Erasing, Job, Planned, Stage};
use crate::limits::ERASED_AT_ONCE;
use crate::model::ids::{DataId, UserId};
use crate::service::Favorites;

/// The number of favorites that are deleted in parallel.
const AT_ONCE: usize = 16;

impl Favorites {
    /// Deletes the planned favorites, and plans the next ones. The plan is saved before they are deleted. Returns false if there is nothing to do.
    pub(super) async fn erase_favorites(&self, job: &mut Job, erasing: &mut Erasing) -> Result<bool, Error> {
        let user = job.user_id.clone();
        let is_trash = erasing.stage == Stage::Trash;
        let deleted = erasing.planned.take();
        if let Some(Planned { until, favorites }) = deleted {
            if is_trash {
                self.delete_trash(&user, until).await?;
            } else {
                self.delete_favorites(&user, until).await?;
            }
            job.counts.changed += favorites;
        }
        erasing.planned = if is_trash {
            self.planned(TrashKeysItems::query(user), |trashed| trashed.data_id).await?
        } else {
            self.planned(FavoriteKeysItems::query(user), |favorite| favorite.data_id).await?
        };
        Ok(deleted.is_some() || erasing.planned.is_some())
    }

    /// Plans to delete the first favorites of a query.
    async fn planned<V>(&self, query: Query<V>, id: fn(&V::Item) -> DataId) -> Result<Option<Planned>, Error>
    where
        V: View<Table = KeysTable> + ConsistentView,
    {
        let page = self.keys.page(query.consistent().including_expired().limit(ERASED_AT_ONCE)).await?;
        let favorites = page.items.len() as u64;
        Ok(page.items.last().map(|last| Planned { until: id(last), favorites }))
    }

    /// Deletes all favorites in the trash up to an id.
    async fn delete_trash(&self, user: &UserId, until: DataId) -> Result<(), Error> {
        while self.delete_some(TrashKeysItems::query(user.clone()).at_most(&(until,))).await? > 0 {}
        Ok(())
    }

    /// Deletes all favorites up to an id, each after its entries under tags. A favorite that is changed meanwhile, and may have got another
    /// entry, is tried again.
    async fn delete_favorites(&self, user: &UserId, until: DataId) -> Result<(), Error> {
        loop {
            let query: Query<_, SomeSortKeys> = FavoriteKeysItems::query(user.clone()).at_most(&(until,));
            let query = query.consistent().including_expired().limit(ERASED_AT_ONCE);
            let favorites: Vec<FavoriteKeys> = self.keys.page(query).await?.items;
            if favorites.is_empty() {
                return Ok(());
            }
            let deletions: Vec<_> =
                favorites.iter().map(|favorite| self.delete_favorite_of(user, favorite)).collect();
            stream::iter(deletions).buffer_unordered(AT_ONCE).try_collect::<Vec<()>>().await?;
        }
    }

    async fn delete_favorite_of(&self, user: &UserId, favorite: &FavoriteKeys) -> Result<(), Error> {
        while self.delete_some(EntryKeysItems::query(user.clone(), favorite.data_id)).await? > 0 {}
        let as_read = FavoriteKeys::VERSION.eq(favorite.version);
        let delete = Delete::<FavoriteKeys>::new(favorite.key()).only_if(as_read);
        Error::unless_changed(self.keys.execute(delete).await).map(drop)
    }
}
