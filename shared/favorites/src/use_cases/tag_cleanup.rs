//! The clean-up of a deleted tag: the worker removes the tag from its favorites, in small steps.
//!
//! The transaction that deletes a tag puts a [`TagCleanup`] in its place, and [lists](crate::due) it, so that
//! the worker takes turns with the user's clean-ups. A step removes the tag from at most [`CLEANUP_STEP`]
//! favorites and moves the item on. At the end the item is deleted. No favorite keeps the tag, even after
//! faults:
//!
//! - Moving the item is a step's last write. An interrupted step is repeated; removing a tag that is already
//!   removed changes nothing.
//! - A step moves the item only if it is as it was read. So two workers at once do no harm.
//! - A step that fails delays its own clean-up, for longer each time, and no other one. It is never given up.
//! - A favorite without the tag can't get it any more: every transaction that adds a tag to a favorite checks
//!   that the tag exists. So does each one that gives a favorite another clip time, because its entry moves
//!   to another place in the index by tag, which the pass may have left behind.
//! - An import of an export brings a deleted tag back under its id, and favorites have it again. So each
//!   transaction that takes the tag off a favorite checks that the tag is still gone. If it is not, the
//!   clean-up ends.
//! - The favorites come from the index by tag, which may be behind the table (see "Data synchronization
//!   between tables and Global Secondary Indexes" in the DynamoDB developer guide). So only a pass that began
//!   [`CLEANUP_LAG`] after the deletion is the last one. The first pass begins at once. When it ends too
//!   early, the clean-up waits until the last one may begin.
//! - A favorite that is gone, but not its entry under the tag, has expired: DynamoDB removes the two in no
//!   order. The entry is then deleted, in one transaction with a check that the favorite is still gone.
//!
//! A tag that was [merged](super::merged_tag) into another one is cleaned up in the same way, but its
//! favorites get the other tag in its place. If that one was merged on meanwhile, they get the last one.

use futures::TryStreamExt as _;
use serde::{Deserialize, Serialize};
use single_table::{Check, Condition, Delete, Entity, Put, Timestamp, Transaction};
use tokio::time::Instant;

use crate::catalogue::drawn;
use crate::error::Error;
use crate::error::busy;
use crate::limits::{CLEANUP_LAG, CLEANUP_STEP, MERGES_FOLLOWED};
use crate::model::favorite::{FavoriteData, FavoriteDataKey};
use crate::model::favorite_data_tag::{FavoriteDataTag, FavoritesByTag};
use crate::model::ids::{TagId, UserId};
use crate::model::page::Position;
use crate::model::tag::{Tag, TagKey};
use crate::model::times::{delay_after, later};
use crate::service::Favorites;
use crate::table::{FavoritesTable, LsiOne};
use crate::use_cases::favorite_write::{FavoriteWrite, Obstacle};

/// A deleted tag that is being removed from its favorites, and the progress of the removal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "TagCleanup", partition(user_id), sort(tag_id), version(revision))]
#[index(on = LsiOne, view = CleanupsByTime, sort(time))]
pub(crate) struct TagCleanup {
    user_id: UserId,
    tag_id: TagId,
    revision: u64,
    /// The time of the deletion.
    since: Timestamp,
    /// The time from which the worker may go on.
    pub(crate) time: Timestamp,
    /// The number of steps in a row that failed.
    attempts: usize,
    /// The place in the index after which the step begins. A step without one begins a new pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<Position>,
    /// True if the current pass is the last one.
    last_pass: bool,
}

impl TagCleanup {
    /// The first step.
    pub(crate) fn begin(user: &UserId, tag_id: TagId, now: Timestamp) -> Self {
        Self {
            user_id: user.clone(),
            tag_id,
            // Another one than that of an item that was deleted before.
            revision: drawn(),
            since: now,
            time: now,
            attempts: 0,
            position: None,
            last_pass: false,
        }
    }

    /// Returns the item after a step that began at `began`, ended at `now` and reached `position`. Returns
    /// `None` after the last pass.
    fn after(&self, began: Timestamp, now: Timestamp, position: Option<Position>) -> Option<Self> {
        let settled = later(self.since, CLEANUP_LAG);
        let last_pass = if self.position.is_none() { began >= settled } else { self.last_pass };
        let time = if position.is_none() { now.max(settled) } else { now };
        let is_over = position.is_none() && last_pass;
        (!is_over).then(|| Self { time, attempts: 0, position, last_pass, ..self.clone() })
    }

    /// Returns the item after a step that failed.
    fn after_failure(&self, now: Timestamp) -> Self {
        let attempts = self.attempts + 1;
        Self { time: later(now, delay_after(attempts)), attempts, ..self.clone() }
    }
}

impl Favorites {
    /// Returns the clean-up of a user that has waited for the longest time, or waits for the shortest.
    pub(crate) async fn first_cleanup(&self, user: &UserId) -> Result<Option<TagCleanup>, Error> {
        let query = CleanupsByTime::query(user.clone()).consistent().limit(1).lenient();
        let mut cleanups = self.store.stream(query);
        while let Some(cleanup) = cleanups.try_next().await? {
            match cleanup {
                Ok(cleanup) => return Ok(Some(cleanup)),
                Err(damaged) => {
                    let error = Error::from(damaged.error);
                    tracing::error!(error = error.without_values(), "the clean-up of a tag can't be read");
                }
            }
        }
        Ok(None)
    }

