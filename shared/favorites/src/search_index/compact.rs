//! The background work on an index: compactions, the deletion of what they leave behind, and mending.

use std::time::Duration;

use packed_index::{Compacted, CompactionError, ReadError, WriteNumber};
use single_table::EpochSeconds;
use single_table::store::Backoff;
use tokio::time::Instant;

use super::read_error;
use super::sizes::IndexSizes;
use super::terms::FavoriteTerms;
use super::user_index::UserIndex;
use super::user_items::UserItems;
use crate::catalogue::{Cuts, OpenHead, Repairs};
use crate::error::{Busy, Error};
use crate::limits::DELETED_TERMS_KEPT;
use crate::model::ids::UserId;
use crate::service::Favorites;

/// The time after which the daily pass looks again at an index that a worker has not finished.
const LOOKED_AT_AGAIN: Duration = Duration::from_hours(1);

impl Favorites {
    /// Works on the compaction of a user's index, then deletes what is left of deleted favorites, if that is
    /// due, and merges runs of the count tree, if there are many. Returns the number of compactions that
    /// ended, and true if nothing is left to do.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`].
    pub(crate) async fn compact_index(&self, user: &UserId, end: Instant) -> Result<(u64, bool), Error> {
        let mut ended = 0;
        loop {
            let head = self.open_head(user).await?;
            if !head.is_stored() {
                return Ok((ended, true));
            }
            let Some(number) = head.index.state.compaction().map(|compaction| compaction.number) else {
                let is_clean = !head.index.cleans || self.clean_index(user, &head, end).await?;
                if head.counts.has_many_runs() {
                    self.merge_counts(user).await;
                }
                return Ok((ended, is_clean));
            };
            let items = UserItems::new(self, user);
            let limits = &self.index_sizes.limits;
            let is_over = || Instant::now() >= end;
            match head.index.state.compact(&items, &FavoriteTerms, limits, is_over).await {
                Ok(Some(compacted)) => {
                    let is_finished = matches!(compacted, Compacted::Finished(_));
                    let is_noted = self.note_compacted(user, number, &compacted).await?;
                    if is_finished && is_noted {
                        items.delete_roots(head.index.state.merged_runs()).await;
                        ended += 1;
                    }
                }
                Ok(None) => {}
                Err(CompactionError::Read(ReadError::Store(error))) => return Err(error),
                Err(error) => self.rebuild_if_damaged(user, number, &error).await?,
            }
            if is_over() {
                return Ok((ended, false));
            }
        }
    }

    /// Takes the result of a compaction into the head, and begins the next one if it is due. Returns false if
    /// another worker was faster.
    async fn note_compacted(
        &self,
        user: &UserId,
        number: WriteNumber,
        compacted: &Compacted,
    ) -> Result<bool, Error> {
        self.change_index(user, |index, revision| {
            let is_noted = index.state.note(number, compacted.clone());
            index.state.plan(index.number_after(revision), &self.index_sizes.limits);
            is_noted
        })
        .await
    }

    /// Makes an index again whose compaction fails, if the head still names the same compaction: then its
    /// items are damaged or lost.
    async fn rebuild_if_damaged(
        &self,
        user: &UserId,
        number: WriteNumber,
        error: &CompactionError<Error>,
    ) -> Result<(), Error> {
        let is_rebuilt = self.change_index(user, |index, _| {
            let is_same = index.state.compaction().is_some_and(|compaction| compaction.number == number);
            if is_same {
                *index = index.rebuilt(self.store.now());
            }
            is_same
        });
        if is_rebuilt.await? {
            tracing::error!(%error, "a search index can't be compacted and is made again");
            self.reconcile_soon(user, Repairs::Confirmed).await?;
        }
        Ok(())
    }

    /// Deletes the items that nobody reads any more. Returns false if time ran out.
    async fn clean_index(&self, user: &UserId, head: &OpenHead, end: Instant) -> Result<bool, Error> {
        // Writers that read this head, or a later one, put items with higher numbers.
        let last = WriteNumber(head.index.number_after(head.revision()).0 - 1);
        if !UserItems::new(self, user).delete_unnamed(&head.index.state, last, end).await? {
            return Ok(false);
        }
        self.change_index(user, |index, _| std::mem::take(&mut index.cleans)).await?;
        Ok(true)
    }

