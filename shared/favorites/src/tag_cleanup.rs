//! The end of a deleted tag: it is taken off its favorites in small steps, and each step brings about the next.
//!
//! The transaction that deletes a tag puts a [`TagCleanup`] in its place. The stream brings that item to the consumer, which
//! takes the tag off at most [`CLEANUP_STEP`] favorites and moves the item to the next step; the stream brings that change, and so
//! on. At the end the item is deleted. Why no favorite keeps the tag, whatever goes wrong:
//!
//! - Moving the item is a step's last write. A step that was cut off is delivered again and repeats; taking a tag off that is
//!   off already changes nothing.
//! - A step moves the item only from the run and step that it was delivered with. So a record that comes twice, late or to two
//!   consumers at once finds the item elsewhere, and one chain of steps goes on.
//! - A favorite that has not got the tag can't get it any more: whatever puts a tag on a favorite checks in its transaction that
//!   the tag exists.
//! - The favorites come from the index by tag, which may be behind the table (see "Data synchronization between tables and Global
//!   Secondary Indexes" in the DynamoDB developer guide). So only a pass that began [`CLEANUP_LAG`] after the deletion is the
//!   last one. The first pass begins at once. When it ends too early, the item gets a time to live and waits: DynamoDB removes it
//!   when it may (the page "Using time to live (TTL) in DynamoDB" says within a few days), and the record of that removal begins
//!   the last pass. Nothing sleeps for it, and nothing is asked meanwhile.
//! - A favorite that is gone, but not its entry under the tag, has expired: DynamoDB removes the two in no order. The entry is
//!   then deleted, in one transaction with a check that the favorite is still gone.
//!
//! Where records were lost for good, [`Favorites::resume_cleanup`] begins again.

use std::time::Duration;

use futures::{StreamExt as _, stream};
use serde::{Deserialize, Serialize};
use single_table::{
    Check, Condition, Delete, Entity, EpochSeconds, Offset, Put, Query, Timestamp, Transaction, WriteError,
};
use tokio::time::Instant;

use crate::error::Error;
use crate::favorite::{FavoriteData, FavoriteDataKey, FavoriteDataTag, FavoritesByTag};
use crate::favorites::{Favorites, busy};
use crate::ids::{TagId, UserId};
use crate::limits::{CLEANUP_AT_ONCE, CLEANUP_LAG, CLEANUP_STALLS, CLEANUP_STEP};
use crate::table::FavoritesTable;
use crate::tag::{Tag, TagKey};
use crate::times::later;

/// A deleted tag that is being taken off its favorites, and how far that is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "TagCleanup", partition(user_id), sort(tag_id), ttl(wait_until))]
pub(crate) struct TagCleanup {
    user_id: UserId,
    tag_id: TagId,
    /// When this run began: together with the step it says which record of the stream is the current one.
    since: Timestamp,
    /// The step to be taken, from 0.
    step: u64,
    /// When the step before was done.
    step_time: Timestamp,
    /// Where in the index the step begins; without one, at the start, with a new pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// Whether the pass under way is the last one.
    last_pass: bool,
    /// How many entries under the tag the steps before went through.
    done: u64,
    /// Until when it waits for the index.
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

    /// Returns true if a record with this image asks for a step. A cleanup that waits is due when it is removed, and any other
    /// when it is put.
    pub(crate) fn is_due(&self, is_there: bool) -> bool {
        is_there == self.wait_until.is_none()
    }

    /// That the step is the current one: the item is where it was, or, after a wait, still gone.
    fn is_current(&self) -> Condition<Self> {
        match self.wait_until {
            None => Self::SINCE.eq(self.since) & Self::STEP.eq(self.step),
            Some(_) => Condition::absent(),
        }
    }

