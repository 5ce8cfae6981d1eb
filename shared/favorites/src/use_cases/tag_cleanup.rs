//! The clean-up of a deleted tag: the tag is removed from its favorites in small steps, each of which causes
//! the next.
//!
//! The transaction that deletes a tag puts a [`TagCleanup`] in its place. The stream brings that item to the
//! consumer, which removes the tag from at most [`CLEANUP_STEP`] favorites and moves the item to the next
//! step. The stream brings that change, and so on. At the end the item is deleted. No favorite keeps the tag,
//! even after faults:
//!
//! - Moving the item is a step's last write. An interrupted step is delivered again and repeated; removing a
//!   tag that is already removed changes nothing.
//! - A step moves the item only from the run and step that it was delivered with. So a record that comes
//!   twice, late or to two consumers at once finds the item elsewhere, and one chain of steps goes on.
//! - A favorite without the tag can't get it any more: every transaction that adds a tag to a favorite checks
//!   that the tag exists. So does each one that gives a favorite another clip time, because its entry moves
//!   to another place in the index by tag, which the pass may have left behind.
//! - An import of an export brings a deleted tag back under its id, and favorites have it again. So each
//!   transaction that takes the tag off a favorite checks that the tag is still gone. If it is not, the
//!   clean-up ends.
//! - The favorites come from the index by tag, which may be behind the table (see "Data synchronization
//!   between tables and Global Secondary Indexes" in the DynamoDB developer guide). So only a pass that began
//!   [`CLEANUP_LAG`] after the deletion is the last one. The first pass begins at once. When it ends too
//!   early, the item gets a time to live and waits: DynamoDB removes it when it may (the page "Using time to
//!   live (TTL) in DynamoDB" says within a few days), and the record of that removal begins the last pass. No
//!   task waits for it, and nothing is polled.
//! - A favorite that is gone, but not its entry under the tag, has expired: DynamoDB removes the two in no
//!   order. The entry is then deleted, in one transaction with a check that the favorite is still gone.
//!
//! A tag that was [merged](super::merged_tag) into another one is cleaned up in the same way, but its
//! favorites get the other tag in its place. If that one was merged on meanwhile, they get the last one.
//!
//! The function `worker` takes the steps. It has its own place in the stream, so that counts don't wait for
//! deleted tags.
//!
//! If records were lost for good, [`Favorites::resume_cleanup`] begins again.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use single_table::{Check, Condition, Delete, Entity, EpochSeconds, Put, Timestamp, Transaction};
use tokio::time::Instant;

use crate::error::Error;
use crate::error::busy;
use crate::limits::{CLEANUP_LAG, CLEANUP_STALLS, CLEANUP_STEP, MERGES_FOLLOWED};
use crate::model::favorite::{FavoriteData, FavoriteDataKey};
use crate::model::favorite_data_tag::{FavoriteDataTag, FavoritesByTag};
use crate::model::ids::{TagId, UserId};
use crate::model::page::Position;
use crate::model::tag::{Tag, TagKey};
use crate::model::times::later;
use crate::service::Favorites;
use crate::table::FavoritesTable;
use crate::use_cases::favorite_write::{FavoriteWrite, Obstacle};

/// A deleted tag that is being removed from its favorites, and the progress of the removal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "TagCleanup", partition(user_id), sort(tag_id), ttl(wait_until))]
pub(crate) struct TagCleanup {
    user_id: UserId,
    tag_id: TagId,
    /// The time at which this run began. Together with the step, it identifies the current record of the stream.
    since: Timestamp,
    /// The step to be taken, from 0.
    step: u64,
    /// The time at which the last step ended.
    step_time: Timestamp,
    /// The place in the index after which the step begins. A step without one begins a new pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<Position>,
    /// True if the current pass is the last one.
    last_pass: bool,
    /// The number of entries that earlier steps have read.
    done: u64,
    /// The time until which it waits for the index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wait_until: Option<EpochSeconds>,
}

impl TagCleanup {
    /// The first step.
    pub(crate) fn begin(user: &UserId, tag_id: TagId, now: Timestamp) -> Self {
        Self {
            user_id: user.clone(),
            tag_id,
            since: now,
            step: 0,
            step_time: now,
            position: None,
            last_pass: false,
            done: 0,
            wait_until: None,
        }
    }

    /// Returns true if a record with this image asks for a step: a clean-up was put, or a waiting clean-up was
    /// removed when its wait was over. If a waiting clean-up is removed earlier, its account is being erased. The
    /// consumer must not put it again, because the erasure would delete it again, until the end of the wait.
    pub(crate) fn is_due(&self, is_there: bool, written: Option<EpochSeconds>) -> bool {
        match self.wait_until {
            None => is_there,
            Some(until) => !is_there && written.is_none_or(|written| written >= until),
        }
    }

    /// The user who deleted the tag.
    pub(crate) fn user(&self) -> &UserId {
        &self.user_id
    }

