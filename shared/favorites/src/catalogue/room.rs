//! Moving entries from the journal to segments.

use crate::catalogue::entry::{Entries, bytes};
use crate::catalogue::head::OpenHead;
use crate::catalogue::pack::pack;
use crate::catalogue::segment::{Cuts, fits};
use crate::catalogue::slots::{Begin, Slot};
use crate::error::Error;
use crate::limits::{JOURNAL_MOST_BYTES, LONE_SEGMENTS, MERGED_COUNTS_BYTES, MORE_SEGMENTS, SETTLED_BYTES};
use crate::model::ids::{DataId, UserId};
use crate::service::Favorites;

/// The room that is needed in the journal, and the price that may be paid for it.
pub(super) struct Room<'a> {
    /// The entries that will be added to the journal, or replace those that it has.
    pub(super) news: &'a Entries,
    /// The most segments to write. One is always allowed, so that the journal of a user whose favorites change one by one is emptied
    /// as fast as it fills.
    pub(super) most_segments: usize,
    /// False for a lone change that also moves changes of counters. It cuts a segment only if the journal has
    /// no room otherwise.
    pub(super) may_cut: bool,
}

/// The price of a segment that a commit may pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Price {
    /// A lone change that has written a segment, or moves changes of counters, cuts no segment: a transaction
    /// with the head costs double.
    NoTransaction,
    /// A lone change that has written nothing else.
    OneTransaction,
    /// A commit with more changes.
    Any,
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
        room: Room<'_>,
        cuts: &mut Cuts,
    ) -> Result<bool, Error> {
        let Room { news, most_segments, may_cut } = room;
        let most = most_segments.max(1);
        // Unless there is nothing else, an entry that is replaced stays: its new state may have to wait.
        let stays = |data_id: &DataId| news.contains_key(data_id);
        let size = |journal: &Entries| {
            let of_replaced = journal.iter().filter(|(data_id, _)| stays(data_id));
            bytes(journal) + bytes(news) - of_replaced.map(|(_, entry)| entry.bytes()).sum::<usize>()
        };
        if size(journal) <= self.journal_bytes && has_room(journal, news)? {
            return Ok(true);
        }
        let mut written = 0;
        while written < most + MORE_SEGMENTS && !journal.is_empty() {
            let mut movable = journal.clone();
            if !journal.keys().all(stays) {
                movable.retain(|data_id, _| !stays(data_id));
            }
            let entries = journal.len();
            for slot in self.slots_of(user, &movable, most, revision).await? {
                let is_small = written >= most || size(journal) <= self.journal_bytes / 2;
                if cuts.is_full() || (is_small && has_room(journal, news)?) {
                    return Ok(true);
                }
                let added = slot.of(&movable);
                let price = if most > LONE_SEGMENTS {
                    Price::Any
                } else if written == 0 && (may_cut || !has_room(journal, news)?) {
                    Price::OneTransaction
                } else {
                    Price::NoTransaction
                };
                let Some(moved) = self.fill_slot(user, &slot, added, cuts, price).await? else {
                    return Ok(false);
                };
                journal.retain(|data_id, _| !moved.contains_key(data_id));
                written += 1;
                if price != Price::Any && !cuts.is_empty() {
                    return Ok(true);
                }
            }
            if journal.len() == entries || has_room(journal, news)? {
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
        price: Price,
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
        if price == Price::NoTransaction {
            return Ok(Some(Entries::new()));
        }
        if slot.stored.is_none() {
            cuts.replace(user, None, &entries, self.segment_bytes)?;
            return Ok(Some(added));
        }
        cuts.add(user, &entries.split_off(&cut), fill)?;
        if price == Price::OneTransaction {
            // A later commit finds the entries in the new segment. If they left the journal now, they would
            // need a row of the change feed.
            return Ok(Some(Entries::new()));
        }
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

    /// Empties a journal that a large batch has filled, and merges runs of the count tree of up to
    /// [`SETTLED_BYTES`] together. Every commit writes the journal, and every count reads the runs, so both
    /// become cheaper. If it fails now, a later commit does it.
    pub(crate) async fn settle(&self, user: &UserId) {
        note_failure(self.try_settle(user).await);
    }

    /// Merges runs of the count tree of up to [`MERGED_COUNTS_BYTES`] together. If it fails now, the worker does
    /// it after the next compaction.
    pub(crate) async fn merge_counts(&self, user: &UserId) {
        let merge = async {
            let head = self.open_head(user).await?;
            let journal = head.journal.clone();
            self.put_with_merged_counts(user, &head, &journal, Cuts::default(), MERGED_COUNTS_BYTES).await
        };
        note_failure(merge.await);
    }

    async fn try_settle(&self, user: &UserId) -> Result<(), Error> {
        let head = self.open_head(user).await?;
        if !head.is_stored() {
            return Ok(());
        }
        let mut journal = head.journal.clone();
        let mut cuts = Cuts::default();
        let all = Room { news: &Entries::new(), most_segments: journal.len(), may_cut: true };
        if !self.make_room(user, head.revision(), &mut journal, all, &mut cuts).await? {
            return Ok(());
        }
        self.put_with_merged_counts(user, &head, &journal, cuts, SETTLED_BYTES).await
    }

    async fn put_with_merged_counts(
        &self,
        user: &UserId,
        head: &OpenHead,
        journal: &Entries,
        cuts: Cuts,
        most_bytes: usize,
    ) -> Result<(), Error> {
        let mut counts = head.counts.clone();
        let tree = self.rewrite_counts(user, counts.tree(), most_bytes).await?;
        counts.set_tree(tree);
        // If somebody else was faster, the next attempt does it.
        self.put_head(user, head, &counts, journal, cuts).await.map(drop)
    }
}

fn note_failure(settled: Result<(), Error>) {
    if let Err(error) = settled {
        tracing::info!(%error, "the head stays as it is");
    }
}

/// Returns true if the journal has room for at least one of the news.
fn has_room(journal: &Entries, news: &Entries) -> Result<bool, Error> {
    Ok(news.is_empty() || fitting(journal, news)? > 0)
}

/// Returns how many of the first entries of `news` the journal has room for. The others wait for another
/// commit.
pub(super) fn fitting(journal: &Entries, news: &Entries) -> Result<usize, Error> {
    let mut count = news.len();
    while count > 0 {
        let mut with_news = journal.clone();
        with_news.extend(news.iter().take(count).map(|(data_id, entry)| (*data_id, entry.clone())));
        if pack(&with_news)?.len() <= JOURNAL_MOST_BYTES {
            break;
        }
        count = count * 3 / 4;
    }
    Ok(count)
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
    behind.or_else(|| Some((cut_within(entries, segment_bytes)?, segment_bytes)))
}

/// Returns the first entry of the second half of a full segment, or of as much as must go.
fn cut_within(entries: &Entries, segment_bytes: usize) -> Option<DataId> {
    let most = (segment_bytes / 2).max(bytes(entries).saturating_sub(segment_bytes));
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

#[cfg(test)]
#[path = "room_tests.rs"]
mod tests;
