//! The segments that hold some entries.

use std::collections::btree_map::Entry::{Occupied, Vacant};
use std::collections::{BTreeMap, BTreeSet};

use futures::future::try_join_all;
use single_table::EpochSeconds;

use crate::catalogue::entry::{Entries, Entry, bytes};
use crate::catalogue::segment::{Segment, SegmentItems, lowest};
use crate::error::Error;
use crate::favorites::{Favorites, busy};
use crate::ids::{DataId, UserId};

/// How many walks over segments go on at once.
const WALKS: usize = 8;

/// With which favorites segments are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begin {
    /// From the newest one on.
    Newest,
    /// With the oldest one, and then from the newest on.
    Oldest,
}

/// Segments that were read, by the id from which on they hold entries.
#[derive(Debug, Default)]
pub(crate) struct Slots(BTreeMap<DataId, Slot>);

/// A segment that was read, or the place of the first where there is none.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    pub(crate) stored: Option<Segment>,
    pub(crate) entries: Entries,
    /// Which of the ids that were asked for it holds, or would hold.
    pub(crate) asked: BTreeSet<DataId>,
}

impl Slots {
    /// What the segments know of a favorite that was asked for.
    ///
    /// The segments are not of one moment. One that begins nearer to the favorite may be there because the one that it was found
    /// in was cut since, and may have been cut in turn: only where it was found, it is certain to be.
    pub(crate) fn entry(&self, data_id: DataId) -> Option<&Entry> {
        let mut nearest_first = self.0.range(..=data_id).rev().map(|(_, slot)| slot);
        nearest_first.find(|slot| slot.asked.contains(&data_id))?.entries.get(&data_id)
    }

    /// The slots, those first that hold the most of the journal, in bytes.
    pub(crate) fn heaviest_first(self, journal: &Entries) -> Vec<Slot> {
        let mut slots: Vec<_> = self.0.into_values().collect();
        slots.sort_by_cached_key(|slot| std::cmp::Reverse(bytes(&slot.of(journal))));
        slots
    }

    /// The slots, in the order of ids.
    pub(crate) fn oldest_first(self) -> Vec<Slot> {
        self.0.into_values().collect()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Slot> {
        self.0.values()
    }

    /// Adds what was read at another moment.
    ///
    /// # Errors
    /// [`Error::Busy`] where a segment changed between the two: what the one reading asked for may be in another segment by the time
    /// of the other.
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
    /// Those of the entries that were asked for.
    pub(crate) fn of(&self, entries: &Entries) -> Entries {
        let held = self.asked.iter().filter_map(|data_id| entries.get_key_value(data_id));
        held.map(|(data_id, entry)| (*data_id, entry.clone())).collect()
    }

    /// What it has together with these, but for what can be forgotten.
    pub(crate) fn with(&self, added: &Entries, now: EpochSeconds) -> Entries {
        let mut entries = self.entries.clone();
        for (data_id, entry) in added {
            entries.entry(*data_id).or_default().join(entry.clone());
        }
        entries.retain(|_, entry| entry.forget(now));
        entries
    }

    /// Whether it knows something later than these entries do: then they were corrected, or are of a head that is gone.
    pub(crate) fn is_ahead_of(&self, entries: &Entries) -> bool {
        entries.iter().any(|(data_id, entry)| {
            let mut known = self.entries.get(data_id).cloned().unwrap_or_default();
            known.join(entry.clone());
            known != *entry
        })
    }

    /// Those of the entries that were asked for and come after all that it has.
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
    /// Reads the segments that hold these entries, in ascending order of ids, as the last write left them. Neighbours cost one query
    /// together; what lies far apart is read at the same time.
    pub(crate) async fn read_slots(&self, user: &UserId, mut ids: Vec<DataId>) -> Result<Slots, Error> {
        let mut slots = Slots::default();
        if ids.is_empty() {
            return Ok(slots);
        }
        // Most changes are to what was kept last, and need no more than this.
        self.read_slot(user, &mut ids, &mut slots).await?;
        let length = ids.len().div_ceil(WALKS).max(1);
        let walks = ids.chunks(length).map(|part| self.walk(user, part.to_vec()));
        for part in try_join_all(walks).await? {
            slots.add(part)?;
        }
        Ok(slots)
    }

    /// Reads at most so many of the segments, and of the oldest favorite's not more than its own entry is asked for, unless the newest
    /// ones are in it as well.
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

    /// Where the next segment begins, as the last write left it.
    pub(crate) async fn end_of(&self, user: &UserId, segment: &Segment) -> Result<Option<DataId>, Error> {
        let query =
            SegmentItems::query(user.clone()).greater_than(&(segment.first_id,)).limit(1).consistent();
        Ok(self.store.page(query).await?.items.first().map(|next| next.first_id))
    }
}

#[cfg(test)]
#[path = "slots_tests.rs"]
mod tests;
