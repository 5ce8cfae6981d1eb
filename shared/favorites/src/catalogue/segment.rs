//! Segments: the entries of a user's favorites in the order of ids, in items of a few kilobytes.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use single_table::{Entity, Transaction};
use uuid::Uuid;

use crate::catalogue::entry::{Entries, Entry};
use crate::catalogue::pack::{TAG_BYTES, pack, unpack};
use crate::catalogue::revision::drawn;
use crate::error::Error;
use crate::model::ids::{DataId, TagId, UserId};
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The entries from one id up to the first id of the next segment. A user's first segment begins at the lowest id, so every id
/// belongs to a segment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "Catalogue", partition(user_id), sort(first_id), version(revision))]
pub(crate) struct Segment {
    pub(crate) user_id: UserId,
    pub(crate) first_id: DataId,
    /// The number of this state of the segment. A new segment draws its number, so it differs from a removed one with the same id.
    pub(crate) revision: u64,
    #[serde(with = "serde_bytes")]
    pub(crate) entries: Vec<u8>,
}

impl Segment {
    pub(crate) fn entries(&self) -> Result<Entries, Error> {
        unpack(&self.entries).map_err(|error| {
            Error::catalogue(format_args!(
                "entries of the segment of {} from {} on: {error}",
                self.user_id.as_str(),
                self.first_id
            ))
        })
    }

    /// Returns true if the segment can be deleted: it has no entries, and is not the first one, which holds all ids below the second.
    pub(crate) fn is_idle(&self, entries: &Entries) -> bool {
        entries.is_empty() && self.first_id != lowest()
    }

    fn new(user: &UserId, first_id: DataId, entries: Vec<u8>) -> Self {
        Self { user_id: user.clone(), first_id, revision: drawn(), entries }
    }
}

/// Returns the first id of the first segment.
pub(crate) fn lowest() -> DataId {
    DataId::from(Uuid::nil())
}

/// The most parts that entries are cut into: a transaction has at most 100 actions ("`TransactWriteItems`" in the API reference), and
/// the head is one of them.
const PARTS: usize = 90;

/// Segments that are put in one transaction with the head. So they may have entries that are only now counted.
///
/// The full segment stays as it is. Its entries from the first id of its new neighbour on are out of its range, and its next write
/// drops them.
#[derive(Debug, Default)]
pub(crate) struct Cuts {
    replaced: Vec<(Segment, Segment)>,
    added: Vec<Segment>,
    /// The changed favorites among their entries that were never in the journal.
    skipped: BTreeSet<DataId>,
}

impl Cuts {
    /// Returns the number of segments that it writes.
    pub(crate) fn len(&self) -> usize {
        self.replaced.len() + self.added.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if the transaction has no room for another segment.
    pub(crate) fn is_full(&self) -> bool {
        self.len() >= PARTS
    }

    /// Notes favorites whose changed entries are in these segments and skip the journal.
    pub(crate) fn skip_journal(&mut self, data_ids: impl IntoIterator<Item = DataId>) {
        self.skipped.extend(data_ids);
    }

    /// Returns the favorites whose changed entries skip the journal.
    pub(crate) fn skipped(&self) -> impl Iterator<Item = DataId> {
        self.skipped.iter().copied()
    }

    /// Puts `entries` into new segments that follow a segment.
    pub(crate) fn add(&mut self, user: &UserId, entries: &Entries, fill: usize) -> Result<(), Error> {
        let Some(first_id) = entries.keys().next() else { return Ok(()) };
        let parts = parts(entries, *first_id, fill, PARTS - self.len())?;
        self.added.extend(parts.into_iter().map(|(first_id, packed)| Segment::new(user, first_id, packed)));
        Ok(())
    }

    /// Puts `entries` in place of a segment that was read, and into new segments behind it. Without a segment, they become the first.
    pub(crate) fn replace(
        &mut self,
        user: &UserId,
        before: Option<&Segment>,
        entries: &Entries,
        fill: usize,
    ) -> Result<(), Error> {
        let first_id = before.map_or_else(lowest, |before| before.first_id);
        let parts = parts(entries, first_id, fill, PARTS - self.len())?;
        let mut segments = parts.into_iter().map(|(first_id, packed)| Segment::new(user, first_id, packed));
        if let Some(before) = before {
            self.replaced.extend(segments.next().map(|first| (before.clone(), first)));
        }
        self.added.extend(segments);
        Ok(())
    }

    pub(crate) fn write(self, transaction: &mut Transaction<FavoritesTable>) {
        for (before, after) in self.replaced {
            transaction.replace(&before, &after);
        }
        for segment in self.added {
            transaction.insert(&segment);
        }
    }
}

impl Favorites {
    /// Puts `entries` in place of a segment that was read, or as the first segment if there was none. Returns false if another writer
    /// changed the segment meanwhile.
    pub(crate) async fn put_segment(
        &self,
        user: &UserId,
        before: Option<&Segment>,
        entries: &Entries,
    ) -> Result<bool, Error> {
        let first_id = before.map_or_else(lowest, |before| before.first_id);
        let mut after = Segment::new(user, first_id, pack(entries)?);
        Error::unless_changed(self.store.save(before, &mut after).await)
    }
}

/// Returns true if the entries fit a segment of `segment_bytes`. A single entry always does.
pub(crate) fn fits(entries: &Entries, segment_bytes: usize) -> Result<bool, Error> {
    Ok(entries.len() < 2 || pack(entries)?.len() <= segment_bytes)
}

/// Divides entries into at most `most` parts of at most `fill` bytes. Returns each part with its first id, which is `first_id` for the
/// first one. If there would be more parts, the last one has the rest, and its next write cuts it.
fn parts(
    entries: &Entries,
    first_id: DataId,
    fill: usize,
    most: usize,
) -> Result<Vec<(DataId, Vec<u8>)>, Error> {
    let mut parts = Vec::new();
    let mut part = Part::default();
    for (data_id, entry) in entries {
        let alone = pack(&Entries::from([(*data_id, entry.clone())]))?.len();
        let is_last = parts.len() + 1 >= most;
        if part.with(entry, alone) > fill && !part.entries.is_empty() && !is_last {
            parts.push(std::mem::take(&mut part).entries);
        }
        part.bytes = part.with(entry, alone);
        part.tags.extend(entry.tag_ids());
        part.entries.insert(*data_id, entry.clone());
    }
    parts.push(part.entries);
    parts
        .iter()
        .enumerate()
        .map(|(number, part)| {
            let begins = part.keys().next().copied().filter(|_| number > 0);
            Ok((begins.unwrap_or(first_id), pack(part)?))
        })
        .collect()
}

/// A part of the entries, while it grows.
#[derive(Default)]
struct Part {
    entries: Entries,
    tags: BTreeSet<TagId>,
    /// At least as many bytes as the packed entries have, and at most three more for each entry.
    bytes: usize,
}

impl Part {
    /// Returns the bytes with one more entry, which has this many by itself. A tag that is already listed takes no room.
    fn with(&self, entry: &Entry, alone: usize) -> usize {
        let listed = entry.tag_ids().filter(|tag_id| self.tags.contains(tag_id)).count();
        self.bytes + alone - listed * TAG_BYTES
    }
}

#[cfg(test)]
#[path = "segment_tests.rs"]
mod tests;
