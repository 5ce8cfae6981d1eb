//! Emptying the journal into the segments.

use crate::catalogue::entry::{Entries, Entry};
use crate::catalogue::slots::Slots;
use crate::error::Error;
use crate::favorites::Favorites;
use crate::ids::{DataId, UserId};
use crate::limits::JOURNAL_BYTES;

/// What is to be made room for, and what it may cost.
pub(super) struct Room {
    /// The bytes that will be added to the journal.
    pub(super) taken: usize,
    /// How many segments may be written.
    pub(super) most_segments: usize,
}

/// A commit may write so many segments in any case, so that the journal of a person whose favorites change one by one is emptied
/// as fast as it fills.
const SEGMENTS_AT_LEAST: usize = 2;

/// Up to so many segments are looked for one after the other. More are looked for all at once.
const FEW_SEGMENTS: usize = 8;

/// About how many bytes entries take in an item.
pub(super) fn bytes(entries: &Entries) -> usize {
    entries.values().map(Entry::bytes).sum()
}

impl Favorites {
    /// Moves entries of the journal to their segments where it would become too large, and leaves those that stay. False when
    /// somebody else changed a segment meanwhile.
    ///
    /// The entries were counted when they came into the journal, and a segment takes in no more than it does not know yet. So it
    /// can be done again, by anyone, and left half done.
    pub(super) async fn make_room(
        &self,
        user: &UserId,
        revision: u64,
        journal: &mut Entries,
        room: Room,
    ) -> Result<bool, Error> {
        let mut size = bytes(journal) + room.taken;
        if size <= JOURNAL_BYTES {
            return Ok(true);
        }
        let most = room.most_segments.max(SEGMENTS_AT_LEAST);
        let slots = self.slots_of(user, journal, most, revision).await?;
        for slot in slots.fullest().into_iter().take(most) {
            let moved: Entries = slot.asked.iter().filter_map(|id| journal.remove_entry(id)).collect();
            size -= bytes(&moved);
            if !self.fill_slot(user, slot, moved).await? {
                return Ok(false);
            }
            if size <= JOURNAL_BYTES / 2 {
                break;
            }
        }
        Ok(true)
    }

    /// Segments that entries of the journal belong to: of few, twice as many as may be written, to choose from.
    async fn slots_of(
        &self,
        user: &UserId,
        journal: &Entries,
        most: usize,
        revision: u64,
    ) -> Result<Slots, Error> {
        let ids: Vec<DataId> = journal.keys().copied().collect();
        if most > FEW_SEGMENTS {
            return self.read_slots(user, ids).await;
        }
        // Another place to begin at each revision, so that no entry stays behind for ever.
        let places = u64::try_from(ids.len()).unwrap_or(u64::MAX).max(1);
        let begin = usize::try_from(revision % places).unwrap_or(0);
        self.read_some_slots(user, ids, begin, 2 * most).await
    }

    /// Empties a journal that a large batch has filled: every commit writes the journal, so the next ones are cheaper. If it does
    /// not come to it now, it will with another commit.
    pub(super) async fn settle(&self, user: &UserId) {
        if let Err(error) = self.try_settle(user).await {
            tracing::debug!(%error, "the journal stays as it is");
        }
    }

    async fn try_settle(&self, user: &UserId) -> Result<(), Error> {
        let head = self.open_head(user).await?;
        let mut journal = head.journal.clone();
        let all = Room { taken: 0, most_segments: journal.len() };
        if self.make_room(user, head.revision(), &mut journal, all).await? {
            self.put_head(user, &head, &head.tally, &journal).await?;
        }
        Ok(())
    }
}
