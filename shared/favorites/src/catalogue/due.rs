//! The list of users whose catalogue is to be reconciled, by time.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use single_table::{Delete, Entity, EpochSeconds, Put, Timestamp};

use crate::catalogue::head::OpenHead;
use crate::error::Error;
use crate::limits::RECONCILED_AFTER;
use crate::model::ids::UserId;
use crate::model::page::{Page, Position};
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The number of partitions of the list, so that writes for all users together may exceed the 1,000 units a second of one partition.
pub(crate) const DUE_SHARDS: u8 = 16;

/// Due times are whole hours. So a commit that is tried again notes the same time again.
const DUE_STEP: u64 = 60 * 60;

/// A note that a user is to be reconciled from some time on. A user may have several.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "ReconciliationDue", partition(shard), sort(due, user_id))]
pub(crate) struct ReconciliationDue {
    shard: u8,
    pub(crate) due: Timestamp,
    pub(crate) user_id: UserId,
    /// The time at which the pass repairs differences.
    #[serde(default)]
    pub(crate) repairs: Repairs,
}

/// The time at which reconciliation repairs a difference between a favorite and the catalogue.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Repairs {
    /// At the second sight, at least [`DRIFT_AFTER`](crate::limits::DRIFT_AFTER) after the first one. A
    /// record that was on its way is applied by then.
    #[default]
    Confirmed,
    /// Like [`Self::Confirmed`], after a check of all items of the search index. For an index with an item
    /// that is lost.
    Index,
    /// At the first sight. For a restored table, and for an operator who knows that no record is on its way.
    /// A repair never undoes a change, so this is always safe.
    AtOnce,
}

impl ReconciliationDue {
    pub(crate) fn new(user: &UserId, due: EpochSeconds, repairs: Repairs) -> Self {
        let shard = Sha256::digest(user.as_str())[0] % DUE_SHARDS;
        Self { shard, due: due.timestamp(), user_id: user.clone(), repairs }
    }
}

/// Returns the due time that a change at `now` notes, where the head has noted `noted` before. `None`: a time that lies ahead is
/// noted already.
fn next_due(noted: Option<EpochSeconds>, now: EpochSeconds) -> Option<EpochSeconds> {
    let is_noted = noted.is_some_and(|noted| noted > now);
    let due = now.plus(RECONCILED_AFTER).get();
    (!is_noted).then(|| EpochSeconds::new(due - due % DUE_STEP))
}

impl Favorites {
    /// Notes in the list, and in the head that is to be put, that a change makes the user due. A user is noted once in each period of
    /// [`RECONCILED_AFTER`], so a change costs a unit more only where it is the first after the last due time.
    ///
    /// The list is written before the head. So where the head says that the user is due, the list says it, too.
    pub(crate) async fn note_due(&self, user: &UserId, head: &mut OpenHead) -> Result<(), Error> {
        if let Some(due) = next_due(head.due, self.seconds()) {
            self.list_due(user, due, Repairs::default()).await?;
            head.due = Some(due);
        }
        Ok(())
    }

    /// Lists a user.
    pub(crate) async fn list_due(
        &self,
        user: &UserId,
        due: EpochSeconds,
        repairs: Repairs,
    ) -> Result<(), Error> {
        self.store.execute(Put::new(&ReconciliationDue::new(user, due, repairs))).await?;
        Ok(())
    }

    /// Takes a note off the list.
    pub(crate) async fn unlist_due(&self, due: &ReconciliationDue) -> Result<(), Error> {
        self.store.execute(Delete::<ReconciliationDue>::new(due.key())).await?;
        Ok(())
    }

    /// Takes all notes of a user off the list, also those of times that lie ahead, and returns their number. This reads the whole shard, which
    /// has a note for each of its users whose favorites changed within a day.
    pub(crate) async fn unlist_user(&self, user: &UserId) -> Result<u64, Error> {
        let ReconciliationDue { shard, .. } =
            ReconciliationDue::new(user, self.seconds(), Repairs::default());
        let query = ReconciliationDueItems::query(shard).filter(ReconciliationDue::USER_ID.eq(user.clone()));
        let notes = self.store.all(query.consistent()).await?;
        for note in &notes {
            self.unlist_due(note).await?;
        }
        Ok(notes.len() as u64)
    }

    /// Reads some of the notes of one shard whose time has come, the oldest first.
    pub(crate) async fn due_page(
        &self,
        shard: u8,
        after: Option<&Position>,
        limit: u32,
    ) -> Result<Page<ReconciliationDue>, Error> {
        let now = self.seconds().plus(std::time::Duration::from_secs(1)).timestamp();
        let query = ReconciliationDueItems::query(shard).less_than(&(now,)).consistent();
        self.read_after(after, query.limit(limit)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_noted_once_in_a_period() {
        let now = EpochSeconds::new(1_800_000_001);
        let due = next_due(None, now).unwrap();
        assert_eq!(due.get() % DUE_STEP, 0);
        assert!(due <= now.plus(RECONCILED_AFTER) && due.get() + DUE_STEP > now.plus(RECONCILED_AFTER).get());
        for (at, expected) in [(now, None), (EpochSeconds::new(due.get() - 1), None)] {
            assert_eq!(next_due(Some(due), at), expected);
        }
        assert!(next_due(Some(due), due).is_some_and(|next| next > due), "the period is over");
    }
}
