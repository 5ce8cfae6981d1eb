//! The trash. Favorites in it expire.

use std::cmp::min;

use single_table::{Condition, Delete, EpochSeconds, Put, Transaction};

use crate::error::Error;
use crate::limits::{BATCH_TRANSACTION_BYTES, OPERATIONS_PER_TRANSACTION, TAGS_PER_FAVORITE, TRASH_KEEPS};
use crate::model::favorite::{
    FavoriteData, FavoriteDataKey, TrashedFavorite, TrashedFavoriteItems, TrashedFavoriteKey,
};
use crate::model::ids::{DataId, UserId};
use crate::model::page::{Page, PageRequest};
use crate::model::value::IdempotencyKey;
use crate::service::Favorites;
use crate::table::FavoritesTable;
use crate::use_cases::edit::{expect, size};
use crate::use_cases::favorite_write::{FavoriteWrite, Obstacle};
use crate::use_cases::idempotency::Repeatable;

/// The result of an attempt to delete the first of several favorites with one transaction.
pub(crate) struct DeletedTogether {
    /// The number of favorites that the transaction was for.
    pub(crate) count: usize,
    /// False if they must be deleted one by one, because one of them is not there, or was changed meanwhile.
    pub(crate) is_done: bool,
}

impl Favorites {
    /// Moves a favorite to the trash, in one transaction with its tag entries and its link.
    ///
    /// # Errors
    /// [`Error::NoFavorite`]; [`Error::VersionMismatch`] when it is not at `expected`; [`Error::Busy`] and
    /// [`Error::Table`].
    pub async fn delete_favorite(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
    ) -> Result<TrashedFavorite, Error> {
        let mut tries = self.tries();
        loop {
            let outcome = self.try_delete(user, data_id, expected).await;
            if let Some(trashed) = tries.after(outcome).await? {
                return Ok(trashed);
            }
        }
    }

    async fn try_delete(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
    ) -> Result<Option<TrashedFavorite>, Error> {
        let before = self.favorite(user, data_id).await?;
        expect(expected, before.version)?;
        let mut transaction = Transaction::new();
        let trashed = self.add_deletion(&mut transaction, before);
        // If it was cancelled, another request changed the favorite in between.
        let cancelled = self.store.transact(transaction).cancelled().await?;
        Ok(cancelled.is_none().then_some(trashed))
    }

    /// Adds the operations that move a favorite to the trash.
    fn add_deletion(
        &self,
        transaction: &mut Transaction<FavoritesTable>,
        favorite: FavoriteData,
    ) -> TrashedFavorite {
        let delete_time = self.store.now();
        let emptied = EpochSeconds::of(delete_time).plus(TRASH_KEEPS);
        let trashed = TrashedFavorite {
            user_id: favorite.user_id.clone(),
            data_id: favorite.data_id,
            delete_time,
            purge_time: favorite.expire_time.map_or(emptied, |expires| min(expires, emptied)),
            favorite,
        };
        FavoriteWrite::remove(transaction, &trashed.favorite);
        transaction.add(Put::new(&trashed));
        trashed
    }

    /// Moves the first of these favorites to the trash, as many as fit into one transaction.
    pub(crate) async fn delete_together(
        &self,
        user: &UserId,
        data_ids: &[DataId],
    ) -> Result<DeletedTogether, Error> {
        let key = |data_id: &DataId| FavoriteDataKey { user_id: user.clone(), data_id: *data_id };
        let keys: Vec<_> = data_ids.iter().map(key).collect();
        let read = self.store.get_many::<FavoriteData>(&keys).consistent().await?;
        let read = read.complete().map_err(single_table::Error::from)?;
        let (mut transaction, mut bytes, mut count) = (Transaction::new(), 0, 0);
        for favorite in read.into_iter().map_while(|favorite| favorite) {
            // The favorite, its link, its entries, and the item in the trash.
            let operations = 3 + favorite.tag_ids.len();
            // DynamoDB's page on transactions does not say whether the size of a deleted item counts.
            bytes += 2 * size(&favorite)?;
            let fits = transaction.len() + operations <= OPERATIONS_PER_TRANSACTION
                && bytes <= BATCH_TRANSACTION_BYTES;
            if count > 0 && !fits {
                break;
            }
            self.add_deletion(&mut transaction, favorite);
            count += 1;
        }
        if count == 0 {
            return Ok(DeletedTogether { count: 1, is_done: false });
        }
        let cancelled = self.store.transact(transaction).cancelled().await?;
        Ok(DeletedTogether { count, is_done: cancelled.is_none() })
    }

