//! The records of an erased account, which the catalogue must not believe.
//!
//! An erasure deletes a user's items, the catalogue among them. The records of these deletions, and older ones, reach the consumer later,
//! perhaps days later. The consumer must not make a catalogue of what was erased:
//!
//! - The item [`ErasedAccount`](super::erasure_note::ErasedAccount) says that a user's account is being erased, or when that ended. Only a commit without a stored head reads it,
//!   so a usual commit costs the same as before.
//! - A head is created in one transaction with a check that this item is as it was read. The transaction that ends the erasure checks that there is
//!   no head. So a head that exists after the end was created after the end, and has a note of it.
//! - A new head continues at a revision that the erased one did not reach. So a writer that read the erased head can't put the new one.
//! - As long as the erasure is under way, or the head has the note, a record from before the end is not [believed](Favorites::believed): the
//!   consumer reads the item, as it does for old records. If the item is gone and the catalogue does not know it, nothing is written, not even a
//!   tombstone: a tombstone stops records that would be believed.

use std::borrow::Cow;

use futures::{StreamExt as _, TryStreamExt as _, stream};
use single_table::EpochSeconds;

use crate::catalogue::entry::Seen;
use crate::catalogue::erasure_note::{Erasure, SeenErasure};
use crate::catalogue::head::OpenHead;
use crate::catalogue::sighting::Sighting;
use crate::error::Error;
use crate::model::ids::UserId;
use crate::service::Favorites;

/// The number of items that are read at once.
const READS_AT_ONCE: usize = 16;

impl Favorites {
    /// Reads the note of an erasure for a head that is not stored, and forgets that of a stored head when it has served its time. Call this
    /// before a head is put.
    pub(crate) async fn note_erasure(&self, user: &UserId, head: &mut OpenHead) -> Result<(), Error> {
        if head.is_stored() {
            head.erasure = head.erasure.filter(|erasure| erasure.is_needed(self.seconds()));
            return Ok(());
        }
        let Some(note) = self.erased_account(user).await? else { return Ok(()) };
        head.erasure = Some(note.erasure);
        head.seen_erasure = SeenErasure::of(&note);
        // The erased head had a lower revision: it would have needed a change in each millisecond since 1970.
        let millis = u64::try_from(self.store.now().as_unix_millis()).unwrap_or_default();
        head.begin_after(millis);
        Ok(())
    }

    /// Returns the sightings without those of the time before the user's account was erased. For these, the items are read again.
    pub(super) async fn believed<'s>(
        &self,
        user: &UserId,
        head: &OpenHead,
        sightings: &'s [Sighting],
        seen: EpochSeconds,
    ) -> Result<Cow<'s, [Sighting]>, Error> {
        let Some(erasure) = head.erasure else { return Ok(Cow::Borrowed(sightings)) };
        let is_stored = head.is_stored();
        let read: Vec<_> = sightings
            .iter()
            .map(|sighting| {
                self.believed_one(user, erasure, is_stored, sighting, sighting.written.unwrap_or(seen))
            })
            .collect();
        let read: Vec<_> = stream::iter(read).buffered(READS_AT_ONCE).try_collect().await?;
        Ok(Cow::Owned(read.into_iter().flatten().collect()))
    }

    /// Returns the sighting of a state that was written or read at `time`, or that of the item as it is now. `None` if it says nothing.
    async fn believed_one(
        &self,
        user: &UserId,
        erasure: Erasure,
        has_head: bool,
        sighting: &Sighting,
        time: EpochSeconds,
    ) -> Result<Option<Sighting>, Error> {
        if !erasure.covers(time) {
            return Ok(Some(sighting.clone()));
        }
        if matches!(sighting.seen, Seen::Wrong(_) | Seen::Unindexed(_)) {
            // Reconciliation reads everything again.
            return Err(Error::OutOfTime);
        }
        let forgets = erasure.forgets(time);
        if forgets && sighting.is_gone() && !has_head {
            return Ok(None);
        }
        let read = self.read_again(user, sighting.clone()).await?;
        Ok(Some(if forgets { read.of_the_past() } else { read }))
    }
}
