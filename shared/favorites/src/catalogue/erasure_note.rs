//! The note that an account is being erased, or was erased a short time ago. [`believed`](super::believed) explains its use.

use serde::{Deserialize, Serialize};
use single_table::{Check, Condition, Entity, EpochSeconds, Transaction};

use crate::error::Error;
use crate::limits::{ERASURE_MARGIN, TOMBSTONE_KEEPS};
use crate::model::ids::{JobId, UserId};
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The note that a user's account is being erased, or was erased a short time ago.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "ErasedAccount", partition(user_id), sort(), version(revision), ttl(expire_time))]
pub(crate) struct ErasedAccount {
    user_id: UserId,
    revision: u64,
    /// The job that erases the account.
    pub(crate) job_id: JobId,
    pub(crate) erasure: Erasure,
    expire_time: EpochSeconds,
}

/// The erasure of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Erasure {
    /// It is under way.
    UnderWay,
    /// It has ended at this time.
    Ended(EpochSeconds),
}

impl Erasure {
    /// Returns true if a state that was written or read at `time` may be from before the end.
    pub(super) fn covers(self, time: EpochSeconds) -> bool {
        match self {
            Self::UnderWay => true,
            Self::Ended(end) => time <= end.plus(ERASURE_MARGIN),
        }
    }

    /// Returns true if a state that was written or read at `time` is certainly from before the end. The job has deleted nothing after that
    /// time, and who has read such a state before it was deleted can't create a head.
    pub(super) fn forgets(self, time: EpochSeconds) -> bool {
        match self {
            Self::UnderWay => true,
            Self::Ended(end) => time.plus(ERASURE_MARGIN) <= end,
        }
    }

    /// Returns true if a record that the erasure covers may still be believed without the note.
    pub(super) fn is_needed(self, now: EpochSeconds) -> bool {
        match self {
            Self::UnderWay => true,
            Self::Ended(end) => needed_until(end) > now,
        }
    }
}

/// Returns the time until which the end of an erasure must be known. A record that is as old as a tombstone is not believed by anybody any more.
fn needed_until(end: EpochSeconds) -> EpochSeconds {
    end.plus(ERASURE_MARGIN).plus(TOMBSTONE_KEEPS)
}

impl ErasedAccount {
    /// Makes the note of an erasure that begins. `expire_time` is that of the job.
    pub(crate) fn under_way(user: &UserId, job_id: JobId, expire_time: EpochSeconds) -> Self {
        Self { user_id: user.clone(), revision: 1, job_id, erasure: Erasure::UnderWay, expire_time }
    }

    /// Returns the note of the end.
    pub(crate) fn ended(&self, now: EpochSeconds) -> Self {
        Self { erasure: Erasure::Ended(now), expire_time: needed_until(now), ..self.clone() }
    }
}

/// The note as it was read by a commit that may create a head.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct SeenErasure(Option<u64>);

impl SeenErasure {
    /// Notes what was read.
    pub(super) fn of(note: &ErasedAccount) -> Self {
        Self(Some(note.revision))
    }

    /// Has a transaction fail if the note is not as it was read.
    pub(super) fn check(&self, transaction: &mut Transaction<FavoritesTable>, user: &UserId) {
        let as_read = match self.0 {
            None => Condition::absent(),
            Some(revision) => ErasedAccount::REVISION.eq(revision),
        };
        let key = ErasedAccountKey { user_id: user.clone() };
        transaction.add(Check::<ErasedAccount>::new(key, as_read));
    }
}

impl Favorites {
    /// Checks that an account takes changes. It takes none while a job erases it. The job also erases what
    /// requests save that began before it.
    ///
    /// # Errors
    /// [`Error::AccountErased`], [`Error::Busy`] and [`Error::Table`].
    pub async fn check_not_erased(&self, user: &UserId) -> Result<(), Error> {
        let key = ErasedAccountKey { user_id: user.clone() };
        match self.store.get(&key).await? {
            Some(ErasedAccount { erasure: Erasure::UnderWay, job_id, .. }) => {
                Err(Error::AccountErased(job_id))
            }
            _ => Ok(()),
        }
    }

    /// Returns the note of a user whose account is being erased, or was erased a short time ago.
    pub(crate) async fn erased_account(&self, user: &UserId) -> Result<Option<ErasedAccount>, Error> {
        let key = ErasedAccountKey { user_id: user.clone() };
        Ok(self.store.get(&key).consistent().await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{ERASURE_SETTLES, RECORD_BELIEVED, SIGHTING_BELIEVED};

    const END: EpochSeconds = EpochSeconds::new(1_800_000_000);

    #[test]
    fn every_time_is_covered_until_the_end_and_then_the_times_before_it() {
        for seconds in [0, 1, END.get(), END.get() * 2] {
            let time = EpochSeconds::new(seconds);
            assert!(Erasure::UnderWay.covers(time) && Erasure::UnderWay.forgets(time));
        }
        let ended = Erasure::Ended(END);
        let margin = ERASURE_MARGIN.as_secs();
        for (seconds, covers, forgets) in [
            (END.get() - margin, true, true),
            (END.get() - margin + 1, true, false),
            (END.get() + margin, true, false),
            (END.get() + margin + 1, false, false),
        ] {
            let time = EpochSeconds::new(seconds);
            assert_eq!((ended.covers(time), ended.forgets(time)), (covers, forgets), "{seconds}");
        }
        assert!(2 * ERASURE_MARGIN <= ERASURE_SETTLES, "what the job has deleted is forgotten");
    }

    #[test]
    fn the_note_outlives_every_record_that_could_be_believed_without_it() {
        let last_covered = END.plus(ERASURE_MARGIN);
        let last_commit = last_covered.plus(RECORD_BELIEVED).plus(SIGHTING_BELIEVED);
        let ended = Erasure::Ended(END);
        assert!(ended.is_needed(EpochSeconds::new(last_commit.get() - 1)));
        assert!(!ended.is_needed(last_commit));
        assert!(Erasure::UnderWay.is_needed(last_commit));
    }
}
