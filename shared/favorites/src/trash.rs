//! The trash, which empties itself.

use std::cmp::min;

use single_table::{Condition, Delete, EpochSeconds, Put, Transaction, WriteError};

use crate::change::{Change, Obstacle};
use crate::error::Error;
use crate::favorite::{FavoriteData, TrashedFavorite, TrashedFavoriteItems, TrashedFavoriteKey};
use crate::favorites::{Favorites, TRIES, busy, expect};
use crate::idempotency::Repeatable;
use crate::ids::{DataId, UserId};
use crate::limits::TRASH_KEEPS;
use crate::page::{Page, PageRequest};
use crate::value::IdempotencyKey;

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
        for _ in 0..TRIES {
            let before = self.favorite(user, data_id).await?;
            expect(expected, before.version)?;
            let delete_time = self.store.now();
            let emptied = EpochSeconds::of(delete_time).plus(TRASH_KEEPS);
            let trashed = TrashedFavorite {
                user_id: user.clone(),
                data_id,
                delete_time,
                purge_time: before.expire_time.map_or(emptied, |expires| min(expires, emptied)),
                favorite: before,
            };
            let mut transaction = Transaction::new();
            Change::remove(&mut transaction, &trashed.favorite);
            transaction.add(Put::new(&trashed));
            match self.store.transact(transaction).await {
                Ok(_) => return Ok(trashed),
                // Somebody changed it in between.
                Err(error) => _ = error.into_cancelled()?,
            }
        }
        Err(busy())
    }

    /// What lies in the trash, by the time it was kept: one query. Long texts are cut.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::Busy`] and [`Error::Table`].
    pub async fn list_trash(
        &self,
        user: &UserId,
        page: &PageRequest,
    ) -> Result<Page<TrashedFavorite>, Error> {
        let page = self.read_page(TrashedFavoriteItems::query(user.clone()), page).await?;
        Ok(page.map(|trashed| TrashedFavorite { favorite: trashed.favorite.preview(), ..trashed }))
    }

    /// Takes a favorite out of the trash, with those of its tags that still exist.
    ///
    /// # Errors
    /// [`Error::NotInTrash`]; [`Error::LinkTaken`] when its link was kept again meanwhile;
    /// [`Error::IdempotencyKeyReused`]; [`Error::Busy`] and [`Error::Table`].
    pub async fn restore_favorite(
        &self,
        user: &UserId,
        data_id: DataId,
        key: Option<&IdempotencyKey>,
    ) -> Result<FavoriteData, Error> {
        let repeatable = Repeatable::new(user, key, "restore-favorite", &data_id)?;
        for _ in 0..TRIES {
            let trash_key = TrashedFavoriteKey { user_id: user.clone(), data_id };
            let Some(trashed) = self.store.get::<TrashedFavorite>(&trash_key).consistent().await? else {
                let first = match &repeatable {
                    Some(repeatable) => self.first_result(repeatable).await?,
                    None => None,
                };
                return first.ok_or(Error::NotInTrash(data_id));
            };
            let now = self.store.now();
            let tag_ids = self.existing_tags(user, &trashed.favorite.tag_ids).await?;
            // It is inserted anew, but who read it before it was thrown away must not take it for that version.
            let version = trashed.favorite.version + 1;
            let delete_time = trashed.delete_time;
            let favorite = FavoriteData { tag_ids, version, update_time: now, ..trashed.favorite };
            let mut transaction = Transaction::new();
            let change = Change::create(&mut transaction, &favorite);
            let unchanged = Condition::live() & TrashedFavorite::DELETE_TIME.eq(delete_time);
            transaction.add(Delete::new(trash_key).only_if(unchanged));
            if let Some(repeatable) = &repeatable {
                repeatable.remember(&mut transaction, &favorite, now)?;
            }
            match self.store.transact(transaction).await {
                Ok(_) => return Ok(favorite),
                Err(error) => {
                    let cancelled = error.into_cancelled()?;
                    if let Some(repeatable) = &repeatable
                        && let Some(first) = self.first_result(repeatable).await?
                    {
                        return Ok(first);
                    }
                    // Otherwise a tag went away, or the trash or the favorite moved: look again.
                    if let Obstacle::Link(data_id) = change.obstacle(&cancelled)? {
                        return Err(Error::LinkTaken { data_id });
                    }
                }
            }
        }
        Err(busy())
    }

    /// Removes a favorite from the trash for good.
    ///
    /// # Errors
    /// [`Error::NotInTrash`], [`Error::Busy`] and [`Error::Table`].
    pub async fn purge_favorite(&self, user: &UserId, data_id: DataId) -> Result<(), Error> {
        let key = TrashedFavoriteKey { user_id: user.clone(), data_id };
        match self.store.execute(Delete::<TrashedFavorite>::new(key).only_if(Condition::live())).await {
            Ok(_) => Ok(()),
            Err(WriteError::ConditionFailed { .. }) => Err(Error::NotInTrash(data_id)),
            Err(error) => Err(error.into()),
        }
    }
}
