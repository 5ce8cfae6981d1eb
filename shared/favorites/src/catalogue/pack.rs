//! The stored form of entries.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use single_table::EpochSeconds;

use crate::catalogue::entry::{Entries, Entry, Facet, Live};
use crate::error::Error;
use crate::model::data_type::DataType;
use crate::model::ids::{DataId, TagId};

/// The first byte, which names the form.
const FORMAT: u8 = 3;

/// The bytes of a listed tag: its length and its id.
pub(crate) const TAG_BYTES: usize = 17;

/// The reason why entries can't be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PackError {
    /// The form is unknown to this version of the program.
    #[error("form {0:?} is unknown: this version reads form {FORMAT}")]
    Format(Option<u8>),
    /// The bytes do not follow their form.
    #[error("the bytes don't follow their form: {0}")]
    Bytes(#[from] postcard::Error),
    /// An entry refers to a tag that is not listed.
    #[error("an entry refers to tag number {0}, which is not listed")]
    Tag(u32),
}

impl From<PackError> for Error {
    fn from(error: PackError) -> Self {
        Self::catalogue(error)
    }
}

/// The stored entries. Tags are listed once, because an id is longer than all else in most entries.
#[derive(Serialize, Deserialize)]
struct Block {
    tags: Vec<TagId>,
    entries: Vec<PackedEntry>,
}

/// An entry.
#[derive(Serialize, Deserialize)]
struct PackedEntry {
    data_id: DataId,
    live: Facet<PackedLive>,
    trash: Facet<EpochSeconds>,
}

/// [`Live`] with numbers for tags.
#[derive(Serialize, Deserialize)]
struct PackedLive {
    data_type: DataType,
    tags: Vec<u32>,
    expire_time: Option<EpochSeconds>,
}

/// Returns the stored form of entries.
pub(crate) fn pack(entries: &Entries) -> Result<Vec<u8>, PackError> {
    let mut tags = Tags::default();
    let packed = entries.iter().map(|(data_id, entry)| {
        let live = entry.live.map(|live| PackedLive {
            data_type: live.data_type,
            tags: live.tag_ids.iter().map(|tag_id| tags.number(*tag_id)).collect(),
            expire_time: live.expire_time,
        });
        PackedEntry { data_id: *data_id, live, trash: entry.trash.clone() }
    });
    let entries = packed.collect();
    Ok(postcard::to_extend(&Block { tags: tags.listed, entries }, vec![FORMAT])?)
}

/// Reads the stored form of entries.
pub(crate) fn unpack(bytes: &[u8]) -> Result<Entries, PackError> {
    let Block { tags, entries } = match bytes.split_first() {
        Some((&FORMAT, block)) => postcard::from_bytes(block)?,
        other => return Err(PackError::Format(other.map(|(format, _)| *format))),
    };
    let tag = |number: &u32| {
        let tag = usize::try_from(*number).ok().and_then(|number| tags.get(number));
        tag.copied().ok_or(PackError::Tag(*number))
    };
    let mut unpacked = Entries::new();
    for PackedEntry { data_id, live, trash } in &entries {
        let tag_ids = live.present().map_or(&[][..], |live| &live.tags).iter().map(tag);
        let tag_ids: BTreeSet<_> = tag_ids.collect::<Result<_, _>>()?;
        let live = live.map(|live| Live {
            data_type: live.data_type,
            tag_ids: tag_ids.clone(),
            expire_time: live.expire_time,
        });
        unpacked.insert(*data_id, Entry { live, trash: trash.clone() });
    }
    Ok(unpacked)
}

/// Tags in the order in which they were met.
#[derive(Default)]
struct Tags {
    listed: Vec<TagId>,
    numbers: BTreeMap<TagId, u32>,
}

impl Tags {
    /// Returns the number of a tag. Entries have far fewer than 2^32 tags together, or they would not fit into an item.
    fn number(&mut self, tag_id: TagId) -> u32 {
        let next = u32::try_from(self.listed.len()).unwrap_or(u32::MAX);
        *self.numbers.entry(tag_id).or_insert_with(|| {
            self.listed.push(tag_id);
            next
        })
    }
}

#[cfg(test)]
#[path = "pack_tests.rs"]
mod tests;
