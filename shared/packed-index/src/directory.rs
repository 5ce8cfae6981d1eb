//! The directory of a run: the first term of each of its blocks.
//!
//! A search finds the block of a term in the directory, so a block that is missing is known to be missing.
//! The directory of a small run is one item, the *root*. That of a larger run is divided into parts, and the
//! root has the first entry of each part.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::bytes::{Bytes, length, put_number};
use crate::error::Malformed;
use crate::numbers::DocumentNumber;
use crate::term::Term;

/// The first byte of a part, which names its form.
const FORM: u8 = 1;

/// The number of the part of a directory that is its root. The other parts have the numbers from 1 on.
pub const ROOT: u32 = 0;

/// The place in the order of terms and documents at which a block begins.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct BlockStart {
    /// The first term of the block.
    pub term: Term,
    /// The first document of the term that the block may have: not 0 only if the list goes on from the block
    /// before it.
    pub document: DocumentNumber,
}

/// Returns the stored form of some entries of a directory.
pub(crate) fn starts_to_bytes(starts: &[BlockStart]) -> Vec<u8> {
    let mut bytes = vec![FORM];
    put_number(length(starts.len()), &mut bytes);
    let mut previous = None;
    for BlockStart { term, document } in starts {
        term.put_after(previous, &mut bytes);
        put_number(document.0, &mut bytes);
        previous = Some(term);
    }
    bytes
}

/// Reads some entries of a directory.
pub(crate) fn starts_from_bytes(bytes: &[u8]) -> Result<Vec<BlockStart>, Malformed> {
    let mut bytes = Bytes::of_form(bytes, FORM)?;
    let count = bytes.count()?;
    let mut starts: Vec<BlockStart> = Vec::with_capacity(count);
    for _ in 0..count {
        let term = Term::read_after(starts.last().map(|start| &start.term), &mut bytes)?;
        let start = BlockStart { term, document: DocumentNumber(bytes.number_u32()?) };
        if starts.last().is_some_and(|last| *last >= start) {
            return Err(Malformed::Order);
        }
        starts.push(start);
    }
    if bytes.is_empty() { Ok(starts) } else { Err(Malformed::Count) }
}

/// The known part of a run's directory.
#[derive(Debug, Clone)]
pub(crate) struct Directory {
    blocks: u32,
    blocks_in_part: u32,
    items: BTreeMap<u32, Vec<BlockStart>>,
}

/// The number of an item of a directory that must be read first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unread(pub(crate) u32);

impl Directory {
    pub(crate) fn new(blocks: u32, blocks_in_part: u32) -> Self {
        Self { blocks, blocks_in_part: blocks_in_part.max(1), items: BTreeMap::new() }
    }

    /// Returns the number of blocks.
    pub(crate) fn blocks(&self) -> u32 {
        self.blocks
    }

    /// Returns true if the root has the first entries of parts.
    fn has_parts(&self) -> bool {
        self.blocks >= self.blocks_in_part
    }

    /// Returns the numbers of the parts. None if the root has all blocks.
    pub(crate) fn parts(&self) -> std::ops::Range<u32> {
        let parts = if self.has_parts() { self.blocks.div_ceil(self.blocks_in_part) } else { 0 };
        ROOT + 1..ROOT + 1 + parts
    }

    /// Notes an item that was read.
    pub(crate) fn note(&mut self, item: u32, bytes: &[u8]) -> Result<(), Malformed> {
        let starts = starts_from_bytes(bytes)?;
        let expected = match item {
            ROOT if self.has_parts() => self.parts().end - self.parts().start,
            ROOT => self.blocks,
            part => self.blocks.saturating_sub((part - 1) * self.blocks_in_part).min(self.blocks_in_part),
        };
        if u32::try_from(starts.len()) != Ok(expected) {
            return Err(Malformed::Count);
        }
        self.items.insert(item, starts);
        Ok(())
    }

    /// Returns the last block that begins at or before a place. The first block is taken for one that begins
    /// before all places.
    pub(crate) fn block_at(&self, place: &BlockStart) -> Result<u32, Unread> {
        let last = |starts: &[BlockStart]| {
            let last = starts.partition_point(|start| start <= place).saturating_sub(1);
            u32::try_from(last).expect("a part has few blocks")
        };
        let in_root = last(self.item(ROOT)?);
        if !self.has_parts() {
            return Ok(in_root);
        }
        Ok(in_root * self.blocks_in_part + last(self.item(ROOT + 1 + in_root)?))
    }

    /// Returns the place at which a block begins. `None` if the run has fewer blocks.
    pub(crate) fn start(&self, block: u32) -> Result<Option<&BlockStart>, Unread> {
        if block >= self.blocks {
            return Ok(None);
        }
        let (part, index) = (block / self.blocks_in_part, block % self.blocks_in_part);
        let (item, index) = match (self.has_parts(), index) {
            (false, _) => (ROOT, block),
            // The root has the first block of each part.
            (true, 0) => (ROOT, part),
            (true, index) => (ROOT + 1 + part, index),
        };
        Ok(self.item(item)?.get(index as usize))
    }

    /// Checks that the beginning and the end of a block are known.
    pub(crate) fn check_known(&self, block: u32) -> Result<(), Unread> {
        self.start(block)?;
        self.start(block.saturating_add(1)).map(drop)
    }

    fn item(&self, item: u32) -> Result<&[BlockStart], Unread> {
        self.items.get(&item).map(Vec::as_slice).ok_or(Unread(item))
    }
}

#[cfg(test)]
#[path = "directory_tests.rs"]
mod tests;
