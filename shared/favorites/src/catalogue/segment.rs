//! Segments: what a person keeps, in the order of ids, in pieces of a few kilobytes.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use single_table::{Entity, Transaction};
use uuid::Uuid;

use crate::catalogue::entry::{Entries, Entry};
use crate::catalogue::pack::{PackError, Packed, TAG_BYTES};
use crate::error::Error;
use crate::favorites::Favorites;
use crate::ids::{DataId, TagId, UserId};
use crate::table::FavoritesTable;

/// The entries from one id on, up to where the next segment begins. The first segment of a person begins at the id of zeros, so
/// that every id has its segment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "Catalogue", partition(user_id), sort(first_id), version(revision))]
pub(crate) struct Segment {
    pub(crate) user_id: UserId,
    pub(crate) first_id: DataId,
    /// Which state of it this is. A segment that comes back under the id of one that was removed must not pass for it, so
    /// the number of a new one is drawn.
    pub(crate) revision: u64,
    #[serde(with = "serde_bytes")]
    pub(crate) entries: Vec<u8>,
    pub(crate) text: String,
}

impl Segment {
    pub(crate) fn entries(&self) -> Result<Entries, Error> {
        let packed = Packed { entries: self.entries.clone(), text: self.text.clone() };
        packed.entries().map_err(|error| self.unreadable(&error))
    }

    /// Says which segment it is that can't be read.
    pub(crate) fn unreadable(&self, error: &PackError) -> Error {
        Error::catalogue(format_args!(
            "entries of the segment of {} from {} on: {error}",
            self.user_id.as_str(),
            self.first_id
        ))
    }

    /// Whether it may go: it has no entries, and is not the first, which holds all ids below the second.
    pub(crate) fn is_idle(&self, entries: &Entries) -> bool {
        entries.is_empty() && self.first_id != lowest()
    }

    fn new(user: &UserId, first_id: DataId, packed: Packed) -> Self {
        let Packed { entries, text } = packed;
        Self { user_id: user.clone(), first_id, revision: drawn(), entries, text }
    }
}

/// A number that nobody else draws, below 2^48, so that it can be counted on from.
pub(crate) fn drawn() -> u64 {
    let (_, drawn) = Uuid::now_v7().as_u64_pair();
    drawn & ((1 << 48) - 1)
}

/// Where the first segment begins.
pub(crate) fn lowest() -> DataId {
    DataId::from(Uuid::nil())
}

/// The most parts that entries are cut into: a transaction has at most 100 actions ("`TransactWriteItems`" in the API reference), and
/// the head is one of them.
const PARTS: usize = 90;

/// Segments that are written with the head, in one transaction: they may have what is counted only now.
///
/// The segment that was full stays as it is. What it has beyond the first id of its new neighbour is out of its range from then on,
/// and is dropped when it is written next.
#[derive(Debug, Default)]
pub(crate) struct Cuts {
    replaced: Vec<(Segment, Segment)>,
    added: Vec<Segment>,
    /// The first and the last id of each lot of entries that came to a segment, there or by a put of its own.
    moved: Vec<(DataId, DataId)>,
}

impl Cuts {
    /// How many segments it writes.
    pub(crate) fn len(&self) -> usize {
        self.replaced.len() + self.added.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether another segment fits the transaction.
    pub(crate) fn is_full(&self) -> bool {
        self.len() >= PARTS
    }

    /// Notes that entries came to a segment, whether or not it is written with the head: its signature may not tell of their texts.
    pub(crate) fn note(&mut self, entries: &Entries) {
        let mut with_text = entries.iter().filter(|(_, entry)| entry.live.present().is_some());
        if let Some((first, _)) = with_text.next() {
            let last = with_text.next_back().map_or(*first, |(last, _)| *last);
            self.moved.push((*first, last));
        }
    }

    /// The first and the last id of each lot of entries that came to a segment.
    pub(crate) fn moved(&self) -> &[(DataId, DataId)] {
        &self.moved
    }

    /// Has `entries` follow what a segment has, in new segments.
    pub(crate) fn add(&mut self, user: &UserId, entries: &Entries, fill: usize) -> Result<(), Error> {
        let Some(first_id) = entries.keys().next() else { return Ok(()) };
        self.note(entries);
        let parts = parts(entries, *first_id, fill, PARTS - self.len())?;
        self.added.extend(parts.into_iter().map(|(first_id, packed)| Segment::new(user, first_id, packed)));
        Ok(())
    }

    /// Puts `entries` in place of a segment that was read, and in new segments behind it; where there was none, they are the first.
    pub(crate) fn replace(
        &mut self,
        user: &UserId,
        before: Option<&Segment>,
        entries: &Entries,
        fill: usize,
    ) -> Result<(), Error> {
        self.note(entries);
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
    /// Puts `entries` in place of a segment that was read; where there was none, they are the first. False when somebody else changed
    /// it meanwhile.
    pub(crate) async fn put_segment(
        &self,
        user: &UserId,
        before: Option<&Segment>,
        entries: &Entries,
    ) -> Result<bool, Error> {
        let first_id = before.map_or_else(lowest, |before| before.first_id);
        let mut after = Segment::new(user, first_id, Packed::of(entries)?);
        let put = match before {
            Some(before) => self.store.replace(before, &mut after).await,
            None => self.store.insert(&after).await,
        };
        Error::unless_changed(put)
    }
}

/// Whether entries fit one segment of so many bytes. One entry always does.
pub(crate) fn fits(entries: &Entries, segment_bytes: usize) -> Result<bool, Error> {
    Ok(entries.len() < 2 || Packed::of(entries)?.len() <= segment_bytes)
}

/// The entries in `most` parts at the most, of at most `fill` bytes, with the id from which on each holds them. The first holds them from
/// `first_id`. Where they would be too many parts, the last has the rest: it is cut when it is written next.
fn parts(
    entries: &Entries,
    first_id: DataId,
    fill: usize,
    most: usize,
) -> Result<Vec<(DataId, Packed)>, Error> {
    let mut parts = Vec::new();
    let mut part = Part::default();
    for (data_id, entry) in entries {
        let alone = Packed::of(&Entries::from([(*data_id, entry.clone())]))?.len();
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
            Ok((begins.unwrap_or(first_id), Packed::of(part)?))
        })
        .collect()
}

/// Some of the entries that are cut into parts.
#[derive(Default)]
struct Part {
    entries: Entries,
    tags: BTreeSet<TagId>,
    /// Not less than the entries have when they are packed, and at most three more for each.
    bytes: usize,
}

impl Part {
    /// The bytes with one more entry, which alone has so many: a tag that is listed already takes no room.
    fn with(&self, entry: &Entry, alone: usize) -> usize {
        let listed = entry.tag_ids().filter(|tag_id| self.tags.contains(tag_id)).count();
        self.bytes + alone - listed * TAG_BYTES
    }
}

#[cfg(test)]
#[path = "segment_tests.rs"]
mod tests;
