//! Segments: what a person keeps, in the order of ids, in pieces of a few kilobytes.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use single_table::{Entity, Transaction, TransactionError};
use uuid::Uuid;

use crate::catalogue::entry::{Entries, Entry};
use crate::catalogue::pack::{Packed, TAG_BYTES};
use crate::error::Error;
use crate::favorites::Favorites;
use crate::ids::{DataId, TagId, UserId};
use crate::limits::SEGMENT_BYTES;
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
        packed.entries().map_err(|error| {
            Error::catalogue(format_args!(
                "entries of the segment of {} from {} on: {error}",
                self.user_id.as_str(),
                self.first_id
            ))
        })
    }

    /// Whether it may go: it has no entries, and is not the first, which holds all ids below the second.
    pub(crate) fn is_idle(&self, entries: &Entries) -> bool {
        entries.is_empty() && self.first_id != lowest()
    }

    fn new(user: &UserId, first_id: DataId, packed: Packed) -> Self {
        let (_, drawn) = Uuid::now_v7().as_u64_pair();
        let revision = drawn & ((1 << 48) - 1);
        let Packed { entries, text } = packed;
        Self { user_id: user.clone(), first_id, revision, entries, text }
    }
}

/// Where the first segment begins.
pub(crate) fn lowest() -> DataId {
    DataId::from(Uuid::nil())
}

/// The most parts of a segment that is split: a transaction has at most so many actions ("`TransactWriteItems`" in the API reference).
const PARTS: usize = 100;

/// Where in a segment entries were added, which says how full its parts should be when it is split.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Growth {
    /// Behind the last one, as new favorites are: nothing more will come before them, so the parts are filled.
    Behind,
    /// Somewhere: the parts get room for more.
    Within,
}

impl Favorites {
    /// Puts `entries` in place of a segment that was read, in as many segments as they need; where there was none, they are the
    /// first. False when somebody else changed it meanwhile.
    pub(crate) async fn put_segment(
        &self,
        user: &UserId,
        before: Option<&Segment>,
        entries: &Entries,
        growth: Growth,
    ) -> Result<bool, Error> {
        let first_id = before.map_or_else(lowest, |before| before.first_id);
        let parts = parts(entries, first_id, growth)?;
        let mut segments = parts.into_iter().map(|(first_id, packed)| Segment::new(user, first_id, packed));
        let Some(mut first) = segments.next() else { return Ok(true) };
        if segments.len() == 0 {
            let put = match before {
                Some(before) => self.store.replace(before, &mut first).await,
                None => self.store.insert(&first).await,
            };
            return Error::unless_changed(put);
        }
        // Its range changes with its content, and both with its revision. So who took an id for one of its own before finds it
        // changed.
        let mut split = Transaction::new();
        match before {
            Some(before) => split.replace(before, &mut first),
            None => split.insert(&first),
        };
        for segment in segments {
            split.insert(&segment);
        }
        match self.store.transact(split).await {
            Ok(_) => Ok(true),
            Err(TransactionError::Cancelled(_)) => Ok(false),
            Err(TransactionError::Failed(error)) => Err(error.into()),
        }
    }
}

/// The entries in parts that each fit a segment, with the id from which on each holds them. The first holds them from `first_id`. Where
/// they would be too many parts, the last has the rest: it is split when it is written next.
fn parts(entries: &Entries, first_id: DataId, growth: Growth) -> Result<Vec<(DataId, Packed)>, Error> {
    let whole = Packed::of(entries)?;
    if whole.len() <= SEGMENT_BYTES || entries.len() < 2 {
        return Ok(vec![(first_id, whole)]);
    }
    let fill = match growth {
        Growth::Behind => SEGMENT_BYTES,
        Growth::Within => SEGMENT_BYTES * 2 / 3,
    };
    let mut parts = Vec::new();
    let mut part = Part::default();
    for (data_id, entry) in entries {
        let alone = Packed::of(&Entries::from([(*data_id, entry.clone())]))?.len();
        let is_last = parts.len() + 1 == PARTS;
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

/// Some of the entries of a segment that is split.
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
