//! Moving entries from the journal to segments.

use crate::catalogue::entry::{Entries, bytes};
use crate::catalogue::segment::{Cuts, fits};
use crate::catalogue::slots::{Begin, Slot};
use crate::error::Error;
use crate::model::ids::{DataId, UserId};
use crate::service::Favorites;

/// The room that is needed in the journal, and the price that may be paid for it.
pub(super) struct Room {
    /// The bytes that will be added to the journal.
    pub(super) taken: usize,
    /// The most segments to write. One is always allowed, so that the journal of a user whose favorites change one by one is emptied
    /// as fast as it fills.
    pub(super) most_segments: usize,
}

/// The most segments that are looked for one after the other. If more are needed, all are looked for at once.
const FEW_SEGMENTS: usize = 8;

impl Favorites {
    /// Moves entries of the journal to their segments if the journal would become too large. Entries of a full segment go to `cuts`,
    /// which are written with the head. Returns false if another writer changed a segment meanwhile.
    ///
    /// The entries were counted when they were added to the journal, and a segment only takes states that it does not know. So a
    /// move may be repeated by any writer, and may stop halfway.
    pub(super) async fn make_room(
        &self,
        user: &UserId,
        revision: u64,
        journal: &mut Entries,
        room: Room,
        cuts: &mut Cuts,
    ) -> Result<bool, Error> {
        let mut size = bytes(journal) + room.taken;
        if size <= self.journal_bytes {
            return Ok(true);
        }
        let most = room.most_segments.max(1);
        let slots = self.slots_of(user, journal, most, revision).await?;
        for slot in slots.into_iter().take(most) {
            let Some(moved) = self.fill_slot(user, &slot, slot.of(journal), cuts).await? else {
                return Ok(false);
            };
            journal.retain(|data_id, _| !moved.contains_key(data_id));
            size -= bytes(&moved);
            if size <= self.journal_bytes / 2 || cuts.is_full() {
                break;
            }
        }
        Ok(true)
    }

    /// Adds entries to a segment that was read, and returns those that found room there or in `cuts`. Returns None if another writer
    /// changed the segment meanwhile. A segment that has the entries already, from a move that stopped halfway, is not written.
    async fn fill_slot(
        &self,
        user: &UserId,
        slot: &Slot,
        mut added: Entries,
        cuts: &mut Cuts,
    ) -> Result<Option<Entries>, Error> {
        if slot.is_ahead_of(&added) {
            return self.correct_slot(user, slot, added, cuts).await.map(Some);
        }
        let mut entries = slot.with(&added, self.seconds());
        if slot.stored.is_some() && entries == slot.entries {
            return Ok(Some(added));
        }
        if !fits(&entries, self.segment_bytes)?
            && let Some(stored) = &slot.stored
            && let Some(end) = self.end_of(user, stored).await?
        {
            entries.split_off(&end);
        }
        let fits = fits(&entries, self.segment_bytes)?;
        let cut = if fits { None } else { place_to_cut(slot, &added, &entries, self.segment_bytes) };
        let Some((cut, fill)) = cut else {
            let put = self.put_segment(user, slot.stored.as_ref(), &entries).await?;
            return Ok(put.then_some(added));
        };
        if slot.stored.is_none() {
            cuts.replace(user, None, &entries, self.segment_bytes)?;
            return Ok(Some(added));
        }
        cuts.add(user, &entries.split_off(&cut), fill)?;
        // The next write of the segment has room for the entries before the cut.
        Ok(Some(added.split_off(&cut)))
    }

    /// Adds corrected entries to a segment that is written with the head. Without the head, they could not be told from outdated
    /// ones.
    async fn correct_slot(
        &self,
        user: &UserId,
        slot: &Slot,
        corrected: Entries,
        cuts: &mut Cuts,
    ) -> Result<Entries, Error> {
        let mut entries = slot.entries.clone();
        entries.extend(corrected.clone());
        if let Some(stored) = &slot.stored
            && let Some(end) = self.end_of(user, stored).await?
        {
            entries.split_off(&end);
        }
        cuts.replace(user, slot.stored.as_ref(), &entries, self.segment_bytes)?;
        Ok(corrected)
    }

    /// Returns the segments that entries of the journal belong to, in the order in which they are to be written. If few may be written,
    /// it returns twice as many, to choose from.
    async fn slots_of(
        &self,
        user: &UserId,
        journal: &Entries,
        most: usize,
        revision: u64,
    ) -> Result<Vec<Slot>, Error> {
        let ids: Vec<DataId> = journal.keys().copied().collect();
        if most > FEW_SEGMENTS {
            return Ok(self.read_slots(user, ids).await?.heaviest_first(journal));
        }
        // Half the time the segment with the most of the journal, and else that of the oldest or the newest favorite, so that small
        // entries don't stay behind. A journal that is full at every second or third revision must not meet the same case each time.
        let case = scattered(revision) % 4;
        let begin = if case == 1 { Begin::Oldest } else { Begin::Newest };
        let slots = self.read_some_slots(user, ids, begin, 2 * most).await?;
        Ok(match case {
            1 => slots.oldest_first(),
            3 => slots.oldest_first().into_iter().rev().collect(),
            _ => slots.heaviest_first(journal),
        })
    }

    /// Empties a journal that a large batch has filled. Every commit writes the journal, so later commits become cheaper. If it fails
    /// now, a later commit does it.
    pub(super) async fn settle(&self, user: &UserId) {
        if let Err(error) = self.try_settle(user).await {
            tracing::info!(%error, "the journal stays as it is");
        }
    }

    async fn try_settle(&self, user: &UserId) -> Result<(), Error> {
        let head = self.open_head(user).await?;
        if !head.is_stored() {
            return Ok(());
        }
        let mut journal = head.journal.clone();
        let mut cuts = Cuts::default();
        let all = Room { taken: 0, most_segments: journal.len() };
        if self.make_room(user, head.revision(), &mut journal, all, &mut cuts).await? {
            self.put_head(user, &head, &head.counts, &journal, cuts).await?;
        }
        Ok(())
    }
}

/// A number that looks drawn, the same for the same revision: the mixing of `SplitMix64` (Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators").
fn scattered(revision: u64) -> u64 {
    let mixed = (revision ^ (revision >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Returns the first entry of a full segment that goes to new segments, and the bytes to fill these with. Entries after all those that
/// the segment had go, or else as few as leave a segment that fits.
fn place_to_cut(
    slot: &Slot,
    added: &Entries,
    entries: &Entries,
    segment_bytes: usize,
) -> Option<(DataId, usize)> {
    let behind = slot.behind(added).first_key_value().map(|(first, _)| (*first, segment_bytes));
    // More favorites may be kept between those that are there, so leave room for them.
    behind.or_else(|| Some((cut_within(entries, segment_bytes)?, segment_bytes * 2 / 3)))
}

/// A transaction costs double, so a cut moves little: two units of a segment of six.
fn cut_within(entries: &Entries, segment_bytes: usize) -> Option<DataId> {
    let most = (segment_bytes * 2 / 7).max(bytes(entries).saturating_sub(segment_bytes));
    let mut taken = 0;
    let mut cut = None;
    for (data_id, entry) in entries.iter().skip(1).rev() {
        taken += entry.bytes();
        if cut.is_some() && taken > most {
            break;
        }
        cut = Some(*data_id);
    }
    cut
}