    /// Returns the favorites in the trash by the time of their creation. This is one query, and one batch read of their tags if they
    /// have any. Long texts are cut. Deleted tags are left out, as they are when the favorite is restored.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub async fn list_trash(
        &self,
        user: &UserId,
        page: &PageRequest,
    ) -> Result<Page<TrashedFavorite>, Error> {
        let page = self.read_page(TrashedFavoriteItems::query(user.clone()), page).await?;
        let tag_ids =
            page.items.iter().flat_map(|trashed| trashed.favorite.tag_ids.iter().copied()).collect();
        let existing = self.listed_tags(user, &tag_ids).await?;
        Ok(page.map(|trashed| {
            let mut favorite = trashed.favorite.preview();
            favorite.tag_ids.retain(|tag_id| existing.contains(tag_id));
            TrashedFavorite { favorite, ..trashed }
        }))
    }

    /// Returns a favorite in the trash, whole, with those of its tags that still exist.
    ///
    /// # Errors
    /// [`Error::NotInTrash`], [`Error::Busy`] and [`Error::Table`].
    pub async fn trashed_favorite(&self, user: &UserId, data_id: DataId) -> Result<TrashedFavorite, Error> {
        let key = TrashedFavoriteKey { user_id: user.clone(), data_id };
        let trashed = self.store.get(&key).consistent().await?.ok_or(Error::NotInTrash(data_id))?;
        let TrashedFavorite { favorite, .. } = &trashed;
        let tag_ids = self.existing_tags(user, &favorite.tag_ids).await?;
        Ok(TrashedFavorite { favorite: FavoriteData { tag_ids, ..favorite.clone() }, ..trashed })
    }

    /// Restores a favorite from the trash, with those of its tags that still exist.
    ///
    /// # Errors
    /// [`Error::NotInTrash`]; [`Error::LinkTaken`] when its link was kept again meanwhile;
    /// [`Error::TooManyTagsOnFavorite`] if more of its tags exist than a favorite may have;
    /// [`Error::IdempotencyKeyReused`]; [`Error::Busy`] and [`Error::Table`].
    pub async fn restore_favorite(
        &self,
        user: &UserId,
        data_id: DataId,
        key: Option<&IdempotencyKey>,
    ) -> Result<FavoriteData, Error> {
        let repeatable = Repeatable::new(user, key, "restore-favorite", &data_id)?;
        let mut tries = self.tries();
        loop {
            let outcome = self.try_restore(user, data_id, &repeatable).await;
            if let Some(favorite) = tries.after(outcome).await? {
                return Ok(favorite);
            }
        }
    }

    async fn try_restore(
        &self,
        user: &UserId,
        data_id: DataId,
        repeatable: &Repeatable,
    ) -> Result<Option<FavoriteData>, Error> {
        let trash_key = TrashedFavoriteKey { user_id: user.clone(), data_id };
        let Some(trashed) = self.store.get::<TrashedFavorite>(&trash_key).consistent().await? else {
            return self.first_result(repeatable).await?.map(Some).ok_or(Error::NotInTrash(data_id));
        };
        let now = self.store.now();
        let tag_ids = self.existing_tags(user, &trashed.favorite.tag_ids).await?;
        let given = tag_ids.len();
        if given > TAGS_PER_FAVORITE {
            return Err(Error::TooManyTagsOnFavorite { given });
        }
        // It is inserted again, but who read it before it was deleted must not take it for that version.
        let version = trashed.favorite.version + 1;
        let delete_time = trashed.delete_time;
        let favorite =
            FavoriteData { tag_ids, version, update_time: now, restore_time: Some(now), ..trashed.favorite };
        let mut transaction = Transaction::new();
        let change = FavoriteWrite::create(&mut transaction, &favorite);
        let unchanged = Condition::live() & TrashedFavorite::DELETE_TIME.eq(delete_time);
        transaction.add(Delete::new(trash_key).only_if(unchanged));
        repeatable.remember(&mut transaction, &favorite, now)?;
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else {
            return Ok(Some(favorite));
        };
        if let Some(first) = self.first_result(repeatable).await? {
            return Ok(Some(first));
        }
        // Otherwise a tag went away, or the trash or the favorite moved: look again.
        match change.obstacle(&cancelled)? {
            Obstacle::Link(data_id) => Err(Error::LinkTaken { data_id }),
            _ => Ok(None),
        }
    }

    /// Deletes a favorite from the trash for good.
    ///
    /// # Errors
    /// [`Error::NotInTrash`], [`Error::Busy`] and [`Error::Table`].
    pub async fn purge_favorite(&self, user: &UserId, data_id: DataId) -> Result<(), Error> {
        let key = TrashedFavoriteKey { user_id: user.clone(), data_id };
        let delete = Delete::<TrashedFavorite>::new(key).only_if(Condition::live());
        let was_there = Error::unless_changed(self.store.execute(delete).await)?;
        if was_there { Ok(()) } else { Err(Error::NotInTrash(data_id)) }
    }
}
