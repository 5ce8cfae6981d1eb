//! The store: items by key, with the write rule.

use std::convert::Infallible;

use crate::block::{Block, BlockWriter};
use crate::fence::Fence;
use crate::search::{FoundBlock, SearchItems};
use crate::tiers::memory::Memory;
use crate::tiers::{ItemKey, Items, Put, Run, SetPlace, StoredItem};
use crate::write_number::WriteNumber;

/// A mistake that the model can make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// Merges take a block as empty.
    LostBlock,
    /// Merges write at the fences that their set had before it was emptied.
    StaleFences,
    /// Items are replaced by others with the same number.
    EqualNumber,
    /// Merges drop tombstones although older runs exist.
    EarlyDrop,
}

/// The items, and all attempts so far, which late writers repeat.
#[derive(Debug, Default)]
pub(crate) struct Store {
    items: Memory,
    pub(crate) attempts: Vec<Put>,
    pub(crate) flaw: Option<Flaw>,
}

impl Store {
    pub(crate) fn new(flaw: Option<Flaw>) -> Self {
        Self { flaw, ..Self::default() }
    }

    /// Puts an item if the rule permits it. Otherwise returns the number of the item that is there.
    pub(crate) fn put(&mut self, put: Put) -> Result<(), WriteNumber> {
        self.attempts.push(put.clone());
        self.put_unrecorded(put)
    }

    fn put_unrecorded(&mut self, put: Put) -> Result<(), WriteNumber> {
        let present = self.items.0.get(&put.key).map(|item| item.number);
        let is_permitted = match self.flaw {
            Some(Flaw::EqualNumber) => present.is_none_or(|present| present <= put.item.number),
            _ => put.item.number.may_replace(present),
        };
        match present {
            Some(present) if !is_permitted => Err(present),
            _ => {
                self.items.0.insert(put.key, put.item);
                Ok(())
            }
        }
    }

    /// Repeats an earlier attempt.
    pub(crate) fn repeat(&mut self, index: usize) {
        if let Some(put) = self.attempts.get(index).cloned() {
            let _ = self.put_unrecorded(put);
        }
    }

    /// Returns an item, which must have this number.
    pub(crate) fn get(&self, key: &ItemKey, number: WriteNumber) -> Result<&[u8], String> {
        match self.items.0.get(key) {
            Some(item) if item.number == number => Ok(&item.bytes),
            Some(item) => Err(format!("{key} has {:?}, and {number:?} is expected", item.number)),
            None => Err(format!("{key} is missing, and {number:?} is expected")),
        }
    }

    /// Deletes the items of a set.
    pub(crate) fn delete(&mut self, retired: SetPlace) {
        self.items.0.retain(|key, _| match key {
            ItemKey::Text { .. } => true,
            ItemKey::Documents { set, .. }
            | ItemKey::Map { set, .. }
            | ItemKey::Fences { set, .. }
            | ItemKey::Block { set, .. } => *set != retired,
        });
    }

    /// Returns an item as merges read it.
    fn read_one(&self, key: &ItemKey) -> Option<StoredItem> {
        let item = self.items.0.get(key)?.clone();
        let bytes = match (self.flaw, key) {
            (Some(Flaw::LostBlock), ItemKey::Block { fence, slot: 1, .. }) if *fence > Fence::default() => {
                let next = Block::read(fence.clone(), &item.bytes).ok()?.next().cloned();
                BlockWriter::new(fence.clone()).finish(next.as_ref()).ok()?
            }
            (Some(Flaw::StaleFences), ItemKey::Fences { set, part }) => {
                let earlier = |generation| {
                    let set = SetPlace { generation, ..*set };
                    self.items.0.get(&ItemKey::Fences { set, part: *part })
                };
                let earlier = set.generation.checked_sub(2).and_then(earlier);
                earlier.map_or(item.bytes, |earlier| earlier.bytes.clone())
            }
            _ => item.bytes,
        };
        Some(StoredItem { number: item.number, bytes })
    }

    /// Returns the last fence at or before `fence` at which a run of these slots has an item.
    pub(crate) fn fence_before(
        &self,
        set: SetPlace,
        fence: &Fence,
        runs: &[(u8, WriteNumber)],
    ) -> Option<Fence> {
        let first = ItemKey::Block { set, fence: Fence::default(), slot: 0 };
        let last = ItemKey::Block { set, fence: fence.clone(), slot: u8::MAX };
        self.items.0.range(first..=last).rev().find_map(|(key, item)| match key {
            ItemKey::Block { fence, slot, .. } if runs.contains(&(*slot, item.number)) => Some(fence.clone()),
            _ => None,
        })
    }
}

impl Items for Store {
    type Error = Infallible;

    async fn read(&self, keys: &[ItemKey]) -> Result<Vec<Option<StoredItem>>, Infallible> {
        Ok(keys.iter().map(|key| self.read_one(key)).collect())
    }
}

impl SearchItems for Store {
    type Error = Infallible;

    async fn read(&self, keys: &[(ItemKey, WriteNumber)]) -> Result<Vec<Option<StoredItem>>, Infallible> {
        SearchItems::read(&self.items, keys).await
    }

    async fn blocks(
        &self,
        set: SetPlace,
        fence: &Fence,
        runs: &[Run],
    ) -> Result<Vec<FoundBlock>, Infallible> {
        self.items.blocks(set, fence, runs).await
    }
}
