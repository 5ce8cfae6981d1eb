//! A run, as the state names it.

use serde::{Deserialize, Serialize};

use super::limits::IndexLimits;
use super::spread::Spread;
use crate::document::{Document, documents_from_bytes};
use crate::error::Malformed;
use crate::numbers::FavoriteId;
use crate::write_number::WriteNumber;

/// A run that is visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The slot of the run, which is part of the keys of its items.
    pub slot: u8,
    /// The number of its items.
    pub number: WriteNumber,
    /// The number of its documents, at least one.
    pub documents: u32,
    /// The number of its blocks.
    pub blocks: u32,
    spread: Spread,
}

/// The numbers of a run's documents and blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) documents: u32,
    pub(crate) blocks: u32,
}

/// Documents of 50 terms or so take as many blocks. Longer ones are weighed by their blocks.
const DOCUMENTS_LIKE_BLOCK: u32 = 20;

/// Returns the first 48 bits of an id. In ids that begin with a time in milliseconds, that is the time.
pub(crate) fn beginning(id: FavoriteId) -> u64 {
    u64::try_from(id.0 >> 80).expect("48 bits fit into 64")
}

impl Size {
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            documents: self.documents.saturating_add(other.documents),
            blocks: self.blocks.saturating_add(other.blocks),
        }
    }

    /// Returns the level of a run of this size, from 0 on.
    pub(super) fn level(self, limits: &IndexLimits) -> u32 {
        let weight = self.documents.max(self.blocks.saturating_mul(DOCUMENTS_LIKE_BLOCK));
        let (mut level, mut first) = (0, u64::from(limits.level_size));
        while u64::from(weight) >= first {
            (level, first) = (level + 1, first * u64::from(limits.fanout.max(2)));
        }
        level
    }
}

impl Run {
    pub(crate) fn new(slot: u8, number: WriteNumber, size: Size, spread: Spread) -> Self {
        Self { slot, number, documents: size.documents, blocks: size.blocks, spread }
    }

    pub(super) fn size(&self) -> Size {
        Size { documents: self.documents, blocks: self.blocks }
    }

    /// Returns true if all documents of the run have ids below this one. It may return false although they
    /// have.
    pub(crate) fn is_before(&self, id: FavoriteId) -> bool {
        self.spread.newest < beginning(id)
    }

    /// Returns an id at or below which all documents of the run are.
    pub(crate) fn highest_id(&self) -> FavoriteId {
        FavoriteId((u128::from(self.spread.newest) << 80) | (u128::MAX >> 48))
    }

    /// Reads the documents of an item of the run. All items but the last one have `in_item` documents.
    ///
    /// # Errors
    /// [`Malformed`], also if documents are missing: a search would ask for them forever.
    pub(crate) fn documents_of(
        &self,
        item: u32,
        in_item: u32,
        bytes: &[u8],
    ) -> Result<Vec<Document>, Malformed> {
        let documents = documents_from_bytes(bytes)?;
        let expected = self.documents.saturating_sub(item.saturating_mul(in_item)).min(in_item);
        if u32::try_from(documents.len()) == Ok(expected) { Ok(documents) } else { Err(Malformed::Count) }
    }

    /// Estimates how many of these parts of the run, which has its newest documents first, are above an id.
    pub(crate) fn share_after(&self, id: FavoriteId, parts: u32) -> u32 {
        self.spread.parts_after(beginning(id), parts)
    }

    /// Estimates the beginning of the id of a document.
    pub(crate) fn estimated_beginning(&self, document: u32) -> u64 {
        self.spread.time_of(document, self.documents)
    }

    /// Returns false if no document of the run has an id from `low` to `high`.
    #[must_use]
    pub fn may_have(&self, low: FavoriteId, high: FavoriteId) -> bool {
        self.spread.oldest <= beginning(high) && self.spread.newest >= beginning(low)
    }
}
