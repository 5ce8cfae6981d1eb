//! The segments that hold some entries.

use std::collections::btree_map::Entry::{Occupied, Vacant};
use std::collections::{BTreeMap, BTreeSet};

use futures::future::try_join_all;
use single_table::EpochSeconds;

use crate::catalogue::entry::{Entries, Entry, bytes};
use crate::catalogue::segment::{Segment, SegmentItems, lowest};
use crate::error::Error;
use crate::error::busy;
use crate::model::ids::{DataId, UserId};
use crate::service::Favorites;

/// The number of parallel walks over segments.
const WALKS: usize = 8;

/// The favorites that a search for segments begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begin {
    /// The newest one, and then older ones.
    Newest,
    /// The oldest one, and then from the newest on.
    Oldest,
}

/// Segments that were read, by their first ids.
#[derive(Debug, Default)]
pub(crate) struct Slots(BTreeMap<DataId, Slot>);

/// A segment that was read, or the place of the first segment if there is none.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    pub(crate) stored: Option<Segment>,
    pub(crate) entries: Entries,
    /// The requested ids that belong to the segment.
    pub(crate) asked: BTreeSet<DataId>,
}

impl Slots {
    /// Returns the entry of a requested favorite in the segments.
    ///
    /// The segments were read at different moments. Between two reads, a segment may have been cut, so a segment that begins nearer
    /// to the favorite need not hold it. Only the segment in which the entry was found is certain to hold it.
    pub(crate) fn entry(&self, data_id: DataId) -> Option<&Entry> {
        let mut nearest_first = self.0.range(..=data_id).rev().map(|(_, slot)| slot);
        nearest_first.find(|slot| slot.asked.contains(&data_id))?.entries.get(&data_id)
    }

    /// Returns the slots in descending order of the journal's bytes that belong to them.
    pub(crate) fn heaviest_first(self, journal: &Entries) -> Vec<Slot> {
        let mut slots: Vec<_> = self.0.into_values().collect();
        slots.sort_by_cached_key(|slot| std::cmp::Reverse(bytes(&slot.of(journal))));
        slots
    }

    /// Returns the slots in the order of ids.
    pub(crate) fn oldest_first(self) -> Vec<Slot> {
        self.0.into_values().collect()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Slot> {
        self.0.values()
    }

    /// Adds segments that were read at another moment.
    ///
    /// # Errors
    /// [`Error::Busy`] if a segment changed between the two reads: an entry that one of them asked for may since be in another segment.
    fn add(&mut self, other: Self) -> Result<(), Error> {
        for (first_id, slot) in other.0 {
            match self.0.entry(first_id) {
                Vacant(place) => {
                    place.insert(slot);
                }
                Occupied(known) if known.get().revision() != slot.revision() => return Err(busy()),
                Occupied(mut known) => known.get_mut().asked.extend(slot.asked),
            }
        }
        Ok(())
    }
}

impl Slot {
    /// Returns the requested entries.
    pub(crate) fn of(&self, entries: &Entries) -> Entries {
        let held = self.asked.iter().filter_map(|data_id| entries.get_key_value(data_id));
        held.map(|(data_id, entry)| (*data_id, entry.clone())).collect()
    }

    /// Returns its entries joined with `added`, without those that can be forgotten.
    pub(crate) fn with(&self, added: &Entries, now: EpochSeconds) -> Entries {
        let mut entries = self.entries.clone();
        for (data_id, entry) in added {
            entries.entry(*data_id).or_default().join(entry.clone());
        }
        entries.retain(|_, entry| entry.forget(now));
        entries
    }

    /// Returns true if the segment has a later state than these entries. Then the entries were corrected, or their head was replaced.
    pub(crate) fn is_ahead_of(&self, entries: &Entries) -> bool {
        entries.iter().any(|(data_id, entry)| {
            let mut known = self.entries.get(data_id).cloned().unwrap_or_default();
            known.join(entry.clone());
            known != *entry
        })
    }

    /// Returns the requested entries that come after every entry of the segment.
    pub(crate) fn behind(&self, entries: &Entries) -> Entries {
        let mut behind = self.of(entries);
        if let Some((last, _)) = self.entries.last_key_value() {
            behind.retain(|data_id, _| data_id > last);
        }
        behind
    }

    fn revision(&self) -> Option<u64> {
        self.stored.as_ref().map(|segment| segment.revision)
    }
}

impl Favorites {
    /// Reads the segments that hold these entries, in ascending order of ids, as the last write left them. Neighbours cost
    /// one query together, and segments that lie far apart are read in parallel.
    pub(crate) async fn read_slots(&self, user: &UserId, mut ids: Vec<DataId>) -> Result<Slots, Error> {
        let mut slots = Slots::default();
        if ids.is_empty() {
            return Ok(slots);
        }
        // Most changes concern the newest favorites, and need no other read.
        self.read_slot(user, &mut ids, &mut slots).await?;
        let length = ids.len().div_ceil(WALKS).max(1);
        let walks = ids.chunks(length).map(|part| self.walk(user, part.to_vec()));
        for part in try_join_all(walks).await? {
            slots.add(part)?;
        }
        Ok(slots)
    }

    /// Reads at most `most` of the segments. Asks the segment of the oldest favorite for no other entry, unless the newest favorites
    /// are in it as well.
    pub(crate) async fn read_some_slots(
        &self,
        user: &UserId,
        ids: Vec<DataId>,
        begin: Begin,
        most: usize,
    ) -> Result<Slots, Error> {
        let (oldest, newer) = match begin {
            Begin::Oldest => ids.split_at(ids.len().min(1)),
            Begin::Newest => (&[][..], &ids[..]),
        };
        let mut slots = Slots::default();
        for mut part in [oldest.to_vec(), newer.to_vec()] {
            while !part.is_empty() && slots.0.len() < most {
                self.read_slot(user, &mut part, &mut slots).await?;
            }
        }
        Ok(slots)
    }

    async fn walk(&self, user: &UserId, mut ids: Vec<DataId>) -> Result<Slots, Error> {
        let mut slots = Slots::default();
        while !ids.is_empty() {
            self.read_slot(user, &mut ids, &mut slots).await?;
        }
        Ok(slots)
    }

    /// Reads the segment that holds the last of the ids, and takes off those that it holds. No other segment begins between its
    /// first id and the last of these.
    async fn read_slot(&self, user: &UserId, ids: &mut Vec<DataId>, slots: &mut Slots) -> Result<(), Error> {
        let Some(last) = ids.last() else { return Ok(()) };
        let query = SegmentItems::query(user.clone()).at_most(&(*last,)).descending().limit(1).consistent();
        let stored = self.store.page(query).await?.items.into_iter().next();
        let first_id = stored.as_ref().map_or_else(lowest, |segment| segment.first_id);
        let entries = stored.as_ref().map_or_else(|| Ok(Entries::new()), Segment::entries)?;
        let asked = ids.split_off(ids.partition_point(|id| *id < first_id)).into_iter().collect();
        slots.add(Slots(BTreeMap::from([(first_id, Slot { stored, entries, asked })])))
    }

    /// Returns the first id of the next segment, read consistently.
    pub(crate) async fn end_of(&self, user: &UserId, segment: &Segment) -> Result<Option<DataId>, Error> {
        let query =
            SegmentItems::query(user.clone()).greater_than(&(segment.first_id,)).limit(1).consistent();
        Ok(self.store.page(query).await?.items.first().map(|next| next.first_id))
    }
}

#[cfg(test)]
#[path = "slots_tests.rs"]
mod tests;