    /// The item after this step, which began at `began`, ended at `now` and came to `position`; none at the end of the
    /// last pass.
    fn after(
        &self,
        began: Timestamp,
        now: Timestamp,
        position: Option<String>,
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
    /// Takes one step of a cleanup. What is not done by `end` is left for the next delivery of the step's record.
    ///
    /// # Errors
    /// [`Error::OutOfTime`]; [`Error::Position`] where the item is damaged; otherwise the error of the first favorite that could
    /// not be changed, after the others of the step were.
    pub(crate) async fn step_cleanup(&self, cleanup: TagCleanup, end: Instant) -> Result<(), Error> {
        tokio::time::timeout_at(end, self.step(cleanup)).await.unwrap_or(Err(Error::OutOfTime))
    }

    /// Begins the cleanup of a deleted tag anew, for a tag that favorites turn out to have still. It gives whether it did: not
    /// where the tag exists, and not where a cleanup waits or has moved within [`CLEANUP_STALLS`].
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
        match self.store.transact(transaction).await {
            Ok(_) => Ok(true),
            Err(error) => {
                let cancelled = error.into_cancelled()?;
                if cancelled.failed(deleted) || cancelled.failed(begun) { Ok(false) } else { Err(busy()) }
            }
        }
    }

    async fn step(&self, cleanup: TagCleanup) -> Result<(), Error> {
        let began = self.store.now();
        let page = self.store.page(entries(&cleanup)?).await?;
        // All of them, also after one that fails: it must not keep the tag on the others.
        let changes: Vec<_> = page.items.iter().map(|entry| self.take_off(entry)).collect();
        let results: Vec<_> = stream::iter(changes).buffer_unordered(CLEANUP_AT_ONCE).collect().await;
        results.into_iter().collect::<Result<(), Error>>()?;
        let position = page.next.map(|next| next.to_text()).transpose().map_err(single_table::Error::from)?;
        let next = cleanup.after(began, self.store.now(), position, page.items.len());
        self.move_on(&cleanup, next).await
    }

    /// Takes the tag off one favorite.
    async fn take_off(&self, entry: &FavoriteDataTag) -> Result<(), Error> {
        match self.untag_favorite(&entry.user_id, entry.data_id, None, entry.tag_id).await {
            Ok(_) => Ok(()),
            Err(Error::NoFavorite(_)) => self.delete_orphan(entry).await,
            Err(error) => Err(error),
        }
    }

    /// Deletes an entry whose favorite is gone. Where it is there again, its expiry was moved at the last moment: then it
    /// is the favorite that has to change, at the next delivery.
    async fn delete_orphan(&self, entry: &FavoriteDataTag) -> Result<(), Error> {
        let key = FavoriteDataKey { user_id: entry.user_id.clone(), data_id: entry.data_id };
        let mut transaction = Transaction::new();
        transaction.add(Check::<FavoriteData>::new(key, Condition::absent()));
        transaction.add(Delete::<FavoriteDataTag>::new(entry.key()));
        self.store.transact(transaction).await?;
        Ok(())
    }

    /// Writes what comes after a step; nothing, where another delivery of its record was faster.
    async fn move_on(&self, cleanup: &TagCleanup, next: Option<TagCleanup>) -> Result<(), Error> {
        let written = match next {
            Some(next) => self.store.execute(Put::new(&next).only_if(cleanup.is_current())).await,
            // After a wait there is no item any more.
            None if cleanup.wait_until.is_some() => return Ok(()),
            None => {
                let delete = Delete::<TagCleanup>::new(cleanup.key()).only_if(cleanup.is_current());
                self.store.execute(delete).await
            }
        };
        match written {
            Ok(_) | Err(WriteError::ConditionFailed { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

/// The part of the index that a step is about, with what has expired: its favorite may outlive it by an edit.
fn entries(cleanup: &TagCleanup) -> Result<Query<FavoritesByTag>, Error> {
    let after =
        cleanup.position.as_deref().map(Offset::from_text).transpose().map_err(|_| Error::Position)?;
    let query = FavoritesByTag::query(cleanup.user_id.clone(), cleanup.tag_id);
    Ok(query.including_expired().limit(CLEANUP_STEP).after(after))
}
