//! The deletion of favorites, and of those in the trash.

use futures::{StreamExt as _, TryStreamExt as _, stream};
use single_table::{Delete, Entity as _};

use super::kinds::{FAVORITE, FAVORITE_TAG, TRASH, partition, sort};
use crate::error::Error;
use crate::jobs::{Erasing, Job, Planned, Stage};
use crate::model::ids::{DataId, UserId};
use crate::service::Favorites;
use crate::stored_items::StoredItem;

/// The number of favorites that are deleted in parallel.
const AT_ONCE: usize = 16;

impl Favorites {
    /// Deletes the planned favorites, and plans the next ones. The plan is saved before they are deleted. Returns false if there is nothing to do.
    pub(super) async fn erase_favorites(&self, job: &mut Job, erasing: &mut Erasing) -> Result<bool, Error> {
        let is_trash = erasing.stage == Stage::Trash;
        let favorites = partition(if is_trash { &TRASH } else { &FAVORITE }, &(&job.user_id,))?;
        let deleted = erasing.planned.take();
        if let Some(Planned { until, favorites: number }) = &deleted {
            if is_trash {
                self.delete_trash(&favorites, until).await?;
            } else {
                self.delete_favorites(&job.user_id, &favorites, until).await?;
            }
            job.counts.changed += number;
        }
        let first = self.first_items(favorites, None).await?;
        let number = first.len() as u64;
        erasing.planned =
            first.into_iter().next_back().map(|last| Planned { until: last.sk, favorites: number });
        Ok(deleted.is_some() || erasing.planned.is_some())
    }

    /// Deletes all favorites in the trash up to a sort key.
    async fn delete_trash(&self, trash: &str, until: &str) -> Result<(), Error> {
        loop {
            let first = self.first_items(trash.to_owned(), Some(until)).await?;
            if self.delete_items(&first).await? == 0 {
                return Ok(());
            }
        }
    }

    /// Deletes all favorites up to a sort key, each after its entries under tags. A favorite that is changed meanwhile, and may have got another
    /// entry, is tried again.
    async fn delete_favorites(&self, user: &UserId, favorites: &str, until: &str) -> Result<(), Error> {
        loop {
            let first = self.first_items(favorites.to_owned(), Some(until)).await?;
            if first.is_empty() {
                return Ok(());
            }
            let deletions: Vec<_> =
                first.iter().map(|favorite| self.delete_favorite_of(user, favorite)).collect();
            stream::iter(deletions).buffer_unordered(AT_ONCE).try_collect::<Vec<()>>().await?;
        }
    }

    async fn delete_favorite_of(&self, user: &UserId, favorite: &StoredItem) -> Result<(), Error> {
        let (data_id,): (DataId,) = sort(&favorite.sk)?;
        let entries = partition(&FAVORITE_TAG, &(user, data_id))?;
        while self.delete_some(entries.clone()).await? > 0 {}
        let as_read = StoredItem::VERSION.eq(favorite.version);
        let delete = Delete::<StoredItem>::new(favorite.key()).only_if(as_read);
        Error::unless_changed(self.items.execute(delete).await).map(drop)
    }
}