    /// Returns the condition that the step is the current one: the item has not moved or, after a wait, is still gone.
    fn is_current(&self) -> Condition<Self> {
        match self.wait_until {
            None => Self::SINCE.eq(self.since) & Self::STEP.eq(self.step),
            Some(_) => Condition::absent(),
        }
    }

    /// Returns the item after this step, which began at `began`, ended at `now` and reached `position`. Returns `None` after the last
    /// pass.
    fn after(
        &self,
        began: Timestamp,
        now: Timestamp,
        position: Option<Position>,
        entries: usize,
    ) -> Option<Self> {
        let settled = later(self.since, CLEANUP_LAG);
        let last_pass = if self.position.is_none() { began >= settled } else { self.last_pass };
        if position.is_none() && last_pass {
            return None;
        }
        // A time to live is in whole seconds.
        let wait = EpochSeconds::of(later(settled, Duration::from_secs(1)));
        Some(Self {
            step: self.step + 1,
            step_time: now,
            wait_until: (position.is_none() && now < settled).then_some(wait),
            position,
            last_pass,
            done: self.done + entries as u64,
            ..self.clone()
        })
    }
}

impl Favorites {
    /// Takes a step of a clean-up. Favorites that are not done by `end` are left for the next delivery of the step's record.
    ///
    /// # Errors
    /// [`Error::OutOfTime`]; [`Error::Position`] where the item is damaged; otherwise the error of the first favorite that could
    /// not be changed, after the others of the step were.
    pub(crate) async fn step_cleanup(&self, cleanup: TagCleanup, end: Instant) -> Result<(), Error> {
        if Instant::now() >= end {
            return Err(Error::OutOfTime);
        }
        tokio::time::timeout_at(end, self.step(cleanup)).await.unwrap_or(Err(Error::OutOfTime))
    }

    /// Restarts the cleanup of a deleted tag that favorites still have. Returns false, and does nothing, if the tag exists, or if a
    /// cleanup waits or has moved within [`CLEANUP_STALLS`].
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn resume_cleanup(&self, user: &UserId, tag_id: TagId) -> Result<bool, Error> {
        let now = self.store.now();
        let stalled = Condition::absent()
            | now
                .checked_sub(CLEANUP_STALLS)
                .map_or_else(Condition::absent, |since| TagCleanup::STEP_TIME.lt(since));
        let mut transaction = Transaction::new();
        let key = TagKey { user_id: user.clone(), tag_id };
        let deleted = transaction.add(Check::<Tag>::new(key, Condition::absent()));
        let begun = transaction.add(Put::new(&TagCleanup::begin(user, tag_id, now)).only_if(stalled));
        let Some(cancelled) = self.store.transact(transaction).cancelled().await? else { return Ok(true) };
        if cancelled.failed(deleted) || cancelled.failed(begun) { Ok(false) } else { Err(busy()) }
    }

    async fn step(&self, cleanup: TagCleanup) -> Result<(), Error> {
        let began = self.store.now();
        // Expired entries too: an edit may have moved the expiry of the favorite since the index was updated.
        let entries = FavoritesByTag::query(cleanup.user_id.clone(), cleanup.tag_id).including_expired();
        let page = self.read_after(cleanup.position.as_ref(), entries.limit(CLEANUP_STEP)).await?;
        let into = self.merged_into(&cleanup.user_id, cleanup.tag_id).await?;
        let mut failure = None;
        // One after the other: their transactions check the same tag, so they would cancel each other. All of
        // them, also after a failure, which must not keep the tag on the others.
        for entry in &page.items {
            match self.take_off(entry, into).await {
                Ok(true) => {}
                Ok(false) => return self.move_on(&cleanup, None).await,
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        if let Some(error) = failure {
            return Err(error);
        }
        let next = cleanup.after(began, self.store.now(), page.next, page.items.len());
        self.move_on(&cleanup, next).await
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
    /// next delivery changes the favorite.
    async fn delete_orphan(&self, entry: &FavoriteDataTag) -> Result<(), Error> {
        let key = FavoriteDataKey { user_id: entry.user_id.clone(), data_id: entry.data_id };
        let mut transaction = Transaction::new();
        transaction.add(Check::<FavoriteData>::new(key, Condition::absent()));
        transaction.add(Delete::<FavoriteDataTag>::new(entry.key()));
        self.store.transact(transaction).await?;
        Ok(())
    }

    /// Writes the item after a step. Does nothing if another delivery of its record was faster.
    async fn move_on(&self, cleanup: &TagCleanup, next: Option<TagCleanup>) -> Result<(), Error> {
        let written = match next {
            Some(next) => self.store.execute(Put::new(&next).only_if(cleanup.is_current())).await,
            // After a wait, DynamoDB has removed the item.
            None if cleanup.wait_until.is_some() => return Ok(()),
            None => {
                let delete = Delete::<TagCleanup>::new(cleanup.key()).only_if(cleanup.is_current());
                self.store.execute(delete).await
            }
        };
        Error::unless_changed(written).map(drop)
    }
}