    /// Takes a step of a clean-up. Favorites that are not done by `end` are left for the next step.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`] if the item can't be written. Otherwise the inner error, after
    /// which the clean-up waits: [`Error::Position`] where the item is damaged, or the error of the first
    /// favorite that could not be changed, after the others of the step were.
    pub(crate) async fn step_cleanup(
        &self,
        cleanup: &TagCleanup,
        end: Instant,
    ) -> Result<Result<(), Error>, Error> {
        let stepped = self.step(cleanup, end).await;
        let (after, stepped) = match stepped {
            Ok(after) => (after, Ok(())),
            Err(error) => (Some(cleanup.after_failure(self.store.now())), Err(error)),
        };
        let written = match after {
            Some(mut after) => self.store.replace(cleanup, &mut after).await,
            None => self.store.remove(cleanup).await,
        };
        // If the item has changed, the tag was brought back and deleted again, or another worker was faster.
        Error::unless_changed(written)?;
        Ok(stepped)
    }

    /// Begins the clean-up of a deleted tag that favorites still have. Returns false, and does nothing, if
    /// the tag exists, or if its clean-up is under way.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn resume_cleanup(&self, user: &UserId, tag_id: TagId) -> Result<bool, Error> {
        let cleanup = TagCleanup::begin(user, tag_id, self.store.now());
        let mut transaction = Transaction::new();
        let key = TagKey { user_id: user.clone(), tag_id };
        let deleted = transaction.add(Check::<Tag>::new(key, Condition::absent()));
        let begun = transaction.add(Put::new(&cleanup).only_if(Condition::absent()));
        let is_new = match self.store.transact(transaction).cancelled().await? {
            None => true,
            Some(cancelled) if cancelled.failed(deleted) => return Ok(false),
            Some(cancelled) if cancelled.failed(begun) => false,
            Some(_) => return Err(busy()),
        };
        // Also for one that is there: a table that was restored may lack the other item.
        Ok(self.add_cleanups(user, is_new).await? || is_new)
    }

    /// Removes the tag from the favorites of a step. Returns the item after the step, or `None` if the
    /// clean-up has ended.
    async fn step(&self, cleanup: &TagCleanup, end: Instant) -> Result<Option<TagCleanup>, Error> {
        let began = self.store.now();
        // Expired entries too: an edit may have moved the expiry of the favorite since the index was updated.
        let entries = FavoritesByTag::query(cleanup.user_id.clone(), cleanup.tag_id).including_expired();
        let page = self.read_after(cleanup.position.as_ref(), entries.limit(CLEANUP_STEP)).await?;
        let into = self.merged_into(&cleanup.user_id, cleanup.tag_id).await?;
        let mut result = Ok(());
        let mut left = page.items.iter();
        // One after the other: their transactions check the same tag, so they would cancel each other. All of
        // them, also after a failure, which must not keep the tag on the others.
        while Instant::now() < end
            && let Some(entry) = left.next()
        {
            match self.take_off(entry, into).await {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(error) => result = result.and(Err(error)),
            }
        }
        result?;
        if left.len() > 0 {
            return Ok(Some(cleanup.clone()));
        }
        Ok(cleanup.after(began, self.store.now(), page.next))
    }

    /// Removes the tag from a favorite, and puts the tag on it into which it was merged. Returns false if the
    /// tag exists again.
    async fn take_off(&self, entry: &FavoriteDataTag, mut into: Option<TagId>) -> Result<bool, Error> {
        let mut tries = self.tries();
        let mut followed = 0;
        loop {
            let outcome = match self.try_take_off(entry, into).await {
                Err(Error::NoFavorite(_)) => return self.delete_orphan(entry).await.map(|()| true),
                // It was deleted since, or merged into yet another one.
                Err(Error::NoTag(gone)) => {
                    followed += 1;
                    let is_lost = followed == MERGES_FOLLOWED;
                    into = if is_lost { None } else { self.merged_into(&entry.user_id, gone).await? };
                    continue;
                }
                outcome => outcome,
            };
            if let Some(is_gone) = tries.after(outcome).await? {
                return Ok(is_gone);
            }
        }
    }

    async fn try_take_off(
        &self,
        entry: &FavoriteDataTag,
        into: Option<TagId>,
    ) -> Result<Option<bool>, Error> {
        let FavoriteDataTag { user_id, data_id, tag_id, .. } = entry;
        let before = self.favorite(user_id, *data_id).await?;
        if !before.tag_ids.contains(tag_id) {
            return Ok(Some(true));
        }
        let mut after = FavoriteData { update_time: self.store.now(), ..before.clone() };
        after.tag_ids.extend(into);
        after.tag_ids.remove(tag_id);
        let mut transaction = Transaction::new();
        let write = FavoriteWrite::edit(&mut transaction, &before, &mut after);
        let key = TagKey { user_id: user_id.clone(), tag_id: *tag_id };
        let is_gone = transaction.add(Check::<Tag>::new(key, Condition::absent()));
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else {
            return Ok(Some(true));
        };
        if cancelled.failed(is_gone) {
            return Ok(Some(false));
        }
        match write.obstacle(&cancelled)? {
            Obstacle::NoTag(tag_id) => Err(Error::NoTag(tag_id)),
            _ => Ok(None),
        }
    }

    /// Deletes an entry whose favorite is gone. If the favorite exists again, because its expiry was moved at the last moment, the
    /// next step changes the favorite.
    async fn delete_orphan(&self, entry: &FavoriteDataTag) -> Result<(), Error> {
        let key = FavoriteDataKey { user_id: entry.user_id.clone(), data_id: entry.data_id };
        let mut transaction = Transaction::new();
        transaction.add(Check::<FavoriteData>::new(key, Condition::absent()));
        transaction.add(Delete::<FavoriteDataTag>::new(entry.key()));
        self.store.transact(transaction).await?;
        Ok(())
    }
}