    /// Begins the work that removes the terms of deleted favorites from the index, if they are there for too
    /// long. Returns the time at which to look again, if there are such terms.
    pub(crate) async fn remove_deleted_terms(&self, user: &UserId) -> Result<Option<EpochSeconds>, Error> {
        let head = self.open_head(user).await?;
        let is_under_way = head.index.cleans || head.index.state.compaction().is_some();
        let due = head.index.deleted_since.map(|since| since.plus(DELETED_TERMS_KEPT));
        if is_under_way {
            // The worker knows of it, unless the table was restored.
            self.add_compaction(user).await?;
        } else if due.is_some_and(|due| due <= self.seconds()) {
            self.add_compaction(user).await?;
            if self.compact_everything(user).await? {
                return Ok(None);
            }
        }
        Ok(due.map(|due| due.max(self.seconds().plus(LOOKED_AT_AGAIN))))
    }

    /// Begins a compaction of everything, also of the versions in the head, after which items that the state
    /// does not name are deleted. Returns false if another compaction is under way.
    async fn compact_everything(&self, user: &UserId) -> Result<bool, Error> {
        let (mut tries, sizes) = (self.tries(), IndexSizes { recent_bytes: 0, ..self.index_sizes });
        loop {
            let head = self.open_head(user).await?;
            if head.index.state.compaction().is_some() {
                return Ok(false);
            }
            let mut after = head.clone();
            let number = head.index.number_after(head.revision());
            let items = UserItems::new(self, user);
            items.put_texts(&mut after.index, &head.index.state, &sizes, number).await?;
            after.index.state.plan_whole(number, &sizes.limits);
            (after.index.deleted_since, after.index.cleans) = (None, true);
            let put = self.put_head(user, &after, &head.counts, &head.journal, Cuts::default()).await;
            if tries.after(put.map(|is_put| is_put.then_some(()))).await?.is_some() {
                return Ok(true);
            }
        }
    }

    /// Checks all items of the search index. In a table that was restored, some may be lost or from another
    /// moment than the head. An index whose items are there begins its compaction again; one whose items are
    /// not is made again.
    ///
    /// # Errors
    /// The errors of reading the table.
    pub(crate) async fn mend_index(&self, user: &UserId, end: Instant) -> Result<(), Error> {
        let mut backoff = Backoff::default();
        while Instant::now() < end {
            let (head, is_readable) = self.open_any_head(user).await?;
            let mut after = head.clone();
            let items = UserItems::new(self, user);
            let checked = head.index.state.check(&items, &self.index_sizes.limits).await.map_err(read_error);
            after.index = match checked {
                Ok(()) => {
                    let mut index = head.index.without_compaction();
                    let number = index.number_after(head.revision());
                    if head.is_stored() && index.state.plan(number, &self.index_sizes.limits) {
                        self.add_compaction(user).await?;
                    }
                    index
                }
                Err(error @ (Error::Busy(Busy::Contended) | Error::Catalogue { .. })) => {
                    tracing::error!(%error, "the search index of a user can't be read and is made again");
                    head.index.rebuilt(self.store.now())
                }
                Err(error) => return Err(error),
            };
            let is_done = !head.is_stored()
                || !is_readable
                || after.index == head.index
                || self.put_head(user, &after, &head.counts, &head.journal, Cuts::default()).await?;
            if is_done {
                return Ok(());
            }
            backoff.pause().await;
        }
        Err(Error::OutOfTime)
    }

    /// Changes the index in the head. `change` gets the index and the revision that was read, and returns
    /// false if it changes nothing.
    async fn change_index(
        &self,
        user: &UserId,
        mut change: impl FnMut(&mut UserIndex, u64) -> bool,
    ) -> Result<bool, Error> {
        let mut tries = self.tries();
        loop {
            let head = self.open_head(user).await?;
            let mut after = head.clone();
            if !head.is_stored() || !change(&mut after.index, head.revision()) {
                return Ok(false);
            }
            let put = self.put_head(user, &after, &head.counts, &head.journal, Cuts::default()).await;
            if tries.after(put.map(|is_put| is_put.then_some(()))).await?.is_some() {
                return Ok(true);
            }
        }
    }
}
